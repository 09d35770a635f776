"""Instructions to things on the table: move, discard, tap, count, have attack.

Retreating by an effect neither taps nor asks for an untapped unit (crf.retreat.by-effect-ignores-tap,
crf.retreat.by-effect-no-tap-change).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.doing.attacking import declare
from adjudicator.swtcg.doing.cards import discard_cards, move_cards
from adjudicator.swtcg.doing.coming_back import remembered_as
from adjudicator.swtcg.doing.leaving import leaving
from adjudicator.swtcg.doing.new_defender import end_unfit
from adjudicator.swtcg.doing.own_arena import asks, by_its_type, own_arena
from adjudicator.swtcg.doing.replacement import held
from adjudicator.swtcg.doing.stacks import into_deck, turned_down
from adjudicator.swtcg.doing.staying import movable
from adjudicator.swtcg.doing.supposing import turn_down, would_set_off
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.abilities import awaited, with_key
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.card_kinds import stays_on
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.standing.overrides import against_effect, forbidden, may_untap, verdict_on
from adjudicator.swtcg.standing.reach import ATTACK_TRIGGERS, attack_tax, can_attack
from adjudicator.swtcg.standing.retreating import by_themselves, may_retreat, retreated
from adjudicator.swtcg.standing.scenes import departure, in_its_owners_pile, rule_of
from adjudicator.swtcg.standing.selectors import CARD, lies_beside, select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import AnswerFrame, ResolveFrame
from adjudicator.swtcg.table.table import (
    EQUIPMENT,
    PILOT,
    SUPPLY,
    UNIT,
    Scene,
    Stack,
    Table,
    build_zone,
    in_build_zone,
)
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _retreat(run: Run, frame: ResolveFrame, said: w.Retreat) -> None:
    """Units in an arena retreat, unless something forbids it; Pilots on units go with them, or alone if meant."""
    table: Table = run.table
    moved: list[Any] = []
    for number in by_themselves(table, select(table, said.what, frame.scene)):
        stack = table.stacks[number]
        banned = verdict_on(table, "RETREAT_ALLOWED", number)
        if banned is not None and not banned[0] and _forbidden(run, f"retreat of #{number}", banned[1]):
            continue
        if stack.zone in table.arenas and may_retreat(table, stack):
            moved.extend(retreated(table, stack, _retreat_rule(table, stack), frame.scene.source))
    run.happen(*moved)


def _forbidden(run: Run, what: str, by: Override) -> bool:
    """Turn down what an effect would do and a card forbids; False if an audit has suppressed the rule."""
    return run.non_event(what, against_effect(run.table, by), f"{by.source} forbids it")


def _retreat_rule(table: Table, stack: Stack) -> str:
    """That an effect retreats even a tapped unit, and that it leaves it as it was; or that its Pilot goes along."""
    why = table.why
    if not stack.tapped and any(each.role == PILOT for each in table.attached(stack.id)):
        return why.pilots_stays_attached_build_zone
    return why.retreat_by_effect_ignores_tap_consolidated if stack.tapped else why.retreat_by_effect_no_tap_change


def _move(run: Run, frame: ResolveFrame, said: w.MoveTo) -> None:
    table: Table = run.table
    scene = frame.scene
    if _comes_back(table, scene, said):
        _take_back(run, scene, said)
        return
    if said.what.what == CARD and not lies_beside(said.what):
        move_cards(run, frame, said)
        return
    numbers = by_themselves(table, movable(run, select(table, said.what, scene)))
    if said.to == "build":
        numbers = tuple(number for number in numbers if not _stays_on(run, table.stacks[number]))
    if said.to == "hand" and said.what == w.THIS:
        numbers = tuple(number for number in numbers if not _only_from_an_arena(run, scene, table.stacks[number]))
    if said.to == "arena" and asks(run, frame, said, numbers):
        return
    facts = [fact for number in numbers for fact in _moved(table, scene, said, number)]
    if said.to == "discard" and table.why.triggers_put_is_no_discard:
        _note_put(run, facts)
    if said.into:
        left = [fact for fact in facts if isinstance(fact, f.StackLeft)]
        scene = _replace(scene, bound={**scene.bound, **remembered_as(table, left, said.into)})
        run.frames[-1] = _replace(frame, scene=scene)
    if said.tapped:
        standing = tuple(fact.stack for fact in facts if isinstance(fact, f.StackMoved | f.Detached))
        untapped = tuple(number for number in standing if not table.stacks[number].tapped)
        if untapped:
            facts.append(f.Tapped(stacks=untapped, rule=rule_of(table, scene), cause=scene.source))
    run.happen(*facts)


def _stays_on(run: Run, stack: Stack) -> bool:
    """Whether an effect would take a Skill or Trait off its unit, which nothing does."""
    if not (stack.host and stack.role == EQUIPMENT and stays_on(run.table, run.table.top(stack))):
        return False
    rule = run.table.why.equipment_skill_trait_cannot_detach
    return run.non_event(f"detaching {run.table.title(stack.id)}", rule, "it does not come off a unit in play")


def _only_from_an_arena(run: Run, scene: Scene, stack: Stack) -> bool:
    """Whether a unit's text that names no zone finds it in the build zone, from where it does not return it to the
    hand; what works there itself means it there.
    """
    table: Table = run.table
    rule = table.why.zones_returned_from_an_arena
    own = with_key(table, scene.key)
    if not rule or not in_build_zone(stack) or (own is not None and own.stack == stack.id):
        return False
    return run.non_event(f"returning {table.title(stack.id)}", rule, "its text names no zone, and it is in no arena")


def _note_put(run: Run, facts: Sequence[Any]) -> None:
    """Note that being put into the discard pile sets off nothing that waits for a discard."""
    rule = run.table.why.triggers_put_is_no_discard
    put = tuple(fact for fact in facts if isinstance(fact, f.StackLeft))
    discarded = tuple(f.StackDiscarded(stack=fact.stack, rule=rule, cause=fact.cause) for fact in put)
    leave = [trigger.scene for trigger in would_set_off(run, put)]
    waiting = [each for each in would_set_off(run, discarded) if not each.duty and each.scene not in leave]
    turn_down(run, waiting, rule, "its card was put there, not discarded")


AWAY = ("hand", "out", "deck top", "deck bottom", "aside")
"""The zones of `language.MoveTo` for which a stack leaves the table, besides the discard pile."""


def _moved(table: Table, scene: Scene, said: w.MoveTo, number: int) -> Sequence[Any]:
    """What happens to one stack that an effect moves; nothing if there is nowhere for it to go."""
    stack, rule, cause = table.stacks[number], rule_of(table, scene), scene.source
    if said.to == "under":
        hosts = select(table, said.onto, scene)
        return tuple(leaving(table, number, under(hosts[0]), rule, cause)) if hosts else ()
    if said.face_down:
        return tuple(turned_down(table, scene, stack, amount_of(table, said.counters, scene)))
    if said.to == "deck":
        return tuple(into_deck(table, scene, number))
    if said.to == "discard":
        return tuple(leaving(table, number, said.to, table.why.discard_put_into_pile, cause))
    if said.to == SUPPLY:
        own = table.known(stack) and table.top(stack).costless  # what is attached stays behind
        return (f.StackLeft(stack=number, to=SUPPLY, rule=rule, cause=cause),) if own else ()
    if said.to in AWAY:
        return tuple(leaving(table, number, said.to, departure(table, number, scene, said.to), cause))
    zone = build_zone(stack.controller) if said.to == "build" else _arena(table, stack, scene, said)
    if said.to == "arena" and zone:
        rule = by_its_type(table, scene, said.what, table.top(stack))
    if stack.role == PILOT:
        return (
            f.Detached(stack=number, zone=zone, role=UNIT, rule=table.why.pilots_pilot_moved_unit_stays, cause=cause),
        )
    if stack.role == EQUIPMENT and said.to == "build":
        off = table.why.equipment_detaching or rule
        return (f.Detached(stack=number, zone=zone, role=EQUIPMENT, rule=off, cause=cause),)
    return (f.StackMoved(stack=number, zone=zone, how="effect", rule=rule, cause=cause),) if zone else ()


def _arena(table: Table, stack: Stack, scene: Scene, said: w.MoveTo) -> str:
    """The arena meant: the named one, the chosen one, or that of the unit's own type; empty if it has none."""
    if said.to == "there":
        return scene.arena
    if said.to == "arena":
        return own_arena(table, scene, said.what, stack.id, table.top(stack)) if table.known(stack) else ""
    return said.to


