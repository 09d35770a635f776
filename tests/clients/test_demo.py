"""The demo, as `make demo` runs it."""

from __future__ import annotations

import subprocess
import sys


def test_the_demo_plays_a_game_to_a_win_and_rules_on_three_disputes() -> None:
    """It ends well, with a winner, the cards' effects carried out, and three refusals that cite page and paragraph."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator_cli.demo"], capture_output=True, text=True, timeout=120, check=False
    )
    assert 0 == done.returncode, done.stderr
    told = done.stdout
    assert "manual = blank" not in told
    assert "UNDECIDED" not in told
    assert "Turn 1" in told
    assert "wins the game" in told
    assert 3 == told.count("\nDispute ")
    assert 3 == told.count("\nILLEGAL")
    assert "rots.retreat." in told.rpartition("\nDispute ")[2]
    assert "pp. " in told
    assert "entries verified" in told
