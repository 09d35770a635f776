"""Manual effects: what the seat *judge* carries out, as facts that go through the same door.

A manual effect never makes things undecided by being there; where it must be carried out the judge is
asked, unless the game was opened with `manual = blank`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.endless import is_endless
from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import CarryOut
from adjudicator.swtcg.table.fold import fold
from adjudicator.swtcg.table.frames import ManualFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import JUDGE, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Manual

ENDLESS = "what comes to no end"
"""What the judge carries out where abilities set each other off for ever."""
_FACTS = msgspec.json.Decoder(tuple[f.AnyEvent, ...])


def _start(run: Run, frame: ManualFrame) -> None:
    """Ask the judge, or let a blank effect do nothing."""
    if run.table.manual == "blank":
        run.non_event(
            f"the manual effect {frame.key}",
            run.table.why.cards_card_beats_rule,
            "the game was opened with manual = blank",
        )
        run.goto("done")
        run.happen(f.ManualCarriedOut(key=frame.key, rule=run.table.why.cards_card_beats_rule, cause="manual = blank"))
        return
    ask(run, "manual", (JUDGE,), run.table.why.cards_card_beats_rule)


def _done(run: Run, frame: ManualFrame) -> None:
    run.pop()


def read(text: str) -> tuple[Any, ...] | None:
    """The facts a judge has declared, from their JSON form; None if they cannot be read."""
    try:
        return _FACTS.decode(text)
    except msgspec.MsgspecError:
        return None


def check(judging: Judging, frame: ManualFrame | None) -> None:
    """Clauses of carrying a manual effect out: asked for, by the judge, readable facts that fit the table.

    Where something that may be said comes to no end, the judge may do so too, as nobody else can go on.
    """
    why: Grounds = judging.table.why
    said: CarryOut = judging.said
    judging.clause("JUDGE_SPEAKS", why.cards_card_beats_rule, said.seat == JUDGE)
    judging.clause(
        "RIGHT_MOMENT",
        why.cards_card_beats_rule,
        frame is not None or is_endless(judging.game, judging.table),
    )
    facts = read(said.facts)
    if judging.clause("FACTS_READABLE", why.cards_card_beats_rule, facts is not None):
        wrong = _misfit(judging.table, facts or ())
        judging.clause("FACTS_FIT_THE_TABLE", why.cards_card_beats_rule, not wrong, lambda: (("but", wrong),))


def _misfit(table: Table, facts: tuple[Any, ...]) -> str:
    """What is wrong with the facts: they cannot be folded on a draft, or break it; empty if they fit."""
    draft = table.fork()
    try:
        for fact in facts:
            fold(draft, fact)
        return "; ".join(broken(draft))
    except Exception as error:  # noqa: BLE001 - whatever a judge's facts break, they do not fit
        return f"{type(error).__name__}: {error}"


def perform(run: Run) -> None:
    """What the judge declared happens; where nothing was left to the judge, the same is asked again afterwards."""
    why: Grounds = run.table.why
    facts = read(run.said.facts) or ()
    frame = run.frames[-1] if run.frames else None
    if not isinstance(frame, ManualFrame):
        run.happen(*facts, f.ManualCarriedOut(key=ENDLESS, rule=why.cards_card_beats_rule, cause="judge"))
        return
    run.closed()
    run.goto("done")
    run.happen(*facts, f.ManualCarriedOut(key=frame.key, rule=why.cards_card_beats_rule, cause=frame.scene.source))


def forms(game: Any, table: Table, frame: ManualFrame, seat: str) -> list[Form]:
    """The judge's answer; any facts may be declared, so only the empty one is listed."""
    return [Form("CarryOut", JUDGE, (("facts", "[]"),), (), f"carry out {frame.key}")]


# --- texts that say when, and what else -------------------------------------------------------


@remembered
def restrictions(face: Face | None) -> tuple[Manual, ...]:
    """The paragraphs of a card that say in words alone when it may be played or what else it costs."""
    if face is None:
        return ()
    return tuple(each for each in face.abilities if isinstance(each, Manual) and each.form == "restriction")


def check_restrictions(judging: Judging, face: Face | None) -> None:
    """Clause TEXT_PERMITS: unknown where a card has such a paragraph, unless such texts are blank in this game."""
    table: Table = judging.table
    found = restrictions(face)
    if found and table.manual == "ask":
        keys = ", ".join(each.key for each in found)
        judging.clause("TEXT_PERMITS", table.why.chances_play_only_condition, None, lambda: (("by hand", keys),))


STEPS = {ManualFrame: {"start": _start, "done": _done}}
