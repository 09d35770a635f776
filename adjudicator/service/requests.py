"""Messages of the API as values of the kernel: what a caller has said. Raises errors.RefusedError."""

from __future__ import annotations

import re
import typing
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from adjudicator.api.v1 import declaration_pb2 as said_pb2
from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1.position_pb2 import CardDefinition
from adjudicator.kernel.base import Declaration
from adjudicator.kernel.filling import Kind, kinds_of
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, ANSWER, FAILING
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.service import errors
from adjudicator.service.callers import CHANCE

LEVELS = {
    verdict_pb2.EXPLAIN_LEVEL_UNSPECIFIED: FAILING,
    verdict_pb2.EXPLAIN_LEVEL_ANSWER: ANSWER,
    verdict_pb2.EXPLAIN_LEVEL_FAILING: FAILING,
    verdict_pb2.EXPLAIN_LEVEL_ALL: ALL,
}
_UUID_AS_USUAL = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch
"""The usual way to write a UUID; whatever else may be one is left to the library."""
DECLARATION_LENGTH_MAX = 4_000
BOARD_LENGTH_MAX = 60_000
ASSUMING_MAX = 100
CARDS_MAX = 200
CARD_TEXT_MAX = 6_000
SET_FILE_MAX = 128 * 1024
"""The bytes of a set file that is sent; twice the largest that is known."""
"""Reading happens in the event loop, so nobody may send it a book."""

PAGE_SIZE_DEFAULT = 50
PAGE_SIZE_MAX = 500


def level(explain: int) -> int:
    """How much a verdict carries."""
    if explain not in LEVELS:
        raise errors.bad_field("explain", f"{explain} is not a level of explanation")
    return LEVELS[typing.cast("verdict_pb2.ExplainLevel.ValueType", explain)]


def request_id(text: str) -> str:
    """The id of a recording call."""
    if _UUID_AS_USUAL(text):
        return text
    try:
        return str(UUID(text))
    except ValueError:
        raise errors.bad_field("request_id", "has to be a UUID, made anew for every call") from None


def expected_revision(number: int) -> int:
    """The revision that a recording call has seen."""
    if number < 1:
        raise errors.bad_field(
            "expected_revision", "has to name the revision that you have seen; revisions count from 1"
        )
    return number


def needed(text: str, field: str) -> str:
    """A text that may not be empty."""
    if not text:
        raise errors.bad_field(field, "is missing")
    return text


def bounded(text: str, length: int, field: str) -> str:
    """A text that is not too long to be read."""
    if len(text) > length:
        raise errors.bad_field(field, f"has {len(text)} characters; at most {length} are read")
    return text


def page(size: int, token: str) -> tuple[int, int]:
    """How many items at most, and after how many to begin."""
    if size < 0:
        raise errors.bad_field("page_size", "cannot be negative")
    if token and not (token.isascii() and token.isdigit() and len(token) <= 18):
        raise errors.bad_field("page_token", "is not a page token of this service")
    return min(size or PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX), int(token or 0)


class _Seal(tuple[Any, ...]):
    """A seal as it was sent: audience and items."""

    __slots__ = ()


def value(sent: said_pb2.Value) -> Any:
    """A value of an argument in plain Python, seals apart."""
    kind = sent.WhichOneof("kind")
    if kind is None:
        return None
    if kind == "list":
        return [value(item) for item in sent.list.values]
    if kind == "sealed":
        return _Seal((list(sent.sealed.audience), [value(item) for item in sent.sealed.items]))
    if kind == "json":
        return _json(sent.json)
    return getattr(sent, kind)


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise errors.bad_field("declaration.structured.arguments", f"is no JSON: {error}") from error


def speaker(sent: said_pb2.Declaration) -> str:
    """Whose words they are said to be, before they are read; empty if that is not said."""
    if sent.WhichOneof("said") == "structured":
        return sent.structured.seat
    head, colon, _ = sent.notation.partition(":")
    return head.strip().casefold() if colon else ""


