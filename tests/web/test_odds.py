"""Odds (screen 9): the chart with its table behind it, the terms, the plan, best play."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browsing import Console
from tests.web.links import holds

ATTACK = "light: attack vader with luke"
TITLE = "Luke Skywalker (F) attacks Darth Vader (J)"


def ask(console: Console, said: str = ATTACK) -> None:
    """Name an attack on the board that lies on the desk at first, and have it reckoned."""
    console.page.get_by_label("What is said").fill(said)
    console.page.get_by_role("button", name="Reckon").click()


def test_an_attack_has_its_chart_and_the_same_numbers_exactly(console: Console) -> None:
    """Four dice that hit on five or more: the bars, and behind them the fractions."""
    console.open("/odds")
    ask(console)
    answer = console.page.get_by_role("region", name=TITLE)
    expect(answer.get_by_role("img", name="Chances of the damage to Darth Vader (J)")).to_be_visible()
    expect(console.page.get_by_role("heading", name=TITLE)).to_be_focused()
    answer.get_by_text("The chart as a table").first.click()
    row = answer.get_by_role("row", name="39.5 %").first
    expect(row).to_contain_text("32/81")
    answer.get_by_text("The terms").click()
    expect(answer.get_by_text("2 of 6 faces: 4 + Armor 1 = 5 or more")).to_be_visible()


def test_the_plan_stands_in_the_address(console: Console) -> None:
    """Vader evades: less damage is to be expected, and the address restores the plan and the board."""
    console.open("/odds")
    ask(console)
    page = console.page
    expect(page.get_by_text("Damage to be expected:")).to_contain_text("1.33 (4/3)")
    page.get_by_text("The plan", exact=True).click()
    page.get_by_label("Preventions, one a line").fill("vader evade 2")
    expect(page.get_by_text("Damage to be expected:")).to_contain_text("0.12 (10/81)")
    holds(page, lambda kept: ATTACK == kept.get("said"))
    console.open(page.url.partition(console.address)[2])
    page.reload()
    expect(page.get_by_text("Damage to be expected:")).to_contain_text("0.12 (10/81)")
    expect(page.get_by_label("Preventions, one a line")).to_have_value("vader evade 2")


def test_what_may_be_said_after_the_roll_is_weighed(console: Console) -> None:
    """Every answer with what it is worth, the best named; picking one says it."""
    console.open("/odds")
    page = console.page
    page.get_by_label("What is said").fill(ATTACK)
    page.get_by_text("The plan", exact=True).click()
    page.get_by_label("Taken as said after it is declared").fill("chance: roll 6 6 5 1")
    expect(page.get_by_role("heading", name="What may be said now")).to_be_visible()
    expect(page.get_by_text("Best:").first).to_be_visible()


def test_no_attack_is_said_in_words(console: Console) -> None:
    """The service's own words stand where the answer would."""
    console.open("/odds")
    ask(console, "light: pass")
    expect(console.page.get_by_text("is no attack")).to_be_visible()
    expect(console.page.get_by_role("heading", name="Answer")).to_be_focused()


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """With the chart, its table and the terms opened."""
    looked.open("/odds")
    ask(looked)
    for each in ("The chart as a table", "The terms", "The plan"):
        looked.page.get_by_text(each, exact=True).first.click()
    expect(looked.page.get_by_label("Preventions")).to_be_visible()
    looked.accessible()
