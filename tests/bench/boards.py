"""The fixed boards of the bench: quiet and crowded (20 units), at the pauses of a turn; some full of effects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import FREE, Ability, Activated, Manual, Play, Static, Triggered
from tests.kit.star_wars import SWTCG

EDITION, LATER = "swtcg-2005", "swtcg-2022"
"""The edition of most rows, and that of which some are taken beside it."""
FOLDER = Path(__file__).parent / "boards"
_FORMS = {Static: "static", Triggered: "triggered", Activated: "activated", Play: "battle"}


def boards(edition: str = EDITION) -> dict[str, Any]:
    """The fixed boards as tables, by name, with keywords as all that is data: every other text is in words alone.

    So the rules themselves are timed, whatever the catalogue has learnt since; `boards_with_effects` has the texts.
    """
    return {name: _with_keywords_alone(table) for name, table in _read(FOLDER, edition).items()}


def boards_with_effects(edition: str = EDITION) -> dict[str, Any]:
    """The same with all that the catalogue knows of their cards, and crowded ones full of effects: 23 units, nine
    static effects, two Locations.
    """
    crowded = {f"effects-{name}": table for name, table in _read(FOLDER / "effects", edition).items()}
    return {**_read(FOLDER, edition), **crowded}


def _read(folder: Path, edition: str) -> dict[str, Any]:
    return {
        path.stem: SWTCG.read_board(path.read_text(encoding="utf-8"), edition)
        for path in sorted(folder.glob("*.board"))
    }


def _with_keywords_alone(table: Any) -> Any:
    table.faces = {key: _in_words(face) for key, face in table.faces.items()}
    table.index_cache = None
    return table


def _in_words(face: Face) -> Face:
    abilities = tuple(_by_hand(each, f"{face.key}.{number}") for number, each in enumerate(face.abilities))
    return msgspec.structs.replace(face, abilities=abilities)


def _by_hand(ability: Ability, key: str) -> Ability:
    form = _FORMS.get(type(ability), "")
    if not form or (isinstance(ability, Triggered | Activated) and ability.keyword):
        return ability
    cost = ability.cost if isinstance(ability, Activated | Play) else FREE
    return Manual(key=key, form=form, cost=cost)
