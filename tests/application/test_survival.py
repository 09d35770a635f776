"""What survives: processes killed in the middle, full disks, and logs of earlier versions."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from adjudicator.application import Adjudication, Divergence, StoreUnavailableError, Verified
from adjudicator.application.store import Envelope
from adjudicator.kernel.entries import Declared
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import application, opened, play_on

ROOT = Path(__file__).resolve().parents[2]
GOLDENS = {layout: Path(__file__).parent / "golden" / f"harbour-layout-{layout}.txt" for layout in (1, 2)}
GOLDEN = GOLDENS[2]
"""What this version writes; the others are read for ever."""

WRITING = """
import asyncio, sys
from adjudicator.application import Note
from tests.kit.recorded import application, opened

async def client(app, game):
    number = 0
    while True:
        done = await app.do_soon(Note(game, str(number)), f"{game} {number}")
        print(game, done.entry, done.head.hex(), flush=True)
        number += 1

async def main():
    app = application(sys.argv[1])
    await asyncio.gather(*(client(app, opened(app)) for _ in range(4)))

asyncio.run(main())
"""


def sound(app: Adjudication, game: str) -> bool:
    """Whether a game's log is what was written."""
    *_, last = app.verify(game)
    return isinstance(last, Verified) and last.sound


@pytest.mark.parametrize("lines", [1, 40, 333])
def test_nothing_that_was_acknowledged_is_lost(store: str, lines: int) -> None:
    """Killed at any point, the store holds every acknowledged entry with its head, and no half ones."""
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, store], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True
    ) as writing:
        assert writing.stdout is not None
        told = [writing.stdout.readline().split() for _ in range(lines)]
        os.kill(writing.pid, signal.SIGKILL)
        told += [line.split() for line in writing.stdout if line.endswith("\n")]
    with application(store) as app:
        for game in {game for game, *_ in told}:
            assert sound(app, game)
        heads = {(game, entry.number): entry.head.hex() for game in {t[0] for t in told} for entry in app.entries(game)}
        assert [] == [line for line in told if heads.get((line[0], int(line[1]))) != line[2]]
        for game in {game for game, *_ in told}:
            last = len([1 for other, _ in heads if other == game]) - 4
            again = app.note(game, str(last), request_id=f"{game} {last}")
            assert (last + 4, True) == (again.entry, again.repeated)


def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    """When SQLite itself finds no room, the caller hears so, reading goes on, and writing too once there is room."""
    with application(tmp_path / "games.db") as app:
        game = opened(app)
        limit(app, 1)
        last = app.get(game).last

        def until_full() -> None:
            nonlocal last
            for _ in range(1000):
                last = app.note(game, "x" * 500).last

        with pytest.raises(StoreUnavailableError):
            until_full()
        assert last == app.get(game).last
        assert sound(app, game)
        limit(app, 1_000_000)
        assert last + 1 == app.note(game, "there is room again").entry
        assert sound(app, game)


def limit(app: Adjudication, pages: int) -> None:
    """Let the store grow to so many pages; SQLite never goes below what it has."""
    with app.recorder.datastore.transaction(commit=False) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
        cursor.execute(f"PRAGMA max_page_count = {pages}")


class Stored(msgspec.Struct):
    """A line of a golden file: an envelope, bytes in base64."""

    entry: Envelope


def golden(layout: int) -> Iterator[Envelope]:
    """The entries of the golden file of a layout."""
    for line in GOLDENS[layout].read_bytes().splitlines():
        yield msgspec.json.decode(line, type=Stored).entry


def written() -> tuple[str, bytes]:
    """The log that this version writes for one seeded game, in the golden file's form, and the game's id."""
    with application() as app:
        game = opened(app, nonces=(("north", b"n"),))
        play_on(app, game, 40)
        app.rewind(game, app.entries(game)[10].revision, why="golden")
        play_on(app, game, 20, seed=2)
        app.note(game, "golden")
        app.close_game(game, why="golden")
        envelopes = [app.mapper.to_domain_event(row) for row in app.recorder.select_events(UUID(game))]
    return game, b"".join(msgspec.json.encode({"entry": envelope}) + b"\n" for envelope in envelopes)


@pytest.mark.parametrize("layout", GOLDENS)
def test_old_logs_are_read_for_ever(store: str, layout: int) -> None:
    """The golden log is sound, folds to the table it folded to, and today's judge agrees with its rulings."""
    envelopes = list(golden(layout))
    with application(store) as app:
        app.events.put(envelopes)
        game = str(envelopes[0].originator_id)
        assert sound(app, game)
        assert [] == [each for each in app.rejudge(game) if isinstance(each, Divergence)]
        refused = [each.content for each in app.entries(game) if getattr(each.content, "ruling", "") == "illegal"]
        assert refused
        for content in refused:
            assert isinstance(content, Declared)
            assert content.every_reason[0]
            assert (layout == 2) == bool(content.reasons)
        table = hashlib.sha256(HARBOUR.encode(app.get(game).table)).hexdigest()
    assert "31fc534a73caf59b1b3045bf79d39503b9e6891ad653d7a7d812f669278fdbe2" == table


def test_the_log_of_a_seeded_game_is_the_golden_one() -> None:
    """Written today, byte for byte: same salts, same chance, same facts, same chain."""
    assert GOLDEN.read_bytes() == written()[1]


def test_logs_do_not_depend_on_the_hash_seed() -> None:
    """Two processes with other hash seeds write the same bytes."""
    code = "import sys; from tests.application.test_survival import written; sys.stdout.buffer.write(written()[1])"
    logs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=dict(os.environ, PYTHONHASHSEED=seed, PYTHONPATH=str(ROOT)),
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert {GOLDEN.read_bytes()} == logs
