"""Every rule id written in code or in a case leads somewhere."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from adjudicator.citations import Books

ROOT = Path(__file__).resolve().parents[2]

ROOMS = ("adjudicator/kernel", "adjudicator/swtcg", "adjudicator/swccg")

#: A rule id stands alone in its literal. A prefix that code completes ends in a dot and is none.
RULE_ID = re.compile(r"(?:rots|crf|gr|idc|swccg|ruling)\.[a-z0-9]+(?:[.-][a-z0-9]+)*")

#: Literals that look like rule ids and are file names.
FILE_NAME = re.compile(r"\.(?:py|toml|json|yaml|txt|md|msgpack)$")


def literals(source: str) -> Iterator[tuple[int, str]]:
    """Line and value of every string literal that is a rule id, f-strings' constant parts apart."""
    module = ast.parse(source)
    parts = {id(part) for node in ast.walk(module) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(module):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in parts:
            continue
        if RULE_ID.fullmatch(node.value) and not FILE_NAME.search(node.value):
            yield node.lineno, node.value


def cited(value: object) -> Iterator[str]:
    """Every id below a `cites` of a case, however deep."""
    if isinstance(value, dict):
        for key, below in value.items():
            if key == "cites":
                yield from strings(below)
            else:
                yield from cited(below)
    elif isinstance(value, list):
        for below in value:
            yield from cited(below)


def strings(value: object) -> Iterator[str]:
    """Every string in nested lists and tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for below in value:
            yield from strings(below)
    elif isinstance(value, dict):
        for below in value.values():
            yield from strings(below)


def test_ids_in_code_resolve(books: Books) -> None:
    """Every literal of kernel and games that looks like a rule id is one."""
    unknown = [
        f"{path.relative_to(ROOT)}:{line} {rule}"
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, rule in literals(path.read_text(encoding="utf-8"))
        if rule not in books
    ]
    assert [] == unknown


def test_ids_in_cases_resolve(books: Books) -> None:
    """Every id that a case cites is one."""
    unknown = [
        f"{path.relative_to(ROOT)} {rule}"
        for path in sorted((ROOT / "tests/cases").rglob("*.toml"))
        for rule in cited(tomllib.loads(path.read_text(encoding="utf-8")))
        if rule not in books
    ]
    assert [] == unknown


def test_ids_in_readings_resolve(books: Books) -> None:
    """Every rule that a reading weighs is one."""
    assert [] == [f"{reading.id} {rule}" for reading in books.readings for rule in reading.rules if rule not in books]


def test_the_search_sees_ids_and_only_ids() -> None:
    """Whole literals are ids, wherever they stand; words, prefixes, file names and parts of f-strings are not."""
    source = '''
RULE = "rots.attack.choose-and-tap"
def clause(table, rule="crf.disrupt.own-cards"):
    """See rots.attack.decline-by-tapping."""
    return {"gr.a": ["ruling.some-point", "rots.", "grow", "see rots.a.b", f"idc.{rule}", "swccg.json"]}
'''
    found = [rule for _, rule in literals(source)]
    assert ["rots.attack.choose-and-tap", "crf.disrupt.own-cards", "gr.a", "ruling.some-point"] == sorted(
        found, key=["rots.attack.choose-and-tap", "crf.disrupt.own-cards", "gr.a", "ruling.some-point"].index
    )
    case = {"step": [{"cites": ["rots.a.b"], "say": "pass"}, {"expect": {"cites": {"fact": ["crf.c.d"]}}}]}
    assert ["rots.a.b", "crf.c.d"] == list(cited(case))
