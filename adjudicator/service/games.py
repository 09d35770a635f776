"""GameService: opening, showing, listing, watching, taking back, forking and closing games."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from adjudicator.api.v1 import game_service_pb2 as pb
from adjudicator.application import (
    Close,
    Command,
    Fork,
    GameView,
    GiveNonce,
    Note,
    Open,
    Recorded,
    Rewind,
    Step,
)
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import GameClosed, GameOpened, Opening, Settings
from adjudicator.kernel.game import Game
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import errors, requests, showing
from adjudicator.service.callers import CALLER
from adjudicator.service.chronicle import entry_message
from adjudicator.service.house import House
from adjudicator.service.listing import Listed, running
from adjudicator.service.rulings import NONCE_BYTES_MAX

CHANCE = {
    pb.CHANCE_SOURCE_UNSPECIFIED: "house",
    pb.CHANCE_SOURCE_HOUSE: "house",
    pb.CHANCE_SOURCE_REPORTED: "reported",
}
MANUAL = {pb.MANUAL_EFFECTS_UNSPECIFIED: "ask", pb.MANUAL_EFFECTS_ASK: "ask", pb.MANUAL_EFFECTS_BLANK: "blank"}

PAGE = requests.PAGE_SIZE_MAX
LOOK_AGAIN_SECONDS = 0.5

Answer = TypeVar("Answer")


class GameDesk:
    """The handlers of GameService."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def OpenGame(self, request: pb.OpenGameRequest) -> pb.OpenGameResponse:
        """Open a game, from the beginning or from a board."""
        house, request_id = self.house, requests.request_id(request.request_id)
        game = house.game_of(requests.needed(request.edition, "edition"))
        cards = requests.rows(request.cards)
        seats = [each.seat for each in request.seats]
        if len(set(seats)) < len(seats):
            raise errors.bad_field("seats", f"name a seat twice: {', '.join(seats)}")
        board = b""
        if request.board:
            if any(each.deck or each.decks for each in request.seats):
                raise errors.bad_field("board", "comes with its own cards; give a board or decks, not both")
            table = house.read_board(game, request.edition, request.board, cards, "board")
            board = game.encode(table)
        opening = Opening(
            game.id,
            request.edition,
            _settings(request.settings),
            tuple((each.seat, each.person) for each in request.seats),
            _packs(game, request, cards),
            board,
        )
        done = await house.application.do_soon(Open(opening, _nonces(request.seats)), request_id)
        return await self._opened(pb.OpenGameResponse, done)

    async def GetGame(self, request: pb.GetGameRequest) -> pb.GetGameResponse:
        """Show a game as a viewer may see it."""
        view = await self.house.view(request.game)
        place = self.house.place_of(view, await self.house.table(view, request.revision), request.revision)
        viewer = place.viewer(request.viewer)
        everything = viewer == JUDGE
        game = _game(view)
        if self.house.delays.concern:  # such a caller may not see who has given a nonce since
            game.ClearField("nonces_due")
        known = place.known(viewer)
        data = showing.table(place.game, known) if request.data else None
        return pb.GetGameResponse(
            game=game,
            board=place.game.board(known, None if everything else viewer),
            data=data,
            question=place.teller.question(place.table),
            basis=place.basis,
            table=place.game.encode(place.table) if everything else b"",
            information=place.teller.information(place.table, viewer) if request.information else None,
        )

    async def ListGames(self, request: pb.ListGamesRequest) -> pb.ListGamesResponse:
        """A page of the games."""
        listed = Listed(self.house.application, self.house.delays)
        return await asyncio.to_thread(listed.page, request, CALLER.get())

    async def ListEntries(self, request: pb.ListEntriesRequest) -> pb.ListEntriesResponse:
        """A page of a game's log."""
        size, after = requests.page(request.page_size, request.page_token)
        if not request.page_token:
            after = _after(request.after_entry)
        view = await self.house.view(request.game)
        place = self.house.place_of(view, view.table)
        viewer = place.viewer(request.viewer)
        steps = await asyncio.to_thread(self._steps, request.game, after, min(size, max(0, view.last - after)))
        last = steps[-1].entry.number if steps else after
        return pb.ListEntriesResponse(
            entries=[entry_message(place.teller, step, viewer) for step in steps],
            next_page_token=str(last) if last < view.last else "",
            basis=place.basis,
        )

    async def WatchGame(self, request: pb.WatchGameRequest) -> AsyncGenerator[pb.WatchGameResponse, None]:
        """The entries after a place, and each new one as it is written."""
        house, notices = self.house, self.house.notices
        view = await house.view(request.game)
        place = house.place_of(view, view.table)
        viewer, seen = place.viewer(request.viewer), _after(request.after_entry)
        if seen > view.last:  # in memory; another process may have told of more
            last = await asyncio.to_thread(house.application.last_entry, request.game)
            if seen > last:
                raise errors.ahead_of_log("after_entry", seen, last)
        notices.enter(request.game, view.last)
        try:
            while not notices.stopping:
                steps = await self._after(request.game, seen)
                for number, step in enumerate(steps, 1):
                    newest = number == len(steps)
                    yield pb.WatchGameResponse(
                        entry=entry_message(place.teller, step, viewer),
                        question=place.teller.question(step.after) if newest else None,
                    )
                    seen = step.entry.number
                if not steps:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(notices.wait(request.game), self._look_again)
        finally:
            notices.leave(request.game)
        raise errors.stopping()

    @property
    def _look_again(self) -> float | None:
        """After how many seconds a watcher who is behind may see more although nothing was written."""
        delay = self.house.delays.delay
        return LOOK_AGAIN_SECONDS if delay is not None and delay.seconds and self.house.delays.concern else None

    async def _after(self, game: str, seen: int) -> list[Step]:
        """What a watcher gets next."""
        house, notices = self.house, self.house.notices
        if house.delays.concern:
            size = (await house.view(game)).last - seen
            return [] if size <= 0 else await asyncio.to_thread(self._steps, game, seen, min(size, PAGE))
        steps, ahead = notices.since(game, seen), notices.last(game) - seen
        if not steps and ahead > 0:  # and no further: the table in memory is known to be behind only so far
            steps = await asyncio.to_thread(self._steps, game, seen, min(ahead, PAGE))
        return steps

    async def WatchGames(self, request: pb.WatchGamesRequest) -> AsyncGenerator[pb.WatchGamesResponse, None]:
        """The entries of all games after a place of the log, and each new one as it is written."""
        notices, viewer, after = self.house.notices, request.viewer, request.after_position
        CALLER.get().see(viewer)
        if self.house.delays.concern:
            raise errors.delayed()
        if viewer not in {"", JUDGE}:
            raise errors.bad_field("viewer", f"is empty or {JUDGE!r}: games have seats of their own")
        if after < 0:
            raise errors.bad_field("after_position", "cannot be negative")
        last = await asyncio.to_thread(self.house.application.last_position) if after else 0
        if after > last:
            raise errors.ahead_of_log("after_position", after, last)
        while not notices.stopping:
            stirred = notices.stirred
            found = await asyncio.to_thread(self._noticed, after, viewer)
            for position, message in found:
                if message is not None:
                    yield message
                after = position
            if not found:
                await notices.wait_for_any(stirred)
        raise errors.stopping()

    async def RewindGame(self, request: pb.RewindGameRequest) -> pb.RewindGameResponse:
        """Take a game back to an earlier revision."""
        view, _ = await self.house.known(request.game, request.expected_revision)
        command = Rewind(request.game, request.to_revision, request.reason, expected_revision=request.expected_revision)
        done = await self._recorded(command, request.request_id, view)
        return pb.RewindGameResponse(
            basis=self.house.recorded(done, view), question=await self._question(view, done.revision)
        )

    async def ForkGame(self, request: pb.ForkGameRequest) -> pb.ForkGameResponse:
        """Open a new game at a revision of another one."""
        expected = requests.expected_revision(request.expected_revision)
        await self.house.view(request.game)
        command = Fork(request.game, request.at_revision or expected)
        done = await self.house.application.do_soon(command, requests.request_id(request.request_id))
        return await self._opened(pb.ForkGameResponse, done)

    async def CloseGame(self, request: pb.CloseGameRequest) -> pb.CloseGameResponse:
        """Close a game and open its seed."""
        view, _ = await self.house.known(request.game, request.expected_revision)
        command = Close(request.game, request.result, expected_revision=request.expected_revision)
        done = await self._recorded(command, request.request_id, view)
        content = done.entries[0].content
        assert isinstance(content, GameClosed)
        return pb.CloseGameResponse(basis=self.house.recorded(done, view), seed=content.seed)

    async def GiveNonce(self, request: pb.GiveNonceRequest) -> pb.GiveNonceResponse:
        """Add what a seat gives to the house's chance, and draw if it was the last to be waited for."""
        if not 1 <= len(request.nonce) <= NONCE_BYTES_MAX:
            raise errors.bad_field("nonce", f"has {len(request.nonce)} bytes, not from 1 to {NONCE_BYTES_MAX}")
        CALLER.get().speak(requests.needed(request.seat, "seat"))
        view = await self.house.view(request.game)
        done = await self._recorded(GiveNonce(request.game, request.seat, request.nonce), request.request_id, view)
        return pb.GiveNonceResponse(
            basis=self.house.recorded(done, view), question=await self._question(view, done.revision)
        )

    async def AddNote(self, request: pb.AddNoteRequest) -> pb.AddNoteResponse:
        """Write a remark into a log."""
        view = await self.house.view(request.game)
        if not 0 <= request.about <= view.last:
            raise errors.bad_field("about", f"there is no entry {request.about}; the last is {view.last}")
        command = Note(request.game, requests.needed(request.text, "text"), request.by, request.about)
        done = await self._recorded(command, request.request_id, view)
        return pb.AddNoteResponse(basis=self.house.recorded(done, view))

    async def _recorded(self, command: Command, request_id: str, view: GameView) -> Recorded:
        """Record, and let the watchers look it up."""
        done = await self.house.application.do_soon(command, requests.request_id(request_id))
        self.house.publish(done, view, None)
        return done

    async def _opened(self, kind: Callable[..., Answer], done: Recorded) -> Answer:
        """The answer about a new game, as it stood when it was opened, also if it has gone on since."""
        self.house.notices.stir()
        content = done.entries[0].content
        assert isinstance(content, GameOpened)
        view = await self.house.view(done.game_id)
        then = await self.house.table(view, done.revision)
        opened = msgspec.structs.replace(
            view, table=then, last=done.last, revision=done.revision, head=done.head, closed=False, result="",
            commitment=content.commitment, nonces=content.nonces,
        )  # fmt: skip
        return kind(
            game=_game(opened),
            basis=self.house.recorded(done, view),
            question=self.house.teller(view.rules, view.edition).question(then),
        )

    async def _question(self, view: GameView, revision: int) -> Any:
        """What a game waited for at a revision."""
        newest = await self.house.view(view.game_id)
        return self.house.teller(view.rules, view.edition).question(await self.house.table(newest, revision))

    def _noticed(self, after: int, viewer: str) -> list[tuple[int, pb.WatchGamesResponse | None]]:
        """Positions after a place, with what is told of each; None for a game that the caller does not know.

        Reads the log: call it in a thread.
        """
        application, found = self.house.application, list[tuple[int, pb.WatchGamesResponse | None]]()
        for notice in application.notices(after, requests.PAGE_SIZE_DEFAULT):
            told = None
            if CALLER.get().knows(notice.game_id):
                view = application.get(notice.game_id)
                step = next(application.steps(notice.game_id, notice.entry.number))
                entry = entry_message(self.house.teller(view.rules, view.edition), step, viewer)
                told = pb.WatchGamesResponse(position=notice.position, game=notice.game_id, entry=entry)
            found.append((notice.position, told))
        return found

    def _steps(self, game: str, after: int, size: int) -> list[Step]:
        """Some entries after a place, with their tables. Reads the log: call it in a thread."""
        return list(itertools.islice(self.house.application.steps(game, after + 1), size))


