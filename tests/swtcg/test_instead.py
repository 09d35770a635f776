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
from tests.kit.star_wars import SWTCG, read_board, read_cards

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


IN_ORDER = """turn 3, light build step
dark: force 3, deck 10
light: force 3, build points {points}, hand [Luke Skywalker (B), Blaster Pistol, Naboo System, Force Push]
  space: xwing = Red Squadron (A) with wedge = Wedge Antilles (A)
  build zone: w2 = Wedge Antilles (B) face down, 8 counters
"""
PUSHING = """turn 3, Character battle; light to play or pass
dark: force 3, deck 10
  character: pilot = TIE Fighter Pilot; boba = Boba Fett (A)
light: force 6, hand [Force Push], deck 10
"""


@pytest.mark.parametrize(
    ("board", "said", "fails", "instead"),
    [
        (
            IN_ORDER,
            "deploy Luke Skywalker (B)",
            "CARD_IN_YOUR_BUILD_ZONE",
            ("build Luke Skywalker (B) 4, then deploy it",),
        ),
        (IN_ORDER, "complete Blaster Pistol", "CARD_IN_YOUR_BUILD_ZONE", ("build Blaster Pistol 1, then finish it",)),
        (IN_ORDER, "put Naboo System", "CARD_IN_YOUR_BUILD_ZONE", ("build Naboo System 2, then put it",)),
        (IN_ORDER, "complete w2", "CARD_IS_MISSION", ("deploy Wedge Antilles (B)",)),
        (
            IN_ORDER,
            "move wedge to space",
            "UNIT_IN_AN_ARENA",
            ("disembark Wedge Antilles (A)", "disembark Wedge Antilles (A), retreated"),
        ),
        (
            IN_ORDER,
            "deploy w2 onto wedge",
            "NEW_TOP_SUITS_UNIT",
            (
                "deploy Wedge Antilles (B) onto Wedge Antilles (A) in character",
                "deploy Wedge Antilles (B), stay onto Wedge Antilles (A)",
            ),
        ),
        (PUSHING, "play Force Push on pilot", "ARENA_NAMED", ("in character",)),
    ],
)
def test_a_refusal_names_what_comes_first(board: str, said: str, fails: str, instead: tuple[str, ...]) -> None:
    """What would be legal in order, or with what is missing; and each of it is understood."""
    table = read_board(board.format(points=6), "swtcg-2022")
    verdict = judge(SWTCG, table, read(table, f"light: {said}"))
    assert [fails] == [clause.code for clause in verdict.clauses if clause.finding.value == "fails"]
    assert instead == tuple(verdict.options)
    for words in instead:
        first = words.partition(", then")[0]
        again = read(table, f"light: {said if first == 'in character' else ''} {first}")
        assert "legal" == judge(SWTCG, table, again).ruling.value


def test_a_battle_card_is_named_where_it_may_be_played() -> None:
    """Who says that one is finished is told to play it only where that would be legal."""
    table = read_board(IN_ORDER.format(points=6), "swtcg-2022")
    verdict = judge(SWTCG, table, read(table, "light: finish Force Push"))
    assert ("with a card in the speaker's own build zone",) == verdict.options
    gain = {"type": "Play", "do": [{"type": "GainForce", "amount": 1}], "only": "build step"}
    word = read_cards([{"name": "Quick Word", "side": "neutral", "type": "Battle", "effects": [gain]}])
    table = read_board(IN_ORDER.format(points=6).replace("Force Push", "Quick Word"), "swtcg-2022", word)
    assert ("play Quick Word",) == judge(SWTCG, table, read(table, "light: finish Quick Word")).options


def test_with_too_few_points_the_rest_comes_later() -> None:
    """A card of the hand may be laid down with the points that there are."""
    for points, instead in (
        (2, "build Luke Skywalker (B) 2, and deploy it once it has 4 build counters"),
        (0, "build it in a later build step, and deploy it once it has 4 build counters"),
    ):
        table = read_board(IN_ORDER.format(points=points), "swtcg-2022")
        verdict = judge(SWTCG, table, read(table, "light: deploy Luke Skywalker (B)"))
        assert [instead] == list(verdict.options)


def test_every_question_says_what_is_asked() -> None:
    """Each kind of window has its words."""
    assert set(SEAT_RULES) == set(NOW)


def test_remedies_are_for_clauses_that_there_are() -> None:
    """What would have to be so is said of conditions that some room checks."""
    rooms = Path(adjudicator.swtcg.__file__).parent.rglob("*.py")
    named = {code for room in rooms if room.name != "options.py" for code in CODE.findall(room.read_text("utf-8"))}
    assert set() == (set(REMEDIES) | TIMES) - named
