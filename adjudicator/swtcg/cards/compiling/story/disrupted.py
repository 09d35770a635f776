"""What becomes of a card that is disrupted: said behind it, and told as a part of it."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.words.language import Disrupt, If, Instruction, May, MoveTo, Those

DISRUPTED = Those(what="card", bound="disrupted")
"""The card that is disrupted, as it is spoken of; no effect has it under this name."""

PLACES = ("hand", "out", "deck top", "deck bottom")
"""Where it may go instead of the discard pile."""


def disrupts_card(said: Instruction | None) -> bool:
    """Whether what was said last disrupts a card, and nothing but a card."""
    last = _last(said)
    return isinstance(last, Disrupt) and set(last.of) <= {"battle", "mission"} and not last.away


def sent_away(said: Instruction | None, to: MoveTo) -> Instruction | None:
    """What disrupts a card, with where the card goes then; None if that is no such place."""
    if said is None or to.to not in PLACES or to != MoveTo(what=to.what, to=to.to) or not disrupts_card(said):
        return None
    return _with(said, to.to)


def _last(said: Instruction | None) -> Instruction | None:
    """What is done last, by an offer or on a condition too."""
    if isinstance(said, May) and said.do and not said.otherwise:
        return _last(said.do[-1])
    if isinstance(said, If) and said.then and not said.otherwise:
        return _last(said.then[-1])
    return said


def _with(said: Instruction, place: str) -> Instruction:
    if isinstance(said, May):
        return structs.replace(said, do=(*said.do[:-1], _with(said.do[-1], place)))
    if isinstance(said, If):
        return structs.replace(said, then=(*said.then[:-1], _with(said.then[-1], place)))
    assert isinstance(said, Disrupt)
    return structs.replace(said, away=place)
