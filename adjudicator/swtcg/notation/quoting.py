"""Names as card files write them, which hold words or signs of the notation: where they need quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.texts import RESERVED, written

HINT = "quotation marks around a name that holds words or signs of the notation"
_ENDS = r"(?=$|[\s,;:)\]{}])"
_SIGNS = "(?;:,"


def with_names_quoted(text: str, names: Iterable[str]) -> str:
    """The text with those of the names in quotation marks that would not be read without; quoted ones stay."""
    pattern, by_word = _awkward(tuple(names))
    if pattern is None:
        return text
    return pattern.sub(lambda found: written(by_word[found[1].casefold()]) if found[1] else found[0], text)


@lru_cache(maxsize=32)
def _awkward(names: tuple[str, ...]) -> tuple[re.Pattern[str] | None, dict[str, str]]:
    """What finds the names that need quotation marks in a text, and those names; a game asks with the same ones."""
    found = sorted(
        (name for name in dict.fromkeys(names) if written(name) != name), key=lambda each: (-len(each), each)
    )
    choice = "|".join(re.escape(name) for name in found)
    pattern = re.compile(rf'(?<![^\s=\[(,;:])({choice}){_ENDS}|"(?:\\.|[^"\\\n])*"', re.IGNORECASE)
    return pattern if found else None, {name.casefold(): name for name in found}


def hinted(bad: NotUnderstoodError) -> NotUnderstoodError:
    """The error, with a word on quotation marks where a word or a sign of the notation broke the reading."""
    if HINT in bad.fits or not (bad.found.casefold() in RESERVED or bad.found[:1] in tuple(_SIGNS)):
        return bad
    return NotUnderstoodError(bad.text, bad.found, (HINT, *bad.fits), bad.line, bad.column)
