"""The formula against the judge: every outcome of the dice is played through, and nothing differs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudicator.kernel.forms import Some
from adjudicator.kernel.judging import judge
from adjudicator.kernel.odds import OddsError, distribution, merged
from adjudicator.swtcg.odds.attack import attack_odds
from adjudicator.swtcg.odds.declaring import declared
from adjudicator.swtcg.odds.fight import in_progress
from adjudicator.swtcg.odds.numbers import situation
from adjudicator.swtcg.odds.players import Players
from adjudicator.swtcg.odds.situation import Plan, Stated
from adjudicator.swtcg.odds.walking import Ends, Walk, counted_before, outcomes
from adjudicator.swtcg.table.declarations import Activate
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_cards
from tests.swtcg.odds.duels import alone, duel, unit


def played(table: Table, plan: Plan, *, ordered: bool = False) -> Ends:
    """The chances of every end of the attack in progress, played through by the judge."""
    fight = in_progress(table)
    walk = Walk(SWTCG, fight, Players(SWTCG, fight, plan, situation(table), formula=True), ordered=ordered)
    return merged((counted_before(table).then(end), chance) for end, chance in walk.ends(table).items())


def compared(table: Table, plan: Plan, *, ordered: bool = False) -> None:
    """Formula and judge give the same chance to every end of the attack, to the hits, and to each discard."""
    found = situation(table)
    odds = attack_odds(found, plan)
    ends = played(table, plan, ordered=ordered)
    assert merged((end.placed, chance) for end, chance in ends.items()) == dict(odds.joint)
    if odds.hits is not None and found.power:
        assert distribution((end.hits, chance) for end, chance in ends.items()) == odds.hits
    for each in odds.units:
        gone = sum((chance for end, chance in ends.items() if each.stack in end.discarded), Fraction(0))
        assert gone == each.discarded, each.title


def stated(table: Table, to: str = "") -> tuple[Stated, ...]:
    """All preventions of the defending side, Deflects going to a unit."""
    found = situation(table)
    return tuple(
        Stated(each, table.names[to] if to and each.keyword == "deflect" else 0)
        for each in found.preventions
        if each.seat == found.seats[1]
    )


KEYWORDS: list[tuple[str, str]] = [
    ("", ""),
    ("Accuracy 1", ""),
    ("Accuracy 2", "Armor"),
    ("", "Armor"),
    ("Critical Hit 1", ""),
    ("Critical Hit 2 | Accuracy 1", "Armor"),
    ("", "Shields 1"),
    ("Critical Hit 1 | Critical Hit 2", "Shields 2"),
    ("Accuracy 3", "Shields 1 | Armor"),
    ("Accuracy 5 | Critical Hit 3", "Armor"),
    ("Overkill", ""),
    ("Overkill | Critical Hit 2", "Armor"),
]


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2005-rulebook", "swtcg-web", "swtcg-2022"])
@pytest.mark.parametrize(("attacker", "defender"), KEYWORDS)
def test_what_a_roll_does(attacker: str, defender: str, edition: str) -> None:
    """Hits, damage and discards of each ordered result of three dice come out as the formula says."""
    table = duel(3, attacker, defender, health=2, edition=edition)
    compared(table, Plan(), ordered=True)


@pytest.mark.parametrize("power", range(1, 6))
def test_any_power(power: int) -> None:
    """From one die to five, the formula holds."""
    compared(duel(power, "Accuracy 1 | Critical Hit 2", "Armor", health=3), Plan(), ordered=power < 5)


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2005-rulebook", "swtcg-web", "swtcg-2022"])
@pytest.mark.parametrize("most", [0, 1])
def test_overkill(most: int, edition: str) -> None:
    """Surplus hits go to the second unit, over remaining health or over health as the edition says."""
    table = duel(5, "Overkill | Critical Hit 1", "", health=3, damage=1, edition=edition)
    compared(table, Plan(overkill_on=table.names["guard"], overkill_most=most))


@pytest.mark.parametrize("policies", [("plain", "none"), ("best", "none"), ("none", "best"), ("best", "best"),
                                      ("plain", "plain")])  # fmt: skip
@pytest.mark.parametrize("side", ["dark", "light"])
@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2005-rulebook", "swtcg-web"])
def test_lucky(policies: tuple[str, str], side: str, edition: str) -> None:
    """Lucky on both sides, whoever is asked first, by stated policies and by best play."""
    table = duel(3, "Lucky 2 | Critical Hit 2", "Lucky 1", health=3, side=side, edition=edition)
    compared(table, Plan(attacker=policies[0], defender=policies[1]))


@pytest.mark.parametrize("to", ["", "chief", "guard"])
@pytest.mark.parametrize("force", [0, 1, 2, 3])
def test_preventions(to: str, force: int) -> None:
    """Evade and Deflect take off what they can as long as there is Force, and deflected damage comes after."""
    text = "Pay 1 Force -> Evade 1 | Pay 2 Force -> Deflect 2"
    table = duel(4, "Critical Hit 1", text, health=3, own_health=2, force=(6, force))
    compared(table, Plan(prevent=stated(table, to)))


@pytest.mark.parametrize("armor", ["", "Armor"])
@pytest.mark.parametrize("own_health", [1, 2, 3])
@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2005-rulebook", "swtcg-2022"])
def test_retaliate(armor: str, own_health: int, edition: str) -> None:
    """Dice of damage at the end of the attack, at an attacker that is still there, against its own prevention."""
    table = duel(
        3, f"Pay 2 Force -> Evade 1 | {armor}".rstrip(" |"), "Pay 1 Force -> Retaliate 2 | Pay 1 Force -> Deflect 1",
        health=2, own_health=own_health, edition=edition, said=("light: activate jedi retaliate",),
    )  # fmt: skip
    mine = tuple(Stated(each) for each in situation(table).preventions if each.seat == "dark")
    compared(table, Plan(prevent=(*stated(table, "chief"), *mine)))
    assert 1 == len(situation(table).retaliations)


def test_deflected_onto_what_is_gone() -> None:
    """What the attack's own damage has discarded takes no deflected damage any more."""
    table = duel(5, "Overkill", "Pay 1 Force -> Deflect 2", health=2, guard_health=1)
    compared(table, Plan(overkill_on=table.names["guard"], prevent=stated(table, "guard")))


