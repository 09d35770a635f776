"""A table under another edition: its steps, frames and zones go by that edition's tables, or it cannot be compared."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from adjudicator import play
from adjudicator.comparing import compare_course, compare_declaration, tables_under
from adjudicator.kernel.game import NotComparableError
from adjudicator.kernel.supposing import suppose
from adjudicator.swtcg.table import frames as fr
from adjudicator.swtcg.table.table import Table
from tests.kit.own_set import with_own_set
from tests.kit.star_wars import SWTCG, read_cards

OLD, NEW = "swtcg-2005", "swtcg-2022"
CLOSING = "swtcg-web"
PAIR = """
dark: force 6, hand 4, deck 31
  character: vader = Plain Sith
light: force 6, hand 4, deck 30
  character: luke = Plain Jedi
"""
UNIT = {"type": "Character", "cost": 3, "speed": 30, "power": 6, "health": 3}
PLAIN = read_cards([{"name": "Plain Sith", "side": "dark", **UNIT}, {"name": "Plain Jedi", "side": "light", **UNIT}])
RETREAT, ATTACK = "turn 3, dark retreat step", "turn 3, Character battle; vader to attack"
ON_LUKE = "dark: attack luke with vader"
PASSED = ["dark: pass", "light: pass"]
NIGHT = {"name": "Long Night", "side": "D", "type": "Event"}


def stood(edition: str, where: str, *said: str) -> Table:
    """A table of two units, after some declarations."""
    table = SWTCG.read_board(where + PAIR, edition, PLAIN)
    table.strict = True
    line = suppose(SWTCG, table, list(said))
    assert line.whole
    found: Table = line.after
    return found


def until(table: Table, kind: str) -> Table:
    """The table once a question of a kind is put: everybody passes, and all dice are sixes."""
    for _ in range(60):
        if table.agenda.window.kind == kind:
            break
        due, seat = SWTCG.chance_due(table), table.agenda.window.asked[0]
        said = f"{seat}: pass" if due is None else "chance: roll" + " 6" * due.count
        table = suppose(SWTCG, table, [said]).after
    assert kind == table.agenda.window.kind
    return table


def frame_of(table: Table, kind: type) -> Any:
    """The topmost frame of a kind."""
    return [frame for frame in table.agenda.frames if isinstance(frame, kind)][-1]


def test_the_steps_to_come_are_the_editions() -> None:
    """What the edition has between those of both is to come; what it has not is left out; the rest stays."""
    table = stood(OLD, RETREAT)
    assert ("retreat light", "battle", "end") == frame_of(table, fr.TurnFrame).steps
    under = SWTCG.under(table, NEW)
    assert ("retreat light", "battle", "lapse", "battle over", "end") == frame_of(under, fr.TurnFrame).steps
    assert under.edition.sides.value == under.sides
    assert ("retreat light", "battle", "end") == frame_of(SWTCG.under(under, OLD), fr.TurnFrame).steps


def test_an_attack_goes_on_by_the_edition() -> None:
    """In its first chance the prediction is to come under 2022; its damage goes through that edition's parts."""
    declared = stood(OLD, ATTACK, ON_LUKE)
    under = SWTCG.under(declared, NEW)
    assert ("roll", "predict") == tuple(frame_of(each, fr.AttackFrame).step for each in (declared, under))
    hurt = until(declared, "prevention")
    under = SWTCG.under(hurt, NEW)
    assert ("place", "placement") == tuple(frame_of(each, fr.DamageFrame).step for each in (hurt, under))
    assert "lethal" == suppose(SWTCG, under, PASSED).after.agenda.window.kind
    assert not suppose(SWTCG, hurt, PASSED).after.attacks


def test_the_opening_of_the_battle_phase() -> None:
    """It is a general chance under some editions; under 2022 it is for what is played just then."""
    opening = stood(OLD, RETREAT, *PASSED)
    assert "general" == opening.agenda.window.kind
    under = SWTCG.under(opening, NEW)
    assert ("phase start", "phase start") == (under.agenda.window.kind, frame_of(under, fr.PopFrame).kind)
    back = SWTCG.under(under, OLD)
    assert ("general", "general") == (back.agenda.window.kind, frame_of(back, fr.PopFrame).kind)


def test_nothing_is_changed_under_its_own_edition() -> None:
    """A table under its own edition is as it was."""
    table = stood(NEW, ATTACK, ON_LUKE)
    assert SWTCG.encode(table) == SWTCG.encode(SWTCG.under(table, NEW))


