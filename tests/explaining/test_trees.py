"""Trees of rulings, values and absences, and what they look like."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest

from adjudicator.citations import Books, load
from adjudicator.explaining import (
    SHORT_MAX,
    Basis,
    Cited,
    Kind,
    Node,
    deciding,
    explain_value,
    explain_verdict,
    lines,
    of_books,
    page,
    short,
    why_not_listed,
)  # fmt: skip
from adjudicator.explaining.tree import Cite, walk
from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.kernel.following import traced
from adjudicator.kernel.game.values import Held
from adjudicator.kernel.judging import ALL, ANSWER, FAILING, judge
from adjudicator.kernel.verdict import Clause, Finding, Override, Ruling, Verdict
from adjudicator.swtcg.table import facts as f
from tests.kit.star_wars import SWTCG

EDITION = "swtcg-2005"
RETREAT = """turn 3, light retreat step
dark: force 2
  character: vader = Darth Vader (E)
light: force 3
  character: luke = Luke Skywalker (F), tapped; han = Han Solo (A)
"""


@pytest.fixture(scope="module")
def books() -> Books:
    """The books."""
    return load()


@pytest.fixture(scope="module")
def cite(books: Books) -> Cite:
    """Citations under the default edition."""
    return of_books(books, EDITION)


def table(board: str = RETREAT) -> Any:
    """A board as a table."""
    return SWTCG.read_board(board, EDITION)


def tree_of(words: str, cite: Cite, level: int, board: str = RETREAT) -> Node:
    """The tree of what is said at a board."""
    here = table(board)
    said = SWTCG.read(here, words)
    given = judge(SWTCG, here, said, ALL)
    told = [(type(fact).__name__, type(fact).__name__, fact.rule) for fact in given.facts]
    return explain_verdict(words, given, told, cite, level)


def test_answer_is_a_leaf_with_the_deciding_rule(cite: Cite) -> None:
    """At the lowest level an explanation is the ruling and the one rule that decides it."""
    tree = tree_of("light: retreat luke", cite, ANSWER)
    assert ("illegal", (), ("crf.retreat.tapped-units-cannot",)) == (tree.outcome, tree.below, deciding(tree))


def test_failing_has_no_condition_that_holds(cite: Cite) -> None:
    """At the middle level only the conditions that fail are told, with what they looked at."""
    tree = tree_of("light: retreat luke", cite, FAILING)
    assert [("fails", "RETREATER_UNTAPPED")] == [(n.outcome, n.code) for n in tree.below if n.kind is Kind.CONDITION]
    assert Basis.ALL_OF == tree.basis


def test_all_has_every_condition(cite: Cite) -> None:
    """At the highest level the conditions that hold are told too, and the deciding rule still comes first."""
    tree = tree_of("light: retreat luke", cite, ALL)
    outcomes = {n.outcome for n in tree.below if n.kind is Kind.CONDITION}
    assert {"fails", "holds"} <= outcomes
    assert "crf.retreat.tapped-units-cannot" == deciding(tree)[0]


def test_override_is_unless_a_card(cite: Cite) -> None:
    """A card that decides instead of the rule stands below the condition, joined by `unless`."""
    over = Override("Some Card", "rots.cards.card-beats-rule")
    given = Verdict(Ruling.LEGAL, (Clause("A_CODE", "rots.retreat.step", Finding.HOLDS, (), over),))
    (condition,) = explain_verdict("x", given, (), cite, ALL).below
    assert (Basis.UNLESS, "Some Card") == (condition.basis, condition.below[0].text)
    assert "unless Some Card" in "\n".join(map(str, lines(condition)))


def test_values_add_up(cite: Cite) -> None:
    """The parts of a value are its total, each with its rule."""
    tree = explain_value(SWTCG.value(table(), "luke", "speed"), cite)
    assert tree.amount == sum(each.amount or 0 for each in tree.below)
    assert all(each.citation is not None for each in tree.below)


def test_a_value_cites_what_changes_it() -> None:
    """First comes what changes the value, before what it begins with and what is left out of it."""
    printed, off = Contribution("printed", 3, "printed", "base"), Contribution("left out", 0, "Leader", "off")
    more, less = Contribution("add", 1, "Saber", "more"), Contribution("add", -5, "Stun", "less")
    least = Contribution("floor", 1, "never below 0", "bound")
    changed = ((printed, off, more), "more"), ((printed, more, less, least), "bound")
    for parts, rule in (((printed,), "base"), ((printed, off), "off"), *changed):
        found = Explained("power", "Luke", 3, parts)
        root = explain_value(found, Cited)
        assert (rule, rule) == (found.headline, root.citation.rule if root.citation else "")
    assert () == Explained("power", "Luke", 0, ()).deciding


def test_traced_follows_the_facts(cite: Cite) -> None:
    """A count is told as what has changed it, each change under its own rule."""
    start, now = table(), table()
    facts = [
        f.ForceGained(seat="light", amount=4, rule="rots.ready.gain-four-force"),
        f.ForcePaid(seat="light", amount=1),
    ]
    for fact in facts:
        SWTCG.fold(now, fact)
    found = traced(
        Held(lambda t: t.seats["light"].force), start, [(each, str) for each in facts], SWTCG.fold,
        SWTCG.value(now, "light", "force"),
    )  # fmt: skip
    assert [3, 4, -1] == [part.amount for part in found.parts]


def test_traced_does_not_pretend() -> None:
    """Where the changes do not lead to the number, the number is told as it was."""
    now = Explained("force", "light", 9, (Contribution("add", 9, "counters", ""),))
    assert now == traced(Held(lambda t: 1), table(), [], SWTCG.fold, now)


def test_listed(cite: Cite) -> None:
    """What may be said is said to be listed."""
    here = table()
    tree = why_not_listed(SWTCG, here, SWTCG.read(here, "light: retreat han"), cite)
    assert "listed" == tree.outcome


def test_not_listed_names_clause_and_alternatives(cite: Cite) -> None:
    """What may not be said is told with the clause that keeps it off, and what of its kind is listed."""
    here = table()
    tree = why_not_listed(SWTCG, here, SWTCG.read(here, "light: retreat luke"), cite)
    instead = next(each for each in tree.below if each.kind is Kind.INSTEAD)
    assert ("not listed", "RETREATER_UNTAPPED") == (tree.outcome, tree.below[0].code)
    assert any("retreat han" in each.text for each in instead.below)


def test_not_listed_yet(cite: Cite) -> None:
    """What only comes too early is told with the passes after which it is legal."""
    board = RETREAT.replace("light retreat step", "dark retreat step")
    here = table(board)
    tree = why_not_listed(SWTCG, here, SWTCG.read(here, "light: retreat han"), cite)
    change = next(each for each in tree.below if each.kind is Kind.CHANGE)
    assert ["dark: pass"] == [each.text for each in change.below]


LONG = Node(
    Kind.RULING, "light: " + "x" * 400, "illegal", Basis.ALL_OF, citation=Cited("a.b.c", "Title", "p. 1", "Says."),
    below=(Node(Kind.CONDITION, "words " * 99, "fails", code="CODE"), Node(Kind.CONDITION, "x", "fails", code="TWO")),
)  # fmt: skip


@pytest.mark.parametrize("limit", [40, 100, SHORT_MAX])
def test_short_is_short_and_keeps_the_rule(limit: int) -> None:
    """A short text has at most so many characters and ends with the deciding rule's id."""
    text = short(LONG, limit)
    assert len(text) <= limit
    assert text.endswith(" [a.b.c]")


