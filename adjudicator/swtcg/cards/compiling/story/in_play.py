"""What a card is called once an effect has put it into play, where it is a unit, or has discarded it from a hand."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.swtcg.words.language import Choose, DiscardCards, If, May, MoveTo, Those

UNIT_TYPES = ("space", "ground", "character")


def in_play_name(card: Those) -> str:
    """The name of what a card is in play."""
    return f"{card.bound} in play"


def naming(said: Any, card: Those) -> Any:
    """Instructions of which the one that puts a card into play names what it is there, too."""
    if isinstance(said, tuple):
        return tuple(naming(each, card) for each in said)
    if isinstance(said, MoveTo):
        return structs.replace(said, into=in_play_name(card)) if said.what == card else said
    if not isinstance(said, If | May):
        return said
    inner = {field: naming(getattr(said, field), card) for field in ("then", "do", "otherwise") if hasattr(said, field)}
    return structs.replace(said, **inner)


def chosen_from_hand(said: DiscardCards, into: str) -> Choose:
    """The choice of the card of which "discards a card" speaks, where what follows speaks of that card."""
    side = {"you": "yours", "opponent": "opponents", "they": "theirs", "chosen": "players"}[said.who]
    types = UNIT_TYPES if said.types == ("unit",) else said.types
    hand = Those(what="card", side=side, zones=("hand",), types=types)
    return Choose(into=into, among=hand, who=said.who, when="resolving", at_random=said.at_random)
