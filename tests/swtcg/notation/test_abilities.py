"""How abilities are called where several are alike: by who gives them, by their number, or as one."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.notation import aliases, read, say
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import KNOWING, read_board

BOARD = """
turn 3, Ground battle; light to play or pass
light: force 8
  ground: racer = Anakin's Podracer (A) with anakin = Anakin Skywalker (J)
  character: jar = Jar Jar Binks (B)
locations: character = swamp = Dry Swamps (light); ground = marsh = Swamps of Naboo (light)
"""


@pytest.fixture(scope="module")
def here() -> Table:
    """Jar Jar has two Evades of two Locations, the Podracer a Lucky of its own and its Pilot's."""
    swamps = KNOWING.catalogue().face("PM/83")
    dry = msgspec.structs.replace(swamps, key="TEST/1", name="Dry Swamps", subtypes="Character - Naboo")
    return read_board(BOARD, "swtcg-2005", (dry,))


def key(said: Declaration) -> str:
    """The ability that is activated."""
    assert isinstance(said, d.Activate)
    return said.ability


def given(at: Table, unit: str, giver: str) -> str:
    """The key of the ability of a unit that something gives it."""
    stacks = aliases(at)
    found = [each.key for each in at.index.by_stack[stacks[unit]] if each.source == stacks[giver]]
    assert 1 == len(found)
    return str(found[0])


@pytest.mark.parametrize("giver", ["swamp", "marsh"])
def test_what_is_given_is_named_by_its_giver(here: Table, giver: str) -> None:
    """Two alike are told apart by `from`, with and without their value, and whoever is named first."""
    for words in ("jar evade 1", "jar evade", "evade 1 of jar"):
        assert given(here, "jar", giver) == key(read(here, f"light: activate {words} from {giver}"))


def test_alike_abilities_are_not_guessed(here: Table) -> None:
    """Without the giver the two readings are listed, and each reading is understood as it is listed."""
    with pytest.raises(AmbiguousError) as caught:
        read(here, "light: activate jar evade 1")
    listed = {key(read(here, f"light: activate {each.partition(' (')[0]}")) for each in caught.value.readings}
    assert {given(here, "jar", "swamp"), given(here, "jar", "marsh")} == listed


def test_who_gives_nothing_is_refused(here: Table) -> None:
    """A giver of nothing, or of nothing of that name, leaves no ability to mean."""
    for words in ("jar evade 1 from racer", "jar lucky from swamp"):
        with pytest.raises(NotUnderstoodError):
            read(here, f"light: activate {words}")


def test_numbers_go_on_behind_the_card(here: Table) -> None:
    """The abilities on the card come first, then what the unit is given; a number past all of them names nothing."""
    jar = aliases(here)["jar"]
    known = [f"{jar}.0", f"{jar}.1", given(here, "jar", "swamp"), given(here, "jar", "marsh")]
    assert known == [key(read(here, f"light: activate jar #{number}")) for number in range(4)]
    assert f"{jar}.4" == key(read(here, "light: activate jar #4"))


def test_a_number_and_its_giver(here: Table) -> None:
    """`#0 from marsh` is the first that the marsh gives; a number counted on the unit is understood beside it too."""
    jar = aliases(here)["jar"]
    for words in ("jar #0 from marsh", "jar #3 from marsh"):
        assert given(here, "jar", "marsh") == key(read(here, f"light: activate {words}"))
    assert f"{jar}.2" == key(read(here, "light: activate jar #2 from racer"))


def test_what_is_given_is_written_by_its_number(here: Table) -> None:
    """An ability that is not told apart by its name is written with the number that people count, and read again."""
    for giver, number in (("swamp", 2), ("marsh", 3)):
        said = d.Activate("light", given(here, "jar", giver))
        assert f"light: activate jar #{number}" == say(here, said)
        assert said == read(here, say(here, said))
    gone = d.Activate("light", f"{aliases(here)['jar']}.g98.0.0")
    assert "light: activate jar #4" == say(here, gone)


def test_x_is_asked_for() -> None:
    """An X that is left out is no 0: the error asks for it, and 0 is said where it is meant."""
    at = read_board(
        "turn 3, Space battle; light to play or pass\nlight: force 8, hand [Vader's Vengeance]", "swtcg-2005"
    )
    with pytest.raises(NotUnderstoodError, match="'with x' and a number"):
        read(at, "light: play Vader's Vengeance")
    none = "light: play Vader's Vengeance with x 0"
    assert none == say(at, read(at, none))


def test_several_lucky_are_one(here: Table) -> None:
    """The Lucky of the Podracer and that of its Pilot need no telling apart: they add up (gr.keywords.lucky-stacks)."""
    racer = aliases(here)["racer"]
    assert f"{racer}.1" == key(read(here, "light: activate racer lucky reroll die 2"))
    assert (1,) == getattr(read(here, "light: activate racer lucky reroll die 2"), "dice", None)
