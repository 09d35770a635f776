"""Our readings of unclear rules stand twice, as pages for people and as data for verdicts; both say the same."""

from __future__ import annotations

import json
import re

import pytest

from tests.architecture.sources import ROOT, kept_files, text

DATA = "adjudicator/citations/data/readings.json"
READINGS: list[dict[str, object]] = json.loads(text(DATA))
WORDS_MAX = 400
PAGES = [path for path in kept_files() if re.fullmatch(r"docs/rulings/\d{4}-[a-z0-9-]+\.md", path)]


def page_of(reading: dict[str, object]) -> str:
    """The page whose name ends in the reading's point."""
    point = str(reading["id"]).removeprefix("ruling.")
    return next(path for path in PAGES if re.fullmatch(rf"docs/rulings/\d{{4}}-{re.escape(point)}\.md", path))


def section(page: str, heading: str) -> str:
    """The text below a heading of a page, on one line."""
    found = re.search(rf"^## {heading}\n\n(.*?)(?=\n\n## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return " ".join(found[1].split())


def test_every_reading_has_its_page_and_every_page_its_reading() -> None:
    """The pages are numbered without gaps and carry exactly the ids of the data."""
    on_pages = [re.search(r"^- id: `(ruling\.[a-z0-9-]+)`$", text(path), re.MULTILINE) for path in PAGES]
    assert sorted(str(reading["id"]) for reading in READINGS) == sorted(found[1] for found in on_pages if found)
    assert list(range(1, len(PAGES) + 1)) == [int(path.removeprefix("docs/rulings/")[:4]) for path in PAGES]


@pytest.mark.parametrize("reading", READINGS, ids=[str(each["id"]) for each in READINGS])
def test_page_and_data_say_the_same(reading: dict[str, object]) -> None:
    """Question, reading, reason and rules agree, and the index of rulings links the page."""
    path = page_of(reading)
    page = text(path)
    sentence = str(reading["reading"])
    sentence = sentence[0].upper() + sentence[1:]
    assert str(reading["question"]) == section(page, "Question")
    assert sentence.removesuffix(".") + "." == section(page, "Reading taken")
    assert str(reading["reason"]) == section(page, "Reason")
    rules = _weighed(reading)
    weighed = re.search(r"^- rules weighed: (.*)$", page, re.MULTILINE)
    assert weighed is not None
    assert rules == re.findall(r"`([^`]+)`", weighed[1])
    assert f"]({path.removeprefix('docs/rulings/')}) | `{reading['id']}` |" in text("docs/rulings/README.md")


def test_every_reading_rules_somewhere() -> None:
    """A reading, or a rule that it weighs, is cited by a room, by data of a room, by a point or by a case."""
    places = re.compile(r"adjudicator/(?:swtcg|comparing)/.*\.(?:py|toml|json)|tests/cases/.*\.toml")
    cited = set(re.findall(r"[\w.-]+", "\n".join(text(path) for path in kept_files() if places.fullmatch(path))))
    cited = {word.strip(".") for word in cited}
    idle = [reading["id"] for reading in READINGS if cited.isdisjoint((reading["id"], *_weighed(reading)))]
    assert [] == idle


def _weighed(reading: dict[str, object]) -> list[object]:
    rules = reading["rules"]
    assert isinstance(rules, list)
    return rules


def test_the_folder_of_decisions_is_indexed() -> None:
    """Every decision record stands in the index of decisions, under its own number."""
    records = [path for path in kept_files() if re.fullmatch(r"docs/decisions/\d{4}-.*\.md", path)]
    index = (ROOT / "docs/decisions/README.md").read_text(encoding="utf-8")
    assert [] == [path for path in records if f"]({path.removeprefix('docs/decisions/')})" not in index]
    numbers = [path.removeprefix("docs/decisions/")[:4] for path in records]
    assert sorted(set(numbers)) == sorted(numbers)


def test_decisions_are_short() -> None:
    """A page of a decision has at most 400 words; what was measured stands in docs/measured, and its page is linked."""
    records = [path for path in kept_files() if re.fullmatch(r"docs/decisions/\d{4}-.*\.md", path)]
    assert {} == {path: words for path in records if (words := len(text(path).split())) > WORDS_MAX}
    measured = [path for path in kept_files() if path.startswith("docs/measured/")]
    assert [] == [path for path in measured if f"](../{path.removeprefix('docs/')})" not in text(_decision(path))]


def _decision(measured: str) -> str:
    """The page of a decision whose figures these are."""
    return measured.replace("docs/measured/", "docs/decisions/")
