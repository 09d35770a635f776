const KEPT = "adjudicator"; // as keep.js has it

/**
 * Lets the page open again without a network, where the browser allows that (over https, and on this machine). What has
 * come before the keeper was there is kept now; `more` names files that the browser does not list.
 */
export async function keepPage(more: string[] = []): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const here = new URL(import.meta.env.BASE_URL, location.href);
    const { scope } = await navigator.serviceWorker.register(new URL("keep.js", here));
    const come = performance.getEntriesByType("resource").map((each) => each.name);
    const ours = come.filter((each) => each.startsWith(scope) && !each.includes("/adjudicator.api.v1."));
    const kept = await caches.open(KEPT);
    await kept.addAll([...new Set([scope, ...ours, ...more.map((each) => new URL(each, here).href)])]);
  } catch {
    // The page works without; the browser may forbid it, or have no room.
  }
}
