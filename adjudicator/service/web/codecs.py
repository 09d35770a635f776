"""How requests and answers are written: protobuf as it is, and JSON as protobuf writes it.

What came is only taken apart behind the guard (`Arrival.read`), so that a refusal is logged and counted as gRPC's.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, NamedTuple, cast

import msgspec
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from adjudicator.service import errors
from adjudicator.service.web.printing import plain

DEPTH_MAX = 50
"""JSON that is nested deeper is no message of ours."""


class Written(NamedTuple):
    """A request in JSON that nobody has read yet."""

    text: bytes


class Proto:
    """Protobuf: the bytes pass through."""

    def name(self) -> str:
        """As content types have it."""
        return "proto"

    def encode(self, message: Message | bytes) -> bytes:
        """An answer as bytes; one that was passed on is that already."""
        return message if isinstance(message, bytes) else message.SerializeToString()

    def decode(self, data: bytes | bytearray, message_class: object) -> bytes:
        """A request, for the guard to decode."""
        return bytes(data)


class Json:
    """JSON."""

    def name(self) -> str:
        """As content types have it."""
        return "json"

    def encode(self, message: Message) -> bytes:
        """An answer as JSON: names in camelCase, 64-bit numbers as strings, what is empty left out."""
        return msgspec.json.encode(plain(message))

    def decode(self, data: bytes | bytearray, message_class: object) -> Written:
        """A request, to be read behind the guard."""
        return Written(bytes(data))


def read_json(text: bytes, message: Message) -> Message:
    """Fill a message from JSON. Raises RefusedError, which names the field that does not fit and one like it."""
    try:
        content = msgspec.json.decode(text or b"{}")
    except (ValueError, RecursionError) as error:
        raise errors.malformed(f"the request is not JSON: {error}") from None
    if not isinstance(content, dict):
        raise errors.malformed("the request is not a JSON object")
    try:
        return ParseDict(content, message, max_recursion_depth=DEPTH_MAX)
    except (ParseError, ValueError, TypeError, AttributeError, RecursionError) as error:
        found = _wrong(content, cast("Descriptor", message.DESCRIPTOR), "", DEPTH_MAX)
        if found is None:
            raise errors.malformed(f"the request is no {message.DESCRIPTOR.full_name}: {error}") from None
        raise errors.bad_field(*found) from None


def _wrong(content: Any, kind: Descriptor, path: str, depth: int) -> tuple[str, str] | None:
    """The first field that does not fit, with what is wrong with it."""
    if not isinstance(content, dict):
        return path or "the request", "is a JSON object"
    known = {name: each for each in kind.fields for name in (each.name, each.json_name)}
    for name, value in content.items():
        at = f"{path}.{name}" if path else name
        field = known.get(name)
        if field is None:
            return at, f"is not a field of {kind.name}{_near(name, [each.json_name for each in kind.fields])}"
        if value is None or depth <= 0:
            continue
        values = value if field.is_repeated and isinstance(value, list) else [value]
        if field.is_repeated and values is not value:
            return at, "is a list"
        for each in values:
            if (found := _unfit(each, field, at, depth)) is not None:
                return found
    return None


def _unfit(value: Any, field: FieldDescriptor, at: str, depth: int) -> tuple[str, str] | None:
    if field.message_type is not None:
        return _wrong(value, field.message_type, at, depth - 1)
    if field.enum_type is not None:
        names = list(field.enum_type.values_by_name)
        if isinstance(value, str) and value not in names:
            return at, f"{value!r} is not one of its words{_near(value, names)}"
        return None
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return None if isinstance(value, str) else (at, "is a string")
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return None if isinstance(value, bool) else (at, "is true or false")
    try:
        ok = not isinstance(value, bool) and int(value) == float(value)
    except (ValueError, TypeError, OverflowError):
        ok = False
    return None if ok else (at, "is a whole number of at most 64 bits")


def _near(name: str, names: list[str]) -> str:
    """What might have been meant."""
    close = get_close_matches(name.casefold(), {each.casefold(): each for each in names}, 1, 0.5)
    meant = [each for each in names if close and each.casefold() == close[0]]
    return f"; did you mean {meant[0]}?" if meant else f"; it has {', '.join(names)}"
