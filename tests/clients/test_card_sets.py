"""Set files of one's own: compiled side by side as one after the other, and only what is not kept yet."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator_cli import card_sets
from adjudicator_cli.main import main

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
    assert list(alone.sets) == list(apart.sets)
    assert alone == apart
    assert 80 == sum(len(card.paragraphs) for each in apart.sets.values() for card in each.cards)


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
    assert before.sets["ONE"] == after.sets["ONE"]
    assert [7] == [at for at in range(40) if before.sets["TWO"].cards[at] != after.sets["TWO"].cards[at]]


DAMAGED = ("Odd Guard", "BAD", "Q", "Character", "Soldier", "3x", "40", "3", "", "8", "Parry 1")


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set file of one row with three flaws, and a folder of one's own for imported sets."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("ADJUDICATOR_CARDS", str(tmp_path / "cards"))
    path = tmp_path / "BAD.txt"
    path.write_text("\n".join(("\t".join(COLUMNS), "\t".join(DAMAGED))), encoding="utf-8")
    return path


def test_findings_are_told_with_file_and_line(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`compile` and `import` say each finding and count them; `show` says those of the card, imported or not."""
    said = f"{damaged}: line 2, Odd Guard: "
    for action in ("compile", "import"):
        assert 0 == main(["cards", action, str(damaged)])
        told = capsys.readouterr().out
        for flaw in (
            "no side is called so: 'Q'",
            "the number can't be read: 'Cost 3x'",
            "a number is missing: 'Health'",
        ):
            assert said + flaw in told
        assert "of them with a loss" in told
    assert 0 == main(["cards", "compile", str(damaged), "--show", "Odd Guard"])
    assert said + "no side is called so: 'Q'" in capsys.readouterr().out
    assert 0 == main(["cards", "show", "Odd Guard"])
    assert "! line 2: the number can't be read: 'Cost 3x', left out" in capsys.readouterr().out


def test_strict_fails_on_losses_and_keeps_nothing(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --strict the exit status is 1, and `import` does not keep what is not whole."""
    assert 1 == main(["cards", "compile", "--strict", str(damaged)])
    assert 1 == main(["cards", "import", "--strict", str(damaged)])
    assert not list(damaged.parent.glob("cards/*"))
    capsys.readouterr()
    assert 0 == main(["cards", "compile", "--json", str(damaged)])
    told = json.loads(capsys.readouterr().out)["findings"]
    flaws = [(each["line"], each["card"], each["code"], each["lost"]) for each in told if each["lost"]]
    codes = ("SIDE_UNKNOWN", "NO_NUMBER", "NUMBER_MISSING")
    assert sorted((2, "Odd Guard", code, True) for code in codes) == sorted(flaws)


def test_a_card_of_two_files_is_told(files: list[Path], tmp_path: Path) -> None:
    """Of two files of one set the cards are taken together; a card that both have and that differs is a loss."""
    other = _file(tmp_path / "Z.txt", "TWO", edited="This unit gets +90 speed.")
    found = card_sets.imported([*files, other], stored=False)
    assert ["ONE", "TWO"] == list(found.sets)
    assert 39 == len([each for each in found.findings[str(other)] if each.code == "ROW_REPEATED"])
    assert ["TWO Soldier 8"] == [each.card for each in found.findings[str(other)] if each.lost]


def test_a_report_marks_what_was_not_read(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a page and as data: each card, our words for it, what was not read with the word, the file's findings."""
    cells = (*DAMAGED[:2], "L", *DAMAGED[3:5], "3", "40", "3", "3", "9", "Parry 1 | Zzyx <b>two</b> units.")
    damaged.write_text(damaged.read_text(encoding="utf-8") + "\n" + "\t".join(("Next", *cells[1:])), encoding="utf-8")
    page = damaged.with_name("report.html")
    assert 0 == main(["cards", "report", str(damaged), "-o", str(page)])
    html = page.read_text(encoding="utf-8")
    assert "the number can&#x27;t be read" in html
    assert "<b>two" not in html
    capsys.readouterr()
    assert 0 == main(["cards", "report", str(damaged), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert ["Odd Guard", "Next"] == [each["name"] for each in told["cards"]]
    assert [2] == [each["effect"] for each in told["cards"][1]["not_read"]]
    word = told["cards"][1]["words"][0]
    assert f"<mark>{escape(word)}</mark>".casefold() in html.casefold()
    assert "NO_NUMBER" in [each["code"] for each in told["findings"]]


def test_effects_by_hand_stand_beside_the_set(damaged: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """They are used for the wording of which they have the digest, which a finding tells otherwise."""
    cells = ("Odd Guard", "BAD", "L", "Character", "Soldier", "3", "40", "3", "3", "8", "Zzyx everywhere.")
    damaged.write_text("\n".join(("\t".join(COLUMNS), "\t".join(cells))), encoding="utf-8")
    armor = card_sets.imported([_file(damaged.with_name("ARM.txt"), "ARM", edited="Armor")], stored=False)
    ability = msgspec.to_builtins(armor.sets["ARM"].cards[7].entry.face.abilities[0])
    made = {"paragraphs": [1], "words": "", "reason": "our own", "abilities": [ability]}
    beside = damaged.with_suffix(".by_hand.json")
    beside.write_text(json.dumps({"BAD/8": made}), encoding="utf-8")
    every = card_sets.imported([damaged], stored=False).findings[str(damaged)]
    told = [each for each in every if each.code != "COLUMN_MISSING"]
    assert ["OTHER_WORDS_BY_HAND"] == [each.code for each in told]
    made["words"] = told[0].read.rpartition(" ")[2]
    beside.write_text(json.dumps({"BAD/8": made}), encoding="utf-8")
    found = card_sets.imported([damaged], stored=False)
    assert {"COLUMN_MISSING"} == {each.code for each in found.findings[str(damaged)]}
    entry = found.sets["BAD"].cards[0].entry
    assert ("armor", "by hand", "our own") == (ability["name"], entry.untold[0].state, entry.untold[0].why)
    assert [ability] == list(msgspec.to_builtins(entry.face.abilities))
    beside.write_text("{", encoding="utf-8")
    assert 1 == main(["cards", "compile", str(damaged)])
    assert "by_hand.json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("This unit damages every enemy.", "the word 'enemy' is not known"),
        ("When this unit attacks, tap it is.", "not understood from 'is' on"),
        ("Each Gundark gets +1 power.", "nothing known is called 'Gundark'"),
        (
            "[tap] -> Put 1 counter on your Campaign.",
            "not carried out yet: Tap → put 1 counter on one of your Campaigns",
        ),
    ],
)
def test_why_an_effect_is_left_to_the_judge(
    text: str, why: str, damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of an imported set the words at which reading ended are told, or what was read."""
    cells = ("Odd Guard", "BAD", "L", "Character", "Soldier", "3", "40", "3", "3", "8", f"Armor | {text}")
    damaged.write_text("\n".join(("\t".join(COLUMNS), "\t".join(cells))), encoding="utf-8")
    assert 0 == main(["cards", "import", str(damaged)])
    capsys.readouterr()
    assert 0 == main(["cards", "why-manual", "BAD"])
    assert capsys.readouterr().out.strip().endswith(why)
