"""Our decks, and decks made of lists."""

from __future__ import annotations

import tomllib

import pytest

from adjudicator.swtcg.cards.catalogue import (
    PUBLISHERS_SETS,
    AmbiguousCardError,
    CardSet,
    Catalogue,
    Tally,
    UnknownCardError,
    our_catalogue,
)
from adjudicator.swtcg.cards.deck_beside import told_beside
from adjudicator.swtcg.cards.deck_check import check_deck
from adjudicator.swtcg.cards.decks import OUR_DECKS, Deck, our_deck, read_deck, read_own, resolve, write_own
from adjudicator.swtcg.cards.diagnostics import ImportFailed
from adjudicator.swtcg.cards.importer import read_card
from adjudicator.swtcg.cards.lackey_lists import DeckList, Format, Line, read_text_deck
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.language import Ability, EquipTo, Keyword, PilotOf, Play, Reserves, TreatAs


def listed(text: str) -> DeckList:
    """A text deck."""
    return read_text_deck(text.encode())


@pytest.mark.parametrize("name", OUR_DECKS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_our_decks_are_legal(name: str, edition: str) -> None:
    """Both decks have sixty cards of the publisher's sets and pass under every edition."""
    deck = our_deck(name)
    assert "legal" == check_deck(deck, our_catalogue(), EDITIONS[edition], sanctioned=True).ruling.value
    assert 60 == deck.size == len(deck.card_keys())
    assert {key.split("/")[0] for key in deck.card_keys()} <= set(PUBLISHERS_SETS)


def test_one_deck_is_dark_and_one_light() -> None:
    """The demo needs both sides, Dark first."""
    assert ["dark", "light"] == [our_deck(name).side for name in OUR_DECKS]


def words(ability: Ability) -> list[str]:
    """The keywords that an ability holds, itself included."""
    if isinstance(ability, Keyword):
        return [ability.name]
    if isinstance(ability, PilotOf):
        return ["pilot", *(word for each in ability.gives for word in words(each))]
    if isinstance(ability, Reserves):
        return ["reserves"]
    if isinstance(ability, TreatAs):
        return ["treat as"]
    if isinstance(ability, Play) and ability.enhance:
        return ["enhance"]
    if isinstance(ability, EquipTo):
        return ["equip"]
    return []


def test_our_decks_meet_every_keyword() -> None:
    """Random games of the two decks can meet each keyword, every card type, and stacks of unique units."""
    faces = [our_catalogue().face(key) for name in OUR_DECKS for key in our_deck(name).card_keys()]
    found = {word for face in faces for ability in face.abilities for word in words(ability)}
    assert {
        "accuracy", "armor", "bombard", "bounty", "critical hit", "deflect", "enhance", "equip", "evade", "hidden cost",
        "intercept", "ion cannon", "lucky", "overkill", "pilot", "reserves", "retaliate", "shields", "stun", "treat as",
        "upkeep",
    } == found  # fmt: skip
    types = {kind for face in faces for kind in face.types}
    assert {"space", "ground", "character", "battle", "mission", "location", "equipment"} == types
    for name in ("Darth Vader", "Luke Skywalker", "Luke's X-Wing"):
        assert len({face.version for face in faces if face.name == name}) > 1


@pytest.mark.parametrize("name", OUR_DECKS)
def test_our_deck_files_name_the_cards_they_mean(name: str) -> None:
    """The titles written beside the keys are those of the cards."""
    assert our_deck(name) == read_own(write_own(our_deck(name), our_catalogue()))
    text = write_own(our_deck(name), our_catalogue())
    written = [title for _, _, title in tomllib.loads(text)["cards"]]
    assert [our_catalogue().entry(key).title for _, key in our_deck(name).cards] == written


def test_an_unknown_deck_name_is_refused() -> None:
    """Only our own decks are loaded by name."""
    with pytest.raises(KeyError):
        our_deck("../catalogue")


def test_a_list_becomes_a_deck() -> None:
    """Names are matched whatever their case and printing; the side is that of its cards; zones stay apart."""
    found = resolve(
        listed("3\tstar destroyer [boy]\n2\tLUKE'S X-WING (B) (Promo)\nSupply:\n1\tOverkill Fan\n"), our_catalogue()
    )
    assert ((3, "BOY/87"), (2, "BOY/21")) == found.deck.cards
    assert ("dark", {}) == (found.deck.side, found.beside)
    assert ["CARD_UNKNOWN"] == [each.code for each in found.diagnostics]


def test_an_image_decides_before_a_name() -> None:
    """Names differ between files, images do not."""
    entry = next(each for each in our_catalogue().entries() if each.image and each.face.set == "START")
    line = Line(4, "Another Name", "START", entry.image)
    found = resolve(DeckList((line,)), our_catalogue())
    assert ((4, entry.face.key),) == found.deck.cards
    assert ["NAME_DIFFERS"] == [each.code for each in found.diagnostics]


def test_the_set_of_a_line_decides_between_namesakes() -> None:
    """Without it the list is ambiguous, and all readings are named."""
    found = resolve(DeckList((Line(1, "Star Destroyer", "RAS"),)), our_catalogue())
    assert ((1, "RAS/98"),) == found.deck.cards
    with pytest.raises(AmbiguousCardError, match="BOY/87"):
        resolve(DeckList((Line(1, "Star Destroyer"),)), our_catalogue())


def test_unknown_cards_are_kept_and_counted() -> None:
    """A name that we don't have is a card all the same."""
    found = resolve(listed("4\tNo Such Thing\n1\tStar Destroyer Commander\n"), our_catalogue())
    assert (1, ((4, "No Such Thing"),)) == (found.deck.size, found.deck.unknown)
    with pytest.raises(UnknownCardError):
        write_own(found.deck, our_catalogue())


def test_a_deck_of_neutral_cards_has_no_side() -> None:
    """Neutral cards fit either side."""
    assert "neutral" == resolve(listed("1\tBlaster Rifle\n"), our_catalogue()).deck.side
    assert 0 == Deck("Empty", "neutral", ()).size


def test_what_lies_beside_the_deck_is_looked_at() -> None:
    """Supply and sideboard are kept apart; cards of the other side in them, and unknown ones, are told."""
    text = "4 Darth Vader (C)\nSideboard:\n1 Luke Skywalker (C)\n1 Blaster Rifle\nSupply:\n2 Drath Vader\n"
    deck, told = read_deck(text, our_catalogue())
    assert (4, ["sideboard", "sideboard"]) == (deck.size, [zone for zone, _, _ in deck.beside])
    assert any("line 6" in each and "Drath Vader (close to it: Darth Vader" in each for each in told)
    beside = told_beside(deck, our_catalogue())
    assert [
        "the card is of the other side: 'Luke Skywalker (C), a light card', taken as 'a card of the sideboard'"
    ] == [*beside]


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("2 Darth Vader (C)\nSideboard:\n2 Darth Vader (C)", ()),
        ("2 Darth Vader (C)\nSideboard:\n3 Darth Vader (C)", ("5 copies of Darth Vader (C), at most 4",)),
        ("1 Darth Vader (C)\nSupply:\n1 Blaster Rifle", ("Subordinates and Events only: 'Blaster Rifle'",)),
        (
            "1 Darth Vader (C)\nSideboard:\n1 Boba Fett (A)",
            ("no set of the format has the card: 'Boba Fett (A), Old'",),
        ),
    ],
)
def test_copies_and_format_count_beside_the_deck_too(listed: str, told: tuple[str, ...]) -> None:
    """A sideboard is looked at as if its cards came into the deck, a supply by what it may have."""
    deck, _ = read_deck(f"{listed}\n", our_catalogue())
    within = Format("Old", tuple(code for code in our_catalogue().sets if code != "AOTC"))
    found = told_beside(deck, our_catalogue(), within)
    assert len(told) == len(found), found
    assert all(words in each for words, each in zip(told, found, strict=True))


