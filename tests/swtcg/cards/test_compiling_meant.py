"""The text compiler: what a sentence means where another meaning lies near, in sentences of our own."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those
from tests.swtcg.cards.test_compiling import played, unit

ATTACKER = Those(what="stack", bound="attacker")


def play(text: str) -> w.Play:
    """What a Battle card of one paragraph is."""
    (ability,) = played(text)
    assert isinstance(ability, w.Play)
    return ability


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("Reroll all your attack dice.", "yours"),
        ("Choose one or more of your opponent's attack dice. Your opponent rerolls those dice.", "opponents"),
        ("Pay 1 Force -> Reroll up to 2 of your attack dice.", "yours"),
        ("Draw a card. Play only before you roll attack dice.", "yours"),
        ("Draw a card. Play only before your opponent rolls attack dice.", "opponents"),
        ("Draw a card. Play only if your opponent is attacking.", "opponents"),
    ],
)
def test_who_rolls_attack_dice_is_who_attacks(text: str, side: str) -> None:
    """Attack dice of a player are those of an attack of that player's unit."""
    assert w.There(are=Those(what="stack", bound="attacker", side=side)) == play(text).condition


def test_dice_of_nobody_are_anybodys() -> None:
    """What does not say whose dice it means asks for no attack."""
    assert (None, None) == (
        play("Reroll up to 2 dice.").condition,
        play("Draw a card. Play only before the attack dice are rolled.").condition,
    )


def test_before_any_attacks_is_not_while_none_does() -> None:
    """An attack in another arena does not keep it from being played."""
    said = play("Draw a card. Play only before any unit in the Ground arena attacks.")
    assert ("", w.Not(of=w.Happened(event="attacked", to=Those(zones=("ground",))))) == (said.only, said.condition)


def test_it_is_what_is_changed_beside_another_condition() -> None:
    """Of two conditions the one on "it" is on each thing that is changed, the other on all."""
    (ability,) = unit("Each Droid gets -1 power as long as it's attacking this unit and you have another Jedi.")
    changed = w.Modify(of=Those(what=UNIT_OR_PILOT, subtype="Droid", attacking_whom=THIS), stat="power", amount=-1)
    jedi = w.There(are=Those(what=UNIT_OR_PILOT, side="yours", other=True, subtype="Jedi"))
    assert w.Static(changes=(changed,), condition=jedi) == ability


def test_two_states_of_it() -> None:
    """Both are said of what is changed."""
    (ability,) = unit("Each Droid gets -1 power as long as it is damaged and is attacking this unit.")
    changed = w.Modify(
        of=Those(what=UNIT_OR_PILOT, subtype="Droid", damaged=True, attacking_whom=THIS), stat="power", amount=-1
    )
    assert w.Static(changes=(changed,)) == ability


@pytest.mark.parametrize(
    "text",
    [
        "When 2 or more of your Droids are damaged, draw a card.",
        "When you draw 2 or more cards, gain 1 Force.",
        "As long as this unit is piloted by two Jedi, it gets +2 power.",
        "As long as this unit is attacked by 2 or more units, it gets +2 power.",
    ],
)
def test_so_many_at_once(text: str) -> None:
    """An event is of one thing, and one Pilot or attacker is looked for: that it takes more is not passed over."""
    with pytest.raises(NotUnderstood):
        unit(text)


def test_units_beside_pilots() -> None:
    """Pilots are no units; a word that says so of the last kind says nothing of those before it."""
    with pytest.raises(NotUnderstood):
        unit("When one of your Droids or Pilots is damaged, draw a card.")


def test_where_it_is_is_not_where_this_is() -> None:
    """What cannot be said of each thing is not said of this unit instead."""
    with pytest.raises(NotUnderstood):
        unit("Each Droid gets -1 power as long as it is in the Ground arena.")


@pytest.mark.parametrize(
    "text", ["If you have 2 or more Droids in each arena,", "If you have at least 2 Droids in each arena,"]
)
def test_so_many_in_each_arena(text: str) -> None:
    """The number is asked for in each of them."""
    (said,) = play(f"{text} draw a card.").do
    arenas = ("space", "ground", "character")
    asked = tuple(
        w.There(are=Those(what=UNIT_OR_PILOT, side="yours", zones=(each,), subtype="Droid"), least=2) for each in arenas
    )
    assert isinstance(said, w.If)
    assert w.Both(of=asked) == said.condition


def test_a_name_that_is_a_subtype_of_others() -> None:
    """A part of a name in the singular, without an article, is the name."""
    reader = Compiler(Vocabulary(("Hutt", "Guard"), ("Hutt Tester",), ("Hutt Tester",)))
    (ability,) = reader.abilities(
        "As long as Hutt is in the Ground arena, each Hutt gets +1 power.", About("Hutt Tester", True, ("ground",))
    )
    assert isinstance(ability, w.Static)
    assert w.There(are=Those(what="stack", bound="this", zones=("ground",))) == ability.condition
    assert Those(what=UNIT_OR_PILOT, subtype="Hutt") == getattr(ability.changes[0], "of", None)


