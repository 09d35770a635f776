"""judge, can, require: clauses, levels, overrides, suppression and what is unknown."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.judging import ALL, ANSWER, FAILING, Grounds, Judging, NotLegalError, can, judge, require
from adjudicator.kernel.verdict import (
    DECIDING_LEAST,
    DECIDING_MAX,
    EXCEPTION,
    TIMELY,
    Clause,
    Finding,
    Foreseen,
    NonEvent,
    Override,
    Ruling,
    Verdict,
)
from tests.kit.harbour import HARBOUR
from tests.kit.harbour import values as v
from tests.kit.quay import after, asked, codes, named, passed, quay


def test_every_failing_clause_is_reported() -> None:
    """A card that is dear, misplaced and a second play fails three clauses, in the order of the rules."""
    table = passed(after(quay(hands={"north": "beacon, gale"}, purse=1), "north: play beacon"))
    verdict = asked(table, "north: play gale at ship#99")
    assert (Ruling.ILLEGAL, ["ONE_PLAY", "PRICE_PAID", "PLACE_EXISTS"]) == (verdict.ruling, codes(verdict))
    assert () == verdict.facts
    assert verdict.after is None


def test_speaking_out_of_turn_is_a_ruling_and_makes_the_rest_moot() -> None:
    """Who is not asked hears so, and what cannot be looked at any more is moot, not silent."""
    verdict = asked(quay(hands={"east": "beacon"}), "east: play beacon")
    assert ["SPEAKER_ASKED"] == codes(verdict)
    assert ["CARD_IN_HAND", "PRICE_PAID"] == [c.code for c in verdict.clauses if c.finding is Finding.MOOT]


def test_levels_carry_less_and_rule_the_same() -> None:
    """The ruling alone, the failing clauses, or all of them with evidence: the ruling does not change."""
    table = quay(hands={"north": "crate"})
    said = HARBOUR.read(table, "north: play crate at harbour")
    answer, failing, everything = (judge(HARBOUR, table, said, level) for level in (ANSWER, FAILING, ALL))
    assert answer.ruling is failing.ruling is everything.ruling is Ruling.ILLEGAL
    assert () == answer.clauses
    assert ["CARRIER"] == [clause.code for clause in failing.clauses]
    assert Finding.HOLDS in [clause.finding for clause in everything.clauses]


def test_can_and_require_follow_judge() -> None:
    """`can` is judge's answer, `require` gives the verdict or raises it."""
    table = quay(hands={"north": "beacon"})
    legal, illegal = HARBOUR.read(table, "north: play beacon"), v.Sail("north", 77)
    assert [True, False] == [can(HARBOUR, table, legal), can(HARBOUR, table, illegal)]
    assert Ruling.LEGAL is require(HARBOUR, table, legal).ruling
    with pytest.raises(NotLegalError) as refused:
        require(HARBOUR, table, illegal)
    assert ["SHIP_THERE"] == codes(refused.value.verdict)


def test_judging_leaves_the_table_alone() -> None:
    """A question changes nothing: the table encodes to the same bytes before and after it."""
    table = quay("ship of north", hands={"north": "gale"})
    before = HARBOUR.encode(table)
    assert Ruling.LEGAL is asked(table, "north: play gale at harbour").ruling
    assert before == HARBOUR.encode(table)


def test_a_card_permits_what_a_rule_forbids() -> None:
    """A charter lets its crew play twice, says so in the clause, and does not let it play a third time."""
    table = quay("charter of south", hands={"north": "beacon, beacon, beacon"})
    once = passed(after(table, f"north: play beacon#{table.hand['north'][0]}"))
    second = asked(once, f"north: play beacon#{once.hand['north'][0]}")
    [clause] = [clause for clause in second.clauses if clause.code == "ONE_PLAY"]
    charter = next(iter(table.things))
    assert (Ruling.LEGAL, Override(f"charter#{charter}", "harbour.6.1")) == (second.ruling, clause.override)
    twice = passed(second.after)
    assert ["ONE_PLAY"] == codes(asked(twice, f"north: play beacon#{twice.hand['north'][0]}"))


def test_what_a_card_alone_permits_is_told_without_all_the_rest() -> None:
    """At the level of failures the clause that only the charter makes hold is there, and no other that holds."""
    table = quay("charter of south", hands={"north": "beacon, beacon"})
    first, second = (f"north: play beacon#{each}" for each in table.hand["north"])
    once = passed(after(table, first))
    assert () == asked(table, first, FAILING).clauses
    assert [("ONE_PLAY", Finding.HOLDS)] == [(each.code, each.finding) for each in asked(once, second, FAILING).clauses]
    assert () == asked(once, second, ANSWER).clauses


