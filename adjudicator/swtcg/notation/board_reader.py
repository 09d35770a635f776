"""From the words of a board to a table.

Cards get handles from 1 in the order in which a board is always written (Dark before Light,
Space, Ground, Character, build zone, then hand, deck and piles, at last the Locations), stacks the
numbers after them; so the same board always gives the same table.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError, placed
from adjudicator.swtcg.notation import besides, misplaced, possible
from adjudicator.swtcg.notation.besides import PILES
from adjudicator.swtcg.notation.names import ZONES, face_of, fits
from adjudicator.swtcg.notation.points import check, enter
from adjudicator.swtcg.notation.quoting import hinted, with_names_quoted
from adjudicator.swtcg.notation.syntax import parse_board
from adjudicator.swtcg.notation.texts import (
    BoardText,
    CardText,
    LocationText,
    PileText,
    SeatText,
    StackText,
)
from adjudicator.swtcg.opening import new_table
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.table.beside import beside_zone
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.seating import chairs_given, side_of
from adjudicator.swtcg.table.table import (
    BESIDE,
    BUILDING,
    CAMPAIGN,
    EQUIPMENT,
    LOCATION,
    PILOT,
    SUPPLY,
    UNIT,
    Card,
    Stack,
    Table,
    build_zone,
)
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

PILE_CARDS_MAX = 500
"""How many cards a pile may be said to have; a game has no more than a few decks of about sixty."""


def read_board(text: str, edition: str, faces: Iterable[Face], knowing: Reckoning) -> Table:
    """The table that a board describes, under an edition; `faces` are cards beside the catalogue's (`knowing`).

    Raises NotUnderstoodError, AmbiguousError, and ImpossibleBoardError for one on which no game can stand.
    """
    faces = tuple(faces)
    written: BoardText | None = None
    try:
        written = parse_board(text)
        table = table_of(written, edition, faces, knowing)
    except NotUnderstoodError as bad:
        quoted = with_cards_quoted(text, faces, knowing)
        if quoted == text:
            raise (hinted(placed(text, bad)) if written is None else placed(text, bad)) from bad
        return read_board(quoted, edition, faces, knowing)
    possible.check(table, written=bool(written.besides))
    if written.besides:
        try:
            check(table)
        except ValueError as error:
            raise besides.refused(written.besides, error) from error
    return table


def with_cards_quoted(text: str, faces: Iterable[Face], knowing: Reckoning) -> str:
    """The text with those names of cards in quotation marks that would not be read without."""
    return with_names_quoted(text, (*knowing.catalogue().names, *(face.name for face in faces)))


def things_of(board: BoardText, edition: str, faces: Iterable[Face], knowing: Reckoning) -> Table:
    """What stands and lies on a board that has been parsed, at no point of a turn yet. Raises like `read_board`."""
    reader = _Reader(edition, faces, knowing)
    seats = {seat.seat: seat for seat in board.seats if seat.seat}
    reader.sit([(name, seat.side) for name, seat in seats.items()])
    for name in reader.seated():
        reader.seat(seats.get(name, SeatText(name)))
    for location in board.locations or ():
        reader.location(location)
    return reader.table()


def table_of(board: BoardText, edition: str, faces: Iterable[Face], knowing: Reckoning) -> Table:
    """The table of a board that has been parsed. Raises like `read_board`."""
    made = besides.made_by_effects(board.besides) if board.besides else ()
    table = things_of(board, edition, (*faces, *made), knowing)
    if board.head is None:
        raise NotUnderstoodError("", "no first line", ("turn 3, Character battle; dark to play or pass",))
    if board.besides:
        return besides.completed(table, board.besides)
    enter(table, board.head, board.attack, board.waits, board.changes)
    counted = [seat.seat for seat in board.seats if "setup cost" in seat.items]
    for name in table.order if table.turn.phase == "setup" else ():
        if name not in counted:
            table.seats[name] = msgspec.structs.replace(table.seats[name], setup_cost=_put_down(table, name))
    return table


def _put_down(table: Table, seat: str) -> int:
    """What a player's units on a board count in setup: of each stack its top card and 1 for each other
    (rots.setup.stack-cost-counts).
    """
    faces = [(table.face(stack.cards[0]), stack) for stack in table.stacks.values() if stack.base == seat]
    return sum((face.cost or 0) + len(stack.cards) - 1 for face, stack in faces if face is not None)


class _Reader:
    """Numbers cards and stacks as they are read."""

    def __init__(self, edition: str, faces: Iterable[Face], knowing: Reckoning) -> None:
        self._table = new_table(edition, knowing)
        self._given = {face.key: face for face in faces}
        self._table.faces = dict(self._given)
        self._stacks: list[tuple[Stack, int]] = []
        self._under: dict[int, tuple[int, ...]] = {}
        self._aliases: dict[str, int] = {}
        self._faces: dict[CardText, Face] = {}
        self._line = 0

    def seat(self, written: SeatText) -> None:
        table, seat = self._table, written.seat
        for zone in ZONES:
            for stack in written.zones.get(zone, ()):
                self._stack(stack, seat, _place(zone, seat), role=zone if zone in BESIDE else "")
        items, self._line = written.items, written.line
        for pile in PILES:
            key = "playing" if pile == "playing" else f"{pile}:{seat}"
            cards = self._pile(items.get(pile, PileText(0)), seat)
            if cards or pile not in ("deck top", "deck bottom", "playing", SUPPLY):
                table.zones[key] = table.zones.get(key, ()) + cards
        table.seats[seat] = msgspec.structs.replace(
            table.seats[seat],
            force=items.get("force", 0),
            points=items.get("points", 0),
            setup_cost=items.get("setup cost", 0),
            setup_done=bool(items.get("setup done", False)),
            mulliganed=bool(items.get("mulliganed", False)),
        )
        if "starts with" in items:
            table.starting = {**table.starting, seat: items["starts with"]}

    def sit(self, players: list[tuple[str, str]]) -> None:
        """Seat the players that have lines, by name and side; the plain ones where nobody else has. Raises
        NotUnderstoodError.
        """
        table = self._table
        sides = table.edition.sides.value
        given = [(name, side and (side_of(side, sides) or side)) for name, side in players]
        try:
            table.sit(chairs_given(given, table.edition.chairs, sides, open_sides=True))
        except ValueError as error:
            raise NotUnderstoodError("", ", ".join(name for name, _ in players), (f"other seats: {error}",)) from None

    def seated(self) -> tuple[str, ...]:
        """The seats in the order in which a board is read."""
        return self._table.order

    def location(self, written: LocationText) -> None:
        self._stack(written.stack, written.seat, written.arena, role=LOCATION)

    def table(self) -> Table:
        """The table so far, its stacks numbered after its cards."""
        table = self._table
        table.next_id = len(table.cards) + 1
        numbers: list[int] = []
        for stack, host in self._stacks:
            number = table.new_id()
            numbers.append(number)
            fields = {name: getattr(stack, name) for name in stack.__struct_fields__}
            fields.update(id=number, host=numbers[host] if host >= 0 else 0)
            table.stacks[number] = Stack(**fields)
        table.zones.update((under(numbers[at]), cards) for at, cards in self._under.items())
        table.names = {alias: numbers[at] for alias, at in self._aliases.items()}
        return table

    def _card(self, card: CardText, owner: str) -> int:
        table = self._table
        key = ""
        if card.name != "?" or card.key:
            face = self._faces.get(card)
            if face is None:
                face = self._faces[card] = face_of(card, self._given, self._table.reckoning.catalogue)
                if card.key and card.name != "?" and not fits(face, CardText(card.name, card.version)):
                    raise self._refused(card.title, f"{face.title} {{{face.key}}}")
            key = face.key
            table.faces.setdefault(key, face)
        handle = len(table.cards) + 1
        table.cards[handle] = Card(handle, owner, key)
        return handle

    def _pile(self, pile: PileText, seat: str) -> tuple[int, ...]:
        named = pile.cards or ()
        count = len(named) if pile.count is None else pile.count
        if count < len(named):
            raise self._refused(str(count), f"at least {len(named)}, the cards named")
        if count > PILE_CARDS_MAX:
            raise self._refused(str(count), f"at most {PILE_CARDS_MAX}")
        return tuple(self._card(card, seat) for card in (*named, *(CardText(),) * (count - len(named))))

    def _stack(self, written: StackText, seat: str, zone: str, *, role: str = "", host: int = -1) -> None:
        self._line = written.line or self._line
        owner = written.condition("owned", seat)
        cards = tuple(self._card(card, owner) for card in written.cards)
        face = self._table.face(cards[0])
        controller = written.condition("controlled", seat)
        hidden = bool(written.condition("face down", False) or written.condition("counters", 0))
        if not role:
            role = self._role(face, zone, hidden=hidden)
        at = len(self._stacks)
        stack = Stack(
            0,
            cards,
            controller,
            controller,
            zone,
            role,
            0,
            written.condition("damage", 0),
            written.condition("counters", 0),
            bool(written.condition("tapped", False)),
            bool(written.condition("shown", False)),
            tuple((kind, number) for number, kind in written.all_of("marks")),
        )
        self._stacks.append((stack, host))
        beneath = self._pile(written.condition("under", PileText(0)), controller)
        if beneath:
            self._under[at] = beneath
        if written.alias:
            if written.alias.casefold() in (alias.casefold() for alias in self._aliases):
                raise self._refused(written.alias, "an alias not given twice")
            self._aliases[written.alias] = at
        bad = misplaced.wrong(self._table, written, stack, self._stacks[host][0] if host >= 0 else None)
        if bad is not None:
            raise self._refused(*bad)
        for how, other in written.attached:
            self._stack(other, seat, zone, role=EQUIPMENT if how == "carrying" else PILOT, host=at)

    def _role(self, face: Face | None, zone: str, *, hidden: bool) -> str:
        """What a card is where it stands. Raises NotUnderstoodError where it cannot stand face up."""
        in_build = zone not in UNIT_TYPES
        if in_build and (hidden or face is None):
            return BUILDING
        if face is None or face.is_unit:
            return UNIT
        if in_build and "equipment" in face.types:
            return EQUIPMENT
        if in_build and "mission" in face.types:
            return CAMPAIGN
        right = "a unit, Equipment, a Campaign, or a card that lies face down"
        raise self._refused(face.title, right if in_build else "a unit; Locations have a line")

    def _refused(self, found: str, right: str) -> NotUnderstoodError:
        """The error for words on the line that is being read, with what would be right."""
        return NotUnderstoodError(found, found, (right,), self._line, 0)


def _place(zone: str, seat: str) -> str:
    """The zone of a stack that is written below a player."""
    if zone == "build zone":
        return build_zone(seat)
    return beside_zone(zone, seat) if zone in BESIDE else zone
