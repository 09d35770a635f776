"""The deck rules at their boundaries, under each edition, with what is unknown."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from adjudicator.citations.library import load
from adjudicator.kernel.verdict import Clause, Finding, Verdict
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.deck_check import LISTED, check_deck
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.cards.lackey_lists import Format
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.words.face import Face

DEFAULT = EDITIONS["swtcg-2005"]


ONE_SIDE = "keep the cards of one side and the neutral ones"


def face(kind: str, number: int, *, side: str = "neutral", name: str = "", version: str = "", cost: int = 1) -> Face:
    """A card of a type, different from all of other numbers."""
    key = f"{kind}/{number}{version}"
    return Face(key=key, name=name or f"{kind} {number}", version=version, side=side, types=(kind,), cost=cost)


def pool(space: int, ground: int, character: int, battle: int = 0) -> list[tuple[int, Face]]:
    """Faces for so many cards of each type, one copy each."""
    numbers = {"space": space, "ground": ground, "character": character, "battle": battle}
    return [(1, face(kind, at)) for kind, number in numbers.items() for at in range(number)]


def judge(
    cards: Iterable[tuple[int, Face]],
    *,
    edition: str = "swtcg-2005",
    unknown: tuple[tuple[int, str], ...] = (),
    sanctioned: bool = False,
    on: str | None = None,
    within: Format | None = None,
    suppressed: str | None = None,
) -> Verdict:
    """The verdict on a deck of these cards."""
    cards = list(cards)
    deck = Deck("Test", "neutral", tuple((count, each.key) for count, each in cards), unknown)
    faces = {each.key: each for _, each in cards}
    return check_deck(
        deck, faces, EDITIONS[edition], sanctioned=sanctioned, on=on, within=within, suppressed=suppressed
    )


def clause(verdict: Verdict, code: str) -> Clause:
    """The clause of a code."""
    return next(each for each in verdict.clauses if each.code == code)


def test_a_subordinate_is_no_part_of_a_deck() -> None:
    """It comes out of a supply (ruling.subordinates-and-resources-of-later-sets)."""
    kept = Face(key="sub/1", name="Recruit", types=("subordinate", "ground"), speed=40, power=2, health=2)
    whole = pool(12, 12, 12, 24)
    assert "legal" == judge(whole).ruling
    verdict = judge([*whole, (1, kept)])
    assert "illegal" == verdict.ruling
    assert (("Subordinates", "1"),) == clause(verdict, "SUBORDINATES_IN_A_SUPPLY").evidence


@pytest.mark.parametrize(("battle", "ruling"), [(24, "legal"), (23, "illegal"), (39, "legal")])
def test_sixty_cards_or_more(battle: int, ruling: str) -> None:
    """59 cards are too few; there is no upper limit (rots.deck.minimum-sixty)."""
    verdict = judge(pool(12, 12, 12, battle))
    assert ruling == verdict.ruling.value
    assert "rots.deck.minimum-sixty" == clause(verdict, "DECK_HAS_SIXTY").rule


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        (pool(12, 12, 12, 20), ("add 4 cards",)),
        (pool(12, 9, 11, 30), ("add 3 Ground units and 1 Character unit",)),
        (pool(12, 25, 26), ("take out 1 Ground unit and 2 Character units, or add 1 Space unit",)),
        (pool(0, 24, 36), ("add 12 Space units", "take out 12 Character units, or add 6 Space units")),
        ([(7, face("battle", 9, name="Trick")), *pool(20, 20, 20)], ("take out 3 copies of Trick",)),
        ([(1, face("battle", 9, side="light")), (1, face("battle", 8, side="dark")), *pool(20, 20, 20)], (ONE_SIDE,)),
        (pool(20, 20, 20), ()),
    ],
)
def test_what_would_be_legal(cards: list[tuple[int, Face]], options: tuple[str, ...]) -> None:
    """A refusal says what to add or to take out."""
    assert options == judge(cards).options


@pytest.mark.parametrize(
    ("sides", "ruling"),
    [(("light", "neutral"), "legal"), (("dark", "neutral"), "legal"), (("light", "dark"), "illegal")],
)
def test_one_side(sides: tuple[str, str], ruling: str) -> None:
    """Neutral cards go with either side, Light and Dark never together (rots.deck.no-mixed-sides)."""
    cards = [(1, msgspec.structs.replace(each, side=sides[at % 2])) for at, (_, each) in enumerate(pool(20, 20, 20))]
    verdict = judge(cards)
    assert ruling == verdict.ruling.value
    assert ("rots.deck.no-mixed-sides", ((sides[0], "30"), (sides[1], "30"))) == (
        clause(verdict, "ONE_SIDE").rule,
        clause(verdict, "ONE_SIDE").evidence,
    )


@pytest.mark.parametrize(
    ("units", "ruling"),
    [((12, 12, 12), "legal"), ((12, 12, 11), "illegal"), ((11, 12, 12), "illegal"), ((12, 11, 12), "illegal")],
)
def test_twelve_of_each_unit_type(units: tuple[int, int, int], ruling: str) -> None:
    """Eleven Characters are too few (rots.deck.twelve-of-each-unit-type)."""
    verdict = judge(pool(*units, battle=30))
    assert ruling == verdict.ruling.value
    assert [] == [each.code for each in verdict.failing if each.code != "TWELVE_OF_EACH_UNIT_TYPE"]


@pytest.mark.parametrize(
    ("units", "ruling"), [((12, 24, 24), "legal"), ((12, 25, 23), "illegal"), ((13, 25, 22), "legal")]
)
def test_no_unit_type_over_double(units: tuple[int, int, int], ruling: str) -> None:
    """12 Space units allow 24 Ground units and not 25; 13 allow 25 (rots.deck.two-to-one-unit-ratio)."""
    verdict = judge(pool(*units))
    assert ruling == verdict.ruling.value
    assert ("illegal" == ruling) is ("NO_UNIT_TYPE_OVER_DOUBLE" in [each.code for each in verdict.failing])


def test_a_unit_of_two_types_counts_for_both() -> None:
    """A multi-arena card is a card of each of its types."""
    both = [(1, msgspec.structs.replace(face("space", 100 + at), types=("space", "ground"))) for at in range(12)]
    verdict = judge([*both, *pool(0, 0, 12, 36)])
    assert (("space", "12"), ("ground", "12"), ("character", "12")) == clause(
        verdict, "TWELVE_OF_EACH_UNIT_TYPE"
    ).evidence


@pytest.mark.parametrize(
    ("copies", "ruling"),
    [({"A": 4}, "legal"), ({"A": 5}, "illegal"), ({"A": 4, "C": 4}, "legal"), ({"B": 5, "C": 1}, "illegal")],
)
@pytest.mark.parametrize("edition", EDITIONS)
def test_four_of_name_and_version(copies: dict[str, int], ruling: str, edition: str) -> None:
    """Versions count apart under every edition (rots.deck.four-copies, rots.deck.same-name-four-per-version)."""
    luke = [(count, face("character", 99, name="Luke", version=letter)) for letter, count in copies.items()]
    assert ruling == judge([*luke, *pool(12, 12, 12, 24)], edition=edition).ruling.value


@pytest.mark.parametrize(
    ("edition", "ruling"), [("swtcg-2005", "legal"), ("swtcg-2005-rulebook", "illegal"), ("swtcg-web", "illegal")]
)
def test_namesakes_without_version(edition: str, ruling: str) -> None:
    """Four and three Star Destroyers: one limit by the rulebook, two by the consolidated rulings."""
    both = [
        (4, face("space", 98, name="Star Destroyer", cost=7)),
        (3, face("space", 99, name="Star Destroyer", cost=4)),
    ]
    verdict = judge([*both, *pool(12, 12, 12, 24)], edition=edition)
    assert ruling == verdict.ruling.value
    if ruling == "legal":
        apart = clause(verdict, "NAMESAKES_COUNT_APART")
        assert ("crf.card.star-destroyer.four-of-each", (("Star Destroyer", "7"),)) == (apart.rule, apart.evidence)
    else:
        assert [("rots.deck.four-copies", (("Star Destroyer", "7"),))] == [
            (each.rule, each.evidence) for each in verdict.failing
        ]


def test_five_of_one_namesake_are_too_many() -> None:
    """Counting apart does not lift the limit of each."""
    both = [
        (5, face("space", 98, name="Star Destroyer", cost=7)),
        (1, face("space", 99, name="Star Destroyer", cost=4)),
    ]
    assert ["FOUR_OF_NAME_AND_VERSION"] == [each.code for each in judge([*both, *pool(12, 12, 12, 24)]).failing]


def test_printings_share_the_limit() -> None:
    """Two promos and three ordinary printings of one card are five copies."""
    catalogue = our_catalogue()
    two = [(3, catalogue.face("ANH/92")), (2, catalogue.face("ANH/luke-skywalker-c-promo"))]
    verdict = judge([*two, *pool(12, 12, 12, 24)])
    assert (("Luke Skywalker (C)", "5"),) == clause(verdict, "FOUR_OF_NAME_AND_VERSION").evidence


def test_every_failing_clause_is_told() -> None:
    """A judge hears all that is wrong, in the rulebook's order."""
    cards = [(5, face("space", 1, side="light")), (1, face("ground", 1, side="dark"))]
    verdict = judge(cards)
    assert [
        "DECK_HAS_SIXTY",
        "ONE_SIDE",
        "TWELVE_OF_EACH_UNIT_TYPE",
        "NO_UNIT_TYPE_OVER_DOUBLE",
        "FOUR_OF_NAME_AND_VERSION",
    ] == [each.code for each in verdict.failing]


