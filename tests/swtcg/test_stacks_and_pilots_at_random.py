"""Random games of decks that are all unique units, Pilots, stacks and changes of control, proven as they go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import play_games

GAMES = 6
IT = {"type": "Those", "bound": "it", "what": "stack"}
THIS = {"type": "Those", "bound": "this", "what": "stack"}


def _unit(name: str, kind: str, subtype: str, cost: int, *abilities: Mapping[str, Any]) -> Face:
    row = {"name": name, "side": "neutral", "type": kind, "subtype": subtype, "cost": cost, "speed": 20 + 10 * cost}
    effects = {"effects": list(abilities)} if abilities else {}
    return read_inline({**row, "power": 3, "health": cost, **effects}).face


def _pilot(subtypes: list[str], stat: str) -> Mapping[str, Any]:
    change = {"type": "Modify", "of": THIS, "stat": stat, "amount": 2, "until": "static"}
    return {"type": "PilotOf", "subtypes": subtypes, "gives": [{"type": "Static", "changes": [change]}]}


def _activated(among: Mapping[str, Any], *do: Mapping[str, Any], only: str = "") -> Mapping[str, Any]:
    choose = {"type": "Choose", "into": "it", "among": {"type": "Those", **among}}
    return {"type": "Activated", "do": [choose, *do], **({"only": only} if only else {})}


EXTRA = {"type": "Modify", "of": THIS, "stat": "extra pilots", "amount": 2, "until": "static"}
TAKE = {"type": "TakeControl", "of": IT, "until": "turn"}
KEEP = {"type": "TakeControl", "of": IT, "until": "permanent"}
OUT = {"type": "MoveTo", "what": IT, "to": "out"}
AWAY = {"type": "MoveTo", "what": IT, "to": "build"}
GONE = {"type": "Discard", "what": IT}
BACK = {"type": "Retreat", "what": IT}
THEIRS = {"what": "unit", "side": "opponents"}

FACES = (
    _unit("Old Falcon (A)", "Space", "Transport", 3, {"type": "Static", "changes": [EXTRA]}),
    _unit("Old Falcon (B)", "Space", "Transport", 5),
    _unit("Old Falcon (C)", "Ground", "Transport", 2),
    _unit("Needle", "Space", "Starfighter", 2),
    _unit("Swoop", "Ground", "Speeder", 2),
    _unit("Crawler", "Ground", "Droid Speeder", 3),
    _unit("Anakin Skywalker (A)", "Character", "Jedi", 4, _pilot(["Starfighter"], "speed")),
    _unit("Anakin Skywalker (B)", "Character", "Jedi", 2, _pilot(["Speeder", "Transport"], "power")),
    _unit("Darth Vader (C)", "Character", "Sith", 6, _pilot(["Starfighter", "Transport"], "health")),
    _unit("Hauler", "Character", "Smuggler", 1, _pilot(["Transport"], "speed")),
    _unit("Rider (A)", "Character", "Creature", 1, _pilot(["Creature"], "power")),
    _unit("Tempter", "Character", "Sith", 2, _activated(THEIRS, TAKE, only="build step"), _activated(THEIRS, KEEP)),
    _unit("Thrower", "Character", "Rebel", 2, _activated({"what": "pilot"}, AWAY), _activated({"what": "unit"}, BACK)),
    _unit("Breaker (A)", "Character", "Rebel", 3, _activated({"what": "unit"}, GONE), _activated(THEIRS, OUT)),
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_hold(edition: str) -> None:
    """Whatever is stacked, piloted, contested and taken, every listed form is legal and no invariant breaks."""
    deck = FACES * 4
    results = play_games((deck, deck), 41, GAMES, edition=edition, thorough=True)
    assert GAMES == len(results)
