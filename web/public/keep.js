// Keeps the page for when nothing comes over the network. Whatever comes is fresher, and is kept instead.
// Calls of the API are none of its business: no answer of the service is ever kept.
const KEPT = "adjudicator";
const CALL = "/adjudicator.api.v1.";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope) && !new URL(url).pathname.includes(CALL)) {
    event.respondWith(answer(event.request));
  }
});

async function answer(request) {
  // Every address of the page shows the same file.
  const at = request.mode === "navigate" ? self.registration.scope : request.url;
  try {
    const fresh = await fetch(request);
    const page = (fresh.headers.get("content-type") ?? "").startsWith("text/html");
    if (fresh.ok && (request.mode !== "navigate" || page)) await (await caches.open(KEPT)).put(at, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await caches.match(at);
    if (kept) return kept;
    throw error;
  }
}
