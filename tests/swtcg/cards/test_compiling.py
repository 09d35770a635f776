"""The text compiler: sentences of our own in the cards' language, and the effects they are."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import pytest
from lark.grammar import Terminal
from msgspec import structs

from adjudicator.swtcg.cards.compiling.meaning import Meaning
from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.cutting import sentences
from adjudicator.swtcg.cards.compiling.reading.lexing import lexicon, plain
from adjudicator.swtcg.cards.compiling.reading.naming import OWN_SIGN, marked
from adjudicator.swtcg.cards.compiling.reading.notation import read, written
from adjudicator.swtcg.cards.compiling.reading.parsing import literals, parser
from adjudicator.swtcg.cards.compiling.reading.words import CLASSES, PLAIN, Vocabulary
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those

KINDS = ("Jedi", "Droid", "Clone", "Speeder", "Knight", "Guard")
IT = Those(what="stack", bound="it")
PARRY = w.Keyword(name="parry", x=1)


@cache
def compiler() -> Compiler:
    """A compiler that knows a few kinds and names."""
    return Compiler(Vocabulary(KINDS, ("Aunt Test", "Test Guard", "Second Look"), ("Aunt Test",)))


def unit(text: str, name: str = "Test Guard", *, unique: bool = False) -> tuple[w.Ability, ...]:
    """What a text of a unit is."""
    return compiler().abilities(text, About(name, unique, ("character",)))


def played(*texts: str) -> tuple[w.Ability, ...]:
    """What the paragraphs of a Battle card are."""
    found = read_text(" | ".join(texts), key="T/1", types=("battle",), name="Second Look", compiler=compiler())
    assert all(each.state == COMPILED for each in found), [each.broke for each in found]
    return tuple(ability for each in found for ability in each.abilities)


def test_every_alternative_of_the_grammar_fits_its_meaning() -> None:
    """A rule that has a meaning is given as many parts as the meaning takes."""
    wrong = []
    for rule in parser().rules:
        name = str(rule.alias or rule.origin.name)
        method = getattr(Meaning, name, None)
        if name.startswith("_") or method is None:
            continue
        kept = [each for each in rule.expansion if not (isinstance(each, Terminal) and each.filter_out)]
        parts = [each for each in kept if each.is_term or not each.name.startswith("_")]
        open_ended = len(parts) < len(kept)
        if rule.options.expand1 and len(parts) == 1 and not rule.alias:
            continue
        least, most = _arity(getattr(method, "base_func", method))
        if len(parts) > most or (len(parts) < least and not open_ended):
            wrong.append((name, len(parts), least, most))
    assert [] == wrong


def _arity(method: Any) -> tuple[int, float]:
    parameters = list(inspect.signature(inspect.unwrap(method)).parameters.values())[1:]
    least = sum(each.default is each.empty and each.kind is not each.VAR_POSITIONAL for each in parameters)
    several = any(each.kind is each.VAR_POSITIONAL for each in parameters)
    return least, float("inf") if several else len(parameters)


def test_the_lexicon_is_in_plain_forms() -> None:
    """A word of the grammar is what the lexer makes of it, or it would never be found."""
    quoted = {word for phrase in literals().values() for word in phrase.split() if word.isalpha()}
    assert [] == sorted(word for word in quoted if PLAIN.get(word, word) != word or plain(word) != word)
    classed = {
        tuple(PLAIN.get(word, word) for word in phrase.split()) for words in CLASSES.values() for phrase in words
    }
    assert classed <= set(lexicon().phrases)


def test_a_static_ability() -> None:
    """What is so as long as something holds; changes of one noun stand in one ability."""
    read_as = unit(
        "As long as you have another Jedi in the Ground arena, each of your Clones gets +10 speed and Stun 2."
    )
    clones = Those(what=UNIT_OR_PILOT, side="yours", subtype="Clone")
    jedi = Those(what=UNIT_OR_PILOT, side="yours", zones=("ground",), other=True, subtype="Jedi")
    assert (
        w.Static(
            changes=(
                w.Modify(of=clones, stat="speed", amount=10),
                w.Grant(to=clones, ability=w.Keyword(name="stun", x=2)),
            ),
            condition=w.There(are=jedi),
        ),
    ) == read_as


def test_what_it_is_attacking_belongs_to_the_unit() -> None:
    """A condition on the very thing that is changed is part of who it is."""
    (ability,) = unit("This unit gets +4 power as long as it's attacking a Droid.")
    assert isinstance(ability, w.Static)
    droid = Those(what=UNIT_OR_PILOT, subtype="Droid")
    attacking = Those(what="stack", bound="this", attacking_whom=droid)
    assert (w.Modify(of=attacking, stat="power", amount=4),) == ability.changes
    assert (ability,) == unit("As long as this unit is attacking a Droid, it gets +4 power.")


def test_what_it_is_attacking_is_never_lost() -> None:
    """Where nothing takes the condition up it is the whole ability's; where only a part could, nothing is compiled."""
    (ability,) = unit(
        "As long as this unit is attacking a Droid, your opponent's Battle cards cost 1 more Force to play."
    )
    droid = Those(what=UNIT_OR_PILOT, subtype="Droid")
    attacking = w.There(are=Those(what="stack", bound="this", attacking_whom=droid))
    assert isinstance(ability, w.Static)
    assert attacking == ability.condition
    with pytest.raises(NotUnderstood):
        unit("As long as this unit is attacking a Droid, it gets +1 power and your Battle cards cost 1 more.")


