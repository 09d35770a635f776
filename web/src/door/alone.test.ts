import { beforeAll, expect, test, vi } from "vitest";

let within: (address: URL) => URL;
let outward: (address: string) => string;

beforeAll(async () => {
  vi.stubGlobal("location", new URL("https://club.example.org/page/"));
  vi.stubGlobal("addEventListener", () => undefined);
  ({ within, outward } = await import("./alone"));
});

test.each([
  ["/", "/page/?at=/"],
  ["/rules/rots.battle.speed-order", "/page/?at=/rules/rots.battle.speed-order"],
  ["/rules?words=two%20words#b=xyz", "/page/?at=/rules&words=two+words#b=xyz"],
])("the address %s of the page stands in the query, and comes back", (inside, outside) => {
  expect(outward(inside)).toBe(outside);
  const back = within(new URL(outside, "https://club.example.org"));
  const meant = new URL(inside, "https://club.example.org");
  expect([back.pathname, [...back.searchParams], back.hash]).toEqual([
    meant.pathname,
    [...meant.searchParams],
    meant.hash,
  ]);
});

test("addresses of others stay as they are", () => {
  expect(outward("https://example.org/x")).toBe("https://example.org/x");
});

test("the folder itself is the first screen", () => {
  expect(within(new URL("https://club.example.org/page/")).pathname).toBe("/");
});
