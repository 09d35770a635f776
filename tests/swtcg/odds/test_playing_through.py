"""What the formula does not know is played through: triggers, replacements, abilities, Battle cards, every moment.

The numbers are worked by hand.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.kernel.game.attack_odds import Answer, Decision, Question
from adjudicator.kernel.judging import require
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.odds.asking import asked
from adjudicator.swtcg.odds.declaring import declared
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_cards
from tests.swtcg.odds.duels import alone, duel, unit

EVADE = "light: activate jedi evade"
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
THIS = {"type": "Those", "what": "stack", "bound": "this"}


def ask(table: Table, **words: Any) -> Answer:
    """The answer to a question about a table."""
    return asked(SWTCG, table, Question(**words))


def jedi(health: int, *abilities: dict[str, Any]) -> dict[str, Any]:
    """A jedi with abilities as data."""
    return {**unit("Quick Jedi", "L", 2, health), "Effects": list(abilities)}


def ability(*do: dict[str, Any], force: int = 1) -> dict[str, Any]:
    """An activated ability for Force."""
    return {"type": "Activated", "cost": {"type": "Cost", "force": force}, "do": list(do)}


def with_card(card: dict[str, Any], *, known: bool = True, health: int = 2, text: str = "") -> Table:
    """A chief of power 2 attacks a jedi (of health 2) whose player holds a Battle card and 2 Force."""
    cards = (unit("Raider Chief", "D", 2, 3, speed=60), {**unit("Quick Jedi", "L", 2, health), "Text": text}, card)
    hand = "[Quick Trick]" if known else "1"
    board = "turn 3, Character battle; chief to attack\ndark: force 1\n  character: chief = Raider Chief\n"
    board += f"light: force 2, hand {hand}\n  character: jedi = Quick Jedi"
    table: Table = SWTCG.read_board(board, "swtcg-2005", read_cards(cards))
    return table


def trick(*do: dict[str, Any], force: int = 1) -> dict[str, Any]:
    """A Battle card of Light's, for 1 Force if nothing else is said."""
    play = {"type": "Play", "cost": {"type": "Cost", "force": force}, "do": list(do)}
    return {"Name": "Quick Trick", "Side": "L", "Type": "Battle", "Cost": 0, "Effects": [play]}


def the(decisions: tuple[Decision, ...], what: str) -> Decision:
    """The one decision about something."""
    (found,) = [each for each in decisions if each.what == what]
    return found


# --- what happens by itself ---------------------------------------------------------------------


def test_a_trigger_is_played_through() -> None:
    """Whoever damages the jedi takes 1 damage, if he was damaged at all: three times of four with two dice."""
    strike = {"type": "Damage", "to": {"type": "Those", "what": "unit", "bound": "damager"}, "amount": 1}
    trigger = {"type": "Triggered", "when": {"type": "Event", "kind": "damaged", "to": THIS}, "do": [strike]}
    answer = ask(alone(2, jedi(3, trigger)))
    assert answer.odds.played
    chief = next(each for each in answer.odds.units if each.title == "Raider Chief")
    assert ((0, QUARTER), (1, 1 - QUARTER)) == chief.damage.chances
    assert ((0, QUARTER), (1, HALF), (2, QUARTER)) == answer.odds.defending.damage.chances
    binomial = [term for term in answer.odds.terms if term.name.endswith("hits of 2")]
    assert [QUARTER, HALF, QUARTER] == [term.value for term in binomial]


def test_a_replacement_is_played_through() -> None:
    """A jedi who retreats instead of being discarded is never discarded, whatever the formula would say."""
    instead = {
        "type": "Instead",
        "event": {"type": "Event", "kind": "would be discarded", "to": THIS},
        "do": [{"type": "MoveTo", "what": {"type": "Those", "what": "stack", "bound": "it"}, "to": "hand"}],
        "until": "",
    }
    answer = ask(alone(2, jedi(1, {"type": "Static", "changes": [instead]})))
    assert answer.odds.played
    assert Fraction(0) == answer.odds.defending.discarded
    assert 1 - QUARTER == answer.odds.defending.damage.at_least(1)


