"""What no words of a board tell, as a line of its own: `besides: {...}`.

In the middle of something, and where changes last, a board for who may see everything ends with this line, so that what
is printed can be read again as the very same table. It has the numbers of all cards and stacks in the order in which
the words have them, and every part of the table that the words get wrong, in the form of `table.stored`; the faces are
those that only an effect has made.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.names import ZONES, section
from adjudicator.swtcg.notation.possible import odd
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.table.stored import KEYED, TableForm, form_of
from adjudicator.swtcg.table.table import LOCATION, SUPPLY, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Happened
from adjudicator.swtcg.words.terms import within

PILES = ("hand", "deck top", "deck", "deck bottom", "discard", "out", "playing", SUPPLY)
"""The piles of cards of a player, in the order in which they are written and numbered."""
COUNTED = ("hand", "deck")
"""Those of which only some cards may be written: first those that are known."""
NOT_OF_A_BOARD = ("edition", "manual", "strict", "reported_decks", "faces", "names", "suppressed")
"""Parts of a table that a board never has: how the game is run, and what follows from the words."""
MADE = f"{SUPPLY}/"
"""How the keys of the faces begin that an effect has made: of Subordinates."""
STEP_BEGAN = "build step:"

_replace = msgspec.structs.replace


class Besides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line: cards and stacks by number in the order of the words, and the parts of the table that these lack."""

    cards: tuple[int, ...]
    stacks: tuple[int, ...]
    parts: dict[str, Any]


def needed(table: Table, *, quiet: bool) -> bool:
    """Whether a board in words leaves out what bears on the game, or has what only an effect brings about; `quiet` says
    whether its point can be read.
    """
    lasting = table.modifiers or table.delayed or table.bids or table.agenda.pool
    used = any(not key.startswith(STEP_BEGAN) for key in table.used)
    marked = any(not in_words(kind) for stack in table.stacks.values() for kind, _ in stack.marks)
    elsewhere = any(cards and not _in_words(table, zone, cards) for zone, cards in table.zones.items())
    beyond = marked or elsewhere or any(card.face.startswith(MADE) for card in table.cards.values() if card.face)
    return bool(odd(table) or not quiet or lasting or used or beyond or (table.happened and asks_back(table)))


def _in_words(table: Table, zone: str, cards: tuple[int, ...]) -> bool:
    """Whether the words of a board have the cards of a zone: a pile, or what lies under something and is its
    player's.
    """
    place, _, whose = zone.partition(":")
    host = table.stacks.get(int(whose)) if place == "under" else None
    return place in PILES or (host is not None and all(table.cards[card].owner == host.controller for card in cards))


def in_words(kind: str) -> bool:
    """Whether the words of a board can name a kind of counters: one word that is none of the notation's."""
    return kind.isalpha() and kind.casefold() not in ("damage", "build")


def asks_back(table: Table) -> bool:
    """Whether a card asks what has happened this turn."""
    texts = (text for face in table.faces.values() for text in face.abilities)
    return any(isinstance(word, Happened) for text in texts for word in within(text))


def written(table: Table, words: Table) -> str:
    """The line for a table, whose words are read as `words`."""
    cards, stacks = tuple(cards_in_order(table)), tuple(stack.id for stack in stacks_in_order(table))
    form, other = form_of(table), form_of(numbered(words, cards, stacks))
    names = (name for name in TableForm.__struct_fields__ if name not in NOT_OF_A_BOARD)
    parts = {name: getattr(form, name) for name in names if getattr(form, name) != getattr(other, name)}
    made = tuple(face for key, face in table.faces.items() if key.startswith(MADE))
    named = {card.face for card in words.cards.values()}
    elsewhere = tuple(face for key, face in table.faces.items() if key not in named and _used(table, key))
    if made or elsewhere:
        parts["faces"] = tuple(dict.fromkeys((*made, *elsewhere)))
    return msgspec.json.encode(Besides(cards, stacks, parts)).decode()


def _used(table: Table, key: str) -> bool:
    return any(card.face == key for card in table.cards.values())


def made_by_effects(line: str) -> tuple[Face, ...]:
    """The faces that a line has, which the words of its board name too. Raises NotUnderstoodError."""
    return _read(line)[1].faces