def test_a_charter_of_the_other_crew_permits_nothing() -> None:
    """Contrast: without a charter of one's own crew the second play is illegal."""
    table = passed(after(quay("charter of east", hands={"north": "beacon, crate"}), "north: play beacon"))
    assert "ONE_PLAY" in codes(asked(table, "north: play crate at harbour"))


@pytest.mark.parametrize(("owner", "ruling"), [("east", Ruling.ILLEGAL), ("south", Ruling.LEGAL)])
def test_a_card_forbids_what_a_rule_permits(owner: str, ruling: Ruling) -> None:
    """An embargo closes its place to the other crew only, and the failing clause names it."""
    verdict = asked(quay(f"embargo of {owner}", hands={"north": "ship"}), "north: play ship at harbour")
    assert ruling is verdict.ruling
    sources = [clause.override.source.split("#")[0] for clause in verdict.clauses if clause.override]
    assert (["embargo"] if ruling is Ruling.ILLEGAL else []) == sources


def test_an_unknown_card_leaves_it_undecided() -> None:
    """Nobody guesses what a face-down card is: undecided, with the clause that is missing."""
    table = quay()
    table.hand["north"] = (500,)
    verdict = judge(HARBOUR, table, v.Play("north", 500), FAILING)
    assert (Ruling.UNDECIDED, ("CARD_KNOWN",)) == (verdict.ruling, verdict.missing)
    assert verdict.after is None


def test_a_failing_clause_outweighs_an_unknown_one() -> None:
    """Illegal whatever the hidden card is: a seat that is not asked."""
    table = quay()
    table.hand["east"] = (500,)
    assert Ruling.ILLEGAL is judge(HARBOUR, table, v.Play("east", 500), FAILING).ruling


def suppressing(table: v.Table, rule: str) -> v.Table:
    """The table as an audit without one rule sees it."""
    return msgspec.structs.replace(HARBOUR.fork(table), suppressed=rule)


def test_an_audit_turns_a_clause_round() -> None:
    """With its rule suppressed a failing clause holds and a holding one fails, so its proof can be tested."""
    table = quay(hands={"north": "ship"})
    assert Ruling.LEGAL is asked(table, "north: play ship at harbour").ruling
    turned = asked(suppressing(table, "harbour.3.2"), "north: play ship at harbour")
    assert ["PRICE_PAID"] == codes(turned)
    poor = quay(hands={"north": "ship"}, purse=0)
    assert ["PRICE_PAID"] == codes(asked(poor, "north: play ship at harbour"))
    assert Ruling.LEGAL is asked(suppressing(poor, "harbour.3.2"), "north: play ship at harbour").ruling


def test_an_audit_takes_consequences_and_non_events_away() -> None:
    """With its rule suppressed a fact does not happen, a check is not made, a non-event is not told."""
    table = after(quay("ship of east", hands={"north": "gale"}), "north: play gale at harbour")
    blown = passed(table)
    assert ["DieRolled", "DamagePlaced", "ThingLeft", "CardDiscarded"] == named(asked(blown, "chance: roll 4").facts)
    without = asked(suppressing(blown, "harbour.4.1"), "chance: roll 4")
    assert Ruling.ILLEGAL is without.ruling  # the clause on the die turns round as well
    afloat = asked(suppressing(blown, "harbour.4.2"), "chance: roll 4")
    assert ["DieRolled", "DamagePlaced", "CardDiscarded"] == named(afloat.facts)
    calm_sea = passed(after(quay(hands={"north": "gale"}), "north: play gale at harbour"))
    [told] = asked(calm_sea, "chance: roll 4").non_events
    assert ("gale", "harbour.4.1") == (told.what, told.rule)


def _legal(*clauses: Clause) -> Verdict:
    return Verdict(Ruling.LEGAL, clauses, (v.CoinSpent(seat="north", coin=1, rule="price"),))


def _permits(rule: str, how: int, *others: str) -> Clause:
    return Clause(rule.upper(), rule, Finding.HOLDS, permits=how, others=others)


def test_what_permits_is_said_first() -> None:
    """Of a legal ruling an exception decides before the time, with its plain ground behind it, both before facts."""
    plain = Clause("HAS_IT", "hand", Finding.HOLDS)
    timely, exception = _permits("chance", TIMELY), _permits("again", EXCEPTION, "once")
    by_card = Clause("REACH", "reach", Finding.HOLDS, override=Override("Lens", "card"))
    assert ("price",) == _legal(plain).deciding
    assert ("chance", "price") == _legal(timely, plain).deciding
    assert ("again", "chance", "once") == _legal(timely, plain, exception).deciding
    assert (exception, timely) == _legal(timely, plain, exception).telling
    assert ("card", "reach", "chance") == _legal(by_card, timely).deciding
    assert ("hand",) == Verdict(Ruling.LEGAL, (plain,)).deciding


