"""Boards on which no game can stand: what people mistype when they write a position down.

What an effect may have brought about (another's unit under one's control, damage that is about to be lethal, more
Force than usual) is no mistake; what no rule allows at any time is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.standing.stack_lists import has_list
from adjudicator.swtcg.standing.stacking import misfits
from adjudicator.swtcg.table.table import UNIT, Table
from adjudicator.swtcg.words.persons import person

_NUMBERED = re.compile(r"\b(?:stack|pilot) (\d+)\b")


class ImpossibleBoardError(ValueError):
    """A board that can be read, but on which no game can stand; says everything that is wrong with it."""


def check(table: Table, *, written: bool = False) -> None:
    """Raise ImpossibleBoardError if a table cannot be that of a game; one that was `written` from a game may be odd."""
    wrong = [*(_named(table, each) for each in broken(table)), *(() if written else _stacks(table))]
    if wrong:
        raise ImpossibleBoardError("no game can stand so: " + "; ".join(wrong))


def _named(table: Table, said: str) -> str:
    """What is wrong, with the name of the stack in place of its number, which nobody has written."""
    return _NUMBERED.sub(lambda found: table.title(int(found[1])), said)


def odd(table: Table) -> bool:
    """Whether something stands on a table that only an effect brings about, and a person would mistype."""
    return next(_stacks(table), None) is not None


def _stacks(table: Table) -> Iterator[str]:
    """Cards of a stack share a name (rots.stacking.same-name-required), or are on a Stack list; a unit fights in an
    arena of its type.
    """
    for stack in table.stacks.values():
        faces = [face for card in stack.cards if (face := table.face(card)) is not None]
        if len({person(face.name) for face in faces}) > 1 and (misfits(table, stack) or not any(map(has_list, faces))):
            yield f"{' over '.join(face.title for face in faces)} is no stack"
        if stack.role == UNIT and faces and stack.zone in table.arenas and stack.zone not in faces[0].types:
            yield f"{faces[0].title} is no unit of the {stack.zone.capitalize()} arena"