def _read(line: str) -> tuple[Besides, TableForm]:
    try:
        read = msgspec.json.decode(line, type=Besides)
        return read, msgspec.convert({"edition": "", **read.parts}, TableForm)
    except (msgspec.MsgspecError, TypeError) as error:
        raise refused(line, error) from error


def refused(line: str, error: Exception) -> NotUnderstoodError:
    """The error for a line that no board was written with."""
    return NotUnderstoodError(line, "besides", (f"the line as a board was written with: {error}",))


def completed(words: Table, line: str) -> Table:
    """The table of a board in words and of its line. Raises NotUnderstoodError."""
    read, form = _read(line)
    try:
        table = numbered(words, read.cards, read.stacks)
    except (ValueError, KeyError) as error:
        raise refused(line, error) from error
    table.faces = {**table.faces, **{face.key: face for face in form.faces}}
    for name in read.parts:
        if name not in NOT_OF_A_BOARD:
            setattr(table, name, _kept(name, getattr(form, name)))
    return table


def _kept(name: str, value: Any) -> Any:
    """A part as the table keeps it."""
    return {getattr(each, KEYED[name]): each for each in value} if name in KEYED else value


# --- numbers ------------------------------------------------------------------------------------


def cards_in_order(table: Table) -> Iterator[int]:
    """The cards of a table in the order in which a board is read."""
    for seat in table.order:
        for zone in ZONES:
            for stack in _written_in(table, (seat, zone)):
                yield from _cards_of(table, stack)
        for pile in PILES:
            yield from in_pile(table, pile, seat)
    for stack in _written_in(table, None):
        yield from _cards_of(table, stack)


def _cards_of(table: Table, stack: Stack) -> tuple[int, ...]:
    """The cards of a stack, and those that lie face down under it."""
    return (*stack.cards, *table.zones.get(under(stack.id), ()))


def in_pile(table: Table, pile: str, seat: str) -> tuple[int, ...]:
    """The cards of a pile as they are written: in their order, in a hand and a deck those that are known first."""
    if pile == "playing":
        return tuple(card for card in table.zones.get("playing", ()) if table.cards[card].owner == seat)
    cards = table.zones.get(f"{pile}:{seat}", ())
    if pile not in COUNTED:
        return cards
    return tuple(sorted(cards, key=lambda card: table.face(card) is None))


def stacks_in_order(table: Table) -> Iterator[Stack]:
    """The stacks of a table in the order in which a board is read."""
    for seat in table.order:
        for zone in ZONES:
            yield from _written_in(table, (seat, zone))
    yield from _written_in(table, None)


def _written_in(table: Table, place: tuple[str, str] | None) -> Iterator[Stack]:
    """The stacks that are written below a player's zone, or as Locations (None), with what is on them."""
    for stack in table.stacks.values():
        if not stack.host and place == (None if stack.role == LOCATION else section(table, stack)):
            yield from with_attached(table, stack)


def with_attached(table: Table, stack: Stack) -> Iterator[Stack]:
    """A stack and all that is on it."""
    yield stack
    for other in table.attached(stack.id):
        yield from with_attached(table, other)


def numbered(table: Table, cards: tuple[int, ...], stacks: tuple[int, ...]) -> Table:
    """A table as it was read, with other numbers for its cards and stacks, in their order. Raises ValueError."""
    if len(cards) != len(table.cards) or len(stacks) != len(table.stacks):
        raise ValueError(f"{len(table.cards)} cards and {len(table.stacks)} stacks stand on the board")
    card = dict(zip(table.cards, cards, strict=True))
    stack = {0: 0, **dict(zip(table.stacks, stacks, strict=True))}
    made = table.fork()
    made.index_cache = None
    made.cards = {card[old]: _replace(each, handle=card[old]) for old, each in table.cards.items()}
    zones = {under(old): under(new) for old, new in stack.items()}
    made.zones = {zones.get(zone, zone): tuple(card[each] for each in pile) for zone, pile in table.zones.items()}
    moved = (
        _replace(each, id=stack[old], host=stack[each.host], cards=tuple(card[c] for c in each.cards))
        for old, each in table.stacks.items()
    )
    made.stacks = {each.id: each for each in sorted(moved, key=lambda each: each.id)}
    made.names = {alias: stack[number] for alias, number in table.names.items()}
    return made
