"""Amounts and conditions of the effect language, read off the table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from adjudicator.swtcg.standing import card_rulings
from adjudicator.swtcg.standing.binding import bound, departed, seats_meant
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.standing.departures import gone_is, was_one
from adjudicator.swtcg.standing.measures import COMPARE, HITS, card_measure, hits_of, measure
from adjudicator.swtcg.standing.scenes import seat_of
from adjudicator.swtcg.standing.selectors import CARD, select
from adjudicator.swtcg.table.table import FROM_A_UNIT, Scene, Table
from adjudicator.swtcg.words import language as w


def amount_of(table: Table, amount: w.Amount, scene: Scene) -> int:
    """The number an amount stands for now."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, w.X):
        number = scene.numbers.get(amount.name, 0)
        return (number // 2 if amount.half else number) * amount.times + amount.plus
    if isinstance(amount, w.Count):
        return len(select(table, amount.of, scene)) * amount.times
    if isinstance(amount, w.Stat):
        return _stat(table, amount, scene) * amount.times
    return _reckoned(table, amount, scene)


def _reckoned(table: Table, amount: w.Tally | w.Often | w.Sum | w.Times | w.Half | w.Capped, scene: Scene) -> int:
    """Numbers of players, and what is reckoned from other amounts."""
    if isinstance(amount, w.Tally):
        seat = seat_of(table, scene, amount.who)
        return tally(table, seat, amount.of) if seat in table.seats else 0
    if isinstance(amount, w.Often):
        return len(_cards_that_did(table, amount, scene)) * amount.times
    if isinstance(amount, w.Sum):
        return sum(amount_of(table, part, scene) for part in amount.of)
    whole = amount_of(table, amount.of, scene)
    if isinstance(amount, w.Capped):
        return min(whole, amount_of(table, amount.most, scene))
    if isinstance(amount, w.Times):
        return whole * amount.times
    return (whole + 1) // 2 if amount.up else whole // 2


def tally(table: Table, seat: str, of: str) -> int:
    """A number of a player: Force, build points, cards in a zone, or arenas controlled (rots.control.arena-control)."""
    if of == "arenas":
        return len(table.reckoning.arenas_controlled(table, seat))
    if of in ("force", "points"):
        return int(getattr(table.seats[seat], of))
    ends = ("deck top", "deck", "deck bottom") if of == "deck" else (of,)
    return sum(len(table.zones.get(f"{end}:{seat}", ())) for end in ends)


BEATS = "beats"


def wins_tie(table: Table, scene: Scene) -> tuple[bool, str]:
    """Whether an effect's controller wins a tie that it asks about, and the rule: Dark does, unless a card says else.

    Where a ruling on the effect's card gives the tie to nobody, nobody wins it.
    """
    nobody = card_rulings.ruled(table, scene.source, card_rulings.TIE)
    if nobody and table.suppressed != nobody:
        return False, nobody
    won = table.reckoning.precedence(table)[0] == scene.controller
    return won != (table.suppressed == table.why.turn_dark_wins_ties), table.why.turn_dark_wins_ties


def tie_at(table: Table, condition: w.Condition, scene: Scene) -> bool:
    """Whether a condition turns on who wins a tie: it asks who beats whom, or a ruling on its card speaks of ties."""
    if not isinstance(condition, w.Compare) or condition.how not in (BEATS, ">"):
        return False
    if condition.how == ">" and card_rulings.ruled(table, scene.source, card_rulings.TIE) in ("", table.suppressed):
        return False
    return amount_of(table, condition.left, scene) == amount_of(table, condition.right, scene)


OVER: dict[str, Callable[[list[int]], int]] = {"": lambda sizes: sizes[0], "total": sum, "highest": max, "lowest": min}
"""By the word of `language.Stat.over`, what is made of the values of several things."""


def _stat(table: Table, amount: w.Stat, scene: Scene) -> int:
    found = select(table, amount.of, scene)
    if amount.of.what == CARD:
        known = ((card, face) for card in found if (face := table.face(card)) is not None)
        sizes = [card_measure(table, card, face, amount.stat) for card, face in known]
    else:
        sizes = [measure(table, table.stacks[number], amount.stat) for number in found]
        if not sizes and amount.of.bound and amount.stat == HITS:  # they were rolled, whatever has become of it
            sizes = [hits_of(table, number) for number in bound(table, amount.of.bound, scene)]
        elif not sizes and amount.of.bound:
            return scene.numbers.get(f"{amount.of.bound} {amount.stat}", 0)
    return OVER[amount.over](sizes) if sizes else 0


def holds(table: Table, condition: w.Condition, scene: Scene) -> bool:
    """Whether a condition is met now."""
    if isinstance(condition, w.There):
        number = len(select(table, condition.are, scene))
        return number >= condition.least and (condition.most is None or number <= condition.most)
    if isinstance(condition, w.Compare):
        left, right = amount_of(table, condition.left, scene), amount_of(table, condition.right, scene)
        if condition.how == BEATS:
            return left > right or (left == right and wins_tie(table, scene)[0])
        return bool(COMPARE[condition.how](left, right))
    if isinstance(condition, w.InPhase):
        return _in_phase(table, condition, scene)
    if isinstance(condition, w.Happened):
        return _happened(table, condition, scene)
    if isinstance(condition, w.Controls):
        return _controls(table, condition, scene)
    if isinstance(condition, w.Both):
        return all(holds(table, part, scene) for part in condition.of)
    if isinstance(condition, w.AnyOf):
        return any(holds(table, part, scene) for part in condition.of)
    assert isinstance(condition, w.Not)
    return not holds(table, condition.of, scene)


def _controls(table: Table, condition: w.Controls, scene: Scene) -> bool:
    """Whether a player controls an arena (rots.control.arena-control), or with "nobody" whether none does."""
    arena = scene.arena if condition.arena == "there" else condition.arena
    seats = table.seats if condition.who == "nobody" else (seat_of(table, scene, condition.who),)
    held = any(arena in table.reckoning.arenas_controlled(table, seat) for seat in seats)
    return held != (condition.who == "nobody")


def _in_phase(table: Table, condition: w.InPhase, scene: Scene) -> bool:
    turn = table.turn
    if condition.at == "battle start":
        return turn.phase == "battle" and not turn.step
    if condition.at not in (turn.phase, turn.step, turn.arena):
        return False
    if condition.yours is None:
        return True
    return turn.seat == scene.controller if condition.yours else turn.seat in table.opponents(scene.controller)


def _happened(table: Table, condition: w.Happened, scene: Scene) -> bool:
    """Looks at this turn's events; a discarded thing is known by what it was when it left."""
    if condition.event in OF_CARDS:
        return len(_cards_that_did(table, condition, scene)) >= condition.least
    times = 0
    for event, stack, detail in reversed(table.happened):
        if event == "did damage" and condition.event == "was damaged":  # the third word is what it was done to
            event, stack = "was damaged", int(detail.split()[2])  # noqa: PLW2901 - the same event, of the other one
        if condition.since == "attack" and event == "attacked":
            return False
        if event != condition.event:
            continue
        if event == "discarded":
            times += _is_such_a_discard(table, condition.to, stack, detail, scene)
        else:
            times += _is_orwas_one(table, condition.to, event, stack, detail, scene)
        if times >= condition.least:
            return True
    return False


def _is_such_a_discard(table: Table, to: w.Those, number: int, detail: str, scene: Scene) -> bool:
    """Whether a thing that was discarded is meant: the very one that a name is bound to, or one of a kind, as which a
    Pilot counts only where Pilots are meant too.
    """
    if to.bound:
        return gone_is(table, to, number, scene)
    aboard = any(word == FROM_A_UNIT and stack == number for word, stack, _ in table.happened)
    return (not aboard or _means_pilots(table, to)) and was_one(table, to, detail, scene)


OF_CARDS = ("played", "deployed")
"""The events that are remembered of a card, which its owner has played or deployed."""


def _cards_that_did(table: Table, asked: w.Happened | w.Often, scene: Scene) -> list[int]:
    """The cards meant that were played or deployed this turn, by those whose they are; each as often as it was. Of a
    thing that stands there it is its top card.
    """
    done = [card for event, card, _ in table.happened if event == asked.event]
    if asked.to.bound and asked.to.what != CARD:
        tops = {table.stacks[number].cards[0] for number in select(table, asked.to, scene)}
        return [card for card in done if card in tops]
    seats = seats_meant(table, asked.to, scene)
    return [
        card
        for card in done
        if table.cards[card].owner in seats and (face := table.face(card)) is not None
        if card_is(table, asked.to, face, card, scene)
    ]


def _is_orwas_one(table: Table, to: w.Those, event: str, number: int, detail: str, scene: Scene) -> bool:
    """Whether what something happened to is one of those: what left by what it was, an attacker where it attacked."""
    stack = table.stacks.get(number)
    if event == "attacked" and not to.bound:
        zones = tuple(scene.arena if zone == "there" else zone for zone in to.zones)
        if zones and detail not in zones:
            return False
        to = structs.replace(to, zones=(stack.zone,) if stack is not None else ())
    if stack is not None or to.bound:
        return number in select(table, to, scene)
    return any(was_one(table, to, gone, scene) for gone in departed(table, number))


def _means_pilots(table: Table, to: w.Those) -> bool:
    """Whether a Pilot on a unit is meant too: not as a unit, and as a Character by the edition."""
    return to.what != "unit" and (not to.types or table.edition.pilot_is_character.value)
