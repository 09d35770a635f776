"""The text compiler: shapes of sentences that many cards share, in sentences of our own."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those
from tests.swtcg.cards.test_compiling import IT, compiler, played, unit


def do(text: str) -> tuple[w.Instruction, ...]:
    """What a Battle card of one paragraph does."""
    (ability,) = played(text)
    assert isinstance(ability, w.Play)
    return ability.do


def test_whenever_is_every_time_and_when_the_next_time() -> None:
    """A delayed effect that waits for every such event of the turn repeats."""
    every = do("This turn, whenever one of your units is discarded, you gain 1 Force.")
    once = do("This turn, when one of your units is discarded, you gain 1 Force.")
    assert [True] == [each.repeats for each in every if isinstance(each, w.Later)]
    assert [False] == [each.repeats for each in once if isinstance(each, w.Later)]


def test_for_each_at_the_end_counts_for_all_values_before_it() -> None:
    """Several values that are gained for each of something."""
    (ability,) = unit("This unit gets +10 speed and +1 power for each of your Clones.")
    clones = Those(what=UNIT_OR_PILOT, side="yours", subtype="Clone")
    expected = (
        w.Modify(of=THIS, stat="speed", amount=w.Count(of=clones, times=10)),
        w.Modify(of=THIS, stat="power", amount=w.Count(of=clones)),
    )
    assert isinstance(ability, w.Static)
    assert expected == ability.changes


def test_four_or_more_are_at_least_four() -> None:
    """The number before "or more" is asked for."""
    (ability,) = played("Pay 1 Force -> Draw a card. Play only if you have 4 or more Clones.")
    assert isinstance(ability, w.Play)
    assert w.There(are=Those(what=UNIT_OR_PILOT, side="yours", subtype="Clone"), least=4) == ability.condition


def test_that_unit_is_not_what_acts() -> None:
    """What a unit does something to is another than itself, though both are spoken of."""
    said = do("Choose one of your Jedi and one of your opponent's Droids. Your Jedi does 2 damage to that unit.")
    second = Those(what="stack", bound="it2")
    assert w.Damage(to=second, amount=2, by=IT) == said[-1]


def test_unless_a_player_has_something_and_pays() -> None:
    """A payment that is possible only to who has something."""
    (choice, said) = do("One of your units does 1 damage to itself unless your opponent has a Jedi and pays 2 Force.")
    assert isinstance(choice, w.Choose)
    assert isinstance(said, w.If)
    assert w.There(are=Those(what=UNIT_OR_PILOT, side="opponents", subtype="Jedi")) == said.condition
    assert [w.May] == [type(each) for each in said.then]


def test_unless_a_player_does_something() -> None:
    """Of two things done the last is averted; what averts it is the other player's choice."""
    drawn, said = do("Draw 2 cards, then discard a card from your hand unless you tap one of your Droids.")
    assert w.Draw(amount=2) == drawn
    assert isinstance(said, w.May)
    assert (w.DiscardCards(who="you"),) == said.otherwise
    assert [w.Choose, w.Tap] == [type(each) for each in said.do]


def test_either_or_binds_the_same_name() -> None:
    """What follows speaks of the one card, whichever way was chosen."""
    (trigger,) = unit(
        "When this unit attacks, you may either draw a card or look at the top card of your opponent's deck. Discard "
        "that card."
    )
    assert isinstance(trigger, w.Triggered)
    assert w.Discard(what=Those(what="card", bound="top")) == trigger.do[-1]


def test_a_duty_when_it_attacks_is_so_all_the_time() -> None:
    """What a unit must attack when it attacks binds its choice, which comes before the attack; it may decline."""
    (duty,) = unit(
        "Whenever this unit attacks, it must attack the unit with the highest speed among the units it can attack. "
        "If more than one unit is tied for the highest speed, you choose which one it attacks."
    )
    assert w.Static(changes=(w.Oblige(who=THIS, must_attack=Those(highest="speed"), if_they_attack=True),)) == duty


