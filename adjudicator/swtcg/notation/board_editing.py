"""Changes to a written board (kernel.editing), made in its own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.kernel.editing import (
    Control,
    Count,
    Edit,
    Edited,
    EditError,
    Kind,
    Line,
    Link,
    LinkKind,
    Mark,
    Move,
    Put,
    Remove,
    Stage,
)
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.besides import PILES
from adjudicator.swtcg.notation.board_reader import PILE_CARDS_MAX, things_of, with_cards_quoted
from adjudicator.swtcg.notation.names import ZONES, aliases, card_text, face_of, fits
from adjudicator.swtcg.notation.pieces import Piece, Pieces
from adjudicator.swtcg.notation.points import enter
from adjudicator.swtcg.notation.syntax import parse_board
from adjudicator.swtcg.notation.texts import NUMBER_MAX, CardText, PileText
from adjudicator.swtcg.opening import new_table
from adjudicator.swtcg.standing.hits import FACES
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, LOCATION, PILOT, UNIT, Table, Turn
from adjudicator.swtcg.words.face import Face

KINDS = (
    Kind(UNIT, ("tapped",), ("damage",), (PILOT, EQUIPMENT)),
    Kind(PILOT, ("tapped",), ("damage",), (EQUIPMENT,)),
    Kind(EQUIPMENT, ("tapped",), (), ()),
    Kind(LOCATION, ("tapped",), (), ()),
    Kind(BUILDING, ("shown", "face down"), ("counters",), ()),
)
SEAT_AMOUNTS = ("force", "build points")
HOW = {PILOT: "with", EQUIPMENT: "carrying"}
"""The words by which something is attached, by its role."""
LINKS = (
    LinkKind(
        "attack",
        ("bombard", "ion cannon", "barrage"),
        (Stage("before the roll"), Stage("rolled", FACES), Stage("damage pending", 99, one=True)),
    ),
)
NUMBERS_MAX = 100
_TURN = re.compile(r"(?i)(?<=\bturn )\d+")


def edited(text: str, edition: str, edits: Sequence[Edit], faces: tuple[Face, ...], knowing: Reckoning) -> Edited:
    """A board after changes. Raises EditError, and what reading the board raises."""
    try:
        return _edited(text, edition, edits, faces, knowing)
    except NotUnderstoodError:
        quoted = with_cards_quoted(text, faces, knowing)
        if quoted == text:
            raise
        return _edited(quoted, edition, edits, faces, knowing)


def _edited(text: str, edition: str, edits: Sequence[Edit], faces: tuple[Face, ...], knowing: Reckoning) -> Edited:
    order = new_table(edition, knowing).order
    for at, edit in enumerate(edits):
        try:
            text = _Bench(text, edition, order, faces, knowing).made(edit)
        except EditError as bad:
            raise EditError(str(bad), at) from None
    board = Pieces(text, order)
    text = text if text.strip() else board.text()
    things = things_of(parse_board(text), edition, faces, knowing)
    things.turn = Turn(_turn_of(text), "battle")
    return Edited(text, board.head, things, tuple(_moments(things)), KINDS, SEAT_AMOUNTS, LINKS)


class _Bench:
    """One board that is being changed."""

    def __init__(
        self, text: str, edition: str, order: tuple[str, ...], faces: tuple[Face, ...], knowing: Reckoning
    ) -> None:
        self.pieces = Pieces(text, order)
        self.edition, self.faces, self.knowing = edition, faces, knowing
        self.names = self.named(text)

    def named(self, text: str) -> dict[str, Piece]:
        """The pieces by what a table as data calls them."""
        if not text.strip():
            return {}
        table = things_of(parse_board(text), self.edition, self.faces, self.knowing)
        by_number = dict(zip(table.stacks, self.pieces.everything(), strict=True))
        return {alias: by_number[number] for alias, number in aliases(table).items()}

    def made(self, edit: Edit) -> str:
        """The text after a change."""
        getattr(self, type(edit).__name__.lower())(edit)
        return self.with_names_kept()

    def with_names_kept(self) -> str:
        """The text, with the names of all that is still there: where one would change, it is written down."""
        text = self.pieces.text()
        now = {piece: name for name, piece in self.named(text).items()}
        for name, piece in self.names.items():
            if piece in now and now[piece] != name and not piece.conditions.get("face down"):
                piece.alias = name
        return self.pieces.text()

    # the changes ------------------------------------------------------------------------------
    def put(self, edit: Put) -> None:
        card, face = self.card(edit.card)
        if edit.on:
            self.attach(Piece(cards=[card]), edit.on, edit.how)
        elif edit.zone in PILES:
            self.pile(edit.seat, edit.zone, added=card if edit.card else None)
        elif face is not None and "location" in face.types:
            arena = self.zone(edit.zone)
            self.part(edit.seat)
            self.pieces.locations[arena] = (edit.seat, Piece(cards=[card]))
        else:
            conditions = {"face down": True} if edit.zone == "build zone" else {}
            self.part(edit.seat).zones.setdefault(self.zone(edit.zone), []).append(Piece("", [card], conditions))

    def move(self, edit: Move) -> None:
        piece = self.piece(edit.thing)
        if edit.on and self.piece(edit.on) in list(piece.everything()):
            raise EditError(f"{edit.thing} cannot be put onto itself")
        if not edit.on and edit.zone not in PILES:
            self.zone(edit.zone)
        seat = edit.seat or self.seat_of(piece)
        self.part(seat)
        self.pieces.take(piece)
        if edit.on:
            self.attach(piece, edit.on, edit.how)
            return
        if edit.zone in PILES:
            for each in piece.everything():
                for card in each.cards:
                    self.pile(seat, edit.zone, added=card)
            return
        gone = ("tapped", "untapped") if edit.zone == "build zone" else ("face down", "counters", "shown", "retreated")
        for word in gone:
            piece.conditions.pop(word, None)
        self.part(seat).zones.setdefault(edit.zone, []).append(piece)

    def remove(self, edit: Remove) -> None:
        if edit.thing:
            self.pieces.take(self.piece(edit.thing))
        else:
            self.pile(edit.seat, edit.zone, removed=edit.card)

    def mark(self, edit: Mark) -> None:
        piece = self.piece(edit.thing)
        if edit.mark not in {mark for kind in KINDS for mark in kind.marks}:
            raise EditError(f"{edit.mark!r} is no mark that a thing can be given")
        piece.conditions.pop("untapped" if edit.mark == "tapped" else "face up", None)
        if edit.on:
            piece.conditions[edit.mark] = True
        else:
            for word in (edit.mark, *(("counters", "shown") if edit.mark == "face down" else ())):
                piece.conditions.pop(word, None)

    def count(self, edit: Count) -> None:
        most = PILE_CARDS_MAX if edit.name in PILES else NUMBER_MAX
        if not 0 <= edit.amount <= most:
            raise EditError(f"{edit.amount} is no number for a board; this one may be 0 to {most}")
        if not edit.of:
            self.pieces.head = _TURN.sub(str(edit.amount), self.pieces.head, 1)
        elif edit.of in self.pieces.parts:
            items = self.part(edit.of).items
            if edit.name in PILES:
                known = items.get(edit.name, PileText()).cards
                items[edit.name] = PileText(max(edit.amount, len(known or ())), known)
            elif edit.name in (*SEAT_AMOUNTS, "setup cost"):
                items["points" if edit.name == "build points" else edit.name] = edit.amount
            else:
                raise EditError(f"{edit.name!r} of {edit.of} cannot be set")
        elif edit.name in {name for kind in KINDS for name in kind.amounts}:
            self.piece(edit.of).conditions[edit.name] = edit.amount
        else:
            raise EditError(f"{edit.name!r} of {edit.of} cannot be set: it follows from the cards")

    def control(self, edit: Control) -> None:
        piece = self.piece(edit.thing)
        self.part(edit.seat)
        piece.conditions.pop("controlled", None)
        if edit.seat != self.seat_of(piece):
            piece.conditions["controlled"] = edit.seat

    def line(self, edit: Line) -> None:
        words = " ".join(edit.words.split())
        if not edit.name:
            self.pieces.head = words
        elif edit.name in ("attack", "waiting", "lasting"):
            self.pieces.under_way.pop(edit.name, None)
            if words:
                self.pieces.under_way[edit.name] = f"{edit.name}: {words}"
        else:
            raise EditError(f"a board has no line {edit.name!r}")

    def link(self, edit: Link) -> None:
        kind = next((each for each in LINKS if each.kind == edit.kind), None)
        if kind is None:
            raise EditError(f"nothing called {edit.kind!r} can be under way")
        self.pieces.under_way.pop(edit.kind, None)
        if not edit.source:
            return
        for name in (edit.source, edit.target):
            self.piece(name)
        stage = next((each for each in kind.stages if each.name == edit.stage), None)
        if stage is None or edit.mode not in ("", *kind.modes):
            raise EditError(f"{edit.kind} has no {edit.mode or 'stage'} {edit.stage!r} with which a board can begin")
        count = len(edit.numbers)
        bad = [number for number in edit.numbers if not 1 <= number <= stage.most]
        if bad or count > NUMBERS_MAX or (stage.one and count != 1) or (stage.most and not count):
            raise EditError(f"{stage.name} takes numbers from 1 to {stage.most}")
        by = f" by {edit.mode}" if edit.mode else ""
        words = " ".join((stage.name, *map(str, edit.numbers)))
        self.pieces.under_way[edit.kind] = f"{edit.kind}: {edit.source} on {edit.target}{by}, {words}"

    # what they need ---------------------------------------------------------------------------
    def piece(self, name: str) -> Piece:
        if name not in self.names:
            raise EditError(f"nothing on the board is called {name!r}")
        return self.names[name]

    def part(self, seat: str) -> Any:
        if seat not in self.pieces.parts:
            raise EditError(f"{seat!r} is no seat; there are {', '.join(self.pieces.parts)}")
        return self.pieces.parts[seat]

    def zone(self, zone: str) -> str:
        if zone not in ZONES:
            raise EditError(f"{zone!r} is no zone; there are {', '.join((*ZONES, *PILES))}")
        return zone

    def seat_of(self, piece: Piece) -> str:
        """Below whom a piece is written."""
        for seat, part in self.pieces.parts.items():
            if any(piece in each.everything() for pieces in part.zones.values() for each in pieces):
                return seat
        return next((seat for seat, each in self.pieces.locations.values() if piece in each.everything()), "")

    def card(self, said: str) -> tuple[CardText, Face | None]:
        """A card by its key or its title, as it has to be written. Raises as `face_of`."""
        if not said:
            return CardText(), None
        given = {face.key: face for face in self.faces}
        card = CardText(said, "", said) if self.is_key(said) else CardText(said)
        face = face_of(card, given, self.knowing.catalogue)
        return card_text(face, {**given, face.key: face}, self.knowing.catalogue), face

    def is_key(self, said: str) -> bool:
        if any(said == face.key for face in self.faces):
            return True
        return any(entry.face.key == said for entry in self.knowing.catalogue().find(said))

    def attach(self, piece: Piece, on: str, how: str) -> None:
        host = self.piece(on)
        if how in HOW:
            host.attached.append((HOW[how], piece))
        elif how in ("top", "beneath"):
            host.cards = [*piece.cards, *host.cards] if how == "top" else [*host.cards, *piece.cards]
            host.attached += piece.attached
        else:
            raise EditError(f"{how!r} is no way to be on a thing; there are top, beneath, {', '.join(HOW)}")

    def pile(self, seat: str, pile: str, *, added: CardText | None = None, removed: str | None = None) -> None:
        """A card comes to a pile, or goes from it; one that nobody knows changes the number alone."""
        items = self.part(seat).items
        if pile not in PILES:
            raise EditError(f"{pile!r} is no pile; there are {', '.join(PILES)}")
        old = items.get(pile, PileText())
        cards = list(old.cards or ())
        hidden = max(0, (old.count or 0) - len(cards)) if old.count is not None else 0
        if removed:
            card, face = self.card(removed)
            found = next((each for each in cards if each == card or (face is not None and fits(face, each))), None)
            if found is None:
                raise EditError(f"no {removed} lies there")
            cards.remove(found)
        elif removed is not None:
            hidden = max(0, hidden - 1)
        elif added is None:
            hidden += 1
        else:
            cards.append(added)
        count = len(cards) + hidden if hidden or not cards else None
        items[pile] = PileText(count, tuple(cards) if cards else None)


def _turn_of(text: str) -> int:
    head = parse_board(text).head
    return max(1, head.turn) if head is not None else 1


def _moments(things: Table) -> Iterator[str]:
    """The first lines that a board with these things can have."""
    for line in _lines(things):
        draft = things.fork()
        head = parse_board(line).head
        assert head is not None
        try:
            enter(draft, head, None)
        except (ValueError, KeyError, IndexError, AssertionError):
            continue  # nobody would be asked there
        yield line


def _lines(things: Table) -> Iterator[str]:
    seats, now = things.order, f"turn {things.turn.number}, "
    for step in ("build", "retreat"):
        yield from (f"{now}{seat} {step} step" for seat in seats)
    yield from (f"{now}battle phase; {seat} to play or pass" for seat in seats)
    named = {number: alias for alias, number in aliases(things).items()}
    for arena in things.arenas:
        battle = f"{now}{arena.capitalize()} battle; "
        yield from (f"{battle}{seat} to play or pass" for seat in seats)
        yield from (f"{battle}{named[unit.id]} to attack" for unit in things.units(arena) if not unit.tapped)
    yield from (f"setup; {seat} to place" for seat in seats)
