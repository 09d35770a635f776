"""Set files of one's own: compiled side by side as one after the other, and only what is not kept yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clients.cli import card_sets

COLUMNS = ("Name", "Set", "Side", "Type", "Subtype", "Cost", "Speed", "Power", "Health", "Number", "Text")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two set files of invented cards, and a cache of their own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return [_file(tmp_path / f"{code}.txt", code) for code in ("ONE", "TWO")]


def _file(path: Path, code: str, edited: str = "") -> Path:
    """A set file of 40 cards, each with a bonus of its own while it attacks; the 8th may have another text."""
    rows = ["\t".join(COLUMNS)]
    for number in range(1, 41):
        text = f"This unit gets +{number} power when attacking." if not edited or number != 8 else edited
        cells = (f"{code} Soldier {number}", code, "L", "Ground", "Rebel", "3", "40", "2", "3", str(number), text)
        rows.append("\t".join(cells))
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_many_cards_are_compiled_side_by_side(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """In several processes the sets, their cards and the order of both are those that one process makes."""
    alone = card_sets.imported(files, stored=False)
    monkeypatch.setattr(card_sets, "A_WORKERS_WORTH", 40)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(card_sets, "compiled", None)  # nothing is compiled here
    apart = card_sets.imported(files, stored=False)
    assert list(alone) == list(apart)
    assert alone == apart
    assert 80 == sum(len(card.paragraphs) for each in apart.values() for card in each.cards)


def test_only_a_changed_card_is_compiled_again(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is taken over; a card with another text is compiled, and stands in its place."""
    before = card_sets.imported(files)
    made: list[str] = []
    real = card_sets.compiled

    def noted(compiler: Any, rows: list[Any]) -> list[Any]:
        made.extend(row.cells["Name"] for row in rows)
        return real(compiler, rows)

    monkeypatch.setattr(card_sets, "compiled", noted)
    assert before == card_sets.imported(files)
    assert [] == made
    _file(files[1], "TWO", edited="This unit gets +90 speed.")
    after = card_sets.imported(files)
    assert ["TWO Soldier 8"] == made
    assert before["ONE"] == after["ONE"]
    assert [7] == [at for at in range(40) if before["TWO"].cards[at] != after["TWO"].cards[at]]
