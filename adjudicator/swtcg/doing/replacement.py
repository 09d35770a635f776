"""Replacement at the door: "would ... instead". An event is held, the replacement acts or asks.

An effect replaces one event once (its id is noted in the frame), so two replacements cannot
chase each other; a declined "may" lets the event go on to the next replacement.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing import choosing
from adjudicator.swtcg.doing.supposing import turn_down, would_set_off
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.binding import zone_meant
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.scenes import REPLACING
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.traits import turned_up
from adjudicator.swtcg.standing.values import health
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AnswerFrame, EventFrame, PlayFrame, ResolveFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import BUILDING, PILOT, Scene, Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Discard, Event, Instead, Those

_replace = msgspec.structs.replace
WOULD: dict[type, tuple[str, str]] = {
    f.StackDiscarded: ("would be discarded", "stack"),
    f.DamageCountersPlaced: ("would get damage counters", "stack"),
    f.StackMoved: ("would move", "stack"),
    f.UnitDeployed: ("would be deployed", "stack"),
    f.ForceGained: ("would gain force", "seat"),
    f.ForcePaid: ("would pay force", "seat"),
    f.CardsDrawn: ("would draw", "seat"),
    f.Tapped: ("would be tapped", "stacks"),
    f.DamageCountersRemoved: ("would lose damage counters", "stack"),
}
"""Which facts can be replaced: the event word, and the field that says to whom it happens."""

WOULD_RETREAT = "would retreat"
"""Of what would move, what is a retreat (rots.retreat.definition)."""
WITH_ITS_UNIT = "would be discarded with its unit"
"""Of what would be discarded, a Pilot whose unit has just been (rots.pilots.unit-moved-pilot-follows)."""
REPLACED = (*(kind for kind, _ in WOULD.values()), WOULD_RETREAT, WITH_ITS_UNIT)
"""The event words of all that can be replaced."""


def replace(run: Run, facts: tuple[Any, ...], applied: tuple[int, ...] = ()) -> bool:
    """Hold the event if an effect replaces a part of it; the untouched parts happen with it afterwards."""
    table: Table = run.table
    for entry in table.index.replacements:
        if entry.order in applied or _its_own(run, entry) or _has_been_offered(table, entry):
            continue
        touched = tuple(fact for fact in facts if fits(table, entry, fact))
        if touched and in_vain(run, entry, touched[0]):
            continue
        if touched:
            rest = tuple(fact for fact in facts if fact not in touched)
            _hold(run, entry, touched, rest, applied)
            return True
        _note_spared(run, entry, facts)
    return False


def said_by(entry: Continuous) -> Instead:
    """What an effect says is done instead, and of what."""
    assert isinstance(entry.change, Instead)
    return entry.change


def is_replaced(table: Table, fact: Any) -> bool:
    """Whether something happens in place of a fact, whoever wants it or not."""
    return any(not said_by(entry).may and fits(table, entry, fact) for entry in table.index.replacements)


def in_vain(run: Run, entry: Continuous, fact: Any) -> bool:
    """Whether what may be done instead can't be: then nothing is replaced (ruling.falcon-under-dining-hall)."""
    change = said_by(entry)
    if not (change.may and change.do and choosing.in_vain(run.table, change.do[0], scene_of(entry, fact))):
        return False
    rule = run.table.why.abilities_cannot_beats_can
    return run.non_event(f"what {entry.name} does instead", rule, "it can't be done")


def _note_spared(run: Run, entry: Continuous, facts: tuple[Any, ...]) -> None:
    """Note that an effect which waits for lethal damage alone does not act, as this is none."""
    change = said_by(entry)
    if not change.event.fatal:
        return
    any_damage = _replace(change, event=_replace(change.event, fatal=False))
    wider = Continuous(any_damage, entry.scene, entry.order, entry.name)
    wider.condition, wider.on = entry.condition, entry.on
    if any(fits(run.table, wider, fact) for fact in facts):
        run.non_event(
            f"what {entry.name} does instead", run.table.why.cards_card_beats_rule, "damage does not discard it"
        )


def _its_own(run: Run, entry: Continuous) -> bool:
    """Whether the event is what the replacement does instead."""
    frame = run.frames[-1] if run.frames else None
    return isinstance(frame, ResolveFrame) and frame.scene.numbers.get(REPLACING) == entry.order


