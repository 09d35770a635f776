"""What a card is called once an effect has put it into play, where it is a unit."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.swtcg.effects.language import If, May, MoveTo, Those


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
