"""What reading words can lead to besides understanding them, and what the notations of games share.

Words are not understood, or have several readings. Both are said in words a person can act on:
what was read, where it broke, what would have fitted there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from lark import Lark

FITS_MAX = 12
"""How many things that would have fitted an error names."""

BESIDES = "besides:"
"""How the line of a board begins that has what no words tell: it is there to be read again, and not by people."""

NEAR = 0.7
"""How much a word has to look like one of the notation to be taken for it mistyped."""

_SPELLED = re.compile(r"(?<![a-z\\])[a-z]{3,}")
"""The words of the notation that the pattern of a terminal spells out."""

T = TypeVar("T")


class NotUnderstoodError(ValueError):
    """Words that no reading fits: what was read, where it broke, and what would have fitted there.

    `line` and `column` count from 1; `found` is the word that broke it, `fits` what could stand there, `expected` the
    same in one line.
    """

    told_to_people = True

    def __init__(self, text: str, found: str, fits: tuple[str, ...], line: int = 1, column: int = 1) -> None:
        more = f" or {len(fits) - FITS_MAX} more" if len(fits) > FITS_MAX else ""
        self.expected = (", ".join(fits[:FITS_MAX]) or "nothing more") + more
        super().__init__(f"line {line}, column {column}: read {found!r}, expected {self.expected}")
        self.text = text
        self.found = found
        self.fits = fits
        self.line = line
        self.column = column


class AmbiguousError(ValueError):
    """Words with several readings; `readings` lists them so that the speaker can choose."""

    told_to_people = True

    def __init__(self, text: str, readings: tuple[str, ...]) -> None:
        super().__init__(f"{text!r} can mean: " + "; ".join(readings))
        self.text = text
        self.readings = readings


def parsed(parser: Lark, text: str, start: str, words: Mapping[str, str]) -> Any:
    """Read a text by one rule of a grammar.

    `words` names the grammar's terminals for people ("NAME": "a name"); terminals that are not in
    it stand for themselves. Raises NotUnderstoodError.
    """
    from lark.exceptions import (  # noqa: PLC0415 - only those who read words need the parser
        UnexpectedCharacters,
        UnexpectedToken,
        VisitError,
    )

    try:
        return parser.parse(text, start=start)
    except UnexpectedToken as bad:
        found = str(bad.token) if bad.token.type != "$END" else ""
        fits = _fitting(parser, bad.accepts, words, found)
        at = _place(text, bad) if found.strip() else _end(text)
        raise NotUnderstoodError(text, found.strip() or "the end of the line", fits, *at) from None
    except UnexpectedCharacters as bad:
        line = text.split("\n")[bad.line - 1]
        rest = line[bad.column - 1 :].split()
        fits = _fitting(parser, bad.allowed or (), words, rest[0] if rest else "")
        raise NotUnderstoodError(text, rest[0] if rest else "", fits, bad.line, bad.column) from None
    except VisitError as bad:
        raise bad.orig_exc from None


def placed(text: str, bad: NotUnderstoodError) -> NotUnderstoodError:
    """The error with the place in the whole text where the words stand that broke it.

    Whoever looks a name up knows the name only, or the line too (its column is 0 then); where it does not stand in the
    text as it is, the error stays as it is.
    """
    known = bad.column == 0
    begin = sum(len(line) + 1 for line in text.split("\n")[: bad.line - 1]) if known else 0
    at = text.find(bad.found, begin) if bad.found and (known or (bad.line, bad.column) == (1, 1)) else -1
    if at <= 0:
        return NotUnderstoodError(text, bad.found, bad.fits, bad.line or 1, 1) if known else bad
    before = text[:at]
    return NotUnderstoodError(text, bad.found, bad.fits, before.count("\n") + 1, at - before.rfind("\n"))


def _place(text: str, bad: Any) -> tuple[int, int]:
    line, column = bad.line, bad.column
    return (line, column) if isinstance(line, int) and line > 0 else _end(text)


def _end(text: str) -> tuple[int, int]:
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1


def _fitting(parser: Lark, terminals: Iterable[str], words: Mapping[str, str], found: str) -> tuple[str, ...]:
    """The terminals in words: what looks like the word found, then words of the notation in order of the alphabet."""
    patterns = {terminal.name: terminal.pattern.value for terminal in parser.terminals}
    fitting = [each for each in terminals if words.get(each) != ""]
    named = {words.get(each) or repr(patterns.get(each, each)) for each in fitting}
    spelled = sorted({word for each in fitting for word in _SPELLED.findall(patterns.get(each, ""))})
    near = (repr(word) for word in close_to(found, spelled, 2, NEAR))
    return tuple(dict.fromkeys((*near, *sorted(named, key=lambda each: (not each.startswith("'"), each)))))


def close_to(word: str, known: Iterable[str], most: int = 5, least: float = 0.5) -> tuple[str, ...]:
    """What looks like a word among those known, the nearest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - costs a millisecond that only an error needs

    folded: dict[str, str] = {}
    for each in known:
        folded.setdefault(each.casefold(), each)
    near = get_close_matches(word.casefold(), folded, most, least)
    return tuple(folded[each] for each in near)


def nearest_first(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """What is known, what looks like a word before the rest."""
    all_known = tuple(known)
    return tuple(dict.fromkeys((*close_to(word, all_known), *all_known)))


def the_one(text: str, found: Mapping[str, T], fits: Iterable[str]) -> T:
    """The only reading of some words.

    `found` maps each reading in words to what it means; `fits` says what would be understood.
    Raises NotUnderstoodError if there is none and AmbiguousError if there are several.
    """
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise AmbiguousError(text, tuple(found))
    raise NotUnderstoodError(text, text, nearest_first(text, fits))
