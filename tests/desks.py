"""Further desks for cases: the application with its log, and a service over gRPC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.application import Adjudication
from adjudicator.cases.case import CaseSettings
from adjudicator.cases.desk import Answer
from adjudicator.cases.judge_desk import JudgeDesk, answer_of, opening_of
from adjudicator.kernel.judging import ALL


class RecordedDesk(JudgeDesk):
    """Plays a case as a recorded game. With `rebuilt` the table is rebuilt from the log before every use."""

    def __init__(self, application: Adjudication, *, rebuilt: bool = False) -> None:
        super().__init__()
        self._application = application
        self._rebuilt = rebuilt
        self._id = ""

    def sit(
        self, edition: str, board: str, cards: tuple[Mapping[str, Any], ...], settings: CaseSettings, suppressed: str
    ) -> None:
        """Open a game at the board."""
        assert not suppressed
        self._game, opening = opening_of(edition, board, cards, settings)
        self._id = self._application.open_game(opening).game_id
        self._take()

    def ask(self, said: str) -> Answer:
        """Ask without recording."""
        declaration = self._game.read(self._table, said)
        verdict = self._application.ask(self._id, declaration, ALL).verdict
        return answer_of(self._game, declaration, verdict)

    def declare(self, said: str) -> Answer:
        """Record it."""
        declaration = self._game.read(self._table, said)
        verdict = self._application.submit(self._id, declaration, ALL).verdict
        assert verdict is not None
        self._take()
        return answer_of(self._game, declaration, verdict)

    def _take(self) -> None:
        if self._rebuilt:
            self._application._residents.drop(self._id)
        self._table = self._application.get(self._id).table
