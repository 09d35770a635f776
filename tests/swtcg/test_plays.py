"""What may be played is listed once: copies of one card that lie in the same place are one form."""

from __future__ import annotations

from adjudicator.cases.desk import Start
from adjudicator.cases.judge_desk import JudgeDesk
from tests.kit.star_wars import OUR_GAMES

ABILITY = {"type": "Activated", "do": [{"type": "GainForce", "amount": 1}]}
LURKER = {
    "Name": "Lurker",
    "Side": "L",
    "Type": "Character",
    "Subtype": "Spy",
    "Cost": 1,
    "Speed": 10,
    "Power": 1,
    "Health": 1,
    "Effects": [{"type": "Elsewhere", "zone": "discard", "ability": ABILITY}],
}


def test_two_copies_in_a_discard_pile_are_listed_once() -> None:
    """An ability that works in the discard pile is one form, however many copies of its card lie there."""
    desk = JudgeDesk(OUR_GAMES)
    board = "turn 3, Character battle; light to play or pass\nlight: force 5, discard [Lurker, Lurker]\n"
    desk.sit(Start("swtcg-2005", board, cards=(LURKER,)))
    assert [("light", "Pass"), ("light", "PlayCard")] == list(desk.forms())