def _hold(
    run: Run, entry: Continuous, touched: tuple[Any, ...], rest: tuple[Any, ...], applied: tuple[int, ...]
) -> None:
    why: Grounds = run.table.why
    change = said_by(entry)
    if rest:
        run.commit(rest)
    frame = EventFrame(events=touched, applied=(*applied, entry.order), by=entry.order, step="act")
    run.push(frame)
    if change.may:
        exactly = change.event.fatal and any(_exactly_lethal(run.table, fact) for fact in touched)
        rule = why.reading_falcon_and_exactly_lethal_damage if exactly else why.cards_card_beats_rule
        run.push(AnswerFrame(seat=entry.scene.controller, what=entry.name, rule=rule), then="asked")


def saves(entry: Continuous) -> bool:
    """Whether it is what its player may do instead of damage that would get something discarded."""
    change = said_by(entry)
    return change.may and change.event.fatal and change.event.kind == WOULD[f.DamageCountersPlaced][0]


def _has_been_offered(table: Table, entry: Continuous) -> bool:
    """Whether that has been offered already in the chance to prevent (room: saving)."""
    chosen = table.edition.saves_as_prevention
    return chosen.value and chosen.rule != table.suppressed and saves(entry)


def fits(table: Table, entry: Continuous, fact: Any) -> bool:
    """Whether a fact is what an effect acts instead of."""
    change = entry.change
    assert isinstance(change, Instead)
    word = WOULD.get(type(fact))
    if word is None or change.event.kind not in (word[0], *_narrower(table, fact)):
        return False
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):
        return False
    if change.event.fatal and not _fatal(table, fact):
        return False
    if change.event.at == "draw step" and (fact.cause != "draw" or table.turn.step != "build"):
        return False
    return _to_fits(table, entry, change.event, getattr(fact, word[1]))


def _narrower(table: Table, fact: Any) -> tuple[str, ...]:
    """What a fact is called besides its own word, being one of a kind."""
    if isinstance(fact, f.StackMoved):
        return (WOULD_RETREAT,) if fact.how == "retreat" else ()
    pilot = table.stacks.get(fact.stack) if isinstance(fact, f.StackDiscarded) else None
    if pilot is None or pilot.role != PILOT:
        return ()
    along = any(word == "discarded" and number == pilot.host for word, number, _ in table.happened)
    return (WITH_ITS_UNIT,) if along else ()


def _fatal(table: Table, fact: Any) -> bool:
    """Whether damage would get what it is done to discarded; counters that are merely put there are no damage
    (rots.damage.placed-counters-not-damage).
    """
    hit = table.stacks.get(fact.stack)
    if isinstance(fact, f.StackDiscarded):
        return bool(fact.cause == "damage")
    if not isinstance(fact, f.DamageCountersPlaced) or not fact.packet or hit is None:
        return False
    if _exactly_lethal(table, fact):
        return table.suppressed != table.why.reading_falcon_and_exactly_lethal_damage
    return hit.damage + fact.amount > health(table, hit)


def _exactly_lethal(table: Table, fact: Any) -> bool:
    """Whether damage counters bring what they are put on to just its health."""
    hit = table.stacks.get(fact.stack) if isinstance(fact, f.DamageCountersPlaced) else None
    return hit is not None and hit.damage + fact.amount == health(table, hit)


def _stands_at(table: Table, number: int, zone: str) -> bool:
    return number in table.stacks and table.stacks[number].zone == zone


def _to_fits(table: Table, entry: Continuous, event: Event, to: Any) -> bool:
    if entry.on is not None and isinstance(to, int):
        return to in entry.on
    if event.at and isinstance(to, int) and not _stands_at(table, to, zone_meant(table, event.at, entry.scene)):
        return False
    if event.to is None:
        return True
    if isinstance(to, str):
        return event.to.side == "any" or (to == entry.scene.controller) == (event.to.side == "yours")
    numbers = to if isinstance(to, tuple) else (to,)
    return any(_is_meant(table, event.to, number, entry.scene) for number in numbers)


def _is_meant(table: Table, those: Those, number: int, scene: Scene) -> bool:
    stack = table.stacks.get(number)
    if stack is not None and stack.role == BUILDING and table.known(stack):
        stack = turned_up(stack, table.top(stack))  # it is turned up by the same event
    return stack is not None and matches(table, those, stack, scene, anywhere=True)


def entry_of(table: Table, frame: EventFrame) -> Continuous | None:
    """The effect that acts, if it still is at work."""
    return next((entry for entry in table.index.replacements if entry.order == frame.by), None)


