"""Texts that are nothing but effect data, written out exactly."""

from __future__ import annotations

import re
from typing import get_args

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.words import language as w

DATA = re.compile(r"«([^»]*)»\.?")


def as_data(text: str) -> w.Ability | None:
    """The ability that a text is which is written out as data, if it is one. Raises NotUnderstood."""
    found = DATA.fullmatch(text.strip())
    if found is None:
        return None
    try:
        value = read(found[1])
    except ValueError as bad:
        raise NotUnderstood(text, why=str(bad)) from None
    return value if isinstance(value, get_args(w.Ability)) else None