def test_a_supply_has_one_copy_of_an_event_and_any_number_of_subordinates() -> None:
    """By the committee's rules of a supply."""
    cells = {"Set": "SUP", "Side": "N", "Type": "Event", "Name": "Long Night", "Number": "1"}
    kept = {**cells, "Type": "Subordinate", "Subtype": "Character - Recruit", "Name": "Recruit", "Number": "2"}
    entries = tuple(read_card(each).entry for each in (cells, kept))
    catalogue = Catalogue(added=(CardSet("SUP", "Supplies", Tally(2, 0, 0, 0, 0), entries),))
    deck, _ = read_deck("4 Darth Vader (C)\nSupply:\n2 Long Night\n8 Recruit\n", catalogue)
    (told,) = told_beside(deck, catalogue)
    assert "2 copies of Long Night, at most 1" in told


def test_a_printing_that_we_lack_is_still_the_card() -> None:
    """Two suffixes in any order, with a printing that no set of ours has."""
    for written in ("General Grievous (B) (LEGO)", "General Grievous (LEGO) (B)"):
        assert "General Grievous (B)" == our_catalogue().the_one(written).face.title


def test_a_list_of_pictures_is_refused() -> None:
    """Pictures that are ours name their cards; where none is, the list is refused with the reason."""
    with pytest.raises(ImportFailed, match="only pictures"):
        resolve(DeckList((Line(4, "", "XYZ", "some_image"),)), our_catalogue())
