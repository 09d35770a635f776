"""What both clients ask of records: games taken out and brought in, tables compared, entries found."""

from __future__ import annotations

import gzip
from collections.abc import AsyncGenerator, Iterator, Sequence

from adjudicator.api.v1 import game_service_pb2
from adjudicator.api.v1 import record_service_pb2 as pb
from clients.python import requests
from clients.python.wire import AioWire, Wire


def record_format(name: str) -> pb.RecordFormat.ValueType:
    """A format by its name, "notation" or "json-lines". Raises ValueError for another."""
    return pb.RecordFormat.Value("RECORD_FORMAT_" + name.replace("-", "_").upper())


def _importing(text: str, form: str, check: bool, request: str | None) -> pb.ImportGameRequest:
    """The request that brings a game in; without a format it is taken as it looks."""
    form = form or ("json-lines" if text.lstrip().startswith("{") else "notation")
    return pb.ImportGameRequest(
        request_id="" if check else request or requests.request_id(),
        format=record_format(form),
        gzip=gzip.compress(text.encode()),
        check_only=check,
    )


def _listing(
    game: str, viewer: str, seats: Sequence[str], kinds: Sequence[str], rulings: Sequence[str], after: int, token: str
) -> pb.ListStepsRequest:
    """The request for a page of steps. Raises KeyError or ValueError for a kind or ruling that does not exist."""
    return pb.ListStepsRequest(
        game=game,
        viewer=viewer,
        seats=seats,
        kinds=[game_service_pb2.EntryKind.Value("ENTRY_KIND_" + each.replace("-", "_").upper()) for each in kinds],
        rulings=[requests.RULINGS[each] for each in rulings],
        after_entry=after,
        page_token=token,
    )


class Recording(Wire):
    """The methods of the blocking client about records."""

    def export_game(
        self, game: str, form: str = "json-lines", *, viewer: str = "judge", from_revision: int = 0
    ) -> pb.ExportGameResponse:
        """A game as text: "json-lines" with its chain, or "notation" from a revision on."""
        sent = pb.ExportGameRequest(game=game, format=record_format(form), from_revision=from_revision, viewer=viewer)
        return self._ask(self.records.ExportGame, sent)

    def import_game(
        self, text: str, form: str = "", *, check: bool = False, request_id: str | None = None
    ) -> pb.ImportGameResponse:
        """Judge a written game again and bring it in, or with `check` only judge it; the format as it looks."""
        return self._ask(self.records.ImportGame, _importing(text, form, check, request_id))

    def compare_tables(self, game: str, start: int, end: int = 0, *, viewer: str = "") -> pb.CompareTablesResponse:
        """What is different between two revisions of a game (0: where it stands)."""
        sent = pb.CompareTablesRequest(game=game, from_revision=start, to_revision=end, viewer=viewer)
        return self._ask(self.records.CompareTables, sent)

    def steps(
        self,
        game: str,
        *,
        viewer: str = "",
        seats: Sequence[str] = (),
        kinds: Sequence[str] = (),
        rulings: Sequence[str] = (),
        after: int = 0,
    ) -> Iterator[pb.GameStep]:
        """Entries with turn and phase, filtered by speakers, kinds ("declared") and rulings ("illegal")."""
        token = ""
        while True:
            page = self._ask(self.records.ListSteps, _listing(game, viewer, seats, kinds, rulings, after, token))
            yield from page.steps
            token = page.next_page_token
            if not token:
                return


class AioRecording(AioWire):
    """The methods of the client for asyncio about records."""

    async def export_game(
        self, game: str, form: str = "json-lines", *, viewer: str = "judge", from_revision: int = 0
    ) -> pb.ExportGameResponse:
        """A game as text: "json-lines" with its chain, or "notation" from a revision on."""
        sent = pb.ExportGameRequest(game=game, format=record_format(form), from_revision=from_revision, viewer=viewer)
        return await self._ask(self.records.ExportGame, sent)

    async def import_game(
        self, text: str, form: str = "", *, check: bool = False, request_id: str | None = None
    ) -> pb.ImportGameResponse:
        """Judge a written game again and bring it in, or with `check` only judge it; the format as it looks."""
        return await self._ask(self.records.ImportGame, _importing(text, form, check, request_id))

    async def compare_tables(
        self, game: str, start: int, end: int = 0, *, viewer: str = ""
    ) -> pb.CompareTablesResponse:
        """What is different between two revisions of a game (0: where it stands)."""
        sent = pb.CompareTablesRequest(game=game, from_revision=start, to_revision=end, viewer=viewer)
        return await self._ask(self.records.CompareTables, sent)

    async def steps(
        self,
        game: str,
        *,
        viewer: str = "",
        seats: Sequence[str] = (),
        kinds: Sequence[str] = (),
        rulings: Sequence[str] = (),
        after: int = 0,
    ) -> AsyncGenerator[pb.GameStep, None]:
        """Entries with turn and phase, filtered by speakers, kinds ("declared") and rulings ("illegal")."""
        token = ""
        while True:
            page = await self._ask(self.records.ListSteps, _listing(game, viewer, seats, kinds, rulings, after, token))
            for each in page.steps:
                yield each
            token = page.next_page_token
            if not token:
                return
