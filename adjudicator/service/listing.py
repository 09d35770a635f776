"""The list of games, page by page, filtered."""

from __future__ import annotations

from adjudicator.api.v1 import game_service_pb2 as pb
from adjudicator.application import Adjudication, GameSummary
from adjudicator.service import errors, requests
from adjudicator.service.callers import Caller
from adjudicator.service.delay import Delays

LOOKS_MAX = 20
"""A page is looked for in so many pages of the log; then it is told as far as it has come, with where to go on."""

STATES = (pb.GAME_STATE_UNSPECIFIED, pb.GAME_STATE_RUNNING, pb.GAME_STATE_CLOSED, pb.GAME_STATE_FROZEN)


class Listed:
    """Lists the games of a log. Reads it: call it in a thread."""

    def __init__(self, application: Adjudication, delays: Delays) -> None:
        self._application = application
        self._delays = delays

    def page(self, request: pb.ListGamesRequest, caller: Caller) -> pb.ListGamesResponse:
        """The next games that fit a request and are the caller's to know of. Raises RefusedError."""
        size, after = requests.page(request.page_size, request.page_token)
        if request.state not in STATES:
            raise errors.bad_field("state", "lists tell whether a game is closed; one that is over is told as running")
        chosen, more = list[pb.Game](), True
        for _ in range(LOOKS_MAX):
            found = self._application.list_games(after, size + 1)
            for each in found[:size]:
                after = each.position
                if caller.knows(each.game_id) and (game := self._wanted(each, request)) is not None:
                    chosen.append(game)
                if len(chosen) == size:
                    break
            more = bool(found) and after != found[-1].position
            if not more or len(chosen) == size:
                break
        return pb.ListGamesResponse(games=chosen, next_page_token=str(after) if more else "")

    def _wanted(self, found: GameSummary, request: pb.ListGamesRequest) -> pb.Game | None:
        """A game as the list has it, if it fits what is asked for."""
        game = _summary(found, behind=self._delays.concern and not found.closed)
        if request.state not in {pb.GAME_STATE_UNSPECIFIED, game.state} or request.edition not in {"", game.edition}:
            return None
        person = request.person.casefold()
        return game if not person or any(person in each.person.casefold() for each in game.seats) else None


def running(frozen: bool) -> pb.GameState.ValueType:
    """The state of a game that is not closed."""
    return pb.GAME_STATE_FROZEN if frozen else pb.GAME_STATE_RUNNING


def _summary(found: GameSummary, *, behind: bool) -> pb.Game:
    """A game of the list; who is behind is told where it stands by GetGame only."""
    game, revision = found.forked_from or ("", 0)
    return pb.Game(
        game=found.game_id,
        kind=found.game,
        edition=found.edition,
        seats=[pb.Seat(seat=seat, person=person) for seat, person in found.seats],
        state=pb.GAME_STATE_CLOSED if found.closed else running(found.frozen),
        entry=0 if behind else found.last,
        forked_from=game,
        forked_at=revision,
    )
