"""The examples of this folder are read by the type checker, not run."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.sources import ROOT


def test_examples_type_check() -> None:
    """Right uses pass strict mypy, and each marked wrong use is an error that it finds."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "tests/typing"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "") == (run.returncode, run.stdout)
