"""`make bench`: measures everything, prints the table, writes build/bench.json.

Every measure runs in a process of its own: what an earlier one leaves on the heap makes the collector's work dearer.
`python -m tests.bench NAME...` takes the measures of these names in this process and prints their rows as JSON lines.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.bench import audits, command, engine, peers, postgres, rpc, store, views
from tests.bench.measure import Measured

MEASURES: dict[str, Callable[[], list[Measured]]] = {
    "judging": engine.judging,
    "judging-with-effects": engine.judging_with_effects,
    "listing": engine.listing,
    "listing-with-effects": engine.listing_with_effects,
    "random-play": peers.random_play,
    "whole-catalogue": peers.with_the_whole_catalogue,
    "folding": engine.folding,
    "rebuilding": store.rebuilding,
    "resident": store.resident,
    "views": views.rebuilding,
    "auditing": audits.on_one_core,
    "two-processes": audits.by_two_processes,
    "rpc-judging": rpc.judging,
    "rpc-submitting": rpc.submitting,
    "postgres": postgres.submitting,
    "command": command.ruling,
    "books": command.loading,
}


def measured_apart(name: str) -> list[Measured]:
    """The rows of one measure, taken in a new process. Raises CalledProcessError if it fails."""
    done = subprocess.run([sys.executable, "-m", "tests.bench", name], check=True, stdout=subprocess.PIPE)
    return msgspec.json.Decoder(Measured).decode_lines(done.stdout)


def report(rows: Sequence[Measured]) -> None:
    """Print the table and write build/bench.json."""
    table = Table("name", "value", "unit", "bar", "holds", "note")
    for each in rows:
        table.add_row(
            each.name, f"{each.value:.4g}", each.unit, f"{each.bar:g}", "yes" if each.holds else "NO", each.note
        )
    Console().print(table)
    Path("build").mkdir(exist_ok=True)
    Path("build/bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows)))


def main(names: Sequence[str]) -> int:
    """Take the measures named, or all of them apart and report; the status then says whether every bar holds."""
    if names:
        rows = [each for name in names for each in MEASURES[name]()]
        sys.stdout.buffer.write(msgspec.json.Encoder().encode_lines(rows))
        return 0
    steps = track(MEASURES, "measuring", console=Console(stderr=True))
    rows = [each for name in steps for each in measured_apart(name)]
    report(rows)
    return 0 if all(each.holds for each in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
