import type { Asking } from "../service/asking.svelte";

/** Who asks by the button is led to the heading of the answer; who types is not. Made while a part is. */
export class Led {
  heading = $state<HTMLElement>();
  /** How often the button was pressed: read it where the question is asked. */
  times = $state(0);
  #pressed = false;

  constructor(asking: Asking<unknown>) {
    $effect(() => {
      if (asking.busy || !(asking.answer || asking.wrong) || !this.#pressed) return;
      this.#pressed = false;
      this.heading?.focus();
    });
  }

  press(): void {
    this.#pressed = true;
    this.times += 1;
  }
}
