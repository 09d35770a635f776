"""A set of our own, in our own words, for what the catalogue lacks: a third side, Events, Resources, Traps and more."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from adjudicator.games import GameList
from adjudicator.swtcg.cards.build import card_set
from adjudicator.swtcg.cards.catalogue import CardSet
from adjudicator.swtcg.cards.importer import import_set
from adjudicator.swtcg.cards.tallying import compiler_for

OWN_SET = Path(__file__).parent / "sets" / "OWN.txt"


@cache
def own_set() -> CardSet:
    """The set, imported as a user would import it."""
    data = OWN_SET.read_bytes()
    return card_set("OWN", import_set(data, "OWN", compiler_for((data,))))


@cache
def with_own_set() -> GameList:
    """The list, with the set added to it."""
    packed = msgspec.json.encode(own_set())
    return GameList(lambda: [("OWN.json", packed)])
