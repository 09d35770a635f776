"""Calls about records: games taken out and brought in, tables compared, entries found."""

from __future__ import annotations

import gzip
from collections.abc import AsyncGenerator, Sequence

from adjudicator.api.v1 import game_service_pb2, verdict_pb2
from adjudicator.api.v1 import record_service_pb2 as pb
from adjudicator_client.methods import asked, streamed
from adjudicator_client.requests import named
from adjudicator_client.wire import Connection


class Recording(Connection):
    """The methods of clients about records. Each raises ValueError for a word that the API does not have."""

    @asked
    async def export_game(
        self, game: str, format: str = "json-lines", *, viewer: str = "judge", from_revision: int = 0
    ) -> pb.ExportGameResponse:
        """A game as text: "json-lines" with its chain, or "notation" from a revision on."""
        sent = pb.ExportGameRequest(
            game=game, format=named(pb.RecordFormat, format), from_revision=from_revision, viewer=viewer
        )
        return await self._ask(self.records.ExportGame, sent)

    @asked
    async def import_game(
        self, text: str, format: str = "", *, check_only: bool = False, request_id: str = ""
    ) -> pb.ImportGameResponse:
        """Judge a written game again and bring it in, or with `check_only` only judge it; the format as it looks."""
        looks = "json-lines" if text.lstrip().startswith("{") else "notation"
        sent = pb.ImportGameRequest(
            request_id=request_id,
            format=named(pb.RecordFormat, format or looks),
            gzip=gzip.compress(text.encode()),
            check_only=check_only,
        )
        return await self._record(self.records.ImportGame, sent)

    @asked
    async def compare_tables(
        self, game: str, from_revision: int, to_revision: int = 0, *, viewer: str = ""
    ) -> pb.CompareTablesResponse:
        """The differences between two revisions of a game (0: where it stands)."""
        sent = pb.CompareTablesRequest(game=game, from_revision=from_revision, to_revision=to_revision, viewer=viewer)
        return await self._ask(self.records.CompareTables, sent)

    @streamed
    def steps(
        self,
        game: str,
        *,
        viewer: str = "",
        seats: Sequence[str] = (),
        kinds: Sequence[str] = (),
        rulings: Sequence[str] = (),
        after_entry: int = 0,
    ) -> AsyncGenerator[pb.GameStep, None]:
        """Entries with turn and phase, filtered by speakers, kinds ("declared") and rulings ("illegal")."""
        sent = pb.ListStepsRequest(
            game=game,
            viewer=viewer,
            seats=seats,
            kinds=[named(game_service_pb2.EntryKind, each) for each in kinds],
            rulings=[named(verdict_pb2.Ruling, each) for each in rulings],
            after_entry=after_entry,
        )
        return self._pages(self.records.ListSteps, sent, lambda page: page.steps)
