"""The table as a player knows it, and what the house does by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.judging import judge, require
from adjudicator.kernel.run import Agenda, Run
from adjudicator.kernel.verdict import Finding, Ruling
from adjudicator.kernel.viewing import Information, told_to, view_for
from adjudicator.play import begun, choice
from adjudicator.swtcg.chapters.questions import questions
from adjudicator.swtcg.notation import board, read
from adjudicator.swtcg.standing import moment
from adjudicator.swtcg.standing.knowing import VIEW
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import Modifier, Scene, Table
from adjudicator.swtcg.words.language import Allow, Those
from tests.kit.star_wars import SWTCG, opening_of, our_decks, read_board

DARK, LIGHT = "dark", "light"

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


def known_to(table: Table, viewer: str) -> Table:
    """The table as a viewer knows it."""
    known: Table = view_for(SWTCG, table, viewer).table
    return known


def titles(table: Table) -> set[str]:
    """Every card whose face a table knows."""
    return {face.title for handle in table.cards if (face := table.face(handle))}


def test_the_house_passes_on_public_information_alone() -> None:
    """Whether a player is asked in a chance is the same on the table that everybody knows, over whole games."""
    asked = set()
    for table in tables():
        public = known_to(table, "")
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
            known = known_to(table, viewer)
            theirs = [*table.zones.get(f"hand:{other}", ()), *table.zones.get(f"deck:{other}", ())]
            assert all(known.face(handle) is None for handle in theirs)
            mine = table.zones.get(f"hand:{viewer}", ())
            assert [table.face(handle) for handle in mine] == [known.face(handle) for handle in mine]
            assert set(known.faces) == {card.face for card in known.cards.values() if card.face}
            assert board(table, viewer) == board(known, viewer)


def test_what_a_view_takes_over_from_the_table_before_is_what_it_would_find() -> None:
    """Over whole games a view is the same whether the table before was looked at by the same viewer or nobody was."""
    taken_over = 0
    for table in tables():
        for viewer in (DARK, LIGHT, ""):
            before = table.parts.get((VIEW, viewer))
            known = known_to(table, viewer)
            taken_over += table.parts[VIEW, viewer] is before
            alone = table.fork()
            alone.parts = {}
            afresh = known_to(alone, viewer)
            assert (list(afresh.cards.items()), afresh.faces) == (list(known.cards.items()), known.faces)
            assert (afresh.zones, afresh.stacks) == (known.zones, known.stacks)
            assert (afresh.concealed, SWTCG.encode(afresh)) == (known.concealed, SWTCG.encode(known))
    assert taken_over > 500


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
    assert sees == titles(known_to(table, viewer))
    assert {"Han Solo (A)", "Luke Skywalker (F)", *sees} <= titles(table)


def test_a_name_given_to_a_face_down_card_is_its_players() -> None:
    """Others call it by its number, and that is understood on the real table too."""
    table = read_board(BOARD, "swtcg-2005")
    number = table.names["secret"]
    shown = board(known_to(table, LIGHT), LIGHT)
    assert "secret" not in shown
    assert f"down{number} = ? face down" in shown
    assert "secret = Darth Vader (E)" in board(known_to(table, DARK), DARK)
    assert d.AddCounters(DARK, number, 1) == read(table, f"dark: add 1 to down{number}")
    assert read_board(shown, "swtcg-2005").names == {f"down{number}": number}


def test_a_hidden_card_makes_it_undecided() -> None:
    """What depends on a card that the asker does not know is UNDECIDED for him, not refused and not told."""
    table = read_board(BOARD.replace("dark build step", "light build step"), "swtcg-2005")
    luke = table.zones["hand:light"][0]
    said = d.Build(LIGHT, Sealed((LIGHT,), (luke,)), 1)
    assert Ruling.LEGAL is judge(SWTCG, known_to(table, LIGHT), said).ruling
    verdict = judge(SWTCG, known_to(table, DARK), said)
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
    assert title not in titles(known_to(table, LIGHT))
    shows = Allow(clause=clause, who=Those(side="opponents"), permit=False)
    table.modifiers[99] = Modifier(99, shows, Scene(controller=LIGHT, source="a seer"), "turn")
    table.index_cache = None
    seen = titles(known_to(table, LIGHT))
    other = {"Yoda's Intervention", "Darth Vader (E)"} - {title}
    assert title in seen
    assert not other & seen


CHOOSING = """turn 3, light build step; light to build
dark: force 0, hand [Darth Vader (E), Yoda's Intervention, Battle Fatigue]
light: force 0, hand 2, deck 9
"""


def rows(table: Table, viewer: str) -> dict[tuple[str, str], tuple[Information, int, bool, str]]:
    """What a viewer is told of who may know what, by place."""
    return {
        (each.place, each.what): (each.kind, len(each.things), each.open_to(viewer), each.rule)
        for each in told_to(SWTCG, table, viewer)
    }


def test_every_place_has_its_kind_and_its_rule() -> None:
    """Hands are private by their rule, numbers derived, discard piles and what has been shown free."""
    table = read_board(BOARD.replace("deck 9", "deck 9, discard [Battle Fatigue]"), "swtcg-2005")
    told = rows(table, LIGHT)
    assert told["hand:dark", "cards"] == (Information.PRIVATE, 1, False, "rots.information.hands-private")
    assert told["hand:light", "cards"] == (Information.PRIVATE, 1, True, "rots.information.hands-private")
    assert told["deck:dark", "cards"] == (Information.PRIVATE, 9, False, "rots.information.deck-hidden")
    assert told["discard:dark", "cards"][:3] == (Information.FREE, 1, True)
    assert told["hand:dark", "number"][0] is Information.DERIVED
    down = {row[3]: row[2] for (place, _), row in told.items() if place.startswith("stack:")}
    assert down["rots.setup.partial-last-unit"]
    assert ("rots.information.own-facedown-cards", 1) in {
        (each.rule, len(each.things)) for each in view_for(SWTCG, table, LIGHT).hidden
    }


def test_a_hidden_card_cannot_be_followed_by_its_number() -> None:
    """Whether it is in the hand or in the deck, who asks by number is answered the same: nobody has told him."""
    table = read_board(BOARD.replace("dark build step", "light build step"), "swtcg-2005")
    hand, deck = table.zones["hand:dark"][0], table.zones["deck:dark"][0]
    known = known_to(table, LIGHT)
    assert {hand, deck}.isdisjoint(card for cards in known.zones.values() for card in cards)
    said = [judge(SWTCG, known, d.Build(DARK, Sealed((DARK,), (card,)), 1)) for card in (hand, deck)]
    assert said[0].clauses == said[1].clauses
    assert not any(clause.finding is Finding.FAILS and clause.code == "CARD_IN_HAND" for clause in said[0].clauses)


def test_who_chooses_from_a_hand_sees_it_and_nobody_else_learns_of_how_many() -> None:
    """The cards that fit are shown to who is asked; others are told of one hand, not of what in it fits."""
    table = read_board(CHOOSING, "swtcg-2005")
    fits = table.zones["hand:dark"][1:]
    asked = ChooseFrame(seat=LIGHT, kind="cards", options=fits, least=1, most=1)
    table.agenda = Agenda((*table.agenda.frames, asked), table.agenda.window)
    assert titles(known_to(table, LIGHT)) == {"Yoda's Intervention", "Battle Fatigue"}
    assert titles(known_to(table, "")) == set()
    assert rows(table, "")["hand:dark", "cards"][1] == 3
    assert {each.knows for each in told_to(SWTCG, table, "") if each.place == "hand:dark"} == {None, (DARK,)}
    verdicts = [judge(SWTCG, known_to(table, ""), d.SelectCards(LIGHT, Sealed((LIGHT,), (card,)))) for card in fits]
    assert Ruling.UNDECIDED is verdicts[0].ruling
    assert not verdicts[0].options


def test_a_settled_end_hides_the_deck_from_its_owner_too() -> None:
    """Who knew all other cards of his deck could tell which lies on top."""
    table = read_board(CHOOSING, "swtcg-2005")
    deck = table.zones["deck:light"]
    assert not view_for(SWTCG, table, LIGHT).table.concealed & set(deck)
    table.zones["deck top:light"], table.zones["deck:light"] = deck[:1], deck[1:]
    assert set(deck) <= view_for(SWTCG, table, LIGHT).table.concealed


def test_a_choice_of_all_of_a_hand_is_no_question_and_one_of_some_is() -> None:
    """Who is not asked because only these cards fit would tell what is in his hand."""
    table = read_board(CHOOSING, "swtcg-2005")
    hand = table.zones["hand:dark"]
    for options, asked in ((hand, False), (hand[1:], True)):
        run = Run(SWTCG, table.fork(), None)
        run.push(ResolveFrame(scene=Scene(controller=DARK, source="a card"), todo=()))
        run.push(ChooseFrame(seat=DARK, kind="cards", options=options, least=len(options), most=len(options)))
        questions.STEPS[ChooseFrame]["start"](run, run.frames[-1])
        assert asked == isinstance(run.frames[-1], ChooseFrame)