# --- what may be played -------------------------------------------------------------------------


def test_a_reroll_by_another_ability() -> None:
    """One of two dice again, for the defender: both hit once in four, and then one is saved half of the time."""
    answer = ask(alone(2, jedi(2, ability({"type": "Reroll", "most": 1}))))
    assert not answer.odds.played
    found = the(answer.decisions, "Quick Jedi ability")
    assert (QUARTER, Fraction(1)) == (found.without.discarded, found.without.damage)
    # two hits (1/4): 2 or 1 each half the time; one hit (1/2): 1 or 0 each half the time
    assert (Fraction(1, 8), Fraction(5, 8)) == (found.having.discarded, found.having.damage)
    assert "rots.dice.reroll-definition" == found.rule
    best = ask(alone(2, jedi(2, ability({"type": "Reroll", "most": 1}))), defender="anything")
    assert best.odds.played
    assert found.having.damage == best.odds.defending.damage.expected
    assert found.without == the(best.decisions, "Quick Jedi ability").without


def test_an_ability_before_the_roll() -> None:
    """More Shields for this attack, for a Force each time: with one Force one die is taken off."""
    more = {"type": "Modify", "of": THIS, "stat": "shields", "amount": 1, "until": "attack"}
    found = the(ask(alone(2, jedi(2, ability(more)))).decisions, "Quick Jedi ability")
    assert (Fraction(0), HALF) == (found.having.discarded, found.having.damage)
    assert "crf.activated.definition-arrow" == found.rule


def test_a_battle_card_that_is_known() -> None:
    """A prevention of 1 from the hand: weighed against leaving it, and played where the plan says so."""
    on = {"type": "Choose", "into": "it", "among": {"type": "Those", "side": "yours"}}
    table = with_card(
        trick(on, {"type": "Prevent", "amount": 1, "to": {"type": "Those", "what": "unit", "bound": "it"}})
    )
    answer = ask(table, attack="chief attacks jedi")
    found = the(answer.decisions, "Quick Trick")
    assert (QUARTER, Fraction(1)) == (found.without.discarded, found.without.damage)
    assert (Fraction(0), QUARTER) == (found.having.discarded, found.having.damage)
    stated = ask(table, attack="chief attacks jedi", plays=("light: play Quick Trick on jedi",))
    assert stated.odds.played
    assert ((0, 1 - QUARTER), (1, QUARTER)) == stated.odds.defending.damage.chances
    assert () == stated.odds.notes


@pytest.mark.parametrize(
    "plan",
    [{"prevent": ("jedi evade",)}, {"prevent": ("jedi evade",), "enumerated": True}, {"plays": (EVADE,)}],
)
def test_what_the_plan_leaves_no_force_for_is_played_in_its_place(plan: dict[str, Any]) -> None:
    """With 2 Force either an Evade 1 for 1 or all is prevented for 2: with the card it is played before the Evade."""
    on = {"type": "Choose", "into": "it", "among": {"type": "Those", "side": "yours"}}
    dear = trick(on, {"type": "Prevent", "amount": 9, "to": {"type": "Those", "what": "unit", "bound": "it"}}, force=2)
    table = with_card(dear, health=1, text="Pay 1 Force -> Evade 1")
    found = the(ask(table, attack="chief attacks jedi", **plan).decisions, "Quick Trick")
    assert (QUARTER, Fraction(0)) == (found.without.discarded, found.having.discarded)


def test_a_battle_card_that_is_not_known_is_named() -> None:
    """What nobody here knows is not reckoned, and the answer says so."""
    answer = ask(with_card(trick(), known=False), attack="chief attacks jedi")
    assert ("light holds 1 cards that are not known here: their effects are not reckoned",) == answer.odds.notes
    assert () == answer.decisions