def _after(number: int) -> int:
    if number < 0:
        raise errors.bad_field("after_entry", "cannot be negative")
    return number


def _settings(sent: pb.GameSettings) -> Settings:
    """How a game is run. Raises RefusedError for numbers that mean nothing."""
    for field, number, known in (
        ("dice", sent.dice, CHANCE),
        ("decks", sent.decks, CHANCE),
        ("manual", sent.manual, MANUAL),
    ):
        if number not in known:
            raise errors.bad_field(f"settings.{field}", f"{number} is not one of its values")
    return Settings(
        CHANCE[sent.dice],
        CHANCE[sent.decks],
        MANUAL[sent.manual],
        sent.strict,
        True if sent.nonces_first else msgspec.UNSET,
    )


def _packs(game: Game, request: pb.OpenGameRequest, cards: Sequence[dict[str, str]]) -> tuple[tuple[str, Sealed], ...]:
    """What each seat keeps for itself. Raises RefusedError, naming the seat's deck."""
    packs = []
    for field, seat, deck in _decks(request.seats):
        try:
            packs.append((seat, Sealed((seat,), game.cards.pack(request.edition, deck, cards))))
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, field) from error
        except ValueError as error:
            raise errors.bad_field(field, str(error), "DECK_REFUSED") from error
    return tuple(packs)


