"""Whole processes: `adjudicate rule`, and loading the books, against an interpreter with the parser and msgspec."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from tests.bench.measure import Cost, Measured, by_turns

PLAIN = ["-c", "import lark, msgspec"]
OURS = {
    "command.rule": ["-m", "adjudicator_cli.main", "rule", str(Path(__file__).parent / "rule.toml")],
    "command.books": ["-c", "from adjudicator.citations import load; load()"],
}


def _run(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """Seconds of processor time of a Python process. Raises CalledProcessError."""
    command = [sys.executable, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return used.ru_utime + used.ru_stime


def starting() -> list[Measured]:
    """A process that rules on three declarations, and one that has the books."""
    with tempfile.TemporaryDirectory() as folder:
        # An installed command has byte code, whatever this shell says of writing it.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        costs: dict[str, Cost] = {name: partial(_run, words, environment) for name, words in OURS.items()}
        return by_turns(partial(_run, PLAIN, environment), costs, "a process", rounds=9)
