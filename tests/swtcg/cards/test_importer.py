"""From LackeyCCG columns to cards: set files of users, and cards written down in a case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.build import card_set, render
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.diagnostics import Diagnostic, rendered
from adjudicator.swtcg.cards.importer import ImportedCard, import_set, read_card
from adjudicator.swtcg.cards.lackey import COLUMNS
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Cost, Keyword


def codes(card: ImportedCard) -> list[str]:
    """The codes of a card's diagnostics."""
    return [each.code for each in card.diagnostics]


def test_a_card_of_a_case_needs_few_columns() -> None:
    """Name, side, type, numbers and keyword paragraphs make a whole face."""
    cells = {
        "Name": "Test Knight (A)", "Side": "L", "Type": "Character", "Subtype": "Jedi Knight", "Cost": "4",
        "Speed": "50", "Power": "4", "Health": "3", "Text": "Pay 2 Force -> Evade 2 | Armor",
    }  # fmt: skip
    card = read_card(cells)
    assert (
        Face(
            key="test-knight-a",
            name="Test Knight",
            version="A",
            side="light",
            types=("character",),
            subtypes="Jedi Knight",
            cost=4,
            speed=50,
            power=4,
            health=3,
            abilities=(Keyword(name="evade", x=2, cost=Cost(force=2)), Keyword(name="armor")),
        )
        == card.entry.face
    )
    assert () == card.diagnostics


def test_keys_say_set_and_number() -> None:
    """The set may come with the row or from outside; without a number the name serves."""
    assert "TST/7" == read_card({"Name": "A", "Type": "Space", "Set": "TST", "Number": "7"}).entry.face.key
    assert "XYZ/a-b-promo" == read_card({"Name": "A (B) (Promo)", "Type": "Space"}, code="XYZ").entry.face.key


def test_a_cost_of_x_stays_x() -> None:
    """X is no number."""
    face = read_card({"Name": "A", "Type": "Mission", "Cost": "X"}).entry.face
    assert (None, True) == (face.cost, face.cost_x)


def test_a_star_is_no_number() -> None:
    """A unit whose power its text gives has none on the card."""
    card = read_card({"Name": "A", "Side": "N", "Type": "Ground", "Power": "*"})
    assert (None, ["NUMBER_IS_STAR"]) == (card.entry.face.power, codes(card))


def test_doubts_are_told() -> None:
    """Unknown sides and types, wrong numbers, misprints and set codes in names are all reported."""
    card = read_card(
        {
            "Name": "Test Ship TST",
            "Set": "TST",
            "Side": "Q",
            "Type": "Boat",
            "Subtype": "Republic Guship",
            "Cost": "many",
        }
    )
    assert ["SET_CODE_IN_NAME", "TYPE_UNKNOWN", "MISPRINT", "NO_NUMBER", "SIDE_UNKNOWN"] == sorted(
        codes(card), key=["SET_CODE_IN_NAME", "TYPE_UNKNOWN", "MISPRINT", "NO_NUMBER", "SIDE_UNKNOWN"].index
    )
    assert ("Test Ship", "neutral", "Republic Gunship") == (
        card.entry.face.name,
        card.entry.face.side,
        card.entry.face.subtypes,
    )


def test_a_card_without_the_side_column_is_neutral() -> None:
    """Leaving the column out is no doubt; leaving its cell empty is."""
    assert [] == codes(read_card({"Name": "A", "Type": "Space"}))
    assert ["SIDE_UNKNOWN"] == codes(read_card({"Name": "A", "Type": "Space", "Side": ""}))


def test_units_of_two_types_and_subordinates() -> None:
    """A slash parts types; a Subordinate's arena stands first among its subtypes."""
    assert ("space", "ground") == read_card({"Name": "A", "Type": "Space/Ground"}).entry.face.types
    face = read_card({"Name": "A", "Type": "Subordinate", "Subtype": "Ground/Character - Clone Soldier"}).entry.face
    assert (("subordinate", "ground", "character"), "Clone Soldier") == (face.types, face.subtypes)


def test_rows_that_share_a_number_are_told_apart_by_name() -> None:
    """Keys are unique; a card that is there twice is kept once and reported."""
    rows = ["A\tTST\tSpace\t1", "B\tTST\tSpace\t1", "C\tTST\tSpace\t2", "A\tTST\tSpace\t1"]
    found = import_set("\n".join(["Name\tSet\tType\tNumber", *rows]).encode())
    assert ["TST/a", "TST/b", "TST/2"] == [card.entry.face.key for card in found.cards]
    assert ("ROW_REPEATED", 5, False) == ((told := found.diagnostics[-1]).code, told.line, told.lost)


def test_a_users_set_can_be_looked_up() -> None:
    """An imported set joins a catalogue, and its data are written and read like ours."""
    data = b"Name\tSet\tType\tNumber\tText\nTest Droid\tTST\tGround\t1\tStun 2\n"
    made = card_set("TST", import_set(data), "Tests")
    face = Catalogue((), (made,)).the_one("test droid").face
    assert ("TST/1", (Keyword(name="stun", x=2),)) == (face.key, face.abilities)
    assert b'"key":"TST/1"' in render(made)


