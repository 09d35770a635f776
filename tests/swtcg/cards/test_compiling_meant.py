"""The text compiler: what a sentence means where another meaning lies near, in sentences of our own."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.words import Vocabulary
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those
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
    assert ("", w.Not(of=w.There(are=Those(zones=("ground",), has_attacked=True)))) == (said.only, said.condition)


def test_it_is_what_is_changed_beside_another_condition() -> None:
    """Of two conditions the one on "it" is on each thing that is changed, the other on all."""
    (ability,) = unit("Each Droid gets -1 power as long as it's attacking this unit and you have another Jedi.")
    changed = w.Modify(of=Those(subtype="Droid", attacking_whom=THIS), stat="power", amount=-1)
    jedi = w.There(are=Those(side="yours", other=True, subtype="Jedi"))
    assert w.Static(changes=(changed,), condition=jedi) == ability


def test_two_states_of_it() -> None:
    """Both are said of what is changed."""
    (ability,) = unit("Each Droid gets -1 power as long as it is damaged and is attacking this unit.")
    changed = w.Modify(of=Those(subtype="Droid", damaged=True, attacking_whom=THIS), stat="power", amount=-1)
    assert w.Static(changes=(changed,)) == ability


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
    asked = tuple(w.There(are=Those(side="yours", zones=(each,), subtype="Droid"), least=2) for each in arenas)
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
    assert Those(subtype="Hutt") == getattr(ability.changes[0], "of", None)


def test_in_play_is_in_the_build_zone_too() -> None:
    """A deployed unit is in play there (idc.build.partially-built-not-in-play)."""
    said = play("Draw a card. Play only if you have no Droids in play.")
    anywhere = Those(side="yours", zones=("space", "ground", "character", "build"), subtype="Droid")
    assert w.Not(of=w.There(are=anywhere)) == said.condition
