"""From LackeyCCG columns to cards: set files of users, and cards written down in a case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.build import card_set, render
from adjudicator.swtcg.cards.catalogue import Catalogue
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
    assert "CARD_TWICE" in [each.code for each in found.diagnostics]


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
