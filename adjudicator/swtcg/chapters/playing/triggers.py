"""Triggered abilities: what sets them off, the pool they wait in, and the order they resolve in.

Sources: rots.triggers.after-triggering-event, rots.triggers.alternating-resolution,
crf.triggers.pool-certain, crf.triggers.all-conditions-true, crf.triggers.held-definition. A trigger
in the pool is certain to take effect; it waits while an effect, a reroll or a prevention chance
is going on (only procedures with `deals_triggers` let it in), except that triggers for such a
chance resolve in it (crf.triggers.held-exception-reroll, crf.triggers.held-exception-prevention), before anybody
may play there (ruling.reroll-triggers-before-or-in-the-chance).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.base import Fact
from adjudicator.kernel.forms import Form, OneOf
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.building import build_start
from adjudicator.swtcg.chapters.playing import (
    answering,
    coming_about,
    keyword_details,
    not_deployed,
    occurrence,
    untriggered,
)
from adjudicator.swtcg.chapters.playing import trigger_reasons as reasons
from adjudicator.swtcg.chapters.playing.trigger_scenes import come_due
from adjudicator.swtcg.doing.impending import before_damage
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import Index, scene_of
from adjudicator.swtcg.standing.events import MATCHERS, matching
from adjudicator.swtcg.standing.matched import Match, bound_by
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.roll_stages import timely
from adjudicator.swtcg.standing.scenes import ONCE, TRIGGERED, as_it_works
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import PopFrame, ResolveFrame, TriggersFrame
from adjudicator.swtcg.table.table import Delayed, Scene, Stack, Table, Trigger
from adjudicator.swtcg.words.language import Triggered
from adjudicator.swtcg.words.printed import elsewhere

_replace = msgspec.structs.replace

RESEMBLING = not_deployed.KINDS | keyword_details.RESEMBLING | untriggered.RESEMBLING_ANY
"""The kinds of facts of which something is told though nothing waits for them."""


def notice(table: Table, facts: tuple[Any, ...], before: bool) -> tuple[Trigger, ...]:
    """The triggers that an event sets off; events that look back are asked about before they are folded."""
    index = table.index_cache if table.index_cache is not None else table.index
    found: list[Trigger] = []
    states = index.heard.get(Fact)
    if states is None:
        states = _heard(index, Fact)
    if states:
        found += coming_about.noticed(table, states, before)
    for fact in facts:
        if fact.looks_back == before:
            _notice(table, index, fact, found)
    if index.awaited:
        answering.notice(table, facts, before)
    return tuple(found) if found else ()


def _notice(table: Table, index: Index, fact: Any, found: list[Trigger]) -> None:
    """Add the triggers that a fact sets off to those found: of abilities in play, in piles, and of what is delayed."""
    kind, delayed = type(fact), table.delayed
    heard = index.heard.get(kind)
    if heard is None:
        heard = _heard(index, kind)
    if not heard and not delayed and not index.elsewhere and kind not in RESEMBLING:
        return
    for instance in heard:
        found += _set_off(table, fact, instance) or untriggered.unmet(table, fact, instance)
    if kind in not_deployed.KINDS and table.why.deploy_deploy_effects_need_arena:
        found += not_deployed.notes(table, fact)
    if index.elsewhere:
        for face, title, ability in elsewhere(table.faces, table.edition.book.value):
            if (kind, ability.when.kind) in MATCHERS:
                found += _from_pile(table, fact, face, title, ability)
    if kind in keyword_details.RESEMBLING:
        found += keyword_details.passed_over(table, fact)
    if heard or delayed or kind in untriggered.RESEMBLING_ANY:
        watched = untriggered.watched(table)
        if watched:
            found += untriggered.passed_over(table, fact, watched)
    for each in delayed.values():
        for match in matching(table, fact, each.when, each.scene):
            if each.condition is None or holds(table, each.condition, come_due(each, match)):
                found.append(_delayed(table, each, match, fact))
                break
        else:
            found += untriggered.not_due(table, fact, each)


def _heard(index: Index, kind: type) -> tuple[Instance, ...]:
    """The abilities in play that wait for facts of a kind; of `Fact` itself those that wait for something to be so."""
    found = index.heard.get(kind)
    if found is None:
        found = tuple([each for each in index.listeners if (kind, _waits_for(each)) in MATCHERS])
        index.heard[kind] = found
    return found


def _waits_for(instance: Instance) -> str:
    """The kind of event that a triggered ability waits for."""
    assert isinstance(instance.ability, Triggered)
    return instance.ability.when.kind


def _from_pile(table: Table, fact: Any, face: str, title: str, ability: Triggered) -> list[Trigger]:
    """What an event sets off of the cards of a face that lie in a discard pile."""
    found: list[Trigger] = []
    for seat in table.order:
        for card in table.zones.get(f"discard:{seat}", ()):
            if table.cards[card].face != face:
                continue
            scene = Scene(controller=seat, source=title, card=card, key=f"card {card}")
            matches = matching(table, fact, ability.when, scene)
            if not matches:
                found.extend(untriggered.not_from_pile(table, fact, scene, ability))
            for match in matches:
                bound = bound_by(scene, match)
                if ability.condition is None or holds(table, ability.condition, bound):
                    rule = table.why.triggers_when_whenever_at
                    found.append(Trigger(table.new_id(), seat, bound, ability.do, ability.may, rule=rule))
    return found


def _delayed(table: Table, delayed: Delayed, match: Match, fact: Any) -> Trigger:
    """A delayed effect that has come due; one that waits for a single time is over by it (see `note`)."""
    ends = 0 if delayed.repeats else delayed.id
    scene = come_due(delayed, match)
    rule = reasons.delayed_rule(table, delayed)
    seat, may, chance = delayed.scene.controller, delayed.may, delayed.chance or before_damage(table, fact)
    return Trigger(table.new_id(), seat, scene, delayed.do, may, chance, rule=rule, ends=ends)


def note(run: Run) -> None:
    """Note what triggers that have just joined the pool wait for, and which delayed effects are over by them."""
    if not run.pool:
        return
    untriggered.tell(run)
    over: dict[int, str] = {}
    again: list[Trigger] = []
    for trigger in [trigger for trigger in run.pool if trigger.ends]:
        if trigger.ends in over:  # a batch has brought its event about twice
            again.append(trigger)
        else:
            over[trigger.ends] = trigger.rule
            run.pool[run.pool.index(trigger)] = _replace(trigger, ends=0)
    untriggered.let_go(run, again)
    _use_up(run)
    if over:
        run.commit((f.ModifiersEnded(ids=tuple(over), rule=next(iter(over.values()))),))
    moment = occurrence.next_moment(run)
    for position, trigger in enumerate(run.pool):
        if not trigger.held:
            scene = occurrence.marked(trigger.scene, moment)
            run.pool[position] = _replace(trigger, scene=scene, held=reasons.held_by(run, trigger))


def _use_up(run: Run) -> None:
    """Note that what triggers only once a turn has; of several that one event has set off the first stays."""
    keys: list[str] = []
    again: list[Trigger] = []
    for trigger in [trigger for trigger in run.pool if trigger.uses]:
        if trigger.uses in keys:
            again.append(trigger)
            continue
        keys.append(trigger.uses)
        run.pool[run.pool.index(trigger)] = _replace(trigger, uses="")
    untriggered.let_go(run, again)
    if keys:
        rule = run.table.why.cards_card_beats_rule
        run.commit(tuple(f.UseCounted(key=key, scope="turn", rule=rule) for key in keys))


def _set_off(table: Table, fact: Any, instance: Instance) -> list[Trigger]:
    ability = instance.ability
    assert isinstance(ability, Triggered)
    stack = table.stacks.get(instance.stack)
    if stack is None:
        return []
    if ability.keyword in keyword_details.AGAINST:
        as_rolled = keyword_details.as_rolled(table, instance, ability)
        if as_rolled is None:
            return []
        ability = as_rolled
    scene = scene_of(table, stack, instance)
    uses = f"{instance.key}{TRIGGERED}" if ability.limit == "turn" else ""
    if ability.limit and f"{instance.key}{TRIGGERED}" in table.used:
        return []
    found: list[Trigger] = []
    matches = matching(table, fact, ability.when, scene)
    for match in matches[:1] if ability.chance == "reveal" else matches:  # all the cards drawn are shown at once
        bound = bound_by(scene, match)
        if ability.condition is not None and not holds(table, ability.condition, bound):
            continue
        if _kept_off(table, fact, ability, stack, match):
            continue
        bound = _seen_from(table, fact, ability, stack, as_it_works(table, bound) if table.index.vain else bound)
        rule = reasons.event_rule(table, fact, ability, stack)
        number, chance = table.new_id(), _chance(table, ability) or before_damage(table, fact)
        found.append(Trigger(number, stack.controller, bound, ability.do, ability.may, chance, rule=rule, uses=uses))
    return found


def _kept_off(table: Table, fact: Any, ability: Triggered, stack: Stack, match: Match) -> bool:
    """Whether a card says that a unit earns no Bounty for what it has just got discarded, or stuns nothing."""
    if ability.keyword == "bounty":
        return forbidden(table, "BOUNTY_EARNED", stack.id, getattr(fact, "stack", None)) is not None
    return ability.keyword == "stun" and forbidden(table, "MAY_BE_STUNNED", match.bound["it"][0], stack.id) is not None


def _seen_from(table: Table, fact: Any, ability: Triggered, stack: Stack, scene: Scene) -> Scene:
    """The scene of a trigger with its keyword, the cards drawn that it shows, and what its unit was in leaving play."""
    scene = _replace(scene, kind=ability.keyword, rule=keyword_rules.defined(table, ability.keyword))
    if ability.limit == "use":
        scene = _replace(scene, numbers={**scene.numbers, ONCE: 1})
    if ability.chance == "reveal" and isinstance(fact, f.CardsDrawn):  # only what shows them may know them
        scene = _replace(scene, bound={**scene.bound, "drawn": tuple(fact.cards.items)})
    if isinstance(fact, f.StackDiscarded) and fact.stack == stack.id:
        numbers = {**scene.numbers, "covered": len(stack.cards) - 1}
        scene = _replace(scene, card=stack.cards[0], numbers=numbers)
    return scene


def _chance(table: Table, ability: Triggered) -> str:
    """The chance it waits for; what the edition does not except from waiting, waits like any other trigger."""
    if ability.chance == "reveal" and not table.edition.reveal_first.value:
        return ""
    held = table.edition.triggered_disrupts_held
    if ability.chance == "disrupt" and held.value and table.suppressed != held.rule:
        return ""
    return ability.chance


# --- resolving ------------------------------------------------------------------------------


def waiting(run: Run, chance: str) -> bool:
    """Whether a trigger for this kind of chance waits (empty: the ordinary ones)."""
    return bool(run.pool) and any(trigger.chance == chance for trigger in run.pool)


def deal(run: Run, frame: Any) -> bool:
    """Begin with the waiting triggers that may resolve between the steps of a procedure."""
    if not waiting(run, ""):
        return False
    run.push(TriggersFrame(seat=run.table.order[0]))
    return True


def _next(run: Run, frame: TriggersFrame) -> None:
    """A player picks one of his triggers, then the next, and so on; a single one needs no picking."""
    mine = _of(run.frames, run.pool, frame.seat, frame.chance)
    if not mine:
        others = run.table.round_from(frame.seat)[1:]
        if picks := next((seat for seat in others if _of(run.frames, run.pool, seat, frame.chance)), ""):
            run.goto("start", seat=picks)
        else:
            run.pop()
        return
    if len(mine) > 1 and frame.chance != "reveal" and not _alike(mine):
        due = any(trigger.duty for trigger in mine)
        ask(run, "triggers", (frame.seat,), build_start.any_order(run.table) if due else _order_rule(run.table))
        return
    resolve(run, frame, mine[0])


def _order_rule(table: Table) -> str:
    """The rule of the order between the players: one each by turns, or all of the first side's first."""
    return table.edition.first_triggers_all_first.rule


