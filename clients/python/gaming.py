"""What both clients ask of games: opened, watched, rewound, forked, closed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import aclosing

from adjudicator.api.v1 import game_service_pb2
from clients.python import requests
from clients.python.requests import Card, Seat
from clients.python.wire import AioWire, Wire


class Gaming(Wire):
    """The methods of the blocking client about games."""

    def open_game(
        self,
        edition: str,
        seats: Sequence[Seat],
        *,
        dice: str = "house",
        decks: str = "house",
        manual: str = "ask",
        strict: bool = False,
        nonces_first: bool = False,
        board: str = "",
        cards: Sequence[Card] = (),
        request_id: str | None = None,
    ) -> game_service_pb2.OpenGameResponse:
        """Open a game, from the beginning or from a board.

        With `nonces_first` the house draws nothing until every seat has called `give_nonce`.
        """
        sent = requests.opening(
            edition,
            seats,
            dice=dice,
            decks=decks,
            manual=manual,
            strict=strict,
            nonces_first=nonces_first,
            board=board,
            cards=cards,
            request=request_id,
        )
        return self._ask(self.games.OpenGame, sent)

    def game(
        self, game: str, *, revision: int = 0, viewer: str = "", information: bool = False
    ) -> game_service_pb2.GetGameResponse:
        """A game with its board, now (revision 0) or as it was; with `information`, who may know what of it."""
        return self._ask(
            self.games.GetGame,
            game_service_pb2.GetGameRequest(game=game, revision=revision, viewer=viewer, information=information),
        )

    def list_games(self) -> Iterator[game_service_pb2.Game]:
        """All games, the newest last."""
        token = ""
        while True:
            answer = self._ask(self.games.ListGames, game_service_pb2.ListGamesRequest(page_token=token))
            yield from answer.games
            token = answer.next_page_token
            if not token:
                return

    def entries(self, game: str, *, after: int = 0, viewer: str = "") -> Iterator[game_service_pb2.Entry]:
        """The entries of a game's log with greater numbers than `after`."""
        token = ""
        while True:
            sent = game_service_pb2.ListEntriesRequest(game=game, after_entry=after, page_token=token, viewer=viewer)
            answer = self._ask(self.games.ListEntries, sent)
            yield from answer.entries
            token = answer.next_page_token
            if not token:
                return

    def watch(self, game: str, *, after: int = 0, viewer: str = "") -> Iterator[game_service_pb2.WatchGameResponse]:
        """The entries of a game as they are written; after a lost connection go on after the last one received."""
        sent = game_service_pb2.WatchGameRequest(game=game, after_entry=after, viewer=viewer)
        yield from self._stream(self.games.WatchGame, sent)

    def watch_all(self, *, after: int = 0, viewer: str = "") -> Iterator[game_service_pb2.WatchGamesResponse]:
        """The entries of all games as they are saved; after a lost connection go on after the last position."""
        yield from self._stream(
            self.games.WatchGames, game_service_pb2.WatchGamesRequest(after_position=after, viewer=viewer)
        )

    def rewind(
        self, game: str, to_revision: int, reason: str, *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.RewindGameResponse:
        """Take a game back to an earlier revision."""
        sent = game_service_pb2.RewindGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=self._revision(game, expected),
            to_revision=to_revision,
            reason=reason,
        )
        return self._ask(self.games.RewindGame, sent)

    def fork(
        self, game: str, *, at_revision: int = 0, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.ForkGameResponse:
        """Open a new game at a revision of another one (0: where it stands)."""
        sent = game_service_pb2.ForkGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=self._revision(game, expected),
            at_revision=at_revision,
        )
        return self._ask(self.games.ForkGame, sent)

    def close_game(
        self, game: str, result: str = "", *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.CloseGameResponse:
        """Close a game; the seed of its chance is opened."""
        sent = game_service_pb2.CloseGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=self._revision(game, expected),
            result=result,
        )
        return self._ask(self.games.CloseGame, sent)

    def give_nonce(
        self, game: str, seat: str, nonce: bytes, *, request_id: str | None = None
    ) -> game_service_pb2.GiveNonceResponse:
        """Add what a seat gives to the house's chance; look at the game's commitment first, and keep it."""
        sent = game_service_pb2.GiveNonceRequest(
            game=game, request_id=request_id or requests.request_id(), seat=seat, nonce=nonce
        )
        return self._ask(self.games.GiveNonce, sent)

    def note(
        self, game: str, text: str, *, by: str = "", about: int = 0, request_id: str | None = None
    ) -> game_service_pb2.AddNoteResponse:
        """Write a remark into a game's log."""
        sent = game_service_pb2.AddNoteRequest(
            game=game, request_id=request_id or requests.request_id(), text=text, by=by, about=about
        )
        return self._ask(self.games.AddNote, sent)


