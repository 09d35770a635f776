"""The paragraphs of 2022: what the edition cites is of its own document or a reading, save for what is still listed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from adjudicator.cases.case import files, load
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import StepSeen, run_case
from adjudicator.citations.library import joined
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.table.timetable import Step
from adjudicator.swtcg.why import grounds as why
from tests.architecture.sources import ROOT
from tests.kit.star_wars import OUR_GAMES

BOOK = EDITIONS["swtcg-2022"]
CASES = ROOT / "tests/cases"
UNMAPPED = Path(__file__).with_name("unmapped_2022.txt")
"""Grounds that nobody has read for 2022 yet: those that took the place of a paragraph in a module."""
OTHERS_MAX = 241
"""How often the game's modules name a paragraph of another document outside the grounds, with the grounds that are
listed; it may only fall."""
IDLE_MAX = 0
"""How many counterparts may wait to be dropped after the last module has ceased to name their paragraph."""
NAMED = re.compile(r'"((?:rots|crf|gr)\.[a-z0-9.-]+)"')


def answered(candidates: Iterable[str]) -> bool:
    """Whether a row says what holds in 2022: an entry, a reading that is kept for it, or "none"."""
    return any(each.startswith(("idc.", "idc:")) or each == why.NONE for each in candidates)


def literals() -> list[str]:
    """The paragraphs of other documents that the game's modules name, save for the pages of the editions."""
    found: list[str] = []
    for path in sorted((ROOT / "adjudicator/swtcg").rglob("*.py")):
        if path.parent.name != "editions":
            found.extend(NAMED.findall(path.read_text(encoding="utf-8")))
    return found


def foreign(rules: Iterable[str]) -> set[str]:
    """Those of some rules that are of another document than that of 2022."""
    documents = {rule: DOCUMENTS.get(rule.partition(".")[0], BOOK.documents[0]) for rule in rules}
    return {rule for rule, document in documents.items() if document not in BOOK.documents}


def test_every_ground_is_mapped_or_listed() -> None:
    """No ground is both, and none is neither."""
    listed = UNMAPPED.read_text(encoding="utf-8").split()
    assert sorted(name for name, each in why.rows().items() if not answered(each)) == listed


def test_what_is_mapped_cites_2022_or_a_reading() -> None:
    """A ground that has an answer for 2022 never falls back on another document."""
    chosen = vars(why.grounds(BOOK.documents))
    assert set() == foreign(chosen[name] for name, each in why.rows().items() if answered(each))


def test_no_more_paragraphs_of_other_documents_are_named() -> None:
    """Under 2022 each of them would be cited as it stands; grounds take their place, which are then read for 2022."""
    assert OTHERS_MAX >= len(literals()) + len(UNMAPPED.read_text(encoding="utf-8").split())


def test_every_paragraph_that_is_named_has_its_counterpart() -> None:
    """So what a module names without a ground is cited as 2022 has it; rulings on cards are off there."""
    cited = why.stated(BOOK.documents)
    assert [] == [rule for rule in literals() if rule not in cited and f"{rule}.".split(".")[1] != "card"]
    assert set() == foreign(cited.values())


def test_every_counterpart_is_needed() -> None:
    """A paragraph stands among the counterparts as long as a module names it, or builds its name; others go soon."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "adjudicator/swtcg").rglob("*.py"))
    topics = msgspec.toml.decode((ROOT / "adjudicator/swtcg/why" / why.COUNTERPARTS).read_bytes())
    named = [slug for each in topics.values() for slugs in each.values() for slug in slugs]
    assert IDLE_MAX >= len([slug for slug in named if slug not in sources])


@pytest.mark.parametrize("part", range(4))
def test_no_case_cites_another_document(part: int) -> None:
    """Whatever is said in a case of 2022, or in one of other editions run under it, rests on its document or a reading.

    Of the cases of other editions some are taken, from all chapters.
    """
    own: list[Path] = []
    others: list[Path] = []
    for path in files([CASES]):
        (own if BOOK.id in load(path).under else others).append(path)
    cited: set[str] = set()
    for path in (*own[part::4], *others[part * 5 :: 20]):
        result = run_case(load(path), BOOK.id, JudgeDesk(OUR_GAMES), str(path))
        cited.update(rule for step in result.steps for rule in _cited(step))
    assert set() == foreign(cited)


def _cited(step: StepSeen) -> list[str]:
    answer, value = step.answer, step.value
    rules = [] if value is None else [value.leads, *(part.rule for part in value.parts)]
    if answer is not None:
        clauses = [rule for clause in answer.clauses for rule in (clause.rule, clause.override)]
        rules += [*clauses, *(fact.rule for fact in answer.facts), *(rule for rule, _ in answer.non_events)]
        rules += answer.deciding or ()
    return rules


def test_no_join_crosses_into_2022() -> None:
    """A case of 2005 proves nothing for 2022: its entries are joined with each other only."""
    assert [] == [group for group in joined() if len({each.startswith("idc.") for each in group}) > 1]


def test_the_edition_rests_on_its_own_document() -> None:
    """So do its choices, its arenas and its timetables."""
    parts = [getattr(BOOK, name) for name in BOOK.__struct_fields__]
    rules = [part.rule for part in parts if hasattr(part, "rule")]
    rules += [rule for arena in BOOK.arenas.values() for rule in msgspec.structs.astuple(arena)]
    for timetable in (BOOK.setup, BOOK.attack, BOOK.turn):
        steps = [*timetable.steps, *(part for step in timetable.steps for part in step.parts)]
        rules += [rule for step in steps for rule in _rules(step)]
        rules += timetable.phases.values()
    assert set() == foreign(rules)


def _rules(step: Step) -> list[str]:
    return [rule for rule in (step.rule, step.chance) if rule]


@pytest.mark.parametrize(
    ("candidates", "of_2005", "of_2022"),
    [
        (("idc.force.a", "rots.b.c"), "rots.b.c", "idc.force.a"),
        (("idc:none", "rots.b.c"), "rots.b.c", ""),
        (("idc:ruling.x", "crf.a.b", "rots.b.c"), "crf.a.b", "ruling.x"),
        (("idc.force.a", "rots.b.c", "none"), "rots.b.c", "idc.force.a"),
        (("crf.a.b", "none"), "crf.a.b", ""),
        (("idc.force.a", "ruling.x"), "ruling.x", "idc.force.a"),
    ],
)
def test_a_row_is_read_for_2022(candidates: tuple[str, ...], of_2005: str, of_2022: str) -> None:
    """What stands there for 2022 decides nothing for the editions of 2005."""
    assert of_2005 == why.chosen(EDITIONS["swtcg-2005"].documents, candidates)
    assert of_2022 == why.chosen(BOOK.documents, candidates)
