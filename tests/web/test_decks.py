"""Decks (screen 14): a deck typed, picked or dropped, checked by edition with the rules."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browsing import Console
from tests.web.links import holds

EDITION = "Star Wars TCG 2005, with the consolidated rulings"
DEK = '<deck><superzone name="Deck"><card><name>Yoda (C)</name></card></superzone></deck>'
HOSTILE = "<img src=x onerror=alert(1)>\u202eevil 🐉"
DROP = """([name, text]) => {
    const held = new DataTransfer();
    held.items.add(new File([text], name));
    const [where] = document.querySelectorAll("[role=group]");
    where.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true, cancelable: true }));
}"""


def typed(page: Page, deck: str) -> None:
    """Type a deck."""
    page.get_by_label("The deck as a list").fill(deck)


def test_a_deck_is_typed_and_checked_under_every_edition(console: Console) -> None:
    """What fails, by which rule, what would be legal; the link restores deck and editions."""
    console.open("/decks")
    page = console.page
    typed(page, "4 Darth Vader (J)\n5 Stormtrooper")
    answer = page.get_by_role("region", name=EDITION)
    expect(answer).to_contain_text("Illegal")
    expect(answer.get_by_role("link", name="rots.deck.minimum-sixty")).to_be_visible()
    expect(answer.get_by_text("add 56 cards")).to_be_visible()
    page.get_by_label("Edition").select_option("All editions")
    expect(page.get_by_role("region", name="Star Wars TCG 2005, the rulebook alone")).to_contain_text("Illegal")
    holds(page, lambda kept: "Stormtrooper" in kept.get("more", {}).get("deck", ""))
    page.reload()
    expect(page.get_by_label("The deck as a list")).to_have_value("4 Darth Vader (J)\n5 Stormtrooper")
    expect(page.get_by_role("region", name="Star Wars TCG 2005, the rulebook alone")).to_contain_text("Illegal")


def test_a_deck_is_checked_for_an_event(console: Console) -> None:
    """For a format and for a sanctioned event, which the link keeps; the set file that bars a card is named."""
    console.open("/decks?edition=swtcg-2022")
    page = console.page
    typed(page, "2 Han's Promise\n1 Padmé Amidala (H)")
    answer = page.get_by_role("region", name="Star Wars TCG 2022")
    expect(answer).to_contain_text("Illegal")
    expect(answer).not_to_contain_text("set file")
    page.get_by_label("For a sanctioned event").check()
    expect(answer).to_contain_text("take out 1 copy of Han's Promise")
    page.get_by_label("Format").select_option("Vintage")
    expect(answer).to_contain_text("take out 1 copy of Padme Amidala (H)")
    page.reload()
    expect(page.get_by_label("Format")).to_have_value("Vintage")
    expect(page.get_by_label("For a sanctioned event")).to_be_checked()
    expect(answer).to_contain_text("take out 1 copy of Padme Amidala (H)")


def test_a_deck_of_the_service_is_legal(console: Console) -> None:
    """By its name alone."""
    console.open("/decks")
    typed(console.page, "imperial-hunt")
    expect(console.page.get_by_role("region", name=EDITION)).to_contain_text("Legal")


def test_a_deck_file_is_picked_or_dropped(console: Console) -> None:
    """Its bytes are checked as they are, and one may take another."""
    console.open("/decks")
    page = console.page
    page.get_by_label("A deck file", exact=True).set_input_files(
        {"name": "mine.dek", "mimeType": "", "buffer": DEK.encode("utf-16")}
    )
    answer = page.get_by_role("region", name=EDITION)
    expect(answer).to_contain_text("1 card")
    expect(page.get_by_text("mine.dek")).to_be_visible()
    page.get_by_role("button", name="Take another").click()
    expect(answer).to_have_count(0)
    page.evaluate(DROP, ["dropped.dek", DEK])
    expect(page.get_by_text("dropped.dek")).to_be_visible()
    expect(answer).to_contain_text("1 card")


def test_hostile_names_are_shown_as_text(console: Console) -> None:
    """Markup, right-to-left marks and emoji in a list and in the name of a file."""
    console.open("/decks")
    typed(console.page, f"3 {HOSTILE}")
    expect(console.page.get_by_role("region", name=EDITION)).to_contain_text("<img src=x onerror=alert(1)>")
    console.page.evaluate(DROP, [HOSTILE, DEK])
    expect(console.page.get_by_text(HOSTILE, exact=True)).to_be_visible()


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """With a deck that fails, under all editions."""
    looked.open("/decks?edition=every")
    typed(looked.page, "4 Darth Vader (J)\n5 Stormtrooper")
    expect(looked.page.get_by_role("region", name=EDITION)).to_contain_text("Illegal")
    looked.accessible()


def test_an_empty_file_is_told(console: Console) -> None:
    """And another can be picked."""
    console.open("/decks")
    console.page.get_by_label("A deck file", exact=True).set_input_files(
        {"name": "e.txt", "mimeType": "text/plain", "buffer": b""}
    )
    expect(console.page.get_by_text("e.txt is empty.")).to_be_visible()
    expect(console.page.get_by_label("A deck file", exact=True)).to_be_visible()
