"""Seats and places as people call them."""

from __future__ import annotations


def person(seat: str) -> str:
    """A seat as people call it."""
    return seat.capitalize() if seat else "Nobody"


def place(zone: str) -> str:
    """A zone in words."""
    kind, _, seat = zone.partition(":")
    if kind in ("space", "ground", "character"):
        return f"the {kind.capitalize()} arena"
    if kind == "playing":
        return "play"
    if kind == "aside":
        return f"what {person(seat)} has set aside"
    if kind in ("deck top", "deck bottom"):
        return f"the {kind.removeprefix('deck ')} of {person(seat)}'s deck"
    words = {
        "build": "build zone", "discard": "discard pile", "out": "pile out of the game", "event": "Event zone",
        "resource": "Resource zone",
    }  # fmt: skip
    return f"{person(seat)}'s {words.get(kind, kind)}"
