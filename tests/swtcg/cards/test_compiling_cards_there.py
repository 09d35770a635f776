"""The text compiler: cards of a type among those that were looked at, shown or lie in a hand."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Those
from tests.swtcg.cards.test_compiling import played


def said(text: str) -> list[object]:
    """All that a Battle card of one paragraph says, what is within the rest included."""
    (ability,) = played(text)
    assert isinstance(ability, w.Play)
    return list(walk(ability.do))


@pytest.mark.parametrize(
    ("word", "kind"), [("an Equipment", "equipment"), ("a Location", "location"), ("a Battle", "battle")]
)
def test_a_card_of_a_type_is_one_of_that_type_wherever_it_lies(word: str, kind: str) -> None:
    """The type stands however a card of it is called upon: chosen, all of them, sought, or asked for."""
    there = f"Look at your opponent's hand. Choose {word} card there. Your opponent discards that card."
    among = (
        f"Look at the top 4 cards of your deck. You may show {word} card from among them to your opponent and put it"
    )
    among += " into your hand. Put the rest on the bottom of your deck in any order."
    chosen = [each.among for text in (there, among) for each in said(text) if isinstance(each, w.Choose)]
    assert [(kind,), (kind,)] == [each.types for each in chosen]

    until = said(f"Reveal cards from the top of your deck until you reveal {word} card. Put that card into your hand.")
    assert [Those(what="card", types=(kind,))] == [each.until for each in until if isinstance(each, w.Top)]

    asked = said(f"Reveal the top card of your deck. If it's {word} card, put it into your hand.")
    assert [w.There(are=Those(what="card", bound="top", types=(kind,)))] == [
        e.condition for e in asked if isinstance(e, w.If)
    ]


@pytest.mark.parametrize(("word", "kind"), [("Equipment", "equipment"), ("Location", "location")])
def test_each_card_of_a_type_and_the_rest(word: str, kind: str) -> None:
    """What is done with each card of the type is not done with the rest, and the rest is without them."""
    text = f"Reveal the top 3 cards of your deck. Put each {word} card revealed this way into your hand"
    text += " and discard the rest."
    moved, rest = (each for each in said(text) if isinstance(each, w.MoveTo | w.Discard))
    assert isinstance(moved, w.MoveTo)
    assert (kind,) == moved.what.types
    assert isinstance(rest, w.Discard)
    assert Those(what="card", types=(kind,)) == rest.what.but
