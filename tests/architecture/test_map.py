"""docs/map.md tells the truth about names and rooms."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
WAY = MAP.partition("## The way of a declaration")[2].partition("## Folders")[0]
ROOMS = MAP.partition("## The rooms of the Star Wars TCG")[2].partition("## ")[0]


def _found(name: str) -> Any:
    """What a dotted name stands for; raises if it stands for nothing."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            found = getattr(found, part)
        return found
    raise LookupError(name)


def test_the_way_of_a_declaration_names_what_exists() -> None:
    """Every dotted name in the list is a function, class or table of the code."""
    names = re.findall(r"`((?:adjudicator_client|service|application|kernel|swtcg)\.[\w.]+)`", WAY)
    assert 20 < len(names)
    for name in names:
        assert _found(name if name.startswith("adjudicator_client") else f"adjudicator.{name}") is not None


def test_every_room_has_its_line() -> None:
    """The table of rooms has every package of the game, and no module that is not there."""
    game = ROOT / "adjudicator" / "swtcg"
    floors = [each for each in game.iterdir() if (each / "__init__.py").is_file() and each.name != "chapters"]
    chapters = [each for each in (game / "chapters").iterdir() if (each / "__init__.py").is_file()]
    packages = {f"{each.relative_to(game).as_posix()}/" for each in (*floors, *chapters)}
    named = set(re.findall(r"`((?:\w+/)+)`", ROOMS))
    assert packages <= named
    modules = re.findall(r"`([\w*]+\.py)`", ROOMS)
    assert 10 < len(modules)
    for pattern in modules:
        assert list(game.glob(pattern)) or list(game.glob(f"*/{pattern}"))
