"""The miniature game installed beside the project, as a plugin is: a folder with an entry point of its own."""

from __future__ import annotations

from pathlib import Path

METADATA = "Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n"
ENTRY_POINTS = "[adjudicator.games]\nharbour-1 = tests.kit.harbour.offer:offer\n"


def plugged(folder: Path) -> Path:
    """A folder that puts Harbour on the list of any process that has it on its path."""
    about = folder / "harbour-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(METADATA, encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder
