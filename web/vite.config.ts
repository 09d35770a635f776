import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../adjudicator/service/web/console",
    emptyOutDir: true,
    modulePreload: { polyfill: false }, // it is an inline script, which the policy forbids
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/adjudicator.api.v1.": "http://127.0.0.1:8080" } },
});