def test_a_prevention_that_costs_something_else() -> None:
    """An Evade for tapping its unit works while that is untapped; one for a card of an empty hand never does, whatever
    a plan says.
    """
    evade = {"type": "Activated", "keyword": "evade", "cost": {"type": "Cost", "tap": True},
             "do": [{"type": "Prevent", "amount": 1}]}  # fmt: skip
    standing = ask(alone(2, jedi(2, evade)), prevent=("all",))
    assert standing.odds.played
    assert ((0, 1 - QUARTER), (1, QUARTER)) == standing.odds.defending.damage.chances
    evade["cost"] = {"type": "Cost", "discard_cards": 1}
    assert Fraction(1) == ask(alone(2, jedi(2, evade)), prevent=("all",)).odds.defending.damage.expected


def test_draws_are_gone_through_too() -> None:
    """A card is drawn for an effect in the attack: every card that it may be is gone through."""
    drawing = ability({"type": "Draw", "amount": 1}, {"type": "Prevent", "amount": 1})
    cards = (unit("Raider Chief", "D", 2, 3, speed=60), jedi(2, drawing), unit("Plain Guard", "L", 1, 1))
    text = "turn 3, Character battle; chief to attack\ndark: force 1\n  character: chief = Raider Chief\n"
    text += "light: force 1, deck [Quick Jedi, Plain Guard]\n  character: jedi = Quick Jedi"
    table = SWTCG.read_board(text, "swtcg-2005", read_cards(cards))
    answer = ask(table, attack="chief attacks jedi")
    found = the(answer.decisions, "Quick Jedi ability")
    assert QUARTER == found.having.damage


# --- Intercept, Retaliate, Overkill ---------------------------------------------------------------


def test_retaliate_and_intercept_without_being_told() -> None:
    """Both are weighed where the attack waits for them: two dice back at the chief; the guard takes it all instead."""
    table = duel(3, "", "Pay 1 Force -> Retaliate 2", guard="Pay 1 Force -> Intercept", health=2)
    answer = ask(table)
    retaliate = the(answer.decisions, "Quick Jedi Retaliate 2")
    assert () == retaliate.without.others
    assert [(table.names["chief"], Fraction(1))] == [(e.stack, e.damage) for e in retaliate.having.others]
    assert retaliate.without.damage == retaliate.having.damage == Fraction(3, 2)
    intercept = the(answer.decisions, "Plain Guard Intercept")
    assert (Fraction(0), Fraction(0)) == (intercept.having.discarded, intercept.having.damage)
    assert [(table.names["guard"], Fraction(1, 2), Fraction(3, 2))] == [
        (each.stack, each.discarded, each.damage) for each in intercept.having.others
    ]


@pytest.mark.parametrize("words", ["light: activate guard intercept", "light: activate jedi retaliate"])
def test_plays_are_as_if_said(words: str) -> None:
    """A stated play gives the same odds as saying it after the attack is declared."""
    table = duel(3, "", "Pay 1 Force -> Retaliate 2", guard="Pay 1 Force -> Intercept", health=2)
    stated, said = ask(table, plays=(words,)), ask(table, after=(words,))
    assert dict(stated.odds.joint) == dict(said.odds.joint)


def test_overkill_question() -> None:
    """Three hits lie there against a health of 2: keep all or give one away, both told, by formula and by play."""
    table = duel(4, "Overkill", "", health=2, said=("chance: roll 4 5 5 1",))
    answer = ask(table)
    assert "overkill" == answer.odds.stage
    assert [("dark: pass", Fraction(3), True), ("dark: divide 1 to guard", Fraction(2), False)] == [
        (each.said, each.worth.damage, each.best) for each in answer.options
    ]
    divided = ask(table, overkill="guard").odds
    assert divided.joint == ask(table, overkill="guard", enumerated=True).odds.joint
    assert {table.names["jedi"]: 2, table.names["guard"]: 1} == dict(divided.joint[0][0])


# --- other moments --------------------------------------------------------------------------------


