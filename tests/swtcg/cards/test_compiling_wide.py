"""The text compiler: shapes of sentences that many cards share, in sentences of our own."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those
from tests.swtcg.cards.test_compiling import IT, played, unit


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
    clones = Those(side="yours", subtype="Clone")
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
    assert w.There(are=Those(side="yours", subtype="Clone"), least=4) == ability.condition


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
    assert w.There(are=Those(side="opponents", subtype="Jedi")) == said.condition
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
        "When this unit attacks, you may either look at the top card of your deck or look at the top card of your "
        "opponent's deck. Discard that card."
    )
    assert isinstance(trigger, w.Triggered)
    assert w.Discard(what=Those(what="card", bound="top")) == trigger.do[-1]


def test_a_duty_when_it_attacks_is_so_all_the_time() -> None:
    """What a unit must attack binds its choice, which comes before the attack."""
    (duty,) = unit(
        "Whenever this unit attacks, it must attack the unit with the lowest power among the units it can attack. "
        "If more than one unit is tied for the lowest power, you choose which one it attacks."
    )
    assert w.Static(changes=(w.Oblige(who=THIS, must_attack=Those(lowest="power")),)) == duty


def test_attack_after_attack() -> None:
    """Each time it attacks, when that attack ends, it attacks again what it has not attacked."""
    _, later = do(
        "Choose one of your Jedi. Each time that Jedi attacks this turn, when its attack ends, choose a unit that it "
        "can attack but hasn't attacked this turn. The Jedi attacks that unit."
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
        ("Disrupt an activated ability. The disrupted ability may not be activated again this turn.",
         w.Disrupt(of=("activated",), bars=True)),
        ("Stacks can't be rearranged this turn.",
         w.Allow(clause="STACKS_MAY_BE_REARRANGED", who=Those(), permit=False)),
        ("Neither player can stack cards from his or her hand this turn.",
         w.Allow(clause="STACKS_MAY_GROW", who=Those(), permit=False)),
        ("Each of your units receives no Bounty this turn.",
         w.Allow(clause="BOUNTY_EARNED", who=Those(side="yours"), permit=False)),
        ("Pay any amount of Force. Your opponent discards a number of cards equal to the Force you paid.",
         w.DiscardCards(amount=w.X(name="paid"))),
    ],
)  # fmt: skip
def test_single_shapes(text: str, last: w.Instruction) -> None:
    """One sentence, and the instruction that it is."""
    assert last == do(text)[-1]