@pytest.mark.parametrize(
    ("units", "unknown", "twelve", "double"),
    [
        ((12, 12, 11), 1, Finding.UNKNOWN, Finding.HOLDS),
        ((12, 12, 10), 1, Finding.FAILS, Finding.HOLDS),
        ((12, 12, 12), 1, Finding.HOLDS, Finding.HOLDS),
        ((12, 24, 12), 1, Finding.HOLDS, Finding.UNKNOWN),
        ((12, 26, 24), 1, Finding.HOLDS, Finding.UNKNOWN),
        ((12, 27, 24), 1, Finding.HOLDS, Finding.FAILS),
    ],
)
def test_unknown_cards_leave_open_what_hangs_on_them(
    units: tuple[int, int, int], unknown: int, twelve: Finding, double: Finding
) -> None:
    """A card without facts could be of any type, and counts as a card in any case."""
    verdict = judge(pool(*units, battle=60), unknown=((unknown, "Mystery"),))
    assert (twelve, double) == (
        clause(verdict, "TWELVE_OF_EACH_UNIT_TYPE").finding,
        clause(verdict, "NO_UNIT_TYPE_OVER_DOUBLE").finding,
    )
    assert "Mystery" in verdict.missing


def test_an_undecided_deck_names_what_is_missing() -> None:
    """Where nothing fails and something is unknown, the ruling is UNDECIDED."""
    cards = [(1, face("battle", 99, side="light")), *pool(12, 12, 12, 24)]
    verdict = judge(cards, unknown=((2, "Mystery"),))
    assert ("undecided", ("Mystery", "ONE_SIDE")) == (verdict.ruling.value, verdict.missing)


