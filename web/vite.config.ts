import { fileURLToPath } from "node:url";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// What the service sends with every answer, for a page that no service sends; machine code besides.
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

const policy: Plugin = {
  name: "policy",
  transformIndexHtml: (page) => ({
    html: page,
    tags: [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" }],
  }),
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// `vite build` makes the pages of the service, `vite build --mode alone` those of the page without a server.
export default defineConfig(({ mode }) => {
  const alone = mode === "alone";
  return {
    plugins: [svelte(), ...(alone ? [policy] : [])],
    base: alone ? "./" : "/",
    resolve: { alias: { "#door": here(`src/door/${alone ? "alone" : "server"}.ts`) } },
    worker: { format: "es" },
    build: {
      outDir: alone ? "../build/page" : "../adjudicator/service/web/console",
      emptyOutDir: true,
      modulePreload: { polyfill: false }, // it is an inline script, which the policy forbids
      assetsInlineLimit: 0,
    },
    server: { proxy: { "/adjudicator.api.v1.": "http://127.0.0.1:8080" } },
  };
});