def test_a_part_of_a_name_that_means_another_card_is_not_the_card() -> None:
    """On Guard Keeper, "a Guard" is any; on Den Keeper, "the Den" is the card that is called so and nobody's name."""
    said = marked("When a Den or the Den is discarded, tap Keeper.", "Den Keeper", unique=True, names=("Den",))
    assert f"When a Den or the Den is discarded, tap {OWN_SIGN}." == said
    assert f"When a Keeper attacks, tap {OWN_SIGN}." == marked(
        "When a Keeper attacks, tap Keeper.", "Den Keeper", unique=True
    )


def test_a_name_may_be_a_word_of_the_language() -> None:
    """On Even Test, "Even" with a capital is the card; on Aunt Test's Speeder, "Aunt Test" is who pilots it."""
    said = marked("Even gets +1 power, even if a Droid attacks Even.", "Even Test", unique=True)
    assert f"{OWN_SIGN} gets +1 power, even if a Droid attacks {OWN_SIGN}." == said
    said = marked("Move Aunt Test to Aunt Test's Speeder.", "Aunt Test's Speeder", unique=True)
    assert f"Move Aunt Test to {OWN_SIGN}." == said


def test_a_unique_card_is_known_by_a_part_of_its_name() -> None:
    """Its name means itself; a common card only by the whole name."""
    (ability,) = unit("When Aunt attacks, gain 1 Force.", "Aunt Test", unique=True)
    assert isinstance(ability, w.Triggered)
    assert THIS == ability.when.to
    (ability,) = unit("When a Guard attacks, gain 1 Force.")
    assert isinstance(ability, w.Triggered)
    assert Those(what=UNIT_OR_PILOT, subtype="Guard") == ability.when.to


def test_a_trigger_with_a_price() -> None:
    """What may be paid for, and what follows if it is, is one choice."""
    (ability,) = unit(
        "When this unit is discarded from the Ground arena, you may pay 3 Force. If you do, draw 2 cards."
    )
    assert isinstance(ability, w.Triggered)
    assert "ground" == ability.when.at
    assert (w.May(do=(w.Draw(amount=2),), cost=w.Cost(force=3)),) == ability.do


def test_unless_somebody_pays() -> None:
    """A payment that keeps it from happening is a choice with nothing but an otherwise."""
    (ability,) = unit("[tap] -> Choose one of your opponent's Droids. Tap that unit unless your opponent pays 3 Force.")
    assert isinstance(ability, w.Activated)
    droids = Those(what=UNIT_OR_PILOT, side="opponents", subtype="Droid")
    spared = w.May(do=(), cost=w.Cost(force=3), who="opponent", otherwise=(w.Tap(what=IT),))
    assert (w.Choose(into="it", among=droids), spared) == ability.do
    assert w.Cost(tap=True) == ability.cost


def test_times_and_conditions_of_playing() -> None:
    """Restrictions become a time, a limit and conditions."""
    text = "Pay 1 Force -> Draw a card. Play only during your build step and only once per turn."
    (ability,) = unit(text)
    assert isinstance(ability, w.Activated)
    assert ("build step", "turn") == (ability.only, ability.limit)
    (ability,) = unit("Pay 1 Force -> Draw a card. Play only if you have a Droid in any arena.")
    assert isinstance(ability, w.Activated)
    assert w.There(are=Those(what=UNIT_OR_PILOT, side="yours", subtype="Droid")) == ability.condition


def test_inverted_sentences_mean_the_same() -> None:
    """The verb may stand last, as one Master speaks."""
    straight = unit("[tap] -> You gain 2 Force. Play only during your build step.")
    assert straight == unit("[tap] -> 2 Force you gain. Only during your build step play.")


def test_flaws_of_the_files_do_not_matter() -> None:
    """Lost apostrophes, wrong words and reminders in brackets change nothing."""
    text = "[tap] -> Your opponent chooses and discards two cards from his or her hand."
    assert unit(text) == unit("[tap] -> You opponents chooses and discards two cards from his or her hand. (Bad luck.)")