def test_five_unknown_copies_are_too_many() -> None:
    """The limit needs no facts."""
    verdict = judge(pool(12, 12, 12, 24), unknown=((5, "Mystery"),))
    assert ["FOUR_OF_NAME_AND_VERSION"] == [each.code for each in verdict.failing]


@pytest.mark.parametrize(
    ("edition", "copies", "sanctioned", "ruling"),
    [
        ("swtcg-2005", 4, True, "illegal"),
        ("swtcg-2005", 1, True, "undecided"),
        ("swtcg-2005", 4, False, "legal"),
        ("swtcg-2005-rulebook", 4, True, "legal"),
    ],
)
def test_the_banned_and_restricted_list(edition: str, copies: int, sanctioned: bool, ruling: str) -> None:
    """Only for sanctioned events and where the rulings that know the list are in force; one copy is a judge's call."""
    duel = (copies, face("mission", 1, name="Duel of the Fates"))
    verdict = judge([duel, *pool(12, 12, 12, 24)], edition=edition, sanctioned=sanctioned)
    assert ruling == verdict.ruling.value


@pytest.mark.parametrize(
    ("day", "ruling"),
    [("2004-12-19", "legal"), ("2004-12-20", "illegal"), (None, "illegal")],
)
def test_the_list_grew_day_by_day(day: str | None, ruling: str) -> None:
    """A card is on the list from the day on that its ruling names."""
    duel = (4, face("mission", 1, name="Duel of the Fates"))
    assert ruling == judge([duel, *pool(12, 12, 12, 24)], sanctioned=True, on=day).ruling.value


