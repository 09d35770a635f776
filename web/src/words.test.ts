import { expect, test } from "vitest";

import { words } from "./words";

test("a pile of one card is told in the singular", () => {
  expect([0, 1, 2].map(words.count)).toEqual(["0 cards", "1 card", "2 cards"]);
});
