"""Boards are read and written without loss at the quiet points."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.cases import JudgeDesk, load
from adjudicator.cases.runner import replay
from adjudicator.kernel.judging import judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg import opening
from adjudicator.swtcg.notation import board, differences, read
from adjudicator.swtcg.notation.syntax import parse_board
from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.table import stored
from adjudicator.swtcg.table.table import BUILDING, EQUIPMENT, LOCATION, PILOT, UNIT, Table
from tests.digests import EDITIONS
from tests.kit.star_wars import KNOWING, OUR_GAMES, SWTCG, read_board
from tests.swtcg.notation import stages
from tests.swtcg.notation.boards import POINTS, boards

CASES = Path(__file__).parents[2] / "cases"
EDITION = "swtcg-2005"
TYPICAL = """
turn 3, Character battle; dark to play or pass
dark: force 5, hand 4, deck 31
  character: vader = Darth Vader (E) over Darth Vader (A), damage 1, tapped
  build zone: ? face down, 3 counters; tie = TIE Fighter DS-29-4, retreated
light: force 3, hand [Yoda's Intervention], deck 30, discard [Luke Skywalker (A)]
  space: xwing = X-wing Red Ten with wedge = Wedge Antilles (A), damage 1
  character: luke = Luke Skywalker (F) carrying saber = Jedi Lightsaber
locations: character = Dark Cave (dark)
"""


def same(one: Table, other: Table) -> bool:
    """Whether two tables are one value."""
    return stored.encode(one) == stored.encode(other)


@given(boards())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
def test_what_is_written_is_read_again(text: str) -> None:
    """parse(render(x)) == x for boards at quiet points, and the table is sound in its lossless form too."""
    table = read_board(text, EDITION)
    assert same(table, read_board(board(table), EDITION))
    assert same(table, opening.decode(stored.encode(table), KNOWING))


SEATED = (
    (("vong", "light"), ("", "")),
    (("dark", "vong"), ("", "")),
    (("ann", "luke"), ("dark", "vong")),
    (("jar-jar", "Æon_2"), ("vong", "light")),
)
"""How seats may be called under the edition of 2022, and the sides where their lines name them."""


@given(st.sampled_from(SEATED).flatmap(lambda seated: boards(*seated)))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
def test_boards_with_any_seats_are_read_again(text: str) -> None:
    """The third side sits at the table, and seats are called by any word."""
    table = read_board(text, "swtcg-2022")
    assert same(table, read_board(board(table), "swtcg-2022"))
    for seat in table.order:
        assert table.order == read_board(board(table, seat), "swtcg-2022").order
        said = read(table, f"{seat}: pass")
        assert f"{seat}: pass" == SWTCG.say(table, said)


@pytest.mark.parametrize("indent", ["", " ", "\t", "    "])
def test_a_zone_is_no_seat_however_its_line_is_indented(indent: str) -> None:
    """Each zone belongs to the player above it, what lies beside the play area included."""
    zones = ("space", "ground", "character", "build zone", "event", "resource")
    lines = [f"{indent}{zone}:" for zone in zones]
    (dark, light) = parse_board("\n".join(["setup; dark to place", "dark: hand 7", *lines, "light: hand 7"])).seats
    assert (dark.seat, tuple(dark.zones), light.seat) == ("dark", zones, "light")


@given(boards())
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example])
def test_every_board_can_be_read_with_all_aliases_and_by_each_viewer(text: str) -> None:
    """A board with every alias is the same table but for the aliases; what a seat may see is a board too."""
    table = read_board(text, EDITION)
    named = read_board(board(table, all_aliases=True), EDITION)
    named.names = table.names
    assert same(table, named)
    for viewer in ("dark", "light"):
        assert len(table.stacks) == len(read_board(board(table, viewer), EDITION).stacks)


def test_a_viewer_does_not_see_what_is_hidden() -> None:
    """The opponent's hand is a number, his face-down cards are unknown."""
    text = "turn 1, dark build step\ndark: hand [Yoda's Intervention]\n  build zone: Dark Cave face down, 2 counters"
    seen = board(read_board(text, EDITION), "light")
    assert "Intervention" not in seen
    assert "Cave" not in seen
    assert "hand 1" in seen
    assert "? face down, 2 counters" in seen


def test_everything_stands_where_it_is_written() -> None:
    """Roles, zones, hosts, owners, piles and aliases of a typical board."""
    table = read_board(TYPICAL, EDITION)
    by_alias = {alias: table.stacks[number] for alias, number in table.names.items()}
    assert (UNIT, "character", 1, True) == (
        by_alias["vader"].role, by_alias["vader"].zone, by_alias["vader"].damage, by_alias["vader"].tapped,
    )  # fmt: skip
    assert ["Darth Vader (E)", "Darth Vader (A)"] == [
        table.faces[table.cards[c].face].title for c in by_alias["vader"].cards
    ]
    assert (PILOT, by_alias["xwing"].id, "space") == (
        by_alias["wedge"].role, by_alias["wedge"].host, by_alias["wedge"].zone,
    )  # fmt: skip
    assert (EQUIPMENT, by_alias["luke"].id) == (by_alias["saber"].role, by_alias["saber"].host)
    assert ("build:dark", UNIT) == (by_alias["tie"].zone, by_alias["tie"].role)
    assert [3] == [stack.counters for stack in table.stacks.values() if stack.role == BUILDING]
    assert ["character"] == [stack.zone for stack in table.stacks.values() if stack.role == LOCATION]
    assert (4, 31, 1, 30) == tuple(len(table.zones[z]) for z in ("hand:dark", "deck:dark", "hand:light", "deck:light"))
    assert () == broken(table)


@pytest.mark.parametrize("point", POINTS)
def test_every_quiet_point_asks_the_one_it_names(point: str) -> None:
    """The window of a point asks the player whose word it is."""
    table = read_board(f"turn 2, {point}\ndark: force 1\nlight: force 1", EDITION)
    words = point.rsplit("; ", maxsplit=1)[-1].split()
    assert (words[0],) == table.agenda.window.asked


def test_the_last_chance_can_be_written() -> None:
    """With an untapped unit the words say so, and no attack follows; with none the units do."""
    for tapped, words in (("", ", last chance"), (", tapped", "")):
        unit = f"dark: force 5\n  ground: AT-TE Walker 23X{tapped}"
        table = read_board(f"turn 4, Ground battle, last chance; dark to play or pass\n{unit}", EDITION)
        assert f"turn 4, Ground battle{words}; dark to play or pass" == board(table).partition("\n")[0]
        assert same(table, read_board(board(table), EDITION))


LEADING_THERE = "'turn 3, battle phase' or another quiet point of the turn (then declare from there on)"


@pytest.mark.parametrize(
    ("text", "found", "fits"),
    [
        ("turn 3, Charcter battle", "Charcter", "an arena"),
        ("turn 3, dark build step\ndark: forse 3", "forse", "'force'"),
        ("turn 3, dark build step\ndark: hand 1 [A, B]", "1", "at least 2, the cards named"),
        ("turn 3, dark build step\ndark: hand 100000", "100000", "at most 500"),
        ("turn 3, dark build step\ndark:\n  character: Lcuke Skywalker", "Lcuke Skywalker", "Luke Skywalker ("),
        ("turn 3, dark build step\ndark:\n  character: Dark Cave", "Dark Cave", "a unit; Locations have a line"),
        ("turn 3, dark build step\ndark:\n  space: a = X-wing Red Ten; a = ?", "a", "an alias not given twice"),
        ("dark: force 3", "no first line", "turn 3, Character battle; dark to play or pass"),
        ("turn 3, battle phase; dark to answer", "answer", LEADING_THERE),
    ],
)  # fmt: skip
def test_what_is_not_understood_says_what_would_fit(text: str, found: str, fits: str) -> None:
    """Errors name what was read and what could stand there."""
    with pytest.raises(NotUnderstoodError) as caught:
        read_board(text, EDITION)
    assert found == caught.value.found
    assert any(fits in each for each in caught.value.fits), caught.value.fits


def test_namesakes_are_listed() -> None:
    """A name of several cards is ambiguous; each reading is what one may write instead."""
    head = "turn 3, dark build step\ndark:\n  space: "
    with pytest.raises(AmbiguousError) as caught:
        read_board(head + "Star Destroyer", EDITION)
    assert len(caught.value.readings) > 1
    for reading in caught.value.readings:
        table = read_board(head + reading, EDITION)
        assert reading.partition("{")[2].rstrip("}") in table.faces
        assert same(table, read_board(board(table), EDITION))


@pytest.mark.parametrize(
    ("fragment", "problems"),
    [
        ("dark: force 5\n  character: vader, tapped, damage 1", 0),
        ("dark: force 4", 1),
        ("  character: vader, untapped", 1),
        ("light:\n  character: vader", 1),
        ("light:\n  character: luke carrying saber", 0),
        ("light:\n  character: luke carrying tie", 1),
        ("light:\n  on xwing: wedge", None),
        ("gone: yoda", 0),
        ("gone: luke", 1),
        ("light: discard [Luke Skywalker (A)]", 0),
        ("light: discard [Han Solo (A)]", 1),
        ("light: hand 1", 0),
        ("locations: character = Dark Cave (dark)", 0),
        ("locations: character = Dark Cave (light)", 1),
        ("turn 3, Character battle; light to play or pass", 1),
        ("dark to play or pass", 0),
        ("dark:\n  build zone: ? face down, 3 counters; tie, retreated", 0),
        ("dark:\n  build zone: ? face down, 4 counters", 1),
    ],
)
def test_a_part_of_a_board_is_compared(fragment: str, problems: int | None) -> None:
    """A fragment holds or says what does not; None stands for words that are not understood."""
    whole = board(read_board(TYPICAL, EDITION), all_aliases=True)
    if problems is None:
        with pytest.raises(NotUnderstoodError):
            differences(whole, fragment)
        return
    assert problems == len(differences(whole, fragment)), differences(whole, fragment)


def test_a_typical_board_is_read_fast() -> None:
    """Less than 5 ms of the processor, the best of several."""
    read_board(TYPICAL, EDITION)
    best = min(_seconds() for _ in range(15))
    assert best < 0.005


def _seconds() -> float:
    began = time.process_time()
    read_board(TYPICAL, EDITION)
    return time.process_time() - began


TO_ATTACK = """
turn 3, Character battle; {who} to attack
dark: force 4
  character: vader = Darth Vader (T); jango = Jango Fett (D)
  space: tie = TIE Fighter DS-61-9, tapped
light: force 3
  character: luke = Luke Skywalker (H); shaak = Shaak Ti (A), tapped
"""


@pytest.mark.parametrize("who", ["vader", "jango", "dark"])
def test_the_go_is_a_fastest_units(who: str) -> None:
    """Of several units of the same speed any may be named, or their player."""
    window = read_board(TO_ATTACK.format(who=who), EDITION).agenda.window
    assert window is not None
    assert ("dark",) == window.asked


@pytest.mark.parametrize("who", ["luke", "shaak", "tie", "light"])
def test_no_other_unit_has_the_go(who: str) -> None:
    """A board that gives the go to a slower, a tapped or an absent unit names those that have it."""
    with pytest.raises(NotUnderstoodError) as caught:
        read_board(TO_ATTACK.format(who=who), EDITION)
    assert who == caught.value.found
    assert ("'vader', whose go it is by speed", "'jango', whose go it is by speed") == caught.value.fits


def test_no_go_in_an_arena_without_untapped_units() -> None:
    """Where no unit is untapped, the board is told so."""
    with pytest.raises(NotUnderstoodError) as caught:
        read_board(TO_ATTACK.format(who="vader").replace("Character battle", "Space battle"), EDITION)
    assert ("an untapped unit in the space arena",) == caught.value.fits


def test_a_pilot_whose_unit_has_gone_is_not_lost_from_sight() -> None:
    """While his player is asked whether a card saves him he is in no zone; the board names him all the same."""
    case = load(CASES / "swtcg-2005" / "card-rulings" / "escape-pod.toml")
    hit = replay(case, EDITION, JudgeDesk(OUR_GAMES), "")[1]
    assert ("light",) == hit.next
    assert "# its unit has gone: light's pilot = Wing Pilot" in hit.board


def test_dark_has_the_first_word_in_an_attack_unless_it_is_said_otherwise() -> None:
    """Whose go it was to attack does not say whose word it is in the chance that follows."""
    lines = """
    turn 3, Character battle; {who}
    dark: hand 2
      character: tk = Stormtrooper TK-421, tapped
    light: hand 2
      character: luke = Luke Skywalker (A)
    attack: luke on tk, {stage}
    """
    for stage in ("before the roll", "rolled 4 5 1 1", "damage pending 2"):
        for who, asked in (("luke to attack", "dark"), ("light to play or pass", "light")):
            at = read_board(lines.format(who=who, stage=stage), "swtcg-2005")
            assert (asked,) == at.agenda.window.asked, (who, stage)


@pytest.mark.parametrize("number", range(9))
def test_a_board_is_read_again_wherever_a_game_stands(number: int) -> None:
    """Some stages of random whole games of all cards, deep ones too, are written and read without loss (`make boards`
    looks at all of them).
    """
    count, found = stages.game(EDITIONS[number % 3], number, every=19)
    assert "" == found
    assert count


FIGHT = """turn 4, Character battle; dark to play or pass
dark: force 9, deck 40
  character: d = Dannik Jerriko (A), damage 3
light: force 9, deck 41
  character: l = Luke Skywalker (F), tapped
"""


def test_the_stage_of_an_attack_is_written_as_it_is() -> None:
    """Before the roll, to be rolled, damage pending, damage placed and abilities waiting: each says so, and each board
    for who may see everything is read as the same table; one in words alone is not taken for a quiet point.
    """
    table, seen = read_board(FIGHT, EDITION), []
    for said in (
        "dark: pass", "light: pass", "dark: attack l with d", "light: pass", "chance: roll 6 1 1", "light: pass",
    ):  # fmt: skip
        table = judge(SWTCG, table, read(table, said)).after
        lines = board(table).splitlines()
        seen.append((lines[0].partition("; ")[2], next((line for line in lines if line.startswith("attack")), "")))
        assert "" == stages.problem(table)
    assert [
        ("light to play or pass, dark has passed", ""),
        ("d to attack", ""),
        ("light to play or pass, dark has passed", "attack: d on l, before the roll"),
        ("chance to roll", "attack: d on l, before the roll"),
        ("light to play or pass, dark has passed", "attack: d on l, damage pending 1"),
        ("dark to resolve", "attack: d on l, damage placed"),
    ] == seen
    assert "# in the middle of something" in board(table)
    with pytest.raises(NotUnderstoodError, match="declare from there on"):
        read_board(board(table), EDITION)


def test_damage_pending_to_several_can_be_written() -> None:
    """Two packets of one attack stand on the line, each with its unit; a unit that has gone is written as gone."""
    there = FIGHT.replace("l = Luke Skywalker (F), tapped", "l = Luke Skywalker (F); han = Han Solo (A)")
    line = "attack: d on l, damage pending 2 on l, 1 on han"
    table = read_board(f"{there}{line}", EDITION)
    assert [2, 1] == [packet.amount for packet in table.agenda.pending]
    assert line in board(table).splitlines()
    assert same(table, read_board(board(table), EDITION))
    gone = "attack: d on gone, before the roll"
    assert gone in board(read_board(f"{FIGHT}{gone}", EDITION)).splitlines()


@pytest.mark.parametrize(
    "line", ["besides: {}", 'besides: {"cards":[1],"stacks":[],"parts":{}}', 'besides: {"cards":1}', "besides: {x}"]
)  # fmt: skip
def test_a_line_that_no_board_was_written_with_is_refused(line: str) -> None:
    """What no words tell is pasted as it was written; anything else is an error that says so."""
    with pytest.raises(NotUnderstoodError, match="the line as a board was written with"):
        read_board(FIGHT + line, EDITION)


def test_lasting_changes_can_stand_on_a_board() -> None:
    """They count until what they are written for ends, and decide whose go it is; the board is read again with them."""
    tied = FIGHT.replace("; dark to play or pass", "; d to attack").replace(", tapped", "")
    line = "lasting: d power +2 until end of turn; l speed -10 until end of battle"
    table = read_board(f"{tied}{line}", EDITION)
    assert (5, 40) == tuple(SWTCG.value(table, *of).total for of in (("d", "power"), ("l", "speed")))
    assert "" == stages.problem(table)
    attack = "lasting: d power +1 until end of attack\nattack: d on l, before the roll"
    inside = read_board(f"{FIGHT}{attack}", EDITION)
    (now,) = inside.attacks
    assert [now.id] == [each.scene.attack for each in inside.modifiers.values()]


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("lasting: d power 2 until end of turn", "a number as"), ("lasting: d beauty +2 until end of turn", "power"),
        ("lasting: yoda power +2 until end of turn", "expected d"), ("lasting: d power +2 until end of time", "'turn'"),
        ("lasting: d power +2 until end of attack", "'battle'"),
    ],
)  # fmt: skip
def test_a_lasting_change_that_is_none_is_not_understood(line: str, fits: str) -> None:
    """A value, a number with its sign and a span that there is now are asked for."""
    with pytest.raises(NotUnderstoodError, match=fits):
        read_board(FIGHT + line, EDITION)


