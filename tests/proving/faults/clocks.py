"""T6: the same things are said under clocks that go back, leap ahead, stand still and jump about."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import msgspec

from adjudicator.application import Adjudication, Divergence, Verified, stores
from adjudicator.application.histories import stream_of
from adjudicator.application.store import Envelope, Recorder, envelope_of
from tests.kit import behind
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import counting, opened, play_on
from tests.proving.programme import Found, Run, Trial

HOUR = 3_600_000
TEN_YEARS = 10 * 365 * 24 * HOUR
NOON = 1_900_000_000_000
ENTRIES = 30


def _jumping(seed: int) -> Callable[[], int]:
    dice = random.Random(seed)
    return lambda: NOON + dice.randint(-TEN_YEARS, TEN_YEARS)


def clocks(seed: int) -> Iterator[tuple[str, Callable[[], int]]]:
    """Clocks by what they do; the first one goes as it should."""
    yield "as it should", itertools.count(NOON).__next__
    yield "back an hour each time", itertools.count(NOON, -HOUR).__next__
    yield "ten years ahead each time", itertools.count(NOON, TEN_YEARS).__next__
    yield "frozen", lambda: NOON
    yield "before 1970", itertools.count(-NOON).__next__
    yield "jumping", _jumping(seed)


def _said_under(store: str, clock: Callable[[], int], seed: int) -> list[Envelope]:
    """The log of two games played side by side under a clock, without the clock's times. Raises AssertionError."""
    for table in ("stored_events", "stored_snapshots"):
        behind.sql(store, f"DELETE FROM {table}")
    with Adjudication([HARBOUR], store, entropy=counting(), clock=clock) as app:
        games = [opened(app) for _ in range(2)]
        for turn in range(ENTRIES // 6):
            for game in games:
                play_on(app, game, 3, seed=seed + turn)
            app.rewind(games[0], app.get(games[0]).revision, "a look at the clock")
        for game in games:
            *_, last = app.verify(game)
            assert isinstance(last, Verified), last
            assert last.sound, last.why
            assert not [each for each in app.rejudge(game) if isinstance(each, Divergence)]
        notices = app.notices(0, 1000)
        assert [each.position for each in notices] == sorted(each.position for each in notices)
        assert isinstance(app.recorder, Recorder)
        streams = [stream_of(game) for game in games]
        rows = [envelope_of(stream, row) for stream in streams for row in app.recorder.select_rows(stream)]
    return [msgspec.structs.replace(each, at=0) for each in rows]


def _tell_the_time(run: Run) -> Found:
    """Every clock leads to the same entries, in the same order, with the same hashes."""
    if not stores.is_postgres(run.store):
        Adjudication([HARBOUR], run.store).close()
    wrong = []
    for number in range(run.runs):
        usual: list[Envelope] = []
        for name, clock in clocks(run.seed + number):
            try:
                found = _said_under(run.store, clock, run.seed + number)
            except Exception as error:  # noqa: BLE001 - no clock may break anything
                wrong.append(f"{name}: {error!r}")
                continue
            usual = usual or found
            if found != usual:
                wrong.append(f"{name}: another log than under a clock that goes as it should")
        run.done(number + 1)
    said = f"{len(list(clocks(0)))} clocks, {run.runs} courses: {len(wrong)} differences" + "".join(wrong[:1])
    return Found(not wrong, said, {"wrong": len(wrong)})


TRIAL = Trial(
    "T6", "clocks back, ahead, frozen, jumping", "same order, same hashes, same rulings", _tell_the_time, 20, 1,
    "courses",
)  # fmt: skip