def _comes_back(table: Table, scene: Scene, said: w.MoveTo) -> bool:
    """Whether "this" card is taken back from the discard pile that it has just gone to."""
    if not scene.card or said.what.bound != "this" or scene.stack in table.stacks:
        return False
    return said.what.what != CARD or (said.to == "hand" and said.what.zones == ("discard",) and not said.into)


def _take_back(run: Run, scene: Scene, said: w.MoveTo) -> None:
    """A card comes back from the discard pile it has just gone to, its owner's; covered cards stay there."""
    table: Table = run.table
    owner = table.cards[scene.card].owner
    pile = f"discard:{owner}"
    if scene.card not in table.zones.get(pile, ()):
        return
    taken = owner != scene.controller
    if taken and (said.yours or said.what.side == "yours"):
        rule = in_its_owners_pile(table, scene)
        if run.non_event(f"return of {scene.source}", rule, "it lies in its owner's discard pile"):
            return
    rule = table.why.control_example_yoda_k if taken else rule_of(table, scene)
    if scene.numbers.get("covered") and not taken:
        rule = cite(table, "crf.stacking.only-top-card-returns-from-discard", rule)
    run.happen(
        f.CardsMoved(source=pile, target=f"{said.to}:{owner}", cards=(scene.card,), rule=rule, cause=scene.source)
    )


