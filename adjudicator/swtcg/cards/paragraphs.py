"""The Text cell of a card: signs repaired, cut into paragraphs.

One paragraph is one ability. The files part them by ` | `, mostly with blanks
around the bar; a Pilot's list is parted by ` * `.
"""

from __future__ import annotations

import re

from adjudicator.swtcg.words.card_names import tidy

#: Stands for the card itself wherever it names itself (rots.cards.own-name-self-reference).
SELF_SIGN = "§"

_ARROW = re.compile(r"\s*(?:-{1,2}\s?>|=>|→|➔)\s*")
_BEFORE_A_COLON = re.compile(r"(?<=\w)\s+(?=:)")
#: A reminder in brackets that nothing closes.
_OPEN_REMINDER = re.compile(r"(?<=\w)\s+\([^()]*$")
_DASHED_LIST = re.compile(r"\s+-(?=[A-Z])")
_LIST_SIGN = re.compile(r"(?:^|\s+)[*•](?:\s+|$)")
_THIS_CARD = re.compile(r"\bthis (?:unit|card|character)\b", re.IGNORECASE)
_AFTER_A_VERB = r"(?:(?<=\btap )|(?<=\bdiscard )|(?<=\bon )|(?<=\bfrom )|(?<=\btreat ))"
#: Words of a name by which no card means itself.
_TITLES = frozenset({"the", "of", "and", "general", "darth", "captain", "admiral", "master", "lord", "princess"})


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Cut a Text cell into its paragraphs, in order, empty ones left out.

    A doubled quotation mark left over from a spreadsheet becomes one; one that
    has no partner in its paragraph is taken off at the ends.
    """
    return tuple(neat for part in _barred(text) if (neat := _neat(part)))


def _barred(text: str) -> list[str]:
    """A text cut at its bars, save those inside brackets."""
    found: list[str] = []
    for part in text.split("|"):
        if found and _left_open(found[-1]) > 0 and _left_open(part) < 0:
            found[-1] = f"{found[-1].rstrip()} {part.lstrip()}"
        else:
            found.append(part)
    return found


def _left_open(part: str) -> int:
    return part.count("(") - part.count(")")


def _neat(part: str) -> str:
    """Repair quotation marks and arrows of one paragraph."""
    neat = _ARROW.sub(" -> ", tidy(part).replace('""', '"').replace('."', '"')).strip()
    neat = _OPEN_REMINDER.sub("", _BEFORE_A_COLON.sub("", neat))
    if neat.count('"') % 2 == 1:
        neat = neat.removesuffix('"') if neat.endswith('"') else neat.removeprefix('"')
    return neat.strip()


def list_items(rest: str) -> tuple[str, ...]:
    """Cut what a Pilot gives into its items; stops at their ends are taken off."""
    starred = _DASHED_LIST.sub(" * ", rest)
    return tuple(bare for item in _LIST_SIGN.split(starred) if (bare := item.strip().rstrip(".").strip()))


def aliases(name: str) -> tuple[str, ...]:
    """List the runs of words by which a card's text may mean the card, longest first."""
    words = name.split()
    runs = [
        " ".join(words[start:end])
        for length in range(len(words), 0, -1)
        for start in range(len(words) - length + 1)
        if (end := start + length) and (length > 1 or _may_stand_alone(words[start]))
    ]
    return tuple(dict.fromkeys((name, *runs)))


def _may_stand_alone(word: str) -> bool:
    return len(word) > 2 and word.casefold() not in _TITLES


def with_self_sign(paragraph: str, name: str) -> str:
    """Put the self sign where the card means itself: "this unit", or its own name after a verb.

    At the start of a paragraph only the whole name counts, for part of it may be a keyword
    (Stun Tank has Stun).
    """
    signed = _THIS_CARD.sub(SELF_SIGN, paragraph)
    if not name:
        return signed
    whole = re.escape(name)
    parts = "|".join(re.escape(alias) for alias in aliases(name))
    named = rf"(?:^(?:the )?{whole}|{_AFTER_A_VERB}(?:the )?(?:{parts}))(?![\w'-])"
    return re.sub(named, SELF_SIGN, signed, flags=re.IGNORECASE)
