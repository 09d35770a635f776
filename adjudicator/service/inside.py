"""The service inside its caller: no port, no thread, nothing stored. A page that has no server runs it in the browser.

Calls come as their path and the bytes of their message, behind the same guard as any other door's. Those that would
store something are refused: nobody keeps it here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

from adjudicator.citations import Books, load
from adjudicator.games import GameList
from adjudicator.kernel.game import Game, no_cards
from adjudicator.service import errors
from adjudicator.service.calls import Metadata
from adjudicator.service.config import Configuration
from adjudicator.service.errors import RefusedError
from adjudicator.service.furnishing import furnish
from adjudicator.service.guard import Unary
from adjudicator.service.status import Code
from adjudicator.service.telling import told

OFFERED = frozenset(
    {"RulingService", "ExplainService", "CompareService", "WhatIfService", "RulebookService", "CardService"}
)
"""The services whose questions need no game on a log. Their recording calls are known by the id of a request."""

OPTIONS = Configuration(store="sqlite:///:memory:", log_level="error", deadline_seconds=60.0)


class Answer(NamedTuple):
    """The bytes of the answer, or a refusal in JSON."""

    ok: bool
    body: bytes


class _Context:
    """What the guard asks of a door (`calls.Context`)."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def read(self) -> bytes:
        return self._body

    def time_remaining(self) -> float | None:
        return None

    def invocation_metadata(self) -> Metadata | None:
        return None


async def _abort(_: object, refused: RefusedError) -> NoReturn:
    raise refused


class Inside:
    """The calls that store nothing, for one caller. Make it in the running loop."""

    def __init__(self, games: Iterable[Game], books: Books) -> None:
        made = furnish(OPTIONS, games, books)
        self._known = {f"/{service.full_name}/{each.name}" for service, _ in made.desks for each in service.methods}
        self._calls: dict[str, Unary] = {
            f"/{service.full_name}/{method.name}": made.guard.unary(method, getattr(desk, method.name), _abort)
            for service, desk in made.desks
            if service.name in OFFERED
            for method in service.methods
            if "request_id" not in method.input_type.fields_by_name
        }

    async def answer(self, path: str, body: Any) -> Answer:
        """The answer to a call, `/adjudicator.api.v1.SERVICE/METHOD`; `body` is what bytes can be made of."""
        try:
            return Answer(True, (await self._call(path)(None, _Context(bytes(body)))).SerializeToString())
        except RefusedError as refused:
            return Answer(False, told(refused))

    def _call(self, path: str) -> Unary:
        """The guarded call at a path. Raises RefusedError."""
        if path in self._calls:
            return self._calls[path]
        if path in self._known:
            message = "this page has no server, so nothing is stored here: no games, no disputes, no tokens"
            raise RefusedError(Code.UNIMPLEMENTED, "NOTHING_STORED_HERE", message)
        raise errors.not_found("method", path)


def of_all_games() -> Inside:
    """With the games of the list, ready to be asked."""
    games = tuple(GameList(no_cards))
    for game in games:
        game.load()
    return Inside(games, load())
