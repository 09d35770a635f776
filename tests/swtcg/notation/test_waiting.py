"""Waiting triggers are called by what they come from, and found again by that."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.cases import CaseSettings
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.kernel.judging import judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.notation import read, say
from adjudicator.swtcg.table.declarations import ResolveNext
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import OUR_GAMES, SWTCG

GAIN = {"type": "Triggered", "when": {"type": "Event", "kind": "build step starts", "at": "your build"}}
TAUGHT = [{**GAIN, "do": [{"type": "GainForce", "amount": amount}]} for amount in (1, 2)]


def card(name: str, **more: Any) -> dict[str, Any]:
    """A made-up Character of Light's."""
    row = {"Name": name, "Side": "L", "Type": "Character", "Subtype": "Rebel"}
    return {**row, "Cost": 2, "Speed": 30, "Power": 2, "Health": 3, **more}


CARDS = (
    card("Kept Rebel", Text="Upkeep: Pay 1 build point or tap this unit."),
    card("Dear Rebel", Text=["Upkeep: Pay 2 Force.", "Upkeep: Pay 1 Force."]),
    card("Busy Teacher", Effects=TAUGHT),
)
BOARD = """
turn 4, dark build step
dark: deck 20
light: force 2, build points 2, deck 20
  character: kept = Kept Rebel; dear = Dear Rebel; busy = Busy Teacher
  build zone: away = Kept Rebel, retreated
"""
NAMES = ["draw", "kept", "dear #0", "dear #1", "busy #0", "busy #1", "away"]


@pytest.fixture(scope="module")
def waiting() -> Table:
    """Light's build step begins: the draw, four Upkeeps and two abilities wait."""
    game, opening = opening_of(OUR_GAMES, "swtcg-2005", BOARD, CARDS, CaseSettings())
    table = begun(game, opening)
    after: Table = judge(game, table, read(table, "dark: pass")).after
    return after


def test_each_is_said_by_name_and_read_again(waiting: Table) -> None:
    """The shortest name that tells it from the others stands for each, and is read as the same one."""
    (form,) = SWTCG.forms(waiting)
    options = dict(form.choices)["trigger"].options  # type: ignore[union-attr]
    said = {say(waiting, ResolveNext("light", number)): number for number in options}
    assert sorted(f"light: resolve {name}" for name in NAMES) == sorted(said)
    assert said == {words: read(waiting, words).trigger for words in said}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "name"),
    [("kept upkeep", "kept"), ("DEAR upkeep, 2", "dear #1"), ("Teacher #1", "busy #1"), ("busy, 1", "busy #0")],
)
def test_other_words_for_it(waiting: Table, words: str, name: str) -> None:
    """Its kind, words of its unit's name, and its place among those alike are understood too."""
    assert read(waiting, f"light: resolve {name}") == read(waiting, f"light: resolve {words}")


def test_several_and_none(waiting: Table) -> None:
    """Words that fit several name them, words that fit none name what waits."""
    with pytest.raises(AmbiguousError) as several:
        read(waiting, "light: resolve dear")
    assert ("dear #0", "dear #1") == several.value.readings
    with pytest.raises(NotUnderstoodError):
        read(waiting, "light: resolve luke")
    with pytest.raises(NotUnderstoodError):
        read(waiting, "light: resolve kept, 3")


def test_numbers_stand_for_themselves(waiting: Table) -> None:
    """A number names a trigger as it is, and one that does not wait is said by its number."""
    assert ResolveNext("light", 999) == read(waiting, "light: resolve 999")
    assert "light: resolve 999" == say(waiting, ResolveNext("light", 999))


def test_what_has_left_the_table(waiting: Table) -> None:
    """Words of its card's name call what waits of a unit that is gone: its alias went with it."""
    teacher = next(each.scene.stack for each in waiting.agenda.pool if each.scene.source == "Busy Teacher")
    gone = waiting.fork()
    del gone.stacks[teacher]
    for words in ("busy #1", "Teacher #1", '"Busy Teacher" #1'):
        assert read(waiting, "light: resolve busy #1") == read(gone, f"light: resolve {words}"), words
    with pytest.raises(NotUnderstoodError):
        read(gone, "light: resolve lazy #1")


PUPIL = card("Pupil", Text=["Upkeep: Pay 1 Force or tap this unit.", "When this unit attacks, draw a card.",
                            "Bounty: Gain 2 Force."])  # fmt: skip
WAITS = """
turn 4, {point}
dark: force 9, deck 40
  character: maul = Darth Maul (C)
light: force 3, deck 41
  character: pupil = Pupil; kept = Pupil
{line}
"""


def at(point: str, line: str) -> Table:
    """A table with what waits there."""
    game, opening = opening_of(OUR_GAMES, "swtcg-2005", WAITS.format(point=point, line=line), (PUPIL,), CaseSettings())
    table: Table = begun(game, opening)
    return table


def test_what_waits_can_stand_on_a_board() -> None:
    """The draw, Upkeep, a Bounty and another ability are picked by their player in any order, and take effect."""
    line = "waiting: light draw; pupil upkeep; pupil #1; kept bounty"
    table = at("light build step; light to resolve", line)
    for words in ("kept bounty", "pupil #1", "draw"):
        table = judge(SWTCG, table, read(table, f"light: resolve {words}")).after
    assert 5 == table.seats["light"].force
    assert 2 == len(table.zones["hand:light"])
    assert "Upkeep of Pupil" == table.agenda.frames[-1].what


def test_after_an_attack_what_it_set_off_waits() -> None:
    """With the damage placed, the attack's own abilities are picked; then it is over."""
    line = "waiting: pupil #1; kept #1 on maul\nattack: pupil on maul, damage placed"
    table = at("Character battle; light to resolve", line)
    assert {"it": (table.names["maul"],)} == table.agenda.pool[1].scene.bound
    after = judge(SWTCG, table, read(table, "light: resolve kept")).after
    assert () == after.agenda.pool
    assert () == after.attacks


def test_an_earned_bounty_is_paid_as_the_next_build_step_starts() -> None:
    """Earned before, it waits among what is due then."""
    table = at("dark build step; dark to build", "waiting: kept bounty")
    after = judge(SWTCG, table, read(table, "dark: pass")).after
    assert "bounty" in [trigger.scene.kind for trigger in after.agenda.pool]


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("waiting: maul bounty", "an ability that can wait"), ("waiting: pupil", "Pupil"),
        ("waiting: yoda #1", "pupil"), ("waiting: light draw", "somebody is"),
    ],
)  # fmt: skip
def test_what_cannot_wait_is_not_understood(line: str, fits: str) -> None:
    """The error says what there is; a single thing takes effect by itself, so that nobody is asked."""
    with pytest.raises(NotUnderstoodError, match=fits):
        at("light build step; light to resolve", line)
