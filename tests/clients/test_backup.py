"""`adjudicate backup` and `adjudicate restore`: made while services write, brought back whole, played on."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

from adjudicator.application import Adjudication
from adjudicator.application.kept import Root
from adjudicator_cli.main import main
from tests.bench.store import recorded_game
from tests.kit import behind, postgres
from tests.kit.processes import ROOT
from tests.kit.star_wars import SWTCG

Told = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("postgres_programs")


def _root(capsys: Told) -> Root:
    told = json.loads(capsys.readouterr().out)
    return Root(told["entries"], bytes.fromhex(told["root"]))


class Writing:
    """Notes in a game, written by a thread for as long as the block lasts; `acknowledged` counts them."""

    def __init__(self, application: Adjudication, game: str) -> None:
        self._application, self._game = application, game
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._write)
        self.acknowledged = 0

    def _write(self) -> None:
        while not self._end.is_set():
            self._application.note(self._game, "and on", request_id=f"r-{self.acknowledged + 1}")
            self.acknowledged += 1

    def reach(self, number: int) -> None:
        """Wait until so many are acknowledged."""
        while self.acknowledged < number:
            time.sleep(0.01)
            assert self._thread.is_alive()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._end.set()
        self._thread.join()


def test_backups_while_writing(store: str, fresh: Callable[[], str], tmp_path: Path, capsys: Told) -> None:
    """Each is the log as it stood at a moment: all that was acknowledged before is in it, and nothing half; it can be
    audited, and played on.
    """
    saved: list[tuple[Path, int, Root]] = []
    with Adjudication([SWTCG], store) as application:
        games = [recorded_game(application, seed, most=25) for seed in range(2)]
        before = application.whole.root().size
        with Writing(application, games[0]) as writing:
            for number in range(3):
                writing.reach(30 * (number + 1))
                file, acknowledged = tmp_path / f"{number}.backup", writing.acknowledged
                assert 0 == main(["backup", str(file), "--store", store, "--json"])
                saved.append((file, before + acknowledged, _root(capsys)))
        whole = application.whole
        for _, least, root in saved:
            assert root.size >= least
            assert root == whole.consistency(root.size)[1]
        for file, least, root in saved:
            target = fresh()
            assert 0 == main(["restore", str(file), "--store", target, "--json"])
            restored = _root(capsys)
            assert restored.size >= max(least, root.size)
            assert restored == whole.consistency(restored.size)[1]
            _plays_on(target, games, restored)
            capsys.readouterr()
    assert 0o600 == saved[0][0].stat().st_mode & 0o777


def _plays_on(store: str, games: list[str], root: Root) -> None:
    """A log is sound, keeps what was asked before, and takes what comes."""
    with Adjudication([SWTCG], store) as application:
        *_, last = application.verify_log([root])
        assert last.sound  # type: ignore[union-attr]  # the last is the finding
        kept = application.note(games[0], "and on", request_id="r-1")
        assert kept.repeated
        before = application.last_position()
        assert not application.note(games[1], "after the restore").repeated
        assert application.last_position() > before
    assert 0 == main(["audit", "--store", store])


def test_a_backup_of_a_schema_of_its_own(tmp_path: Path, capsys: Told) -> None:
    """`schema=` of the URL is kept; the password is on no command line and in no message."""
    url = postgres.server().empty().replace("postgres@", "postgres:sesame@") + "&schema=league"
    assert 0 == main(["migrate", "--store", url])
    with Adjudication([SWTCG], url) as application:
        recorded_game(application, 1, most=5)
    file = tmp_path / "one"
    assert 0 == main(["backup", str(file), "--store", url])
    target = postgres.server().empty() + "&schema=league"
    assert 0 == main(["restore", str(file), "--store", target])
    told = capsys.readouterr()
    saved, restored = [line.split("checkpoint ")[1] for line in told.out.splitlines() if "checkpoint" in line]
    assert saved == restored
    assert 1 == main(["restore", str(file), "--store", target])
    assert "has a log already" in capsys.readouterr().err
    assert 1 == main(["restore", str(file), "--store", url.replace("league", "x").replace("host=", "host=/none")])
    assert "sesame" not in capsys.readouterr().err


def test_what_is_no_backup_is_refused(tmp_path: Path, capsys: Told) -> None:
    """Nothing is overwritten, and nothing is left half."""
    log, text = tmp_path / "log.sqlite", tmp_path / "text"
    with Adjudication([SWTCG], log) as application:
        recorded_game(application, 1, most=5)
    text.write_text("no backup", encoding="utf-8")
    for arguments, says in (
        (["backup", str(text), "--store", str(log)], "is there already"),
        (["backup", str(tmp_path / "new"), "--store", str(tmp_path / "none")], "there is no log"),
        (["backup", str(tmp_path / "no" / "folder"), "--store", str(log)], "No such file"),
        (["restore", str(text), "--store", str(tmp_path / "new")], "is not a backup"),
        (["restore", str(tmp_path / "none"), "--store", str(tmp_path / "new")], "No such file"),
        (["restore", str(log), "--store", str(log)], "is there already"),
        (["restore", str(log), "--store", "mysql://x"], "not a kind of store"),
        (["restore", str(log), "--store", "postgresql://x"], "is not a backup of such a store"),
        (["restore", str(log)], "which store"),
    ):
        assert 1 == main(arguments)
        assert says in capsys.readouterr().err
    assert {"log.sqlite", "text"} == {each.name for each in tmp_path.iterdir()}


def test_a_damaged_file_is_no_backup(tmp_path: Path, capsys: Told) -> None:
    """It is found when the backup is made, and when it is brought back."""
    log, file = tmp_path / "log.sqlite", tmp_path / "file"
    with Adjudication([SWTCG], log) as application:
        recorded_game(application, 1, most=40)
    assert 0 == main(["backup", str(file), "--store", str(log)])
    content = bytearray(file.read_bytes())
    content[8192:12288] = bytes(4096)
    file.write_bytes(content)
    assert 1 == main(["restore", str(file), "--store", str(tmp_path / "new")])
    assert 1 == main(["backup", str(tmp_path / "other"), "--store", str(file)])
    assert not (tmp_path / "new").exists()
    assert not (tmp_path / "other").exists()
    behind.sql(log, "DELETE FROM stored_events WHERE originator_version = 3")
    assert 1 == main(["backup", str(tmp_path / "third"), "--store", str(log)])
    assert "entry 3" in capsys.readouterr().err


def test_without_the_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Told) -> None:
    """The message says what is missing."""
    with postgres.server().lent() as url:
        monkeypatch.setenv("PATH", str(tmp_path))
        assert 1 == main(["backup", str(tmp_path / "new"), "--store", url])
    assert "pg_dump cannot be run" in capsys.readouterr().err


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A log whose backup was killed on its way."""
    log = tmp_path / "log.sqlite"
    with Adjudication([SWTCG], log) as application:
        recorded_game(application, 1, most=5)
    (tmp_path / "file.part").write_bytes(b"half of it")
    return log


def test_what_a_killed_backup_has_left_is_no_hindrance(killed: Path, tmp_path: Path) -> None:
    """The next one begins anew."""
    command = [sys.executable, "-m", "adjudicator_cli.main", "backup", str(tmp_path / "file"), "--store", str(killed)]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    assert {"log.sqlite", "file"} == {each.name for each in tmp_path.iterdir()}
