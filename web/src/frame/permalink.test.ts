import { expect, test } from "vitest";

import { pack, unpack, UNPACKED_BYTES_MAX } from "./permalink";

const question = { edition: "swtcg-2005", board: "turn 1, dark build step\n💥 <b>", said: "dark: pass", ruled: true, more: { a: "ä" } };

test("a link holds the whole question, in letters that an address takes", async () => {
  const packed = await pack(question);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(await unpack(packed)).toEqual(question);
});

test("what is cut off, foreign or no question is broken", async () => {
  const packed = await pack(question);
  for (const bad of [packed.slice(0, 9), "%%%", "", btoa("nothing")]) {
    await expect(unpack(bad)).rejects.toMatchObject({ kind: "broken" });
  }
});

test("a board beyond the limit is neither packed nor unpacked", async () => {
  const long = { ...question, board: " ".repeat(UNPACKED_BYTES_MAX) };
  await expect(pack(long)).rejects.toMatchObject({ kind: "long" });
  const stream = new Blob([JSON.stringify(long)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  await expect(unpack(packed)).rejects.toMatchObject({ kind: "long" });
});
