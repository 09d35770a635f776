"""Where understanding ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from lark import Token

from adjudicator.swtcg.cards.compiling.reading.lexing import UNKNOWN

P = ParamSpec("P")
R = TypeVar("R")


class NotUnderstood(Exception):
    """Some words are not understood: `words` are those, `unknown` those that no text has had so far."""

    def __init__(self, words: str, *, unknown: bool = False, why: str = "") -> None:
        """Keep the words."""
        super().__init__(words)
        self.words = words
        self.unknown = unknown
        self.why = why


def at_worst_not_understood(read: Callable[P, R]) -> Callable[P, R]:
    """A reader that leaves a text to the judge where it fails by a mistake of ours, and says that it did.

    One text must not make a whole set useless; tests see to it that no text of theirs meets this.
    """

    @wraps(read)
    def reads(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(*args, **kwargs)
        except NotUnderstood:
            raise
        except Exception as bad:
            raise NotUnderstood(str(args[1:2]), why=f"{OUR_MISTAKE}: {type(bad).__name__}") from bad

    return reads


def one_of_them(known: str, word: str, text: str) -> str:
    """The restriction that is known or said; there may be one of a kind. Raises NotUnderstood."""
    if known and word and known != word:
        raise NotUnderstood(text, why="two restrictions")
    return known or word


OUR_MISTAKE = "a mistake of the compiler"


def not_read(text: str, row: list[Token], token: Token | None) -> NotUnderstood:
    """What was not understood of a text: its first unknown word, else the words where reading ended."""
    unknown = next((each for each in row if each.type == UNKNOWN), None)
    if unknown is not None:
        return NotUnderstood(str(unknown), unknown=True)
    if token is None:
        return NotUnderstood("(the end)")
    at = token.start_pos or 0
    return NotUnderstood(" ".join(text[at:].split()[:4]) or str(token))