def _act(run: Run, frame: EventFrame) -> None:
    """Do the replacement's instructions instead of the event, with "it" bound to what it would have happened to."""
    table: Table = run.table
    entry = entry_of(table, frame)
    run.pop()
    if entry is None:
        run.happen(*frame.events)
        return
    if _discarded_all_the_same(run, frame.events, entry.scene.source):
        run.commit(frame.events)
        return
    _unfulfilled(run)
    _note_replaced(run, frame, entry)
    change = said_by(entry)
    if any(isinstance(each, Discard) for each in walk(change.do)):
        run.push(_replace(frame, step="over"))  # what is discarded after all is by what would have had it discarded
    scene = scene_of(entry, *frame.events)
    if change.do:
        run.push(ResolveFrame(todo=change.do, scene=scene))
    if entry.modifier is not None and not change.repeats:
        settled = not run.dirty
        run.commit(
            (f.ModifiersEnded(ids=(entry.modifier.id,), rule=table.why.cards_card_beats_rule, cause=entry.name),)
        )
        run.dirty = not settled  # no check looks at it, and what it does instead comes before the next one


def _discarded_all_the_same(run: Run, events: tuple[Any, ...], source: str) -> bool:
    """Whether something is discarded although that is replaced: only an audit has it so."""
    table: Table = run.table
    rule = table.why.discard_would_be_discarded_stops_it
    doomed = next((each.stack for each in events if isinstance(each, f.StackDiscarded)), None)
    if doomed is None or not rule:
        return False
    return not run.non_event(f"discard of {table.title(doomed)}", rule, f"{source} stands in its place")


def _note_replaced(run: Run, frame: EventFrame, entry: Continuous) -> None:
    """Note that the event itself does not take place, nor does anything trigger on it, where a rule says so."""
    why = run.table.why
    if not why.replacement_definition:
        return
    if not run.non_event(f"what {entry.name} replaces", why.replacement_definition, "something is done instead"):
        run.commit(frame.events)
        return
    discarded = any(isinstance(fact, f.StackDiscarded) for fact in frame.events)
    rule = why.replacement_discard_triggers_nothing if discarded else why.replacement_triggers_nothing
    turn_down(run, would_set_off(run, frame.events), rule, "its event was replaced")


def _over(run: Run, frame: EventFrame) -> None:
    """The replacement has acted."""
    run.pop()


def held(run: Run, stack: int) -> f.StackDiscarded | None:
    """The discard of something that the replacement at work stands in the place of, if it does in that of one."""
    frame = run.frames[-1]
    order = frame.scene.numbers.get(REPLACING) if isinstance(frame, ResolveFrame) else None
    below = next((each for each in reversed(run.frames) if isinstance(each, EventFrame) and each.by == order), None)
    events = below.events if below is not None else ()
    return next((each for each in events if isinstance(each, f.StackDiscarded) and each.stack == stack), None)


def scene_of(entry: Continuous, fact: Any, *others: Any) -> Scene:
    """What a replacement is bound to: "it" is what the event would have happened to, "those" what else it would have
    happened to at once as well.
    """
    to, *rest = (getattr(each, WOULD[type(each)][1]) for each in (fact, *others))
    those = tuple(each for each in (to, *rest) if isinstance(each, int))
    return Scene(
        controller=entry.scene.controller,
        source=entry.scene.source,
        stack=entry.scene.stack,
        key=entry.scene.key,
        bound={**entry.scene.bound, "it": (to,) if isinstance(to, int) else (), "those": those},
        numbers={**entry.scene.numbers, "that much": getattr(fact, "amount", 0), REPLACING: entry.order},
        attack=entry.scene.attack,
        kind=entry.scene.kind,
    )


def _unfulfilled(run: Run) -> None:
    """A payment that is replaced leaves a cost unfulfilled (crf.costs.replacement-unfulfilled)."""
    if run.frames and isinstance(run.frames[-1], PlayFrame) and run.frames[-1].step == "paid":
        run.goto("paid", paid=False)


def _asked(run: Run, frame: EventFrame) -> None:
    """The player has said whether the event is to be replaced; if not, others may still replace it."""
    if frame.yes:
        run.goto("act")
        return
    run.pop()
    if not replace(run, frame.events, frame.applied):
        run.commit(frame.events)


STEPS = {EventFrame: {"act": _act, "asked": _asked, "over": _over}}
