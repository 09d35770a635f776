"""The paragraphs of 2022: what the edition cites is of its own document or a reading, save for what is still listed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from adjudicator.citations.library import joined
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.table.timetable import Step
from adjudicator.swtcg.why import grounds as why
from tests.architecture.sources import ROOT

BOOK = EDITIONS["swtcg-2022"]
UNMAPPED = Path(__file__).with_name("unmapped_2022.txt")
"""Grounds that nobody has read for 2022 yet: those that took the place of a paragraph in a module."""
OTHERS_MAX = 633
"""How often the game's modules name a paragraph of another document outside the grounds, with the grounds that are
listed; it may only fall."""
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
