"""docs/notation.md is run: every board, first line, declaration, record line and case on the page is understood."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases import JudgeDesk
from adjudicator.cases.case import CaseSettings, read_case, value_asked
from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.cases.record import read_record
from adjudicator.cases.runner import run_case
from adjudicator.kernel.judging import judge
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation import board, read, say
from adjudicator.swtcg.notation.whereabouts import BETWEEN as CALLED
from adjudicator.swtcg.table.table import Table, Turn
from tests.kit.star_wars import OUR_GAMES, read_board, read_cards

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")
EDITION = "swtcg-2005"


def part(heading: str) -> str:
    """The text of a part of the page."""
    assert f"\n## {heading}\n" in PAGE
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def quoted(text: str) -> list[str]:
    """What stands in a text as it is typed, blocks left out."""
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return [" ".join(words.split()) for words in re.findall(r"`([^`]+)`", plain)]


def blocks(kind: str) -> list[str]:
    """The blocks of a kind on the page."""
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


BUILD_STARTS = {"type": "Event", "kind": "build step starts", "at": "your build"}
GAINS = [{"type": "Triggered", "when": BUILD_STARTS, "do": [{"type": "GainForce", "amount": n}]} for n in (1, 2)]
NUMBER = {"type": "ChooseNumber", "into": "n", "least": 1, "most": 6}


def card(name: str, kind: str = "Character", **more: Any) -> dict[str, Any]:
    """A card of Light's that goes by a name the page uses."""
    row = {"Name": name, "Side": "L", "Type": kind, "Subtype": "Jedi", "Cost": 2, "Speed": 30, "Power": 2, "Health": 3}
    return row | more


def told(name: str, kind: str, text: str) -> dict[str, Any]:
    """The same of a card that is no unit."""
    return card(name, kind, Text=text, Subtype="", Speed="", Power="", Health="")


CARDS = (
    card("Luke Skywalker (F)", Text=["Pay 1 Force -> Evade 2", "Pay 1 Force -> This unit gets +1 power this turn."]),
    card("Pupil", Text="Upkeep: Pay 1 Force, tap this unit, or discard a card from your hand.", Effects=GAINS),
    card("Hunter", Side="D", Text="Bounty: Gain 2 Force."),
    card("Asker", Effects=[{"type": "Triggered", "when": BUILD_STARTS, "do": [NUMBER]}]),
    card("Walker", "Ground/Character"),
    told("Yoda Cave", "Location", 'Each of your Jedi Characters gets "Pay 1 Force -> Evade 1."')
    | {"Subtype": "Ground"},
    card("Name", "Location", Subtype="Space Character"),
    told("Party", "Mission", "Draw 2 cards."),
    *(card(name) for name in ("A", "B", "C", "X", "Clone")),
)
THINGS = """
dark: force 9, deck 31
  character: vader = Darth Vader (E) over Darth Vader (A)
light: force 9, build points 9, hand 9 [A, B, C, X, Luke Skywalker (F), Yoda's Intervention], deck 30
  space: xwing = X-Wing Red One; tie = X-Wing Red Two
  ground: speeder = Speeder Bike Squadron
  character: luke = Luke Skywalker (F) over Luke Skywalker (B) carrying saber = Jedi Lightsaber
  character: han = Han Solo (A); anakin = Anakin Skywalker (A); clone = Clone; clone2 = Clone
  character: a = A; b = B; c = C
  build zone: card = ? face down, 1 counter; card2 = X face down, 1 counter; walker = Walker, retreated
  build zone: cave = Yoda Cave face down, 2 counters; gate = Yoda Cave face down, 2 counters
  build zone: mission = Party face down, 2 counters
locations: ground = yoda = Yoda Cave (light)
"""
ATTACKED = f"turn 3, Character battle; light to play or pass{THINGS}attack: vader on luke, damage pending 2"


WAITING = """turn 3, dark build step
dark: deck 31
light: force 9, deck 30, hand [A]
  character: luke = {}
"""


