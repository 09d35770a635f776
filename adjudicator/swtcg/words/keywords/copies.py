"""How several copies of a keyword ability that one unit has act together, by the book that defines the keywords.

A copy comes from the card itself, from what lies with it, or from an effect. What is no keyword needs no table: changes
of a value add up, and any other text is an effect of its own as often as it is there.
"""

from __future__ import annotations

CUMULATIVE = "cumulative"
"""The copies are one ability, with their values added (idc.abilities.cumulative)."""
ISOLATED = "isolated"
"""There is but one, however many copies are given (idc.abilities.isolated)."""
LAYERED = "layered"
"""Each copy is an effect of its own (idc.abilities.layered)."""
SELECTIVE = "selective"
"""One copy is used on an occasion, and the others are disregarded then (idc.abilities.selective)."""

PUBLISHER, COMMITTEE = "publisher", "committee"
"""The books: the documents of 2005, and the committee's rulebook."""

Ways = dict[str, tuple[str, ...]]

SAID: dict[str, Ways] = {
    PUBLISHER: {
        CUMULATIVE: ("accuracy", "critical hit", "shields", "lucky", "barrage"),
        ISOLATED: ("armor", "overkill"),
        SELECTIVE: ("bombard", "ion cannon"),
    },
    COMMITTEE: {
        CUMULATIVE: (
            "accuracy", "area damage", "avenge", "backfire", "barrage", "bombard", "critical hit", "damage control",
            "focus", "fury", "ion cannon", "lucky", "parry", "resilience", "riposte", "shields", "stun", "surge",
        ),
        ISOLATED: (
            "armor", "cunning", "double damage", "double strike", "ferocity", "fortitude", "inspiration",
            "intimidation", "meditate", "overkill", "precision", "stealth",
        ),
        LAYERED: (
            "absorb", "ambush", "bounty", "deflect", "evade", "foresight", "forewarning", "insert", "persuade",
            "pilot", "protect", "reserves", "retaliate", "switch", "upkeep",
        ),
        SELECTIVE: (
            "alternative cost", "enhance", "hidden cost", "intercept", "redirect", "reduced cost", "velocity",
        ),
    },
}  # fmt: skip
"""What the definition of each keyword says of its copies; the publisher's say it of few."""

WAYS = {book: {name: way for way, names in ways.items() for name in names} for book, ways in SAID.items()}


def way(keyword: str, book: str) -> str:
    """How copies of a keyword act together; of one of which a book says nothing, each is an effect of its own."""
    return WAYS.get(book, {}).get(keyword, LAYERED)
