"""Traps lie face down: two games that differ in hidden cards alone look the same to everybody but their player."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.application.private import close_seals
from adjudicator.kernel.judging import judge, require
from adjudicator.kernel.verdict import Ruling
from adjudicator.kernel.viewing import told_to, view_for
from adjudicator.swtcg.notation import read, say
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.stored import decode, encode
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, new_table, read_board, read_cards

DARK, LIGHT = "dark", "light"
BOARD = """turn 4, Character battle; ace to attack
dark: force 4, hand 2, deck 20
  character: ace = Rock Ace; two = Rock Ace
light: force 3, deck 20
  character: foe = Rock Wall
  build zone: net = {hidden} face down, 2 counters
"""
UNIT = {"side": "neutral", "type": "Character", "cost": 5, "speed": 40, "power": 2}
LESS = {"type": "Modify", "of": {"type": "Those", "bound": "attacker"}, "stat": "power", "amount": -1, "until": "turn"}
ATTACKED = {"type": "Event", "kind": "attacks", "to": {"type": "Those", "side": "opponents"}}
CARDS = [
    {**UNIT, "name": "Rock Ace", "health": 4},
    {**UNIT, "name": "Rock Wall", "health": 9, "speed": 10},
    {
        "name": "Rock Net",
        "side": "neutral",
        "type": "Mission",
        "subtype": "Trap",
        "cost": 2,
        "effects": [{"type": "Triggered", "when": ATTACKED, "do": [LESS]}],
    },
    {"name": "Rock Plan", "side": "neutral", "type": "Mission", "cost": 2, "effects": [{"type": "Play", "do": []}]},
]
COURSE = (
    "dark: attack foe with ace", "dark: pass", "light: pass", "dark: pass", "light: pass", "chance: roll 1 2",
    "dark: pass", "light: pass", "light: pass", "dark: pass", "light: pass", "dark: attack foe with two",
    "dark: pass", "light: pass",
)  # fmt: skip


def begun(hidden: str, edition: str = "swtcg-2022") -> Table:
    """A table on which Light has one card face down."""
    return read_board(BOARD.format(hidden=hidden), edition, read_cards(CARDS))


def played(table: Table, *course: str) -> tuple[Table, list[Any]]:
    """The table after a course, and the facts of each declaration."""
    facts: list[Any] = []
    for text in course:
        verdict = require(SWTCG, table, read(table, text))
        table, facts = verdict.after, [*facts, verdict.facts]
    return table, facts


def seen(table: Table, viewer: str) -> bytes:
    """All of a table that a viewer may know."""
    known: Table = view_for(SWTCG, table, viewer).table
    return encode(known)


@pytest.mark.parametrize("length", range(1, len(COURSE) + 1))
def test_two_games_that_differ_in_the_hidden_card_alone_look_the_same(length: int) -> None:
    """Facts, agenda, views, answers and lists are the same whether the card is a Trap or not."""
    trap, plan = (played(begun(hidden), *COURSE[:length]) for hidden in ("Rock Net", "Rock Plan"))
    assert [close_seals(fact) for fact in trap[1][-1]] == [close_seals(fact) for fact in plan[1][-1]]
    assert trap[0].agenda == plan[0].agenda
    for viewer in (DARK, ""):
        assert seen(trap[0], viewer) == seen(plan[0], viewer)
        assert told_to(SWTCG, trap[0], viewer) == told_to(SWTCG, plan[0], viewer)
        known = [view_for(SWTCG, table, viewer).table for table in (trap[0], plan[0])]
        said = d.Spring(LIGHT, trap[0].names["net"])
        rulings = [judge(SWTCG, table, said) for table in known]
        assert rulings[0].ruling is Ruling.UNDECIDED
        assert rulings[0].clauses == rulings[1].clauses
        assert SWTCG.forms(known[0]) == SWTCG.forms(known[1])


def test_the_condition_is_noted_for_its_player_alone_and_over_the_stored_form() -> None:
    """What is noted is sealed, and the right is there again after a table was stored."""
    table, facts = played(begun("Rock Net"), *COURSE[:3])
    noted = [fact for fact in facts[-1] if isinstance(fact, f.ConditionsMet)]
    assert [(LIGHT, (LIGHT,), 1)] == [(fact.seat, fact.met.audience, len(fact.met.items)) for fact in noted]
    again = decode(encode(table), new_table)
    assert table.met == again.met
    spring = d.Spring(LIGHT, table.names["net"])
    assert "light: spring net" == say(again, spring)
    assert judge(SWTCG, again, spring).ruling is Ruling.LEGAL
    assert [spring] == [d.Spring(LIGHT, dict(form.given)["stack"]) for form in SWTCG.forms(again, LIGHT)]


def test_who_lays_a_first_card_face_down_is_noted_at_once() -> None:
    """The note is made for whoever has a card face down, as soon as that is so."""
    moment = BOARD.replace("Character battle; ace to attack", "dark build step")
    board = moment.replace("hand 2", "build points 3, hand [Rock Plan]").format(hidden="Rock Net")
    table, facts = played(read_board(board, "swtcg-2022", read_cards(CARDS)), "dark: build Rock Plan 1")
    noted = [fact for fact in facts[-1] if isinstance(fact, f.ConditionsMet)]
    assert [(DARK, ()), (LIGHT, ())] == [(fact.seat, fact.met.items) for fact in noted]
    assert not table.met


def test_under_an_edition_without_traps_nothing_is_noted() -> None:
    """Tables of 2005 keep what they had."""
    table, facts = played(begun("Rock Net", "swtcg-2005"), COURSE[0])
    assert not table.met
    assert not [fact for fact in facts[-1] if isinstance(fact, f.ConditionsMet)]


def test_the_house_asks_whoever_has_a_card_face_down_with_counters() -> None:
    """Who may disrupt with a Trap, for all that others see, is asked; whose card has no counters is not."""
    known = msgspec.structs.replace
    table = begun("Rock Plan")
    bare = table.fork()
    bare.stacks = {
        n: known(stack, counters=0) if n == table.names["net"] else stack for n, stack in table.stacks.items()
    }
    asked = [played(each, *COURSE[:2])[0].agenda.window for each in (table, bare)]
    assert [(LIGHT,), (DARK,)] == [window.asked for window in asked if window is not None]