@cache
def stages() -> tuple[Table, ...]:
    """Tables with all that the page names: a build step, damage pending, triggers that wait, and two questions."""
    found = []
    game = OUR_GAMES.of(EDITION)
    for first, said in (
        (f"turn 3, light build step{THINGS}", ()),
        (ATTACKED, ()),
        (WAITING.format("Asker"), ["dark: pass"]),
        (WAITING.format("Pupil"), ["dark: pass"]),
        (WAITING.format("Pupil"), ["dark: pass", "light: resolve luke upkeep"]),
        (WAITING.format("Asker"), ["dark: pass", "light: resolve luke"]),
    ):
        _, opening = opening_of(OUR_GAMES, EDITION, first, CARDS, CaseSettings())
        table: Any = begun(game, opening)
        for words in said:
            table = judge(game, table, read(table, words)).after
        found.append(table)
    return tuple(found)


NO_DECLARATIONS = {"dark:", "light:", "chance:", "judge:"}
IN_A_SENTENCE = {
    "... by": "attack luke with vader {}",
    "with x": "play X {}", "choose one": "play X {}", "on A": "play X {}", "then C": "play X on A {}",
    "nothing": "play X on {}", "enhance": "play X {}", "reroll": "play X {}", "against damage": "play X {}",
    "dice": "activate luke evade 2 reroll {}", "in ground": "place X {}", "in space": "place X {}",
    "to space": "place X {}",
    "to ": "rearrange luke: Luke Skywalker (B) on top, {}",
    "attacks X": "luke {}",
    "luke's evade": "activate {}", "evade 2 of": "activate {}", "luke evade": "activate {}",
}  # fmt: skip
"""What is only a part of a declaration, by how it begins, and one in which it stands."""
WORDS_FOR_OTHERS = {
    "use": "use luke evade 2", "activate": "activate luke evade 2", "attach": "attach saber to luke",
    "equip": "equip saber on luke", "board": "board luke on xwing", "under": "place X under luke",
    "below": "place X below luke", "beneath": "place X beneath luke", "onto": "place X onto luke",
    "return": "return walker",
}  # fmt: skip
"""Words that are said for others, and a declaration with each."""


def sentence(words: str) -> str:
    """The declaration in which some words of the page stand, or which they are."""
    if words in WORDS_FOR_OTHERS:
        return WORDS_FOR_OTHERS[words]
    for begins, whole in IN_A_SENTENCE.items():
        if words.startswith(begins):
            return whole.format(words.removeprefix("... "))
    if re.fullmatch(r"#?[\w]+", words) and words not in ("pass", "done", "keep", "stop", "yes", "no"):
        return f"retreat {words}"  # what a unit is called
    return words


@pytest.mark.parametrize("words", dict.fromkeys(quoted(part("Declarations"))))
def test_what_is_said(words: str) -> None:
    """It is read at a table where it may be said, and what it is said again as is read as the same."""
    if words in NO_DECLARATIONS:
        return
    said = sentence(words)
    said = said if re.match(r"(dark|light|chance|judge):", said) else f"light: {said}"
    problems: list[str] = []
    for table in stages():
        try:
            meant = read(table, said)
        except NotUnderstoodError as bad:
            problems.append(str(bad))
            continue
        assert meant == read(table, say(table, meant))
        return
    raise AssertionError(f"{said}: " + "; ".join(problems))


@pytest.mark.parametrize("text", blocks(""))
def test_boards(text: str) -> None:
    """A board on the page is read, and written so that it is read again."""
    table = read_board(text, EDITION)
    assert board(table) == board(read_board(board(table), EDITION))


