"""What all handlers share: the application, the games, citations, and who watches."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, TypeVar

from adjudicator.api.v1 import position_pb2
from adjudicator.api.v1.citation_pb2 import Basis
from adjudicator.application import Adjudication, GameView, Recorded, StaleRevisionError, Step, UnknownRevisionError
from adjudicator.kernel.editing import Edit, Edited, EditError
from adjudicator.kernel.entries import Settings
from adjudicator.kernel.game import EditionInfo, Game, NotOfferedError
from adjudicator.kernel.game.cards import Row
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.viewing import JUDGE, view_for
from adjudicator.service import errors, requests
from adjudicator.service.callers import CALLER, CHANCE
from adjudicator.service.config import Configuration, read_delay
from adjudicator.service.delay import Delays, TurnOf
from adjudicator.service.messages import Teller
from adjudicator.service.notices import Notices
from adjudicator.service.quoting import Quoter

Followed = TypeVar("Followed")


@dataclass(eq=False)
class Place:
    """A table that a question is about, with what an answer has to name."""

    game: Game
    table: Any
    teller: Teller
    rests_on: Callable[[], Basis]
    settings: Settings
    seats: tuple[str, ...]
    """The seats of a game; none for a board."""
    shut: str = ""
    """Why nothing is declared any more where a game stands; empty of an earlier revision, and of a board."""
    known_tables: dict[str, Any] = field(default_factory=dict)
    """The table as viewers know it, by viewer, once somebody has asked."""

    @cached_property
    def basis(self) -> Basis:
        """What an answer about this place rests on."""
        return self.rests_on()

    def known(self, viewer: str) -> Any:
        """The table as a viewer knows it; a board that the caller has written down hides nothing from the caller."""
        if viewer == JUDGE or not self.seats:
            return self.table
        found = self.known_tables.get(viewer)
        if found is None:
            found = self.known_tables[viewer] = view_for(self.game, self.table, viewer).table
        return found

    def viewer(self, viewer: str) -> str:
        """The viewer, if there is such a seat and the caller may look as it. Raises RefusedError."""
        if viewer and viewer != JUDGE and self.seats and viewer not in self.seats:
            raise errors.bad_field("viewer", f"{viewer!r} is not a seat of this game: {', '.join(self.seats)}, {JUDGE}")
        if self.seats:  # of a board that the caller has written down nothing is hidden
            CALLER.get().see(viewer)
        return viewer

    def speaker(self, seat: str) -> str:
        """Who may speak here, if there is such a seat. Raises RefusedError."""
        speakers = (*self.seats, JUDGE, CHANCE)
        if seat and self.seats and seat not in speakers:
            raise errors.bad_field("seat", f"{seat!r} does not speak in this game: {', '.join(speakers)}")
        return seat


def _shut(view: GameView, revision: int) -> str:
    """Why nothing is declared any more in a game, asked about a revision of it (0: where it stands)."""
    if not view.closed or revision not in {0, view.revision}:
        return ""
    return f"the game is closed ({view.result})" if view.result else "the game is closed"


class House:
    """The shared rooms behind all handlers. Raises the application's errors and RefusedError."""

    def __init__(
        self,
        configuration: Configuration,
        application: Adjudication,
        games: Iterable[Game],
        quote: Quoter,
        notices: Notices,
    ) -> None:
        self.configuration = configuration
        self.application = application
        self.quote = quote
        self.notices = notices
        self.games = tuple(games)
        self._by_edition = {edition: game for game in self.games for edition in game.editions}
        self._digests = {game.id: game.cards.digest for game in self.games}
        self._tellers: dict[str, Teller] = {}
        self._places: OrderedDict[str, tuple[GameView, Place]] = OrderedDict()
        self.delays = Delays(application, read_delay(configuration.spectator_delay))

    def editions(self) -> list[tuple[str, EditionInfo]]:
        """Every edition on offer with the id of its game."""
        return [(game.id, game.editions[edition]) for edition, game in self._by_edition.items()]

    def game_of(self, edition: str) -> Game:
        """The game that has an edition. Raises RefusedError."""
        if edition not in self._by_edition:
            known = ", ".join(self._by_edition)
            raise errors.not_found("edition", edition, f"no edition {edition!r}; known: {known}")
        return self._by_edition[edition]

    def teller(self, game: Game, edition: str) -> Teller:
        """Who tells of a game under an edition."""
        found = self._tellers.get(edition)
        if found is None:
            found = self._tellers[edition] = Teller(game, edition, self.quote)
        return found

    def basis(self, view: GameView, revision: int = 0) -> Basis:
        """What an answer about a game rests on."""
        return self._basis(view.game_id, view.last, revision or view.revision, view.head, view.rules, view.edition)

    def recorded(self, done: Recorded, view: GameView) -> Basis:
        """What the answer to a recording call rests on: where the game stood after it."""
        return self._basis(done.game_id, done.last, done.revision, done.head, view.rules, view.edition)

    def _basis(self, game_id: str, entry: int, revision: int, head: bytes, game: Game, edition: str) -> Basis:
        return Basis(
            game=game_id,
            entry=entry,
            revision=revision,
            head=head,
            edition=edition,
            edition_digest=game.editions[edition].digest,
            catalogue_digest=self._digests.get(game.id, ""),
        )

    async def view(self, game_id: str) -> GameView:
        """A game as it stands, or as a caller who is behind may see it; read in a thread if it is not in memory."""
        found = self.application.in_memory(game_id)
        if found is None:
            found = await asyncio.to_thread(self.application.get, requests.needed(game_id, "game"))
        if self.delays.concern:
            CALLER.get().enter(game_id)
            found = await asyncio.to_thread(self.delays.view, found, self.turn_of(found))
        return found

    def turn_of(self, view: GameView) -> TurnOf:
        """What tells the turn at a table of a game."""
        return lambda table: view.rules.when(table)[0]

    async def table(self, view: GameView, revision: int) -> Any:
        """The table of a game at a revision (0: now)."""
        if revision in {0, view.revision}:
            return view.table
        if revision < 0:
            raise errors.bad_field("revision", "counts from 1; 0 means now")
        if revision > view.revision and self.delays.concern:
            raise UnknownRevisionError(view.game_id, revision, view.revision)
        return await asyncio.to_thread(self.application.table_at, view.game_id, revision)

    def at(self, position: position_pb2.Position, then: Callable[[Place], Followed]) -> Followed | Awaitable[Followed]:
        """What follows at a table that a question is about: at once if the table is at hand, else after reading it."""
        source = position.WhichOneof("source")
        if source == "game":
            place = self._at_hand(position.game)
            return self._after_reading(position.game, then) if place is None else then(place)
        if source is None:
            raise errors.bad_field("position", "is missing; name a game or write down a board")
        return then(self.board(position.board))

    def _at_hand(self, position: position_pb2.GamePosition) -> Place | None:
        """A game as it stands, if it is in memory; a place that was made for it is used again."""
        CALLER.get().enter(position.game)
        view = self.application.in_memory(position.game)
        if view is None or self.delays.concern or position.revision not in {0, view.revision}:
            return None
        known = self._places.get(view.game_id)
        if known is not None and known[0] is view:
            return known[1]
        place = self.place_of(view, view.table)
        self._places[view.game_id] = (view, place)
        self._places.move_to_end(view.game_id)
        if len(self._places) > self.configuration.games_in_memory:
            self._places.popitem(last=False)
        return place

    async def _after_reading(self, position: position_pb2.GamePosition, then: Callable[[Place], Followed]) -> Followed:
        view = await self.view(position.game)
        table = await self.table(view, position.revision)
        return then(self.place_of(view, table, position.revision))

    def place_of(self, view: GameView, table: Any, revision: int = 0) -> Place:
        """A game of the log as a place."""
        CALLER.get().enter(view.game_id)
        seats = tuple(seat for seat, _ in view.seats)
        teller = self.teller(view.rules, view.edition)
        basis = partial(self.basis, view, revision)
        return Place(view.rules, table, teller, basis, view.settings, seats, _shut(view, revision))

    def board(self, board: position_pb2.Board) -> Place:
        """A board that the caller has written down, as a place."""
        game = self.game_of(board.edition)
        table = self.read_board(game, board.edition, board.notation, requests.rows(board.cards), "position.board")
        basis = partial(self._basis, "", 0, 0, b"", game, board.edition)
        return Place(game, table, self.teller(game, board.edition), basis, Settings(), ())

    def read_board(self, game: Game, edition: str, text: str, cards: Sequence[Row], field: str) -> Any:
        """A table from its notation. Raises RefusedError."""
        requests.bounded(text, requests.BOARD_LENGTH_MAX, f"{field}.notation")
        try:
            return game.read_board(text, edition, game.cards.faces(cards))
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, f"{field}.notation") from error
        except ValueError as error:
            raise errors.bad_field(f"{field}.notation", str(error), "BOARD_REFUSED") from error

    def edited(self, board: position_pb2.Board, edits: Sequence[Edit]) -> tuple[Game, Edited, Basis]:
        """A written board after changes, and what the answer rests on. Raises RefusedError."""
        game = self.game_of(board.edition)
        requests.bounded(board.notation, requests.BOARD_LENGTH_MAX, "board.notation")
        cards = requests.rows(board.cards)
        try:
            found = game.edit_board(board.notation, board.edition, edits, game.cards.faces(cards))
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "board.notation") from error
        except EditError as error:
            raise errors.bad_field(f"edits[{error.at}]", str(error), "EDIT_REFUSED") from error
        except NotOfferedError as error:
            raise errors.bad_field("board.edition", str(error), "NOT_EDITED") from error
        return game, found, self._basis("", 0, 0, b"", game, board.edition)

    def now_at(self, game_id: str, revision: int) -> tuple[GameView, Any] | None:
        """What `known` gives, if the game is in memory and stands at this revision."""
        view = self.application.in_memory(game_id)
        return (view, view.table) if view is not None and view.revision == revision else None

    async def known(self, game_id: str, revision: int) -> tuple[GameView, Any]:
        """A game, and its table at the revision that a recording call has seen.

        A call that comes a second time still means the table of the first time. Raises StaleRevisionError for a
        revision that the game has not reached or never had.
        """
        expected = requests.expected_revision(revision)
        view = self.application.in_memory(game_id) or await self.view(game_id)
        if expected == view.revision:
            return view, view.table
        try:
            return view, await asyncio.to_thread(self.application.table_at, game_id, expected)
        except UnknownRevisionError as error:
            raise StaleRevisionError(game_id, expected, error.current) from error

    def publish(self, done: Recorded, view: GameView, before: Any | None) -> None:
        """Let the watchers know of new entries; `before` is the table before them, None if it is not at hand."""
        if done.repeated:
            return
        self.notices.stir()
        if not self.notices.watched(done.game_id):
            return
        game, steps = view.rules, list[Step]()
        for entry in done.entries if before is not None else ():
            after = before
            facts = getattr(entry.content, "facts", ())
            if facts:
                after = game.fork(before)
                for fact in facts:
                    game.fold(after, fact)
            steps.append(Step(entry, before, after))
            before = after
        self.notices.publish(done.game_id, done.last, steps)
