"""Opening a game: decks by value become the table before anything has happened.

A seat's pack is a deck; several packs of one seat are decks of which the player plays one, once sides are chosen. A
pack holds one item for each card of its deck: its face in bytes, or (handle, bytes) where the caller has drawn handles,
and (0, bytes, "supply") for a card of its supply; packs from before have faces as plain data. Handles from a random
source keep anybody from following a card by its number; without them the cards are numbered in the order of the packs.
Under reported decks the faces are known, but not which card has which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.entries import Opening
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.setup.side_clauses import in_different_sides, sides_of_decks
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.standing.reckoned import reckoning
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.frames import SetupFrame
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.seating import chairs_given
from adjudicator.swtcg.table.sides import DECKS_MAX, deck_zone, supply_zone
from adjudicator.swtcg.table.table import SUPPLY, Card, Table
from adjudicator.swtcg.why import values
from adjudicator.swtcg.why.grounds import grounds
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.face import Face

MANUAL = {"ask": "ask", "blank": "blank"}
"""What may be said of manual effects."""


def pack(faces: Iterable[Face], handles: Sequence[int] = (), supply: Iterable[Face] = ()) -> tuple[Any, ...]:
    """A deck as the items of a pack: each face in bytes, with its handle if handles are given; then its supply.

    Raises ValueError if there are handles, but not exactly one positive one for each card of the deck.
    """
    packed = tuple(msgspec.msgpack.encode(face) for face in faces)
    beside = tuple((0, msgspec.msgpack.encode(face), SUPPLY) for face in supply)
    if not handles:
        return (*packed, *beside)
    if len(handles) != len(packed) or len(set(handles)) != len(packed) or min(handles) < 1:
        raise ValueError(f"{len(packed)} cards need as many different positive handles")
    return (*zip(handles, packed, strict=True), *beside)


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
        if unknown := [seat for seat, _ in opening.seats if seat not in table.seats]:
            raise ValueError(f"the seats of this board are {' and '.join(table.order)}, not {', '.join(unknown)}")
    else:
        _deal_decks(table, opening)
    table.manual = MANUAL[opening.settings.manual]  # the lossless form leaves out what *is* the default
    table.strict = opening.settings.strict
    table.reported_decks = opening.settings.decks == "reported"
    return table


def start(run: Run) -> None:
    """Begin with setup, at its first step."""
    run.push(SetupFrame(step=run.table.edition.setup.steps[0].name))


def _deal_decks(table: Table, opening: Opening) -> None:
    """A deck for each seat, or several to choose from, each in its place. Raises ValueError."""
    packs: dict[str, list[tuple[Any, ...]]] = {}
    for seat, sealed in opening.packs:
        packs.setdefault(seat, []).append(sealed.items)
    names = [seat for seat, _ in opening.seats] or list(packs)
    edition = table.edition
    choosing = bool(edition.setup.row("sides").rule)
    chairs = chairs_given([(seat, "") for seat in names], edition.chairs, edition.sides.value, open_sides=choosing)
    table.sit(chairs)
    if missing := [seat for seat in table.order if not all(packs.get(seat, [()]))]:
        raise ValueError(f"no deck for {' and '.join(missing)}")
    for seat in table.order:
        _check_number(table, seat, len(packs[seat]))
        for number, items in enumerate(packs[seat], 1):
            _deal_deck(table, seat, number, [item for item in items if not _of_supply(item)], opening)
    for seat in table.order:  # when all cards of decks have their numbers
        for number, items in enumerate(packs[seat], 1):
            _deal_supply(table, seat, number, [item for item in items if _of_supply(item)])
    brought = tuple((seat, sides_of_decks(table, seat)) for seat in table.order if not table.seats[seat].side)
    if brought and not in_different_sides(brought):
        told = "; ".join(f"{seat} has {' or '.join(dict.fromkeys(s for d in own for s in d))}" for seat, own in brought)
        raise ValueError(f"the decks are not of different sides, one for each player: {told}")


def _check_number(table: Table, seat: str, decks: int) -> None:
    """Refuse more decks than a player may choose from. Raises ValueError."""
    most = 1 if table.seats[seat].side else DECKS_MAX
    if decks > most:
        raise ValueError(f"{seat} has {decks} decks; who chooses a side may bring {DECKS_MAX}, anybody else has one")


def _of_supply(item: Any) -> bool:
    return not isinstance(item, bytes | dict) and len(item) > len(("handle", "face"))


def _deal_deck(table: Table, seat: str, number: int, items: Sequence[Any], opening: Opening) -> None:
    """The cards of a deck, all of one side: the player's, if that is known. Raises ValueError."""
    side = table.seats[seat].side
    known = not side or opening.settings.decks != "reported"  # a deck that is still to be chosen is known card by card
    handles, own = [], side
    for item in items:
        handle, face = _card(table, item)
        own = own or face.side.replace("neutral", "")
        if face.side not in (own, "neutral"):
            others = "in a deck" if side else f"in a {own} deck"
            raise ValueError(f"{face.title} is a {face.side} card, and {seat} cannot have it {others}")
        table.cards[handle] = Card(handle, seat, face.key if known else "")
        handles.append(handle)
    table.zones[f"deck:{seat}" if side else deck_zone(seat, number)] = tuple(sorted(handles))


def _deal_supply(table: Table, seat: str, number: int, items: Sequence[Any]) -> None:
    """The supply that comes with a deck. Raises ValueError."""
    handles = []
    for item in items:
        handle, face = _card(table, (max(table.cards) + 1, item[1]))
        table.cards[handle] = Card(handle, seat, face.key)
        handles.append(handle)
    if handles:
        table.zones[f"{SUPPLY}:{seat}" if table.seats[seat].side else supply_zone(seat, number)] = tuple(handles)


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
