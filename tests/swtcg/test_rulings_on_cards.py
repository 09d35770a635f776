"""Rulings on single cards as data: every row names what there is, and decides something in a case."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from adjudicator.cases.case import load
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import run_case
from adjudicator.citations import load as load_books
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.why.rulings import on_cards, rows
from adjudicator.swtcg.why.rulings.concerns import Asked
from adjudicator.swtcg.why.rulings.predicates import AnyPredicate
from adjudicator.swtcg.words.card_names import normal
from tests.examined import FILES
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parent.parent / "cases"
PREDICATES_MAX = 25
OURS = "ruling."
"""The first word of our own readings, which stand in no book."""


def test_the_kept_rows_are_those_of_the_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change of a file: python -m adjudicator.swtcg.why.rulings.build. Rows of other files are not used."""
    kept = Path(rows.__file__).with_name(rows.KEPT).read_bytes()
    assert kept == rows.kept(rows.sources())
    monkeypatch.setattr(rows, "sources", lambda: (b'rulings = [{ruling = "a", card = "b", rules = ["c"]}]',))
    assert (rows.Row(ruling="a", card="b", rules=("c",)),) == rows._read.__wrapped__().rulings


def test_rows_name_entries_of_the_indexes() -> None:
    """The ruling of a row and each general rule that it works out stand in an index."""
    known = {entry.id for entry in load_books()}
    named = [(row.ruling, rule) for row in rows.rows() for rule in (row.ruling, *row.rules)]
    assert [] == [each for each in named if each[1] not in known and not each[1].startswith(OURS)]


def test_rows_spell_cards_as_the_catalogue_does() -> None:
    """A ruling on a card under another spelling of its name would never be cited."""
    ours = {name for entry in our_catalogue().entries() for name in (entry.face.title, entry.face.name)}
    spelt = {normal(name): name for name in ours}
    named = [name for row in rows.rows() for name in (row.card, row.unit) if name]
    named.extend(row.card for row in rows.turned_down())
    assert [] == [name for name in named if name not in ours and normal(name) in spelt]


def test_rows_work_out_some_rule_for_something() -> None:
    """No row is without a general rule, and none without what it is about."""
    assert [] == [row for row in rows.rows() if not row.rules or not row.of]


PREDICATES = get_args(AnyPredicate)


def test_every_predicate_is_named_by_a_row() -> None:
    """There are at most 25, one for what the effect language has no words for, and none that no row needs."""
    named = {type(row.when) for row in (*rows.rows(), *rows.texts())}
    assert [] == [each.__name__ for each in PREDICATES if each not in named]
    assert PREDICATES_MAX >= len(PREDICATES)


@pytest.mark.parametrize(
    "when",
    [
        '{ type = "Payed" }',
        '{ type = "Played", often = 2 }',
        '{ type = "UnderItsEffect", what = "that" }',
        '{ type = "There", are = { type = "Those", colour = "red" } }',
        '{ type = "Played", own = false }',
    ],
)
def test_a_condition_that_there_is_none_of_is_an_error(when: str) -> None:
    """An unknown predicate, an unknown argument of one or of a condition, and a default are told with their ruling."""
    file = f'rulings = [{{ ruling = "crf.x", card = "X", rules = ["a"], of = ["power"], when = {when} }}]'
    with pytest.raises(msgspec.ValidationError, match=r"^crf\.x: "):
        rows.kept((file.encode(),))


def test_what_a_card_does_not_do_is_a_non_event_of_a_case() -> None:
    """Each ruling on what a card does not do stands in an index, and a case expects it where nothing comes about."""
    known = {entry.id for entry in load_books()}
    rulings = [row.ruling for row in rows.turned_down()]
    assert [] == [each for each in rulings if each not in known]
    texts = [(path, path.read_text(encoding="utf-8")) for path in sorted(CASES.rglob("*.toml"))]
    cases = [load(path) for path, text in texts if any(f'"{each}"' in text for each in rulings)]
    expected = {rule for case in cases for step in case.steps for rule in step.non_events or ()}
    assert [] == [each for each in rulings if each not in expected]


def test_every_row_is_cited_in_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that decides nothing in any case is an error."""
    used: set[int] = set()
    fits = on_cards._fits

    def noting(row: rows.Row, kind: str, asked: Asked) -> bool:
        found = fits(row, kind, asked)
        if found:
            used.add(id(row))
        return found

    monkeypatch.setattr(on_cards, "_fits", noting)
    rulings = [f'"{row.ruling}"' for row in rows.rows()]
    for path in (*sorted(CASES.rglob("*.toml")), *FILES):
        text = path.read_text(encoding="utf-8")
        if any(each in text for each in rulings):
            case = load(path)
            for edition in case.under:
                run_case(case, edition, JudgeDesk(OUR_GAMES), str(path))
    unused = [row for row in rows.rows() if id(row) not in used]
    assert [] == [(row.ruling, row.of) for row in unused]
