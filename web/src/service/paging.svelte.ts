import { Asking } from "./asking.svelte";
import { refusal } from "./refusal";

/** A question that is answered page by page: the answer is the pages that are here. */
export class Paging<Page extends { nextPageToken: string }> extends Asking<Page[]> {
  /** Where the next page begins; empty if there is none. */
  get next(): string {
    return this.answer?.at(-1)?.nextPageToken ?? "";
  }

  /** Have the next page too, unless something else is answered by then. */
  async more(call: (pageToken: string) => Promise<Page>): Promise<void> {
    const before = this.answer ?? [];
    try {
      const page = await call(this.next);
      if (this.answer === before) Object.assign(this, { answer: [...before, page], wrong: undefined });
    } catch (error) {
      if (this.answer === before) this.wrong = refusal(error);
    }
  }
}
