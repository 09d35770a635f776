"""Boards that contradict themselves, or say what cannot be: refused with the line, what was read and what fits."""

from __future__ import annotations

import pytest

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation import board, differences
from adjudicator.swtcg.notation.possible import ImpossibleBoardError
from adjudicator.swtcg.standing.values import power
from tests.kit.star_wars import read_board

BELOW, NO_UNIT = "a zone below the line of its player", "nothing on a card that is no unit"
HEAD = "turn 3, dark build step\n"
WING, VADER, SABER, CAVE = "X-wing Red Ten", "Darth Vader (A)", "Jedi Lightsaber", "Dark Cave"
BATTLE = f"""turn 3, Character battle; dark to play or pass
dark: force 1
  character: v = {VADER}, tapped carrying saber = {SABER}
light: force 1
  character: l = Luke Skywalker (A)
  space: x = {WING} with pilot = Luke Skywalker (B)
"""

TWICE = [
    ("dark: force 2\nturn 4, light build step", (3, 1, "turn"), "one line of the point of the turn"),
    ("dark: force 2, hand 3\ndark: force 5", (3, 1, "dark"), "one line for dark"),
    ("dark: force 2\nlight: hand 2\n# a remark\n\ndark: hand 5", (6, 1, "dark"), "one line for dark"),
    ("dark: force 2, force 5", (2, 16, "force"), "'force' once"),
    ("dark: hand 2, hand [Darth Vader (A)]", (2, 15, "hand"), "'hand' once"),
    ("dark: build points 2, build points 3", (2, 23, "build points"), "'build points' once"),
    ("dark: mulliganed, mulliganed", (2, 19, "mulliganed"), "'mulliganed' once"),
    (f"dark:\n  space: {WING}, damage 1, 2 damage", (3, 38, "damage"), f"'damage' once for {WING}"),
    (f"dark:\n  space: {WING}, tapped, tapped", (3, 34, "tapped"), f"'tapped' once for {WING}"),
    (f"dark:\n  space: {WING}, controlled by light, controlled by dark", (3, 47, "controlled"), "'controlled' once"),
    (f"dark:\n  space: {WING}, 1 mastery counter, 2 mastery counters", (3, 47, "mastery"), "'mastery counters' once"),
    (f"dark:\n  space: a = {WING}; A = {WING}", (3, 30, "A"), "an alias not given twice"),
    ("dark: force 1\nbesides: {}\nbesides: {}", (4, 1, "besides"), "one line of besides"),
]  # fmt: skip
CONTRARY = [
    (f"dark:\n  space: {WING}, tapped, untapped", (3, 34, "untapped"), "'tapped' or 'untapped' for X-wing Red Ten"),
    (f"dark:\n  space: w = {WING}, damage 1, undamaged", (3, 40, "undamaged"), "'damage' or 'undamaged' for w"),
    (f"dark:\n  build zone: {WING} face down face up", (3, 40, "face up"), "'face down' or 'face up'"),
    (f"dark:\n  build zone: {WING} face up, 2 counters", (3, 41, "counters"), "'face up' or 'counters'"),
    (f"dark:\n  build zone: {WING} face up, 2 counters", (3, 41, "counters"), "'shown' for a card that is being built"),
    (f"dark:\n  build zone: {WING} face down, retreated", (3, 30, "face down"), "'retreated' or 'face down'"),
    (f"dark:\n  character: {VADER} carrying {SABER}, tapped, untapped", (3, 64, "untapped"), "'tapped' or 'untapped'"),
]  # fmt: skip
MISPLACED = [
    (f"  space: {WING}\ndark: force 1", (2, 3, "space"), BELOW),
    (f"dark:\nlocations: character = {CAVE} (dark)\n  space: {WING}", (4, 3, "space"), BELOW),
    (f"dark:\nlocations: space = {CAVE} (dark)", (3, 20, CAVE), "a Location of the Space arena"),
    (f"dark:\nlocations: character = {VADER} (dark)", (3, 24, VADER), "a Location of the Character arena"),
    ("dark:\nlocations: character = ? (dark)", (3, 24, "?"), "a Location of the Character arena"),
    (f"dark:\nlocations: character = {CAVE} (dark), damage 2", (3, 42, "damage"), f"nothing of the kind for {CAVE}"),
    ("dark:\n  space: ?", (3, 10, "?"), "a unit by its name"),
    (f"dark:\n  space: {WING}, 2 counters", (3, 28, "counters"), f"nothing of the kind for {WING}"),
    (f"dark:\n  space: {WING} face down", (3, 25, "face down"), f"nothing of the kind for {WING}"),
    (f"dark:\n  space: {WING}, shown", (3, 26, "shown"), f"nothing of the kind for {WING}"),
    (f"dark:\n  space: {WING}, retreated", (3, 26, "retreated"), f"nothing of the kind for {WING}"),
    (f"dark:\n  build zone: {WING} face down, damage 2", (3, 41, "damage"), "a face-down card is no"),
    (f"dark:\n  build zone: {WING} face down, tapped", (3, 41, "tapped"), "a face-down card is never tapped"),
    (f"dark:\n  build zone: ? face down with {VADER}", (3, 32, VADER), NO_UNIT),
    ("dark:\n  build zone: Jedi Test", (3, 15, "Jedi Test"), "a Campaign, or a card that lies face down"),
    ("dark:\n  build zone: Blaster Barrage face down", (3, 15, "Blaster Barrage"), "a card that can be built"),
    (f"dark:\n  space: {WING} with ?", (3, 30, "?"), "a unit by its name behind 'with'"),
    (f"dark:\n  space: {WING} with {SABER}", (3, 30, SABER), "a unit by its name behind 'with'"),
    (f"dark:\n  character: {VADER} carrying {VADER}", (3, 14, VADER), "Equipment by its name behind 'carrying'"),
    (f"dark:\n  character: {VADER} carrying ({SABER} carrying {SABER})", (3, 40, SABER), NO_UNIT),
    (f"dark:\n  character: {VADER} carrying {SABER} over {SABER}", (3, 55, "over"), f"{SABER} by itself"),
    (f"dark:\n  character: {VADER} carrying {SABER}, damage 2", (3, 56, "damage"), f"nothing of the kind for {SABER}"),
    (f"dark:\n  space: {WING}, controlled by vong", (3, 40, "vong"), "one of the players: dark, light"),
    (f"dark:\n  space: {WING}, owned by vong", (3, 35, "vong"), "one of the players: dark, light"),
    (f"dark:\n  space: dark = {WING}", (3, 10, "dark"), "an alias that is no player's name"),
    ("dark:\n  resource: ?", (3, 13, "?"), "no Resource: the edition has no such cards"),
    ("dark:\n  character: Darth Vader (A) {ANH/1}", (3, 14, VADER), "Admiral Motti (A) {ANH/1}"),
    ("dark:\n  character: Admiral Motti (B) {ANH/1}", (3, 14, "Admiral Motti (B)"), "Admiral Motti (A) {ANH/1}"),
]  # fmt: skip


