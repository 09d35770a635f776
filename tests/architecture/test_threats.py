"""docs/threats.md says what is defended only where something fails if it is not."""

from __future__ import annotations

import re

from tests.architecture.sources import text


def test_every_threat_names_a_test_that_exists() -> None:
    """The page of threats names tests and trials; each of them is there, and no line of a defence is without one."""
    page = text("docs/threats.md")
    place = ""
    found = 0
    for name, test in re.findall(r"`([\w/]*(?:\.py)?)::(test_\w+)`", page):
        place = name or place
        assert re.search(rf"def {test}\(", text(f"tests/{place}")), f"{place}::{test}"
        found += 1
    assert found > 40
    trials = text("docs/proving.md")
    assert all(f"| {trial} |" in trials for trial in re.findall(r"\b(T\d+)\b", page))
    for line in re.findall(r"^\| (?!threat|asset|-).*\|.*\|.*\|$", page, re.MULTILINE):
        *_, defence, test, _ = line.split("|")
        assert test.strip() or defence.strip().startswith("*not defended"), line