def test_a_refusal_names_all_headlines_and_then_the_other_grounds() -> None:
    """Whatever else holds; a card that forbids is named with the rule that lets it."""
    clauses = (
        _permits("again", EXCEPTION),
        Clause("PAID", "price", Finding.FAILS, others=("full price",)),
        Clause("REACH", "reach", Finding.FAILS, override=Override("Lens", "card")),
        Clause("SEEN", "sight", Finding.UNKNOWN),
    )
    found = Verdict(Ruling.ILLEGAL, clauses)
    assert ("price", "card", "reach", "full price") == found.deciding
    assert ["PAID", "REACH", "SEEN"] == [each.code for each in found.telling]
    assert ("sight",) == Verdict(Ruling.UNDECIDED, clauses[-1:]).deciding
    assert ("card", "price", "reach", "full price") == msgspec.structs.replace(found, rank=_alphabet).deciding


def _alphabet(rule: str) -> tuple[int, ...]:
    return (0 if rule.islower() else -1, *map(ord, rule))


def test_what_departs_from_the_course_is_said_before_a_time() -> None:
    """By an effect, turned down, or ruled of what is at hand; what is noted aside stays behind the time."""
    timely, spent = _permits("chance", TIMELY), v.CoinSpent(seat="north", coin=1, rule="price")
    storm = v.DieRolled(dice=(1,), rule="storm")
    legal = Verdict(Ruling.LEGAL, (timely,), (spent, storm))
    assert ("chance", "price", "storm") == legal.deciding
    assert ("storm", "chance", "price") == msgspec.structs.replace(legal, departed=(1,)).deciding
    calm = (NonEvent("a gale", "calm", "no wind"),)
    turned_down = msgspec.structs.replace(legal, non_events=calm, passed_over=((1, False),))
    assert ("calm", "chance", "price") == turned_down.deciding
    assert ("chance", "calm", "price") == msgspec.structs.replace(turned_down, passed_over=((1, True),)).deciding
    ruled = msgspec.structs.replace(legal, facts=(spent, v.DieRolled(dice=(1,), rule="Storm")), rank=_alphabet)
    assert ("Storm", "chance", "price") == ruled.deciding
    ahead = Foreseen(("storm", "flood"), "a storm")
    assert ("storm", "flood", "chance") == msgspec.structs.replace(_legal(timely), foreseen=ahead).deciding


def test_few_paragraphs_decide_what_is_legal() -> None:
    """Of much that departs some is left out; of the ordinary course less is told."""
    rolled = tuple(v.DieRolled(dice=(1,), rule=f"storm {number}") for number in range(8))
    assert DECIDING_LEAST == len(Verdict(Ruling.LEGAL, (), rolled).deciding)
    assert DECIDING_MAX == len(Verdict(Ruling.LEGAL, (), rolled, departed=tuple(range(8))).deciding)


@pytest.mark.parametrize(
    ("grounds", "headline", "others"),
    [
        ("plain", "plain", ()),
        (("plain", "", "again"), "again", ("plain",)),
        (("plain", "again", "twice"), "twice", ("again", "plain")),
        (("plain", ""), "plain", ()),
        (("", "again"), "again", ()),
    ],
)
def test_grounds_that_depart_are_the_headline(grounds: Grounds, headline: str, others: tuple[str, ...]) -> None:
    """Of several grounds one that departs is the clause's own, and the others stand behind it."""
    table = quay(hands={"north": "beacon"})
    judging = Judging(HARBOUR, table, HARBOUR.read(table, "north: play beacon"))
    assert not judging.clause("ORDER", lambda: grounds, ok=False)
    assert (headline, others) == (judging.clauses[0].rule, judging.clauses[0].others)


def test_only_the_headline_turns_a_clause_round() -> None:
    """An audit that takes away a ground behind the headline changes nothing; one that takes the headline does."""
    for suppressed, ok in (("plain", False), ("again", True)):
        table = quay(hands={"north": "beacon"})
        table.suppressed = suppressed
        judging = Judging(HARBOUR, table, HARBOUR.read(table, "north: play beacon"))
        assert ok is judging.clause("ORDER", ("plain", "again"), ok=False)


def test_a_ground_that_departs_permits() -> None:
    """What holds by a departing ground is an exception; the plain one permits as much as the clause says."""
    table = quay(hands={"north": "beacon"})
    judging = Judging(HARBOUR, table, HARBOUR.read(table, "north: play beacon"), ALL)
    for grounds in (("plain", "again"), ("plain", "")):
        judging.clause("ORDER", grounds, ok=True, permits=TIMELY)
    assert [(EXCEPTION, "again"), (TIMELY, "plain")] == [(each.permission, each.rule) for each in judging.clauses]