def test_attack_after_attack() -> None:
    """Each time it attacks, when that attack ends, it attacks again what it has not attacked."""
    _, later = do(
        "Choose one of your Droids. Whenever that Droid attacks this turn, when its attack ends, choose a unit that it "
        "can attack but hasn't attacked this turn. The Droid attacks that unit."
    )
    assert isinstance(later, w.Later)
    assert (w.Event(kind="attack ends", to=IT), True, "turn") == (later.when, later.repeats, later.until)
    assert w.AttackWith(unit=IT, on=Those(what="stack", bound="it2")) == later.do[-1]


def test_a_text_that_the_files_have_joined_to_another() -> None:
    """Behind a restriction another ability of the card begins."""
    first, second = unit(
        "Pay 1 Force -> Untap this unit. Play only when this unit would attack. As long as you have another Jedi, "
        "this unit can't be attacked."
    )
    assert (w.Activated, w.Static) == (type(first), type(second))


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Disrupt an activated ability. The disrupted ability can't be activated again this turn.",
         w.Disrupt(of=("activated",), bars=True)),
        ("Stacks can't be rearranged this turn.",
         w.Allow(clause="STACKS_MAY_BE_REARRANGED", who=Those(), permit=False)),
        ("Neither player can stack cards from his or her hand this turn.",
         w.Allow(clause="STACKS_MAY_GROW", who=Those(), permit=False)),
        ("Each of your units receives no Bounty this turn.",
         w.Allow(clause="BOUNTY_EARNED", who=Those(side="yours"), permit=False)),
        ("Pay any amount of Force. You discard a number of cards equal to the Force you paid.",
         w.DiscardCards(who="you", amount=w.X(name="paid"))),
    ],
)  # fmt: skip
def test_single_shapes(text: str, last: w.Instruction) -> None:
    """One sentence, and the instruction that it is."""
    assert last == do(text)[-1]


def test_a_choice_of_a_kind_is_one_of_several_effects() -> None:
    """What follows the choice is told for each kind."""
    (one,) = do("Choose one: Droid, Jedi or Clone. Each unit of that type gets -2 power until end of turn.")
    assert isinstance(one, w.OneOfThese)
    told = [option[0].of.subtype for option in one.options if isinstance(option[0], w.Modify)]
    assert ["Droid", "Jedi", "Clone"] == told


def test_the_type_of_an_arena() -> None:
    """Of space, ground and character one is chosen, which is an arena as well as a type."""
    said = do(
        "Choose Space or Ground. Reveal cards from the top of your deck until you reveal a Droid card of that type. "
        "Return it to your hand. Shuffle the rest into your deck."
    )
    assert w.ChooseArena(among=("space", "ground")) == said[0]
    assert isinstance(said[1], w.Top)
    assert said[1].until is not None
    assert ("there",) == said[1].until.types
    assert w.MoveTo(what=Those(what="card", bound="rest"), to="deck") == said[-1]


def test_an_arena_where() -> None:
    """The condition is on what stands in the arena."""
    said = do("Choose an arena where no unit has attacked this turn. Draw a card for each Droid in that arena.")
    attacked = w.Happened(event="attacked", to=Those(zones=("there",)))
    assert w.ChooseArena(where=w.Not(of=attacked)) == said[0]


def test_would_be_discarded_is_a_replacement() -> None:
    """What is done instead of a discard, on a condition that is always looked at."""
    (kept,) = unit(
        "As long as you have a Jedi, if this unit would be discarded from the Space arena, untap it and remove all "
        "damage counters from it instead."
    )
    event = w.Event(kind="would be discarded", to=THIS, at="space")
    change = w.Instead(event=event, do=(w.Untap(what=THIS), w.RemoveDamage(of=THIS)), repeats=True)
    assert (
        w.Static(changes=(change,), condition=w.There(are=Those(what=UNIT_OR_PILOT, side="yours", subtype="Jedi")))
        == kept
    )


