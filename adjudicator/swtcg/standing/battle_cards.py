"""When a Battle card is played: where an edition has it so in the battle phase, and outside it only if its own words
name the time.

Who is asked does not hang on which cards a player holds: outside the battle phase a hand counts where the words of
some printed card name the time (`may_be_for`).
Sources: idc.cards.battle-card-play, idc.chances.some-effects-outside-battle,
idc.phrase.play-only.overrides-timing-and-place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.swtcg.standing import aside
from adjudicator.swtcg.table.frames import PlayFrame, PopFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.instructions import Disrupt
from adjudicator.swtcg.words.kinds import BUILD_ROLL, DOOMED, PREVENTING, walk
from adjudicator.swtcg.words.language import Instruction

NAMED = (BUILD_ROLL, PREVENTING, DOOMED)
"""The restrictions to a chance that opens outside the battle phase too."""
ASKED = "lethal"
"""The kind of chance, of those, for which Battle cards are printed (kinds.DOOMED): who has a hand is asked there."""


def out_of_phase(table: Table) -> bool:
    """Whether it is not the battle phase, in an edition in which Battle cards are for that."""
    phase = table.edition.battle_cards_in_battle
    return phase.value and table.turn.phase != "battle" and table.suppressed != phase.rule


def named_by(table: Table, only: str, do: tuple[Instruction, ...], frames: Sequence[Any]) -> str:
    """The rule by which the words of a Battle card let it be played in a chance outside the battle phase; empty if they
    name no such time.
    """
    if only in NAMED:
        return table.why.chances_play_only_overrides
    disrupts = any(isinstance(each, Disrupt) and "mission" in each.of for each in walk(do))
    return table.why.chances_outside_battle if disrupts and _completes_mission(frames) else ""


def _completes_mission(frames: Sequence[Any]) -> bool:
    """Whether a Mission may be disrupted now. All but Traps are completed outside the battle phase alone."""
    chance = frames[-1] if frames else None
    played = chance.played if isinstance(chance, PopFrame) else 0
    return any(isinstance(each, PlayFrame) and each.id == played and each.kind == "mission" for each in frames)


def abilities_alone(table: Table) -> bool:
    """Whether Battle cards are out of time although there may be chances: at the end of a turn that has one."""
    return table.turn.phase == "end" and bool(table.edition.turn.part("closing").chance)


def may_be_for(table: Table, kind: str, frames: Sequence[Any]) -> bool:
    """Whether some Battle card could be played in a chance of a kind, whoever holds it."""
    if abilities_alone(table):
        return False
    return not out_of_phase(table) or kind == ASKED or _completes_mission(frames)


def lying_ready(table: Table, seat: str, kind: str, *, in_time: bool) -> bool:
    """Whether a player may play cards that are set aside, or in a chance of a kind some of the discard pile; where no
    Battle card is in time, only what is an ability of a card there.
    """
    found = aside.from_discard_pile(table, seat, kind)
    if not in_time:
        return not set(found).issubset(aside.meditating(table, seat))
    return bool(found or aside.playable_aside(table, seat))
