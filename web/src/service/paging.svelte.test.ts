import { expect, test } from "vitest";

import { Paging } from "./paging.svelte";

const page = (names: string[], nextPageToken = "") => ({ names, nextPageToken });
const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

async function begun() {
  const asking = new Paging<ReturnType<typeof page>>();
  asking.ask(async () => [page(["a"], "1")], 0);
  await turn();
  return asking;
}
const names = (asking: Paging<ReturnType<typeof page>>) => asking.answer?.flatMap((each) => each.names);

test("a page that two presses ask for comes once", async () => {
  const asking = await begun();
  const next = async (token: string) => page([token]);
  await Promise.all([asking.more(next), asking.more(next)]);
  expect([names(asking), asking.next]).toEqual([["a", "1"], ""]);
});

test("a page that is refused leaves those that are here", async () => {
  const asking = await begun();
  await asking.more(async () => Promise.reject(new Error("no")));
  expect([names(asking), asking.next]).toEqual([["a"], "1"]);
  expect(asking.wrong?.message).not.toBe("");
});

test("a page of what is no longer sought is dropped", async () => {
  const asking = await begun();
  let late: (answer: ReturnType<typeof page>) => void = () => undefined;
  const more = asking.more(() => new Promise((done) => (late = done)));
  asking.ask(async () => [page(["b"])], 0);
  await turn();
  late(page(["c"]));
  await more;
  expect(names(asking)).toEqual(["b"]);
});
