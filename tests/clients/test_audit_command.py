"""`adjudicate audit` over a log of real games, without a service."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudicator.application import Adjudication, bulk
from adjudicator_cli.main import main
from tests.bench.store import recorded_game
from tests.kit.star_wars import SWTCG


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A log of three games of the Star Wars TCG, a little way played."""
    path = tmp_path_factory.mktemp("audit") / "log.sqlite"
    with Adjudication([SWTCG], path) as application:
        return path, [recorded_game(application, seed, most=25) for seed in range(3)]


@pytest.fixture
def log(played: tuple[Path, list[str]], tmp_path: Path) -> tuple[str, list[str]]:
    """A copy of it, to be meddled with."""
    copy = tmp_path / "log.sqlite"
    source, target = sqlite3.connect(played[0]), sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.close()
    return str(copy), played[1]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """Exit status and what was printed, from JSON."""
    capsys.readouterr()
    status = main(["audit", *arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("kind", ["verify", "rejudge"])
def test_a_sound_log(log: tuple[str, list[str]], kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All games, in the order of the log, and nothing found; or only those that are named."""
    status, told = printed(capsys, "--store", log[0], f"--{kind}")
    assert (0, kind, 0, 0) == (status, told["kind"], told["bad"], told["divergences"])
    assert log[1] == [each["game"] for each in told["games"]]
    status, told = printed(capsys, "--store", f"sqlite:///{log[0]}", f"--{kind}", log[1][1][:8])
    assert (0, [log[1][1]]) == (status, [each["game"] for each in told["games"]])


@pytest.mark.slow
def test_the_same_in_two_processes(log: tuple[str, list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    """With --jobs 2 the same is found, and a bad game leaves the others alone."""
    connection = sqlite3.connect(log[0])
    with connection:
        connection.execute(
            "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 7",
            (log[1][2].replace("-", ""),),
        )
    connection.close()
    status, told = printed(capsys, "--store", log[0], "--jobs", "2")
    assert (1, 1) == (status, told["bad"])
    assert [(log[1][2], 7)] == [(each["game"], each["bad"]) for each in told["games"] if "bad" in each]
    assert 1 == main(["audit", "--store", log[0], "--jobs", "1", "--rejudge"])
    assert "at entry 7: missing" in capsys.readouterr().out


def test_processes_by_default(
    log: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --jobs there is a process for each processor, but none without a task of its own."""
    asked: list[int] = []

    @contextmanager
    def noted(workers: int, preload: Sequence[str] = ()) -> Iterator[Executor]:
        asked.append(workers)
        with ThreadPoolExecutor(workers) as pool:
            yield pool

    monkeypatch.setattr(bulk, "processes", noted)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert (0, []) == (printed(capsys, "--store", log[0])[0], asked)
    monkeypatch.setattr(bulk.tasks, "__defaults__", (10,))
    assert (0, [2]) == (printed(capsys, "--store", log[0])[0], asked)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--store", "no-such-log"], "there is no log"),
        (["--store", "LOG", "zzz"], "0 games begin with 'zzz'"),
        (["--store", "LOG", "--jobs", "-1"], "how many"),
    ],
)
def test_misuse(
    log: tuple[str, list[str]], arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Misuse is said in words; no log is made where there was none."""
    assert 1 == main(["audit", *(log[0] if each == "LOG" else each for each in arguments)])
    assert words in capsys.readouterr().err
    assert not Path("no-such-log").exists()
