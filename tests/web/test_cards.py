"""Cards (screen 14): search by words, set and side, and what a card's effect was read as."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browsing import Console

CARD = "Vader's TIE Fighter (A)"


def test_cards_are_found_and_shown(console: Console) -> None:
    """By words and side; the card tells its numbers, its effects in our words, and what corrects it."""
    console.open("/cards")
    page = console.page
    page.get_by_label("Words of the name or the type line").fill("vader tie")
    page.get_by_label("Side").select_option("dark")
    page.get_by_role("list", name="Cards found").get_by_role("link", name=CARD).click()
    expect(page.get_by_role("heading", name=CARD)).to_be_visible()
    expect(page.get_by_text("Pay 2 Force → Evade 2")).to_be_visible()
    page.get_by_role("link", name="crf.card.vaders-tie-fighter-a.return").click()
    expect(page.get_by_role("heading", name="crf.card.vaders-tie-fighter-a.return")).to_be_visible()


def test_a_set_is_gone_through(console: Console) -> None:
    """Each set says how its effects are carried out; its cards come part by part."""
    console.open("/cards")
    page = console.page
    page.get_by_role("link", name="Sith Rising").click()
    expect(page.get_by_role("status").filter(has_text="30 cards shown, and there are more")).to_be_visible()
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("status").filter(has_text="60 cards shown")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Set")).to_have_value("SR")


def test_a_card_that_is_not_there_names_like_ones(console: Console) -> None:
    """A misspelt name is said, with names that look like it."""
    console.open("/cards/Darth%20Vadre%20(J)")
    expect(console.page.get_by_role("alert")).to_contain_text("Darth Vadre (J)")
    expect(console.page.get_by_role("link", name="Darth Vader (A)")).to_be_visible()


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """The sets, a search, and a card."""
    looked.open("/cards")
    expect(looked.page.get_by_role("link", name="Sith Rising")).to_be_visible()
    looked.accessible()
    looked.open("/cards?q=vader")
    expect(looked.page.get_by_role("link", name=CARD)).to_be_visible()
    looked.accessible()
    looked.open("/cards/ANH/58")
    expect(looked.page.get_by_role("heading", name=CARD)).to_be_visible()
    looked.accessible()
