"""Judge by hand (screen 17): a board typed, the table beside it, a ruling."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browsing import Console
from tests.web.four_seats import ARENAS, HIDDEN, OWN, SEATS, four_seats

BOARD = """turn 2, Space battle; falcon to attack
dark: force 3, deck 40
  space: tie = TIE Fighter
light: force 4, deck 39
  space: falcon = Millennium Falcon (A)
"""


def ask(console: Console, said: str) -> None:
    """Type a declaration and have it ruled on."""
    console.page.get_by_label("What is said").fill(said)
    console.page.get_by_role("button", name="Rule on it").click()


def test_a_board_is_typed_and_a_declaration_ruled_on(console: Console) -> None:
    """The table follows what is typed; the ruling stands in a word."""
    console.open()
    page = console.page
    page.get_by_label("Board").fill(BOARD)
    expect(page.get_by_text("Millennium Falcon").first).to_be_visible()
    expect(page.get_by_text("Darth Vader (J)")).to_have_count(0)
    ask(console, "light: attack tie with falcon")
    expect(page.get_by_role("heading", name="Legal")).to_be_visible()


def test_a_refusal_names_its_paragraph_and_what_would_be_legal(console: Console) -> None:
    """The example of the README."""
    console.open()
    ask(console, "light: attack vader with obi")
    expect(console.page.get_by_role("heading", name="Illegal")).to_be_visible()
    expect(console.page.get_by_text("rots.battle.speed-order").first).to_be_visible()
    expect(console.page.get_by_text("attack Darth Vader (J) with Luke Skywalker (F)").first).to_be_visible()


def test_a_board_that_cannot_be_read_is_told_beside_it(console: Console) -> None:
    """The words of the service, in a live region; the page goes on."""
    console.open()
    console.page.get_by_label("Board").fill("turn 4, Nowhere battle")
    expect(console.page.get_by_role("status").filter(has_text="Nowhere")).to_be_visible()


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """With a table and a ruling shown."""
    looked.open()
    expect(looked.page.get_by_text("Obi-Wan Kenobi").first).to_be_visible()
    ask(looked, "light: attack vader with obi")
    expect(looked.page.get_by_role("heading", name="Illegal")).to_be_visible()
    looked.accessible()


def test_it_works_on_a_phone(phone: Console) -> None:
    """Four times slower and over plain http, by a name."""
    phone.open()
    assert not phone.page.evaluate("isSecureContext")
    ask(phone, "light: attack vader with luke")
    expect(phone.page.get_by_role("heading", name="Legal")).to_be_visible()
    phone.fits()


def test_seats_arenas_and_zones_come_from_the_message(looked: Console) -> None:
    """Four seats, a fourth arena, Resource and Event zones: each is named, with what stands there."""
    looked.answer("RulingService/ShowTable", four_seats())
    looked.open()
    for zone in (*ARENAS, *OWN):
        for seat in SEATS:
            expect(looked.page.get_by_text(f"{seat} of {zone}", exact=True)).to_be_visible()
        expect(looked.page.get_by_role("heading", name=zone).first).to_be_visible()
    expect(looked.page.get_by_text(f"{HIDDEN} hidden")).to_have_count(len(SEATS))
    looked.accessible()
