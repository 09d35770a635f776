"""Seats that are called by any word, as `ann` in `ann (dark): force 3`: the parser is told which words these are.

A line that begins with a word of its own and a colon is a player's, so a board says itself how its seats are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from adjudicator.swtcg.notation.texts import CALLED
from adjudicator.swtcg.table.seating import NO_SEAT, SEAT_WORD

_SIDE = r"(?:\([ \t]*(?:dark|light|vong)[ \t]*\)[ \t]*)?"
_LINE = re.compile(rf"^[ \t]*({SEAT_WORD})[ \t]*{_SIDE}:", re.MULTILINE | re.IGNORECASE)


def seats_named(board: str) -> tuple[str, ...]:
    """The words by which the lines of a board call seats that are not called after a side."""
    found = (line[1] for line in _LINE.finditer(board))
    return tuple(dict.fromkeys(word for word in found if word.casefold() not in (*NO_SEAT, *CALLED)))


def marked(text: str, seats: Iterable[str]) -> str:
    """A board, or a part of one, in which these words are marked where they name a seat."""
    pattern = _pattern(tuple(seats))
    return text if pattern is None else pattern.sub("@", text)


def spoken(text: str, seats: Iterable[str]) -> str:
    """A declaration whose speaker is marked, if it is a seat that is called by any word."""
    speaker, colon, said = text.partition(":")
    word = speaker.strip().casefold()
    return next((f"@{seat}{colon}{said}" for seat in seats if seat not in CALLED and seat.casefold() == word), text)


@lru_cache(maxsize=64)
def _pattern(seats: tuple[str, ...]) -> re.Pattern[str] | None:
    """What finds the places before a seat: where its line begins, whose word it is, who owns and who controls."""
    if not seats:
        return None
    seat = rf"(?:{'|'.join(map(re.escape, seats))})(?![\w-])"
    after = rf"[ \t]*{_SIDE}:|[ \t]*\)|[ \t]+(?:to|has|draw|build[ \t]+step|retreat[ \t]+step)(?!\w)"
    return re.compile(rf"(?:(?<=[;,:(\n])|(?<=[;,:(\n][ \t])|\A)(?={seat}(?:{after}))|(?<=\bby )(?={seat})")
