import type { MessageInitShape } from "@bufbuild/protobuf";

import type { BoardEditSchema, EditBoardResponse } from "../gen/adjudicator/api/v1/ruling_service_pb";
import { rulings } from "../service/clients";
import { why } from "../service/refusal";
import { desk } from "./desk.svelte";

type Sent = MessageInitShape<typeof BoardEditSchema>;
export type Change = NonNullable<Sent["edit"]>;

const STEPS_KEPT = 50;

/** Changes that a person clicks. The service makes them in the board's notation, so what is clicked can be typed on. */
class Clicks {
  /** What the service says of the board last clicked or looked at: its table, and what may be changed. */
  known = $state.raw<EditBoardResponse>();
  /** Why the last change was not made. */
  refused = $state("");
  #before = $state.raw<string[]>([]);
  #under: Promise<unknown> = Promise.resolve();

  get undoable(): boolean {
    return this.#before.length > 0;
  }

  /** Learn what may be changed on the board as it is written now. */
  learn(): Promise<void> {
    return this.#one([]);
  }

  /** Make changes; one after the other, however fast a person taps. */
  make(...changes: Change[]): Promise<void> {
    return this.#one(changes);
  }

  /** Lay another board down, at which nothing is said yet; this can be undone as well. */
  lay(board: string): Promise<void> {
    this.#before = [...this.#before, desk.board].slice(-STEPS_KEPT);
    desk.put({ board, said: "" });
    return this.learn();
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    desk.put({ board: last, said: desk.said });
  }

  #one(changes: Change[]): Promise<void> {
    const turn = this.#under.then(() => this.#ask(changes));
    this.#under = turn;
    return turn;
  }

  async #ask(changes: Change[]): Promise<void> {
    const before = desk.board;
    try {
      const board = { edition: desk.edition, notation: before };
      const answer = await rulings.editBoard({ board, edits: changes.map((edit) => ({ edit })) });
      if (desk.board !== before) return; // somebody has typed meanwhile
      this.known = answer;
      this.refused = "";
      if (!changes.length) return;
      this.#before = [...this.#before, before].slice(-STEPS_KEPT);
      desk.put({ board: answer.notation, said: desk.said });
    } catch (error) {
      if (changes.length) this.refused = why(error);
    }
  }
}

export const clicks = new Clicks();
