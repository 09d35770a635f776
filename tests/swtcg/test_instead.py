"""What a refusal says would be legal instead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import adjudicator.swtcg
from adjudicator.kernel.judging import judge
from adjudicator.swtcg.notation import read
from adjudicator.swtcg.options import NOW, REMEDIES, TIME, TIMES
from adjudicator.swtcg.standing.moment import SEAT_RULES
from adjudicator.swtcg.table.declarations import AttackWith
from tests.kit.star_wars import SWTCG, read_board

CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')

BUILDING = """turn 3, dark build step
dark: force 5, build points 2, hand [Battle Droid Squad], deck 10
  space: tie = TIE Fighter DS-3-12; destroyer = Victory-Class Star Destroyer
  character: pilot = TIE Fighter Pilot; vader = Darth Vader (C)
  build zone: low = TIE Fighter DS-29-4 face down, 1 counter; saber = Sith Lightsaber
light: force 3, deck 10
"""
RETREATING = """turn 3, dark retreat step
dark: force 5, deck 10
  space: tie = TIE Fighter DS-3-12; tired = TIE Fighter DS-29-4, tapped
light: force 3, deck 10
"""
BIDDING = """turn 3, contest of vader and anakin; dark to bid
dark: force 5
  character: vader = Darth Vader (C)
light: force 4
  character: anakin = Anakin Skywalker (C)
"""
ATTACKING = """turn 3, Character battle; yoda to attack
dark: force 3
  character: pilot = TIE Fighter Pilot
light: force 4
  character: yoda = Yoda (C); anakin = Anakin Skywalker (C), tapped
"""
SETTING_UP = """setup; dark to place
dark: force 0, setup cost 27, hand [Darth Vader (B), Darth Vader (C), Battle Droid Squad, AT-AT], deck 40
  character: vader = Darth Vader (C)
light: force 0, setup cost 20, hand 7, deck 40
"""


@pytest.mark.parametrize(
    ("board", "said", "instead"),
    [
        (BUILDING, "dark: build Battle Droid Squad 3", ("up to 2",)),
        (BUILDING, "dark: deploy low", ("with 2 build counters on it",)),
        (BUILDING, "dark: board pilot on destroyer", ("onto TIE Fighter DS-3-12",)),
        (BUILDING, "dark: equip saber on pilot", ("on Darth Vader (C)",)),
        (BUILDING, "dark: retreat tie", ("in dark's retreat step",)),
        (RETREATING, "dark: retreat tired", ("retreat TIE Fighter DS-3-12", "pass")),
        (RETREATING, "dark: return tired", ("in dark's build step",)),
        (BIDDING, "dark: bid 6", ("up to 5",)),
        (SETTING_UP, "dark: place AT-AT", ("partially build it with 3 counters",)),
        (SETTING_UP, "dark: place Darth Vader (B)", ("into the stack of Darth Vader (C)",)),
        (
            SETTING_UP,
            "dark: place Darth Vader (C)",
            ("another version of the unit, into the stack of Darth Vader (C)",),
        ),
        (BUILDING, "dark: deploy vader", (REMEDIES["CARD_IN_YOUR_BUILD_ZONE"],)),
        (BUILDING, "dark: attack vader with tie", ("dark to " + NOW["build"],)),
        (BUILDING, "light: pass", ("dark to " + NOW["build"],)),
        (
            ATTACKING,
            "dark: attack yoda with pilot",
            ("light to attack TIE Fighter Pilot with Yoda (C), or tap Yoda (C) without attacking",),
        ),
        (SETTING_UP, "dark: attack vader with vader", (TIME[AttackWith],)),
    ],
)
def test_a_refusal_names_what_would_be_legal(board: str, said: str, instead: tuple[str, ...]) -> None:
    """A refusal says in a few words what the speaker may do instead."""
    table = read_board(board, "swtcg-2005")
    table.manual = "blank"
    verdict = judge(SWTCG, table, read(table, said))
    assert "illegal" == verdict.ruling.value
    assert set(instead) <= set(verdict.options)
    assert "into the stack of Darth Vader (C)" not in set(verdict.options) - set(instead)


def test_every_question_says_what_is_asked() -> None:
    """Each kind of window has its words."""
    assert set(SEAT_RULES) == set(NOW)


def test_remedies_are_for_clauses_that_there_are() -> None:
    """What would have to be so is said of conditions that some room checks."""
    rooms = Path(adjudicator.swtcg.__file__).parent.rglob("*.py")
    named = {code for room in rooms if room.name != "options.py" for code in CODE.findall(room.read_text("utf-8"))}
    assert set() == (set(REMEDIES) | TIMES) - named
