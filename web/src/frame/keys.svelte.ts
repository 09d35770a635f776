import { untrack } from "svelte";

/** Keys of the page. Single letters can be switched off (WCAG 2.1.4). */
const PLACE = "adjudicator.letters";

export interface Key {
  key: string;
  does: string;
  run: () => void;
}

class Keys {
  #known = $state.raw<Key[]>([]);
  #letters = $state(kept());

  get known(): Key[] {
    return this.#known;
  }

  get letters(): boolean {
    return this.#letters;
  }

  set letters(on: boolean) {
    this.#letters = on;
    try {
      localStorage.setItem(PLACE, on ? "on" : "off");
    } catch {
      // a browser without storage: the choice lasts as long as the page
    }
  }

  /** Have a key do something until the answer is called; for `$effect(() => keys.on(…))`. */
  on(...added: Key[]): () => void {
    this.#known = [...untrack(() => this.#known), ...added];
    return () => (this.#known = this.#known.filter((each) => !added.includes(each)));
  }

  press(event: KeyboardEvent): void {
    if (!this.letters || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const where = event.target;
    if (where instanceof HTMLElement && where.closest("input, textarea, select, dialog, [contenteditable]")) return;
    const found = this.#known.findLast((each) => each.key === event.key);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(PLACE) !== "off";
  } catch {
    return true;
  }
}

export const keys = new Keys();
