"""The Text cell of a card: signs repaired, cut into paragraphs.

One paragraph is one ability. The files part them by ` | `, mostly with blanks
around the bar; a Pilot's list is parted by ` * `.
"""

from __future__ import annotations

import re

from adjudicator.swtcg.cards.names import tidy

#: Stands for the card itself wherever it names itself (rots.cards.own-name-self-reference).
SELF_SIGN = "§"

_ARROW = re.compile(r"\s*(?:-{1,2}\s?>|=>|→|➔)\s*")
_DASHED_LIST = re.compile(r"\s+-(?=[A-Z])")
_LIST_SIGN = re.compile(r"(?:^|\s+)[*•](?:\s+|$)")
_THIS_CARD = re.compile(r"\bthis (?:unit|card|character)\b", re.IGNORECASE)
_NAMED_SELF = "(?:(?<=tap )|(?<=discard )|(?<=on )|(?<=from )|(?<=treat )|^(?:the )?)"
#: Words of a name by which no card means itself.
_TITLES = frozenset({"the", "of", "and", "general", "darth", "captain", "admiral", "master", "lord", "princess"})


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Cut a Text cell into its paragraphs, in order, empty ones left out.

    A doubled quotation mark left over from a spreadsheet becomes one; one that
    has no partner in its paragraph is taken off at the ends.
    """
    return tuple(neat for part in text.split("|") if (neat := _neat(part)))


def _neat(part: str) -> str:
    """Repair quotation marks and arrows of one paragraph."""
    neat = _ARROW.sub(" -> ", tidy(part).replace('""', '"')).strip()
    if neat.count('"') % 2 == 1:
        neat = neat.removesuffix('"') if neat.endswith('"') else neat.removeprefix('"')
    return neat.strip()


def list_items(rest: str) -> tuple[str, ...]:
    """Cut what a Pilot gives into its items; stops at their ends are taken off."""
    starred = _DASHED_LIST.sub(" * ", rest)
    return tuple(bare for item in _LIST_SIGN.split(starred) if (bare := item.strip().rstrip(".").strip()))


def aliases(name: str) -> tuple[str, ...]:
    """List the words by which a card's text may mean the card, longest first."""
    words = [word for word in name.split() if word.casefold() not in _TITLES and len(word) > 2]
    return tuple(dict.fromkeys(sorted((name, *words), key=len, reverse=True)))


def with_self_sign(paragraph: str, name: str) -> str:
    """Put the self sign where the card means itself: "this unit", or its own name after a verb."""
    signed = _THIS_CARD.sub(SELF_SIGN, paragraph)
    named = "|".join(re.escape(alias) for alias in aliases(name))
    return re.sub(rf"{_NAMED_SELF}(?:{named})(?!\w|')", SELF_SIGN, signed, flags=re.IGNORECASE)
