"""Answers as the plain values of their JSON: what `json_format.MessageToDict` gives, in a third of the time.

Every call has an answer, and some are long: the way to write a type's fields is looked up once, not for each message.
A type with fields that we have none of (maps, and the like) is left to protobuf.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

Convert = Callable[[Any], Any]

_AS_STRINGS = frozenset({FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64})
_AS_THEY_ARE = frozenset({
    FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32, FieldDescriptor.CPPTYPE_BOOL,
})  # fmt: skip


def plain(message: Message) -> Any:
    """The plain values of a message."""
    return _of(message.DESCRIPTOR)(message)


@cache
def _of(kind: Descriptor) -> Convert:
    """How messages of a type become plain values."""
    if kind.file.package.startswith("google.") or any(
        each.message_type is not None and each.message_type.GetOptions().map_entry for each in kind.fields
    ):
        return MessageToDict
    fields: dict[int, tuple[str, Convert | None]] = {}

    def convert(message: Message) -> dict[str, Any]:
        found = {}
        for field, value in message.ListFields():
            known = fields.get(field.number)
            if known is None:  # not before: types may hold each other
                known = fields[field.number] = (field.json_name, _each(field))
            name, each = known
            found[name] = value if each is None else each(value)
        return found

    return convert


def _each(field: FieldDescriptor) -> Convert | None:
    """How the values of a field become plain; None if they are."""
    one = _one(field)
    if not field.is_repeated:
        return one
    return list if one is None else lambda values: [one(each) for each in values]


def _one(field: FieldDescriptor) -> Convert | None:
    if field.message_type is not None:
        return _of(field.message_type)
    if field.enum_type is not None:
        return _word(field.enum_type)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return lambda value: b64encode(value).decode()
    if field.cpp_type in _AS_STRINGS:
        return str
    if field.cpp_type in _AS_THEY_ARE or field.type == FieldDescriptor.TYPE_STRING:
        return None
    return _fraction


def _word(kind: EnumDescriptor) -> Convert:
    words = {number: each.name for number, each in kind.values_by_number.items()}
    return lambda value: words.get(value, value)


def _fraction(value: float) -> float | str:
    """JSON has no infinity."""
    if value != value:  # noqa: PLR0124 - so a number is told that is none
        return "NaN"
    return value if abs(value) != float("inf") else "Infinity" if value > 0 else "-Infinity"