def refused(text: str, edition: str = "swtcg-2005") -> NotUnderstoodError:
    """How a board is refused."""
    with pytest.raises(NotUnderstoodError) as caught:
        read_board(text, edition)
    return caught.value


@pytest.mark.parametrize(("lines", "where", "fits"), [*TWICE, *CONTRARY, *MISPLACED])
def test_no_line_is_passed_over(lines: str, where: tuple[int, int, str], fits: str) -> None:
    """What is written twice, contradicts itself or stands where it cannot is told with its place and what would be
    right.
    """
    bad = refused(HEAD + lines)
    assert where == (bad.line, bad.column, bad.found)
    assert fits in bad.expected


@pytest.mark.parametrize(
    ("head", "found", "fits"),
    [
        ("turn 0, dark build step", "0", "the number of a turn, from 1"),
        ("turn 3, dark build step; dark to play or pass", "to play or pass", "'to build'"),
        ("turn 3, dark build step; dark to retreat", "to retreat", "'to build'"),
        ("turn 3, Character battle; dark to build", "to build", "'to play or pass', 'to attack'"),
        ("turn 3, Character battle; dark has won", "has won", "'to play or pass', 'to attack'"),
        ("turn 3, over; dark to play or pass", "to play or pass", "'has won'"),
        ("turn 3, over; vong has won", "vong", "dark, light"),
        ("turn 3, contest of v and v; dark to bid", "v", "a card of an opponent of dark"),
        ("turn 3, contest of v and l; dark to bid", "l", "a version of Darth Vader (A), for two to be contested"),
        ("turn 3, contest of w and l; light to bid", "l", "two unique cards"),
        ("turn 123456789, dark build step", "123456789", "the number of a turn, from 1 to 999999"),
    ],
)  # fmt: skip
def test_a_first_line_that_fits_no_table(head: str, found: str, fits: str) -> None:
    """What is to be done has to be what is done at that point, by somebody who plays."""
    units = f"dark:\n  character: v = {VADER}\n  space: w = {WING}\nlight:\n  character: l = Luke Skywalker (A)"
    bad = refused(f"{head}\n{units}")
    assert (1, found) == (bad.line, bad.found)
    assert fits in bad.expected


