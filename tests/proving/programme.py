"""A programme of trials as a command: each with its bar, on each store, with a progress bar and a table at the end."""

from __future__ import annotations

import argparse
import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.kit.postgres import NoServerError, PostgresServer
from tests.kit.stores import BOTH

NO_STORE = ("",)
DURABLE = ("shared_buffers=64MB", "max_connections=200")
"""The programme's own PostgreSQL keeps what it has committed, as an organiser's does."""


class Run(NamedTuple):
    """What a trial gets: a new store (empty if it has no use for one), how often, a seed, a folder, whom to tell."""

    store: str
    runs: int
    seed: int
    folder: Path
    done: Callable[[int], None]


class OutOfTimeError(Exception):
    """A trial has taken longer than it may; what it was doing is broken off."""


class Found(NamedTuple):
    """What a trial has found: whether its bar holds, in words, and as numbers.

    `late`: nothing is amiss but what the clock says, which counts other work on the machine too.
    """

    holds: bool
    measured: str
    numbers: Mapping[str, float]
    late: bool = False


class Trial(NamedTuple):
    """One test of the programme.

    `runs` is how often by default, `few` how often in the suite; `stores` are those it is carried out on.
    `of` says what is counted.
    """

    test: str
    title: str
    bar: str
    carry_out: Callable[[Run], Found]
    runs: int
    few: int
    of: str
    stores: Sequence[str] = BOTH


class Row(msgspec.Struct, frozen=True):
    """A trial's outcome on one store; `load` is the machine's load average of the minute before its end."""

    test: str
    title: str
    store: str
    bar: str
    measured: str
    holds: bool
    runs: int
    seconds: float
    numbers: Mapping[str, float]
    load: float = 0.0


@contextlib.contextmanager
def _store(kind: str, folder: Path) -> Iterator[str]:
    """A new store of a kind. Raises NoServerError."""
    if kind != "postgresql":
        yield str(folder / "games.db") if kind else ""
        return
    server = PostgresServer(DURABLE)
    try:
        with server.lent() as url:
            yield url
    finally:
        server.stop()


class _Told:
    """Is told how far a trial is; ends it when its time is over. Raises OutOfTimeError."""

    def __init__(self, bars: Progress, task: TaskID, seconds: float) -> None:
        self.done = 0
        self._bars, self._task = bars, task
        self._until = time.monotonic() + seconds

    def __call__(self, done: int) -> None:
        self.done = done
        self._bars.update(self._task, completed=done)
        if time.monotonic() > self._until:
            raise OutOfTimeError


def _rows(trials: Sequence[Trial], given: argparse.Namespace, bars: Progress) -> Iterator[Row]:
    for trial in trials:
        runs = given.runs or (trial.few if given.few else trial.runs)
        for kind in trial.stores:
            if given.store and kind and kind != given.store:
                continue
            task = bars.add_task(f"{trial.test} {trial.title} {kind}", total=runs)
            begun, told = time.monotonic(), _Told(bars, task, given.minutes * 60.0)
            with tempfile.TemporaryDirectory(prefix="adjudicator-proving-") as folder:
                try:
                    with _store(kind, Path(folder)) as store:
                        found = trial.carry_out(Run(store, runs, given.seed, Path(folder), told))
                except OutOfTimeError:
                    found = Found(False, f"OUT OF TIME: {told.done} of {runs} in {given.minutes:g} minutes", {})
                except NoServerError as error:
                    found = Found(False, f"NOT TRIED: {error}", {})
                except Exception as error:  # noqa: BLE001 - the others are to be tried all the same
                    bars.console.print_exception()
                    found = Found(False, f"broken off: {error!r}", {})
            bars.update(task, completed=runs)
            seconds = round(time.monotonic() - begun, 1)
            yield Row(
                trial.test, trial.title, kind or "-", trial.bar, found.measured, found.holds, runs, seconds,
                found.numbers, round(os.getloadavg()[0], 1),
            )  # fmt: skip


def _parser(name: str, trials: Sequence[Trial]) -> argparse.ArgumentParser:
    names = ", ".join(f"{each.test} ({each.runs} {each.of})" for each in trials)
    parser = argparse.ArgumentParser(prog=f"python -m tests.proving.{name}", description=f"Trials: {names}.")
    parser.add_argument("tests", nargs="*", metavar="TEST", help="only these; all if none is named")
    parser.add_argument("--runs", type=int, help="how often, instead of each test's own number")
    parser.add_argument("--few", action="store_true", help="as often as the suite does, to see that all of it works")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long each trial may take on each store")
    parser.add_argument("--seed", type=int, default=1, help="decides what is left to chance")
    parser.add_argument("--store", choices=BOTH, help="on this store only")
    return parser


def tell(rows: Sequence[Row]) -> None:
    """Print the rows as a table."""
    table = Table("test", "what", "store", "runs", "bar", "measured", "holds", "s", "load")
    for row in rows:
        said = "yes" if row.holds else "NO"
        table.add_row(
            row.test, row.title, row.store, str(row.runs), row.bar, row.measured, said, f"{row.seconds:.0f}",
            f"{row.load:.1f}",
        )  # fmt: skip
    Console(width=170).print(table)


def keep(name: str, rows: Sequence[Row]) -> None:
    """Write the rows to build/NAME.json; rows of earlier runs that were not tried again stay."""
    path = Path("build") / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    earlier = msgspec.json.decode(path.read_bytes(), type=list[Row]) if path.exists() else []
    fresh = {(row.test, row.title, row.store) for row in rows}
    kept = [row for row in earlier if (row.test, row.title, row.store) not in fresh]
    path.write_bytes(msgspec.json.format(msgspec.json.encode([*kept, *rows])))


def command(name: str, trials: Sequence[Trial], arguments: Sequence[str] | None = None) -> int:
    """Carry the trials out, print the table, write build/NAME.json; the status says whether every bar holds."""
    parser = _parser(name, trials)
    given = parser.parse_args(arguments)
    asked = set(given.tests)
    if unknown := asked - {each.test for each in trials}:
        parser.error(f"no such test: {', '.join(sorted(unknown))}")
    wanted = [each for each in trials if not asked or each.test in asked]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    rows: list[Row] = []
    with Progress(*columns, console=Console(stderr=True)) as bars:
        for row in _rows(wanted, given, bars):
            rows.append(row)
            keep(name, [row])
    tell(rows)
    return 0 if all(row.holds for row in rows) else 1
