"""What a form has to settle because other choices hang on it: the arena they lie in, a unit they stand beside, X.

A form's choices are independent of each other, so that whatever fits them one by one may be said. Where a text has
one choice hang on another ("in that arena", "in the same arena as that unit", "that cost X or less"), there is a form
for each way to settle the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.chapters.playing.asked import chosen_instructions
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing.paying import PAID_AS
from adjudicator.swtcg.standing.sparing import choosable
from adjudicator.swtcg.standing.together import at_most
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Choose, ChooseArena, Condition, Controls, Cost, Those, X
from adjudicator.swtcg.words.terms import within

_replace = msgspec.structs.replace
THERE = "there"
_NAMES = ("bound", "alongside", "name_of", "line_of", "in_reach_of", "aboard")


class Settled(NamedTuple):
    """What a form settles: the arena ("" for none), choices by their number, the least and greatest X."""

    arena: str = ""
    chosen: Mapping[int, int] = {}
    x: tuple[int, int] | None = None
    bound: Mapping[str, tuple[int, ...]] = {}

    def seen_from(self, scene: Scene) -> Scene:
        """The scene in which the other choices are made."""
        numbers = {**scene.numbers, "x": self.x[0]} if self.x else scene.numbers
        return _replace(scene, bound={**scene.bound, **self.bound}, numbers=numbers, arena=self.arena)


NOTHING = Settled()
"""What a form settles in which nothing hangs on anything else."""


def hangs_on(playable: Playable, mode: int) -> frozenset[str]:
    """On which of its choices others, or its condition, hang: names, "there" for the arena, "x"."""
    chooses = chosen_instructions(playable, mode)
    asking = chooses if playable.condition is None else (*chooses, playable.condition)
    spoken = frozenset[str]().union(*map(_spoken, asking), _priced(playable.cost))
    return spoken & frozenset((THERE, "x")).union(*map(called, chooses)) if spoken else spoken


def ways_to_settle(
    table: Table, playable: Playable, scene: Scene, hang: frozenset[str], most_x: int
) -> Iterator[Settled]:
    """The ways to settle what other choices hang on (`hangs_on`), X up to so much (negative: there is none)."""
    chooses = chosen_instructions(playable, scene.numbers["mode"])
    arenas: tuple[str, ...] = ("",)
    if THERE in hang:
        arenas = next((i.among for i in walk(playable.do) if isinstance(i, ChooseArena) and i.when == "playing"), ("",))
    for arena in arenas:
        for way in _leads(table, chooses, scene, hang, Settled(arena)):
            if "x" not in hang or most_x < 0:
                yield way
                continue
            for x in _ranges(table, chooses, way.seen_from(scene), most_x):
                yield way._replace(x=x)


@remembered
def _spoken(said: Choose | Condition) -> frozenset[str]:
    """The names that a choice or condition speaks of: of what is chosen too, "there" for an arena, "x"."""
    return frozenset(_names((said.among, said.most, said.at_most) if isinstance(said, Choose) else said))


@remembered
def _priced(cost: Cost) -> frozenset[str]:
    """The names that a cost speaks of where it asks for cards that are not chosen yet."""
    return frozenset(_names((cost.out, cost.show)))


def _names(value: object) -> Iterator[str]:
    for each in within(value):
        if isinstance(each, X):
            yield each.name
        elif isinstance(each, Controls):
            yield each.arena
        elif isinstance(each, Those):
            yield from (name for field in _NAMES if (name := getattr(each, field)))
            yield from (THERE,) * (THERE in each.zones)


def _leads(
    table: Table, chooses: Sequence[Choose], scene: Scene, hang: frozenset[str], settled: Settled
) -> Iterator[Settled]:
    """Each way to make the choices that others hang on, after those that are settled."""
    begin = max(settled.chosen, default=-1) + 1
    leads = (at for at in range(begin, len(chooses)) if chooses[at].most == 1 and called(chooses[at]) & hang)
    lead = next(leads, None)
    if lead is None:
        yield settled
        return
    for stack in choosable(table, chooses[lead], settled.seen_from(scene)):
        bound = {**settled.bound, **dict.fromkeys(called(chooses[lead]), (stack,))}
        more = settled._replace(chosen={**settled.chosen, lead: stack}, bound=bound)
        yield from _leads(table, chooses, scene, hang, more)


def called(choose: Choose) -> frozenset[str]:
    """What others call what was chosen: for a cost it has a second name once it is paid."""
    return frozenset((choose.into, PAID_AS.get(choose.into, choose.into)))


def _ranges(table: Table, chooses: Sequence[Choose], scene: Scene, most: int) -> Iterator[tuple[int, int]]:
    """The values of X, those together for which the same may be chosen."""

    def choices(x: int) -> Any:
        there = _replace(scene, numbers={**scene.numbers, "x": x})
        return [(choosable(table, each, there), at_most(table, each, there)) for each in chooses]

    for _, same in groupby(range(most + 1), choices):
        values = list(same)
        yield values[0], values[-1]