@pytest.mark.parametrize("attack", ["saber on l", "v on saber", "v on pilot"])
def test_only_units_are_in_an_attack(attack: str) -> None:
    """Neither Equipment nor a Pilot attacks or is attacked, and no damage of an attack is pending to one."""
    for stage in (f"{attack}, before the roll", f"v on l, damage pending 1 on {attack.split()[2]}"):
        if stage.endswith(" l"):
            continue
        assert ("a unit by its alias or name",) == refused(f"{BATTLE}attack: {stage}").fits
    assert refused(f"{BATTLE}attack: v on l, before the roll\nattack: v on l, rolled 6").line == 8


def test_numbers_have_bounds_and_only_players_draw() -> None:
    """No game has numbers of nine digits, and nobody else draws."""
    most = 123456789
    for line in (f"dark: force {most}", f"dark: build points {most}", f"dark:\n  space: {WING}, damage {most}"):
        assert ("a number up to 999999",) == refused(HEAD + line).fits
    assert ("a number up to 999999",) == refused(f"{BATTLE}attack: v on l, damage pending {most}").fits
    assert "and a number as +2" in str(refused(f"{BATTLE}lasting: v power +{most} until end of turn"))
    assert ("dark", "light") == refused(f"{HEAD}waiting: vong draw").fits


def test_what_lies_in_no_supply() -> None:
    """Subordinates do, and Events where the edition has them; and nothing is being played at a quiet point."""
    for edition, card in (("swtcg-2005", VADER), ("swtcg-2022", VADER), ("swtcg-2022", SABER)):
        with pytest.raises(ImpossibleBoardError, match="lies in no supply"):
            read_board(f"{HEAD}dark: supply [{card}]", edition)
    with pytest.raises(ImpossibleBoardError, match="only in the middle of something"):
        read_board(f"{HEAD}dark: playing [{SABER}]", "swtcg-2022")


def test_what_is_wrong_with_a_whole_table_is_said_by_name() -> None:
    """A stack of five is called by its card, not by a number that nobody has written."""
    five = " over ".join(f"Luke Skywalker ({version})" for version in "ABCDE")
    with pytest.raises(ImpossibleBoardError, match=r"stand so: Luke Skywalker \(A\) has 5 cards"):
        read_board(f"{HEAD}light:\n  character: {five}", "swtcg-2005")


DROID, TROOPS = "R2-D2 (A)", "Battle Droid Squad"


