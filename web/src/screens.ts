import type { Component } from "svelte";

import { words } from "./words";

/** A screen: its address, and how it is loaded. */
export interface Screen {
  /** The address; what stands behind it is told to the screen as `rest`. */
  path: string;
  /** In the navigation, and in the title of the window. */
  name: string;
  /** Whether it is about the board on the desk, which then stands in the fragment. */
  board: boolean;
  load: () => Promise<{ default: Component<{ rest: string }> }>;
}

/** Every screen, in the order of the navigation. The first one also stands at `/`. */
export const screens: readonly Screen[] = [
  { path: "/judge", name: words.nav.judge, board: true, load: () => import("./screens/Judge.svelte") },
  { path: "/board", name: words.nav.board, board: true, load: () => import("./screens/Board.svelte") },
  { path: "/odds", name: words.nav.odds, board: true, load: () => import("./screens/Odds.svelte") },
  { path: "/editions", name: words.nav.editions, board: true, load: () => import("./screens/Editions.svelte") },
  { path: "/report", name: words.nav.report, board: true, load: () => import("./screens/Report.svelte") },
  { path: "/rules", name: words.nav.rules, board: false, load: () => import("./screens/Rules.svelte") },
  { path: "/cards", name: words.nav.cards, board: false, load: () => import("./screens/Cards.svelte") },
  { path: "/decks", name: words.nav.decks, board: true, load: () => import("./screens/Decks.svelte") },
];

/** The screen at a path, and what stands behind its own address. */
export function at(path: string): { screen: Screen; rest: string } | undefined {
  const first = screens[0];
  if (path === "/" && first) return { screen: first, rest: "" };
  const screen = screens.find((each) => path === each.path || path.startsWith(`${each.path}/`));
  return screen && { screen, rest: decoded(path.slice(screen.path.length + 1)) };
}

function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest; // a percent sign that encodes nothing
  }
}