def test_a_card_that_lies_in_the_discard_pile() -> None:
    """Its own trigger works there, beside what it does when it is played."""
    _, beside = played(
        "Gain 1 Force.",
        "When one of your opponent's effects causes you to discard this card from your hand, gain 3 Force.",
    )
    assert isinstance(beside, w.Elsewhere)
    assert isinstance(beside.ability, w.Triggered)
    assert (w.GainForce(amount=3),) == beside.ability.do


def test_who_rolls_higher_and_who_wins_a_bid() -> None:
    """What the player does who does best is done by either."""
    (rolled,) = unit("When this unit attacks, each player rolls a die. The player who rolls higher draws a card.")
    assert isinstance(rolled, w.Triggered)
    assert [w.RollDice, w.RollDice, w.If, w.If] == [type(each) for each in rolled.do]
    (bid,) = unit(
        "When this unit attacks, each player secretly bids Force. The player who wins the bid gains 2 Force. If it's a "
        "tie, your opponent wins the bid."
    )
    assert isinstance(bid, w.Triggered)
    assert w.Bid(ties="opponent") == bid.do[0]


def test_a_pilot_calls_itself_by_its_name() -> None:
    """In what a Pilot gives, its name is the Pilot and "this unit" what it is on."""
    found = read_text(
        "[Pilot] Speeder Pilot. The Speeder gets: * Accuracy 1. * When this Speeder attacks, if the defending unit "
        "isn't discarded, discard Aunt.",
        key="T/1", types=("character",), name="Aunt Test", unique=True, compiler=compiler(),
    )  # fmt: skip
    assert [COMPILED] == [each.state for each in found]
    assert "giver" in str(found[0].abilities)


def test_the_least_cost_of_abilities_made_cheaper() -> None:
    """A sentence of its own says how cheap they get at most."""
    (tax,) = unit(
        "Each of your Droids' activated abilities costs 2 less Force to play. Abilities that cost 3 or more Force "
        "can't cost less than 3 Force."
    )
    assert isinstance(tax, w.Static)
    assert [(-2, 3)] == [(each.force, each.floor) for each in tax.changes if isinstance(each, w.Tax)]


def test_a_retaliate_of_the_units_own_value() -> None:
    """An X told of that unit from without is the unit's own within what it is granted."""
    _, grant = do(
        'One of your Droids gets "Pay 2 Force -> Retaliate X" for this attack, where X is that unit\'s health.'
    )
    assert isinstance(grant, w.Grant)
    assert "of=Those(what='stack', side='any', zones=(), bound='this'" in str(grant.ability)


def test_what_is_played_from_the_discard_pile_works_there() -> None:
    """An ability of a card that says where the card lies is one of that zone, and asks for it in no other way."""
    (made,) = unit("Pay 1 Force -> Put this unit from your discard pile into your hand.")
    back = w.MoveTo(what=w.Those(what="card", side="yours", bound="this"), to="hand")
    assert made == w.Elsewhere(zone="discard", ability=w.Activated(cost=w.Cost(force=1), do=(back,)))


def test_what_is_done_besides_the_extra_draw() -> None:
    """All of it happens as the draw step starts."""
    (drawn,) = unit(
        "As long as you have a Jedi, draw 3 extra cards during your draw step and then put 3 cards from your hand on "
        "the top of your deck."
    )
    assert isinstance(drawn, w.Triggered)
    assert [w.Draw, w.Choose, w.MoveTo] == [type(each) for each in drawn.do]


def test_what_was_tapped_this_way_stood_untapped_before() -> None:
    """Tapping all of a kind taps only those that are not tapped yet; the number is theirs."""
    said = do("Tap each Droid in all arenas. Draw a card for each Droid tapped this way.")
    assert w.Let(into="thus", be=w.Count(of=Those(what=UNIT_OR_PILOT, subtype="Droid", tapped=False))) == said[0]
    assert isinstance(said[1], w.Tap)


