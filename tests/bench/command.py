"""Whole processes: `adjudicate rule` against an interpreter that imports the parser and msgspec; loading the books."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.bench.measure import Measured, median, row

ROUNDS = 9
LOADING = """
import time
start = time.process_time()
from adjudicator.citations import load
load()
print(1000 * (time.process_time() - start))
"""
CASE = Path(__file__).parent / "rule.toml"


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    begun = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return perf_counter() - begun


def ruling() -> list[Measured]:
    """Ratio of medians, by turns in one run, whole processes."""
    plain = [sys.executable, "-c", "import lark, msgspec"]
    with tempfile.TemporaryDirectory() as folder:
        # An installed command has byte code, whatever this shell says of writing it.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        ours = [sys.executable, "-m", "clients.cli.main", "rule", str(CASE)]
        _seconds(ours, environment)
        _seconds(plain, environment)
        pairs = [(_seconds(ours, environment), _seconds(plain, environment)) for _ in range(ROUNDS)]
    rule, start = median([pair[0] for pair in pairs]), median([pair[1] for pair in pairs])
    note = f"{rule * 1000:.0f} ms against {start * 1000:.0f} ms"
    return [row("cli_rule_vs_interpreter", rule / start, "ratio", 4.0, at_most=True, note=note)]


def loading() -> list[Measured]:
    """Milliseconds of processor time until a fresh process has the books; the best of a few, byte code at hand."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-c", LOADING]
        taken = [
            float(subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout)
            for _ in range(1 + ROUNDS)
        ]
    note = "import and all documents; the first of all compiled"
    return [row("citations_load_ms", min(taken[1:]), "ms", 50, at_most=True, note=note)]
