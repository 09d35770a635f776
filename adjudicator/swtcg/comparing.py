"""Two tables side by side: everything that differs, in a fixed order, in words that people use at a table.

Both must be tables of one game (or of the same board), for stacks are told apart by their numbers. The topics are
turn, asked, player, zone, stack and attack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.base import Fact, Frame
from adjudicator.kernel.supposing import Difference
from adjudicator.swtcg.chapters.playing.occurrence import MOMENT
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.standing.values import health, power, speed
from adjudicator.swtcg.table.facts import Awaits, Triggered
from adjudicator.swtcg.table.frames import RollFrame, TriggersFrame, TurnFrame
from adjudicator.swtcg.table.table import BUILDING, UNIT, Scene, Stack, Table
from adjudicator.swtcg.words.terms import with_parts

NOTHING = "-"
PILES = ("hand", "deck", "discard", "out")


def differences(before: Table, after: Table) -> tuple[Difference, ...]:
    """What differs between two tables: the turn, who is asked, Force, zones, stacks, damage, the attack."""
    return (
        *_course(before, after),
        *_players(before, after),
        *_zones(before, after),
        *_stacks(before, after),
    )


def _differ(topic: str, of: str, values: Iterator[tuple[str, str, str]]) -> Iterator[Difference]:
    for what, one, other in values:
        if one != other:
            yield Difference(topic, of, what, one, other)


def _course(before: Table, after: Table) -> Iterator[Difference]:
    """Where the turn stands, whose word it is, the attack with its dice and damage, the winner."""
    tellers = (
        ("turn", "turn", lambda t: str(t.turn.number)),
        ("turn", "phase", lambda t: " ".join(filter(None, (t.turn.phase, t.turn.step, t.turn.seat, t.turn.arena)))),
        ("asked", "who is asked", _asked),
        ("attack", "in progress", _attack),
        ("attack", "dice", _dice),
        ("attack", "damage pending", _pending),
        ("turn", "winner", lambda t: t.winner),
    )
    for topic, what, tell in tellers:
        yield from _differ(topic, "", iter([(what, tell(before) or NOTHING, tell(after) or NOTHING)]))


def _asked(table: Table) -> str:
    window = table.agenda.window
    return "" if window is None else f"{' and '.join(window.asked)}: {window.kind}"


def _attack(table: Table) -> str:
    return "; ".join(
        f"{alias_of(table, attack.attacker)} on {alias_of(table, attack.defender)}"
        + (f" by {attack.mode}" if attack.mode else "")
        for attack in table.attacks
    )


def _dice(table: Table) -> str:
    rolls = [frame.dice for frame in table.agenda.frames if isinstance(frame, RollFrame) and frame.dice]
    return " ".join(str(die) for die in rolls[-1]) if rolls else ""


def _pending(table: Table) -> str:
    return ", ".join(f"{packet.amount} on {alias_of(table, packet.target)}" for packet in table.agenda.pending)


def _players(before: Table, after: Table) -> Iterator[Difference]:
    for name, seat in before.seats.items():
        other = after.seats[name]
        values = (("force", seat.force, other.force), ("build points", seat.points, other.points))
        yield from _differ("player", name, ((what, str(one), str(two)) for what, one, two in values))


def _zones(before: Table, after: Table) -> Iterator[Difference]:
    """How many cards are in each pile; which, as far as both tables know them, of those that came."""
    for seat in before.seats:
        for pile in PILES:
            one, two = _pile(before, pile, seat), _pile(after, pile, seat)
            if len(one) == len(two) and set(one) == set(two):
                continue
            came = [face.title for card in two if card not in one and (face := after.face(card)) is not None]
            known = f" ({', '.join(came)} came)" if came else ""
            yield Difference("zone", seat, pile, str(len(one)), f"{len(two)}{known}")


def _pile(table: Table, pile: str, seat: str) -> tuple[int, ...]:
    """The cards of a pile; of a deck without regard to what is known of its order."""
    names = [pile, "deck top", "deck bottom"] if pile == "deck" else [pile]
    return tuple(card for name in names for card in table.zones.get(f"{name}:{seat}", ()))


def _stacks(before: Table, after: Table) -> Iterator[Difference]:
    for number in sorted({*before.stacks, *after.stacks}):
        one, two = before.stacks.get(number), after.stacks.get(number)
        table = before if one is not None else after
        name = alias_of(table, number)
        if one is None or two is None:
            there = [_place(t, s) if s is not None else NOTHING for t, s in ((before, one), (after, two))]
            yield Difference("stack", name, "place", there[0], there[1])
            continue
        told, tells = _told(before, one), _told(after, two)
        yield from _differ("stack", name, ((what, told.get(what, NOTHING), tells.get(what, NOTHING)) for what in told))


def _place(table: Table, stack: Stack) -> str:
    host = f" on {alias_of(table, stack.host)}" if stack.host else ""
    return f"{stack.zone}{host}"


def _told(table: Table, stack: Stack) -> dict[str, str]:
    """What stands on the table in words; what an unknown card is worth is not told."""
    known = table.known(stack)
    told = {
        "place": _place(table, stack),
        "role": stack.role,
        "card": table.top(stack).title if known else "face down",
        "cards": str(len(stack.cards)),
        "controller": stack.controller,
        "damage": str(stack.damage),
        "counters": str(stack.counters),
        "tapped": "yes" if stack.tapped else "no",
        "shown": "yes" if stack.shown else "no",
    }
    unit = known and stack.role == UNIT and stack.role != BUILDING
    for name, value in (("power", power), ("health", health), ("speed", speed)):
        told[name] = str(value(table, stack)) if unit else NOTHING
    return told


# --- what a table waits for, under one edition and under another --------------------------------


def consequence_of(fact: Fact) -> Fact:
    """A fact without what comes to nothing: whose turn it would be to take a trigger where only one has any waiting,
    how an edition divides the rest of the turn into steps, which shows when it gets there, and the number of the event
    that set a trigger off, which only some editions note.
    """
    fact = _without_moments(fact)
    if not isinstance(fact, Awaits):
        return fact
    alone = len({trigger.seat for trigger in fact.agenda.pool}) < 2
    return _whatever_comes(_whoever_takes(fact) if _taking(fact) and alone else fact)


def _without_moments(value: Any) -> Any:
    """The same without the numbers of the events that set triggers off (`occurrence.MOMENT`)."""
    if isinstance(value, Scene) and MOMENT in value.numbers:
        return msgspec.structs.replace(value, numbers={of: n for of, n in value.numbers.items() if of != MOMENT})
    return with_parts(value, _without_moments)


def parted_by(table: Table, fact: Fact, others: Sequence[Fact]) -> str:
    """The rule of the order between the players, if it is about triggers of which player comes next that facts differ,
    be it now or after what is asked; else empty.
    """
    next_of = [_trigger_of(each) for each in (fact, *others)]
    picked = all(next_of) and len(set(next_of)) > 1
    if picked or any(_differ_in_order(fact, other) for other in others):
        return table.edition.first_triggers_all_first.rule
    return ""


def _trigger_of(fact: Fact) -> str:
    """Whose trigger takes effect, or is to be picked by whom; empty if it is not about that."""
    if isinstance(fact, Triggered):
        return fact.trigger.seat
    window = fact.agenda.window if isinstance(fact, Awaits) else None
    return window.asked[0] if window is not None and window.kind == "triggers" else ""


def _differ_in_order(one: Fact, two: Fact) -> bool:
    """Whether tables wait for the same, but for the player who is to take the next trigger after that."""
    if not isinstance(one, Awaits) or not isinstance(two, Awaits) or _taking(one) == _taking(two):
        return False
    ours, theirs = (_whoever_takes(each).agenda for each in (one, two))
    return (ours.frames, ours.pending) == (theirs.frames, theirs.pending)


def waits(table: Table) -> str:
    """One sentence about who is asked for what, which dice are to be rolled, and what waits after that."""
    told = f"The table asks {_asked(table)}" if table.agenda.window is not None else "Nobody is asked"
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    if isinstance(frame, RollFrame) and not frame.dice:
        told += f" ({frame.due} dice)"
    pool = ", ".join(f"{each.scene.source or each.duty} of {each.seat}" for each in table.agenda.pool)
    if pool:
        told += f"; there wait {pool}"
        taking = [each.seat for each in table.agenda.frames if isinstance(each, TriggersFrame)]
        told += f", and {taking[-1]} takes the next" if taking else ""
    return f"{told}."


def _taking(fact: Awaits) -> tuple[str, ...]:
    """The players who are to take the next trigger."""
    return tuple(each.seat for each in fact.agenda.frames if isinstance(each, TriggersFrame))


def _whoever_takes(fact: Awaits) -> Awaits:
    """The same whoever is to take the next trigger."""
    return _without(fact, TriggersFrame, seat="")


def _whatever_comes(fact: Awaits) -> Awaits:
    """The same whatever steps of the turn are still to come."""
    return _without(fact, TurnFrame, steps=())


def _without(fact: Awaits, kind: type[Frame], **blank: object) -> Awaits:
    frames = tuple(
        msgspec.structs.replace(each, **blank) if isinstance(each, kind) else each for each in fact.agenda.frames
    )
    return msgspec.structs.replace(fact, agenda=msgspec.structs.replace(fact.agenda, frames=frames))