def test_a_citation_says_who_states_the_same(cite: Cite) -> None:
    """A rule that the rulebook states as well is cited with both, its own place first."""
    text = "\n".join(map(str, lines(tree_of("light: retreat luke", cite, FAILING))))
    assert "crf.retreat.tapped-units-cannot (" in text
    assert "; also rots.retreat.tapped-units-cannot, gr.retreat.step-untapped-only)" in text


def test_short_of_a_refusal(cite: Cite) -> None:
    """A short refusal says what is refused, why, and by which rule, on one line."""
    text = short(tree_of("light: retreat luke", cite, FAILING))
    assert text.startswith("ILLEGAL: light: retreat luke: ")
    assert text.endswith("[crf.retreat.tapped-units-cannot]")
    assert "\n" not in text


class Read(HTMLParser):
    """The tags that are open, and the texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        """A tag is opened."""
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """The last tag is closed."""
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text += data


def test_html_escapes_everything() -> None:
    """Whatever a name holds, it is text and no markup, also in attributes."""
    evil = '<script>alert("1")</script>&'
    node = Node(
        Kind.CONDITION, evil, "fails", code=evil, citation=Cited(evil, evil, evil, evil), evidence=((evil, evil),),
        below=(Node(Kind.CARD, evil),),
    )  # fmt: skip
    read = Read()
    read.feed(page(node))
    assert [] == read.open
    assert "script" not in read.seen
    assert evil in read.text


def test_all_forms_tell_the_same_rules(cite: Cite) -> None:
    """Every rule of a tree stands in the lines and in the HTML."""
    tree = tree_of("light: retreat luke", cite, FAILING)
    rules = {n.citation.rule for n in walk(tree) if n.citation is not None}
    text, html = "\n".join(map(str, lines(tree))), page(tree)
    assert rules
    assert all(rule in text and rule in html for rule in rules)


BUILDING = """turn 3, dark build step
dark: force 0, build points 4, deck 5
  character: vader = Darth Vader (E); maul = Darth Maul (A)
  build zone: saber = Jedi Lightsaber face down, 1 counter; tie = TIE Fighter face down, 1 counter
light: force 3
  character: luke = Luke Skywalker (A)
"""


@pytest.mark.parametrize(
    ("words", "change", "others"),
    [
        ("deploy tie", "nothing else keeps it from the list than this: counters suffice", ()),
        (
            "equip saber on luke",
            "if this held (equipment is finished), the following would still keep it from the list",
            ("UNIT_IS_YOURS", "EQUIP_COST_CAN_BE_PAID"),
        ),
        (
            "deploy vader beneath luke",
            "if this held (card in your build zone), the following would still keep it from the list",
            ("STACK_IS_YOURS",),
        ),
        (
            "deploy #99",
            "whether anything else keeps it from the list cannot be told while this fails: card in your build zone",
            (),
        ),
    ],
)
def test_that_nothing_else_keeps_it_is_said_of_what_was_looked_at(
    cite: Cite, words: str, change: str, others: tuple[str, ...]
) -> None:
    """Where one condition fails, the others are looked at as if it held; if they can't be, nothing is claimed."""
    here = table(BUILDING)
    tree = why_not_listed(SWTCG, here, SWTCG.read(here, f"dark: {words}"), cite)
    (found,) = (each for each in tree.below if each.kind is Kind.CHANGE)
    assert (change, others) == (found.text, tuple(each.code for each in found.below))