def test_a_prevention_without_a_keyword() -> None:
    """An ability that prevents damage to its unit counts like Evade."""
    ability = {"type": "Activated", "cost": {"type": "Cost", "force": 1}, "do": [{"type": "Prevent", "amount": 2}]}
    at = alone(4, {**unit("Quick Jedi", "L", 2, 3), "Effects": [ability]})
    assert [("prevent", 2, 1)] == [(each.keyword, each.amount, each.cost) for each in situation(at).preventions]
    compared(at, Plan(prevent=stated(at)))


def test_a_prevention_that_has_no_effect() -> None:
    """An Evade that is played in vain prevents nothing, and is not reckoned with."""
    evade, still = "Pay 1 Force -> Evade 2", "Evade has no effect."
    assert [2] == [each.amount for each in situation(duel(4, defender=evade, edition="swtcg-2022")).preventions]
    assert () == situation(duel(4, defender=evade, guard=still, edition="swtcg-2022")).preventions


def test_more_damage_for_each_hit() -> None:
    """An effect that changes the damage of a hit counts for hits, and not for a Critical Hit."""
    more = {
        "type": "Static",
        "changes": [{"type": "Modify", "of": {"type": "Those", "what": "unit"}, "stat": "damage per hit", "amount": 1}],
    }
    at = alone(3, {**unit("Quick Jedi", "L", 2, 3), "Effects": [more]})
    assert 2 == situation(at).units[at.names["jedi"]].per_hit
    compared(at, Plan(), ordered=True)


