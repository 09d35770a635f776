"""What a judge carries out by hand goes through the same door as everything else."""

from __future__ import annotations

import json

import pytest

from adjudicator.kernel.judging import ALL, judge
from adjudicator.swtcg.table.declarations import CarryOut
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_cards

MYSTIC = {
    "name": "Mystic", "side": "D", "type": "Character", "cost": 2, "speed": 30, "power": 2, "health": 3,
    "effects": [{"type": "Manual", "key": "x#1", "form": "activated", "touches": ["force"]}],
}  # fmt: skip
BOARD = """
turn 3, character battle; dark to play or pass
dark: force 2
  character: mystic = Mystic
light: force 2
  character: other = Mystic
"""


@pytest.fixture
def asked() -> Table:
    """A table at which the judge is asked to carry the Mystic's ability out."""
    table: Table = SWTCG.read_board(BOARD, "swtcg-2005", read_cards((MYSTIC,)))
    verdict = judge(SWTCG, table, SWTCG.read(table, "dark: activate mystic ability"), ALL)
    assert verdict.after is not None
    after: Table = verdict.after
    return after


def test_the_judges_facts_happen(asked: Table) -> None:
    """Facts of this game that fit the table happen, and the play is over."""
    facts = json.dumps([["ForceGained", "rots.cards.card-beats-rule", "Mystic", "dark", 3]])
    verdict = judge(SWTCG, asked, CarryOut("judge", facts), ALL)
    assert "legal" == verdict.ruling.value
    assert 5 == verdict.after.seats["dark"].force


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ("[[1]]", "FACTS_READABLE"),
        ('[["ForceLost", "rots.cards.card-beats-rule", "Mystic", "light", 9]]', "FACTS_FIT_THE_TABLE"),
        ('[["Tapped", "rots.cards.card-beats-rule", "Mystic", [99]]]', "FACTS_FIT_THE_TABLE"),
        ('[["CardShown", "rots.cards.card-beats-rule", "Mystic", 1, "NO/1", null]]', "FACTS_FIT_THE_TABLE"),
        (
            '[["CardsMoved", "rots.cards.card-beats-rule", "Mystic", "hand:light", "space", [99]]]',
            "FACTS_FIT_THE_TABLE",
        ),
        (
            '[["CardsDrawn", "rots.cards.card-beats-rule", "Mystic", "dark", 1, [["dark"], [[1, "NO/1"]]]]]',
            "FACTS_FIT_THE_TABLE",
        ),
    ],
)
def test_facts_that_do_not_fit_are_refused(asked: Table, facts: str, code: str) -> None:
    """What cannot be read, or would leave an unsound table, is refused with its clause."""
    verdict = judge(SWTCG, asked, CarryOut("judge", facts), ALL)
    (clause,) = verdict.failing
    assert code == clause.code
    assert code == "FACTS_READABLE" or clause.evidence


@pytest.mark.parametrize(
    ("zones", "told"),
    [
        ({"space": (1,)}, "there is no pile space"),
        ({"hand:judge": (1,)}, "there is no pile hand:judge"),
        ({"under:x": (1,)}, "there is no pile under:x"),
    ],
)
def test_a_pile_that_no_player_has_is_unsound(asked: Table, zones: dict[str, tuple[int, ...]], told: str) -> None:
    """Cards lie with a player, under a stack, or are being played."""
    draft = asked.fork()
    draft.zones = {**draft.zones, **zones}
    assert told in SWTCG.invariants(draft)
