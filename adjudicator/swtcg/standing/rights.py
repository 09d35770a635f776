"""The right to say now that a Trap is sprung or a Trait attached: which of them are open, and where they may be used.

A condition that is met opens it. It lasts while the step of the game lasts in which the table first waits after that,
and ends with the next thing that its player says where it could have been used.
Sources: idc.mission.trap-is-optional, idc.mission.trap-declined-waits, idc.equipment.trait-attachment-optional,
idc.equipment.trait-declined-waits.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.remembering import GAMES_MAX, remembered_by_word, remembered_of_game
from adjudicator.swtcg.standing.card_kinds import TRAIT, TRAP, is_printed, of_kind
from adjudicator.swtcg.table.declarations import Activate, Equip, PayHiddenCost, Spring, TakeBack
from adjudicator.swtcg.table.frames import BattleStepFrame, BuildStepFrame, PopFrame, RetreatStepFrame
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, Met, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import ANY_TIME
from adjudicator.swtcg.words.language import Triggered
from adjudicator.swtcg.words.printed import printed

OF_A_KIND = ("reroll", "prevention", "disrupt")
"""The chances in which nothing may be done but what is for them (idc.triggers.no-others-in-those-chances)."""


def step_now(table: Table) -> str:
    """The step of the game, as one word."""
    turn = table.turn
    return f"{turn.number}/{turn.phase}/{turn.step}/{turn.seat}/{turn.arena}"


def is_trait(table: Table, stack: Stack | None) -> bool:
    """Whether something on the table is a Trait, lying ready or attached."""
    if stack is None or stack.role != EQUIPMENT or not table.edition.ruled_subtypes.value:
        return False
    return table.known(stack) and of_kind(table, table.top(stack), TRAIT)


@remembered_of_game
def with_traits(faces: dict[str, Face]) -> bool:
    """Whether any card of a game is a Trait."""
    return any(is_printed(face, TRAIT) for face in faces.values())


def condition_of(table: Table, face: Face) -> Triggered | None:
    """What a Trap or Trait waits for, and what comes of it."""
    return condition_in(face, table.edition.book.value)


def condition_in(face: Face, book: str) -> Triggered | None:
    """The same, its keywords spelled out as a book defines them."""
    return next((each for each in printed(face, book) if isinstance(each, Triggered)), None)


@partial(remembered_by_word, most=GAMES_MAX)
def awaited(faces: dict[str, Face], book: str) -> frozenset[str]:
    """The kinds of events that the Traps and Traits of a game wait for: in most games there are none."""
    found = (condition_in(face, book) for face in faces.values() if is_printed(face, TRAP) or is_printed(face, TRAIT))
    return frozenset(ability.when.kind for ability in found if ability is not None)


def admits(frame: Any, chance: str) -> bool:
    """Whether a procedure asks where something that waits for a kind of chance (empty: none) may be said."""
    if isinstance(frame, PopFrame):
        return frame.kind == chance if chance else frame.kind not in OF_A_KIND
    return not chance and isinstance(frame, BattleStepFrame | BuildStepFrame | RetreatStepFrame)


def is_open(table: Table, met: Met) -> bool:
    """Whether a right may still be used: its card waits, and the step is the one in which it was opened."""
    stack = table.stacks.get(met.stack)
    return stack is not None and met.step == step_now(table) and waits(stack)


def waits(stack: Stack) -> bool:
    """Whether a Trap or Trait has not come to anything yet."""
    return stack.role == BUILDING or (stack.role == EQUIPMENT and not stack.host)


def open_for(table: Table, stack: int) -> list[Met]:
    """The rights of a card that may be used, the newest first."""
    declined = (table.why.mission_trap_declined_waits, table.why.equipment_trait_declined_waits)
    found = (met for every in table.met.values() for met in reversed(every) if met.stack == stack)
    return [met for met in found if is_open(table, met) or table.suppressed in declined]


def admits_hidden_cost(table: Table, kind: str) -> bool:
    """Whether a unit is deployed by Hidden Cost in a kind of chance: a general one (crf.keywords.hidden-cost-when), or
    where that may be any time all but those for something else (idc.keywords.hidden-cost-barred-chances).
    """
    return kind == "general" or (table.edition.hidden_cost_anytime.value and kind not in OF_A_KIND)


def let_pass(table: Table, stack: int) -> bool:
    """Whether the condition of a card has been met and its player has let it pass."""
    return any(met.stack == stack and not is_open(table, met) for every in table.met.values() for met in every)


def unasked(table: Table, said: Declaration) -> bool:
    """Whether what is said needs no question: something with a right of its own, or in a step outside the battle phase
    Hidden Cost, and an ability that is played at any time.
    """
    if speaks_up(table, said):
        return True
    if not isinstance(said, Activate | PayHiddenCost) or not at_any_time(table, said.seat):
        return False
    return isinstance(said, PayHiddenCost) or is_for_any_time(table, said.ability)


def is_for_any_time(table: Table, key: str) -> bool:
    """Whether an ability of something on the table is played at any time."""
    stack = table.stack_of(key)
    there = table.index.by_stack.get(stack.id, ()) if stack is not None else ()
    return any(each.key == key and getattr(each.ability, "only", "") == ANY_TIME for each in there)


def at_any_time(table: Table, seat: str) -> bool:
    """Whether a step outside the battle phase is going on, in which a player may do what is done at any time."""
    if not table.edition.hidden_cost_anytime.value or seat not in table.seats:
        return False
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    return isinstance(frame, BuildStepFrame | RetreatStepFrame)


def speaks_up(table: Table, said: Declaration) -> bool:
    """Whether what is said is that a Trap is sprung, a Trait attached or a shortcut over, for which nobody is asked."""
    if said.seat not in table.seats:
        return False
    return isinstance(said, Spring | TakeBack) or (
        isinstance(said, Equip) and is_trait(table, table.stacks.get(said.equipment))
    )