def _alike(mine: list[Trigger]) -> bool:
    """Whether the order between these plainly does not matter because they are the same."""
    first = mine[0]
    return all(t.do == first.do and t.scene == first.scene and t.duty == first.duty for t in mine[1:])


def _of(frames: Any, pool: Any, seat: str, chance: str) -> list[Trigger]:
    """A player's triggers that may be taken now; Retaliates come after all others
    (ruling.order-of-effects-at-the-end-of-an-attack).
    """
    here = timely(frames, pool, chance)
    ordinary = [t for t in here if t.scene.kind != "retaliate"]
    if ordinary:
        return [t for t in occurrence.earliest(ordinary) if t.seat == seat]
    return [t for t in here[:1] if t.seat == seat]


def ready(table: Table, frame: TriggersFrame) -> list[Trigger]:
    """Those among which the player picks whose turn to pick it is."""
    return _of(table.agenda.frames, table.agenda.pool, frame.seat, frame.chance)


def resolve(run: Run, frame: TriggersFrame, trigger: Trigger) -> None:
    """Take a trigger out of the pool and let it take effect; the next player picks then."""
    waits = next((t for t in run.pool if t.scene.kind == "retaliate" and t.chance == trigger.chance), None)
    if waits is not None and trigger.scene.kind != "retaliate":
        why = "it comes after all that triggers as the attack ends"
        if not run.non_event(
            f"the Retaliate of {waits.scene.source} first",
            run.table.why.reading_order_of_effects_at_the_end_of_an_attack,
            why,
        ):
            trigger = waits
    run.pool.remove(trigger)
    over = occurrence.is_over(trigger, timely(run.frames, run.pool, frame.chance))
    run.goto("start", seat=run.table.order[0] if over else _picks_next(run, frame))
    disregarded = keyword_rules.used_already(run.table, trigger.scene)
    if disregarded and run.non_event(f"{trigger.scene.kind} once more", disregarded, "another copy has been used"):
        return
    triggered = run.cited(
        f.Triggered(trigger=trigger, rule=reasons.resolution_rule(run, trigger), cause=trigger.scene.source)
    )
    run.happen(triggered)
    if not run.applies(triggered.rule):
        return
    if trigger.duty:
        run.game.duties[trigger.duty](run, trigger)
        return
    run.push(ResolveFrame(step="may" if trigger.may else "start", todo=trigger.do, scene=trigger.scene))


