import { rulebook, rulings } from "../service/clients";
import { refusal, type Refusal } from "../service/refusal";
import type { Edition } from "../gen/adjudicator/api/v1/rulebook_service_pb";
import type { ListLegalDeclarationsResponse, ShowTableResponse } from "../gen/adjudicator/api/v1/ruling_service_pb";
import { EXAMPLE } from "./example";
import { LinkError, pack, unpack, type Packed } from "./permalink";

const PAUSE_MILLISECONDS = 250;

/** The board on the desk with what is said at it: one for all screens, so that each goes on where the last one was. */
class Desk {
  edition = $state(EXAMPLE.edition);
  board = $state(EXAMPLE.board);
  said = $state(EXAMPLE.said);
  /** What else a screen keeps with the board, by name: the fields of a report, a deck. */
  more = $state<Record<string, string>>({});
  /** The editions that the service rules by. */
  editions = $state<Edition[]>([]);
  /** The table that the service reads in the board; the last one that it could read. */
  shown = $state.raw<ShowTableResponse>();
  /** What may be said at it. */
  legal = $state.raw<ListLegalDeclarationsResponse>();
  /** Why the board cannot be read; undefined if it can. */
  wrong = $state.raw<Refusal>();
  /** The question on which a ruling is wanted. */
  #ruled = $state("");
  /** Why a link holds no board, and the question that lay here when it was opened. */
  #broken = $state<{ why: LinkError["kind"]; question: string }>();
  #newest = 0;

  /** All that a ruling depends on: with another question, another ruling. */
  get question(): string {
    return JSON.stringify([this.edition, this.board, this.said]);
  }

  /** Whether a ruling is wanted on what is said; no more, once anything of the question is changed. */
  get ruled(): boolean {
    return this.#ruled === this.question;
  }

  set ruled(wanted: boolean) {
    this.#ruled = wanted ? this.question : "";
  }

  /** Why the link that was opened holds no board; nothing, once a board is made here instead. */
  get link(): LinkError["kind"] | undefined {
    return this.#broken?.question === this.question ? this.#broken.why : undefined;
  }

  /** What an edition is called. */
  title(edition: string): string {
    return this.editions.find((each) => each.edition === edition)?.title ?? edition;
  }

  /** Every declaration that would be legal, written out. */
  get notations(): string[] {
    return [...new Set(this.legal?.forms.flatMap((form) => form.notations) ?? [])];
  }

  /** The board as the position of a question. */
  position() {
    return { source: { case: "board" as const, value: { edition: this.edition, notation: this.board } } };
  }

  /** Put another board on the desk. */
  put({ ruled = false, ...board }: Partial<Packed>): void {
    Object.assign(this, board);
    this.ruled = ruled;
  }

  /** Look at the board a moment after its last change; the answer cancels that. */
  look(): () => void {
    const position = this.position();
    const waiting = setTimeout(() => void this.#read(position), PAUSE_MILLISECONDS);
    return () => clearTimeout(waiting);
  }

  async #read(position: ReturnType<Desk["position"]>): Promise<void> {
    const turn = ++this.#newest;
    try {
      const [shown, legal] = await Promise.all([
        rulings.showTable({ position, viewer: "judge" }),
        rulings.listLegalDeclarations({ position, viewer: "judge", spelled: true }),
      ]);
      if (turn === this.#newest) Object.assign(this, { shown, legal, wrong: undefined });
    } catch (error) {
      if (turn === this.#newest) this.wrong = refusal(error);
    }
  }

  async learn(): Promise<void> {
    try {
      this.editions = (await rulebook.listDocuments({})).editions;
    } catch {
      this.editions = []; // the frame says that nobody answers
    }
  }

  /** Take what a link holds. */
  async open(packed: string): Promise<void> {
    this.#broken = undefined;
    try {
      this.put(await unpack(packed));
    } catch (error) {
      this.#broken = { why: error instanceof LinkError ? error.kind : "broken", question: this.question };
    }
  }

  /** The value of `#b=` that the page itself has made last; what else stands there, somebody has opened. */
  written = "";

  /** The value of `#b=`; empty if the board is too long for a link. */
  async packed(): Promise<string> {
    const { edition, board, said, ruled } = this;
    const more = $state.snapshot(this.more);
    this.written = await pack({ edition, board, said, ruled, more }).catch(() => "");
    return this.written;
  }
}

export const desk = new Desk();
