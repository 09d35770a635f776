"""Harbour as kernel.game.Game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from adjudicator.kernel.base import Fact, Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Some
from adjudicator.kernel.forms import Order as Ordering
from adjudicator.kernel.game import ChanceDue, EditionInfo, Game
from adjudicator.kernel.judging import allowed
from adjudicator.kernel.run import Run
from adjudicator.kernel.viewing import Information, Lying
from tests.kit.harbour import clauses, notation, procedures, showing
from tests.kit.harbour import values as v
from tests.kit.harbour.fold import fold, fork
from tests.kit.harbour.parts import DECK, HarbourCards, HarbourPlay

COINS = 4
_decoder = msgspec.json.Decoder(v.Table)


class Harbour(Game):
    """The game, all of it pure."""

    id = "harbour"
    editions: Mapping[str, EditionInfo] = MappingProxyType(
        {"harbour-1": EditionInfo("harbour-1", "Harbour", ("harbour",), "harbour-1:1")}
    )
    fact_type: Any = v.Happening
    passing: Mapping[type, type] = MappingProxyType({})
    caused: frozenset[type] = frozenset()
    declaration_type: Any = v.Said
    binding: tuple[str, ...] = ("frames", "triggers")
    steps: Mapping[type, Mapping[str, Any]] = procedures.STEPS

    perform = staticmethod(procedures.perform)
    replace = staticmethod(procedures.replace)
    notice = staticmethod(procedures.notice)
    settle = staticmethod(procedures.settle)
    deal_triggers = staticmethod(procedures.deal_triggers)
    check = staticmethod(clauses.check)
    override = staticmethod(clauses.override)
    moment = staticmethod(clauses.moment)
    rulings = staticmethod(clauses.rulings)
    cited = staticmethod(clauses.cited)
    misses = staticmethod(clauses.misses)
    turned_down = staticmethod(clauses.turned_down)
    fold = staticmethod(fold)
    fork = staticmethod(fork)
    read = staticmethod(notation.read)
    say = staticmethod(notation.say)
    board = staticmethod(notation.board)
    show = staticmethod(showing.show)
    tell = staticmethod(notation.tell)
    refer = staticmethod(notation.refer)
    cards = HarbourCards()
    play = HarbourPlay()

    def deal(self, opening: Opening) -> v.Table:
        """The table with every card in its pile. Raises ValueError."""
        if opening.board:
            return self.decode(opening.board)
        packs = dict(opening.packs)
        if tuple(seat for seat, _ in opening.seats) != v.SEATS or set(packs) != set(v.SEATS):
            raise ValueError("Harbour is played by north, east, south and west, each with a pack")
        table = empty(blank=opening.settings.manual == "blank")
        for seat in v.SEATS:
            for kind in packs[seat].items:
                if kind not in v.PRICES:
                    raise ValueError(f"no card is called {kind!r}")
                card = len(table.cards) + 1
                table.cards[card], table.owners[card] = kind, seat
                table.pool[seat] += (card,)
                table.pile[seat] += (table.next_id,)
                table.next_id += 1
            table.purse[seat] = tuple(range(table.next_coin, table.next_coin + COINS))
            table.next_coin += COINS
        return table

    def objection(self, table: v.Table, said: Any) -> str:
        """Nobody but the seats, chance and the judge can have said anything."""
        return "" if said.seat in (*v.SEATS, "chance", "judge") else f"there is no seat {said.seat!r}"

    def information(self, table: v.Table) -> Iterator[Lying]:
        """Hands, piles and bids are their seats'; nobody knows the order in which a crate of cards will come."""
        for seat in v.SEATS:
            yield Lying(f"hand:{seat}", "number", Information.DERIVED, (), "harbour.3.1")
            yield Lying(f"hand:{seat}", "cards", Information.PRIVATE, table.hand[seat], "harbour.3.1", (seat,))
            yield Lying(f"pool:{seat}", "cards", Information.PRIVATE, table.pool[seat], "harbour.3.2", ())
        for seat in table.bids:
            yield Lying(f"bid:{seat}", "coins", Information.PRIVATE, (), "harbour.5.4", (seat,))

    def conceal(self, table: v.Table, hidden: Sequence[Lying], viewer: str) -> v.Table:
        """The table without that."""
        known = fork(table)
        known.cards = dict(table.cards)
        for each in hidden:
            place, _, seat = each.place.partition(":")
            if place == "bid":
                known.bids.pop(seat)
            for thing in each.things:
                if place == "hand":
                    known.faces.pop(thing, None)
                else:
                    known.cards[thing] = "?"
        return known

    def said_to(self, said: Any, viewer: str) -> Any:
        """A bid of which the viewer knows only that it is one."""
        if isinstance(said, v.Bid) and viewer not in said.coins.audience:
            return v.Bid(said.seat, said.coins.closed())
        return said

    def on_trust(self, table: v.Table, said: Any) -> str:
        """Nobody says of hidden things what they are."""
        return ""

    def let_go(self, table: v.Table) -> v.Pass | None:
        """Who may answer a card does not."""
        answers = table.window is not None and table.window.kind == "answer"
        return v.Pass(table.window.asked[0]) if table.window is not None and answers else None

    def start(self, run: Run) -> None:
        """Ask chance for the order of the crews."""
        run.push(v.Start())

    def awaits(self, frames: Any, window: Any, pool: Any, pending: Any) -> Fact:
        """The agenda as a fact; Harbour has no pending items."""
        assert not pending
        return v.Awaited(frames, window, pool)

    def chance_due(self, table: v.Table) -> ChanceDue | None:
        """The order of crews, a gale's die, or a card."""
        kind = table.window.kind if table.window else ""
        if kind == "order":
            return ChanceDue("order", pool=(0, 1), what="crews")
        if kind == "roll":
            return ChanceDue("dice", 1, 6, what="gale")
        if kind == "draw":
            frame = table.frames[-1]
            assert isinstance(frame, v.Drawing)
            return ChanceDue("draw", 1, pool=table.pool[frame.seat], what=frame.seat)
        return None

    def chance_said(self, table: v.Table, outcome: tuple[int, ...]) -> Any:
        """What chance says."""
        kind = table.window.kind if table.window else ""
        if kind == "order":
            return v.Order("chance", outcome)
        if kind == "roll":
            return v.Roll("chance", outcome)
        frame = table.frames[-1]
        assert isinstance(frame, v.Drawing)
        return v.Draw("chance", Sealed((frame.seat,), outcome))

    def forms(self, table: v.Table, seat: str | None = None) -> tuple[Form, ...]:
        """What may be said, with every domain narrowed to what is legal."""
        asked = table.window.asked if table.window else ()
        return tuple(form for who in asked if seat in (None, who) for form in self._forms(table, who))

    def _forms(self, table: v.Table, seat: str) -> list[Form]:
        kind = table.window.kind if table.window else ""
        if kind in {"main", "answer"}:
            return [*self._plays(table, seat), Form("Pass", seat, says="pass")]
        choices: dict[str, tuple[str, tuple[tuple[str, Domain], ...]]] = {
            "bid": ("Bid", (("coins", Number(0, len(table.purse.get(seat, ())))),)),
            "spare": ("Spare", (("instead", OneOf((True, False))),)),
            "manual": ("Decide", (("to", OneOf(v.SEATS)), ("coins", Number(0, 3)))),
            "order": ("Order", (("crews", Ordering((0, 1))),)),
            "roll": ("Roll", (("dice", Dice(1)),)),
        }
        if kind == "draw":
            due = self.chance_due(table)
            choices["draw"] = ("Draw", (("cards", Some(due.pool if due else (), 1, 1)),))
        name, domains = choices[kind]
        return [Form(name, seat, choices=domains, says=kind)]

    def _plays(self, table: v.Table, seat: str) -> list[Form]:
        forms = []
        anywhere = (0, *table.places, *table.things)
        for handle in table.hand[seat]:
            fitting = tuple(at for at in anywhere if allowed(self, table, v.Play(seat, handle, at)))
            if fitting:
                given, says = (("card", handle),), f"play {table.kind(handle)}"
                forms.append(Form("Play", seat, given, (("at", OneOf(fitting)),), says))
        ships = tuple(ship for ship in table.things if allowed(self, table, v.Sail(seat, ship)))
        if ships:
            forms.append(Form("Sail", seat, choices=(("ship", OneOf(ships)),), says="sail"))
        return forms

    def read_board(self, text: str, edition: str, faces: tuple[Any, ...] = ()) -> v.Table:
        """A table from its notation."""
        assert edition in self.editions
        return notation.read_board(text, empty())

    def value(self, table: v.Table, of: str, name: str) -> Explained:
        """The points a ship would score. Raises KeyError."""
        ship = table.things.get(int(of.rpartition("#")[2] or 0)) if name == "points" else None
        if ship is None:
            raise KeyError(f"{name} of {of}")
        parts = [Contribution("add", 1, "sailing", "harbour.5.2")]
        parts += [
            Contribution("add", 1, f"crate#{thing.id}", "harbour.5.2")
            for thing in table.below(ship.id)
            if thing.kind == "crate"
        ]
        place = table.places.get(ship.at)
        if place is not None and place.beacon:
            parts.append(Contribution("add", 1, place.name, "harbour.5.2"))
        return Explained(name, of, sum(part.amount for part in parts), tuple(parts))

    def encode(self, table: v.Table) -> bytes:
        """The table as JSON."""
        return msgspec.json.encode(table)

    def decode(self, data: bytes) -> v.Table:
        """The table from JSON. Raises ValueError."""
        return _decoder.decode(data)

    def invariants(self, table: v.Table) -> tuple[str, ...]:
        """Every card in exactly one place; carriers exist; somebody is asked unless the game is won."""
        playing = [frame.card for frame in table.frames if isinstance(frame, v.Playing)]
        held = [table.faces[h] for seat in v.SEATS for h in table.hand[seat] if h in table.faces]
        everywhere = [*playing, *held, *(thing.card for thing in table.things.values())]
        for seat in v.SEATS:
            everywhere += [*table.pool[seat], *table.discard[seat]]
        broken = []
        if sorted(everywhere) != sorted(table.cards):
            broken.append("a card is nowhere or twice")
        if any(thing.at not in table.places and thing.at not in table.things for thing in table.things.values()):
            broken.append("something is aboard nothing")
        if any(len(table.pool[seat]) != len(table.pile[seat]) for seat in v.SEATS):
            broken.append("a pile is not as high as its cards are many")
        if (table.window is None) == (table.won == ""):
            broken.append("nobody is asked although the game goes on, or somebody although it is over")
        return tuple(broken)

    def over(self, table: v.Table) -> str | None:
        """Which crew has won."""
        return f"{table.won} wins" if table.won else None


HARBOUR = Harbour()


def empty(*, blank: bool = False) -> v.Table:
    """A table with nothing on it but the harbour."""

    def nothing() -> dict[str, tuple[int, ...]]:
        return dict.fromkeys(v.SEATS, ())

    return v.Table(
        cards={}, owners={}, pool=nothing(), pile=nothing(), hand=nothing(), discard=nothing(), purse=nothing(),
        spent=nothing(), faces={}, places={1: v.Place(1, "harbour")}, things={}, score={"blue": 0, "red": 0},
        bids={}, next_id=2, blank=blank,
    )  # fmt: skip


def opening(
    deck: tuple[str, ...] = DECK,
    settings: Settings | None = None,
    people: tuple[str, ...] = ("ann", "bob", "ann", "cid"),
) -> Opening:
    """An opening in which ann holds two seats, and everybody has the same deck."""
    packs = tuple((seat, Sealed((seat,), deck)) for seat in v.SEATS)
    seats = tuple(zip(v.SEATS, people, strict=True))
    return Opening("harbour", "harbour-1", settings or Settings(), seats, packs)