def _discard(run: Run, frame: ResolveFrame, said: w.Discard) -> None:
    table, scene = run.table, frame.scene
    if said.what.what == CARD and not lies_beside(said.what):
        discard_cards(run, scene, said.what)
        return
    run.happen(
        *(
            held(run, number)
            or f.StackDiscarded(stack=number, rule=departure(table, number, scene, "discard"), cause=scene.source)
            for number in movable(run, select(table, said.what, scene))
        )
    )


def _tap(run: Run, frame: ResolveFrame, said: w.Tap) -> None:
    found = tuple(n for n in select(run.table, said.what, frame.scene) if not run.table.stacks[n].tapped)
    if found:
        run.happen(f.Tapped(stacks=found, rule=rule_of(run.table, frame.scene), cause=frame.scene.source))


def _untap(run: Run, frame: ResolveFrame, said: w.Untap) -> None:
    table: Table = run.table
    tapped = [number for number in select(table, said.what, frame.scene) if table.stacks[number].tapped]
    found = tuple(number for number in tapped if may_untap(table, number))
    if len(found) < len(tapped):
        run.non_event(
            "everything of it untaps", table.why.abilities_cannot_beats_can, "a card says that it can't untap"
        )
    if found:
        run.happen(f.Untapped(stacks=found, rule=rule_of(run.table, frame.scene), cause=frame.scene.source))


def _triggered_by_attacks(table: Table, attacker: Stack | None, *, of_a_kind: bool) -> bool:
    """Whether a unit has an ability that triggers when it attacks: a unit of some kind, or whichever unit."""
    here = table.index.by_stack.get(attacker.id, ()) if attacker is not None else ()
    return any(event.kind == "attacks" and (event.by is not None) is of_a_kind for event in awaited(here))


def _redirect(run: Run, frame: ResolveFrame, said: w.Redirect) -> None:
    """The attack goes to another unit, if the attacker can attack it; the cost is spent either way."""
    table: Table = run.table
    why = table.why
    now = table.attack
    found = select(table, said.to, frame.scene)
    if now is None or not found:
        return
    attacker, target = table.stacks.get(now.attacker), table.stacks[found[0]]
    if attacker is None or not can_attack(table, attacker, target, now.mode):
        intercepting = frame.scene.kind == "intercept"
        rule = why.keywords_intercept_illegal_interceptor if intercepting else why.attack_redirect_needs_legal_target
        if intercepting and keyword_rules.hides(table, target):
            rule = why.keywords_stealth_own_intercept
        if run.non_event("change of the defending unit", rule, "the attacker can't attack it"):
            return
    fixed = verdict_on(table, "DEFENDER_MAY_CHANGE", now.attacker, target.id, keyword=frame.scene.kind)
    if fixed is not None and not fixed[0] and _stays(run, frame.scene, fixed[1]):
        return
    due = 0 if attacker is None else _dearer(table, attacker, target)
    if due and attacker is not None:
        if table.seats[attacker.controller].force < due:
            _unpaid(run)
            return
        run.frames[-1] = _replace(frame, step="redirect answered", todo=(said, *frame.todo))
        run.push(AnswerFrame(seat=attacker.controller, what=f"pay {due} Force", rule=why.cards_card_beats_rule))
        return
    _change_defender(run, frame, target)


def _stays(run: Run, scene: Scene, by: Override) -> bool:
    """Turn down a change of the defending unit; False if an audit has suppressed the rule."""
    why = run.table.why
    if by.rule != keyword_rules.defined(run.table, "precision"):
        return _forbidden(run, "change of the defending unit", by)
    rules = {"intercept": why.keywords_precision_fixes, "redirect": why.keywords_redirect_precision}
    rule = rules.get(scene.kind, by.rule)
    return run.non_event("change of the defending unit", rule, "its attacks have to be on whom it chose")


