"""The demo, as `make demo` runs it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2022"])
def test_the_demo_plays_a_game_to_a_win_and_rules_on_disputes(edition: str, tmp_path: Path) -> None:
    """It ends well, with a winner, the cards' effects carried out, and refusals that cite page and paragraph.

    The first game is the one that is told: one dispute if no attack can be argued about, otherwise three.
    """
    kept = tmp_path / "game.sqlite"
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator_cli.main", "demo", "--edition", edition, "--keep", str(kept)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert 0 == done.returncode, done.stderr
    told = done.stdout
    assert "manual = blank" not in told
    assert "UNDECIDED" not in told
    assert f"edition {edition}" in told
    assert "Turn 1" in told
    assert "wins the game" in told
    assert (3 if " attacks " in told else 1) == told.count("\nDispute ") == told.count("\nILLEGAL")
    assert "pp. " in told
    assert "entries verified" in told
    assert f"sqlite:///{kept}" in told
    assert kept.stat().st_size > 0
