"""Sentences to trees, by the grammar of the game's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from adjudicator.swtcg.cards.compiling.lexing import TokenLexer
from adjudicator.swtcg.cards.compiling.words import CLASSES

GRAMMARS = ("sentences.lark", "nouns.lark")
STARTS = ("sentence", "costs")
DECLARED = ("SELF", "OWN", "PROPER", "NUM", "SIGNED", "LETTER", "QUOTE", "TAPSIGN", "DATA", "LINE", "CALLED")


_RULE = re.compile(r"\??([a-z_]+)\s*:")
_ALIAS = re.compile(r"->\s*([a-z_]+)\s*$")


class NotRead(msgspec.Struct, frozen=True):
    """Where reading ended: the token that fits nowhere (None: the end came too early)."""

    token: Token | None


def grammar() -> str:
    """The grammar's text, all its files, with each alternative's name made `rule__name`."""
    folder = resources.files(__package__)
    texts = [folder.joinpath(name).read_text(encoding="utf-8") for name in GRAMMARS]
    return "\n".join([*map(_named, texts), f"%declare {' '.join((*DECLARED, *CLASSES))}"])


def _named(text: str) -> str:
    """Name the alternatives of every rule after it: `quantity: "a" -> one` becomes `quantity__one`."""
    rule = ""
    lines = []
    for line in text.splitlines():
        if (begins := _RULE.match(line)) is not None:
            rule = begins[1]
        lines.append(_ALIAS.sub(rf"-> {rule}__\1", line))
    return "\n".join(lines)


@cache
def parser() -> Lark:
    """The parser."""
    made = Lark(grammar(), parser="earley", lexer=TokenLexer, start=list(STARTS), maybe_placeholders=False)
    earley = made.parser.parser
    assert not earley.NULLABLE, "every rule of the grammar takes a word"
    made.parser.lexer.lexer.lookahead = earley.predictions = Lookahead(earley.predictions, earley.FIRST)
    return made


class Lookahead(dict[Any, Any]):
    """The rules that an Earley parser may expect at a place: only those that the next token can begin.

    Lark expects all of them, which makes it ten times slower. `word` is the name of the next token's terminal; the
    lexer sets it.
    """

    def __init__(self, predictions: dict[Any, Any], first: dict[Any, Any]) -> None:
        """Take lark's own table, and what can begin each symbol."""
        super().__init__(predictions)
        self.word = ""
        self._begin = {symbol: frozenset(each.name for each in ways) for symbol, ways in first.items()}
        self._found: dict[tuple[Any, str], list[Any]] = {}

    def __getitem__(self, symbol: Any) -> Any:
        """The rules of a symbol that the next token can begin."""
        found = self._found.get((symbol, self.word))
        if found is None:
            begin = self._begin
            found = [
                rule
                for rule in super().__getitem__(symbol)
                if self.word in begin.get(rule.expansion[0], (rule.expansion[0].name,))
            ]
            self._found[symbol, self.word] = found
        return found


@cache
def literals() -> dict[str, str]:
    """The grammar's quoted words, by the names of their terminals."""
    terminals = parser().terminals
    return {each.name: each.pattern.value for each in terminals}


def parse(tokens: Sequence[Token], start: str) -> Tree[Any] | NotRead:
    """Read tokens by a rule of the grammar."""
    reader = parser()
    reader.parser.lexer.lexer.lookahead.word = tokens[0].type if tokens else ""
    try:
        return reader.parse(list(tokens), start=start)
    except UnexpectedInput as bad:
        token = getattr(bad, "token", None)
        return NotRead(token if token is not None and token.type != "$END" else None)
