"""The turn as a table: the diagram that it draws, and that games walk through it in this order."""

from __future__ import annotations

from itertools import groupby

from adjudicator.citations import load
from adjudicator.play import opening_of, our_decks, play_game
from adjudicator.swtcg.chapters.turn.turn import PHASE_OF, ROLL, TURN, steps_of
from adjudicator.swtcg.opening import new_table
from adjudicator.swtcg.table import facts as f

DIAGRAM = """
ready:   untap dark -> untap light -> force dark -> force light -> build roll
command: build dark -> build light -> retreat dark -> retreat light
battle:  battle
end:     end
"""


def diagram() -> str:
    """The table of the turn, a line a phase."""
    lines = []
    phase_of = lambda name: PHASE_OF[name if name == ROLL else name.partition(" ")[0]]
    for phase, names in groupby(steps_of(new_table("swtcg-2005")), key=phase_of):
        lines.append(f"{phase + ':':<8} " + " -> ".join(names))
    return "\n" + "\n".join(lines) + "\n"


def test_the_table_draws_this_diagram() -> None:
    """Moving, adding or dropping a step of the turn is seen here."""
    assert diagram() == DIAGRAM


def test_every_step_rests_on_a_rule() -> None:
    """Each step cites an entry of the books."""
    books = load()
    assert [] == [rule for _, _, rule, _ in TURN if rule not in books]


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


def test_every_phase_has_a_step() -> None:
    """The phases are those of the rulebook, in its order."""
    assert ["ready", "command", "battle", "end"] == list(dict.fromkeys(PHASE_OF.values()))
