"""What the cells of a card's row mean: side, type line and numbers, and what is wrong with them.

A cell that cannot be what its column says is never taken in silence: each such cell is a finding.
"""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.aligning import SIDES, TYPES
from adjudicator.swtcg.cards.diagnostics import Diagnostic
from adjudicator.swtcg.cards.lackey import STATS, Row
from adjudicator.swtcg.words.face import SUBORDINATE, UNIT_TYPES

WITHOUT_A_COST = frozenset({"battle", "event", SUBORDINATE, "reminder"})
"""The types of cards that have no cost, or have it in their text."""
WITHOUT_A_SIDE = frozenset({"reminder"})

#: Words of type lines that the files misspell, and the subtypes meant.
MISPRINTS = {"Guship": "Gunship", "Tatoooine": "Tatooine", "Dantoonine": "Dantooine"}


def put_right(row: Row, found: list[Diagnostic]) -> Row:
    """The row with its cost in the column for it, if it stands in the column Subtype."""
    there = row["Subtype"]
    if not there.isdecimal() or row["Cost"]:
        return row
    found.append(Diagnostic("COST_IN_SUBTYPE", row.line, f"Subtype {there}", f"the cost {there}"))
    return structs.replace(row, cells={**row.cells, "Subtype": "", "Cost": there})


def side_of(row: Row, types: tuple[str, ...], found: list[Diagnostic]) -> str:
    """The side; neutral where none is known."""
    written = row["Side"].casefold()
    side = SIDES.get(written) or next((side for side in SIDES.values() if side == written), None)
    # A card written down without the column says nothing; a file that leaves the cell empty does.
    if side is None and "Side" in row.cells and WITHOUT_A_SIDE.isdisjoint(types):
        found.append(Diagnostic("SIDE_UNKNOWN", row.line, row["Side"], "neutral", lost=True))
    return side or "neutral"


def type_line(row: Row, found: list[Diagnostic]) -> tuple[tuple[str, ...], str]:
    """Read types and subtypes. Hyphens on the line mean nothing (rots.cards.subtypes).

    Behind a hyphen in the column Type stand subtypes ("Mission - Trap"). A Subordinate's unit type stands first among
    its subtypes.
    """
    kind, _, more = (part.strip() for part in row["Type"].partition(" - "))
    types = _types(kind)
    if not types and "Type" in row.cells:
        found.append(Diagnostic("TYPE_MISSING", row.line, row["Type"], "a card of no type", lost=True))
    unknown = (each for each in types if each not in TYPES)
    found.extend(
        Diagnostic("TYPE_UNKNOWN", row.line, each, "a card of a type without rules", lost=True) for each in unknown
    )
    subtypes = _spelled(f"{more} {row['Subtype']}", row.line, found)
    if SUBORDINATE in types:
        arenas, _, rest = (part.strip() for part in subtypes.partition(" - "))
        if all(each in UNIT_TYPES for each in _types(arenas)):
            types, subtypes = [*types, *_types(arenas)], rest
        if "Subtype" in row.cells and not any(each in UNIT_TYPES for each in types):
            found.append(
                Diagnostic("ARENA_MISSING", row.line, row["Subtype"], "a Subordinate of no unit type", lost=True)
            )
    return tuple(types), subtypes


def _types(written: str) -> list[str]:
    return [part.strip().casefold() for part in written.split("/") if part.strip()]


def _spelled(subtypes: str, line: int, found: list[Diagnostic]) -> str:
    words = [MISPRINTS.get(word, word) for word in subtypes.split()]
    if words != subtypes.split():
        found.append(Diagnostic("MISPRINT", line, subtypes.strip(), " ".join(words)))
    return " ".join(words)


def numbers_of(row: Row, types: tuple[str, ...], found: list[Diagnostic]) -> dict[str, int | None]:
    """Cost, speed, power and health; None where there is none. A number that a card of these types needs is missed."""
    return {column.lower(): _number(row, column, types, found) for column in STATS}


def _number(row: Row, column: str, types: tuple[str, ...], found: list[Diagnostic]) -> int | None:
    """Read a number; X and * stay unknown (None), and a star, or an X that is no cost, is reported."""
    written = row[column].strip()
    whole = written.removesuffix(".0")
    if whole.isdecimal() and whole.isascii():
        return int(whole)
    if written == "*" or (written.upper() == "X" and column != "Cost"):
        code = "NUMBER_IS_STAR" if written == "*" else "NUMBER_IS_X"
        found.append(Diagnostic(code, row.line, f"{column} {written}", "no number"))
    elif written and written.upper() != "X":
        found.append(Diagnostic("NO_NUMBER", row.line, f"{column} {written}", lost=True))
    elif not written and column in row.cells and _needed(column, types):
        found.append(Diagnostic("NUMBER_MISSING", row.line, column, f"no {column.lower()}", lost=True))
    return None


def _needed(column: str, types: tuple[str, ...]) -> bool:
    """Whether a card of these types has such a number printed."""
    if column == "Cost":
        return bool(types) and WITHOUT_A_COST.isdisjoint(types)
    return any(kind in UNIT_TYPES or kind == SUBORDINATE for kind in types)
