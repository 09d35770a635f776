"""No card's text shows people a piece of code."""

from __future__ import annotations

import re
from typing import get_args

from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.worded import plain_doings
from adjudicator.swtcg.cards.wording import told
from adjudicator.swtcg.words import language as w

_CODE = re.compile(r"[«»{}]|=\[|\w=|\b[A-Z]{2,}_|\b(?!INSERT)[A-Z]\w*[a-z][A-Z]\w*\(|\bNone\b|\bTrue\b|\bFalse\b")


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
