"""Sentences to trees, by the grammar of the game's language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Terminal
from lark.lexer import Lexer

from adjudicator.swtcg.cards.compiling.reading.words import CLASSES

GRAMMAR = "adjudicator.swtcg.cards.compiling.grammar"
"""The folder of the grammar's chapters."""
GRAMMARS = tuple(
    f"{chapter}.lark"
    for chapter in ("sentences", "players", "units", "statements", "events", "conditions", "costs", "nouns", "ahead")
)
STARTS = ("said", "costs")
DECLARED = ("SELF", "OWN", "PROPER", "NUM", "SIGNED", "LETTER", "QUOTE", "TAPSIGN", "DATA", "LINE", "CALLED", "TALLY")


_RULE = re.compile(r"(?:%extend )?\??([a-z_]+)(?:\.-?\d+)?\s*:")
_ALIAS = re.compile(r"->\s*([a-z_]+)\s*$")


class NotRead(msgspec.Struct, frozen=True):
    """Where reading ended: the token that fits nowhere (None: the end came too early)."""

    token: Token | None


def grammar() -> str:
    """The grammar's text, all its files, with each alternative's name made `rule__name`."""
    folder = resources.files(GRAMMAR)
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


class TokenLexer(Lexer):
    """Hands lark the tokens that were made beforehand."""

    lookahead: Any

    def __init__(self, conf: Any) -> None:
        """Need nothing of lark's."""

    def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Token]:
        """The tokens, one after the other."""
        for token in lexer_state:
            self.lookahead.go_to(token.type)
            yield token
        self.lookahead.go_to("")


@cache
def parser() -> Lark:
    """The parser."""
    made = Lark(grammar(), parser="earley", lexer=TokenLexer, start=list(STARTS), maybe_placeholders=False)
    earley = made.parser.parser
    assert not earley.NULLABLE, "every rule of the grammar takes a word"
    made.parser.lexer.lexer.lookahead = earley.predictions = Lookahead(earley.predictions, earley.FIRST)
    _tell_apart(earley)
    return made


class Lookahead(dict[Any, Any]):
    """The rules that an Earley parser may expect at a place: only those that the next token can begin, each once.

    Lark expects all of a symbol's rules, and all that they may begin with, as often as the symbol is expected.
    """

    def __init__(self, predictions: dict[Any, Any], first: dict[Any, Any]) -> None:
        """Take lark's own table, and what can begin each symbol."""
        own = {symbol: [rule for rule in rules if rule.origin == symbol] for symbol, rules in predictions.items()}
        super().__init__({symbol.name: rules for symbol, rules in own.items()})
        self._begin = {symbol.name: frozenset(each.name for each in ways) for symbol, ways in first.items()}
        self._found: dict[tuple[str, str], list[Any]] = {}
        self._word = ""
        self._expected: set[str] = set()

    def go_to(self, word: str) -> None:
        """Go to the place before a word, which is the name of its token's terminal."""
        self._word = word
        self._expected.clear()

    def __getitem__(self, symbol: Any) -> Any:
        """The rules of a symbol that the next token can begin; none if the symbol is expected there already."""
        if symbol.name in self._expected:
            return ()
        self._expected.add(symbol.name)
        key = symbol.name, self._word
        found = self._found.get(key)
        if found is None:
            begins = [(rule, rule.expansion[0].name) for rule in super().__getitem__(symbol.name)]
            found = self._found[key] = [rule for rule, by in begins if self._word in self._begin.get(by, (by,))]
        return found


class _NonTerminal(NonTerminal):
    """A symbol of which there is but one of its name: lark compares names, in Python, a million times a set."""

    __slots__ = ()
    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__


class _Terminal(Terminal):
    """The same for what stands for a word."""

    __slots__ = ()
    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__


def _tell_apart(earley: Any) -> None:
    """Have one object for each symbol of the rules, so that two are the same only if they are that object."""
    known: dict[tuple[str, ...], Any] = {}

    def one(symbol: Any) -> Any:
        traits = (symbol.name, symbol.filter_out) if symbol.is_term else (symbol.name,)
        return known.setdefault(traits, (_Terminal if symbol.is_term else _NonTerminal)(*traits))

    for rules in earley.predictions.values():
        for rule in rules:
            rule.origin, rule.expansion = one(rule.origin), [one(each) for each in rule.expansion]
    earley.TERMINALS = {each for each in known.values() if each.is_term}
    earley.NON_TERMINALS = {each for each in known.values() if not each.is_term}


@cache
def literals() -> dict[str, str]:
    """The grammar's quoted words, by the names of their terminals."""
    terminals = parser().terminals
    return {each.name: each.pattern.value for each in terminals}


def parse(tokens: Sequence[Token], start: str) -> Tree[Any] | NotRead:
    """Read tokens by a rule of the grammar."""
    read = _read(tuple(token.type for token in tokens), start)
    if isinstance(read, int):
        return NotRead(tokens[read] if read < len(tokens) else None)
    return _with(read, tokens)


@lru_cache(maxsize=20_000)
def _read(kinds: tuple[str, ...], start: str) -> Tree[Any] | int:
    """The tree of a row of terminals, with their places in the row for leaves; else the place where reading ends.

    Sentences that differ only in their names and numbers are read once.
    """
    reader = parser()
    reader.parser.lexer.lexer.lookahead.go_to(kinds[0] if kinds else "")
    try:
        return reader.parse([Token(kind, str(at)) for at, kind in enumerate(kinds)], start=start)
    except UnexpectedToken as bad:
        return int(bad.token)
    except UnexpectedEOF:
        return len(kinds)


def _with(tree: Tree[Any], tokens: Sequence[Token]) -> Tree[Any]:
    """A tree with the tokens whose places are its leaves."""
    parts = (_with(each, tokens) if isinstance(each, Tree) else tokens[int(each)] for each in tree.children)
    return Tree(tree.data, list(parts))