def without_counterparts() -> dict[str, tuple[Table, str]]:
    """Tables that stand at something of which another edition has nothing, by what that is; and that edition."""
    vong = "turn 3, vong retreat step\nvong: force 3\nlight: force 3\n"
    beside = f"{RETREAT}\ndark: force 3\n  event: Long Night\nlight: force 3\n"
    declared = stood(NEW, ATTACK, ON_LUKE)
    return {
        "side yuuzhan vong": (SWTCG.read_board(vong, NEW), OLD),
        "Event in play": (SWTCG.read_board(beside, NEW, read_cards([NIGHT])), OLD),
        "chance to disrupt an attack": (declared, OLD),
        "chance while damage is pending": (until(declared, "pending"), OLD),
        "chance before a discard": (until(declared, "lethal"), OLD),
        "chance after a discard": (until(declared, "discarded"), OLD),
        "chance as an attack ends": (until(declared, "ending"), OLD),
        "chance as a battle step ends": (until(declared, "step end"), OLD),
        "chance at the end of a turn ('closing')": (closing(), NEW),
    }


def closing() -> Table:
    """A table in the last chance of a turn, which some editions have."""
    table = stood(CLOSING, RETREAT)
    for _ in range(60):
        if table.turn.phase == "end":
            break
        seat = table.agenda.window.asked[0]
        own = {"dark": "vader", "light": "luke"}[seat]
        words = f"decline {own}" if table.agenda.window.kind == "attack" else "pass"
        table = suppose(SWTCG, table, [f"{seat}: {words}"]).after
    assert "general" == table.agenda.window.kind
    return table


def test_what_has_no_counterpart_is_not_comparable() -> None:
    """Such an edition gives no ruling but says what it has not; the other one rules."""
    for what, (table, other) in without_counterparts().items():
        seat = table.agenda.window.asked[0]
        found = compare_declaration(SWTCG, table, SWTCG.read(table, f"{seat}: pass"), [table.edition.id, other])
        here, there = found.sides
        assert ("table", "legal", "") == (found.what, here.ruling, there.ruling)
        assert (("NOT_COMPARABLE", ""),) == there.failing
        assert there.told == f"{other} has no {what}."
        assert here.comparable
        assert not there.comparable


def test_a_game_without_any_counterpart_parts_at_its_beginning() -> None:
    """Where no edition has the table, each says what it has not."""
    table, _ = without_counterparts()["side yuuzhan vong"]
    found = next(compare_course(SWTCG, tables_under(SWTCG, table, [OLD, "swtcg-web"]), ["vong: pass"]))
    assert ("table", [False, False]) == (found.what, [side.comparable for side in found.sides])


@pytest.mark.parametrize(("edition", "drawn_for", "least"), [(OLD, OLD, 1.0), (NEW, OLD, 0.5), (NEW, NEW, 0.0)])
def test_tables_of_random_games_are_judged_under_the_other_edition(edition: str, drawn_for: str, least: float) -> None:
    """Tables of all stages, with what may be said there: the other edition plays on, or says what it has not.

    `least` is the share of tables that it plays on from. Games drawn for 2022 have a third side or an Event: none.
    """
    other = NEW if edition == OLD else OLD
    game = with_own_set().of(edition)
    draw, stages, carried = game.play.drawn(drawn_for), Counter[tuple[str, ...]](), Counter[bool]()
    for number in range(6):
        name = f"{edition} under {other}, {number}"
        chance, aside = random.Random(name), random.Random(f"aside in {name}")
        table = play.begun(game, play.opening_of(game, draw(name, random.Random), edition)).table
        while not game.over(table) and game.play.turn(table) <= 4:
            stage = (table.agenda.window.kind, *(type(each).__name__ for each in table.agenda.frames[-2:]))
            stages[stage] += 1
            if stages[stage] <= 5:
                said = play.choice(game, table, aside)
                assert said is not None
                compare_declaration(game, table, said, [edition, other])
                carried[judged_on(game, table, other, aside)] += 1
            table = play.spoken(game, table, name, chance, []).after
    assert carried.total() > 50
    assert carried[True] >= least * carried.total()


def judged_on(game: Any, table: Table, other: str, chance: random.Random) -> bool:
    """Play some declarations under another edition; False if it has no counterpart to the table, and says so."""
    there = tables_under(game, table, [other])[other]
    if isinstance(there, NotComparableError):
        assert str(there).startswith(f"{other} has no ")
        return False
    for _ in range(4):
        if game.over(there):
            break
        there = play.spoken(game, there, other, chance, []).after
    return True
