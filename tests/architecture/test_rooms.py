"""The table of rooms (tests/rooms.toml) is whole: every file and every chapter of cases belongs to a room."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chapters import chapters
from tests.check import MAP, ROOT, main, printed, rooms

PACKAGES = ("adjudicator", "projections", "clients")


def test_every_file_belongs_to_a_room() -> None:
    """A module lies in the folder of a room; only the package's own first file lies in none."""
    paths = [Path(each) for room in rooms().values() for each in room.files]
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            here = file.relative_to(ROOT)
            homeless = not any(here.is_relative_to(path) for path in paths)
            assert homeless == (here == Path("adjudicator/__init__.py")), here


def test_every_package_of_the_game_is_a_room() -> None:
    """The folders of the game and of its chapters each have a row of their own."""
    game = ROOT / "adjudicator" / "swtcg"
    packages = [each.parent for each in (*game.glob("*/__init__.py"), *game.glob("chapters/*/__init__.py"))]
    named = {ROOT / path for room in rooms().values() for path in room.files}
    assert [] == [each.name for each in packages if each not in named and each.name != "chapters"]


def test_every_chapter_of_cases_belongs_to_a_room() -> None:
    """And no room names a chapter that no edition has."""
    there = {name.partition("/")[2] for name in chapters()}
    assert there == {chapter for room in rooms().values() for chapter in room.chapters}


def test_what_a_room_names_is_there() -> None:
    """Its paths exist, and it has tests."""
    for name, room in rooms().items():
        assert room.files, name
        assert room.tests, name
        assert [] == [path for path in (*room.files, *room.tests) if not (ROOT / path).exists()], name


def test_the_map_prints_the_table() -> None:
    """docs/map.md has the table as it is; `python -m tests.check --map` writes it."""
    assert printed() in MAP.read_text(encoding="utf-8")


def test_a_room_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The names of all rooms are told instead."""
    assert 2 == main(["nowhere"])
    assert "battle" in capsys.readouterr().err
