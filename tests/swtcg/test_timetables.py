"""The turn as a table: the diagram that it draws, and that games walk through it in this order."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from adjudicator.citations import load
from adjudicator.swtcg.chapters.battle import attack, damage
from adjudicator.swtcg.chapters.turn import turn as room
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AttackFrame, DamageFrame, LethalFrame, SetupFrame, TurnFrame
from adjudicator.swtcg.table.frames_battle import DeclareFrame
from adjudicator.swtcg.table.timetable import EACH, Step, Timetable, drawn
from tests.kit.star_wars import SWTCG, new_table, opening_of, our_decks, play_game

DIAGRAMS = Path(__file__).parent / "timetables"


COURSES = [(edition, course) for edition in EDITIONS for course in ("setup", "turn", "attack")]


@pytest.mark.parametrize(("edition", "course"), COURSES)
def test_an_edition_draws_these_timetables(edition: str, course: str) -> None:
    """Moving, adding or dropping a step, a chance or an end is seen in the drawing beside this test."""
    table = new_table(edition)
    drawing = drawn(table, getattr(table.edition, course)) + "\n"
    assert (DIAGRAMS / f"{course}-{edition}.txt").read_text(encoding="utf-8") == drawing


@pytest.mark.parametrize(("edition", "course"), COURSES)
def test_every_step_rests_on_a_rule(edition: str, course: str) -> None:
    """Each rule of a timetable is an entry of the books, and each step has one."""
    books, timetable = load(), getattr(EDITIONS[edition], course)
    rows = [*timetable.steps, *(part for step in timetable.steps for part in step.parts)]
    rules = [step.rule for step in timetable.steps] + [rule for row in rows for rule in (row.rule, row.chance) if rule]
    assert [] == [rule for rule in (*rules, *timetable.phases.values()) if rule not in books]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rooms_have_a_procedure_for_every_step(edition: str) -> None:
    """A step of the turn without parts is begun by the room; every part, and every other step, is one of its frame."""
    book = EDITIONS[edition]
    assert [] == [step.name for step in book.turn.steps if not step.parts and step.name not in room.BEGINS]
    assert [] == [name for name in _parts(book.turn) if name not in room.STEPS[TurnFrame]]
    assert {*_steps(book.setup), *_parts(book.setup)} <= set(SWTCG.steps[SetupFrame])
    own = {*attack.STEPS[AttackFrame], *attack.STEPS[DeclareFrame]}
    assert [] == [name for name in _steps(book.attack) if name not in own]
    of_damage = {*damage.STEPS[DamageFrame], *damage.STEPS[LethalFrame]}
    assert [] == [name for name in _parts(book.attack) if name not in of_damage]


def test_each_step_of_an_attack_is_one_of_some_edition() -> None:
    """No procedure of the rooms is left that no timetable chooses; "declared" follows a chance, "reveal" several."""
    named = {name for book in EDITIONS.values() for name in (*_steps(book.attack), *_parts(book.attack))}
    frames = (attack.STEPS[AttackFrame], attack.STEPS[DeclareFrame], damage.STEPS[LethalFrame])
    assert {"declared", "reveal"} == {name for steps in frames for name in steps} - named


def test_each_step_of_setup_is_one_of_some_edition() -> None:
    """No procedure of setup is left that no timetable chooses."""
    named = {name for book in EDITIONS.values() for name in (*_steps(book.setup), *_parts(book.setup))}
    assert set() == set(SWTCG.steps[SetupFrame]) - named


def _steps(timetable: Timetable) -> list[str]:
    return [step.name for step in timetable.steps]


def _parts(timetable: Timetable) -> list[str]:
    return [part.name for step in timetable.steps for part in step.parts]


def test_an_edition_may_have_another_course(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Force before untapping, the end of "this turn" before the last chance, and no Overkill, a game goes so."""
    book = EDITIONS["swtcg-web"]
    untap, force, *others, end = book.turn.steps
    closing, lapse, *last = end.parts
    turn = Timetable(
        (force, untap, *others, msgspec.structs.replace(end, parts=(lapse, closing, *last))), book.turn.phases, "next"
    )
    steps = Timetable(tuple(step for step in book.attack.steps if step.name != "overkill"))
    monkeypatch.setitem(EDITIONS, "another", msgspec.structs.replace(book, id="another", turn=turn, attack=steps))
    played = play_game(msgspec.structs.replace(opening_of(our_decks()), edition="another"), "another course")
    began = [
        fact.step for fact in played.facts if isinstance(fact, f.StepBegan) and fact.step in ("gain force", "untap")
    ]
    assert ["gain force", "untap"] * (len(began) // 2) == began[: len(began) // 2 * 2]
    assert len(began) > 3
    assert any(isinstance(fact, f.AttackEnded) for fact in played.facts)
    assert not any(isinstance(fact, f.HitsDivided) for fact in played.facts)


def test_the_stored_names_of_2005_are_these() -> None:
    """They are in people's logs."""
    table = new_table("swtcg-2005")
    assert (
        "untap dark", "untap light", "force dark", "force light", "build roll", "build dark", "build light",
        "retreat dark", "retreat light", "battle", "end",
    ) == table.edition.turn.stored(table)  # fmt: skip
    assert [("untap", "dark"), ("build roll", ""), ("end", "")] == [
        (step.name, seat) for step, seat in map(table.edition.turn.read, ("untap dark", "build roll", "end"))
    ]


def test_a_step_may_be_one_sides_own() -> None:
    """Seats of one side act one after the other; of a side that nobody plays nobody does."""
    table = new_table("swtcg-2005")
    table.sit((("ann", "dark", "a"), ("ben", "light", "b"), ("abe", "dark", "a"), ("bea", "light", "b")))
    turn = Timetable((Step(name="plan", who="light"), Step(name="roll"), Step(name="build", who=EACH)))
    assert ("plan ben", "plan bea", "roll", "build ann", "build abe", "build ben", "build bea") == turn.stored(table)
    assert ("roll", "build", "") == tuple(map(turn.after, ("plan", "roll", "build")))


def test_two_steps_of_one_name_are_refused() -> None:
    """A stored name has to mean one step."""
    with pytest.raises(ValueError, match="'build'"):
        Timetable((Step(name="build"), Step(name="build")))


def test_games_walk_through_the_turn_in_this_order() -> None:
    """In a whole game every turn has the four phases and its steps in the order of the table, Dark first."""
    played = play_game(opening_of(our_decks()), "turn")
    turn: list[str] = []
    turns: list[list[str]] = []
    for fact in played.facts:
        if isinstance(fact, f.TurnBegan):
            turn = []
            turns.append(turn)
        elif isinstance(fact, f.StepBegan) and fact.step in ("build", "retreat"):
            turn.append(f"{fact.step} {fact.seat}")
        elif isinstance(fact, f.StepBegan) and fact.arena:
            turn.append(fact.arena)
        elif isinstance(fact, f.PhaseBegan):
            turn.append(fact.phase)
    expected = ["command", "build dark", "build light", "retreat dark", "retreat light"]
    expected += ["battle", "space", "ground", "character", "end"]
    assert turns
    for walked in turns:
        assert expected == [each for each in walked if each != "ready"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_phase_has_a_step(edition: str) -> None:
    """The phases are those of the rulebook, in its order."""
    turn = EDITIONS[edition].turn
    assert (
        ["ready", "command", "battle", "end"] == list(turn.phases) == list(dict.fromkeys(s.phase for s in turn.steps))
    )