@pytest.mark.parametrize(
    ("stack", "why"),
    [
        (f"character: {VADER} over Darth Vader (B) over {VADER}", "holds a version twice"),
        (f"character: {TROOPS} over {TROOPS}", "cards that are not unique are not stacked"),
        (f"character: {VADER} over {TROOPS}", "cards that are not unique are not stacked"),
        (f"character: {VADER} over {DROID}", "its cards are no versions of one"),
        (f"build zone: {VADER} over {VADER}, retreated", "holds a version twice"),
    ],
)
@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2022"])
def test_cards_that_are_never_stacked(edition: str, stack: str, why: str) -> None:
    """The rule of stacking says which cards lie in a stack, on a board too."""
    with pytest.raises(ImpossibleBoardError, match=why):
        read_board(f"{HEAD}dark:\n  {stack}", edition)


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2022"])
def test_cards_under_a_unit_are_no_part_of_its_stack(edition: str) -> None:
    """They are written as such, add nothing, and are seen by whom the unit obeys alone; no card that nobody knows is in
    a stack.
    """
    unit = f"dark:\n  character: v = {VADER}"
    with pytest.raises(ImpossibleBoardError, match="write '1 card under'"):
        read_board(f"{HEAD}{unit} over ?", edition)
    face_down = f"{HEAD}dark:\n  build zone: {WING} face down, 1 card under"
    assert "nothing lies under a face-down card" in str(refused(face_down, edition))
    plain, table = (read_board(f"{HEAD}{unit}{more}", edition) for more in ("", f", under [{CAVE}, ?], damage 1"))
    (one,), (stack,) = plain.stacks.values(), table.stacks.values()
    assert power(plain, one) == power(table, stack)
    assert 2 == len(table.zones[f"under:{stack.id}"])
    assert f"{VADER}, under [{CAVE}, ?], damage 1" in board(table) == board(table, "dark")
    assert f"{VADER}, 2 cards under, damage 1" in board(table, "light")
    assert board(table) == board(read_board(board(table, exact=True), edition))
    assert () == differences(board(table), f"{unit}, 2 cards under")
    assert ("v: under 2, not 1",) == differences(board(table), f"{unit}, under [{CAVE}]")


def test_counters_of_a_resource_need_no_name() -> None:
    """A Resource has counters of one kind, which a board writes with it; they are not said twice."""
    zone = "dark:\n  resource: mine = Great Galactic War"
    table = read_board(f"{HEAD}{zone}, 2 counters", "swtcg-2022")
    assert "Great Galactic War, 2 resource counters" in board(table)
    assert () == differences(board(table), f"{zone}, 2 counters")
    assert differences(board(table), f"{zone}, 3 counters")
    assert "'resource counters' once" in str(refused(f"{HEAD}{zone}, 2 counters, 1 resource counter", "swtcg-2022"))
    for never in ("damage 2", "shown", "retreated"):
        assert "expected nothing of the kind" in str(refused(f"{HEAD}{zone}, {never}", "swtcg-2022"))


@pytest.mark.parametrize("place", ["  build zone: Sith Trooper", "  build zone: Sith Trooper face down, 1 counter"])
def test_subordinates_lie_in_an_arena_or_in_the_supply(place: str) -> None:
    """One that leaves an arena goes back to the supply, where the edition has one for them."""
    for lines in (f"dark:\n{place}", "dark: hand [Sith Trooper]", "dark: deck 3 [Sith Trooper]"):
        with pytest.raises(ImpossibleBoardError, match="Sith Trooper is a Subordinate"):
            read_board(HEAD + lines, "swtcg-2022")
    assert read_board(f"{HEAD}dark: supply [Sith Trooper]\n  character: Sith Trooper", "swtcg-2022").stacks


def test_what_may_take_several_lines_adds_up() -> None:
    """A zone, and the Locations, written on two lines hold what both say."""
    lines = f"dark:\n  space: a = {WING}\n  space: b = {WING}\nlocations: character = {CAVE} (dark)"
    lines += "\nlocations: ground = Swamps of Naboo (light)"
    assert 4 == len(read_board(HEAD + lines, "swtcg-2005").stacks)


def test_a_part_of_a_board_says_nothing_twice() -> None:
    """What a case expects of a board is read as strictly, so that no expectation is passed over."""
    whole = f"{HEAD}dark: force 2, hand 3\n  space: a = {WING}, tapped\n"
    assert () == differences(whole, "dark: force 2\n  space: a, tapped")
    for part in ("dark: force 3\ndark: force 2", "dark: force 3, force 2", "  space: a, untapped, tapped"):
        with pytest.raises(NotUnderstoodError):
            differences(whole, part)
