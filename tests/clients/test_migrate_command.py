"""`adjudicate migrate`: a schema made by command, and a log that moves from a file to a server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.application import Adjudication, Verified
from adjudicator_cli.main import main
from tests.bench.store import recorded_game
from tests.kit import behind, postgres
from tests.kit.star_wars import SWTCG


def test_a_schema_is_made_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The store may come from the service's own variable; the second time there is nothing to do."""
    monkeypatch.setenv("ADJUDICATOR_STORE", postgres.server().empty())
    assert (0, 0) == (main(["migrate"]), main(["migrate"]))
    assert ["schema: version 1, it was 0", "schema: version 1, nothing to do"] == capsys.readouterr().out.splitlines()


def test_a_log_moves_to_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every entry, head, root, request and its order are the same there; the log can be audited and played on."""
    path, url = tmp_path / "log.sqlite", postgres.server().empty()
    with Adjudication([SWTCG], path) as old:
        games = [recorded_game(old, seed, most=25) for seed in range(3)]
        noted = old.note(games[0], "before the move", request_id="r-1")
        root, heads = old.whole.root(), [old.get(game).head for game in games]
    assert 0 == main(["migrate", "--store", url, "--from", f"sqlite:///{path}"])
    with Adjudication([SWTCG], url) as new:
        assert (root, heads) == (new.whole.root(), [new.get(game).head for game in games])
        again = new.note(games[0], "before the move", request_id="r-1")
        assert (noted.entry, noted.head, True) == (again.entry, again.head, again.repeated)
        *_, last = new.verify_log([root])
        assert last.sound  # type: ignore[union-attr]  # the last is the finding
        new.note(games[0], "after it")
    capsys.readouterr()
    assert 0 == main(["audit", "--store", url, "--json"])
    assert games == [each["game"] for each in json.loads(capsys.readouterr().out)["games"]]
    assert 1 == main(["migrate", "--store", url, "--from", f"sqlite:///{path}"])
    assert "has entries already" in capsys.readouterr().err


def test_a_damaged_log_does_not_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is named; it is for an audit to say what became of it."""
    path, url = tmp_path / "log.sqlite", postgres.server().empty()
    with Adjudication([SWTCG], path) as old:
        game = recorded_game(old, 1, most=5)
        *_, last = old.verify(game)
        assert isinstance(last, Verified)
    behind.sql(path, "DELETE FROM stored_events WHERE originator_version = 3")
    assert 1 == main(["migrate", "--store", url, "--from", f"sqlite:///{path}"])
    assert "entry 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--store", ""],
        ["--store", "games.sqlite"],
        ["--store", "mysql://ann:sesame@db/games"],
        ["--store", "postgresql://ann:sesame@127.0.0.1:1/games?connect_timeout=2"],
        ["--store", "sqlite:///:memory:", "--from", "sqlite:///none.sqlite"],
    ],
)
def test_what_is_no_store_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """With the reason, without the password."""
    assert 1 == main(["migrate", *arguments])
    told = capsys.readouterr().err
    assert told.startswith("adjudicate migrate: ")
    assert "Traceback" not in told
    assert "sesame" not in told


def test_the_service_says_that_the_schema_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """It does not start, does not make it, and names the command."""
    assert 1 == main(["serve", "--listen", "127.0.0.1:0", "--store", postgres.server().empty()])
    told = capsys.readouterr().err
    assert "run `adjudicate migrate`" in told
    assert 1 == told.count("\n")
