"""Sentences that people read begin with a noun: the one list of openings that docs/style.md forbids."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from tests.architecture.sources import kept_files, python_files, text, tree

FORBIDDEN = re.compile(
    r"^(What|Whatever|Who|Whoever) (?!if\b)[a-z]"  # a relative clause as a subject
    r"|^Of [^.]*\b(is|are) told\b"
    r"|\bby who\b"
)
APART = ("docs/decisions/", "docs/rulings/", "docs/measured/")
"""Pages that are frozen once written: they keep their words."""

SPOKEN = ("adjudicator/", "clients/", "projections/")
PUBLIC = ("clients/", "projections/")
"""The packages whose docstrings others read."""


def plain(sentence: str) -> bool:
    """Whether a sentence begins as docs/style.md wants it; a question may begin with its question word."""
    bare = " ".join(sentence.split()).lstrip("-*#>| 0123456789.")
    return bare.endswith("?") or not FORBIDDEN.search(bare)


def sentences(words: str) -> list[str]:
    """The sentences of a text, each with its own stop; a cell of a table, a heading or a point of a list is one too."""
    return re.split(r"(?<=[.:;?!])\**\s+|\n\s*\n|\n(?=\s*[-#|*]|\s*\d+\.)|\|", words)


def of_pages() -> Iterator[tuple[str, str]]:
    """Every sentence of the pages, outside their blocks of code."""
    for path in kept_files():
        page = path.startswith("docs/") or path in ("README.md", "CONTRIBUTING.md", "deploy/README.md")
        if page and path.endswith(".md") and not path.startswith(APART):
            for sentence in sentences(re.sub(r"^ *```.*?^ *```", "", text(path), flags=re.DOTALL | re.MULTILINE)):
                yield path, sentence


def of_protos() -> Iterator[tuple[str, str]]:
    """Every sentence of the comments in the protos."""
    for path in kept_files():
        if path.endswith(".proto"):
            for block in re.findall(r"(?:^ *//.*\n)+", text(path), re.MULTILINE):
                for sentence in sentences(re.sub(r"^ *// ?", "", block, flags=re.MULTILINE)):
                    yield path, sentence


def of_errors() -> Iterator[tuple[str, str]]:
    """Every sentence of the texts that the code raises."""
    for path in python_files():
        if path.startswith(SPOKEN):
            for node in ast.walk(tree(path)):
                for part in ast.walk(node) if isinstance(node, ast.Raise) else ():
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield from ((f"{path}:{part.lineno}", sentence) for sentence in sentences(part.value))


def of_docstrings() -> Iterator[tuple[str, str]]:
    """Every sentence of the docstrings in the packages that others import or start."""
    for path in python_files():
        if path.startswith(PUBLIC):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    yield from ((path, sentence) for sentence in sentences(ast.get_docstring(node) or ""))


def of_commands() -> Iterator[tuple[str, str]]:
    """Every sentence that a command prints, and the help of every option."""
    for path in python_files():
        if path.startswith("clients/adjudicator_cli/"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call):
                    for part in (*node.args, *(each.value for each in node.keywords)):
                        if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value[:1].isupper():
                            yield from ((f"{path}:{part.lineno}", sentence) for sentence in sentences(part.value))


@pytest.mark.parametrize("read", [of_pages, of_protos, of_errors, of_docstrings, of_commands])
def test_no_sentence_begins_with_a_relative_clause(read: Callable[[], Iterator[tuple[str, str]]]) -> None:
    """Nothing that people read opens as the list forbids; a failure shows the sentence."""
    found = list(read())
    assert len(found) > 100
    assert [] == [(path, " ".join(sentence.split())) for path, sentence in found if not plain(sentence)]


def test_the_list_forbids() -> None:
    """The openings themselves are refused; questions and conditions are not."""
    for refused in (
        "What is skipped are tests.",
        "- Whoever asks sees it.",
        "Of a unit two things are told.",
        "Ruled by who asked.",
    ):
        assert not plain(refused)
    for kept in ("What is her power?", "What if the dice fall badly.", "The unit is tapped."):
        assert plain(kept)
