"""`make bench`: measures everything, prints the table, writes build/bench.json."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from tests.bench import audits, command, engine, peers, postgres, rpc, store
from tests.bench.measure import Measured


def main() -> int:
    """Measure, print, write; the status says whether every bar holds."""
    rows: list[Measured] = []
    steps = Console(stderr=True)
    steps.print("judging and listing on the fixed boards ...")
    rows += engine.judging()
    rows += engine.judging_with_effects()
    rows += engine.listing()
    rows += engine.listing_with_effects()
    steps.print("random whole games, and pokerkit's ...")
    played, history = peers.random_play()
    rows += played
    rows += peers.with_the_whole_catalogue()
    rows += engine.folding(history)
    steps.print("the log ...")
    rows += store.rebuilding()
    rows += store.resident()
    steps.print("audits ...")
    rows += audits.auditing()
    steps.print("over the wire ...")
    rows += rpc.judging()
    rows += rpc.submitting()
    rows += postgres.submitting()
    steps.print("the command line ...")
    rows += command.ruling()
    table = Table("name", "value", "unit", "bar", "holds", "note")
    for each in rows:
        table.add_row(
            each.name, f"{each.value:.4g}", each.unit, f"{each.bar:g}", "yes" if each.holds else "NO", each.note
        )
    Console().print(table)
    Path("build").mkdir(exist_ok=True)
    Path("build/bench.json").write_bytes(msgspec.json.format(msgspec.json.encode(rows)))
    return 0 if all(each.holds for each in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
