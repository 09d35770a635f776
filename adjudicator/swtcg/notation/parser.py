"""The parser: from tables built beforehand, so that a command starts 60 ms earlier, or else from the grammar.

The tables lie in `grammar.msgpack` (see `build`). If they are of another grammar or another lark, the parser
is built when it is needed.
"""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import Any

import lark
import msgspec
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

TABLES = "grammar.msgpack"
NUMBER_MAX = 2**62
STARTS = ("board", "declaration", "fragment")


class Tables(msgspec.Struct, frozen=True, array_like=True):
    """A built parser: the digest of its grammar, the version of lark that built it, and lark's own data."""

    grammar: str
    lark: str
    data: Any
    memo: Any


def grammar() -> str:
    """The grammar's text."""
    return resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")


def digest(text: str) -> str:
    """The digest of a grammar."""
    return hashlib.sha256(text.encode()).hexdigest()


def built(text: str, transformer: Any = None) -> Lark:
    """A parser built from the grammar."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        start=list(STARTS),
        transformer=transformer,
        propagate_positions=False,
    )


def loaded(text: str, transformer: Any) -> Lark | None:
    """A parser from the tables beside the grammar; None if they are of another grammar or lark."""
    file = resources.files(__package__).joinpath(TABLES)
    if not file.is_file():
        return None
    tables = msgspec.msgpack.decode(file.read_bytes(), type=Tables)
    if (tables.grammar, tables.lark) != (digest(text), lark.__version__):
        return None
    parser = Lark.__new__(Lark)
    kept = {"data": tables.data, "memo": tables.memo}
    parser._load(kept, transformer=transformer)  # noqa: SLF001 - what `Lark.load` does, which reads only a pickle
    return parser


def tables(text: str) -> bytes:
    """The tables of a grammar as they are kept."""
    data, memo = built(text).memo_serialize([TerminalDef, Rule])
    return msgspec.msgpack.encode(Tables(digest(text), lark.__version__, _small(data), _small(memo)))


def _small(value: Any) -> Any:
    """Plain data with its numbers cut to what MessagePack has; lark writes 2**64 for "any length"."""
    if isinstance(value, dict):
        return {key: _small(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_small(each) for each in value]
    return min(value, NUMBER_MAX) if isinstance(value, int) and not isinstance(value, bool) else value