TO_RESOLVE = "turn 3, light build step; light to resolve"
FIRST_LINES = [words for words in quoted(part("A board")) if re.match(r"turn \d|setup( in overtime)?;", words)]
ATTACKS = [words for words in quoted(part("A board")) if words.startswith("attack:")]
OF_A_BOARD = """
dark: force 5, deck 31
  character: vader = Darth Vader (E)
light: force 3, deck 30
  space: tie = X-Wing Red One
  ground: walker = Walker
  character: anakin = Anakin Skywalker (A); luke = Luke Skywalker (F)
"""
BEGUN = """
dark: hand 7, deck 53, supply [?]
light: hand 7, deck 53
"""


PREPARED = ("setup; dark to play event", "setup; dark to pull")
"""First lines that there are under the edition of 2022 alone."""


def at(text: str) -> Table:
    """The table of a board with the cards that the page names."""
    edition = "swtcg-2022" if text.startswith(PREPARED) else EDITION
    return read_board(text, edition, read_cards(CARDS))


@pytest.mark.parametrize("line", FIRST_LINES)
def test_first_lines(line: str) -> None:
    """Each is read above a board, and is how the board is written again."""
    waits = "  character: pupil = Pupil\nwaiting: light draw; pupil upkeep" if line == TO_RESOLVE else ""
    table = at(line + (BEGUN if line.startswith("setup") else OF_A_BOARD) + waits)
    assert line == board(table)[: len(line)]


@pytest.mark.parametrize("line", ATTACKS)
def test_lines_of_an_attack(line: str) -> None:
    """Each is read below a board, and is the line that the board is written with."""
    arena = "Ground" if "bombard" in line else "Character"
    table = at(f"turn 3, {arena} battle; dark to play or pass{OF_A_BOARD}{line}")
    assert line in board(table).splitlines()


BUILD = "dark: deck 9\n  character: vader = Hunter\nlight: deck 9\n  character: luke = Pupil\n"
ON_A_BOARD = {
    r"(force|build points|setup cost) N": "dark: {}",
    r"setup done|mulliganed|hand 4.*|hand \[.*|deck (top|bottom) .*": "dark: {}",
    r"hand|deck|discard|out": "dark: {} [A]",
    r"supply": "dark: {} [?]",
    r"space|ground|character|build zone|event|resource": "dark:\n  {}:",
    r"damage 2|tapped|2 mastery counters|(controlled|owned) by dark": "light:\n  character: A, {}",
    r"2 cards under|under .*": "light:\n  character: A, {}",
    r"3 counters": "dark:\n  build zone: X face down, {}",
    r"shown": "dark:\n  build zone: X face down, 1 counter, {}",
    r"retreated": "dark:\n  build zone: A, {}",
    r"with": "light:\n  ground: Walker {} B",
    r"carrying": "light:\n  ground: Walker {} Jedi Lightsaber",
    r"with \(.*": "light:\n  ground: Walker {}",
    r"\? .*|tie = .*": "dark:\n  build zone: {}",
    r"Star Destroyer .*": "dark:\n  space: {}",
    r'".*"': "dark: hand [{}]",
    r"locations: .*": "{}",
    r"lasting: .*": f"{BUILD}{{}}",
    r"waiting: .*": f"{BUILD}{{}}",
    r"luke #1 on vader": f"{BUILD}waiting: luke #1; {{}}",
}
"""What the page says of players, zones, stacks and names, and where it stands on a board."""
SPAN = "until end of attack"
TASKS = ("dark to resolve", "light to choose", "chance to roll")
STAGES = ("damage placed", "hits counted")
BETWEEN = ("ready phase", "command phase", "end of turn")
NOT_ON_A_BOARD = {
    "to play or pass", ";", "alias = Top Card (V) over Card (V), conditions with Pilot carrying Equipment", "down7",
    "(E)", "on", "over", "to", "#", "gone", "to resolve", "besides: {...}", "show", SPAN,
    TO_RESOLVE, *TASKS, *STAGES, *BETWEEN,
}  # fmt: skip
"""What the page quotes there besides: signs and words that stand in what is read elsewhere."""


