"""Durations: lasting changes and delayed effects come to their end, and control goes back.

Sources: rots.chances.until-end-of-turn-duration, rots.chances.for-this-attack,
crf.battle.until-end-of-battle, crf.pilots.temporary-control-return-while-piloting,
crf.pilots.control-unit-change-keeps-pilot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.aside import ASIDE
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.fold import control_of
from adjudicator.swtcg.table.frames import DuplicateFrame
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, Delayed, Modifier, Stack, Table, build_zone, in_build_zone
from adjudicator.swtcg.words.language import Allow, FromAside


def lasting(table: Table, until: str, attack: int = 0) -> tuple[int, ...]:
    """The ids of what lasts until then (several times, parted by commas), changes first, in order of creation."""
    when = until.split(", ")
    changes = [m.id for m in table.modifiers.values() if m.until in when and attack in (0, m.scene.attack)]
    delayed = [d.id for d in table.delayed.values() if d.until in when and attack in (0, d.scene.attack)]
    return (*changes, *delayed)


def end(
    run: Run,
    until: str,
    rule: str,
    attack: int = 0,
    sparing: str = "",
    rules: Mapping[str, str] = MappingProxyType({}),
    awaited: tuple[str, ...] = (),
) -> None:
    """Everything that lasts until then ends, as one event, but what allows or forbids by the clause `sparing`, and what
    is due once at one of the events `awaited`. One of the `rules` is cited if all of it lasts until the same.
    """
    over = lasting(run.table, until, attack)
    if awaited and run.table.delayed:
        over = tuple(number for number in over if not _due(run.table, number, awaited))
    if sparing:
        over = tuple(number for number in over if not _rules_on(run.table, number, sparing))
    if over:
        cause = f"until end of {' or '.join(until.split(', '))}"
        why = next((rules[each] for each in rules if set(over) <= {*lasting(run.table, each, attack)}), "") or rule
        run.happen(f.ModifiersEnded(ids=over, rule=why, cause=cause), *_put_away(run.table, over))


def _due(table: Table, number: int, awaited: tuple[str, ...]) -> bool:
    """Whether an effect is to be done once, at one of some events."""
    delayed = table.delayed.get(number)
    return delayed is not None and not delayed.repeats and delayed.when.kind in awaited


def _put_away(table: Table, over: tuple[int, ...]) -> list[f.CardsMoved]:
    """The facts by which cards that could be played for a while, and have not been, go where they go then."""
    facts: list[f.CardsMoved] = []
    for made in [table.modifiers[number] for number in over if number in table.modifiers]:
        change, scene = made.change, made.scene
        if not isinstance(change, FromAside) or not change.then:
            continue
        for seat in table.seats:
            left = tuple(card for card in scene.bound.get(ASIDE, ()) if card in table.zones.get(f"aside:{seat}", ()))
            if left:
                way = {"source": f"aside:{seat}", "target": f"{change.then}:{seat}", "by": scene.controller}
                facts.append(f.CardsMoved(**way, cards=left, rule=table.why.cards_card_beats_rule, cause=scene.source))
    return facts


def _rules_on(table: Table, number: int, clause: str) -> bool:
    """Whether a lasting change allows or forbids by a clause."""
    change = table.modifiers[number].change if number in table.modifiers else None
    return isinstance(change, Allow) and change.clause == clause


def lasting_until_untap(table: Table, seat: str) -> tuple[int, ...]:
    """The ids of what lasts until a player's untap step has passed: what is on his or her things."""
    return tuple(
        m.id
        for m in table.modifiers.values()
        if m.until == "next untap" and any(n in table.stacks and table.stacks[n].controller == seat for n in m.on or ())
    )


def _all(table: Table) -> list[Modifier | Delayed]:
    """All that lasts: changes first, in order of creation."""
    return [*table.modifiers.values(), *table.delayed.values()]


def _over(run: Run, over: Sequence[Modifier | Delayed], cause: str, rule: str = "") -> bool:
    """What is over ends, as one event; False if nothing is."""
    if over:
        ids = tuple(each.id for each in over)
        run.happen(f.ModifiersEnded(ids=ids, rule=rule or run.table.why.cards_card_beats_rule, cause=cause))
    return bool(over)


def end_next(run: Run, rule: str) -> None:
    """What lasts until the next turn ends is over, if this is the next turn: it was made in an earlier one."""
    there = [each for each in _all(run.table) if each.until == "next turn"]
    over = [each for each in there if each.scene.numbers.get(MADE) != run.table.turn.number]
    _over(run, over, "until end of the next turn", rule)


