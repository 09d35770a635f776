"""The simulation finds what it is there to find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.application import Adjudication, Recorded
from adjudicator.application.preparing import Preparing
from adjudicator.application.rejudging import Divergence
from tests.proving.faults.simulation import Amiss, World


def run(folder: Path, fates: dict[str, int] | None = None) -> str:
    """One seed of Harbour on a new store."""
    return World(str(folder / "games.db"), 1, fates).run()


def test_a_store_that_lies_is_found(tmp_path: Path) -> None:
    """It says that it has saved, and has not."""
    with pytest.raises(Amiss):
        run(tmp_path, {"stands": 9, "forgotten": 1})


def test_a_request_with_two_effects_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What keeps the answers gives each request another one."""
    real: Any = Preparing._ready

    def ready(self: Any, draft: Any, verdict: Any, request_id: str, body: bytes) -> Any:
        return real(self, draft, verdict, "", body)

    monkeypatch.setattr(Preparing, "_ready", ready)
    with pytest.raises(Amiss):
        run(tmp_path)


def test_a_lost_answer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that stood without an answer gets one that names another entry."""
    real: Any = Preparing.first_answer

    def first_answer(self: Any, request_id: str, body: bytes) -> Recorded | None:
        found: Recorded | None = real(self, request_id, body)
        return None if found is None else msgspec.structs.replace(found, entry=found.entry + 1)

    monkeypatch.setattr(Preparing, "first_answer", first_answer)
    with pytest.raises(Amiss):
        run(tmp_path)


def test_a_ruling_that_changes_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's judge says otherwise about one entry."""
    monkeypatch.setattr(Adjudication, "rejudge", lambda _, game: iter([Divergence(1, "ruling", "legal", "illegal")]))
    with pytest.raises(Amiss, match="ruled otherwise"):
        run(tmp_path)