def _decks(seats: Sequence[pb.Seat]) -> Iterator[tuple[str, str, str]]:
    """Each deck with its field and its seat. Raises RefusedError where a seat has a deck and others to choose from."""
    for number, each in enumerate(seats):
        if each.deck and each.decks:
            raise errors.bad_field(f"seats[{number}].decks", "come instead of one deck; give one or the other")
        if each.deck:
            yield f"seats[{number}].deck", each.seat, each.deck
        for at, deck in enumerate(each.decks):
            yield f"seats[{number}].decks[{at}]", each.seat, deck


def _nonces(seats: Sequence[pb.Seat]) -> tuple[tuple[str, bytes], ...]:
    """What the persons add to the house's chance."""
    for number, each in enumerate(seats):
        if len(each.nonce) > NONCE_BYTES_MAX:
            raise errors.bad_field(f"seats[{number}].nonce", f"has more than {NONCE_BYTES_MAX} bytes")
    return tuple((each.seat, each.nonce) for each in seats if each.nonce)


def _game(view: GameView) -> pb.Game:
    over = view.rules.over(view.table) or ""
    state = pb.GAME_STATE_CLOSED if view.closed else pb.GAME_STATE_OVER if over else running(view.frozen)
    settings = view.settings
    game, revision = view.forked_from or ("", 0)
    reported, blank = pb.CHANCE_SOURCE_REPORTED, pb.MANUAL_EFFECTS_BLANK
    return pb.Game(
        game=view.game_id,
        kind=view.rules.id,
        edition=view.edition,
        settings=pb.GameSettings(
            dice=reported if settings.dice == "reported" else pb.CHANCE_SOURCE_HOUSE,
            decks=reported if settings.decks == "reported" else pb.CHANCE_SOURCE_HOUSE,
            manual=blank if settings.manual == "blank" else pb.MANUAL_EFFECTS_ASK,
            strict=settings.strict,
            nonces_first=bool(settings.nonces_first),
        ),
        seats=[pb.Seat(seat=seat, person=person) for seat, person in view.seats],
        state=state,
        result=view.result or over,
        entry=view.last,
        revision=view.revision,
        commitment=view.commitment,
        forked_from=game,
        forked_at=revision,
        nonces_due=() if view.closed else view.nonces_due,
    )