def test_the_chosen_unit_is_not_what_a_cost_was_paid_with() -> None:
    """Beside a unit that is tapped for it, "the chosen unit" is the one that the effect has chosen."""
    text = (
        "Tap one of your untapped Droids -> Choose one of your Jedi. The chosen unit gets +1 power for this attack. | "
        "Enhance: Tap another of your untapped Droids -> The chosen unit gets +2 power for this attack instead."
    )
    (ability,) = played(text)
    assert isinstance(ability, w.Play)
    assert ability.enhance is not None
    changes = [each for each in ability.enhance.do if isinstance(each, w.Modify)]
    assert [w.Modify(of=IT, stat="power", amount=2, until="attack")] == [
        msgspec.structs.replace(each, until="attack") for each in changes
    ]


def test_unless_averts_all_that_its_clause_says() -> None:
    """What one clause does of several things is averted together; what a clause before it does is not."""
    (trigger,) = unit(
        "When the battle phase starts, this unit gets +2 power and Accuracy 1 until end of turn unless your opponent "
        "discards the top 3 cards of his or her deck."
    )
    assert isinstance(trigger, w.Triggered)
    (said,) = trigger.do
    assert isinstance(said, w.May)
    assert [w.Modify, w.Grant] == [type(each) for each in said.otherwise]


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("Each Ground unit gets -1 power unless it's a Droid.", Those(types=("ground",), but=Those(subtype="Droid"))),
        (
            "Each of your Jedi gets -1 power if it's damaged.",
            Those(what=UNIT_OR_PILOT, side="yours", subtype="Jedi", damaged=True),
        ),
    ],
)
def test_what_each_of_them_has_to_be_is_asked_of_each(text: str, of: Those) -> None:
    """At the end of a condition "it" is each of those, and not the card that says it."""
    (made,) = unit(text)
    assert made == w.Static(changes=(w.Modify(of=of, stat="power", amount=-1),))


def test_discarded_from_any_arena_is_not_from_a_build_zone() -> None:
    """Where it says so; what is merely discarded is discarded from wherever it stands."""
    arenas, anywhere = (
        unit(f"Whenever one of your Droids is discarded{place}, draw a card.")[0] for place in (" from any arena", "")
    )
    assert isinstance(arenas, w.Triggered)
    assert isinstance(anywhere, w.Triggered)
    assert arenas.when.to == Those(
        what=UNIT_OR_PILOT, side="yours", subtype="Droid", zones=("space", "ground", "character")
    )
    assert anywhere.when.to == Those(what=UNIT_OR_PILOT, side="yours", subtype="Droid")


def test_damage_when_attacked_is_that_of_an_attack() -> None:
    """Damage of an effect is none that is done by attacking."""
    (trigger,) = unit("Whenever this unit would be damaged when attacked, prevent 1 of that damage.")
    assert isinstance(trigger, w.Triggered)
    assert trigger.when == w.Event(kind="would be damaged", to=THIS, at="attack")


def test_those_with_a_keyword_are_some_of_them() -> None:
    """What is added to "those" leaves the others out."""
    _, made = unit("Each of your other Droids gets +10 speed. Each of those Droids with Armor gets +1 power.")
    those = Those(what=UNIT_OR_PILOT, side="yours", subtype="Droid", other=True, keyword="armor")
    assert made == w.Static(changes=(w.Modify(of=those, stat="power", amount=1),))


def test_what_one_unit_gets_for_a_while_is_not_always_on() -> None:
    """Without a cost it is played for nothing, and one is chosen."""
    text = "Reserves: One of your Droids gets Accuracy 1 for this attack."
    (read,) = read_text(text, key="T/1", types=("character",), name="Test Guard", compiler=compiler())
    (made,) = read.abilities
    assert isinstance(made, w.Reserves)
    assert isinstance(made.ability, w.Activated)
    assert [w.Choose, w.Grant] == [type(each) for each in made.ability.do]


SEARCH = (
    "When you deploy this unit, you may search your deck, hand, and/or discard pile for up to 2 Droid cards and "
    "put them into the Ground arena."
)