def _dearer(table: Table, attacker: Stack, target: Stack) -> int:
    """How much more Force an attack on a unit costs than the attack going on."""
    now = table.attack
    defender = None if now is None else table.stacks.get(now.defender)
    paid = 0 if defender is None else attack_tax(table, attacker, defender)
    return max(0, attack_tax(table, attacker, target) - paid)


def _unpaid(run: Run) -> None:
    """Nobody becomes the defending unit whose attack is not paid for (crf.card.mon-mothma-a.unpaid-intercept-fails)."""
    run.non_event(
        "change of the defending unit", run.table.why.costs_must_be_able_to_pay, "the attack on it is not paid for"
    )


def _redirect_answered(run: Run, frame: ResolveFrame) -> None:
    """The attacker's player has said whether to pay for the attack on the new defending unit."""
    said = frame.todo[0]
    assert isinstance(said, w.Redirect)
    run.frames[-1] = frame = _replace(frame, step="start", todo=frame.todo[1:])
    table: Table = run.table
    now, found = table.attack, select(table, said.to, frame.scene)
    attacker = None if now is None else table.stacks.get(now.attacker)
    if attacker is None or not found:
        return
    if not frame.yes:
        _unpaid(run)
        return
    due = _dearer(table, attacker, table.stacks[found[0]])
    paid = f.ForcePaid(
        seat=attacker.controller, amount=due, rule=table.why.cards_card_beats_rule, cause=table.title(found[0])
    )
    _change_defender(run, frame, table.stacks[found[0]], paid)


def _change_defender(run: Run, frame: ResolveFrame, target: Stack, *paid: f.ForcePaid) -> None:
    table: Table = run.table
    now = table.attack
    assert now is not None
    attacker = table.stacks.get(now.attacker)
    again = table.edition.attack_triggers_again
    if not again.value and _triggered_by_attacks(table, attacker, of_a_kind=True):
        run.non_event(ATTACK_TRIGGERS, again.rule, "the attack is the same, though its defender is not")
    if again.value and _triggered_by_attacks(table, attacker, of_a_kind=False):
        run.non_event(
            ATTACK_TRIGGERS,
            table.why.reading_attack_triggers_that_name_the_defender,
            "it attacked once, and its text does not say what",
        )
    rule = frame.scene.rule or rule_of(run.table, frame.scene)
    if frame.scene.kind == "intercept" and forbidden(table, "DAMAGE_PREVENTABLE", now.attacker, now.defender):
        rule = table.why.keywords_intercept_not_prevention or rule
        if not run.applies(rule):
            return
    changed = f.DefenderChanged(
        attack=now.id, defender=target.id, way=frame.scene.kind, rule=rule, cause=frame.scene.source
    )
    run.happen(*paid, changed)
    if run.table.edition.bonus_tested_anew.value:
        end_unfit(run, now)


def _attack_with(run: Run, frame: ResolveFrame, said: w.AttackWith) -> None:
    """An attack of its own, by an effect."""
    table: Table = run.table
    units, on = select(table, said.unit, frame.scene), select(table, said.on, frame.scene)
    if not units or not on:
        return
    unit, target = table.stacks[units[0]], table.stacks[on[0]]
    if unit.role != UNIT or not can_attack(table, unit, target, own=True):
        run.non_event("attack", table.why.attack_have_it_attack, "the unit can't attack it")
        return
    declared = f.AttackDeclared(
        attack=table.next_id,
        attacker=unit.id,
        defender=target.id,
        arena=unit.zone,
        rule=table.why.attack_have_it_attack,
        cause=frame.scene.source,
    )
    tapped = f.Tapped(stacks=(unit.id,), rule=table.why.attack_tap_shows_attacked, cause="attack")
    declare(run, declared, taps=() if _goes_on(table, unit, frame.scene) else (tapped,))


def _goes_on(table: Table, unit: Stack, scene: Scene) -> bool:
    """Whether an effect has a unit go on from an attack of its own that has just ended to another one, for which it
    does not tap: it tapped for the first.
    """
    over = [detail for word, number, detail in table.happened if word == "attack over" and number == scene.attack]
    return any(detail.split()[0] == str(unit.id) for detail in over)


INSTRUCTIONS: dict[type, Any] = {
    w.Retreat: _retreat,
    w.MoveTo: _move,
    w.Discard: _discard,
    w.Tap: _tap,
    w.Untap: _untap,
    w.Redirect: _redirect,
    w.AttackWith: _attack_with,
}

STEPS: dict[str, Any] = {"redirect answered": _redirect_answered}