def test_in_play_is_in_the_build_zone_too() -> None:
    """A deployed unit is in play there (idc.build.partially-built-not-in-play)."""
    said = play("Draw a card. Play only if you have no Droids in play.")
    anywhere = Those(what=UNIT_OR_PILOT, side="yours", zones=("space", "ground", "character", "build"), subtype="Droid")
    assert w.Not(of=w.There(are=anywhere)) == said.condition


def test_a_type_that_needs_its_noun_takes_the_kind_before_it() -> None:
    """Of Droid Space and Ground units both are Droids; beside Characters that stand alone, Ground units are any."""
    (both,) = unit("Each of your Droid Space and Ground units gets +1 power.")
    (apart,) = unit("Each of your Droid Characters and Ground units gets +1 power.")
    assert isinstance(both, w.Static)
    assert isinstance(apart, w.Static)
    assert Those(side="yours", types=("space", "ground"), subtype="Droid") == getattr(both.changes[0], "of", None)
    other = (Those(types=("character",), subtype="Droid"), Those(types=("ground",)))
    assert Those(side="yours", any_of=other) == getattr(apart.changes[0], "of", None)


def test_neither_is_not_one_or_the_other() -> None:
    """Units that are neither: one that is a Jedi and no Droid is not among them."""
    (said,) = play("Each of your non-Jedi and non-Droid units gets +1 power until end of turn.").do
    neither = Those(any_of=(Those(subtype="Jedi"), Those(subtype="Droid")))
    assert w.Modify(of=Those(side="yours", but=neither), stat="power", amount=1, until="turn") == said


def test_an_option_of_several_sentences() -> None:
    """What stands up to the next "Or" belongs to the option; a restriction at the end to all of it."""
    (ability,) = unit(
        "Pay 1 Force -> Choose one: Search your deck for a Droid card and put it into your hand. Shuffle your deck. "
        "Or: Draw a card. Play only when no unit is attacking."
    )
    assert isinstance(ability, w.Activated)
    (choice,) = ability.do
    assert isinstance(choice, w.OneOfThese)
    assert [[w.Choose, w.MoveTo, w.Shuffle], [w.Draw]] == [[type(each) for each in way] for way in choice.options]
    assert "no attack" == ability.only


def test_brackets_that_say_what_costs_nothing_costs_now() -> None:
    """They are no reminder: without them a card without a Force cost costs none."""
    (dearer,) = play("Each Battle card costs 2 more Force to play this turn.").do
    (all_dearer,) = play(
        "Each Battle card costs 2 more Force to play this turn. "
        "(Battle cards with no Force cost now cost 2 Force to play.)"
    ).do
    assert (w.Tax(kind="battle", force=2), w.Tax(kind="battle", force=2, free=True)) == (dearer, all_dearer)


def test_a_card_that_puts_itself_into_play_from_the_hand() -> None:
    """No effect of a unit that stands there: it is left to the judge."""
    with pytest.raises(NotUnderstood):
        unit("When the Ground battle step starts, you may put this card from your hand into the Ground arena.")


def test_a_search_within_what_one_may_do() -> None:
    """Who does not do the first does not search, nor shuffle; only what stood untapped can be tapped for it."""
    (ability,) = unit(
        "When this unit attacks, you may tap one of your Droids. If you do, you may search your deck for 1 Jedi. "
        "Put that card into your hand. Shuffle your deck."
    )
    assert isinstance(ability, w.Triggered)
    (offer,) = ability.do
    assert isinstance(offer, w.May)
    choice, tap, search = offer.do
    assert (
        w.Choose(
            into="it", among=Those(what=UNIT_OR_PILOT, side="yours", subtype="Droid", tapped=False), when="resolving"
        )
        == choice
    )
    assert isinstance(tap, w.Tap)
    assert isinstance(search, w.May)
    assert [w.Choose, w.MoveTo, w.Shuffle] == [type(each) for each in search.do]


def test_where_the_last_of_several_is_all_are() -> None:
    """The place that stands behind two things is that of both."""
    (ability,) = unit("As long as you have this unit and a Jedi in the Character arena, this unit gets +1 power.")
    assert isinstance(ability, w.Static)
    there = [each.are.zones for each in getattr(ability.condition, "of", ())]
    assert [("character",), ("character",)] == there


@pytest.mark.parametrize("where", ["to different units", "to your Speeders"])
def test_a_pilot_goes_onto_one_unit(where: str) -> None:
    """Which of several it is nobody has said."""
    with pytest.raises(NotUnderstood):
        unit(f"[tap] -> Move one of your Pilots {where}. Play only during your build step.")


def test_a_name_that_type_lines_have_means_the_subtypes() -> None:
    """All "Guard Captains" are of those subtypes, though a card is called so as well."""
    lines = [(("character",), "Hutt Guard Captain"), (("character",), "Guard Captain")]
    reader = Compiler(Vocabulary(("Hutt", "Guard", "Captain"), ("Guard Captain",), (), lines=lines))
    (ability,) = reader.abilities(
        "Each of your Guard Captains gets +1 power.", About("Aunt Test", True, ("character",))
    )
    captains = Those(what=UNIT_OR_PILOT, side="yours", subtype="Guard Captain")
    assert w.Static(changes=(w.Modify(of=captains, stat="power", amount=1),)) == ability