@pytest.mark.parametrize("words", dict.fromkeys(quoted(part("A board"))))
def test_words_of_a_board(words: str) -> None:
    """What a player, a zone, a stack or a name may be written with is read where it stands."""
    if words in (*NOT_ON_A_BOARD, *FIRST_LINES, *ATTACKS) or words.endswith(".py"):
        return
    where = next(line for said, line in ON_A_BOARD.items() if re.fullmatch(said, words))
    there = re.sub(r" N$", " 3", words).replace("[...]", "[A, B]")
    at("turn 3, dark build step\n" + where.format(there))


def test_what_waits_to_be_resolved() -> None:
    """The line of the page waits where somebody is to resolve it."""
    (line,) = (words for words in quoted(part("A board")) if words.startswith("waiting:"))
    units = "dark:\n  character: vader = Hunter\nlight: deck 9\n  character: luke = Pupil\n"
    assert 4 == len(at(f"{TO_RESOLVE}\n{units}{line}").agenda.pool)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("stage", STAGES)
def test_what_is_in_the_middle_of_something(task: str, stage: str) -> None:
    """The grammar has it, and a board in words alone is refused with what to do instead."""
    text = f"turn 3, Character battle; {task}{OF_A_BOARD}attack: vader on luke, {stage}"
    with pytest.raises(NotUnderstoodError, match="then declare from there on"):
        at(text)


@pytest.mark.parametrize("point", BETWEEN)
def test_points_between_the_steps_of_players(point: str) -> None:
    """They are written of a game that asks there, and read with the last line of its board."""
    before = {"ready phase": "turn 2, battle phase", "command phase": "turn 3, dark build step"}
    quiet = before.get(point, "turn 3, battle phase")
    with pytest.raises(NotUnderstoodError, match=f"'{quiet}' or another quiet point .*its last line 'besides"):
        at(f"turn 3, {point}; light to choose{OF_A_BOARD}")
    assert at(quiet + OF_A_BOARD).agenda.window
    table = at("turn 3, light build step" + OF_A_BOARD)
    phase = next(phase for phase, word in CALLED.items() if word == point)
    table.turn = Turn(3, phase)
    text = board(table, exact=True)
    assert text.startswith(f"turn 3, {point}; light to ")
    assert table.turn == at(text).turn


def test_a_whole_game() -> None:
    """The lines of a record, with the edition and the settings in front, are read and judged."""
    quotes = quoted(part("A whole game"))
    front = [words for words in quotes if re.match(r"edition:|settings:", words)]
    lines = [words for words in quotes if re.match(r"[>?=] ", words)]
    assert (2, 3) == (len(front), len(lines))
    begins = "turn 3, battle phase; dark to play or pass" + OF_A_BOARD
    case = read_record("\n".join([*front, begins.replace("Walker", "AT-TE Walker 23X"), *lines]))
    assert ("swtcg-web", True) == (case.edition, case.settings.strict)
    assert (["dark: pass"], ["dark: pass"]) == (
        [s.say for s in case.steps if s.say],
        [s.ask for s in case.steps if s.ask],
    )
    assert ["power of vader"] == [step.value for step in case.steps if step.value]
    decks = [words for words in quotes if words.startswith("deck ")]
    assert {"dark", "light"} == set(read_record("\n".join(decks)).decks)


@pytest.mark.parametrize("text", blocks("toml"))
def test_the_case(text: str) -> None:
    """The case on the page passes."""
    result = run_case(read_case(text), EDITION, JudgeDesk(OUR_GAMES))
    assert () == result.problems


def test_values() -> None:
    """Every value that the page asks for is one that the game has."""
    table, game = stages()[0], OUR_GAMES.of(EDITION)
    asked = re.findall(r'value = "([^"]+)"|`((?:[a-z]+ )+of luke|arenas controlled by dark)`', part("A case"))
    assert len(asked) > 1
    for words in (one or other for one, other in asked):
        game.value(table, *value_asked(words))