@pytest.mark.parametrize("mode", ["bombard", "ion cannon"])
def test_attacks_into_other_arenas(mode: str) -> None:
    """Bombard and Ion Cannon roll as many dice as they say, less Shields, with Accuracy and Critical Hit."""
    kind, into = {"bombard": ("Space", "ground"), "ion cannon": ("Ground", "space")}[mode]
    target = into.capitalize()
    cards = (
        {**unit("Big Walker", "D", 1, 3, f"{mode.title()} 4 | Accuracy 1 | Critical Hit 2", 60), "Type": kind},
        {**unit("Quick Jedi", "L", 2, 3, "Shields 1"), "Type": target},
    )
    text = f"turn 3, {kind} battle; walker to attack\ndark: force 1\n  {kind.lower()}: walker = Big Walker\n"
    text += f"light: force 1\n  {into}: jedi = Quick Jedi"
    table = SWTCG.read_board(text, "swtcg-2005", read_cards(cards))
    at: Table = declared(SWTCG, table, f"walker attacks jedi by {mode}").table
    assert 3 == situation(at).power
    compared(at, Plan(), ordered=True)


def test_dice_on_the_table() -> None:
    """With dice lying there only the rerolls are open, and with damage pending only the preventions."""
    table = duel(3, "Lucky 2", "Pay 1 Force -> Evade 2", said=("chance: roll 2 3 5",))
    compared(table, Plan(attacker="best", prevent=stated(table)))
    later = duel(3, "", "Pay 1 Force -> Evade 2", said=("chance: roll 4 4 5",))
    compared(later, Plan(prevent=stated(later)))
    assert Fraction(1) == attack_odds(situation(later), Plan(prevent=stated(later))).defending.damage.expected


@pytest.mark.parametrize("policies", [("best", "none"), ("plain", "plain"), ("best", "best")])
@pytest.mark.parametrize("said", [("dark: pass",), ("dark: activate chief lucky reroll 1", "chance: roll 3")])
def test_in_the_midst_of_rerolling(policies: tuple[str, str], said: tuple[str, ...]) -> None:
    """Who is asked, who has passed and who has rerolled already are taken as they are."""
    table = duel(3, "Lucky 1", "Lucky 1", health=2, said=("chance: roll 1 2 6", *said))
    assert (1, 1 if "pass" in said[-1] else 0) == (situation(table).asked, situation(table).passes)
    compared(table, Plan(*policies))


def best_by_trying(table: Table, number: int) -> Fraction:
    """The damage to be expected if both sides reroll as well as they can, found by trying everything with the judge."""
    if table.attack is None:
        return Fraction(table.stacks[number].damage)
    window = table.agenda.window
    due = SWTCG.chance_due(table)
    if due is not None:
        rolls = outcomes(due.count)
        return sum(
            (chance * best_by_trying(_after(table, SWTCG.chance_said(table, dice)), number) for dice, chance in rolls),
            Fraction(0),
        )
    seat = window.asked[0]
    worth = [best_by_trying(_after(table, SWTCG.read(table, f"{seat}: pass")), number)]
    for form in SWTCG.forms(table, seat):
        for name, some in form.choices:
            assert "dice" == name
            assert isinstance(some, Some)
            for count in range(some.least, some.most + 1):
                for dice in combinations(some.options, count):
                    said = Activate(**{**dict(form.given), "seat": seat, "dice": dice})
                    worth.append(best_by_trying(_after(table, said), number))
    return max(worth) if seat == "dark" else min(worth)


def _after(table: Table, said: Any) -> Table:
    after: Table = judge(SWTCG, table, said).after
    return after


@pytest.mark.parametrize(
    ("power", "attacker", "defender"),
    [
        (2, "Lucky 1", "Lucky 1"),
        (2, "Lucky 2 | Critical Hit 3", ""),
        (3, "", "Lucky 1"),
        (2, "Critical Hit 3", "Lucky 2"),
    ],
)
@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-web"])
def test_best_play_is_best(power: int, attacker: str, defender: str, edition: str) -> None:
    """No way of rerolling that the judge allows does better, for either side."""
    table = duel(power, attacker, defender, health=30, edition=edition)
    odds = attack_odds(situation(table), Plan("best", "best", "damage"))
    assert best_by_trying(table, table.names["jedi"]) == odds.defending.damage.expected


def test_dice_together_or_in_order() -> None:
    """Taking together what differs in the order of dice only changes nothing."""
    table = duel(3, "Lucky 1 | Critical Hit 1", "Armor")
    assert played(table, Plan("plain"), ordered=True) == played(table, Plan("plain"))


