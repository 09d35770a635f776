"""`make bench`: takes the ratios, prints the table, says whether all are within their bars (docs/bench.md).

    make bench                                 all of it
    make bench ARGS="folding reading"          these groups
    make bench ARGS="judging.AttackWith"       the group, of which this row is told
    make bench ARGS="--keep folding"           an A/A run: takes them four times and keeps what came out as their bars

A group runs in a process of its own: what an earlier one leaves on the heap makes the collector's work dearer.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.bench import command, engine, postgres, rpc, store, web
from tests.bench.measure import Measured, median

GROUPS: dict[str, Callable[[], list[Measured]]] = {
    "judging": engine.judging,
    "judging-with-effects": engine.judging_with_effects,
    "listing": engine.listing,
    "judging-2022": engine.judging_2022,
    "listing-2022": engine.listing_2022,
    "random-play": engine.random_play,
    "folding": engine.folding,
    "reading": store.reading,
    "resident": store.resident,
    "two-processes": store.two_processes,
    "judge-call": rpc.judging,
    "submit-call": rpc.submitting,
    "submit-call-postgres": postgres.submitting,
    "web": web.calling,
    "command": command.starting,
}
KEPT = Path(__file__).with_name("kept.json")
AGAIN = 2
"""So often is a group taken again of which a row is below its bar: noise does not stay, what has become slower does."""

A_A_RUNS = 4
SPREAD_MAX = 0.08


class Kept(msgspec.Struct):
    """A row as it was: its ratio in the middle of an A/A run, how far the run strayed from it, and the bar."""

    ratio: float
    spread: float
    bar: float


class Bars(msgspec.Struct):
    """All rows, and under which Python each was kept."""

    python: str
    rows: dict[str, Kept]


def group_of(row: str) -> str:
    """The group of a row."""
    return row.partition(".")[0]


def measured_apart(group: str) -> dict[str, Measured]:
    """The rows of a group, taken in a new process. Raises CalledProcessError if it fails."""
    script = [sys.executable, "-m", "tests.bench", "--here", group]
    same = {**os.environ, "PYTHONHASHSEED": "0"}  # sets and dictionaries lie in memory as they did
    done = subprocess.run(script, check=True, stdout=subprocess.PIPE, env=same)
    return {row.name: row for row in msgspec.json.Decoder(Measured).decode_lines(done.stdout)}


def measured(group: str, bars: Bars) -> dict[str, Measured]:
    """The rows of a group, each the best that was seen of it."""
    best = measured_apart(group)
    for _ in range(AGAIN):
        if all(name not in bars.rows or holds(row, bars) for name, row in best.items()):
            break
        for name, row in measured_apart(group).items():
            best[name] = max(best[name], row, key=lambda each: each.ratio)
    return best


def holds(row: Measured, bars: Bars) -> bool:
    """Whether a row is within its bar; one that has none is not."""
    return row.name in bars.rows and row.ratio >= bars.rows[row.name].bar


def kept_of(ratios: Sequence[float]) -> Kept:
    """What an A/A run comes to."""
    middle = median(ratios)
    spread = max(abs(each - middle) for each in ratios) / middle
    return Kept(round(middle, 4), round(spread, 4), round(middle * (1 - min(spread, SPREAD_MAX)), 4))


def keep(groups: Sequence[str], bars: Bars) -> None:
    """Take groups several times and keep their rows as the new bars, for this Python."""
    for group in groups:
        runs = [measured_apart(group) for _ in track(range(A_A_RUNS), group, console=Console(stderr=True))]
        bars.rows = {name: row for name, row in bars.rows.items() if group_of(name) != group}
        for name in runs[0]:
            kept = bars.rows[name] = kept_of([run[name].ratio for run in runs])
            print(f"{name}: {kept.ratio:.4g}, spread {kept.spread:.1%}, bar {kept.bar:.4g}", flush=True)
        bars.python = platform.python_version()
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(bars, order="sorted")) + b"\n")


def report(rows: Sequence[Measured], bars: Bars) -> None:
    """Print the table and write build/bench.json."""
    table = Table("row", "ratio", "kept", "change", "bar", "holds", "ours", "peer's", "of")
    for each in rows:
        kept = bars.rows.get(each.name)
        before = (f"{kept.ratio:.4g}", f"{each.ratio / kept.ratio - 1:+.1%}", f"{kept.bar:.4g}") if kept else ("",) * 3
        costs = [f"{cost:,.0f}" if each.in_bytes else f"{1e6 * cost:,.1f} us" for cost in (each.ours, each.peer)]
        table.add_row(each.name, f"{each.ratio:.4g}", *before, "yes" if holds(each, bars) else "NO", *costs, each.note)
    Console(width=150).print(table)
    Path("build").mkdir(exist_ok=True)
    Path("build/bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows)))


def concluded(rows: Sequence[Measured], bars: Bars, asked: Sequence[str]) -> str:
    """What is not within its bar, in a sentence; empty if all is."""
    groups = {group_of(row.name) for row in rows}
    below = [row.name for row in rows if row.name in bars.rows and not holds(row, bars)]
    unknown = [row.name for row in rows if row.name not in bars.rows]
    taken = {row.name for row in rows}
    missing = [
        name for name in bars.rows if group_of(name) in groups and name not in taken and (name in asked or not asked)
    ]
    parts = {"below its bar": below, "without a bar (--keep)": unknown, "kept, but no longer measured": missing}
    return "; ".join(f"{what}: {', '.join(names)}" for what, names in parts.items() if names)


def main(arguments: Sequence[str]) -> int:
    """Measure or keep what is asked for; the status says whether every bar holds."""
    parser = argparse.ArgumentParser(prog="make bench", description="Ratios against peers, and their bars.")
    parser.add_argument("rows", nargs="*", help=f"groups or rows of them; groups: {', '.join(GROUPS)}")
    parser.add_argument("--keep", action="store_true", help="keep what comes out as the bars")
    parser.add_argument("--here", action="store_true", help="in this process, rows as JSON lines")
    options = parser.parse_args(arguments)
    unknown = [each for each in options.rows if group_of(each) not in GROUPS]
    if unknown:
        parser.error(f"no group is called {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    groups = list(dict.fromkeys(map(group_of, options.rows))) or list(GROUPS)
    if options.here:
        rows = [row for group in groups for row in GROUPS[group]()]
        sys.stdout.buffer.write(msgspec.json.Encoder().encode_lines(rows))
        return 0
    bars = msgspec.json.decode(KEPT.read_bytes(), type=Bars)
    if options.keep:
        keep(groups, bars)
        return 0
    taken = [
        row
        for group in track(groups, "measuring", console=Console(stderr=True))
        for row in measured(group, bars).values()
    ]
    rows = [row for row in taken if not options.rows or {row.name, group_of(row.name)} & set(options.rows)]
    report(rows, bars)
    if bars.python != platform.python_version():
        print(f"The bars were kept under Python {bars.python}; this is {platform.python_version()}.")
    wrong = concluded(rows, bars, options.rows)
    print(wrong or "within its bars")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