def test_what_only_an_effect_brings_about_is_read_as_it_was_written() -> None:
    """Cards set aside, a unit in an arena that is not of its type: typed these are mistakes, written they are none."""
    table = read_board(FIGHT.replace("deck 40", "deck 40, discard [Luke Skywalker (A), Yoda's Intervention]"), EDITION)
    odd = table.fork()
    odd.index_cache = None
    odd.zones = {**odd.zones, "aside:dark": odd.zones["discard:dark"], "discard:dark": ()}
    odd.stacks = {number: msgspec.structs.replace(each, zone="ground") for number, each in odd.stacks.items()}
    text = board(odd, exact=True)
    assert "" == stages.problem(odd)
    with pytest.raises(ValueError, match="no unit of the Ground arena"):
        read_board(text.partition("besides:")[0].replace("to answer", "to play or pass"), EDITION)


def test_a_subordinate_in_play_is_read_as_it_was_written() -> None:
    """Only an effect makes its face, so that no catalogue has its name, however quiet the table is."""
    table = read_board(FIGHT, EDITION)
    made = table.fork()
    made.index_cache = None
    named = ((number, card) for number, card in table.cards.items() if card.face)
    number, card = next(each for each in named if "Luke" in table.faces[each[1].face].name)
    face = msgspec.structs.replace(table.faces[card.face], key="supply/1", name="Old Recruit", version="")
    made.faces = {**table.faces, face.key: face}
    made.cards = {**table.cards, number: msgspec.structs.replace(card, face=face.key)}
    assert "Old Recruit" in board(made)
    assert "" == stages.problem(made)


NAMES = """turn 4, Character battle; dark to play or pass
dark: force 5, hand [Sergeant "Salty" Sharp, ann and tann gella]
  character: g = General Grievous (B) (LEGO)
light: force 5, hand [Order 66, Jedi Master and Apprentice]
  ground: army = Ewok Militia (Starter)
  character: h = Padmé Amidala (promo) (A), damage 1
"""


def test_names_stand_on_a_board_as_files_write_them() -> None:
    """Two suffixes in any order, other accents, words and signs of the notation in a name, no quotation marks."""
    at = read_board(NAMES, "swtcg-2005")
    names = sorted({face.title for face in at.faces.values()})
    expected = ["Ann and Tann Gella (A)", "Ewok Militia", "General Grievous (B)", "Jedi Master and Apprentice (D)"]
    assert set(expected) <= set(names)
    assert "Padme Amidala (A)" in names


def test_an_error_speaks_of_quotation_marks() -> None:
    """Where a sign of the notation broke a name that nobody knows."""
    with pytest.raises(NotUnderstoodError, match="quotation marks"):
        read_board(
            "turn 4, Character battle; dark to attack\ndark: force 5\n  character: Nobody (of old)\n", "swtcg-2005"
        )