@given(st.dictionaries(st.sampled_from(COLUMNS), st.text(max_size=60)))
def test_any_cells_become_a_card(cells: dict[str, str]) -> None:
    """Nothing that a caller writes into the columns raises."""
    card = read_card(cells)
    assert isinstance(card.entry.face, Face)


HEADER = ("Name", "Set", "Side", "Type", "Subtype", "Cost", "Speed", "Power", "Health", "Rarity", "Number", "Text")


def findings(*cells: str) -> tuple[Face, list[tuple[str, str, bool]]]:
    """The first card of a set file whose last row has these cells, and what is told of that row: code, what was taken,
    whether something is lost.
    """
    first = "Sample\tTST\tL\tMission\t\t3\t\t\t\tC\t1\t"
    data = "\n".join(("\t".join(HEADER), first, "\t".join(cells))).encode()
    found = import_set(data, "TST")
    told = [(each.code, each.took, each.lost) for each in found.diagnostics if each.line == 3]
    return found.cards[-1].entry.face, told


def test_a_unit_without_health_is_told() -> None:
    """A tab that was lost costs the number that it left out, and nothing besides."""
    face, told = findings("Sentry", "TST", "L", "Character", "Soldier", "3", "40", "3", "C", "8", "Parry 1")
    assert (3, 40, 3, None, "C", "8") == (face.cost, face.speed, face.power, face.health, face.rarity, face.number)
    assert (Keyword(name="parry", x=1),) == face.abilities
    assert ["TAB_MISSING", "NUMBER_MISSING"] == [code for code, _, _ in told]
    assert ("NUMBER_MISSING", "no health", True) == told[1]


def test_a_cost_among_the_subtypes_is_the_cost() -> None:
    """A number alone in the column Subtype, with no cost beside it, is the cost."""
    face, told = findings("Scheme", "TST", "N", "Mission", "0", "", "", "", "", "U", "8", "")
    assert (0, "", [("COST_IN_SUBTYPE", "the cost 0", False)]) == (face.cost, face.subtypes, told)


def test_a_cost_that_is_no_number_is_lost_once() -> None:
    """A cost of 3x is not guessed at, and told once."""
    face, told = findings("Odd", "TST", "L", "Character", "Soldier", "3x", "40", "3", "3", "C", "8", "")
    assert (None, [("NO_NUMBER", "", True)]) == (face.cost, told)


def test_a_side_that_nobody_knows_is_lost() -> None:
    """A letter that is no side, and a word that only begins like one."""
    for side in ("Q", "lost"):
        face, told = findings("Odd", "TST", side, "Character", "Soldier", "3", "40", "3", "3", "C", "8", "")
        assert ("neutral", [("SIDE_UNKNOWN", "neutral", True)]) == (face.side, told)


def test_a_card_that_is_there_twice_and_differs_is_lost() -> None:
    """The second is left out; the file says where the first stands and in what they differ."""
    _, told = findings("Sample", "TST", "L", "Mission", "", "4", "", "", "", "C", "1", "")
    assert [("CARD_TWICE", "the card of line 2", True)] == told


def test_types_of_later_sets_are_known() -> None:
    """Behind a hyphen in the column Type stands a subtype; the third side is one; a Subordinate needs an arena."""
    face, told = findings("Plot", "TST", "Y", "Mission - Trap", "", "3", "", "", "", "C", "8", "")
    assert (("mission",), "Trap", "yuuzhan vong", []) == (face.types, face.subtypes, face.side, told)
    _, told = findings("Drone", "TST", "N", "Subordinate", "", "", "40", "3", "3", "C", "8", "")
    assert ["ARENA_MISSING"] == [code for code, _, _ in told]


def test_findings_name_their_card() -> None:
    """In a line of English: the line, the card, what is wrong, what stood there, what was made of it."""
    data = "\n".join(("\t".join(HEADER), "Odd\tTST\tQ\tMission\t\t3")).encode()
    told = [each.render() for each in import_set(data).diagnostics if each.code == "SIDE_UNKNOWN"]
    assert ["line 2, Odd: no side is called so: 'Q', taken as 'neutral' (lost)"] == told


def test_many_repairs_of_a_kind_are_told_together() -> None:
    """A loss is never told together with others."""
    repairs = [Diagnostic("DECIMAL_NUMBER", at, f"Cost {at}.0", str(at)) for at in range(2, 10)]
    lost = [Diagnostic("NO_NUMBER", at, "Cost 3x", lost=True) for at in range(2, 10)]
    assert 9 == len(told := rendered([*repairs, *lost]))
    assert "8 times, first in line 2: the number has a decimal point: 'Cost 2.0', taken as '2'" == told[0]
