import { mount } from "svelte";

import Loading from "./Loading.svelte";

/** How far the service has come to this page. */
class Progress {
  bytes = $state(0);
  here = $state(false);
  wrong = $state("");
  #shown = false;

  show(): void {
    if (this.#shown) return;
    this.#shown = true;
    mount(Loading, { target: document.body, anchor: document.body.firstElementChild ?? undefined });
  }

  told(bytes: number): void {
    if (bytes < 0) this.here = true;
    else this.bytes = bytes;
  }

  failed(why: string): void {
    this.wrong = why;
  }
}

export const loading = new Progress();
