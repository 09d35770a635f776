"""What has to be chosen when something is played, and what a declaration has chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing.paying import COST_NAMES, COUNTS, PAID_AS
from adjudicator.swtcg.table.table import Scene
from adjudicator.swtcg.words.kinds import under_option, walk
from adjudicator.swtcg.words.language import Choose, ChooseArena, Cost, Instruction

_replace = msgspec.structs.replace


@remembered
def cost_choices(cost: Cost) -> Sequence[Choose]:
    """What has to be chosen to pay a cost, in the order of `COST_NAMES`; "this" needs no choice."""
    found: list[Choose] = []
    for part, name in COST_NAMES.items():
        those = getattr(cost, part)
        if those is not None and not those.bound:
            among = _replace(those, tapped=False) if part == "tap_others" else those
            count = getattr(cost, COUNTS[part]) if part in COUNTS else 1
            found.append(Choose(into=name, among=among, least=count, most=count or None))
    return found


@remembered
def choices_on_playing(do: tuple[Instruction, ...]) -> Sequence[Choose]:
    """The choices of stacks that an effect asks for when it is played."""
    return [each for each in walk(do) if isinstance(each, Choose) and each.when == "playing"]


def carried_out(playable: Playable, mode: int) -> tuple[Instruction, ...]:
    """What is done under the option chosen."""
    return under_option(playable.do, mode) if playable.options else playable.do


def chosen_instructions(playable: Playable, mode: int) -> Sequence[Choose]:
    """The choices of stacks made on playing: first for the cost, then in order under the option chosen."""
    under = choices_on_playing(carried_out(playable, mode))
    return under if playable.cost.plain else [*cost_choices(playable.cost), *under]


@remembered
def _arena_asked(do: tuple[Instruction, ...]) -> ChooseArena | None:
    return next((each for each in walk(do) if isinstance(each, ChooseArena) and each.when == "playing"), None)


def arena_asked(playable: Playable, mode: int) -> ChooseArena | None:
    """The choice of an arena made on playing, if there is one."""
    return _arena_asked(carried_out(playable, mode))


def modes_of(playable: Playable) -> int:
    """How many options a "choose one" has; 0 if there is none."""
    return playable.options


def chosen_in(playable: Playable, said: Any) -> dict[str, tuple[int, ...]]:
    """The names that a declaration's targets bind."""
    if not getattr(said, "targets", ()):
        return {}
    return {i.into: tuple(t) for i, t in zip(chosen_instructions(playable, said.mode), said.targets, strict=False)}


def scene_for(playable: Playable, said: Any) -> Scene:
    """The scene that choices are looked at from; what is to pay is called as it will be once it has."""
    chosen = chosen_in(playable, said)
    return Scene(
        controller=said.seat,
        source=playable.name,
        stack=playable.stack,
        card=playable.card,
        bound=chosen | {PAID_AS[name]: chosen[name] for name in chosen if name in PAID_AS} if chosen else chosen,
        numbers={"x": getattr(said, "x", 0), "mode": getattr(said, "mode", 0)},
        arena=getattr(said, "arena", ""),
    )