def _picks_next(run: Run, frame: TriggersFrame) -> str:
    """The next player in turn, or as long as the side that goes first has any one of its players."""
    table: Table = run.table
    chosen = table.edition.first_triggers_all_first
    if chosen.value and run.applies(chosen.rule):
        first = (seat for seat in table.order if table.leads(seat) and _of(run.frames, run.pool, seat, frame.chance))
        return next(first, table.next_to(frame.seat))
    return table.next_to(frame.seat)


# --- the choice which comes next --------------------------------------------------------------


def check_resolve(judging: Judging, frame: TriggersFrame | None) -> None:
    """Clauses of picking a trigger: one's own, and one that waits for this moment."""
    table: Table = judging.table
    why = table.why
    rule = _order_rule(table)
    named = next((each for each in table.agenda.pool if each.id == judging.said.trigger), None)
    waits = named is not None
    below = table.agenda.frames[-1] if table.agenda.frames else None
    new_chance = isinstance(below, PopFrame) and below.kind in ("reroll", "prevention")
    when = (why.triggers_new_chance_before_waiting if new_chance else rule) if waits else why.triggers_when_whenever_at
    waiting = lambda: (("waiting", _names(table.agenda.pool)),)
    if not judging.clause("RIGHT_MOMENT", when, frame is not None, None if waits else waiting):
        return
    assert frame is not None
    mine = ready(table, frame)
    if named is not None and named.scene.kind == "retaliate" and any(t.scene.kind != "retaliate" for t in mine):
        rule = why.reading_order_of_effects_at_the_end_of_an_attack
    if named is not None and named.seat == frame.seat and occurrence.is_over(mine[0], [named]):
        rule = table.edition.earlier_triggers_first.rule
    elif named in mine and len(mine) > 1:
        rule = why.triggers_own_order or rule
    if not judging.clause(
        "TRIGGER_IS_YOURS",
        rule if waits else why.triggers_when_whenever_at,
        any(t.id == judging.said.trigger for t in mine),
        lambda: (("waiting", _names(mine)),),
    ):
        judging.would_be_legal(*(f"{frame.seat}: resolve {t.scene.source or t.duty}" for t in mine))
    if named is not None and named in mine and occurrence.by_turns(frame.seat, named, table.agenda.pool):
        judging.permit("BY_TURNS_IN_ONE_MOMENT", why.reading_order_of_occurrence_or_alternation)
    build_start.check_order(judging, tuple(mine))


def _names(triggers: Any) -> str:
    """What some waiting triggers come from."""
    return ", ".join(t.scene.source or t.duty for t in triggers) or "nothing"


def perform_resolve(run: Run) -> None:
    """The picked trigger takes effect."""
    run.closed()
    chosen = next((t for t in run.pool if t.id == run.said.trigger), None)
    if chosen is not None:
        resolve(run, run.frame, chosen)


def forms(game: Any, table: Table, frame: TriggersFrame, seat: str) -> list[Form]:
    """The speaker's waiting triggers."""
    ids = tuple(t.id for t in ready(table, frame) if t.seat == seat)
    return [Form("ResolveNext", seat, (), (("trigger", OneOf(ids)),), "which takes effect next")]


STEPS = {TriggersFrame: {"start": _next}}
