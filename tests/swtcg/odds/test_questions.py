"""Questions for odds in words: which attack, what is taken as said, which plan, which decisions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.kernel.game.attack_odds import Answer, Question
from adjudicator.kernel.odds import OddsError, distribution
from adjudicator.swtcg.odds.asking import asked
from adjudicator.swtcg.odds.attack import attack_odds
from adjudicator.swtcg.odds.deciding import rerolls
from adjudicator.swtcg.odds.declaring import declared
from adjudicator.swtcg.odds.numbers import situation
from adjudicator.swtcg.odds.situation import Plan
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG
from tests.swtcg.odds.duels import alone, duel, unit

BOARD = """turn 3, Character battle; dark to play or pass
dark: force 5
  character: vader = Darth Vader (E), damage 1
light: force 3
  character: luke = Luke Skywalker (A); han = Han Solo (A); toryn = Toryn Farr (A)
"""


def board() -> Table:
    """Vader is the fastest, and Dark has the first word of the battle."""
    table: Table = SWTCG.read_board(BOARD, "swtcg-2005")
    return table


def question(table: Table, **words: object) -> Answer:
    """The answer to a question about a table."""
    return asked(SWTCG, table, Question(**words))  # type: ignore[arg-type]  # words of several types


def test_players_pass_until_the_attack() -> None:
    """An attack that the table does not admit yet is reached by passes, which are named; the table stays as it is."""
    table = board()
    before = SWTCG.encode(table)
    at = declared(SWTCG, table, "vader attacks luke")
    assert ("dark: pass", "light: pass", "dark: attack luke with vader") == at.said
    assert at.table.attack is not None
    assert before == SWTCG.encode(table)


@pytest.mark.parametrize(
    "words", ["luke attacks vader", "vader attacks vader", "dark: pass", "light: vader attacks luke"]
)
def test_attacks_that_cannot_be(words: str) -> None:
    """What is not legal, or no attack, has no odds; the message names the rule and what fails."""
    with pytest.raises(OddsError, match=r"illegal by [a-z.-]+: [A-Z_]+|is no attack"):
        declared(SWTCG, board(), words)


def test_without_an_attack_there_are_no_odds() -> None:
    """Without words there has to be an attack in progress."""
    with pytest.raises(OddsError, match="no attack"):
        question(board())


@pytest.mark.parametrize(
    "words",
    [{"attacker": "wild"}, {"aim": "fun"}, {"overkill": "guard"}, {"prevent": ("jedi deflect",)},
     {"prevent": ("jedi evade to chief",)}, {"after": ("light: pass",)}],
)  # fmt: skip
def test_plans_that_cannot_be(words: dict[str, object]) -> None:
    """Plans that the table does not allow are refused."""
    with pytest.raises(OddsError):
        question(duel(2, "", "Pay 1 Force -> Evade 1"), **words)


def test_what_is_said_before_and_after() -> None:
    """Hypothetical dice leave the rerolls only, and hypothetical plays count."""
    table = duel(3, "Lucky 1", "Pay 1 Force -> Retaliate 2")
    answer = question(table, after=("light: activate jedi retaliate", "chance: roll 2 3 5"), attacker="best")
    assert "rolled" == answer.odds.stage
    assert ((1, Fraction(1, 2)), (2, Fraction(1, 2))) == answer.odds.defending.damage.chances
    chief = next(unit for unit in answer.odds.units if unit.title == "Raider Chief")
    assert Fraction(1) == chief.damage.expected


def test_decisions_with_and_without() -> None:
    """Each option is weighed alone: a Lucky on either side, Evade, Overkill."""
    table = duel(3, "Lucky 2 | Overkill", "Lucky 1 | Pay 1 Force -> Evade 1", health=2)
    found = {each.what: each for each in question(table).decisions}
    assert ["Raider Chief Lucky 2", "Quick Jedi Lucky 1", "Overkill on Plain Guard", "Quick Jedi Evade 1"] == list(
        found
    )
    assert found["Raider Chief Lucky 2"].having.discarded > found["Raider Chief Lucky 2"].without.discarded
    assert found["Quick Jedi Lucky 1"].having.discarded < found["Quick Jedi Lucky 1"].without.discarded
    assert found["Overkill on Plain Guard"].having.damage < found["Overkill on Plain Guard"].without.damage
    evade = found["Quick Jedi Evade 1"]
    assert (Fraction(1, 2), Fraction(1, 8)) == (evade.without.discarded, evade.having.discarded)


def test_ways_of_rerolling() -> None:
    """Dice that lie there are rerolled in every way that is open, worked by hand: one miss of two against 2 health."""
    table = duel(2, "Lucky 1", "", health=2, said=("chance: roll 1 5",))
    ways = rerolls(situation(table), Plan(aim="discard"))
    assert [Fraction(0), Fraction(1, 2), Fraction(0)] == [each.worth.discarded for each in ways]
    assert [False, True, False] == [each.best for each in ways]
    assert [Fraction(1), Fraction(3, 2), Fraction(1, 2)] == [each.worth.damage for each in ways]


def test_terms_multiply_to_the_odds() -> None:
    """The binomial terms are the chances of the hits, and each term has a rule."""
    odds = attack_odds(situation(duel(3, "Accuracy 1 | Critical Hit 2", "Armor")))
    assert odds.hits is not None
    terms = {term.name: term.value for term in odds.terms}
    assert [terms[f"{k} hits of 3"] for k in range(4)] == [odds.hits.of(k) for k in range(4)]
    sixes = sum(odds.hits.of(k) * terms[f"a natural six among {k} hits"] for k in range(1, 4))
    assert 1 - Fraction(5, 6) ** 3 == odds.six == sixes
    assert all("." in term.rule for term in odds.terms)


def test_both_ways_of_a_question() -> None:
    """The formula and the playing through answer alike."""
    table = duel(3, "Overkill | Lucky 1", "Pay 1 Force -> Deflect 1", health=2)
    words = {"attacker": "best", "overkill": "guard 1", "prevent": ("jedi deflect to chief",)}
    formula, played = question(table, **words).odds, question(table, **words, enumerated=True).odds
    assert formula.joint == played.joint
    assert formula.hits == played.hits
    assert {u.stack: u for u in formula.units} == {u.stack: u for u in played.units}


def test_a_text_that_is_carried_out_by_hand_is_named() -> None:
    """A text in words alone is not reckoned, and said to be so; keywords are all reckoned."""
    notes = question(
        alone(2, {**unit("Quick Jedi", "L", 2, 3, "Pay 1 Force -> Do something unheard of."), "manual": True})
    ).odds.notes
    assert ["Quick Jedi: a text in words alone"] == [note.partition(",")[0] for note in notes]
    assert () == question(duel(2, "", "Pay 1 Force -> Evade 1 | Pay 1 Force -> Deflect 1")).odds.notes


def test_a_distribution_adds_up() -> None:
    """Chances that do not add up to 1 are no distribution."""
    with pytest.raises(ValueError, match="add up"):
        distribution([(1, Fraction(1, 2))])
    found = distribution([(1, Fraction(1, 4)), (0, Fraction(1, 2)), (1, Fraction(1, 4))])
    assert (Fraction(1, 2), Fraction(1, 2), Fraction(0)) == (found.expected, found.at_least(1), found.of(7))
