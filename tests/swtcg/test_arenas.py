"""Arenas are the edition's: which there are, in which order they are fought, and how many it takes to win."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.run import Agenda, Run
from adjudicator.swtcg.cards.inline import read_inline
from adjudicator.swtcg.chapters.turn.turn import STEPS
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.standing.traits import kinds_of
from adjudicator.swtcg.standing.type_line import arena_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.edition import Arena, Choice
from adjudicator.swtcg.table.frames import TurnFrame
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, opening_of, our_decks, play_game

BOOK = EDITIONS["swtcg-2005"]
SKY = Arena(placed="rots.battle.three-steps", last_chance="rots.battle.three-steps", over="rots.battle.three-steps")
FACES = tuple(
    read_inline({"name": kind.title(), "type": kind.title(), "speed": 10, "power": 1, "health": 1, "cost": 1}).face
    for kind in BOOK.arenas
)
BOARD = """
turn 3, dark build step
dark: force 4, hand 2, deck 20
  space: Space
  ground: Ground
  character: Character
light: force 4, hand 2, deck 20
"""
BACKWARDS = msgspec.structs.replace(
    BOOK, id="backwards", arenas=dict(reversed(BOOK.arenas.items())), arenas_to_win=Choice(3, BOOK.arenas_to_win.rule)
)


def test_battles_are_fought_in_the_order_of_the_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the arenas the other way round a game goes through them the other way round; nobody wins with two."""
    monkeypatch.setitem(EDITIONS, BACKWARDS.id, BACKWARDS)
    played = play_game(msgspec.structs.replace(opening_of(our_decks()), edition=BACKWARDS.id), "backwards")
    fought = [fact.arena for fact in played.facts if isinstance(fact, f.StepBegan) and fact.arena]
    assert ["character", "ground", "space"] * (len(fought) // 3) == fought[: len(fought) // 3 * 3]
    assert len(fought) > 3
    assert {3} >= {len(fact.arenas) for fact in played.facts if isinstance(fact, f.GameWon)}


@pytest.mark.parametrize(("needed", "winners"), [(2, ["dark"]), (3, ["dark"]), (4, [])])
def test_the_edition_says_how_many_arenas_win(needed: int, winners: list[str]) -> None:
    """Of four arenas Dark has units in three; no bonus comes of that, since no unit is in the fourth."""
    table = SWTCG.read_board(BOARD, BOOK.id, FACES)
    table.edition = msgspec.structs.replace(
        BOOK, arenas={**BOOK.arenas, "sky": SKY}, arenas_to_win=Choice(needed, BOOK.arenas_to_win.rule)
    )
    happened = [fact for step in ("bonus", "win") for fact in _done(table, step)]
    assert winners == [fact.seat for fact in happened if isinstance(fact, f.GameWon)]
    assert [] == [fact for fact in happened if isinstance(fact, f.BuildPointsGained)]


def _done(table: Table, step: str) -> list[object]:
    """What happens in a part of a turn."""
    draft = table.fork()
    draft.agenda = Agenda((TurnFrame(step=step),), None, (), ())
    run = Run(SWTCG, draft, None)
    STEPS[TurnFrame][step](run, TurnFrame(step=step))
    return run.facts


@pytest.mark.parametrize(
    ("by_arena", "zone", "types"),
    [
        (False, "ground", ("ground", "character", "location")),
        (True, "ground", ("ground", "location")),
        (True, "character", ("character", "location")),
        (True, "build:dark", ("ground", "character", "location")),
    ],
)
def test_which_types_count_where(*, by_arena: bool, zone: str, types: tuple[str, ...]) -> None:
    """In an arena the edition may have a card be of the arena's unit type alone; elsewhere all its types count."""
    table = SWTCG.read_board(BOARD, BOOK.id, FACES)
    table.edition = msgspec.structs.replace(BOOK, types_by_arena=Choice(by_arena, BOOK.types_by_arena.rule))
    face = msgspec.structs.replace(FACES[0], types=("ground", "character", "location"))
    assert types == table.types_there(face, zone)
    stack = msgspec.structs.replace(next(iter(table.stacks.values())), zone=zone)
    assert types == kinds_of(table, stack, face)
    assert ("ground", "character") == (arena_of(table, face), arena_of(table, face, "character"))
