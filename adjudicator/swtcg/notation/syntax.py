"""From text to what is written: boards and declarations as values of `texts`, names still words.

The grammar is `grammar.lark`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from lark import Lark

from adjudicator.kernel.notation import NotUnderstoodError, parsed
from adjudicator.swtcg.notation.lines import put_together
from adjudicator.swtcg.notation.mistyped import where_it_broke
from adjudicator.swtcg.notation.parser import built, grammar, loaded
from adjudicator.swtcg.notation.seats import marked, seats_named
from adjudicator.swtcg.notation.texts import (
    BoardText,
    Said,
)
from adjudicator.swtcg.notation.trees import builder

NUMBER_DIGITS_MAX = 9
_BESIDES = re.compile(r"^\s*besides:.*$", re.MULTILINE)
_LONG_NUMBER = re.compile(rf"\d{{{NUMBER_DIGITS_MAX + 1},}}")

PEOPLE = {
    "WORD": "a name",
    "NAMED": "a name in quotation marks",
    "INT": "a number",
    "VERSION": "a version letter such as (A)",
    "PRINTING": "a printing such as (Promo)",
    "KEY": "the key of a card such as {ROTS/1}",
    "HANDLE": "a handle such as #12",
    "ARENA": "an arena",
    "SHORTCUT": "a shortcut, such as 'go', 'ready for battle', 'no attacks' or 'same'",
    "MODE": "'bombard', 'barrage' or 'ion cannon'",
    "TASK": "what is to be done",
    "HOW": "'with' or 'carrying'",
    "SIDE": "'(dark)', '(vong)' or '(light)'",
    "SEAT": "",
    "_COUNTERS": "'counters'",
    "_POINTS": "'points'",
    "JSON": "facts in JSON",
    "BESIDES": "what a board was written with, in JSON",
    "LSQB": "'[' and cards, as [A, B]",
    "_NL": "a new line",
    "$END": "the end",
}
"""The grammar's terminals in words, for errors."""


@cache
def _parser() -> Lark:
    text = grammar()
    return loaded(text, builder()) or built(text, builder())


def parse_board(text: str) -> BoardText:
    """Read the words of a board. Raises NotUnderstoodError."""
    check_numbers(_BESIDES.sub("", text))
    return put_together(parsed(_parser(), marked(text, seats_named(text)), "board", PEOPLE), text)


@lru_cache(maxsize=1024)
def parse_declaration(text: str) -> Said:
    """Read the words of a declaration. Raises NotUnderstoodError.

    What words are is the same at every table, and people say the same things again and again.
    """
    bare = text.strip()
    if not bare.partition(":")[2].lstrip().startswith("carry out"):
        check_numbers(bare)
    try:
        found: Said = parsed(_parser(), bare, "declaration", PEOPLE)
    except NotUnderstoodError as bad:
        raise where_it_broke(bare, bad) from None
    return found


def check_numbers(text: str) -> None:
    """Raise NotUnderstoodError for a number that no game has, at its place."""
    found = _LONG_NUMBER.search(text)
    if found is not None:
        before = text[: found.start()]
        at = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise NotUnderstoodError(text, found[0][:40], (f"a number of at most {NUMBER_DIGITS_MAX} digits",), *at)


def parse_fragment(text: str, seats: Iterable[str] = ()) -> BoardText:
    """Read the words of a part of a board, with the seats of the whole one. Raises NotUnderstoodError."""
    named = dict.fromkeys((*seats, *seats_named(text)))
    return put_together(parsed(_parser(), marked(text, named), "fragment", PEOPLE), text, part=True)
