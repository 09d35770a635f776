"""Report (screen 12): a ruling report from a typed board, without a game, and its print sheet."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from adjudicator.api.v1.ruling_service_pb2 import JudgeDeclarationResponse
from adjudicator.api.v1.verdict_pb2 import RULING_UNDECIDED, Verdict
from tests.web.browsing import Console
from tests.web.four_seats import SEATS, four_seats
from tests.web.links import holds

HOSTILE = "<b>Ben</b> \u202e🐉"
FIELDS = {
    "Event": "Club night",
    "Round": "3",
    "Table": "12",
    "Player, dark": "Ann Ames",
    "Player, light": HOSTILE,
    "Judge": "Flo Stein",
    "Head judge": "Hera Syndulla",
    "Question": "May she attack with Obi-Wan first?",
    "In words": "No: Luke comes first.",
}
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
"""Width and height in points."""


def fill(page: Page) -> None:
    """Type what a report needs, by its labels."""
    expect(page.get_by_label("Player, dark")).to_be_visible()
    for label, value in FIELDS.items():
        page.get_by_role("textbox", name=label, exact=True).fill(value)


def test_a_report_leads_with_the_people_and_ends_with_identifiers(console: Console) -> None:
    """Names, question, position, answer with its rule, decision, signatures, identifiers: in this order, as text."""
    console.open("/report")
    page = console.page
    fill(page)
    page.get_by_role("combobox", name="Ruling").select_option("Illegal, by the judge")
    sheet = page.get_by_role("article", name="Ruling report")
    expect(sheet).to_contain_text("rots.battle.speed-order")
    expect(sheet).to_contain_text("Illegal, by the judge")
    wanted = [
        "Club night", "Ann Ames", HOSTILE, "Flo Stein", "May she attack", "Obi-Wan Kenobi (G), tapped",
        "rots.battle.speed-order", "No: Luke comes first.", "What lies open", "Hera Syndulla, date",
        "Digest of the cards",
    ]  # fmt: skip
    text = sheet.inner_text()
    places = [text.rindex(each) if each.endswith("date") else text.index(each) for each in wanted]
    assert sorted(places) == places
    assert "swtcg-2005" in text[places[-2] :]


def test_cards_of_a_hand_are_named_as_open(console: Console) -> None:
    """Who reads the sheet is told which cards of piles it shows."""
    console.open("/report")
    page = console.page
    page.get_by_text("The board", exact=True).click()
    page.get_by_label("Board", exact=True).fill(
        "turn 4, Character battle; luke to attack\n"
        "dark: force 6\n  character: vader = Darth Vader (J)\n"
        "light: force 5, hand [Jedi Lightsaber]\n  character: luke = Luke Skywalker (F)\n"
    )
    sheet = page.get_by_role("article", name="Ruling report")
    expect(sheet.get_by_role("listitem").filter(has_text="light, hand: Jedi Lightsaber")).to_be_visible()


def test_what_the_adjudicator_leaves_open_the_judge_decides(console: Console) -> None:
    """An undecided answer is no ruling: the sheet says so until the judge gives one."""
    undecided = JudgeDeclarationResponse(verdict=Verdict(ruling=RULING_UNDECIDED, missing=["a card"]))
    console.answer("RulingService/JudgeDeclaration", undecided)
    console.open("/report")
    sheet = console.page.get_by_role("article", name="Ruling report")
    expect(sheet).to_contain_text("Still open")
    console.page.get_by_role("combobox", name="Ruling").select_option("Legal, by the judge")
    expect(sheet).to_contain_text("Legal, by the judge")
    expect(sheet).not_to_contain_text("Still open")


def test_every_seat_of_the_message_signs(console: Console) -> None:
    """Four seats: a player and a line to sign on for each."""
    console.answer("RulingService/ShowTable", four_seats())
    console.open("/report")
    for seat in SEATS:
        console.page.get_by_label(f"Player, {seat}").fill(f"Who sits {seat}")
        expect(console.page.get_by_text(f"Who sits {seat}, date")).to_be_visible()


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_is_printed_alone_on_its_paper(console: Console, paper: str) -> None:
    """One page of the paper that was chosen; neither the form nor the navigation is on it. The link restores it."""
    console.open("/report")
    page = console.page
    fill(page)
    page.get_by_label("Paper").select_option(paper)
    expect(page.get_by_role("article", name="Ruling report")).to_contain_text("rots.battle.speed-order")
    holds(page, lambda kept: paper == kept.get("more", {}).get("paper"))
    page.reload()
    expect(page.get_by_role("article", name="Ruling report")).to_contain_text("rots.battle.speed-order")
    expect(page.get_by_label("Player, dark")).to_have_value("Ann Ames")
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Ruling report")).to_be_visible()
    expect(page.get_by_role("navigation")).to_have_count(0)
    expect(page.get_by_role("button", name="Print")).to_have_count(0)
    printed = page.pdf(prefer_css_page_size=True)
    sizes = [tuple(map(float, each.split())) for each in re.findall(rb"/MediaBox ?\[0 0 ([\d. ]+)\]", printed)]
    assert [PAPERS[paper]] == [tuple(map(round, each)) for each in sizes]


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """Filled in, the board opened too."""
    looked.open("/report")
    fill(looked.page)
    looked.page.get_by_text("The board", exact=True).click()
    expect(looked.page.get_by_role("article", name="Ruling report")).to_contain_text("rots.battle.speed-order")
    looked.accessible()
