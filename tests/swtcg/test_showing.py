"""A table as data: of a written board, and of random games for each viewer, beside what the table itself says."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from adjudicator.kernel.showing import Amount, Link, Shown, Thing, Zone, ZoneKind
from adjudicator.kernel.viewing import EVERYBODY, JUDGE, view_for
from adjudicator.play import begun
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, opening_of, our_decks
from tests.swtcg.test_knowing import tables, titles

BOARD = """turn 3, Space battle; wing to attack
dark: force 2, build points 4, hand 2 [Yoda's Intervention], deck 30, discard [Yoda's Intervention]
  space: tie = Vader's TIE Fighter (A) over Vader's TIE Fighter (B), damage 1, tapped with vader = Darth Vader (A)
  build zone: Imperial Star Destroyer; secret = AT-AT face down, 2 counters
light: force 1, hand 3, deck 28
  space: wing = Luke's X-wing (A)
"""
ATTACK = "attack: tie on wing, before the roll\n"


def things(zone: Zone) -> Iterator[Thing]:
    """All that stands in a zone, attached things too."""
    waiting = list(zone.things)
    while waiting:
        thing = waiting.pop()
        yield thing
        waiting += thing.attached


def zone_of(shown: Shown, name: str, seat: str = "") -> Zone:
    """The zone of a name."""
    (found,) = (each for each in shown.zones if (each.name, each.seat) == (name, seat))
    return found


def test_a_written_board() -> None:
    """Stacks in their order, with Pilots, values now and printed, and how they stand; piles with what is known."""
    table = SWTCG.read_board(BOARD, "swtcg-2005")
    shown = SWTCG.show(table)
    assert ["dark", "light"] == [each.seat for each in shown.seats]
    assert (Amount("force", 2), Amount("build points", 4)) == shown.seats[0].amounts[:2]
    assert ["space", "ground", "character"] == [each.name for each in shown.zones if each.kind is ZoneKind.SHARED]
    tie, wing = zone_of(shown, "space").things
    assert ("tie", "dark", "unit", ("tapped",)) == (tie.name, tie.seat, tie.role, tie.marks)
    assert ["Vader's TIE Fighter (A)", "Vader's TIE Fighter (B)"] == [each.title for each in tie.cards]
    assert [("vader", "pilot")] == [(each.name, each.role) for each in tie.attached]
    amounts = {each.name: each for each in tie.amounts}
    assert 1 == amounts["damage"].amount
    for name in ("speed", "power", "health"):
        assert SWTCG.value(table, "tie", name).total == amounts[name].amount
        assert getattr(table.top(table.stacks[table.names["tie"]]), name) == amounts[name].printed
    assert ("wing", "light", ()) == (wing.name, wing.seat, wing.marks)
    retreated, secret = zone_of(shown, "build zone", "dark").things
    assert (("retreated",), ("face down",)) == (retreated.marks, secret.marks)
    assert (Amount("counters", 2),) == secret.amounts
    hand = zone_of(shown, "hand", "dark")
    assert (2, ["Yoda's Intervention"], False) == (hand.count, [each.title for each in hand.cards], hand.ordered)
    assert (28, ()) == (zone_of(shown, "deck", "light").count, zone_of(shown, "deck", "light").cards)


def test_an_attack_is_a_link() -> None:
    """Who attacks whom, by the names that the notation takes, and how far it has come with its dice."""
    quiet = BOARD.replace("; wing to attack", "").replace(", tapped", "")
    table = SWTCG.read_board(quiet + ATTACK, "swtcg-2005")
    assert (Link("attack", "tie", "wing", "", "before the roll"),) == SWTCG.show(table).links
    table = SWTCG.read_board(quiet + ATTACK.replace("before the roll", "rolled 6 4 2"), "swtcg-2005")
    assert (Link("attack", "tie", "wing", "", "rolled", (6, 4, 2)),) == SWTCG.show(table).links


def _agrees(table: Table, viewer: str) -> None:
    known: Table = view_for(SWTCG, table, viewer).table
    shown = SWTCG.show(known)
    standing = [thing for zone in shown.zones for thing in things(zone)]
    assert sorted(alias_of(known, each) for each in known.stacks) == sorted(each.name for each in standing)
    for thing in standing:
        for amount in thing.amounts:
            if amount.printed is not None:
                assert amount.amount == SWTCG.value(known, thing.name, amount.name).total
    cards = [
        card for zone in shown.zones for card in (*zone.cards, *(c for thing in things(zone) for c in thing.cards))
    ]
    assert {each.title for each in cards} - {""} <= titles(known)
    assert all(bool(each.card) == bool(each.title) for each in cards)
    assert tuple(known.arenas) == tuple(each.name for each in shown.zones if each.kind is ZoneKind.SHARED)
    beneath = [each.amount for thing in standing for each in thing.amounts if each.name == "cards beneath"]
    piled = [each.count for each in shown.zones if each.kind is ZoneKind.PILE]
    assert sum(map(len, known.zones.values())) == sum(beneath) + sum(piled)
    assert all(len(each.cards) <= each.count for each in shown.zones if each.kind is ZoneKind.PILE)


def test_random_games_for_each_viewer() -> None:
    """All that stands there is shown once, by its name, with its values; no more is known than the view knows."""
    for number, table in enumerate(tables(2)):
        if number % 7 == 0:
            for viewer in ("dark", "light", EVERYBODY, JUDGE):
                _agrees(table, viewer)


def test_seats_sides_and_arenas_are_the_tables_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four seats in two teams, a fourth arena and a zone for Resources: nothing here counts to two or three."""
    chairs = (("ann", "dark", "x"), ("ben", "light", "y"), ("abe", "dark", "x"), ("bea", "light", "y"))
    known = EDITIONS["swtcg-2005"]
    arenas, zones = {**known.arenas, "sea": known.arenas["space"]}, {**known.zones, "resource": known.zones["out"]}
    toy = msgspec.structs.replace(known, id="four-seats", seats=chairs, arenas=arenas, zones=zones)
    monkeypatch.setitem(EDITIONS, toy.id, toy)
    dealt = opening_of(our_decks())
    decks = dict(dealt.packs)
    packs = tuple((name, msgspec.structs.replace(decks[side], audience=(name,))) for name, side, _ in chairs)
    dealt = msgspec.structs.replace(
        dealt, edition=toy.id, seats=tuple((name, name) for name, *_ in chairs), packs=packs
    )
    table = begun(SWTCG, dealt).table
    table.zones["resource:abe"], table.zones["deck:abe"] = table.zones["deck:abe"][:2], table.zones["deck:abe"][2:]
    shown = SWTCG.show(table)
    assert 2 == zone_of(shown, "resource", "abe").count
    assert [("ann", "dark", "x"), ("abe", "dark", "x"), ("ben", "light", "y"), ("bea", "light", "y")] == [
        (each.seat, each.side, each.team) for each in shown.seats
    ]
    assert ["space", "ground", "character", "sea"] == [
        each.name for each in shown.zones if each.kind is ZoneKind.SHARED
    ]
    assert 4 == len([each for each in shown.zones if each.kind is ZoneKind.OWN])
    assert 58 == zone_of(shown, "hand", "abe").count + zone_of(shown, "deck", "abe").count
