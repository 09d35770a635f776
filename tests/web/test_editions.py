"""Editions (screen 7): a declaration under all editions, where they part, the rule on each side, the known points."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.browsing import Console
from tests.web.links import holds

POINT = "owner-stacking-onto-a-taken-unit"
BOARD = """turn 3, light build step
dark: force 3, deck 10
  character: lando = Lando Calrissian (A), owned by light
light: force 3, build points 4, deck 10
  build zone: other = Lando Calrissian (C) face down, 1 counter
"""
SAID = "light: deploy other beneath lando"


def ask(console: Console, board: str, said: str) -> None:
    """Type a board and a declaration, and have them compared."""
    page = console.page
    page.get_by_text("The board", exact=True).click()
    page.get_by_label("Board", exact=True).fill(board)
    page.get_by_label("What is said").fill(said)
    page.get_by_role("button", name="Compare").click()


def test_editions_that_agree_say_so_with_the_rule_of_each(console: Console) -> None:
    """The board that lies on the desk at first: every edition refuses, and cites."""
    console.open("/editions")
    answer = console.page.get_by_role("region", name="All editions agree")
    sides = answer.get_by_role("article")
    expect(sides.filter(has_text="the rulebook alone")).to_contain_text("rots.battle.speed-order")
    assert sides.count() == sides.filter(has_text="Illegal").count()


def test_editions_that_part_lead_to_the_known_point(console: Console) -> None:
    """The rulings differ, each side has its rule, and the point is told with its situation."""
    console.open("/editions")
    ask(console, BOARD, SAID)
    answer = console.page.get_by_role("region", name="The editions part in the ruling")
    sides = answer.get_by_role("article")
    expect(sides.filter(has_text="with the consolidated rulings")).to_contain_text("Legal")
    expect(sides.filter(has_text="the rulebook alone")).to_contain_text("Illegal")
    answer.get_by_role("link", name=POINT).click()
    expect(console.page.get_by_role("heading", name="the rulebook alone")).to_be_visible()
    assert console.page.url.split("#")[0].endswith(f"/editions/points/{POINT}")


def test_one_edition_is_gone_on_with(console: Console) -> None:
    """Its whole ruling is given on the first screen, with the same board, and the link holds it."""
    console.open("/editions")
    page = console.page
    page.get_by_role("button", name="Whole ruling under Star Wars TCG 2005, the rulebook alone").click()
    expect(page.get_by_role("heading", name="Illegal")).to_be_visible()
    expect(page.get_by_label("Edition").first).to_have_value("swtcg-2005-rulebook")
    holds(page, lambda kept: kept.get("edition") == "swtcg-2005-rulebook" and kept["ruled"])


def test_the_known_points_are_sought_by_topic_and_words(console: Console) -> None:
    """The address keeps what is sought, and restores it."""
    console.open("/editions/points?topic=setup&q=mulligan+where")
    page = console.page
    expect(page.get_by_role("link", name="Where do the cards exchanged")).to_be_visible()
    expect(page.get_by_label("With the words")).to_have_value("mulligan where")
    page.get_by_label("Topic").select_option("pilots")
    expect(page.get_by_role("status").filter(has_text="0 of")).to_be_visible()
    assert "topic=pilots" in page.url


def test_a_point_that_is_not_there_is_said(console: Console) -> None:
    """Never an empty screen."""
    console.open("/editions/points/no-such-point")
    expect(console.page.get_by_role("alert")).to_contain_text("no-such-point")


def test_it_is_accessible_in_every_look(looked: Console) -> None:
    """The comparison, and a list of points."""
    looked.open("/editions")
    expect(looked.page.get_by_text("Illegal").first).to_be_visible()
    looked.accessible()
    looked.open("/editions/points?topic=setup")
    expect(looked.page.get_by_role("link", name="Where do the cards exchanged")).to_be_visible()
    looked.accessible()
