"""Abilities said without the form of one, given that form before a text is cut into sentences.

What has a place in a sentence the grammar reads wherever it stands. Here are whole paragraphs of another build: an
activated ability without its arrow, an offer that averts what the sentence before it says, a discard that is named as
what happens although something else is done.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PAYING = r"(?:pay|discard|tap|put|retreat|lose) [^.,\"]*?"

_DOING = (
    r"(?:draw|gain|untap|tap|prevent|remove|do|deal|put|return|reroll|search|look|discard|disrupt|give|have|move|get|"
    r"retreat|make|reveal|choose|add|take)\b"
)

_EVENT_BEHIND = re.compile(r" when(?:ever)? (?P<event>.*)$")
"""The event that is named behind what is done."""


def _ability(found: re.Match[str]) -> str:
    """Of "You may pay 2 Force to draw a card": an ability with a cost; a trigger, if it says at its end when."""
    done = found[4].rstrip(". ")
    if (behind := _EVENT_BEHIND.search(done)) is not None:
        event = f"{found[1] or ''}whenever {behind['event']}"
        return f"{event}, you may {found[3]}. If you do, {done[: behind.start()]}."
    often = f" Play only once per {found[2]}." if found[1] else ""
    return f"{found[3]} -> {done}.{often}"


_TURNS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(found, re.IGNORECASE), put)
    for found, put in (
        (rf"^(once (?:per|each|a) (turn|game),? )?you may ({_PAYING}) to (?={_DOING})(.*)$", _ability),
        (
            rf"^once (?:per|each|a) (turn|game), you may ({_DOING}(?!.*\bwhen)[^.]*)\.?$",
            r"Pay 0 Force -> \2. Play only once per \1.",
        ),
        (
            (
                rf"^once (?:(?:per|each|a) turn,? )?during (?:each of )?your build step,? you may ({_PAYING})"
                rf"(?:\. if you do,| to) ({_DOING}[^.]*)\.?$"
            ),
            r"\1 -> \2. Play only during your build step and only once per turn.",
        ),
        (
            rf"^once (?:(?:per|each|a) turn,? )?during (?:each of )?your build step,? you may ({_DOING}.*?)\.?$",
            r"Pay 0 Force -> \1. Play only during your build step and only once per turn.",
        ),
        (
            (
                rf"^during your build step,? you may ({_PAYING}) to ({_DOING}[^.]*?)\.?"
                r"( (?:use|play|activate) (?:this ability|it) only once (?:per|each|a) turn\.?)?$"
            ),
            r"\1 -> \2. Play only during your build step.\3",
        ),
        (
            (
                r"^((?:when|whenever|if) [^.]* is discarded\b.*\b(?:put|return) "
                r"(?:it|him|her|(?:that|this) \w+) [^.]*?) instead of (?:being discarded|discarding (?:it|him|her)|"
                r"putting (?:it|him|her|that card) into [^.]*?discard pile)\b"
            ),
            r"\1",
        ),
        (
            rf"^you may ({_DOING}[^.]*) (?:at any time|anytime)\.?$",
            r"Pay 0 Force -> \1. Play only anytime and only any number of times.",
        ),
        (
            (
                r"^(?:when|whenever|if) (.*?) is discarded\b([^,]*), (?:its owner )?removes? it from the game instead"
                r"(?: of (?:being discarded|discarding it|putting it into [^.]*discard pile))?"
            ),
            r"If \1 would be discarded\2, remove it from the game instead",
        ),
        (
            (
                r"(?<=[.>] )((?!you may\b)[^.]*)\. "
                r"(your opponent|that player|(?:its|that [\w ]+'s) (?:controller|owner)) may pay "
                r"(\d+ Force|\d+ build points?) to (?:prevent|avoid|stop) this(?=\.|$)"
            ),
            r"\1 unless \2 pays \3",
        ),
        (r"^once (?:per|each|a) (turn|game),? ([^.>]*->.*?)\.?$", r"\2. Play only once per \1."),
        (r"^you may (discard this (?:location|unit|card)) to (?=gain\b|draw\b)", r"\1 -> "),
        (r"^(play only [^.>]*?)\. ([^.>]*->.*?)\.?$", r"\2. \1."),
    )
)


def turned(text: str) -> str:
    """The text as the grammar has it."""
    for found, put in _TURNS:
        text = found.sub(put, text)
    return text
