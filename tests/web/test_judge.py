"""Judge by hand (screen 17), with the table (2), what is said (4), the ruling (5) and why (6)."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest
from playwright.sync_api import Route, expect

from tests.web.browsing import API, Console
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
    expect(console.page.get_by_role("link", name="rots.battle.speed-order").first).to_be_visible()
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
    expect(looked.page.get_by_role("button", name=SEATS[-1], exact=True)).to_be_visible()
    for zone in (*ARENAS, *OWN):
        arena = looked.page.get_by_role("radio", name=zone)
        if arena.is_visible():  # a phone shows one arena at a time
            arena.check()
        for seat in SEATS:
            expect(looked.page.get_by_text(f"{seat} of {zone}", exact=True)).to_be_visible()
        expect(looked.page.get_by_role("heading", name=zone).first).to_be_visible()
    expect(looked.page.get_by_text(f"{HIDDEN} hidden")).to_have_count(len(SEATS))
    looked.accessible()


def packed(**question: object) -> str:
    """A question as the fragment of a link."""
    squeezed = zlib.compressobj(wbits=-15)
    data = squeezed.compress(json.dumps(question).encode()) + squeezed.flush()
    return "#b=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_a_board_is_clicked_together(phone: Console) -> None:
    """A card by its name, a tap, a number, where the turn stands: each is written down as one would type it."""
    phone.open()
    page = phone.page
    page.get_by_role("button", name="New board").click()
    page.get_by_role("radio", name="Character").check()
    page.get_by_role("button", name="Add a card: light, character").click()
    page.get_by_label("Name of the card").fill("luke skywalker (f)")
    page.get_by_role("option", name="Luke Skywalker (F)").click()
    page.get_by_label("Where the turn stands").select_option("turn 1, Character battle; luke to attack")
    page.get_by_role("button", name="Luke Skywalker (F)").click()
    page.get_by_role("button", name="more damage").click()
    expect(page.get_by_label("damage", exact=True)).to_have_value("1")
    page.get_by_label("tapped").check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("No ruling yet")).to_be_visible()  # a tapped unit cannot be the next to attack
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("No ruling yet")).to_have_count(0)
    page.get_by_role("radio", name="Typed").check()
    lines = "turn 1, Character battle; luke to attack\ndark:\nlight:\n  character: Luke Skywalker (F), damage 1\n"
    expect(page.get_by_label("Board")).to_have_value(lines)
    phone.fits()


def test_an_attack_with_its_dice_is_clicked(looked: Console) -> None:
    """It is written down, shown with its dice, and taken away again."""
    looked.open(
        "/judge" + packed(edition="swtcg-2005", board=BOARD.replace("falcon to attack", "dark to play or pass"))
    )
    page = looked.page
    page.get_by_role("button", name="Under way").click()
    page.get_by_label("Who", exact=True).select_option("tie")
    page.get_by_label("On whom").select_option("falcon")
    page.get_by_label("How far it has come").select_option("rolled")
    page.get_by_label("Dice").fill("6, 2")
    looked.accessible()
    page.get_by_role("button", name="Set").click()
    expect(page.get_by_text("attack: tie")).to_contain_text("attack: tie on falcon, rolled 6 2")
    page.get_by_role("button", name="Under way").click()
    page.get_by_role("button", name="Nothing is under way").click()
    expect(page.get_by_text("attack: tie")).to_have_count(0)


def test_what_may_be_said_narrows_and_is_picked_by_keys(console: Console) -> None:
    """Ctrl+Enter asks."""
    console.open()
    said = console.page.get_by_label("What is said")
    said.fill("")
    choices = console.page.get_by_role("listbox", name="Choices").get_by_role("option")
    expect(choices).to_have_text(["light: attack vader with luke", "light: decline luke"])
    said.press_sequentially("lu dec")
    expect(choices).to_have_text(["light: decline luke"])
    said.press("ArrowDown")
    said.press("Enter")
    expect(said).to_have_value("light: decline luke")
    said.press("Control+Enter")
    expect(console.page.get_by_role("heading", name="Legal")).to_be_visible()


def test_words_that_are_not_understood_are_mended_by_a_tap(console: Console) -> None:
    """The place is marked, and what fits there is offered."""
    console.open()
    ask(console, "light: atack vader with luke")
    expect(console.page.locator("mark")).to_have_text("atack")
    console.page.get_by_role("button", name="attack", exact=True).click()
    expect(console.page.get_by_role("heading", name="Legal")).to_be_visible()


def test_words_with_several_readings_are_chosen_among(console: Console) -> None:
    """Each reading is what one may write."""
    console.open()
    console.page.get_by_label("Board").fill("turn 3, dark build step\ndark: force 3\n  space: Star Destroyer\nlight:\n")
    console.page.get_by_role("button", name="Star Destroyer {BOY/87}").click()
    expect(console.page.get_by_role("button", name="Star Destroyer", exact=True)).to_be_visible()


def test_every_number_tells_why(looked: Console) -> None:
    """A dialog with the sum and its rule; so does a declaration that is not listed."""
    looked.open()
    looked.page.get_by_role("button", name="power 4").first.click()
    expect(looked.page.get_by_role("dialog")).to_contain_text("rots.attack.power-attribute")
    looked.accessible()
    looked.page.get_by_role("button", name="Close").click()
    looked.page.get_by_label("What is said").fill("light: attack vader with obi")
    looked.page.get_by_role("button", name="Why is it not listed?").click()
    expect(looked.page.get_by_role("dialog")).to_contain_text("rots.battle.speed-order")
    looked.accessible()


def test_a_thing_is_changed_in_every_look(looked: Console) -> None:
    """The sheet of a thing, and cards looked up by name."""
    looked.open()
    looked.page.get_by_role("button", name="Luke Skywalker (F)").click()
    expect(looked.page.get_by_label("tapped")).to_be_visible()
    looked.accessible()
    looked.page.get_by_role("button", name="As equipment").click()
    looked.page.get_by_label("Name of the card").fill("lightsaber")
    expect(looked.page.get_by_role("listbox", name="Choices").get_by_role("option").first).to_be_visible()
    looked.accessible()


def test_a_legal_declaration_is_let_happen(console: Console) -> None:
    """The board after it lies on the desk, and can be taken back."""
    console.open()
    ask(console, "light: decline luke")
    console.page.get_by_role("button", name="Let it happen").click()
    expect(console.page.get_by_label("Board")).to_have_value(re.compile("Luke Skywalker .F., tapped"))
    expect(console.page.get_by_role("heading", name="Legal")).to_have_count(0)
    console.page.get_by_role("button", name="Undo").click()
    expect(console.page.get_by_label("Board")).to_have_value(re.compile("luke to attack"))


def test_dice_have_fields(console: Console) -> None:
    """An attack is played on to its roll, and the dice are set one by one."""
    console.open()
    for said in ("light: attack vader with luke", "light: pass"):
        ask(console, said)
        console.page.get_by_role("button", name="Let it happen").click()
        expect(console.page.get_by_label("What is said")).to_have_value("")
    console.page.get_by_label("What is said").click()
    console.page.get_by_role("listbox", name="Choices").get_by_role("option", name="chance: roll").click()
    console.page.get_by_label("Die 2").select_option("6")
    expect(console.page.get_by_label("What is said")).to_have_value("chance: roll 1 6 1 1")
    console.page.get_by_role("button", name="Rule on it").click()
    expect(console.page.get_by_role("link", name="rots.dice.hit-on-four").first).to_be_visible()


def test_a_board_is_shown_alone(looked: Console) -> None:
    """With its attack and its dice; nothing on it changes by a tap, but numbers tell why."""
    board = BOARD.replace("falcon to attack", "dark to play or pass") + "attack: tie on falcon, rolled 6 2\n"
    looked.open("/board" + packed(edition="swtcg-2005", board=board))
    expect(looked.page.get_by_text("attack: tie on falcon, rolled 6 2")).to_be_visible()
    expect(looked.page.get_by_role("button", name="Add a card")).to_have_count(0)
    looked.accessible()


def test_what_would_be_legal_is_a_button(console: Console) -> None:
    """It fills what is said, and is ruled on."""
    console.open()
    ask(console, "light: attack vader with obi")
    console.page.get_by_role("button", name="light: attack vader with luke").click()
    expect(console.page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()
    expect(console.page.get_by_label("What is said")).to_have_value("light: attack vader with luke")


def test_a_ruling_is_copied_where_there_is_no_clipboard(phone: Console) -> None:
    """Over plain http the text stands there to be copied: at most 280 characters, and a link that opens it again."""
    phone.open()
    ask(phone, "light: attack vader with obi")
    phone.page.get_by_role("button", name="Copy ruling and link").click()
    copied = phone.page.get_by_label("This browser does not let the page copy").input_value()
    text, _, link = copied.partition("\n")
    assert "rots.battle.speed-order" in text
    assert len(text) <= 280
    phone.page.goto("about:blank")
    phone.page.goto(link)
    expect(phone.page.get_by_role("heading", name="Illegal")).to_be_visible()


def test_places_on_the_screen_leave_the_board_in_the_address(phone: Console) -> None:
    """The bar below leads to the board, to what is said and to the ruling."""
    phone.open()
    ask(phone, "light: attack vader with obi")
    expect(phone.page.get_by_role("heading", name="Illegal")).to_be_visible()
    phone.page.wait_for_url("**#b=*")
    phone.page.get_by_role("link", name="Board").last.click()
    expect(phone.page.get_by_role("region", name="Table")).to_be_focused()
    assert "#b=" in phone.page.url
    expect(phone.page.get_by_role("heading", name="Illegal")).to_be_visible()


def test_a_link_opens_what_it_holds(console: Console) -> None:
    """The board, what is said, and its ruling."""
    console.open("/judge" + packed(edition="swtcg-2005", board=BOARD, said="light: attack tie with falcon", ruled=True))
    expect(console.page.get_by_role("heading", name="Legal")).to_be_visible()
    expect(console.page.get_by_label("Board")).to_have_value(BOARD)


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("#b=%%%", "holds no board"),
        ("#b=AAAA", "holds no board"),
        (packed(edition=1), "holds no board"),
        (packed(edition="swtcg-2005", board=" " * 300_000), "more than 256 kB"),
    ],
)
def test_a_link_that_holds_no_board_is_told(console: Console, link: str, told: str) -> None:
    """In words, and the screen is there all the same."""
    console.open("/judge" + link)
    expect(console.page.get_by_role("alert")).to_contain_text(told)
    expect(console.page.get_by_label("Board")).to_be_visible()


def test_names_with_markup_are_text(console: Console) -> None:
    """Nothing that somebody writes is taken for markup, and nothing breaks the page."""
    board = BOARD.replace("tie =", "<b>x</b>\u202e💥 =") + f"# {'long ' * 2000}\n"
    console.open("/judge" + packed(edition="swtcg-2005", board=board, said="<img src=x onerror=alert(1)>", ruled=True))
    expect(console.page.get_by_label("What is said")).to_have_value("<img src=x onerror=alert(1)>")
    expect(console.page.locator("main img, main b")).to_have_count(0)
    console.fits()


def test_the_board_reads_as_a_judge_would_say_it(console: Console) -> None:
    """A heading for each arena and each seat, and what stands there as a list."""
    console.open()
    character = console.page.get_by_role("region", name="character")
    expect(character).to_match_aria_snapshot("""
      - heading "character" [level=3]
      - heading "dark" [level=4]
      - 'button "Add a card: dark, character"'
      - list:
        - listitem:
          - paragraph:
            - button "Darth Vader (J)"
            - text: /vader.*tapped/
          - list "Numbers of Darth Vader (J)":
            - listitem:
              - button "speed 40"
    """)


def test_keys_are_listed_and_switched_off(console: Console) -> None:
    """`s` goes to what is said; with single keys switched off it is a letter."""
    console.open()
    expect(console.page.get_by_text("Obi-Wan Kenobi").first).to_be_visible()
    console.page.keyboard.press("s")
    expect(console.page.get_by_label("What is said")).to_be_focused()
    console.page.get_by_label("What is said").press("Tab")
    console.page.keyboard.press("?")
    console.page.get_by_label("Single keys work").uncheck()
    console.page.get_by_role("button", name="Close").click()
    console.page.keyboard.press("s")
    expect(console.page.get_by_label("What is said")).not_to_be_focused()


def test_a_service_that_does_not_answer_is_told(console: Console) -> None:
    """What lies there stays, and once the service is back the page goes on."""
    console.open()
    expect(console.page.get_by_text("Obi-Wan Kenobi").first).to_be_visible()
    console.page.route(f"**{API}**", lambda route: route.abort())
    ask(console, "light: attack vader with obi")
    expect(console.page.get_by_role("status").filter(has_text="does not answer").first).to_be_visible()
    expect(console.page.get_by_role("button", name="Obi-Wan Kenobi (G)")).to_be_visible()
    console.page.unroute(f"**{API}**")
    ask(console, "light: attack vader with obi")
    expect(console.page.get_by_role("heading", name="Illegal")).to_be_visible()
    expect(console.page.get_by_text("does not answer")).to_have_count(0)


def test_a_token_is_typed_into_the_page(phone: Console) -> None:
    """The page asks for it, sends it with each call, and writes it into no address."""

    def door(route: Route) -> None:
        if route.request.headers.get("authorization") == "Bearer secret-token":
            route.continue_(headers={**route.request.headers, "authorization": ""})
        else:
            told = {"code": "unauthenticated", "message": "a token is needed"}
            route.fulfill(status=401, content_type="application/json", body=json.dumps(told))

    phone.page.route(f"**{API}**", door)
    phone.open()
    phone.page.get_by_role("button", name="Type the token").click()
    phone.page.get_by_label("Token").fill("secret-token")
    phone.page.get_by_role("button", name="Use it").click()
    expect(phone.page.get_by_text("Obi-Wan Kenobi").first).to_be_visible()
    expect(phone.page.get_by_text("The service asks who you are")).to_have_count(0)
    phone.page.wait_for_url("**#b=*")
    assert "secret" not in phone.page.url


def test_all_is_done_by_keys(console: Console) -> None:
    """A card is put down without a mouse, and the focus comes back to where it was."""
    console.open()
    plus = console.page.get_by_role("button", name="Add a card: light, character")
    plus.focus()
    plus.press("Enter")
    name = console.page.get_by_label("Name of the card")
    expect(name).to_be_focused()
    name.press_sequentially("yoda (a)")
    expect(console.page.get_by_role("option", name="Yoda (A)")).to_be_visible()
    name.press("ArrowDown")
    name.press("Enter")
    expect(console.page.get_by_label("Board")).to_have_value(re.compile(r"Yoda \(A\)"))
    expect(plus).to_be_focused()


def test_a_ruling_goes_with_its_question(console: Console) -> None:
    """Another board, another edition or other words: the ruling on what stood there before is gone."""
    ruled = {"edition": "swtcg-2005", "board": BOARD, "said": "light: attack tie with falcon", "ruled": True}
    legal = console.page.get_by_role("heading", name="Legal")
    changes = (
        lambda: console.page.get_by_label("Board").fill(BOARD.replace("force 3", "force 2")),
        lambda: console.page.get_by_label("What is said").fill("light: decline falcon"),
        lambda: console.page.get_by_label("Edition").select_option("swtcg-2005-rulebook"),
    )
    for change in changes:
        console.page.goto("about:blank")
        console.open("/judge" + packed(**ruled))
        expect(legal).to_be_visible()
        change()
        expect(legal).to_have_count(0)


def test_the_back_button_brings_the_ruling_of_that_board(console: Console) -> None:
    """Two links in one tab, each with its ruling."""
    console.open("/judge" + packed(edition="swtcg-2005", board=BOARD, said="light: attack tie with falcon", ruled=True))
    expect(console.page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()
    other = packed(edition="swtcg-2005", board=BOARD, said="dark: attack falcon with tie", ruled=True)
    console.page.evaluate("link => (location.hash = link)", other)
    expect(console.page.get_by_role("heading", name="Illegal")).to_be_visible()
    console.page.go_back()
    expect(console.page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


def test_a_board_made_after_a_broken_link_is_kept(console: Console) -> None:
    """The warning goes, and the address holds the new board."""
    console.open("/judge#b=AAAA")
    expect(console.page.get_by_role("alert")).to_contain_text("holds no board")
    console.page.get_by_label("Board").fill(BOARD)
    expect(console.page.get_by_role("alert")).to_have_count(0)
    console.page.wait_for_url(lambda url: not url.endswith("#b=AAAA"))
    console.page.reload()
    expect(console.page.get_by_label("Board")).to_have_value(BOARD)


def test_a_new_board_has_nothing_said_at_it(console: Console) -> None:
    """Words of the board before would hide what may be said at the new one; that it is empty is no mistake."""
    console.open()
    expect(console.page.get_by_label("What is said")).to_have_value("light: attack vader with obi")
    console.page.get_by_role("button", name="New board").click()
    expect(console.page.get_by_label("What is said")).to_have_value("")
    expect(console.page.get_by_role("button", name="Add a card: light, space")).to_be_visible()
    expect(console.page.get_by_text("line 1, column 1")).to_have_count(0)
