"""Two tables side by side: what differs is said, and nothing else."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.kernel.supposing import suppose
from adjudicator.swtcg.comparing import differences
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG
from tests.swtcg.odds.duels import duel

BOARD = """turn 3, Character battle; vader to attack
dark: force 5, hand 4, deck 31
  character: vader = Darth Vader (E)
light: force 3, hand [Yoda's Intervention], deck 30
  character: luke = Luke Skywalker (A), damage 3; han = Han Solo (A)
"""


def _table() -> Table:
    table: Table = SWTCG.read_board(BOARD, "swtcg-2005")
    return table


def _told(before: Table, after: Table) -> dict[tuple[str, str], tuple[str, str]]:
    return {(each.of or each.topic, each.what): (each.before, each.after) for each in differences(before, after)}


def test_a_table_does_not_differ_from_itself() -> None:
    """Nothing is said of a table and its fork."""
    table = _table()
    assert () == differences(table, table.fork())


def test_an_attack_step_by_step() -> None:
    """Dice, damage pending, Force, counters, discard and who is asked are all said."""
    table = duel(3, "", "Pay 1 Force -> Evade 1", health=2)
    rolled = suppose(SWTCG, table, ["chance: roll 1 5 5"])
    told = _told(table, rolled.after)
    assert ("-", "2 on jedi") == told["attack", "damage pending"]
    assert ("chance: chance", "light: prevention") == told["asked", "who is asked"]
    evaded = suppose(SWTCG, rolled.after, ["light: activate jedi evade"])
    told = _told(rolled.after, evaded.after)
    assert ("2 on jedi", "1 on jedi") == told["attack", "damage pending"]
    assert ("6", "5") == told["light", "force"]
    hurt = suppose(SWTCG, evaded.after, [f"{evaded.after.agenda.window.asked[0]}: pass"])
    assert ("0", "1") == _told(rolled.after, hurt.after)["jedi", "damage"]
    dead = suppose(SWTCG, rolled.after, ["light: pass"])
    told = _told(rolled.after, dead.after)
    assert ("character", "-") == told["jedi", "place"]
    assert ("0", "1 (Quick Jedi came)") == told["light", "discard"]
    assert ("jedi", "damage") not in told


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=12))
def test_seen_from_the_other_side(choices: list[int]) -> None:
    """Comparing the other way round says the same things with before and after exchanged."""
    table = before = _table()
    for number in choices:
        due = SWTCG.chance_due(table)
        if due is not None:
            said = SWTCG.chance_said(table, tuple(1 + (number + die) % 6 for die in range(due.count)))
        else:
            words = f"{table.agenda.window.asked[0]}: pass"
            said = SWTCG.read(table, words)
        line = suppose(SWTCG, table, [said])
        if not line.whole:
            break
        table = line.after
    there = {(d.topic, d.of, d.what, d.before, d.after) for d in differences(before, table) if d.topic != "zone"}
    back = {(d.topic, d.of, d.what, d.after, d.before) for d in differences(table, before) if d.topic != "zone"}
    assert there == back
