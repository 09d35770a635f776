"""No card's text shows people a piece of code."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from typing import get_args

from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.worded import plain_doings
from adjudicator.swtcg.cards.wording import told
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.terms import Word
from tests.swtcg.cards.test_wording_recombined import KINDS, Kind, parts, put

_CODE = re.compile(r"[«»{}]|=\[|\w=|\b[A-Z]{2,}_|\b(?!INSERT)[A-Z]\w*[a-z][A-Z]\w*\(|\bNone\b|\bTrue\b|\bFalse\b")


TOLD = (w.Event, *KINDS[3:])


def test_every_effect_of_the_catalogue_has_words() -> None:
    """Whatever an ability says, people read sentences."""
    shown = {
        entry.face.key: said
        for entry in our_catalogue().entries()
        for ability in entry.face.abilities
        if _CODE.search(said := told(ability))
    }
    assert {} == shown


def test_every_word_of_the_language_has_words() -> None:
    """No instruction and no ability is left out."""
    kinds = (*get_args(w.Instruction), *get_args(w.Ability))
    assert [] == [kind.__name__ for kind in kinds if kind not in plain_doings.WORDS]


def test_another_effect_has_other_words() -> None:
    """With another event, condition or number in it an effect is told otherwise: no word of these is left out."""
    chance = random.Random(1)
    effects = [ability for entry in our_catalogue().entries() for ability in entry.face.abilities]
    places = [(ability, *place) for ability in effects for place in parts(ability) if KINDS[place[2][0]] in TOLD]
    pools: dict[Kind, list[Word]] = defaultdict(list)
    for _, _, part, kind in places:
        pools[kind].append(part)
    alike = []
    for ability, at, part, kind in chance.choices(places, k=3000):
        other = chance.choice(pools[kind])
        if other != part and told(put(ability, at, other)) == told(ability):
            alike.append((told(ability), at, other))
    assert [] == alike


def test_kinds_within_kinds_have_words() -> None:
    """Things of several sorts, one of which is of several kinds."""
    kinds = w.Those(any_of=(w.Those(subtype="Jedi"), w.Those(subtype="Sith")))
    tap = w.Play(do=(w.Tap(what=w.Those(side="yours", any_of=(w.Those(zones=("ground",)), kinds))),))
    assert told(tap).endswith("each of your Jedi or Sith units")