class AioGaming(AioWire):
    """The methods of the client for asyncio about games."""

    async def open_game(
        self,
        edition: str,
        seats: Sequence[Seat],
        *,
        dice: str = "house",
        decks: str = "house",
        manual: str = "ask",
        strict: bool = False,
        nonces_first: bool = False,
        board: str = "",
        cards: Sequence[Card] = (),
        request_id: str | None = None,
    ) -> game_service_pb2.OpenGameResponse:
        """Open a game, from the beginning or from a board.

        With `nonces_first` the house draws nothing until every seat has called `give_nonce`.
        """
        sent = requests.opening(
            edition,
            seats,
            dice=dice,
            decks=decks,
            manual=manual,
            strict=strict,
            nonces_first=nonces_first,
            board=board,
            cards=cards,
            request=request_id,
        )
        return await self._ask(self.games.OpenGame, sent)

    async def game(
        self, game: str, *, revision: int = 0, viewer: str = "", information: bool = False
    ) -> game_service_pb2.GetGameResponse:
        """A game with its board, now (revision 0) or as it was; with `information`, who may know what of it."""
        return await self._ask(
            self.games.GetGame,
            game_service_pb2.GetGameRequest(game=game, revision=revision, viewer=viewer, information=information),
        )

    async def list_games(self) -> AsyncGenerator[game_service_pb2.Game, None]:
        """All games, the newest last."""
        token = ""
        while True:
            answer = await self._ask(self.games.ListGames, game_service_pb2.ListGamesRequest(page_token=token))
            for each in answer.games:
                yield each
            token = answer.next_page_token
            if not token:
                return

    async def entries(
        self, game: str, *, after: int = 0, viewer: str = ""
    ) -> AsyncGenerator[game_service_pb2.Entry, None]:
        """The entries of a game's log with greater numbers than `after`."""
        token = ""
        while True:
            sent = game_service_pb2.ListEntriesRequest(game=game, after_entry=after, page_token=token, viewer=viewer)
            answer = await self._ask(self.games.ListEntries, sent)
            for each in answer.entries:
                yield each
            token = answer.next_page_token
            if not token:
                return

    async def watch(
        self, game: str, *, after: int = 0, viewer: str = ""
    ) -> AsyncGenerator[game_service_pb2.WatchGameResponse, None]:
        """The entries of a game as they are written; after a lost connection go on after the last one received."""
        sent = game_service_pb2.WatchGameRequest(game=game, after_entry=after, viewer=viewer)
        async with aclosing(self._stream(self.games.WatchGame, sent)) as answers:
            async for answer in answers:
                yield answer

    async def watch_all(
        self, *, after: int = 0, viewer: str = ""
    ) -> AsyncGenerator[game_service_pb2.WatchGamesResponse, None]:
        """The entries of all games as they are saved; after a lost connection go on after the last position."""
        sent = game_service_pb2.WatchGamesRequest(after_position=after, viewer=viewer)
        async with aclosing(self._stream(self.games.WatchGames, sent)) as answers:
            async for answer in answers:
                yield answer

    async def rewind(
        self, game: str, to_revision: int, reason: str, *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.RewindGameResponse:
        """Take a game back to an earlier revision."""
        sent = game_service_pb2.RewindGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            to_revision=to_revision,
            reason=reason,
        )
        return await self._ask(self.games.RewindGame, sent)

    async def fork(
        self, game: str, *, at_revision: int = 0, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.ForkGameResponse:
        """Open a new game at a revision of another one (0: where it stands)."""
        sent = game_service_pb2.ForkGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            at_revision=at_revision,
        )
        return await self._ask(self.games.ForkGame, sent)

    async def close_game(
        self, game: str, result: str = "", *, expected: int | None = None, request_id: str | None = None
    ) -> game_service_pb2.CloseGameResponse:
        """Close a game; the seed of its chance is opened."""
        sent = game_service_pb2.CloseGameRequest(
            game=game,
            request_id=request_id or requests.request_id(),
            expected_revision=await self._revision(game, expected),
            result=result,
        )
        return await self._ask(self.games.CloseGame, sent)

    async def give_nonce(
        self, game: str, seat: str, nonce: bytes, *, request_id: str | None = None
    ) -> game_service_pb2.GiveNonceResponse:
        """Add what a seat gives to the house's chance; look at the game's commitment first, and keep it."""
        sent = game_service_pb2.GiveNonceRequest(
            game=game, request_id=request_id or requests.request_id(), seat=seat, nonce=nonce
        )
        return await self._ask(self.games.GiveNonce, sent)

    async def note(
        self, game: str, text: str, *, by: str = "", about: int = 0, request_id: str | None = None
    ) -> game_service_pb2.AddNoteResponse:
        """Write a remark into a game's log."""
        sent = game_service_pb2.AddNoteRequest(
            game=game, request_id=request_id or requests.request_id(), text=text, by=by, about=about
        )
        return await self._ask(self.games.AddNote, sent)
