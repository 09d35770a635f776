"""The table as a player knows it, and what the house does by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.kernel.judging import judge, require
from adjudicator.kernel.values import Sealed
from adjudicator.kernel.verdict import Ruling
from adjudicator.play import begun, choice, opening_of, our_decks
from adjudicator.swtcg import declarations as d
from adjudicator.swtcg import moment
from adjudicator.swtcg.effects.language import Allow, Those
from adjudicator.swtcg.game import SWTCG
from adjudicator.swtcg.notation import board, read, read_board
from adjudicator.swtcg.table import DARK, LIGHT, Modifier, Scene, Table

KINDS = ("general", "prevention", "reroll", "disrupt")
BOARD = """turn 3, dark build step
dark: force 3, hand [Yoda's Intervention], deck 9
  build zone: secret = Darth Vader (E) face down, 2 counters; Darth Vader (A) face down, 1 counters, shown
light: force 3, build points 3, hand [Luke Skywalker (F)]
  build zone: Han Solo (A) face down, 1 counters
"""


def tables(games: int = 3) -> Iterator[Table]:
    """The tables of some random games."""
    opening = opening_of(our_decks())
    for number in range(games):
        chance = random.Random(f"knowing {number}")
        table: Table = begun(SWTCG, opening).table
        while not SWTCG.over(table) and table.turn.number < 6:
            yield table
            said = choice(SWTCG, table, chance)
            assert said is not None
            table = require(SWTCG, table, said).after


def titles(table: Table) -> set[str]:
    """Every card whose face a table knows."""
    return {face.title for handle in table.cards if (face := table.face(handle))}


def test_the_house_passes_on_public_information_alone() -> None:
    """Whether a player is asked in a chance is the same on the table that everybody knows, over whole games."""
    asked = set()
    for table in tables():
        public = SWTCG.known_to(table, "")
        for seat in (DARK, LIGHT):
            for kind in KINDS:
                could = moment.could_speak(table, seat, kind)
                assert could == moment.could_speak(public, seat, kind)
                asked.add((could, kind))
    assert len(asked) > len(KINDS)


def test_nothing_hidden_is_left() -> None:
    """No face of a hidden card is on a player's table, in its cards or its faces; he still sees his own."""
    for table in tables(1):
        for viewer, other in ((DARK, LIGHT), (LIGHT, DARK), ("", DARK)):
            known = SWTCG.known_to(table, viewer)
            theirs = [*table.zones.get(f"hand:{other}", ()), *table.zones.get(f"deck:{other}", ())]
            assert all(known.face(handle) is None for handle in theirs)
            mine = table.zones.get(f"hand:{viewer}", ())
            assert [table.face(handle) for handle in mine] == [known.face(handle) for handle in mine]
            assert set(known.faces) == {card.face for card in known.cards.values() if card.face}
            assert board(table, viewer) == board(known, viewer)


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [
        ("", {"Darth Vader (A)"}),
        (DARK, {"Darth Vader (A)", "Darth Vader (E)", "Yoda's Intervention"}),
        (LIGHT, {"Darth Vader (A)", "Han Solo (A)", "Luke Skywalker (F)"}),
    ],
)
def test_who_sees_what(viewer: str, sees: set[str]) -> None:
    """A player sees his hand and what he builds; all see what has been shown."""
    table = read_board(BOARD, "swtcg-2005")
    assert sees == titles(SWTCG.known_to(table, viewer))
    assert {"Han Solo (A)", "Luke Skywalker (F)", *sees} <= titles(table)


def test_a_name_given_to_a_face_down_card_is_its_players() -> None:
    """Others call it by its number, and that is understood on the real table too."""
    table = read_board(BOARD, "swtcg-2005")
    number = table.names["secret"]
    shown = board(SWTCG.known_to(table, LIGHT), LIGHT)
    assert "secret" not in shown
    assert f"down{number} = ? face down" in shown
    assert "secret = Darth Vader (E)" in board(SWTCG.known_to(table, DARK), DARK)
    assert d.AddCounters(DARK, number, 1) == read(table, f"dark: add 1 to down{number}")
    assert read_board(shown, "swtcg-2005").names == {f"down{number}": number}


def test_a_hidden_card_makes_it_undecided() -> None:
    """What depends on a card that the asker does not know is UNDECIDED for him, not refused and not told."""
    table = read_board(BOARD.replace("dark build step", "light build step"), "swtcg-2005")
    luke = table.zones["hand:light"][0]
    said = d.Build(LIGHT, Sealed((LIGHT,), (luke,)), 1)
    assert Ruling.LEGAL is judge(SWTCG, SWTCG.known_to(table, LIGHT), said).ruling
    verdict = judge(SWTCG, SWTCG.known_to(table, DARK), said)
    assert Ruling.UNDECIDED is verdict.ruling
    assert not any("Luke" in str(clause) for clause in verdict.clauses)


def test_what_a_seal_reveals_is_for_its_audience() -> None:
    """Of a card that its player says to be something, others weigh only which card it is."""
    said = d.PlayCard(DARK, Sealed((DARK,), ((7, "ESB/5"),)), x=2)
    assert said is SWTCG.said_to(said, DARK)
    assert d.PlayCard(DARK, Sealed((DARK,), (7,)), x=2) == SWTCG.said_to(said, LIGHT)


SEER = """turn 3, light build step
dark: force 3, hand [Yoda's Intervention], deck 9
  build zone: secret = Darth Vader (E) face down, 2 counters
light: force 3
  character: seer = Obi-Wan Kenobi (A)
"""


@pytest.mark.parametrize(
    ("clause", "title"), [("HAND_HIDDEN", "Yoda's Intervention"), ("BUILT_FACE_DOWN", "Darth Vader (E)")]
)
def test_a_card_may_show_what_is_hidden(clause: str, title: str) -> None:
    """An effect that has a hand or a build zone lie open shows it to the other player, and nothing else."""
    table = read_board(SEER, "swtcg-2005")
    assert title not in titles(SWTCG.known_to(table, LIGHT))
    shows = Allow(clause=clause, who=Those(side="opponents"), permit=False)
    table.modifiers[99] = Modifier(99, shows, Scene(controller=LIGHT, source="a seer"), "turn")
    table.index_cache = None
    seen = titles(SWTCG.known_to(table, LIGHT))
    other = {"Yoda's Intervention", "Darth Vader (E)"} - {title}
    assert title in seen
    assert not other & seen
