"""The descriptor set of protos/, and its snapshot: one line per number that clients rely on."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto, FileDescriptorProto, FileDescriptorSet

from adjudicator.api import generate

SNAPSHOT = Path(__file__).with_name("api.txt")

_TYPES = FieldDescriptorProto.Type


@cache
def files() -> tuple[FileDescriptorProto, ...]:
    """The descriptors of our own files, with comments."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "set"
        generate.descriptors(target)
        everything = FileDescriptorSet.FromString(target.read_bytes())
    return tuple(file for file in everything.file if file.package.startswith("adjudicator."))


def _messages(prefix: str, messages: Iterator[DescriptorProto]) -> Iterator[str]:
    for message in messages:
        name = f"{prefix}.{message.name}"
        yield f"message {name}"
        for field in message.field:
            kind = field.type_name or _TYPES.Name(field.type).removeprefix("TYPE_").lower()
            label = "repeated " if field.label == FieldDescriptorProto.LABEL_REPEATED else ""
            choice = f" in {message.oneof_decl[field.oneof_index].name}" if field.HasField("oneof_index") else ""
            yield f"field {name}.{field.name} = {field.number}: {label}{kind}{choice}"
        for value in (value for enum in message.enum_type for value in enum.value):
            yield f"value {name}.{value.name} = {value.number}"
        yield from _messages(name, iter(message.nested_type))


def lines() -> list[str]:
    """What clients rely on, one line each, sorted."""
    found: list[str] = []
    for file in files():
        found += _messages(file.package, iter(file.message_type))
        found += [f"value {file.package}.{e.name}.{v.name} = {v.number}" for e in file.enum_type for v in e.value]
        for service in file.service:
            for method in service.method:
                stream = "stream " if method.server_streaming else ""
                name = f"{file.package}.{service.name}.{method.name}"
                found.append(f"rpc {name}({method.input_type}) -> {stream}{method.output_type}")
    return sorted(found)


if __name__ == "__main__":  # python -m tests.service.descriptors: take a new snapshot, after an addition
    SNAPSHOT.write_text("\n".join(lines()) + "\n", encoding="utf-8")
