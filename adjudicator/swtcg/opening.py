"""Opening a game: decks by value become the table before anything has happened.

A seat's pack holds one item for each card of its deck: its face in bytes, or (handle, bytes) where the caller has
drawn handles; packs from before have faces as plain data. Handles from a random source keep anybody from following a
card by its number; without them the cards are numbered in the order of the packs. Under reported decks the faces are
known, but not which card has which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.entries import Opening
from adjudicator.kernel.run import Run
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.standing.reckoned import reckoning
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.frames import SetupFrame
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.table import Card, Table
from adjudicator.swtcg.why import values
from adjudicator.swtcg.why.grounds import grounds
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.face import Face

MANUAL = {"ask": "ask", "blank": "blank"}
"""What may be said of manual effects."""


def pack(faces: Iterable[Face], handles: Sequence[int] = ()) -> tuple[Any, ...]:
    """A deck as the items of a pack: each face in bytes, with its handle if handles are given.

    Raises ValueError if there are handles, but not exactly one positive one for each card.
    """
    packed = tuple(msgspec.msgpack.encode(face) for face in faces)
    if not handles:
        return packed
    if len(handles) != len(packed) or len(set(handles)) != len(packed) or min(handles) < 1:
        raise ValueError(f"{len(packed)} cards need as many different positive handles")
    return tuple(zip(handles, packed, strict=True))


def _done_words(instructions: Any) -> str:
    from adjudicator.swtcg.cards.wording import done_words  # noqa: PLC0415 - most questions need no words for effects

    return done_words(instructions)


def reckoning_with(catalogue: Callable[[], Any]) -> Reckoning:
    """What a table answers of itself, with the cards that there are."""
    return reckoning(values.explained, on_cards.cited_now, on_cards.cards_of, catalogue, _done_words)


def new_table(edition: str, knowing: Reckoning) -> Table:
    """An empty table under an edition, by its id. Raises ValueError."""
    if edition not in EDITIONS:
        raise ValueError(f"no edition {edition!r}; known: {', '.join(EDITIONS)}")
    return Table(EDITIONS[edition], knowing, grounds(EDITIONS[edition].documents))


def decode(data: bytes, knowing: Reckoning) -> Table:
    """A table from its lossless JSON form. Raises ValueError."""
    return stored.decode(data, lambda edition: new_table(edition, knowing))


def deal(opening: Opening, knowing: Reckoning) -> Table:
    """The table that an opening describes, before anything has happened. Raises ValueError."""
    table = new_table(opening.edition, knowing)
    if opening.board:
        table = stored.decode(opening.board, lambda _: new_table(opening.edition, knowing))
    else:
        _deal_decks(table, opening)
    table.manual = MANUAL[opening.settings.manual]  # the lossless form leaves out what *is* the default
    table.strict = opening.settings.strict
    table.reported_decks = opening.settings.decks == "reported"
    return table


def start(run: Run) -> None:
    """Begin with setup."""
    run.push(SetupFrame(step=run.table.edition.setup.steps[0].name))


def _deal_decks(table: Table, opening: Opening) -> None:
    """A deck for each seat, each in its place. Raises ValueError."""
    seats = tuple(seat for seat, _ in opening.seats) or table.order
    if set(seats) != set(table.order):
        raise ValueError(f"the seats of this game are {' and '.join(table.order)}, not {', '.join(seats)}")
    packs = dict(opening.packs)
    missing = [seat for seat in table.order if not (seat in packs and packs[seat].items)]
    if missing:
        raise ValueError(f"no deck for {' and '.join(missing)}")
    reported = opening.settings.decks == "reported"
    for seat in table.order:
        handles = []
        for item in packs[seat].items:
            handle, face = _card(table, item)
            if face.side not in (table.seats[seat].side, "neutral"):
                raise ValueError(f"{face.title} is a {face.side} card, and {seat} cannot have it in a deck")
            table.cards[handle] = Card(handle, seat, "" if reported else face.key)
            handles.append(handle)
        table.zones[f"deck:{seat}"] = tuple(sorted(handles))


def _card(table: Table, item: Any) -> tuple[int, Face]:
    """One card of a pack, its face known to the table. Raises ValueError."""
    handle, packed = (len(table.cards) + 1, item) if isinstance(item, bytes | dict) else (int(item[0]), item[1])
    if handle in table.cards or handle < 1:
        raise ValueError(f"the handle {handle} of a card is used twice or not positive")
    face = _face(packed)
    known = table.faces.setdefault(face.key, face)
    if known is not face and known != face:
        raise ValueError(f"two different cards have the key {face.key}")
    return handle, known


_FACES: dict[bytes, Face] = {}
FACES_KEPT_MAX = 10_000


def _face(packed: Any) -> Face:
    """A face from its bytes or from plain data, made once for all games that hold the same card. Raises ValueError."""
    data = packed if isinstance(packed, bytes) else msgspec.msgpack.encode(packed)
    face = _FACES.get(data)
    if face is None:
        face = msgspec.msgpack.decode(data, type=Face)
        if len(_FACES) < FACES_KEPT_MAX:
            _FACES[data] = face
    return face
