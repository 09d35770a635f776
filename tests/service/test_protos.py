"""The protos keep buf's STANDARD and COMMENTS rules, numbers never change, and the generated code is theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import DescriptorProto, EnumDescriptorProto, FileDescriptorProto, MethodOptions

from adjudicator.api import generate
from tests.service.descriptors import SNAPSHOT, files, lines

PASCAL = re.compile(r"[A-Z][A-Za-z0-9]*\Z")
LOWER = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*\Z")
UPPER = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\Z")


def _paths(file: FileDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    """Every element of a file that has to carry a comment: its path in the source info, and its name."""
    for number, message in enumerate(file.message_type):
        yield from _message_paths((4, number), message)
    for number, enum in enumerate(file.enum_type):
        yield from _enum_paths((5, number), enum)
    for number, service in enumerate(file.service):
        yield (6, number), service.name
        for each, method in enumerate(service.method):
            yield (6, number, 2, each), f"{service.name}.{method.name}"


def _message_paths(path: tuple[int, ...], message: DescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    yield path, message.name
    for number, field in enumerate(message.field):
        yield (*path, 2, number), f"{message.name}.{field.name}"
    for number, oneof in enumerate(message.oneof_decl):
        yield (*path, 8, number), f"{message.name}.{oneof.name}"
    for number, nested in enumerate(message.nested_type):
        yield from _message_paths((*path, 3, number), nested)
    for number, enum in enumerate(message.enum_type):
        yield from _enum_paths((*path, 4, number), enum)


def _enum_paths(path: tuple[int, ...], enum: EnumDescriptorProto) -> Iterator[tuple[tuple[int, ...], str]]:
    yield path, enum.name
    for number, value in enumerate(enum.value):
        yield (*path, 2, number), f"{enum.name}.{value.name}"


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_every_element_has_its_sentence(file: FileDescriptorProto) -> None:
    """COMMENTS: every service, RPC, message, field, oneof, enum and value is explained."""
    said = {tuple(place.path): place.leading_comments.strip() for place in file.source_code_info.location}
    assert [] == [name for path, name in _paths(file) if not said.get(path)]


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_files_and_packages(file: FileDescriptorProto) -> None:
    """PACKAGE_*, FILE_*, SYNTAX_SPECIFIED, IMPORT_*: folder, package and version agree; nothing imported in vain."""
    assert ("proto3", "adjudicator.api.v1") == (file.syntax, file.package)
    assert file.name.rpartition("/")[0] == file.package.replace(".", "/")
    assert LOWER.match(Path(file.name).stem)
    assert [] == [*file.public_dependency, *file.weak_dependency]
    text = (generate.PROTOS / file.name).read_text()
    for needed in file.dependency:
        declared = next(other for other in files() if other.name == needed)
        names = [each.name for each in declared.message_type] + [each.name for each in declared.enum_type]
        assert any(re.search(rf"\b{name}\b", text) for name in names), f"{needed} is imported in vain"


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_names(file: FileDescriptorProto) -> None:
    """*_PASCAL_CASE, *_LOWER_SNAKE_CASE, ENUM_*: every name has its form, zero values end in _UNSPECIFIED."""
    for message in file.message_type:
        assert PASCAL.match(message.name)
        assert [] == [field.name for field in message.field if not LOWER.match(field.name)]
        assert [] == [oneof.name for oneof in message.oneof_decl if not LOWER.match(oneof.name)]
    for enum in file.enum_type:
        assert PASCAL.match(enum.name)
        assert f"{_snake(enum.name)}_UNSPECIFIED" == enum.value[0].name
        assert 0 == enum.value[0].number
        for value in enum.value:
            assert UPPER.match(value.name)
            assert value.name.startswith(_snake(enum.name) + "_")
        assert 1 == max(Counter(value.number for value in enum.value).values())


def test_methods() -> None:
    """RPC_*, SERVICE_SUFFIX: each method has its own request and response, named after it."""
    used: list[str] = []
    for file in files():
        for service in file.service:
            assert service.name.endswith("Service")
            for method in service.method:
                wanted = (f".{file.package}.{method.name}Request", f".{file.package}.{method.name}Response")
                assert wanted == (method.input_type, method.output_type)
                used += wanted
    assert len(set(used)) == len(used)


def test_calls_that_record_nothing_say_so() -> None:
    """NO_SIDE_EFFECTS, which lets browsers GET them: all calls but those that carry the caller's id of the request."""
    for file in files():
        recording = {
            f".{file.package}.{each.name}" for each in file.message_type if "request_id" in {f.name for f in each.field}
        }
        for service in file.service:
            for method in service.method:
                reads = method.options.idempotency_level == MethodOptions.NO_SIDE_EFFECTS
                assert reads is (method.input_type not in recording), method.name


def test_numbers_never_change() -> None:
    """The descriptor snapshot: nothing that clients rely on is renumbered, retyped or gone.

    After an addition: `python -m tests.service.descriptors`, and read what git shows.
    """
    assert SNAPSHOT.read_text(encoding="utf-8").splitlines() == lines()


def test_generated_code_is_that_of_the_protos(tmp_path: Path) -> None:
    """`make proto` would change nothing."""
    generate.generate(tmp_path)
    made = {path.name: path.read_text() for path in (tmp_path / generate.PACKAGE).iterdir() if path.is_file()}
    kept = {path.name: path.read_text() for path in (generate.ROOT / generate.PACKAGE).iterdir() if path.is_file()}
    assert made == kept
