"""Bans and restrictions, as the column Usage of a set file tells them.

A sentence of that column begins with BANNED (no copy) or RESTRICTED (one copy). If it names a format it holds for decks
of that format; otherwise it holds for every sanctioned event. Other remarks there are none of our business.
"""

from __future__ import annotations

import re

from adjudicator.swtcg.cards.entry import Limit

_COPIES = {"BANNED": 0, "RESTRICTED": 1}
_REMARK = re.compile(r"\W*(?P<what>BANNED|RESTRICTED)\b(?P<rest>[^|]*)")
_FORMAT = re.compile(r"\s+in\s+(?P<format>[A-Z][A-Za-z ]*?)\s*(?:[.(]|$)")


def limits_in(usage: str) -> tuple[Limit, ...]:
    """The limits that the column of a row sets, in its order."""
    found = (_REMARK.match(remark) for remark in usage.split("|"))
    return tuple(_limit(each["what"], each["rest"]) for each in found if each is not None)


def _limit(what: str, rest: str) -> Limit:
    within = _FORMAT.match(rest)
    return Limit(_COPIES[what], within["format"] if within is not None else "")