def test_an_attack_without_dice_is_over() -> None:
    """Power 0: the attack does nothing, for certain, and the term says why."""
    answer = ask(_powerless(), attack="chief attacks jedi")
    assert "ended" == answer.odds.stage
    assert ((0, Fraction(1)),) == answer.odds.defending.damage.chances
    assert ["rots.dice.no-roll-if-removed-or-zero-power"] == [term.rule for term in answer.odds.terms]
    assert () == answer.options


def _powerless() -> Table:
    cards = (unit("Raider Chief", "D", 0, 3, speed=60), unit("Quick Jedi", "L", 2, 3))
    text = "turn 3, Character battle; chief to attack\ndark: force 1\n  character: chief = Raider Chief\n"
    text += "light: force 1\n  character: jedi = Quick Jedi"
    table: Table = SWTCG.read_board(text, "swtcg-2005", read_cards(cards))
    return table


def test_the_dice_of_retaliate() -> None:
    """The attack has ended, the defender is gone, and two dice of damage at the chief wait to be rolled."""
    table = duel(3, "", "Pay 1 Force -> Retaliate 2", health=2, own_health=2)
    said = ("light: activate jedi retaliate", "chance: roll 4 4 5")
    at = declared(SWTCG, table, "", after=said).table
    assert at.attack is None
    assert ("chance",) == at.agenda.window.asked
    answer = ask(at)
    assert "under way" == answer.odds.stage
    chief = next(each for each in answer.odds.units if each.title == "Raider Chief")
    assert ((0, QUARTER), (1, HALF), (2, QUARTER)) == chief.damage.chances
    assert QUARTER == chief.discarded
    assert "Quick Jedi" == answer.odds.defender
    whole = ask(table, after=said)  # what the attack has done since the question began counts
    assert ((3, Fraction(1)),) == whole.odds.defending.damage.chances
    assert Fraction(1) == whole.odds.defending.discarded


def test_where_a_deflect_goes() -> None:
    """In the midst of a Deflect its question is told with every answer, the best one for Light marked."""
    table = duel(3, "", "Pay 1 Force -> Deflect 2", health=4, own_health=2,
                 said=("chance: roll 4 4 5", "light: activate jedi deflect"))  # fmt: skip
    answer = ask(table)
    assert "under way" == answer.odds.stage
    assert ["light: choose chief"] == [each.said for each in answer.options if each.best]
    assert {"light: choose nothing", "light: choose chief", "light: choose guard"} == {o.said for o in answer.options}
    assert ("light answers as is best for that side: a choice (Quick Jedi)",) == answer.odds.notes


def test_who_has_passed_prevents_no_more() -> None:
    """Dark has passed and only Light may still speak, so that Dark's Evade comes too late, though a plan says it."""
    evade = "Pay 1 Force -> Evade 1"
    table = duel(3, evade, evade, side="light", health=4, said=("chance: roll 4 4 5",))
    in_time, late = (ask(at, prevent=("jedi evade",)) for at in (table, _after(table, "dark: pass")))
    assert ("damage pending", Fraction(2)) == (in_time.odds.stage, in_time.odds.defending.damage.expected)
    assert ("under way", Fraction(3)) == (late.odds.stage, late.odds.defending.damage.expected)


def _after(table: Table, words: str) -> Table:
    after: Table = require(SWTCG, table, SWTCG.read(table, words)).after
    return after


def test_a_defender_that_has_left_the_battle() -> None:
    """Who retreats before the dice are rolled is not rolled for: the chance after the declaration is still open."""
    away = {"type": "Retreat", "what": THIS}
    trigger = {"type": "Triggered", "when": {"type": "Event", "kind": "attacked", "to": THIS}, "do": [away]}
    cards = ({**unit("Raider Chief", "D", 2, 3, speed=60), "Effects": [ability({"type": "GainForce", "amount": 1})]},
             jedi(2, trigger))  # fmt: skip
    text = "turn 3, Character battle; chief to attack\ndark: force 2\n  character: chief = Raider Chief\n"
    text += "light: force 1\n  character: jedi = Quick Jedi"
    answer = ask(SWTCG.read_board(text, "swtcg-2005", read_cards(cards)), attack="chief attacks jedi")
    assert "under way" == answer.odds.stage
    assert ((0, Fraction(1)),) == answer.odds.defending.damage.chances


