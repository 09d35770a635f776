"""T3: files torn and garbled while nobody runs: the write-ahead log of SQLite, and its database itself.

What is opened afterwards is a clean prefix of what was written, or is refused. Where the bytes of an entry were hit,
`verify` names that entry. (PostgreSQL guards its own files; a database is no file of ours.)
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

from adjudicator.application import StoreUnavailableError, Verified
from adjudicator.application.chain import genesis, next_head
from adjudicator.application.errors import AdjudicationError
from adjudicator.application.histories import stream_of
from adjudicator.application.private import commitment
from adjudicator.application.store import TOPIC_PREFIX, Recorder, Row, envelope_of, store_errors
from tests.kit.recorded import application, opened, play_on
from tests.proving.programme import Found, Run, Trial

GAMES = 3
ENTRIES = 40
WAL, SHM = "-wal", "-shm"


class Kept(NamedTuple):
    """What is kept of an entry, to know whether it is still the same."""

    topic: str
    head: bytes


class Written(NamedTuple):
    """A log as a killed process leaves it: its file, beside it the write-ahead log; and all entries."""

    file: Path
    entries: dict[str, list[Kept]]


def written(folder: Path) -> Written:
    """Part of it is in the database already, the rest in the write-ahead log only."""
    living, file = folder / "living.db", folder / "whole.db"
    with application(living) as app:
        games = [opened(app) for _ in range(GAMES)]
        for game in games:
            play_on(app, game, ENTRIES // 2)
    with application(living) as app:
        for turn in range(ENTRIES // 4):
            for game in games:
                play_on(app, game, 2, seed=turn)
        entries = {game: [Kept(TOPIC_PREFIX + each.kind, each.head) for each in app.entries(game)] for game in games}
        shutil.copy(living, file)
        shutil.copy(f"{living}{WAL}", f"{file}{WAL}")
    return Written(file, entries)


def tear(path: Path, dice: random.Random) -> None:
    """Cut it off somewhere."""
    with path.open("r+b") as file:
        file.truncate(dice.randrange(path.stat().st_size))


def garble(path: Path, dice: random.Random) -> None:
    """Change a few bytes, or make a block of them zeros."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        for _ in range(dice.randint(1, 4)):
            file.seek(dice.randrange(size))
            file.write(bytes(512) if dice.random() < 0.2 else dice.randbytes(dice.randint(1, 8)))
        file.truncate(size)


class Reading:
    """What has become of a log: how often it was what, and what may not be."""

    def __init__(self, whole: Written, run: Run) -> None:
        self.whole = whole
        self.run = run
        self.dice = random.Random(run.seed)
        self.found = Counter[str]()
        self.wrong: list[str] = []

    def once(self, number: int) -> None:
        """Tear or garble a copy, open it, and see."""
        copy = self.run.folder / "copy.db"
        for end in ("", WAL, SHM):
            Path(f"{copy}{end}").unlink(missing_ok=True)
        shutil.copy(self.whole.file, copy)
        shutil.copy(f"{self.whole.file}{WAL}", f"{copy}{WAL}")
        what = ("wal torn", "wal garbled", "database garbled")[number % 3]
        (tear if what == "wal torn" else garble)(
            copy if what == "database garbled" else Path(f"{copy}{WAL}"), self.dice
        )
        try:
            outcome = self._opened(copy, of_the_log=what != "database garbled")
        except (StoreUnavailableError, AdjudicationError):
            outcome = "refused"
        except Exception as error:  # noqa: BLE001 - whatever else it is, it is no clear refusal
            outcome = "wrong"
            self.wrong.append(f"{what}, number {number}: {error!r}")
        self.found[outcome] += 1

    def _opened(self, copy: Path, *, of_the_log: bool) -> str:
        """What of it is there. Raises AdjudicationError."""
        shorter = named = False
        with application(copy) as app:
            for game, entries in self.whole.entries.items():
                assert isinstance(app.recorder, Recorder)
                with store_errors():
                    rows = app.recorder.select_rows(stream_of(game))
                first_bad = _first_bad(game, rows, entries)
                if not rows:
                    shorter = True
                    continue
                *_, last = app.verify(game)
                assert isinstance(last, Verified)
                if last.bad != first_bad:
                    raise AssertionError(f"verify says {last.bad} ({last.why}), hit was {first_bad}")
                named |= bool(first_bad)
                shorter |= len(rows) < len(entries)
        if named and of_the_log:
            raise AssertionError("a torn log shows entries that were not written so")
        return "named" if named else "a prefix" if shorter else "whole"


def _first_bad(game: str, rows: list[Row], entries: list[Kept]) -> int:
    """The first entry that is not as it was written, or is missing between others; 0 if none is."""
    for number, (row, entry) in enumerate(zip(rows, entries, strict=False), 1):
        try:
            stored = envelope_of(stream_of(game), row)
        except (msgspec.MsgspecError, ValueError):
            return number
        previous = entries[number - 2].head if number > 1 else genesis(stream_of(game))
        sound = next_head(previous, number, stored.public, stored.commitments) == entry.head == stored.head
        kept = [each and commitment(*each) for each in stored.private]
        if row[:2] != (number, entry.topic) or not sound or kept != list(stored.commitments):
            return number
    return 0


def _carry_out(run: Run) -> Found:
    reading = Reading(written(run.folder), run)
    for number in range(run.runs):
        reading.once(number)
        run.done(number + 1)
    said = ", ".join(f"{count} {outcome}" for outcome, count in reading.found.most_common())
    if reading.wrong:
        said += f"; {reading.wrong[0]}"
    return Found(not reading.wrong, said, {"wrong": len(reading.wrong), **reading.found})


TRIAL = Trial(
    "T3", "files torn and garbled", "a clean prefix or a refusal; verify names the entry", _carry_out, 1000, 15, "cuts",
    ("sqlite",),
)  # fmt: skip
