"""Keeps the rows of the files beside them, after a change: `python -m adjudicator.swtcg.why.rulings.build`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.swtcg.why.rulings.rows import KEPT, kept, sources

if __name__ == "__main__":
    Path(__file__).with_name(KEPT).write_bytes(kept(sources()))
