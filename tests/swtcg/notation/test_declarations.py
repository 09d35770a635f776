"""What is said is read and written without loss."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.notation import aliases, board, read, say
from adjudicator.swtcg.notation.whereabouts import words_of
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_board
from tests.swtcg.notation.random_play import from_form, played

EDITION = "swtcg-2005"
BOARD = """
turn 3, {point}
dark: force 9, build points 5, hand 3 [TIE Fighter DS-29-4, Strike with Impunity], deck 31
  space: tie = TIE Fighter DS-29-4; TIE Fighter DS-29-4; TIE Fighter DS-29-4
  character: vader = Darth Vader (E) over Darth Vader (A), damage 1; maul = Darth Maul (A)
  build zone: ? face down, 3 counters; slave = Slave I (A) face down, 2 counters
light: force 8, hand [Yoda's Intervention, Yoda's Intervention, 725 to 1], deck 30, discard [Luke Skywalker (A)]
  space: xwing = X-wing Red Ten with wedge = Wedge Antilles (A), damage 1
  character: luke = Luke Skywalker (F) carrying saber = Jedi Lightsaber; Obi-Wan Kenobi (B)
locations: character = Dark Cave (dark)
"""
POINTS = (
    "battle phase; dark to play or pass",
    "Space battle; dark to play or pass",
    "Space battle; light to play or pass, dark has passed",
    "Character battle; dark to play or pass",
    "dark build step",
    "light retreat step",
)


def table(point: str = POINTS[0]) -> Table:
    """The table of these tests."""
    return read_board(BOARD.format(point=point), EDITION)


@pytest.fixture(scope="module")
def here() -> Table:
    """The table at its first point."""
    return table()


def number(at: Table, alias: str) -> int:
    """The stack of an alias."""
    return aliases(at)[alias]


@pytest.mark.parametrize(
    ("words", "kind", "fields"),
    [
        ("dark: pass", d.Pass, {}),
        ("light: mulligan [725 to 1]", d.Mulligan, {}),
        ("light: keep", d.Mulligan, {"cards": Sealed(("light",), ())}),
        ("dark: build TIE Fighter DS-29-4 3", d.Build, {"counters": 3}),
        ("dark: build TIE Fighter DS-29-4", d.Build, {"counters": 1}),
        ("dark: add 2 to slave", d.AddCounters, {"counters": 2, "stack": "slave"}),
        ("dark: deploy slave, stay", d.Deploy, {"stay": True, "stack": "slave"}),
        ("light: deploy luke beneath obi-wan", d.Deploy, {"onto": "obi-wan", "beneath": True}),
        ("light: deploy luke onto obi-wan", d.Deploy, {"onto": "obi-wan", "beneath": False}),
        ("dark: deploy slave by force, stay", d.PayHiddenCost, {"stay": True}),
        ("dark: deploy slave by alternative cost, stay", d.PayAlternativeCost, {"stay": True}),
        ("dark: put cave", d.PutLocation, {"stack": "dark-cave"}),
        ("dark: put cave, discarded", d.PutLocation, {"stack": "dark-cave", "unplaced": True}),
        ("dark: deploy slave by force in space", d.PayHiddenCost, {"arena": "space", "onto": 0}),
        ("light: finish saber", d.FinishEquipment, {"stack": "saber"}),
        ("light: equip saber on obi-wan", d.Equip, {"equipment": "saber", "unit": "obi-wan"}),
        ("light: detach saber", d.Detach, {"equipment": "saber"}),
        ("light: propose Ready for  battle", d.Propose, {"what": "ready for battle"}),
        ("light: full sequence", d.TakeBack, {}),
        ("light: spring saber", d.Spring, {"stack": "saber"}),
        ("light: return luke", d.Return, {"stack": "luke"}),
        ("light: board luke on xwing", d.Board, {"pilot": "luke", "unit": "xwing"}),
        ("light: disembark wedge", d.Disembark, {"pilot": "wedge", "retreated": False}),
        ("light: disembark wedge to build zone", d.Disembark, {"retreated": True}),
        ("dark: rearrange vader: Darth Vader (A) on top", d.Rearrange, {"stack": "vader", "to": 0}),
        ("dark: rearrange vader: Darth Vader (A) on top, to character arena", d.Rearrange, {"to": -1}),
        ("dark: rearrange vader: Darth Vader (A) on top to build zone", d.Rearrange, {"to": -2}),
        ("dark: rearrange vader: Darth Vader (A) on top, to tie", d.Rearrange, {"to": "tie"}),
        ("light: retreat luke", d.Retreat, {"stack": "luke"}),
        ("dark: attack luke with vader", d.AttackWith, {"attacker": "vader", "defender": "luke", "mode": ""}),
        ("dark: vader attacks luke by bombard", d.AttackWith, {"attacker": "vader", "mode": "bombard"}),
        ("dark: VADER ATTACKS Luke by ion  cannon", d.AttackWith, {"defender": "luke", "mode": "ion cannon"}),
        ("dark: decline vader", d.Decline, {"attacker": "vader"}),
        ("light: play Yoda's Intervention on luke", d.PlayCard, {"targets": (("luke",),)}),
        ("light: play 725 to 1 on luke, maul then vader", d.PlayCard, {"targets": (("luke", "maul"), ("vader",))}),
        ("dark: play Strike with Impunity with x 3 choose one 2", d.PlayCard, {"x": 3, "mode": 1}),
        ('dark: play "Strike with Impunity" enhance in ground', d.PlayCard, {"enhance": True, "arena": "ground"}),
        ("light: play 725 to 1 on luke, maul, enhance", d.PlayCard, {"targets": (("luke", "maul"),), "enhance": True}),
        ("dark: play 725 to 1 on luke then vader, choose one 2, in space", d.PlayCard, {"mode": 1, "arena": "space"}),
        ("light: activate luke evade on luke, reroll dice 1, 3, with x 2", d.Activate, {"dice": (0, 2), "x": 2}),
        ("light: activate luke evade reroll dice 1 3", d.Activate, {"dice": (0, 2)}),
        ("light: activate luke evade against damage 7", d.Activate, {"packet": 7}),
        ("light: use luke's evade reroll dice 1, 3", d.Activate, {"dice": (0, 2)}),
        ("light: use evade of luke dice 1 and 3", d.Activate, {"dice": (0, 2)}),
        ("light: attach saber to obi-wan", d.Equip, {"equipment": "saber", "unit": "obi-wan"}),
        ("light: move saber to obi-wan", d.Equip, {"equipment": "saber", "unit": "obi-wan"}),
        ("light: equip obi-wan with saber", d.Equip, {"equipment": "saber", "unit": "obi-wan"}),
        ("light: move luke onto xwing", d.Board, {"pilot": "luke", "unit": "xwing"}),
        ("dark: build TIE Fighter DS-29-4 with 3 counters", d.Build, {"counters": 3}),
        ("dark: add 1 build point to slave", d.AddCounters, {"counters": 1, "stack": "slave"}),
        ("light: deploy luke under obi-wan", d.Deploy, {"onto": "obi-wan", "beneath": True}),
        ("light: deploy luke on obi-wan", d.Deploy, {"onto": "obi-wan", "beneath": False}),
        ("dark: attack luke with vader with bombard", d.AttackWith, {"attacker": "vader", "mode": "bombard"}),
        ("light: done", d.Pass, {}),
        ("dark: bid 3 Force", d.Bid, {"amount": 3}),
        ("chance: roll 4, 2, 6", d.Rolled, {"dice": (4, 2, 6)}),
        ("dark: vader attacks luke using ion cannon", d.AttackWith, {"attacker": "vader", "mode": "ion cannon"}),
        ("dark: put cave in character arena", d.PutLocation, {"stack": "dark-cave", "arena": "character"}),
        ("dark: return tie to space", d.Return, {"stack": "tie", "arena": "space"}),
        ("dark: move tie to ground", d.Move, {"stack": "tie", "arena": "ground"}),
        ("dark: move tie in Character arena", d.Move, {"stack": "tie", "arena": "character"}),
        ("dark: bid 3", d.Bid, {"amount": 3}),
        ("dark: divide 2 to obi-wan", d.Divide, {"hits": 2, "unit": "obi-wan"}),
        ("dark: resolve 3", d.ResolveNext, {"trigger": 3}),
        ("dark: choose luke, vader", d.Select, {"chosen": ("luke", "vader")}),
        ("dark: choose nothing", d.Select, {"chosen": ()}),
        ("dark: choose 2", d.Select, {"chosen": (2,)}),
        ("dark: yes", d.Answer, {"yes": True}),
        ("dark: no", d.Answer, {"yes": False}),
        ("chance: roll 4 2 6", d.Rolled, {"dice": (4, 2, 6)}),
        ("chance: draw [#12, #13]", d.Drew, {}),
        ('judge: carry out [["Tapped","r","judge",[12]]]', d.CarryOut, {"facts": '[["Tapped","r","judge",[12]]]'}),
    ],
)  # fmt: skip
def test_words_are_understood(here: Table, words: str, kind: type, fields: dict[str, Any]) -> None:
    """Each way of speaking is read as its declaration, and its own words are read again."""
    said = read(here, words)
    assert kind is type(said)
    for name, value in fields.items():
        assert _resolved(here, value) == getattr(said, name), name
    assert said == read(here, say(here, said))


def _resolved(at: Table, value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_resolved(at, each) for each in value)
    return number(at, value) if isinstance(value, str) and value in aliases(at) else value


@given(st.integers(0, 2**32), st.sampled_from(POINTS))
@settings(max_examples=40, deadline=None)
def test_whatever_is_said_in_play_is_read_again(seed: int, point: str) -> None:
    """read(table, say(table, d)) == d for random play."""
    for at, said in played(table(point), Random(seed), 40):
        assert said == read(at, say(at, said)), say(at, said)


ANY_STACK = st.integers(1, 90)
CARDS = st.integers(1, 90).map(lambda card: Sealed(("dark",), (card,)))
ANYTHING: st.SearchStrategy[Declaration] = st.one_of(
    st.builds(d.AttackWith, st.just("dark"), ANY_STACK, ANY_STACK, st.sampled_from(["", "bombard", "ion cannon"])),
    st.builds(d.Build, st.just("dark"), CARDS, st.integers(0, 9)),
    st.builds(d.Deploy, st.just("dark"), ANY_STACK, st.booleans(), st.just(0)),
    st.builds(d.Complete, st.just("dark"), ANY_STACK),
    st.builds(d.Retreat, st.just("dark"), ANY_STACK),
    st.builds(d.Move, st.just("light"), ANY_STACK, st.sampled_from(["space", "character"])),
    st.builds(d.Disembark, st.just("light"), ANY_STACK, st.booleans()),
    st.builds(d.PayHiddenCost, st.just("light"), ANY_STACK, st.booleans()),
    st.builds(d.Rearrange, st.just("dark"), ANY_STACK, st.integers(1, 90), st.integers(-2, 90)),
    st.builds(
        d.PlayCard, st.just("dark"), CARDS, st.integers(0, 3), st.integers(0, 3),
        st.lists(st.lists(ANY_STACK, max_size=2).map(tuple), max_size=2).map(tuple), st.integers(0, 9),
        st.lists(st.integers(0, 5), max_size=3, unique=True).map(tuple), st.booleans(), st.sampled_from(["", "space"]),
    ),
    st.builds(d.Activate, st.just("dark"), st.tuples(ANY_STACK, st.integers(0, 3)).map(lambda k: f"{k[0]}.{k[1]}")),
    st.builds(d.Select, st.just("dark"), st.lists(ANY_STACK, max_size=3).map(tuple)),
)  # fmt: skip


@given(ANYTHING)
@settings(max_examples=300, deadline=None)
def test_whatever_could_be_said_is_read_again(said: Declaration) -> None:
    """Also what makes no sense: things that are not there, cards of other zones, abilities nobody has."""
    at = table()
    assert said == read(at, say(at, said)), say(at, said)


@given(st.integers(0, 2**32), st.sampled_from(POINTS))
@settings(max_examples=25, deadline=None)
def test_tables_of_play_at_quiet_points_are_written_and_read(seed: int, point: str) -> None:
    """What the rooms leave at a quiet point is what its words lead to again."""
    quiet = 0
    for at, _ in played(table(point), Random(seed), 30):
        if not words_of(at)[2] or words_of(at)[0].word.who == "chance":
            continue
        quiet += 1
        again = read_board(board(at), EDITION)
        assert board(at).split("\n#")[0].strip() == board(again).strip()
        assert words_of(at)[0].word == words_of(again)[0].word
        if not (at.used or at.modifiers or at.delayed):
            assert sayable(at) == sayable(again)
    assert quiet


def sayable(at: Table) -> set[str]:
    """Everything that one option of each listed form says, in words."""
    return {say(at, from_form(form, Random(0))) for form in SWTCG.forms(at) if form.seat != "judge"}


@pytest.mark.parametrize(
    ("words", "found", "fits"),
    [
        ("dark: attck luke with vader", "attck", "attack"),
        ("dark: attack luke with vadr", "vadr", "vader"),
        ("dark: attack luke", "the end of the line", "'with'"),
        ("yellow: pass", "yellow", "'dark'"),
        ("dark: build Deth Star 2", None, ""),
        ("light: play Yodas Interventio", "Yodas Interventio", "Yoda's Intervention"),
        ("light: activate luke evde", "luke evde", "luke evade"),
        ("dark: rearrange vader: Darth Maul (A) on top", "Darth Maul (A)", "Darth Vader (A)"),
        ("dark: bid three", "three", "a number"),
        ("dark: intercept with vader", "intercept", "activate UNIT ABILITY"),
        ("dark: vader attaks luke", "attaks", "attacks"),
        ("dark: attack luke wiht vader", "wiht", "with"),
        ("dark: buld Slave I (A) 2", "buld", "build"),
        ("dark: no attack", "no", "propose no attacks"),
        ("light: luke evade", "evade", "activate UNIT ABILITY"),
        ("light: activate evade", "evade", "luke evade"),
        ("light: wedge disembarks", "disembarks", "disembark in front"),
        ("light: give saber to luke", "give", "equip"),
        ("dark: deploy slave over tie", "over", "onto"),
        ("light: play Yoda's Intervention targeting luke", "targeting", "on"),
        ("dark: end build step", "end", "pass"),
        ("light: disembark wedge to space", "space", "'character' or 'build zone'"),
        ("", "the end of the line", "'dark'"),
    ],
)
def test_what_is_not_understood_says_what_would_fit(here: Table, words: str, found: str | None, fits: str) -> None:
    """Errors name the word that broke it and what could stand there, the nearest first."""
    with pytest.raises(NotUnderstoodError) as caught:
        read(here, words)
    if found is not None:
        assert found == caught.value.found
    assert any(fits in each for each in caught.value.fits), caught.value.fits


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("light: move wedge to character", "light: disembark wedge"),
        ("light: move Wedge Antilles (a) to build zone", "light: disembark wedge, retreated"),
        ("light: disembark wedge to character arena", "light: disembark wedge"),
        ("light: Disembark WEDGE to build zone", "light: disembark wedge, retreated"),
        ("dark: deploy slave by its hidden cost", "dark: deploy slave by force"),
        ("dark: deploy slave onto vader, stay", "dark: deploy slave, stay onto vader"),
        ("dark: deploy slave and stay", "dark: deploy slave, stay"),
        ("dark: deploy slave to build zone", "dark: deploy slave, stay"),
        ("dark: I deploy the slave to the space arena.", "dark: deploy slave in space"),
        ("dark: build TIE Fighter DS-29-4, 3", "dark: build TIE Fighter DS-29-4 3"),
        ("dark: build TIE Fighter DS-29-4 with 3 build points", "dark: build TIE Fighter DS-29-4 3"),
        ("dark: build TIE Fighter DS-29-4", "dark: build TIE Fighter DS-29-4 1"),
        ("dark: put 2 counters on slave", "dark: add 2 to slave"),
        ("light: board luke onto xwing", "light: board luke on xwing"),
        ("light: board xwing with luke", "light: board luke on xwing"),
        ("light: attack vader by luke", "light: attack vader with luke"),
        ("light: attack with luke on vader", "light: attack vader with luke"),
        ("light: divide 2 hits on maul", "light: divide 2 to maul"),
    ],
)
def test_people_say_the_same_otherwise(here: Table, words: str, same: str) -> None:
    """What a player would call it is understood as what the notation calls it."""
    assert same == say(here, read(here, words))


@pytest.mark.parametrize(
    "words",
    [
        "dark: deploy Darth Maul (C)",
        "light: finish Yoda's Intervention",
        'light: complete "725 to 1"',
        "light: retreat Luke Skywalker (A)",
        "dark: add 1 to Slave I (A)",
    ],
)
def test_cards_without_a_name_on_the_table_are_called_as_they_were(words: str) -> None:
    """A card of the hand, one face down and one that has gone are echoed by name, not by number."""
    at = read_board(
        BOARD.format(point=POINTS[0]).replace("slave = ", "").replace("[TIE", "[Darth Maul (C), TIE"), EDITION
    )
    said = read(at, words)
    assert words == say(at, said)
    assert said == read(at, say(at, said))


def test_what_is_deployed_is_the_one_in_the_build_zone() -> None:
    """A name that a unit in battle shares means the card that waits; of two that wait neither is guessed."""
    words = "turn 3, light build step\nlight:\n  character: reb = Rebel Trooper\n  build zone: {}\n"
    one = "a = Rebel Trooper face down, 2 counters"
    at = read_board(words.format(one), EDITION)
    assert d.Deploy("light", number(at, "a")) == read(at, "light: deploy Rebel Trooper")
    assert d.Retreat("light", number(at, "reb")) == read(at, "light: retreat reb")
    with pytest.raises(AmbiguousError):
        read(read_board(words.format(f"{one}; {one.replace('a =', 'b =')}"), EDITION), "light: deploy Rebel Trooper")


def test_ambiguous_names_list_their_readings(here: Table) -> None:
    """Words that several things share are not guessed."""
    with pytest.raises(AmbiguousError) as caught:
        read(here, "light: attack darth with luke")
    assert 2 == len(caught.value.readings)


def test_an_unknown_hand_is_revealed_by_naming(here: Table) -> None:
    """A card that the table does not know is bound to what its player calls it; a known one is not."""
    known = read(here, "dark: build TIE Fighter DS-29-4 1")
    revealing = read(here, "dark: build Darth Vader (C) 1")
    assert isinstance(known, d.Build)
    assert isinstance(revealing, d.Build)
    assert isinstance(known.card.items[0], int)
    handle, key = revealing.card.items[0]
    assert not here.cards[handle].face
    assert "Darth Vader (C)" == our_catalogue().face(key).title
    assert key not in here.faces, "the declaration brings the face; reading changes no table"
    assert revealing == read(here, say(here, revealing))


def test_face_down_cards_answer_to_their_name_only_for_their_player() -> None:
    """A name does not tell the opponent what lies face down."""
    at = read_board(BOARD.format(point=POINTS[0]).replace("slave = ", ""), EDITION)
    assert isinstance(read(at, "dark: add 1 to Slave I (A)"), d.AddCounters)
    with pytest.raises(NotUnderstoodError):
        read(at, "light: add 1 to Slave I (A)")


def test_aliases_do_not_tell_what_lies_face_down(here: Table) -> None:
    """Face-down cards are called card; alike units are numbered in the order they came."""
    at = read_board(BOARD.format(point=POINTS[0]).replace("slave = ", "").replace("tie = ", ""), EDITION)
    assert {"card", "card2", "tie", "tie2", "tie3", "darth-cave"} - set(aliases(at)) == {"darth-cave"}
    assert len(aliases(at)) == len(at.stacks)


def test_cards_chosen_as_it_takes_effect_are_not_named_as_it_is_played() -> None:
    """The play is not refused for them: they are said when they are asked for."""
    words_at = """
    turn 3, light build step
    light: discard [Luke Skywalker (F), Rebel Trooper, X-Wing Red Two, Y-Wing Gold One, Rebel Pilot]
      build zone: wave = Second Wave face down, 6 counters
      character: ugnaught = Ugnaught
    """
    at = read_board(words_at, EDITION)
    for words in ("complete wave on X-Wing Red Two, Y-Wing Gold One", "activate ugnaught on X-Wing Red Two"):
        with pytest.raises(NotUnderstoodError, match="chosen as it takes effect"):
            read(at, f"light: {words}")
    assert d.Complete("light", aliases(at)["wave"]) == read(at, "light: complete wave")
