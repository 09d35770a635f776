/**
 * How the page without a server reaches the service: in a worker of its own. Any web host serves the folder, under any
 * address, so what would be the path stands in the query: `?at=/rules/ID`.
 */
import { Inside } from "../alone/inside";

const inside = new Inside();

/** Nobody is asked who calls: the service is the caller's own. */
export const tokens: boolean = false;

export const fetch: typeof globalThis.fetch = (asked, options) => inside.fetch(asked, options);

export function within(address: URL): URL {
  const query = new URLSearchParams(address.search);
  const path = query.get("at") ?? (address.pathname === location.pathname ? "/" : address.pathname);
  query.delete("at");
  const found = new URL(address.origin);
  found.pathname = path;
  found.search = query.toString();
  found.hash = address.hash;
  return found;
}

export function outward(address: string): string {
  const to = new URL(address, location.origin);
  if (to.origin !== location.origin || to.searchParams.has("at")) return address;
  const query = new URLSearchParams({ at: to.pathname });
  to.searchParams.forEach((value, name) => query.append(name, value));
  return `${location.pathname}?${query.toString().replaceAll("%2F", "/")}${to.hash}`;
}

// A link that is about to be used gets the address that opens it in another tab too.
for (const event of ["pointerdown", "keydown"]) {
  addEventListener(
    event,
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href^='/']") : null;
      if (link) link.href = outward(link.getAttribute("href") ?? "/");
    },
    { capture: true },
  );
}
