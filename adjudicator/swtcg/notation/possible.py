"""Boards on which no game can stand: what people mistype when they write a position down.

What an effect may have brought about (another's unit under one's control, damage that is about to be lethal, more
Force than usual) is no mistake; what no rule allows at any time is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.standing.stacking import may_stack
from adjudicator.swtcg.table.table import EVENT, PILOT, SUPPLY, UNIT, Stack, Table

UNSTACKED = {
    "STACKS_UNIQUE": "cards that are not unique are not stacked",
    "CARD_HAS_VERSION": "cards that are not unique are not stacked",
    "STACKS_SAME_NAME": "its cards are no versions of one",
    "VERSION_NOT_IN_STACK": "it holds a version twice",
}
"""By the condition of stacking that is not met, what is wrong with a stack."""
IN_A_DECK = ("hand", "deck", "deck top", "deck bottom", "discard")
_replace = msgspec.structs.replace
_NUMBERED = re.compile(r"\b(?:stack|pilot) (\d+)\b")


class ImpossibleBoardError(ValueError):
    """A board that can be read, but on which no game can stand; says everything that is wrong with it."""


def check(table: Table, *, written: bool = False) -> None:
    """Raise ImpossibleBoardError if a table cannot be that of a game; one that was `written` from a game may be odd."""
    wrong = [*(_named(table, each) for each in broken(table)), *(() if written else _odd(table))]
    if wrong:
        raise ImpossibleBoardError("no game can stand so: " + "; ".join(wrong))


def _named(table: Table, said: str) -> str:
    """What is wrong, with the name of the stack in place of its number, which nobody has written."""
    return _NUMBERED.sub(lambda found: table.title(int(found[1])), said)


def odd(table: Table) -> bool:
    """Whether something stands on a table that only an effect brings about, and a person would mistype."""
    return next(_odd(table), None) is not None


def _odd(table: Table) -> Iterator[str]:
    """A unit fights in an arena of its type, and its cards can be stacked; a Subordinate lies nowhere but in an arena
    or in the supply, where the edition has one (idc.subordinate.returns-to-supply), and nothing but Subordinates and
    Events in the supply; cards are being played only in the middle of something.
    """
    for stack in table.stacks.values():
        faces = [face for card in stack.cards if (face := table.face(card)) is not None]
        if stack.role in (UNIT, PILOT) and faces and len(faces) < len(stack.cards):
            yield f"a card that nobody knows is in the stack of {faces[0].title}: write '1 card under' of one face down"
        if len(faces) > 1 and (why := _no_stack(table, stack)):
            yield f"{' over '.join(face.title for face in faces)} is no stack: {why}"
        if stack.role == UNIT and faces and stack.zone in table.arenas and stack.zone not in faces[0].types:
            yield f"{faces[0].title} is no unit of the {stack.zone.capitalize()} arena"
    yield from _misplaced_in_piles(table)
    if table.edition.supply.value:
        yield from (f"{title} is a Subordinate: it lies in an arena or in the supply" for title in _strayed(table))


def _misplaced_in_piles(table: Table) -> Iterator[str]:
    """What lies in the piles of a table that cannot lie there."""
    events = (EVENT,) if table.edition.supply.value else ()
    for seat in table.order:
        for card in table.zones.get(f"{SUPPLY}:{seat}", ()):
            face = table.face(card)
            if face is not None and not face.costless and not set(events) & set(face.types):
                yield f"{face.title} lies in no supply"
    if any(table.zones.get("playing", ())):
        yield "cards are being played only in the middle of something"


def _no_stack(table: Table, stack: Stack) -> str:
    """Why the cards of a stack do not lie together, as the rule of stacking has it of each below the top one; empty if
    they do, or if an effect may let them.
    """
    below = ((card, face) for card in stack.cards[1:] if (face := table.face(card)) is not None)
    if not table.known(stack):
        return ""
    for card, face in below:
        others = _replace(stack, cards=tuple(each for each in stack.cards if each != card))
        for condition in may_stack(table, face, others):
            if not condition.ok and condition.code in UNSTACKED and condition.code not in table.index.overrides:
                return UNSTACKED[condition.code]
    return ""


def _strayed(table: Table) -> Iterator[str]:
    """The Subordinates that lie where none can be."""
    stray = [card for stack in table.stacks.values() if stack.zone not in table.arenas for card in stack.cards]
    for zone, cards in table.zones.items():
        if zone.partition(":")[0] in IN_A_DECK:
            stray.extend(cards)
    faces = (table.face(card) for card in stray)
    return (face.title for face in faces if face is not None and face.costless)