def test_an_enhance_takes_the_place_of_the_effect() -> None:
    """It costs more, speaks of the same unit, and lasts as long."""
    (play,) = played(
        "Pay 1 Force -> One of your Droids gets +2 power for this attack.",
        "Enhance: Pay 3 more Force -> That unit gets +5 power for this attack instead.",
    )
    assert isinstance(play, w.Play)
    assert play.enhance is not None
    choice = w.Choose(into="it", among=Those(what=UNIT_OR_PILOT, side="yours", subtype="Droid"))
    assert (choice, w.Modify(of=IT, stat="power", amount=5)) == play.enhance.do
    assert (w.Cost(force=1), w.Cost(force=4)) == (play.cost, play.enhance.cost)


def test_a_paragraph_is_understood_to_its_last_word_or_not_at_all() -> None:
    """The words not understood are named, and whether they are unknown."""
    with pytest.raises(NotUnderstood) as unknown:
        unit("Each of your Droids gets +1 power and sparkles.")
    assert ("sparkles", True) == (unknown.value.words, unknown.value.unknown)
    with pytest.raises(NotUnderstood) as construction:
        unit("Each of your Droids power.")
    assert not construction.value.unknown


def test_what_cannot_be_said_is_not_guessed() -> None:
    """A change that says not how long it lasts is not compiled."""
    with pytest.raises(NotUnderstood, match="gets") as vague:
        unit("Pay 1 Force -> This unit gets +1 power.")
    assert "no duration" == vague.value.why


def test_keywords_of_later_sets_are_given_and_gained() -> None:
    """A keyword of the committee's is granted like any other; Switch and Reduced Cost say when something counts."""
    (given,) = unit("Each of your Jedi without Parry gets Parry 1.")
    assert isinstance(given, w.Static)
    assert (
        w.Grant(to=Those(what=UNIT_OR_PILOT, side="yours", subtype="Jedi", but=Those(keyword="parry")), ability=PARRY),
    ) == given.changes
    assert (w.Keyword(name="foresight", do=(w.GainForce(amount=2),)),) == unit("Foresight: Gain 2 Force.")
    (reduced,) = unit("Reduced Cost 4: If you have a Droid in the Character arena.")
    assert isinstance(reduced, w.Static)
    assert (w.Modify(of=THIS, stat="cost", amount=4, set=True),) == reduced.changes
    switched = compiler().abilities("Switch: None/Parry 1", About("Test Guard", False, ("ground", "character")))
    (there,) = unit("As long as this unit is in the Character arena, this unit gets Parry 1")
    assert isinstance(there, w.Static)
    assert (structs.replace(there, keyword="switch"),) == switched


def test_a_paragraph_keeps_its_number_beside_a_reduced_cost() -> None:
    """What a Battle card does is read without what it costs, and still told of by its place on the card."""
    text = "Reduced Cost 1: If you have a Droid in the Character arena. | Draw a card."
    read = read_text(text, key="X/1", types=("battle",), name="Test Order", compiler=compiler())
    assert {1: w.Static, 2: w.Play} == {each.number: type(each.abilities[0]) for each in read}


def test_an_it_of_a_played_card_is_never_the_card() -> None:
    """A Battle card has no body that "he" could mean."""
    (effect,) = played(
        "Pay 1 Force -> Aunt Test gets Accuracy 1 until end of turn.",
        "Enhance: Pay 2 more Force -> She gets Accuracy 2 until end of turn, instead.",
    )
    assert isinstance(effect, w.Play)
    assert "bound='this'" not in repr(effect)


def test_that_unit_beside_a_named_card_is_the_chosen_one() -> None:
    """A card that a condition only names does not become what "that unit" means."""
    (ability,) = played(
        "Pay 1 Force -> Tap one of your units. If Aunt Test is in the Ground arena, untap that unit instead."
    )
    assert isinstance(ability, w.Play)
    (decided,) = (each for each in ability.do if isinstance(each, w.If))
    assert (w.Untap(what=Those(what="stack", bound="it")),) == decided.then


def test_sentences_end_outside_of_braces_and_quotation_marks() -> None:
    """Stops inside what is granted or held together end nothing."""
    assert ['It gets "Draw a card. Play only once per turn"', "Tap it"] == sentences(
        'It gets "Draw a card. Play only once per turn". Tap it.'
    )
    assert ["you may {draw a card. tap it}", "Tap it"] == sentences("you may {draw a card. tap it}. Tap it.")


def test_exact_notation_reads_back() -> None:
    """What is written out exactly is read as the same, and nothing but effects can be."""
    effect = w.If(condition=w.There(are=Those(name="Aunt Test")), then=(w.Draw(amount=w.X(name="rolled")),))
    assert effect == read(written(effect)[1:-1])
    for text in ("print(1)", "__import__('os')", "Draw(amount=[", "Draw(sparkle=1)", "open"):
        with pytest.raises(ValueError, match=r"."):
            read(text)
