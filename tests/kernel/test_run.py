"""The run and its door: batches, replacements, triggers, standing checks, places, the judge's seat, bounds."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.judging import judge
from adjudicator.kernel.run import RUN_STEPS_MAX, TRIGGER_CHAIN_MAX
from adjudicator.kernel.verdict import Ruling, Verdict
from adjudicator.kernel.windows import opened
from tests.kit.harbour import HARBOUR
from tests.kit.harbour import values as v
from tests.kit.quay import after, asked, named, passed, quay


def blown(*things: str, roll: int = 4) -> Verdict:
    """What a gale at the harbour does to what lies there."""
    table = quay(*things, hands={"north": "gale"})
    return asked(passed(after(table, "north: play gale at harbour")), f"chance: roll {roll}")


def test_a_batch_happens_together() -> None:
    """All ships are damaged before the first of them sinks."""
    verdict = blown("ship of north", "ship of east")
    assert ["DieRolled", "DamagePlaced", "DamagePlaced", "ThingLeft", "ThingLeft", "CardDiscarded"] == named(
        verdict.facts
    )
    assert {} == verdict.after.things


def test_a_batch_sets_off_one_trigger() -> None:
    """A siren sees one gale, not two damages: its captain draws once."""
    verdict = blown("ship of north", "ship of east", "siren of west", roll=1)
    assert ("draw", "west") == (verdict.after.window.kind, verdict.after.frames[-1].seat)
    drawn = after(verdict.after, f"chance: draw {verdict.after.pool['west'][0]}")
    assert (1, "main") == (len(drawn.hand["west"]), drawn.window.kind)


def test_a_part_of_a_batch_is_replaced_by_choice() -> None:
    """The event is held while the captain of the piloted ship chooses; then all parts happen together."""
    verdict = blown("ship of north", "ship of east", "  pilot of east")
    assert (["DieRolled"], "spare", ("east",)) == (
        named(verdict.facts),
        verdict.after.window.kind,
        verdict.after.window.asked,
    )
    overboard = asked(verdict.after, "east: spare yes")
    assert ["DamagePlaced", "ThingLeft", "ThingLeft", "CardDiscarded"] == named(overboard.facts)
    assert [("ship", "east", 0)] == [(t.kind, t.owner, t.damage) for t in overboard.after.things.values()]
    kept = asked(verdict.after, "east: spare no")
    assert ["DamagePlaced", "DamagePlaced", "ThingLeft", "ThingLeft", "ThingLeft", "CardDiscarded"] == named(kept.facts)


def test_two_parts_are_replaced_one_after_the_other() -> None:
    """Each captain chooses for his own ship; the first choice is kept while the second is asked for."""
    verdict = blown("ship of north", "  pilot of north", "ship of east", "  pilot of east")
    assert ("north",) == verdict.after.window.asked
    second = after(verdict.after, "north: spare yes")
    assert ("east",) == second.window.asked
    last = asked(second, "east: spare no")
    assert ["ThingLeft", "DamagePlaced", "ThingLeft", "ThingLeft", "CardDiscarded"] == named(last.facts)


def test_a_trigger_looks_back() -> None:
    """A parrot that sinks with its ship is noticed while it is still aboard."""
    verdict = blown("ship of east", "  crate of east", "    parrot of west")
    assert ["ThingLeft", "ThingLeft", "ThingLeft"] == [name for name in named(verdict.facts) if name == "ThingLeft"]
    assert [("west", "harbour.4.4")] == [(f.seat, f.rule) for f in verdict.facts if isinstance(f, v.CoinGiven)]


def test_triggers_wait_for_their_moment() -> None:
    """While a card is on its way triggers stay in the pool; they sound in turn order, each seat's oldest first."""
    verdict = blown("siren of west", "siren of east", "ship of north", roll=2)
    assert ["Turn", "Drawing"] == [type(frame).__name__ for frame in verdict.after.frames]
    assert ("east", ["west"]) == (
        verdict.after.frames[-1].seat,
        [trigger.seat for trigger in verdict.after.triggers],
    )


def test_a_place_is_created_and_carries_nested_carriers() -> None:
    """A beacon makes a place; a ship there carries a crate that carries a parrot; sailing counts and clears all."""
    table = quay(hands={"north": "beacon", "south": "ship", "east": "crate"})
    table = passed(after(table, "north: play beacon"))
    cove = next(place for place in table.places.values() if place.beacon)
    assert "north" == cove.beacon
    table = passed(after(_turn_of(table, "south"), f"south: play ship at {cove.name}"))
    ship = next(iter(table.things.values()))
    assert cove.id == ship.at
    loaded = quay(
        "ship of north", "  crate of north", "    crate of north", "      parrot of south", "  pilot of south"
    )
    home = asked(loaded, "north: sail ship")
    assert ["Scored", *["ThingLeft"] * 5, "CoinGiven"] == named(home.facts)
    assert (3, {}) == (home.after.score["blue"], home.after.things)


def _turn_of(table: v.Table, seat: str) -> v.Table:
    """The table with the turn given to a seat, its main question open."""
    window = opened("main", (seat,), "harbour.2.4")
    return msgspec.structs.replace(HARBOUR.fork(table), frames=(v.Turn(seat=seat, step="main"),), window=window)


def test_a_carrier_carries_so_much_and_nothing_of_the_others() -> None:
    """A third thing and a carrier of the other crew are refused by different clauses."""
    full = quay("ship of south", "  crate of south", "  crate of south", hands={"north": "pilot"})
    assert ["CARRIER_ROOM"] == [clause.code for clause in asked(full, "north: play pilot at ship").failing]
    theirs = quay("ship of east", hands={"north": "pilot"})
    assert ["CARRIER"] == [clause.code for clause in asked(theirs, "north: play pilot at ship").failing]