@pytest.mark.parametrize(
    ("sets", "ruling"), [(("space", "ground", "character", "battle"), "legal"), (("space", "ground"), "illegal")]
)
def test_a_format_is_a_list_of_sets(sets: tuple[str, ...], ruling: str) -> None:
    """Cards of no set of the format are named."""
    verdict = judge(pool(12, 12, 12, 24), within=Format("Ours", sets))
    assert ruling == verdict.ruling.value
    assert ([] if ruling == "legal" else ["format:Ours"]) == [each.rule for each in verdict.failing]


@pytest.mark.parametrize(("code", "outside"), [("FOTR", False), ("START", False), ("AOTC", True)])
def test_any_printing_lets_a_card_into_a_format(code: str, outside: bool) -> None:
    """A card counts as of every set that it was printed in."""
    deck = Deck("Test", "dark", ((4, our_catalogue().the_one("Doing Their Job").face.key),))
    verdict = check_deck(deck, our_catalogue(), DEFAULT, within=Format(code, (code,)))
    assert outside is ("CARDS_OF_THE_FORMAT" in [each.code for each in verdict.failing])


def test_copies_of_several_printings_are_told_together() -> None:
    """Outside a format, and of a Subordinate of which there are more than a deck could have."""
    old, new = (face("character", at, name="Twice Printed") for at in (98, 99))
    verdict = judge([(2, old), (3, new), *pool(12, 12, 12, 24)], within=Format("Ours", ("space", "ground", "battle")))
    assert ("Twice Printed", "5") in clause(verdict, "CARDS_OF_THE_FORMAT").evidence
    made = [face("subordinate", at, name="Probe Droid") for at in range(2)]
    deck = Deck("Test", "neutral", (), beside=tuple(("supply", 3, each.key) for each in made))
    verdict = check_deck(deck, {each.key: each for each in made}, EDITIONS["swtcg-2022"])
    assert (("Probe Droid", "6"),) == clause(verdict, "SUPPLY_ANY_NUMBER_OF_SUBORDINATES").evidence


@pytest.mark.parametrize(
    "rule",
    ["rots.deck.minimum-sixty", "rots.deck.no-mixed-sides", "rots.deck.twelve-of-each-unit-type",
     "rots.deck.two-to-one-unit-ratio", "rots.deck.four-copies"],
)  # fmt: skip
def test_each_rule_decides(rule: str) -> None:
    """With a rule turned round, a legal deck is illegal by that rule alone."""
    verdict = judge(pool(12, 12, 12, 24), suppressed=rule)
    assert ("illegal", [rule]) == (verdict.ruling.value, [each.rule for each in verdict.failing])


def test_every_citation_resolves() -> None:
    """The rules that clauses and the list name exist in the books."""
    books = load()
    verdict = judge([(4, face("space", 98, name="N", cost=7)), (3, face("space", 99, name="N")), *pool(12, 12, 12, 24)])
    for rule in [*(each.rule for each in verdict.clauses), *(each.rule for each in LISTED)]:
        assert rule == books.get(rule).id


def test_a_check_says_what_it_counted() -> None:
    """Evidence stands on clauses that hold as well."""
    verdict = judge(pool(12, 13, 14, 24))
    assert (("space", "12"), ("ground", "13"), ("character", "14")) == clause(
        verdict, "TWELVE_OF_EACH_UNIT_TYPE"
    ).evidence
    assert (("most copies", "1"),) == clause(verdict, "FOUR_OF_NAME_AND_VERSION").evidence
    assert DEFAULT.id == "swtcg-2005"
