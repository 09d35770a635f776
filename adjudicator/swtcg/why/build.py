"""Keeps the grounds and their names, after a change of `grounds.toml`: `python -m adjudicator.swtcg.why.build`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.swtcg.table import grounds as low
from adjudicator.swtcg.why.grounds import KEPT, kept, stub

if __name__ == "__main__":
    Path(__file__).with_name(KEPT).write_bytes(kept())
    Path(low.__file__).with_suffix(".pyi").write_text(stub(), encoding="utf-8")
