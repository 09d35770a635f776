"""Rulebook (screen 13): documents, sections, search by words and id, our readings, what covers a rule."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browsing import Console

RULE = "rots.setup.mulligan"
READING = "ruling.mulligan-card-types-in-the-rulebook"


def found(page: Page, rule: str) -> None:
    """The rule is among those found."""
    expect(page.get_by_role("list", name="Rules found").get_by_role("link", name=rule, exact=True)).to_be_visible()


def test_rules_are_found_by_words_and_by_id(console: Console) -> None:
    """The address keeps what is sought and restores it; more are shown when they are asked for."""
    console.open("/rules")
    page = console.page
    page.get_by_label("Words, or the id of a rule").fill("mulligan exchange")
    found(page, RULE)
    assert "q=mulligan+exchange" in page.url
    page.reload()
    found(page, RULE)
    page.get_by_label("Words, or the id of a rule").fill("attack")
    page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("status").filter(has_text="40 rules shown")).to_be_visible()
    page.get_by_label("Words, or the id of a rule").fill(RULE)
    expect(page.get_by_role("list", name="Rules found").get_by_role("link").first).to_have_text(RULE)


def test_the_search_is_one_key_away(console: Console) -> None:
    """The key of the list, and then Enter on a rule that was reached by Tab."""
    console.open("/rules")
    page = console.page
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_label("Words, or the id of a rule")).to_be_focused()
    page.keyboard.type(RULE)
    found(page, RULE)
    for _ in ("the document", "the edition", "the first rule"):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name=RULE, exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=RULE)).to_be_visible()


def test_a_section_is_read_in_its_order(console: Console) -> None:
    """From the documents to a section, and from it to the whole document."""
    console.open("/rules")
    page = console.page
    page.get_by_text("rulebook, Revenge of the Sith edition").last.click()
    page.get_by_role("link", name="How to Start the Game", exact=True).click()
    found(page, RULE)
    page.get_by_role("button", name="The whole document").click()
    expect(page.get_by_role("button", name="Show more")).to_be_visible()
    assert "section" not in page.url


def test_a_rule_tells_what_covers_it(console: Console) -> None:
    """Our reading of it, the points on which documents differ, and the views, which are not there."""
    console.open(f"/rules/{RULE}")
    page = console.page
    expect(page.get_by_role("heading", name=RULE)).to_be_visible()
    expect(page.get_by_role("link", name="May Locations and Equipment in the opening hand")).to_be_visible()
    page.get_by_text("In recorded games").click()
    expect(page.get_by_text("adjudicator_views")).to_be_visible()
    page.get_by_role("link", name=READING).click()
    expect(page.get_by_role("heading", name="Why we read it so")).to_be_visible()


def test_our_readings_are_sought_like_rules(console: Console) -> None:
    """They stand in no document, and are chosen where one is."""
    console.open("/rules")
    console.page.get_by_label("Document").select_option("Our readings of unclear rules")
    console.page.get_by_label("Words, or the id of a rule").fill("mulligan")
    found(console.page, READING)


def test_a_rule_that_is_not_there_names_like_ones(console: Console) -> None:
    """A misspelt id is said, with the ids that look like it."""
    console.open("/rules/rots.setup.muligan")
    expect(console.page.get_by_role("alert")).to_contain_text("rots.setup.muligan")
    console.page.get_by_role("link", name=RULE, exact=True).click()
    expect(console.page.get_by_role("heading", name=RULE)).to_be_visible()


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """The documents, a search, and a rule."""
    looked.open("/rules")
    looked.page.get_by_text("rulebook, Revenge of the Sith edition").last.click()
    looked.accessible()
    looked.open("/rules?q=mulligan+exchange")
    found(looked.page, RULE)
    looked.accessible()
    looked.open(f"/rules/{RULE}")
    expect(looked.page.get_by_role("heading", name=RULE)).to_be_visible()
    looked.accessible()