LUCK = st.sampled_from(["none", "plain", "best"])


@st.composite
def attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Two units with any values of the keywords that count in an attack."""

    def words(names: dict[str, int]) -> str:
        some = draw(st.lists(st.sampled_from(sorted(names)), unique=True, max_size=3))
        numbers = [(name, draw(st.integers(1, names[name])) if names[name] else None) for name in some]
        return " | ".join(f"{name} {number}" if number else name for name, number in numbers)

    attacker = {"Accuracy": 3, "Critical Hit": 3, "Lucky": 2, "Overkill": 0}
    defender = {"Armor": 0, "Shields": 2, "Lucky": 2, "Pay 1 Force -> Evade": 2, "Pay 1 Force -> Deflect": 2}
    return {
        "power": draw(st.integers(0, 3)), "attacker": words(attacker), "defender": words(defender),
        "health": draw(st.integers(1, 4)), "own_health": draw(st.integers(1, 3)),
        "force": (draw(st.integers(0, 2)), draw(st.integers(0, 2))), "side": draw(st.sampled_from(["dark", "light"])),
        "edition": draw(st.sampled_from(["swtcg-2005", "swtcg-2005-rulebook", "swtcg-web"])),
    }  # fmt: skip


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(attacks(), LUCK, LUCK, st.sampled_from(["discard", "damage"]), st.sampled_from(["", "chief", "guard"]))
def test_any_units(drawn: dict[str, Any], mine: str, theirs: str, aim: str, to: str) -> None:
    """Whatever the units, formula and judge agree."""
    table = duel(**drawn)
    if table.attack is None:
        with pytest.raises(OddsError):  # no dice, no chance: the attack is over as soon as it is declared
            situation(table)
        return
    second = table.names["guard"] if "Overkill" in drawn["attacker"] else 0
    compared(table, Plan(mine, theirs, aim, overkill_on=second, prevent=stated(table, to)))


MASSACRE = {
    "power": 3, "attacker": "Overkill", "defender": "", "health": 1, "own_health": 1, "force": (0, 0), "side": "dark",
    "edition": "swtcg-2005",
}  # fmt: skip


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(MASSACRE, "none", "none", [1, 4, 4, 1], "")  # at Overkill's question the hits are counted already
@given(attacks(), LUCK, LUCK, st.lists(st.integers(1, 6), min_size=4, max_size=4), st.sampled_from(["", "chief"]))
def test_any_units_in_mid_attack(drawn: dict[str, Any], mine: str, theirs: str, dice: list[int], to: str) -> None:
    """Also with dice that lie there, with damage pending, and with a Retaliate and a Deflect waiting on both sides."""
    defender = " | ".join(filter(None, [drawn["defender"], "Retaliate 1"]))
    attacker = " | ".join(filter(None, [drawn["attacker"], "Pay 1 Force -> Deflect 1"]))
    other = "light" if drawn["side"] == "dark" else "dark"
    table = duel(**{**drawn, "defender": defender, "attacker": attacker})
    struck = declared(SWTCG, table, "", after=[f"{other}: activate jedi retaliate"]).table
    while struck.attack is not None and struck.agenda.window.kind == "general":
        struck = _after(struck, SWTCG.read(struck, f"{struck.agenda.window.asked[0]}: pass"))
    due = SWTCG.chance_due(struck)
    assert due is not None, "there are dice of the attack or of the Retaliate"
    at = judge(SWTCG, struck, SWTCG.chance_said(struck, tuple(dice[: due.count]))).after
    for each in (struck, at):
        if each.attack is None:
            continue
        try:
            found = situation(each)
        except OddsError:
            continue  # past its chances: the dice of the Retaliate are due
        own = tuple(Stated(p, each.names["jedi"]) for p in found.preventions if p.seat == found.seats[0])
        second = each.names["guard"] if "Overkill" in drawn["attacker"] else 0
        compared(each, Plan(mine, theirs, overkill_on=second, prevent=(*stated(each, to), *own)))
