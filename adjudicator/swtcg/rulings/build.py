"""Keeps the rows of the files beside them: `python -m adjudicator.swtcg.rulings.build`, after a change of a file."""

from __future__ import annotations

from pathlib import Path

from adjudicator.swtcg.rulings.rows import KEPT, kept, sources

if __name__ == "__main__":
    Path(__file__).with_name(KEPT).write_bytes(kept(sources()))
