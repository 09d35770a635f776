"""The stages of a chance to reroll, where an edition has them: dice are added, then rolled again, then altered.

Within a stage what triggers comes first, then what is static (Lucky), then what has a cost or is a card. All players
have passed at a place in this order before anything that comes later is played (idc.chances.reroll-pop,
idc.chances.reroll-order-overrides-types). Only places at which somebody has something on the table are gone through one
by one; cards in hands may be played at any of them for which it is not too late, and once more at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.kernel.base import Frame
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.continuous import keyword_of
from adjudicator.swtcg.table.frames import StagedPopFrame
from adjudicator.swtcg.table.table import Table, Trigger
from adjudicator.swtcg.words.kinds import chances_for, roll_stage_of
from adjudicator.swtcg.words.language import Activated, Instruction, Keyword

KINDS = ("triggered", "static", "played")
"""The kinds of effects in their order."""
STAGES = ("adds dice", "rerolls", "alters dice")
"""What the stages are called (kinds.ROLL_STAGES)."""
LAST = len(KINDS) * len(STAGES) - 1
"""The last place in the order: what is played to alter dice."""


def place_of(do: tuple[Instruction, ...], keyword: str) -> int:
    """The place in the order of something to be played that does this; of Lucky, which is static."""
    if keyword == "lucky":
        return len(KINDS) * STAGES.index("rerolls") + KINDS.index("static")
    return len(KINDS) * roll_stage_of(do) + KINDS.index("played")


def same_stage(one: int, other: int) -> bool:
    """Whether two places in the order are of one stage."""
    return one // len(KINDS) == other // len(KINDS)


def keeps_static_waiting(table: Table, place: int) -> bool:
    """Whether somebody has something static on the table for a later stage than a place of what is played."""
    later = [other for seat in table.order for other in places(table, seat) if other > place]
    static = KINDS.index("static")
    return place % len(KINDS) > static and any(other % len(KINDS) == static for other in later)


def said(place: int) -> str:
    """A place in the order in words."""
    return f"what {STAGES[place // len(KINDS)]}, {KINDS[place % len(KINDS)]}"


def places(table: Table, seat: str) -> frozenset[int]:
    """The places in the order at which a player has something on the table; kept with the index."""
    index = table.index
    if (seat, "reroll") not in index.chances:
        return frozenset()
    if index.roll_places is None:
        index.roll_places = {}
    known: dict[str, frozenset[int]] = index.roll_places
    if seat not in known:
        known[seat] = frozenset(
            place_of(getattr(instance.ability, "do", ()), keyword_of(instance))
            for stack in table.stacks.values()
            if stack.controller == seat
            for instance in index.by_stack.get(stack.id, ())
            if isinstance(instance.ability, (Activated, Keyword)) and "reroll" in chances_for(instance.ability)
        ) or frozenset((LAST,))
    return known[seat]


def next_place(table: Table, chance: StagedPopFrame, pool: Iterable[Trigger]) -> int | None:
    """The place up to which things are played next in a chance; None if it is over."""
    coming = [place for seat in table.order for place in places(table, seat) if place >= chance.done]
    if coming:
        return min(coming)
    if chance.stage < 0:
        return LAST
    waiting = any(trigger.chance == "reroll" for trigger in pool)
    return LAST if chance.stage < LAST and (waiting or _kept_waiting(table)) else None


def _kept_waiting(table: Table) -> bool:
    """Whether somebody with cards in hand has waited for what another player has on the table."""
    having = [seat for seat in table.order if places(table, seat)]
    return any(table.zones.get(f"hand:{seat}") and any(other != seat for other in having) for seat in table.order)


def played(run: Run, do: tuple[Instruction, ...], keyword: str) -> None:
    """Something is played in the chance at work; in one that goes by stages what comes before it is over."""
    chance = run.frames[-1]
    if isinstance(chance, StagedPopFrame):
        run.goto(chance.step, done=max(chance.done, min(chance.stage, place_of(do, keyword))))


def may_speak(table: Table, seat: str, chance: Frame | None) -> bool:
    """Whether a player has something on the table for the place in the order at which a chance is."""
    if not isinstance(chance, StagedPopFrame):
        return True
    return any(chance.done <= place <= chance.stage for place in places(table, seat))


def timely(frames: Sequence[Any], pool: Iterable[Trigger], chance: str) -> list[Trigger]:
    """The triggers that wait for a kind of chance; in one that goes by stages, those whose time has come."""
    if chance == "reroll":
        below = next((frame for frame in reversed(frames) if isinstance(frame, StagedPopFrame)), None)
        if below is not None:
            return in_time(pool, below.stage)
    return [trigger for trigger in pool if trigger.chance == chance]


def in_time(pool: Iterable[Trigger], stage: int) -> list[Trigger]:
    """Of triggers that wait for a chance to reroll those whose stage comes first, if it has come."""
    waiting = [trigger for trigger in pool if trigger.chance == "reroll"]
    first = min((roll_stage_of(trigger.do) for trigger in waiting), default=0)
    if len(KINDS) * first > stage:
        return []
    return [trigger for trigger in waiting if roll_stage_of(trigger.do) == first]
