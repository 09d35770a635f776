"""Several things chosen together: what they have to differ in, to agree in, or to stay below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.measures import measure, printed_measure
from adjudicator.swtcg.standing.selectors import CARD
from adjudicator.swtcg.table.frames import Together
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.language import Choose, Top

COMBINATIONS_MAX = 500
"""So many combinations are tried for one that fits together, before a form is left out."""


def together(table: Table, choose: Choose, scene: Scene) -> Together | None:
    """What a choice asks of those chosen together; None if nothing."""
    if not (choose.different or choose.same or choose.total):
        return None
    most = amount_of(table, choose.at_most, scene) if choose.total else 0
    return Together(choose.different, choose.same, choose.total, most, choose.among.what == CARD)


def fit(table: Table, asked: Together | None, chosen: Sequence[int]) -> bool:
    """Whether those chosen fit together; a card that nobody knows fits with everything."""
    if asked is None:
        return True
    if asked.different:
        found = [each for each in (_trait(table, asked, number, asked.different) for number in chosen) if each]
        if len(set(found)) < len(found):
            return False
    if asked.same and len({_trait(table, asked, number, asked.same) for number in chosen} - {""}) > 1:
        return False
    return not asked.total or sum(_size(table, asked, number, asked.total) for number in chosen) <= asked.at_most


ANY_NUMBER = 999
"""What stands for "any number of" them."""
FORMS_MAX = 60
"""So many ways of choosing what has to fit together are listed, the first ones."""


def ways(
    table: Table, asked: Together | None, options: Sequence[int], least: int, most: int
) -> tuple[tuple[int, ...], ...]:
    """The choices of so many of the options that fit together, at most FORMS_MAX of them."""
    found: list[tuple[int, ...]] = []
    tried = 0
    for count in range(least, most + 1):
        for chosen in combinations(options, count):
            tried += 1
            if fit(table, asked, chosen):
                found.append(chosen)
            if len(found) >= FORMS_MAX or tried >= COMBINATIONS_MAX:
                return tuple(found)
    return tuple(found)


def at_most(table: Table, choose: Choose, scene: Scene) -> int:
    """How many a choice lets one choose at most, however many there are."""
    return ANY_NUMBER if choose.most is None else max(0, amount_of(table, choose.most, scene))


def most_of(table: Table, choose: Choose, options: Sequence[int], scene: Scene) -> int:
    """How many of the options may be chosen at most: of what has to differ, no more than there are kinds of it."""
    most = min(at_most(table, choose, scene), len(options))
    asked = together(table, choose, scene)
    if asked is None or not asked.different or most < 2:
        return most
    traits = [_trait(table, asked, number, asked.different) for number in options]
    return min(most, len({each for each in traits if each}) + traits.count(""))


def differing(said: Top) -> Together | None:
    """What the cards turned over have to differ in."""
    return Together(said.different, "", "", 0, cards=True) if said.different else None


def _trait(table: Table, asked: Together, number: int, trait: str) -> str:
    """A name, an arena, or a value as a word."""
    if asked.cards:
        face = table.face(number)
        if face is None:
            return ""
        return face.name if trait == "name" else str(printed_measure(face, trait))
    stack = table.stacks[number]
    if trait == "arena":
        return stack.zone
    if trait == "name":
        return table.top(stack).name if table.known(stack) else ""
    return str(measure(table, stack, trait))


def _size(table: Table, asked: Together, number: int, stat: str) -> int:
    if not asked.cards:
        return measure(table, table.stacks[number], stat)
    face = table.face(number)
    return printed_measure(face, stat) if face is not None else 0