def test_who_does_not_search_does_not_shuffle() -> None:
    """Of several zones searched at once as well."""
    (trigger,) = unit(f"{SEARCH} Then shuffle your deck.")
    assert isinstance(trigger, w.Triggered)
    (may,) = trigger.do
    assert isinstance(may, w.May)
    assert [w.Choose, w.MoveTo, w.Shuffle] == [type(each) for each in may.do]


def test_who_leaves_the_deck_out_of_a_search_does_not_shuffle_it() -> None:
    """Where it is said that a deck is shuffled if it was searched, the other zones may be searched alone."""
    (trigger,) = unit(f"{SEARCH} If you searched your deck, shuffle it.")
    assert isinstance(trigger, w.Triggered)
    (may,) = trigger.do
    assert isinstance(may, w.May)
    (ways,) = may.do
    assert isinstance(ways, w.OneOfThese)
    with_it, without = ways.options
    assert [w.Choose, w.MoveTo, w.Shuffle] == [type(each) for each in with_it]
    assert [w.Choose, w.MoveTo] == [type(each) for each in without]
    assert isinstance(without[0], w.Choose)
    assert ("hand", "discard") == without[0].among.zones


def test_a_unit_that_is_searched_for_is_a_unit_card() -> None:
    """Cards of other types have subtypes as well."""
    found = do("Search your deck for a Droid unit and put it into your hand. Then shuffle your deck.")[0]
    assert isinstance(found, w.Choose)
    assert ("space", "ground", "character") == found.among.types


def test_what_must_attack_and_can_attack_its_own_side_must_do_that_too() -> None:
    """The duty is to attack whatever it can."""
    (made,) = unit("This unit must attack, and can attack your other units in the Ground arena.")
    assert isinstance(made, w.Static)
    assert w.Oblige(who=THIS, must_attack=Those()) == made.changes[0]


def test_the_rest_are_also_those_that_were_not_chosen() -> None:
    """Of cards turned over until some come, all but the one that is taken."""
    said = do(
        "Reveal cards from the top of your deck until you reveal 3 Droid cards. Your opponent chooses one of those "
        "cards. Put it into your hand. Discard the rest."
    )
    chosen = Those(what="card", bound="it")
    left = (Those(what="card", bound="rest"), Those(what="card", bound="found", but=chosen))
    assert tuple(w.Discard(what=each) for each in left) == said[-2:]


def test_that_player_is_whose_the_chosen_unit_is() -> None:
    """Where nobody was spoken of, the unit may be of either player."""
    said = do("Choose a unit. Move all damage counters from that unit to another of that player's units in any arena.")
    (asked,) = (each for each in said if isinstance(each, w.If))
    assert w.There(are=Those(what="stack", bound="it", side="yours")) == asked.condition
    choices = [each for way in (asked.then, asked.otherwise) for each in way if isinstance(each, w.Choose)]
    assert [("yours", "you"), ("opponents", "you")] == [(each.among.side, each.who) for each in choices]
    assert [IT, IT] == [
        each.of for way in (asked.then, asked.otherwise) for each in way if isinstance(each, w.MoveDamage)
    ]


def test_a_card_put_into_one_of_two_arenas_is_one_that_goes_there() -> None:
    """It goes to its own arena, and no card of another type can be chosen."""
    choice, put = do("Put a Droid card from your hand into the Space or Ground arena.")
    assert isinstance(choice, w.Choose)
    assert isinstance(put, w.MoveTo)
    assert (("space", "ground"), "arena") == (choice.among.types, put.to)


def test_a_keyword_in_reserve() -> None:
    """What Reserves is before may be a keyword that is paid for."""
    (read,) = read_text("Reserves: Pay 1 Force -> Evade 2", key="T/1", types=("character",), name="Test Guard")
    (made,) = read.abilities
    assert isinstance(made, w.Reserves)
    assert isinstance(made.ability, w.Keyword)
    assert ("evade", 2, 1) == (made.ability.name, made.ability.x, made.ability.cost.force)
