"""Random games of decks full of Missions, Locations, Equipment, Upkeep, Bounty and Hidden Cost, proven as they go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import Face
from tests.kit.star_wars import opening_of, play_game, play_games

GAMES = 5
IT = {"type": "Those", "bound": "it", "what": "stack"}
THIS = {"type": "Those", "bound": "this", "what": "stack"}


def _card(name: str, kind: str, cost: int | None, *, subtype: str = "", **more: Any) -> Face:
    row = {"name": name, "side": "neutral", "type": kind, "subtype": subtype}
    return read_inline({**row, **({} if cost is None else {"cost": cost}), **more}).face


def _unit(name: str, kind: str, cost: int, *text: str, subtype: str = "", **more: Any) -> Face:
    values = {"speed": 60 - 5 * cost, "power": 3, "health": 3, **({"text": list(text)} if text else {}), **more}
    return _card(name, kind, cost, subtype=subtype, **values)


def _equipment(name: str, cost: int, to: Mapping[str, Any], pay: Mapping[str, Any], stat: str) -> Face:
    gives = [{"type": "Static", "changes": [{"type": "Modify", "of": THIS, "stat": stat, "amount": 1}]}]
    equip = {"type": "EquipTo", "to": {"type": "Those", "side": "yours", **to}, "cost": {"type": "Cost", **pay}}
    return _card(name, "Equipment", cost, effects=[{**equip, "gives": gives}])


def _mission(name: str, cost: int, *do: Mapping[str, Any], **more: Any) -> Face:
    return _card(name, "Mission", cost, effects=[{"type": "Play", "do": list(do), **more}])


AMONG = {"type": "Choose", "into": "it", "among": {"type": "Those"}}
CHEAPER = {"type": "Modify", "of": {"type": "Those", "side": "yours"}, "stat": "cost", "amount": -1}
ENHANCE = {"type": "Play", "cost": {"type": "Cost", "force": 2}, "do": [{"type": "Draw", "amount": 2}]}


@cache
def _faces() -> tuple[Face, ...]:
    """The cards of these tests; reading their texts loads the compiler, which collecting tests need not do."""
    return (
        _unit(
            "Rock Beast (A)", "Character", 4, "Upkeep: Pay 1 build point, discard 2 cards from your hand, or tap Beast."
        ),
        _unit("Rock Beast (B)", "Character", 6, "Upkeep: Pay 1 Force.", "Upkeep: Pay 2 build points."),
        _unit("Rock Hunter (A)", "Character", 3, "Bounty: Gain 2 Force."),
        _unit("Rock Lurker (A)", "Space", 6, "Hidden Cost 2"),
        _unit("Rock Lurker (B)", "Space", 3, "Hidden Cost 1"),
        _unit("Rock Digger", "Ground", 2, "Hidden Cost 1"),
        _unit("Free Runner", "Ground", 0),
        _unit("Rock Ace", "Character", 2, effects=[{"type": "PilotOf", "subtypes": ["Fighter"], "gives": []}]),
        _unit("Rock Fighter", "Space", 2, subtype="Fighter"),
        _equipment("Rock Club", 2, {"types": ["character"]}, {"points": 1}, "power"),
        _equipment("Rock Plate", 1, {"types": ["space", "ground"]}, {"force": 1}, "health"),
        _equipment("Rock Charm", 0, {}, {}, "speed"),
        _mission("Free Word", 0, {"type": "GainForce", "amount": 1}),
        _mission("Long Day", 2, {"type": "ExtraStep"}),
        _mission("Small Stone", 3, AMONG, {"type": "Discard", "what": IT}),
        _mission("Strange Eyes", 2, AMONG, {"type": "TakeControl", "of": IT, "until": "permanent"}),
        _mission("Twofold Word", 1, {"type": "Draw"}, enhance=ENHANCE),
        _card("Bare Cave", "Location", None, subtype="Character"),
        _card("Cheap Hall", "Location", 3, subtype="Space", effects=[{"type": "Static", "changes": [CHEAPER]}]),
        _card("Open Field", "Location", 1, subtype="Ground/Character"),
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_hold(edition: str) -> None:
    """Whatever is built, completed, put, attached and paid, every listed form is legal and no invariant breaks."""
    deck = _faces() * 3
    results = play_games((deck, deck), 17, GAMES, edition=edition, thorough=True)
    assert GAMES == len(results)


def test_random_games_come_to_every_room() -> None:
    """The games of this module do what they are for: each kind of declaration of the build step is made in them."""
    deck = _faces() * 3
    made: set[str] = set()
    for seed in range(12):
        played = play_game(opening_of((deck, deck)), f"rooms.{seed}")
        made.update(type(said).__name__ for said in played.said)
    wanted = {
        "AddCounters", "Build", "Complete", "Deploy", "Detach", "Equip", "FinishEquipment", "PayHiddenCost",
        "PutLocation", "ResolveNext", "Return", "Select", "SelectCards",
    }  # fmt: skip
    assert set() == wanted - made