def end_at_build_step(run: Run, seat: str) -> None:
    """What lasts until a player's next build step is over as that starts (rots.cards.card-beats-rule)."""
    over = [each for each in _all(run.table) if each.until == "next build" and each.scene.controller == seat]
    _over(run, over, "until the next build step")


def end_at_card(run: Run, seat: str) -> None:
    """What is for a player's next Battle card is over once one is played, as which its price is reckoned already."""
    there = run.table.modifiers.values()
    over = [each for each in there if each.until == "next card" and each.scene.controller == seat]
    _over(run, over, "a Battle card is played")


def end_untapped(run: Run) -> bool:
    """What lasts as long as the card that made it stays tapped is over for good once it does not, or has left play;
    True if there was any (rots.cards.card-beats-rule).
    """
    table: Table = run.table
    if not (table.modifiers or table.delayed):
        return False
    over = [each for each in _all(table) if each.until == "tapped" and not _is_tapped(table, each.scene.stack)]
    return _over(run, over, "it does not stay tapped")


def _is_tapped(table: Table, number: int) -> bool:
    stack = table.stacks.get(number)
    return stack is not None and stack.tapped


MADE = "made in turn"
"""The number in its scene that tells in which turn something was made that lasts until the end of the next."""


def until_battle(table: Table) -> str:
    """The rule by which something lasts until end of battle."""
    rots = table.why.chances_until_end_of_turn_duration
    return cite(table, "crf.battle.until-end-of-battle", "gr.battle.until-end-of-battle", rots)


def attack_rule(table: Table, over: tuple[int, ...]) -> str:
    """The rule by which what lasts for an attack ends with it: a bonus that a trigger gave, or something played."""
    triggered = [n for n in over if n in table.modifiers and "play" not in table.modifiers[n].scene.numbers]
    if triggered == list(over):
        return table.why.triggers_attack_bonus_duration
    return table.why.chances_for_this_attack


def return_control(run: Run) -> bool:
    """Control follows the changes in force; True if something changed hands."""
    table: Table = run.table
    changed = [(s, seat) for s in table.stacks.values() if (seat := control_of(table, s)) != s.controller]
    changed = [(stack, seat) for stack, seat in changed if not _is_held(run, stack)] if changed else []
    if not changed:
        return False
    facts: list[f.ControlChanged | f.StackMoved | f.Detached] = []
    for stack, seat in changed:
        facts.append(f.ControlChanged(stack=stack.id, seat=seat, rule=_change_rule(table, stack, seat)))
        if in_build_zone(stack) and not stack.host and stack.zone != build_zone(seat):
            facts.append(
                f.StackMoved(
                    stack=stack.id,
                    zone=build_zone(seat),
                    how="control",
                    rule=table.why.control_controls_all_aspects_consolidated,
                    cause="control",
                )
            )
    taken = table.why.control_may_change
    goes_along = table.why.equipment_moves_with_controlled_unit
    for stack, _ in changed:
        for carried in table.attached(stack.id, EQUIPMENT):
            title = table.top(carried).title
            if not run.non_event(f"{title} comes off", goes_along, "it goes along"):
                zone = build_zone(carried.controller)
                facts.append(f.Detached(stack=carried.id, zone=zone, role=EQUIPMENT, rule=taken))
    run.happen(*facts)
    return True


def _is_held(run: Run, stack: Stack) -> bool:
    """Whether a change of control waits until its player has parted with one of two of a kind."""
    held = (fact for frame in run.frames if isinstance(frame, DuplicateFrame) for fact in frame.events)
    return any(isinstance(fact, f.ControlChanged) and fact.stack == stack.id for fact in held)


def _change_rule(table: Table, stack: Stack, seat: str) -> str:
    """What decides a change of control: that a Pilot goes back all the same, that a unit's own does not change."""
    if stack.role == PILOT and seat == stack.base:
        return table.why.pilots_temporary_control_return_while_piloting
    if table.attached(stack.id, PILOT):
        return table.why.pilots_control_unit_change_keeps_pilot
    return table.why.control_controller_definition if seat == stack.base else table.why.control_may_change_consolidated


def lose(run: Run) -> bool:
    """Changes bound to things that have left play are over for good; True if there were any
    (crf.abilities.effects-lost-on-leaving-play).
    """
    table: Table = run.table
    rule = table.why.abilities_effects_lost_on_leaving_play
    gone = [each for each in table.modifiers.values() if each.on and not any(n in table.stacks for n in each.on)]
    return bool(gone) and run.applies(rule) and _over(run, gone, "it has left play", rule)
