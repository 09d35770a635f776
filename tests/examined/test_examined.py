"""Every examined dispute is ruled as its author and the documents have it; in most the expected paragraph decides."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from adjudicator.cases import JudgeDesk, load, read_case
from adjudicator.cases.runner import replay
from tests.examined import FILES, LEGAL, REFUSALS, VALUES, Asked, ask, under_the_bars
from tests.kit.star_wars import OUR_GAMES

CHUNKS = 12


@pytest.mark.parametrize("start", range(CHUNKS))
def test_rulings_and_totals_are_right(start: int) -> None:
    """Every twelfth file, from one on: no ruling and no total is another than expected, no kind under its bar."""
    asked = ask(FILES[start::CHUNKS])
    assert len(asked) > len(FILES[start::CHUNKS])
    assert [] == [each for each in asked if each.wrong]
    assert [] == under_the_bars(asked)


def test_each_bar_can_be_missed() -> None:
    """Too few, too many in one, too many on average."""
    good = Asked("", 1, (), LEGAL, deciding=True, count=3)
    assert [] == under_the_bars([good] * 20)
    assert 1 == len(under_the_bars([good] * 18 + [msgspec.structs.replace(good, deciding=False)] * 2))
    assert 1 == len(under_the_bars([good] * 20 + [msgspec.structs.replace(good, count=6)]))
    assert 1 == len(under_the_bars([msgspec.structs.replace(good, count=4)] * 20))
    assert 1 == len(under_the_bars([Asked("", 1, (), REFUSALS)]))


def test_they_claim_no_coverage() -> None:
    """They name a paragraph by `decides` only, which proves no rule."""
    assert 120 <= len(FILES)
    assert [] == [path.name for path in FILES if load(path).rules]


START = """
title = "One"
board = '''
turn 2, Character battle; brute to attack
light: force 1
  character: novice = Novice
dark:
  character: brute = Novice
'''
[[card]]
Name = "Novice"
Side = "light"
Type = "Character"
Cost = 3
Speed = 30
Power = 3
Health = 4
[[step]]
"""


def _one(tmp_path: Path, step: str) -> Asked:
    """What comes of a file with one step."""
    path = tmp_path / "one.toml"
    path.write_text(START + step, encoding="utf-8")
    (asked,) = ask([path])
    return asked


def test_a_wrong_ruling_is_seen(tmp_path: Path) -> None:
    """A ruling or total that is another than expected is wrong; the paragraph is counted apart."""
    value = _one(tmp_path, 'value = "power of novice"\ntotal = 4\ndecides = "crf.no-such-rule"')
    assert (VALUES, False, False) == (value.kind, value.first, value.deciding)
    assert value.wrong
    refused = _one(tmp_path, 'ask = "light: attack brute with novice"\nruling = "legal"\ndecides = "crf.no-such-rule"')
    assert (REFUSALS, False, False) == (refused.kind, refused.first, refused.deciding)
    assert refused.wrong
    assert _one(tmp_path, 'ask = "light: attack nobody with novice"\nruling = "legal"').wrong


def test_the_expected_paragraph_is_counted(tmp_path: Path) -> None:
    """The paragraph that decides counts as first and as deciding."""
    step = 'ask = "light: attack brute with novice"\n'
    (seen,) = replay(read_case(START + step), "swtcg-2005", JudgeDesk(OUR_GAMES), "")
    assert seen.answer is not None
    assert seen.answer.deciding
    asked = _one(tmp_path, f'{step}ruling = "illegal"\ndecides = "{seen.answer.deciding[0]}"')
    assert (REFUSALS, True, True) == (asked.kind, asked.first, asked.deciding)
