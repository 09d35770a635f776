import { expect, test } from "vitest";

import { Asking } from "./asking.svelte";

const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

test("a late answer to what is no longer asked is dropped", async () => {
  const asking = new Asking<string>();
  let late: (answer: string) => void = () => undefined;
  const leave = asking.ask(() => new Promise((done) => (late = done)), 0);
  await turn();
  leave();
  asking.ask(async () => "new", 0);
  await turn();
  late("old");
  await turn();
  expect(asking.answer).toBe("new");
  expect(asking.busy).toBe(false);
});

test("a question that is taken back at once is never sent", async () => {
  const asking = new Asking<string>();
  let sent = 0;
  asking.ask(async () => `${++sent}`, 0)();
  await turn();
  expect(sent).toBe(0);
});

test("a refusal takes the place of the answer, and an answer that of the refusal", async () => {
  const asking = new Asking<string>();
  asking.ask(async () => Promise.reject(new Error("no")), 0);
  await turn();
  expect(asking.answer).toBeUndefined();
  expect(asking.wrong?.message).not.toBe("");
  asking.ask(async () => "yes", 0);
  await turn();
  expect([asking.answer, asking.wrong]).toEqual(["yes", undefined]);
});
