"""Set files and deck lists damaged at random: no exception, and nothing lost without a finding."""

from __future__ import annotations

import contextlib
import random

import pytest

from adjudicator.swtcg.cards.diagnostics import ImportFailed
from adjudicator.swtcg.cards.importer import ImportedCard, ImportedSet, import_set
from adjudicator.swtcg.cards.lackey import COLUMNS
from adjudicator.swtcg.words.card_names import split_name, tidy

ROWS, FILES = 100, 100
"""The rows of a file; there are so many files that a run damages 10,000 rows."""
TYPES = ("Space", "Ground", "Character", "Battle", "Mission", "Location", "Equipment", "Ground/Character")
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252")
SIGNS = "\t\t\t\"'x?;|\u00e9\u2019 \x00\u0085\u2028"


def row(chance: random.Random, number: int) -> str:
    """A row of an invented card."""
    kind = chance.choice(TYPES)
    unit = kind.partition("/")[0] in ("Space", "Ground", "Character")
    stats = [str(chance.randrange(1, 9)) if unit else "" for _ in range(3)]
    text = chance.choice(("Parry 1", "Pay 1 Force -> Evade 2 | Armor", '"Armor" and more', ""))
    cells = (
        f"Somebody {number} (A)", "TST", "", chance.choice("LDN"), kind, "Soldier", str(chance.randrange(9)), *stats,
        chance.choice("CUR"), str(number), "", text, "", "X", "",
    )  # fmt: skip
    return "\t".join(cells)


def damaged(chance: random.Random, line: str) -> str:
    """The row with a cell put in, taken out, exchanged or emptied, or with signs changed; it stays one line."""
    cells = line.split("\t")
    at = chance.randrange(len(cells))
    way = chance.randrange(6)
    if way == 0:
        cells.insert(at, chance.choice(("", "stray", "7.5")))
    elif way == 1:
        del cells[at]
    elif way == 2:
        other = chance.randrange(len(cells))
        cells[at], cells[other] = cells[other], cells[at]
    elif way == 3:
        cells[at] = chance.choice(("", "3x", "Q", "*", '"open', "1e5", "\u0663", "-2"))
    elif way == 4:
        return line[: chance.randrange(len(line))]
    else:
        signs = list(line)
        for _ in range(chance.randrange(1, 6)):
            signs[chance.randrange(len(signs))] = chance.choice(SIGNS)
        return "".join(signs)
    return "\t".join(cells)


@pytest.mark.parametrize("seed", range(FILES))
def test_no_damaged_row_is_lost_in_silence(seed: int) -> None:
    """Of every row there is a card, or a finding says at its line what became of it."""
    chance = random.Random(seed)
    encoding = chance.choice(ENCODINGS)
    written = "\n".join(damaged(chance, row(chance, number)) for number in range(ROWS))
    lines = written.encode(encoding, errors="replace").decode(encoding).split("\n")
    data = "\n".join(("\t".join(COLUMNS), *lines)).encode(encoding)
    found = import_set(data, "TST")
    told = {each.line for each in found.diagnostics}
    gone = {each.line for each in found.diagnostics if each.code in GONE}
    kept = [at for at, line in enumerate(lines, 2) if line.strip() and at not in gone]
    assert len(kept) == len(found.cards)
    for at, card in zip(kept, found.cards, strict=True):
        if at not in told:
            assert _facts(lines[at - 2]) == _facts_of(card)


def _facts(line: str) -> tuple[str, ...]:
    """Name, side, cost, speed, power, health and rarity as a whole row has them."""
    cells = [*line.split("\t"), *[""] * len(COLUMNS)]
    stats = (cell.strip().upper() for cell in cells[6:10])
    return (split_name(cells[0]).name, cells[3].strip()[:1].upper(), *stats, tidy(cells[10]))


def _facts_of(card: ImportedCard) -> tuple[str, ...]:
    """The same of a card."""
    face = card.entry.face
    numbers = ("X" if face.cost_x else face.cost, face.speed, face.power, face.health)
    stats = ("" if number is None else str(number) for number in numbers)
    return (face.name, face.side[:1].upper(), *stats, face.rarity)


GONE = ("ROW_WITHOUT_NAME", "CARD_TWICE", "ROW_REPEATED", "CELL_OVER_LINES")
"""The findings on a line of which no card of its own was made."""


@pytest.mark.parametrize("seed", range(200))
def test_any_bytes_of_a_file_are_read_or_refused(seed: int) -> None:
    """Bytes turned, cut out and put in anywhere, header included: a set, or one clear error."""
    chance = random.Random(seed)
    lines = ("\t".join(COLUMNS), *(row(chance, number) for number in range(10)))
    data = bytearray("\n".join(lines).encode(chance.choice(ENCODINGS)))
    for _ in range(chance.randrange(1, 30)):
        at = chance.randrange(len(data))
        data[at : at + chance.choice((0, 1, 1, 1, 4))] = chance.randbytes(chance.choice((0, 1, 1, 1, 2)))
    with contextlib.suppress(HeaderLost):
        assert len(_imported(bytes(data)).cards) <= 12


class HeaderLost(Exception):
    """The file was refused for its header."""


def _imported(data: bytes) -> ImportedSet:
    """The set of a file. Raises HeaderLost where it was refused for its header."""
    try:
        return import_set(data, "TST")
    except ImportFailed as refused:
        if "header" in refused.reason:
            raise HeaderLost from refused
        raise