def test_a_manual_effect_asks_the_judge() -> None:
    """The seat judge is asked, nobody else may answer, and what he says goes through the same door."""
    table = passed(after(quay(hands={"north": "oracle"}), "north: play oracle"))
    assert (("judge",), "manual") == (table.window.asked, table.window.kind)
    assert Ruling.ILLEGAL is judge(HARBOUR, table, v.Decide("north", "north", 3)).ruling
    verdict = asked(table, "judge: give east 2")
    assert ["CoinGiven", "CoinGiven", "CardDiscarded"] == named(verdict.facts)
    assert ("main", 6) == (verdict.after.window.kind, len(verdict.after.purse["east"]))


def test_manual_effects_may_be_left_blank() -> None:
    """In a game opened so, the oracle does nothing, and the non-event says so."""
    table = msgspec.structs.replace(quay(hands={"north": "oracle"}), blank=True)
    verdict = asked(after(table, "north: play oracle", "east: pass", "south: pass"), "west: pass")
    assert (["CardDiscarded"], ["oracle"]) == (named(verdict.facts), [told.what for told in verdict.non_events])


def test_spent_coins_come_back_in_their_order() -> None:
    """The purse is spent from the top; the oldest spent coin goes under it, and nothing is shuffled."""
    table = quay("charter of south", hands={"north": "beacon, siren"})
    purse = table.purse["north"]
    table = passed(after(table, "north: play beacon"))
    table = passed(after(table, "north: play siren at harbour"))
    assert (purse[2:], purse[:2]) == (table.purse["north"], table.spent["north"])
    for seat in ("north", "east", "south", "west"):
        table = after(table, f"{seat}: pass")
        table = after(table, f"chance: draw {table.pool[table.frames[-1].seat][0]}")
    assert ((*purse[2:], purse[0]), purse[1:2]) == (table.purse["north"], table.spent["north"])


def test_an_empty_pile_is_made_of_the_shuffled_discards() -> None:
    """The shuffle renews the handles, so that nobody can follow a card, and puts all faces back into the pool."""
    table = quay(to_play="west")
    table.discard["north"], table.pool["north"], table.pile["north"] = table.pool["north"], (), ()
    cards, used = table.discard["north"], table.next_id
    verdict = asked(table, "west: pass")
    [shuffled] = [fact for fact in verdict.facts if isinstance(fact, v.PileShuffled)]
    assert all(handle >= used for handle in shuffled.handles)
    assert (cards, ()) == (verdict.after.pool["north"], verdict.after.discard["north"])
    assert "draw" == verdict.after.window.kind


def test_no_card_left_is_told() -> None:
    """Who has neither pile nor discards draws nothing, and the log says why."""
    table = quay(to_play="west")
    table.pool["north"], table.pile["north"] = (), ()
    assert ["harbour.2.2"] == [told.rule for told in asked(table, "west: pass").non_events]


def test_a_drawn_card_is_sealed_for_its_seat() -> None:
    """What was drawn is told to the seat that drew; everybody else sees a closed seal."""
    table = after(quay(to_play="west"), "west: pass")
    verdict = asked(table, f"chance: draw {table.pool['north'][0]}")
    [drawn] = [fact for fact in verdict.facts if isinstance(fact, v.CardDrawn)]
    assert (("north",), Sealed(("north",))) == (drawn.face.audience, drawn.face.closed())


@pytest.mark.parametrize(
    ("hand", "things", "bound", "chain"),
    [
        ("whirlpool", (), "RUN_STEPS_MAX", "Whirling.start"),
        ("echo", ("echo of south",), "TRIGGER_CHAIN_MAX", "Sounding.start"),
    ],
)
def test_a_bound_ends_a_run_without_end(hand: str, things: tuple[str, ...], bound: str, chain: str) -> None:
    """What never comes to rest is undecided, names its bound, shows the chain, and keeps nothing of the run."""
    table = quay(*things, hands={"north": hand})
    where = "" if hand == "whirlpool" else " at harbour"
    table = after(table, f"north: play {hand}{where}", "east: pass", "south: pass")
    before = HARBOUR.encode(table)
    verdict = asked(table, "west: pass")
    assert (Ruling.UNDECIDED, bound, chain) == (verdict.ruling, verdict.missing[0], verdict.missing[-1])
    assert ((), None, before) == (verdict.facts, verdict.after, HARBOUR.encode(table))


def test_one_echo_alone_is_quiet() -> None:
    """Contrast: a single echo hears no other, and the run ends."""
    table = after(quay(hands={"north": "echo"}), "north: play echo at harbour", "east: pass", "south: pass")
    assert ["ThingArrived"] == named(asked(table, "west: pass").facts)


def test_the_bounds_are_those_of_the_contract() -> None:
    """The bounds are large enough for real games and small enough to answer at once."""
    assert (4000, 256) == (RUN_STEPS_MAX, TRIGGER_CHAIN_MAX)


def test_a_fork_is_independent() -> None:
    """What happens on a fork leaves the original alone, and the other way round."""
    table = quay("ship of north", hands={"north": "gale"})
    before = HARBOUR.encode(table)
    fork = HARBOUR.fork(table)
    for fact in (v.DamagePlaced(next(iter(table.things)), 1), v.Scored("blue", 1), v.CoinSpent("north", 1)):
        HARBOUR.fold(fork, fact)
    assert before == HARBOUR.encode(table)
    assert before != HARBOUR.encode(fork)
