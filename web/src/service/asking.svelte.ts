import { refusal, type Refusal } from "./refusal";

const PAUSE_MILLISECONDS = 400;

/**
 * One question at a time, asked a moment after its last change: `$effect(() => asking.ask(call))`. What is no longer
 * asked is cancelled, and a late answer to it is dropped.
 */
export class Asking<Answer> {
  answer = $state.raw<Answer>();
  /** Why there is no answer; undefined if there is one. */
  wrong = $state.raw<Refusal>();
  busy = $state(false);

  ask(call: (signal: AbortSignal) => Promise<Answer>, pause = PAUSE_MILLISECONDS): () => void {
    const asked = new AbortController();
    const waiting = setTimeout(() => void this.#ask(call, asked.signal), pause);
    return () => {
      clearTimeout(waiting);
      asked.abort();
    };
  }

  async #ask(call: (signal: AbortSignal) => Promise<Answer>, signal: AbortSignal): Promise<void> {
    this.busy = true;
    try {
      const answer = await call(signal);
      if (!signal.aborted) Object.assign(this, { answer, wrong: undefined, busy: false });
    } catch (error) {
      if (!signal.aborted) Object.assign(this, { answer: undefined, wrong: refusal(error), busy: false });
    }
  }
}
