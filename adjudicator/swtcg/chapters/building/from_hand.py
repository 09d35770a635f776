"""A card of the hand that is said to be finished: it has to be laid down with its counters first.

Sources: idc.build.complete-from-hand (its whole cost comes off the build points first),
rots.build.units-must-be-built,
rots.build.required-for-effect.
"""

from __future__ import annotations

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.judging import Judging, Rule, allowed
from adjudicator.swtcg.chapters.building.laying_down import with_card_built
from adjudicator.swtcg.standing.card_kinds import TRAP, of_kind
from adjudicator.swtcg.standing.traits import prints_keyword
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table.declarations import Build, PayAlternativeCost, PayHiddenCost, PlayCard
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.keywords import ALTERNATIVE_COST

FINISHED = {
    "mission": "complete",
    "location": "put",
    "equipment": "finish",
    "resource": "complete",
}
"""By card type, what is said of a built card that is finished; units are deployed."""


def finishing(table: Table, face: Face) -> str:
    """What is said of a built card that is finished; empty for a card that is never built."""
    if face.is_unit:
        return "deploy"
    if of_kind(table, face, TRAP):
        return "spring"
    return next((said for kind, said in FINISHED.items() if kind in face.types), "")


def check_kind(judging: Judging, face: Face, code: str, rule: Rule, *, ok: bool) -> bool:
    """The clause that a built card is of the kind for which such words are; else those of its own kind are named."""
    if judging.clause(code, rule, ok, lambda: (("card", face.title),)):
        return True
    finished = finishing(judging.table, face)
    judging.would_be_legal(*((f"{finished} {face.title}",) if finished else ()))
    return False


def not_built(judging: Judging, number: int) -> str:
    """Why a card of the speaker's hand cannot be finished, with what would be legal in order; empty for one unknown."""
    table: Table = judging.table
    face = table.face(number)
    if face is None:
        return ""
    why, finished = table.why, finishing(table, face)
    if not finished:
        seat = judging.said.seat
        if judging.level and allowed(judging.game, table, PlayCard(seat, Sealed((seat,), (number,)))):
            judging.would_be_legal(f"play {face.title}")
        if why.build_finished_from_hand:
            return why.build_buildable_kinds
    elif judging.level:
        judging.would_be_legal(_in_order(judging, number, face))
    if isinstance(judging.said, PayHiddenCost):
        return why.keywords_hidden_cost  # which asks for counters on a card that lies face down
    if why.build_finished_from_hand:
        return why.build_finished_from_hand
    rule = why.build_units_must_be_built if face.is_unit else why.build_required_for_effect
    return rule if face.cost else why.build_all_cards_through_build_zone or rule


def _in_order(judging: Judging, number: int, face: Face) -> str:
    """What the player says first, and what then: with enough build points, all of it in one step."""
    table: Table = judging.table
    said, frame = judging.said, table.agenda.frames[-1] if table.agenda.frames else None
    if table.turn.phase == "setup" and face.is_unit:
        return f"place {face.title}"
    in_step = isinstance(frame, BuildStepFrame) and frame.seat == said.seat
    if not in_step or isinstance(said, PayHiddenCost):
        return "build it first"
    seat = said.seat
    if isinstance(said, PayAlternativeCost) and prints_keyword(face, ALTERNATIVE_COST):
        return f"build {face.title} 0, then {finishing(table, face)} it by alternative cost"
    draft, stack = with_card_built(table, Build(seat, Sealed((seat,), (number,)), 0))
    need, points, then = cost(draft, stack), table.seats[seat].points, finishing(table, face)
    if need <= points:
        return f"build {face.title} {need}, then {then} it"
    if points:
        return f"build {face.title} {points}, and {then} it once it has {need} build counters"
    return f"build it in a later build step, and {then} it once it has {need} build counters"