# --- bounds and refusals --------------------------------------------------------------------------


def test_too_much_to_play_through() -> None:
    """Within the bound nothing is guessed: the formula answers and names what it leaves out, or the question is
    refused.
    """
    strike = {"type": "Damage", "to": {"type": "Those", "what": "unit", "bound": "damager"}, "amount": 1}
    trigger = {"type": "Triggered", "when": {"type": "Event", "kind": "damaged", "to": THIS}, "do": [strike]}
    table = alone(2, jedi(3, trigger))
    answer = ask(table, most=5)
    assert not answer.odds.played
    assert [True] == ["what triggers: not reckoned, because there are too many" in note for note in answer.odds.notes]
    with pytest.raises(OddsError, match="too many"):
        ask(table, most=5, attacker="anything")


def test_a_plan_that_nobody_can_judge() -> None:
    """Whether a text in words alone lets an Evade be played is for people: the formula takes it that it may, and says
    that the text is not reckoned; played through, the question cannot be answered.
    """
    evade = {"type": "Keyword", "name": "evade", "x": 1, "cost": {"type": "Cost", "force": 1}}
    words = {"type": "Manual", "key": "words", "form": "static", "touches": ["abilities", "permission"]}
    table = alone(2, jedi(2, evade, words))
    answer = ask(table, prevent=("all",))
    assert ((0, 1 - QUARTER), (1, QUARTER)) == answer.odds.defending.damage.chances
    assert ["Quick Jedi: a text in words alone"] == [note.partition(",")[0] for note in answer.odds.notes[:1]]
    with pytest.raises(OddsError, match="undecided"):
        ask(table, plays=("light: activate jedi evade",))


def test_what_else_could_be_played_is_named_where_it_is_not_weighed() -> None:
    """A bound that is too small for weighing leaves the odds as they are, and says so."""
    answer = ask(alone(2, jedi(2, ability({"type": "Reroll", "most": 1}))), most=30)
    assert ((0, QUARTER), (1, HALF), (2, QUARTER)) == answer.odds.defending.damage.chances
    assert () == answer.decisions
    assert ["not weighed, because there are too many" in note for note in answer.odds.notes] == [True]


def cunning(health: int, text: str = "") -> Table:
    """A chief of power 2 with Cunning attacks a jedi."""
    cards = (
        {**unit("Raider Chief", "D", 2, 3, speed=60), "Text": "Cunning"},
        {**unit("Quick Jedi", "L", 2, health), "Text": text},
    )
    board = "turn 3, Character battle; chief to attack\ndark: force 1\n  character: chief = Raider Chief\n"
    board += "light: force 2\n  character: jedi = Quick Jedi"
    table: Table = SWTCG.read_board(board, "swtcg-2022", read_cards(cards))
    return table


def test_dice_that_are_thrown_late_are_played_through() -> None:
    """Cunning: the dice are the same, and a note says that they are thrown once the damage has been prevented."""
    answer = ask(cunning(3), attack="dark: attack jedi with chief")
    assert answer.odds.played
    assert ((0, QUARTER), (1, HALF), (2, QUARTER)) == answer.odds.defending.damage.chances
    assert any("Cunning" in note for note in answer.odds.notes)


def test_prevention_of_dice_that_nobody_has_seen_is_a_promise() -> None:
    """An Evade 1 that is promised takes one hit off; without a hit its Force is spent in vain."""
    table = cunning(3, "Pay 1 Force -> Evade 1")
    answer = ask(table, attack="dark: attack jedi with chief", prevent=("jedi evade",))
    assert ((0, QUARTER + HALF), (1, QUARTER)) == answer.odds.defending.damage.chances
