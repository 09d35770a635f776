"""Calls about games: opened, watched, rewound, forked, closed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from adjudicator.api.v1 import game_service_pb2 as pb
from adjudicator_client.methods import asked, streamed
from adjudicator_client.requests import Card, Seat, definitions, named
from adjudicator_client.wire import Connection


class Gaming(Connection):
    """The methods of clients about games."""

    @asked
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
        request_id: str = "",
    ) -> pb.OpenGameResponse:
        """Open a game, from the beginning or from a board.

        `dice` and `decks` are "house" or "reported", `manual` is "ask" or "blank"; anything else raises ValueError.
        With `nonces_first` the house draws nothing until every seat has called `give_nonce`.
        """
        sent = pb.OpenGameRequest(
            request_id=request_id,
            edition=edition,
            settings=pb.GameSettings(
                dice=named(pb.ChanceSource, dice),
                decks=named(pb.ChanceSource, decks),
                manual=named(pb.ManualEffects, manual),
                strict=strict,
                nonces_first=nonces_first,
            ),
            seats=[
                pb.Seat(seat=each.seat, person=each.person, deck=each.deck, nonce=each.nonce, decks=each.decks)
                for each in seats
            ],
            board=board,
            cards=definitions(cards),
        )
        return await self._record(self.games.OpenGame, sent)

    @asked
    async def game(
        self, game: str, *, revision: int = 0, viewer: str = "", information: bool = False, data: bool = False
    ) -> pb.GetGameResponse:
        """A game with its board, now (revision 0) or as it was; with `information` and `data`, as data too."""
        sent = pb.GetGameRequest(game=game, revision=revision, viewer=viewer, information=information, data=data)
        return await self._ask(self.games.GetGame, sent)

    @streamed
    def list_games(self, *, state: str = "", edition: str = "", person: str = "") -> AsyncGenerator[pb.Game, None]:
        """The games, the newest last; only "running", "closed" or "frozen" ones, under an edition, with a person."""
        sent = pb.ListGamesRequest(state=named(pb.GameState, state), edition=edition, person=person)
        return self._pages(self.games.ListGames, sent, lambda page: page.games)

    @streamed
    def entries(self, game: str, *, after_entry: int = 0, viewer: str = "") -> AsyncGenerator[pb.Entry, None]:
        """The entries of a game's log with greater numbers than `after_entry`."""
        sent = pb.ListEntriesRequest(game=game, after_entry=after_entry, viewer=viewer)
        return self._pages(self.games.ListEntries, sent, lambda page: page.entries)

    @streamed
    def watch(self, game: str, *, after_entry: int = 0, viewer: str = "") -> AsyncGenerator[pb.WatchGameResponse, None]:
        """The entries of a game as they are written; after a lost connection go on after the last one received."""
        sent = pb.WatchGameRequest(game=game, after_entry=after_entry, viewer=viewer)
        return self._stream(self.games.WatchGame, sent)

    @streamed
    def watch_games(self, *, after_position: int = 0, viewer: str = "") -> AsyncGenerator[pb.WatchGamesResponse, None]:
        """The entries of all games as they are saved; after a lost connection go on after the last position."""
        sent = pb.WatchGamesRequest(after_position=after_position, viewer=viewer)
        return self._stream(self.games.WatchGames, sent)

    @asked
    async def rewind(
        self,
        game: str,
        to_revision: int,
        reason: str,
        *,
        expected_revision: int | None = None,
        request_id: str = "",
    ) -> pb.RewindGameResponse:
        """Take a game back to an earlier revision."""
        sent = pb.RewindGameRequest(
            game=game,
            request_id=request_id,
            expected_revision=await self._revision(game, expected_revision),
            to_revision=to_revision,
            reason=reason,
        )
        return await self._record(self.games.RewindGame, sent)

    @asked
    async def fork(
        self, game: str, *, at_revision: int = 0, expected_revision: int | None = None, request_id: str = ""
    ) -> pb.ForkGameResponse:
        """Open a new game at a revision of another one (0: where it stands)."""
        sent = pb.ForkGameRequest(
            game=game,
            request_id=request_id,
            expected_revision=await self._revision(game, expected_revision),
            at_revision=at_revision,
        )
        return await self._record(self.games.ForkGame, sent)

    @asked
    async def close_game(
        self, game: str, result: str = "", *, expected_revision: int | None = None, request_id: str = ""
    ) -> pb.CloseGameResponse:
        """Close a game; the seed of its chance is opened."""
        sent = pb.CloseGameRequest(
            game=game,
            request_id=request_id,
            expected_revision=await self._revision(game, expected_revision),
            result=result,
        )
        return await self._record(self.games.CloseGame, sent)

    @asked
    async def give_nonce(self, game: str, seat: str, nonce: bytes, *, request_id: str = "") -> pb.GiveNonceResponse:
        """Add what a seat gives to the house's chance; look at the game's commitment first, and keep it."""
        sent = pb.GiveNonceRequest(game=game, request_id=request_id, seat=seat, nonce=nonce)
        return await self._record(self.games.GiveNonce, sent)

    @asked
    async def add_note(
        self, game: str, text: str, *, by: str = "", about: int = 0, request_id: str = ""
    ) -> pb.AddNoteResponse:
        """Write a remark into a game's log."""
        sent = pb.AddNoteRequest(game=game, request_id=request_id, text=text, by=by, about=about)
        return await self._record(self.games.AddNote, sent)