def declaration(game: Game, table: Any, sent: said_pb2.Declaration, field: str = "declaration") -> Declaration:
    """What is declared, as it is understood on a table."""
    how = sent.WhichOneof("said")
    if how == "notation":
        bounded(sent.notation, DECLARATION_LENGTH_MAX, f"{field}.notation")
        try:
            return game.read(table, sent.notation)
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, f"{field}.notation") from error
    if how is None:
        raise errors.bad_field(field, "is missing; say it in notation or as kind and arguments")
    return structured(game, table, sent.structured, f"{field}.structured")


def structured(game: Game, table: Any, sent: said_pb2.StructuredDeclaration, field: str) -> Declaration:
    """A declaration from its kind and its arguments."""
    kinds = kinds_of(game)
    kind = kinds.get(sent.kind)
    if kind is None:
        raise errors.bad_field(
            f"{field}.kind", f"{sent.kind!r} is not a kind of declaration; known: {', '.join(kinds)}"
        )
    fields = _arguments(kind, sent, field)
    sealed = [name for name in kind.sealed if name in fields]
    if sent.seat == CHANCE and sealed:  # who may know an outcome is the game's to say
        return _outcome(game, table, kind, fields[sealed[0]], field)
    for name in sealed:
        fields[name] = _sealed(fields[name], sent.seat)
    try:
        said: Declaration = msgspec.convert({"type": sent.kind, "seat": sent.seat, **fields}, kind.made)
    except (msgspec.ValidationError, OverflowError) as error:
        raise errors.bad_field(f"{field}.arguments", str(error)) from error
    try:
        msgspec.msgpack.encode(said)
    except OverflowError as error:
        raise errors.bad_field(f"{field}.arguments", "has a number that is too large to be kept") from error
    wrong = game.objection(table, said)
    if wrong:
        raise errors.bad_field(field, wrong)
    return said


def _outcome(game: Game, table: Any, kind: Kind, sent: Any, field: str) -> Declaration:
    """What chance brought, if it is what the table waits for."""
    outcome = tuple(sent if isinstance(sent, list) else (sent,))
    if game.chance_due(table) is not None and all(type(each) is int for each in outcome):
        said = game.chance_said(table, outcome)
        if type(said) is kind.made:
            return said
    raise errors.bad_field(f"{field}.arguments", "is not an outcome that the table waits for")


def _arguments(kind: Kind, sent: said_pb2.StructuredDeclaration, field: str) -> dict[str, Any]:
    """Arguments by name; `targets.0` is the first item of `targets`."""
    fields: dict[str, Any] = {}
    items: dict[str, list[Any]] = {}
    for place, argument in enumerate(sent.arguments):
        name = argument.name or (kind.places[place] if place < len(kind.places) else "")
        whole, dot, number = name.partition(".")
        row = items.setdefault(whole, []) if dot else []
        if whole not in kind.places or whole in fields or (dot and number != str(len(row))):
            takes = ", ".join(kind.places) or "no arguments"
            raise errors.bad_field(f"{field}.arguments[{place}]", f"{sent.kind} takes {takes}, each once and in order")
        if dot:
            row.append(value(argument.value))
        else:
            fields[name] = value(argument.value)
    return {**fields, **items}


def _sealed(content: Any, seat: str) -> Any:
    """What only the speaker may know: one item, several, or a seal that names its audience itself."""
    if isinstance(content, _Seal):
        return list(content)
    return [[seat], content if isinstance(content, list) else [content]]


def set_file(data: bytes) -> bytes:
    """A set file that is sent, of a size that is read with every part of it."""
    if not data:
        raise errors.bad_field("file", "is missing")
    if len(data) > SET_FILE_MAX:
        raise errors.bad_field("file", f"has {len(data)} bytes; at most {SET_FILE_MAX} are read")
    return data


def rows(cards: Sequence[CardDefinition]) -> tuple[dict[str, str], ...]:
    """Cards written down by the caller, as rows of a set file; their texts are compiled in the event loop too."""
    if len(cards) > CARDS_MAX:
        raise errors.bad_field("cards", f"has {len(cards)} cards; at most {CARDS_MAX} are read")
    texts = sum(len(column.value) for card in cards for column in card.columns if column.name.casefold() == "text")
    if texts > CARD_TEXT_MAX:
        raise errors.bad_field("cards", f"has texts of {texts} characters; at most {CARD_TEXT_MAX} are read")
    return tuple({column.name: column.value for column in card.columns} for card in cards)
