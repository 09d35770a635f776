"""Writes the parser's tables beside the grammar: `python -m adjudicator.swtcg.notation.build`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.swtcg.notation.parser import TABLES, grammar, tables

if __name__ == "__main__":
    Path(__file__).with_name(TABLES).write_bytes(tables(grammar()))
