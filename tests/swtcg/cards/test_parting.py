"""Abilities are told apart by what reads whole; the file's sign between them decides nothing by itself."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.importer import ImportedCard, Place, places, read_card
from adjudicator.swtcg.cards.inline import our_compiler
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.cards.tallying import compiler_for
from adjudicator.swtcg.cards.wording import word
from tests.swtcg.cards.real_files import folder, needed

SIGNS = (" | ", "; ", " ; ", ". ", " * ")
CARDS = {
    "keywords and costs": ("Armor", "Pay 1 Force -> This unit gets +2 power for this attack", "Pay 2 Force -> Evade 2"),
    "a trigger and keywords": ("When this unit is discarded from the Character arena, draw a card", "Overkill"),
    "what is always so": ("Critical Hit 2", "Each of your other Soldiers gets +1 power", "Pay 1 Force -> Intercept"),
    "a restriction ends one": (
        "[tap] -> Draw a card. Play only during your build step",
        "When this unit is discarded from the Character arena, you may pay 2 Force. If you do, return it to your hand",
    ),
    "an upkeep first": (
        "Upkeep: Pay 1 build point or tap this unit",
        "As long as it is tapped, this unit gets +1 health",
    ),
}


def card(text: str, kind: str = "Character") -> ImportedCard:
    """A card of ours with a text."""
    cells = {
        "Name": "Marsh Runner",
        "Type": kind,
        "Cost": "3",
        "Speed": "40",
        "Power": "3",
        "Health": "3",
        "Text": text,
    }
    return read_card(cells, code="MRS", key="1", compiler=our_compiler())


def effects(found: ImportedCard) -> list[str]:
    """All abilities, whatever their order."""
    return sorted(map(repr, found.entry.face.abilities))


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("texts", CARDS.values(), ids=CARDS)
def test_any_sign_parts_abilities(texts: tuple[str, ...], sign: str) -> None:
    """The same abilities come of a text, whichever sign stands between them."""
    alone = [each for text in texts for each in card(text).entry.face.abilities]
    found = card(sign.join(texts))
    assert [COMPILED] * len(found.paragraphs) == [each.state for each in found.paragraphs]
    assert sorted(map(repr, alone)) == effects(found)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (
            "Pay 1 Force -> This unit gets | +2 power for this attack",
            "Pay 1 Force -> This unit gets +2 power for this attack",
        ),
        ("Pay 1 Force -> Prevent up to | 2 damage to this unit", "Pay 1 Force -> Prevent up to 2 damage to this unit"),
        ("Armor (hits need | a 5 or more) | Stun 1", "Armor | Stun 1"),
    ],
)
def test_a_bar_within_an_ability_parts_nothing(broken: str, whole: str) -> None:
    """Two parts of which one alone is not read are one, if that is read."""
    assert effects(card(whole)) == effects(card(broken))


def test_paragraphs_run_together() -> None:
    """A club's file that ends abilities with stops and semicolons is read like any other."""
    knight = card(
        "Pay 1 Force -> This unit gets +2 power for this attack. "
        "Pay 2 Force -> Evade 2 (Prevent up to 2 damage to this unit. ); Pay 1 Force -> Intercept"
    )
    droid = card(
        "When this unit is discarded from the Character arena, draw a card. "
        "Overkill (Hits left over may go to another unit)"
    )
    assert [
        "Pay 1 Force → this unit gets +2 power for this attack",
        "Pay 2 Force → Evade 2",
        "Pay 1 Force → Intercept",
    ] == [word(each) for each in knight.entry.face.abilities]
    assert [
        "when this unit is discarded from the Character arena, you draw 1 card",
        "Overkill",
    ] == [word(each) for each in droid.entry.face.abilities]


def test_one_ability_is_never_cut() -> None:
    """A restriction, an offer and an option stay with what they are of."""
    for text in (
        "[tap] -> Choose one of your opponent's units. This unit does 2 damage to it. Play only if no unit attacks",
        "When this unit attacks, you may pay 1 Force. If you do, this unit gets +2 power for this attack",
    ):
        found = card(text)
        assert (1, COMPILED) == (len(found.paragraphs), found.paragraphs[0].state)
        assert [] == [each.code for each in found.diagnostics]


def test_what_is_not_understood_costs_that_ability_alone() -> None:
    """The abilities on both sides of an unknown one are compiled, and its cost is its own."""
    found = card("Armor. Your opponent may pay 4 Force to flumox your best unit. Pay 2 Force -> Evade 2")
    assert ["Armor", "Pay 2 Force → Evade 2"] == [
        word(ability) for each in found.paragraphs if each.state == COMPILED for ability in each.abilities
    ]
    assert ["ABILITIES_CUT"] == [each.code for each in found.diagnostics]


def test_costs_of_two_abilities_are_never_added_up() -> None:
    """Of a text that nothing parts only the last sentence before the arrow is what is paid."""
    found = card("Your opponent may pay 4 Force to flumox it. Pay 2 Force -> Flumox your best unit with it")
    (one,) = found.entry.face.abilities
    assert "Pay 2 Force → By hand" == word(one)[: len("Pay 2 Force → By hand")]


def test_a_reminder_that_says_something_else_is_a_finding() -> None:
    """The keyword counts; that its reminder has another number is told, and an open bracket costs nothing."""
    found = card("Pay 2 Force -> Evade 2 (Prevent up to 3 damage to this unit.) | Overkill (hits left over may go on")
    assert ["Pay 2 Force → Evade 2", "Overkill"] == [word(each) for each in found.entry.face.abilities]
    assert ["REMINDER_DIFFERS"] == [each.code for each in found.diagnostics]


@cache
def _real() -> tuple[Compiler, list[tuple[str, Place]]]:
    place = folder()
    assert place is not None
    files = {path.stem: path.read_bytes() for path in sorted((place / "sets").glob("*.txt"))}
    rows = [(code, each) for code, data in files.items() for each in places(data, code) if "|" in each.cells["Text"]]
    return compiler_for(tuple(files.values())), rows[::20]


@needed
@pytest.mark.parametrize("sign", SIGNS[1:])
def test_real_cards_come_back_whichever_sign_parts_them(sign: str) -> None:
    """Of the real cards that are wholly read at least 98 in 100 give the same abilities back."""
    compiler, rows = _real()
    same, of = 0, 0
    for code, place in rows:
        parts = [each.strip() for each in place.cells["Text"].split("|")]
        known = read_card(place.cells, code=code, key=place.key, compiler=compiler)
        if known.entry.errata or any(each.state != COMPILED for each in known.paragraphs):
            continue
        text = sign.join(each.rstrip(".") if sign == ". " else each for each in parts)
        again = read_card({**place.cells, "Text": text}, code=code, key=place.key, compiler=compiler)
        of, same = of + 1, same + (effects(known) == effects(again))
    assert of > 15
    assert same >= 0.98 * of, f"{same} of {of}"
