import { outward, within } from "#door";

const here = (): URL => within(new URL(location.href));

/** Where the page is. Every screen has an address that restores it whole. */
class Address {
  path = $state(here().pathname);
  query = $state(new URLSearchParams(here().search));
  /** The packed board of the fragment, `#b=`; empty if there is none. */
  packed = $state(board());
  /** How often a person went somewhere; the frame moves the focus then. */
  steps = $state(0);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("hashchange", () => this.#read());
  }

  #read(): void {
    this.path = here().pathname;
    this.query = new URLSearchParams(here().search);
    this.packed = board();
    this.steps += 1;
  }

  /** Go to another address of the page. */
  go(to: string): void {
    history.pushState(null, "", outward(to));
    this.#read();
  }

  /** Put something else into this address, without a step back to it: the query, or the packed board. */
  amend(change: { query?: Record<string, string>; packed?: string }): void {
    const query = new URLSearchParams(this.query);
    for (const [name, value] of Object.entries(change.query ?? {})) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const packed = change.packed ?? this.packed;
    const search = query.size ? `?${query}` : "";
    history.replaceState(null, "", outward(`${this.path}${search}${packed ? `#b=${packed}` : ""}`));
    this.query = query;
    this.packed = packed;
  }

  /** Clicks on links of the page go there without loading it anew. */
  follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    const to = within(new URL(link.href));
    const same = to.pathname === here().pathname && to.search === here().search;
    event.preventDefault();
    if (same && to.hash && !to.hash.startsWith("#b=")) {
      // A place on this screen: the fragment is the board's, so the page goes there itself.
      const place = document.getElementById(to.hash.slice(1));
      place?.scrollIntoView();
      place?.focus({ preventScroll: true });
      return;
    }
    this.go(to.href);
  }
}

function board(): string {
  return location.hash.startsWith("#b=") ? location.hash.slice("#b=".length) : "";
}

export const address = new Address();
