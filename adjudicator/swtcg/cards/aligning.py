"""Rows of a set file that have a tab too few or too many before their text.

From there on every cell stands in its neighbour's column. Where exactly one blank cell put in, or one taken out, makes
every cell be what its column says, the row is read so. Of several such places the last is taken: what can stand where
it stands is not moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.swtcg.cards.diagnostics import Diagnostic

TOLD_APART = ("Side", "Type", "Cost", "Speed", "Power", "Health", "Rarity", "Number")
"""The columns of which a cell can be known by what stands in it."""
SIDES = {"l": "light", "d": "dark", "n": "neutral", "y": "yuuzhan vong"}
TYPES = (
    "space", "ground", "character", "battle", "mission", "location", "equipment",
    "resource", "event", "subordinate", "reminder",
)  # fmt: skip
_RARITIES = frozenset({"", "c", "u", "r", "p", "s", "l"})
NUMBER_CHARACTERS_MAX = 5


def aligned(line: int, header: Sequence[str], cells: list[str], found: list[Diagnostic]) -> list[str]:
    """The cells with each in its column, if one tab was lost or put in; as they are otherwise."""
    if any(column not in header for column in TOLD_APART):
        return cells
    wrong = _first_wrong(header, cells)
    if wrong is None:
        return cells
    if len(cells) < len(header):
        for at in range(wrong, 0, -1):
            moved = [*cells[:at], "", *cells[at:]]
            if _first_wrong(header, moved) is None:
                found.append(Diagnostic("TAB_MISSING", line, cells[wrong], f"{header[at]} empty, the rest moved up"))
                return moved
    if len(cells) > len(header):
        for at in range(wrong, 0, -1):
            moved = [*cells[:at], *cells[at + 1 :]]
            if not cells[at].strip() and _first_wrong(header, moved) is None:
                found.append(Diagnostic("TAB_TOO_MANY", line, f"an empty cell before {header[at]}", "not there"))
                return moved
    return cells


def _first_wrong(header: Sequence[str], cells: Sequence[str]) -> int | None:
    """Where the first cell stands that cannot be what its column says."""
    pairs = enumerate(zip(header, cells, strict=False))
    return next((at for at, (column, cell) in pairs if column in TOLD_APART and not _fits(column, cell)), None)


def _fits(column: str, cell: str) -> bool:
    bare = cell.strip().strip('"').casefold()
    if column == "Side":
        return bare in {"", *SIDES, *SIDES.values()}
    if column == "Type":
        return all(kind.strip() in TYPES for kind in bare.partition(" - ")[0].split("/"))
    if column == "Rarity":
        return bare in _RARITIES
    if column == "Number":
        return len(bare) <= NUMBER_CHARACTERS_MAX and (not bare or bare.replace(".", "").isalnum())
    return bare in {"", "x", "*"} or bare.removesuffix(".0").isdecimal()
