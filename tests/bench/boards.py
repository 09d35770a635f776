"""The fixed boards of the bench: quiet and crowded (20 units), at the pauses of a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adjudicator.swtcg.game import SWTCG

EDITION = "swtcg-2005"
FOLDER = Path(__file__).parent / "boards"


def boards() -> dict[str, Any]:
    """Every fixed board as a table, by name."""
    return {
        path.stem: SWTCG.read_board(path.read_text(encoding="utf-8"), EDITION)
        for path in sorted(FOLDER.glob("*.board"))
    }
