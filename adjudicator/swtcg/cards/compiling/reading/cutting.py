"""Cutting texts: at the arrow of a cost, and into sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NEW = re.compile(r"\s+[A-Z§¤]")


def cut_at_arrow(text: str) -> tuple[str, str, str]:
    """A text before and after its arrow, if it has one that stands outside quotation marks."""
    quoted, deep = False, 0
    for at, sign in enumerate(text):
        deep += (sign in "{«") - (sign in "}»")
        if sign == '"' and not deep:
            quoted = not quoted
        elif not quoted and not deep and text.startswith(" -> ", at):
            return text[:at], " -> ", text[at + 4 :]
    return text, "", ""


def sentences(text: str) -> list[str]:
    """Cut a text into its sentences; stops inside quotation marks end none."""
    found: list[str] = []
    start, quoted, deep = 0, False, 0
    for at, sign in enumerate(text):
        deep += (sign in "{«") - (sign in "}»")
        if deep:
            continue
        if sign == '"':
            quoted = not quoted
            if not quoted and _NEW.match(text, at + 1) is not None:
                found.append(text[start : at + 1].strip())  # the files lose stops after quotation marks
                start = at + 1
        elif sign == "." and not quoted and (at + 1 == len(text) or text[at + 1].isspace()):
            found.append(text[start:at].strip())
            start = at + 1
    found.append(text[start:].strip())
    return [each for each in found if each]


_UNDER_THIS = re.compile(r"under [§¤]")
_BY_WHAT_IS_UNDER_IT = re.compile(
    r"(?:it|he|she|[§¤]) gets [^.]* for each face down \w+ under "
    r"(?:it|him|her|[§¤])\.?$",
    re.IGNORECASE,
)


def counts_under_this(text: str, before: Sequence[str]) -> bool:
    """Whether a sentence says what this card gets by what lies under it, where one before has put something there."""
    return _BY_WHAT_IS_UNDER_IT.match(text) is not None and any(_UNDER_THIS.search(each) for each in before)
