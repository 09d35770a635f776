"""What is written, as values: boards and declarations before anybody asks what their names mean.

`syntax` reads them from text; `written` and `written_card` are the way back for names.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

_WORD = re.compile(r'[^\s,;:=?"()\[\]{}#]+')
_NUMBER = re.compile(r"\d+")

CALLED = ("dark", "light", "vong")
"""The words by which seats are called after their sides."""

RESERVED = frozenset(
    """
    over with carrying face on choose enhance reroll in against onto beneath stay retreated by and then to attacks
    nothing cards has under below using dice event
    """.split()  # noqa: SIM905 - words are easier to read as a text
)
"""Words that end a name, or stand where a name may: a name that holds one is written in quotation marks."""

NUMBER_MAX = 999_999
"""No number of a board is greater: the most that a game comes to is far below."""

VERBS = (
    "pass", "let go", "take", "roll for the side", "roll for the bid",
    "mulligan", "keep", "place", "part build", "stop", "build", "add", "deploy", "complete", "put", "finish",
    "equip", "detach", "spring", "propose", "full sequence", "return", "board", "disembark", "rearrange",
    "retreat", "attack", "decline", "activate", "play", "play event", "pull", "bid", "divide", "resolve", "choose",
    "yes", "no", "roll", "draw", "carry out",
)  # fmt: skip

SHAPES = ("UNIT attacks UNIT", "activate UNIT ABILITY")
"""What somebody may have meant whose words begin with no verb at all, as in `intercept with luke`."""


class CardText(msgspec.Struct, frozen=True):
    """A card as written: name ("?" if unknown), version letter, key of its face, handle, printing."""

    name: str = "?"
    version: str = ""
    key: str = ""
    handle: int = 0
    printing: str = ""

    @property
    def title(self) -> str:
        """Name and version."""
        return f"{self.name} ({self.version})" if self.version else self.name

    @property
    def whole(self) -> str:
        """Name, version and printing."""
        return f"{self.title} ({self.printing})" if self.printing else self.title


class StackText(msgspec.Struct, frozen=True):
    """A stack as written: alias, cards from the top, conditions (word, number or seat), what is on it, its line."""

    alias: str = ""
    cards: tuple[CardText, ...] = ()
    conditions: tuple[tuple[str, Any], ...] = ()
    attached: tuple[tuple[str, StackText], ...] = ()
    line: int = 0

    def condition(self, word: str, default: Any = None) -> Any:
        """What a condition says, or a default if it is not written."""
        return next((value for each, value in self.conditions if each == word), default)

    def all_of(self, word: str) -> tuple[Any, ...]:
        """All that conditions of one word say."""
        return tuple(value for each, value in self.conditions if each == word)


class PileText(msgspec.Struct, frozen=True):
    """A hand, deck or other pile: how many cards (None: those listed), and those that are named."""

    count: int | None = None
    cards: tuple[CardText, ...] | None = None


class SeatText(msgspec.Struct, frozen=True):
    """A player as written: items by word, stacks by zone ("space", ..., "build zone"), the side where it stands, and
    the line (0: none).
    """

    seat: str
    items: dict[str, Any] = {}
    zones: dict[str, tuple[StackText, ...]] = {}
    side: str = ""
    line: int = 0


class LocationText(msgspec.Struct, frozen=True):
    """A Location as written: arena, whose, and the stack."""

    arena: str
    seat: str
    stack: StackText


class WordText(msgspec.Struct, frozen=True):
    """Whose word it is: a seat (or a unit's name), what for ("play", "attack", ...), who has passed."""

    who: str = ""
    to: str = ""
    passed: str = ""


class HeadText(msgspec.Struct, frozen=True):
    """The first line: turn number, point of the turn with its seat, arena or units, whose word it is, and overtime."""

    turn: int = 0
    point: str = ""
    of: tuple[str, ...] = ()
    word: WordText = WordText()
    overtime: bool = False


class AttackText(msgspec.Struct, frozen=True):
    """The attack in progress: who on whom (empty: a unit that has gone), how, and how far it has come.

    `numbers` are the dice or the pending damage, `on` the units that this is pending to where they are written.
    """

    attacker: str
    defender: str
    mode: str = ""
    stage: str = ""
    numbers: tuple[int, ...] = ()
    on: tuple[str, ...] = ()


class WaitText(msgspec.Struct, frozen=True):
    """What waits as it is written: whose draw, or the words for a unit and its ability, and what it happened to."""

    seat: str = ""
    words: tuple[str, ...] = ()
    on: str = ""


class ChangeText(msgspec.Struct, frozen=True):
    """A lasting change as it is written: the words for a unit, a value and a number, and until the end of what."""

    words: tuple[str, ...]
    until: str


class BoardText(msgspec.Struct, frozen=True):
    """A board as written; parts that are not written are None or empty."""

    head: HeadText | None = None
    seats: tuple[SeatText, ...] = ()
    locations: tuple[LocationText, ...] | None = None
    attack: AttackText | None = None
    gone: tuple[str, ...] = ()
    besides: str = ""
    waits: tuple[WaitText, ...] = ()
    changes: tuple[ChangeText, ...] = ()


class Said(msgspec.Struct, frozen=True):
    """A declaration as written: who speaks, the verb, its parts in order, and its arguments by word."""

    seat: str
    verb: str
    parts: tuple[Any, ...] = ()
    arguments: dict[str, Any] = {}


class Ref(msgspec.Struct, frozen=True):
    """Words that name something on the table, or a handle."""

    words: str
    handle: int = 0


def written(name: str) -> str:
    """A name as it has to be written: in quotation marks if it holds words or signs of the notation."""
    words = name.split(" ")
    plain = all(_WORD.fullmatch(word) and word.casefold() not in RESERVED for word in words)
    if plain and not any(_NUMBER.fullmatch(word) for word in words):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written_under(cards: PileText) -> str:
    """The cards that lie face down under something as they have to be written."""
    if cards.cards is not None:
        return f"under [{', '.join(map(written_card, cards.cards))}]"
    return f"{cards.count} card{'s' * (cards.count != 1)} under"


def written_card(card: CardText) -> str:
    """A card as it has to be written."""
    if card.name == "?" and not card.key:
        return f"#{card.handle}" if card.handle else "?"
    parts = [written(card.name)]
    if card.version:
        parts.append(f"({card.version})")
    if card.printing:
        parts.append(f"({card.printing})")
    if card.key:
        parts.append(f"{{{card.key}}}")
    if card.handle:
        parts.append(f"#{card.handle}")
    return " ".join(parts)
