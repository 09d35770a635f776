"""Cunning: attack dice are thrown once everybody has said what to do about them and about their damage.

    rerolls -> wish to divide -> pending damage -> prevention -> dice -> which dice are rerolled -> hits ... -> damage

Nobody can look at dice that have not been thrown, so they are thrown last (idc.keywords.cunning-fallback-order). What
is played before is paid for, may be disrupted, and is a promise that takes effect in its own place and order once the
dice lie there (idc.phrase.roll-secretly.reroll-count-first, idc.phrase.roll-secretly.resolve-after-reveal).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import overkill
from adjudicator.swtcg.chapters.playing import triggers
from adjudicator.swtcg.chapters.playing.chances import open_chance
from adjudicator.swtcg.doing import saving
from adjudicator.swtcg.doing.dice import HOW_MANY
from adjudicator.swtcg.standing.moment import PENDING, PREVENTION, REROLL
from adjudicator.swtcg.standing.traits import keywords_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import (
    NOT_YET,
    AttackFrame,
    DamageFrame,
    PlayFrame,
    PopFrame,
    Promise,
    ResolveFrame,
    RollFrame,
    TriggersFrame,
)
from adjudicator.swtcg.table.table import Packet, Stack, Table

_replace = msgspec.structs.replace


def puts_off(table: Table, attacker: Stack) -> bool:
    """Whether the attack dice of a unit stay unseen until its damage has been prevented."""
    return bool(keywords_of(table, attacker.id, "cunning"))


def put_off(run: Run, frame: AttackFrame, roll: RollFrame, **fixed: Any) -> None:
    """The dice are not thrown yet: first the chance to have some of them rerolled, whichever they will be."""
    number = run.table.next_id
    run.goto("unseen hits", dice=(), unseen=True, **fixed)
    nothing = (0,) * roll.count
    run.push(_replace(roll, step="unseen", id=number, unseen=True, dice=nothing, first=nothing))
    rule = run.table.why.keywords_cunning
    run.happen(f.DicePutOff(attack=frame.attack, dice=roll.count, roll=number, rule=rule, cause="Cunning"))


def _rerolls(run: Run, frame: RollFrame) -> None:
    open_chance(run, REROLL, run.table.why.keywords_cunning_rerolls, then="unseen over")


def _over(run: Run, frame: RollFrame | DamageFrame) -> None:
    """The chances before the dice are over; damage is pending once there is some."""
    if isinstance(frame, DamageFrame):
        run.pending[:] = [packet for packet in run.pending if packet.id not in frame.packets]
    run.pop()


def damage(run: Run, frame: AttackFrame) -> None:
    """The chances to change and to prevent damage of an amount that nobody knows yet."""
    attack = next((each for each in run.table.attacks if each.id == frame.attack), None)
    run.goto("reveal")
    if attack is None:
        return
    attacker = run.table.stacks.get(attack.attacker)
    by = attacker.controller if attacker is not None else ""
    # no number is given out for them: these have been, so that no packet to come has one; and whatever was used against
    # an earlier packet has a later number than it, as has this attack, so that none of these is counted for these
    first = run.table.next_id - 2
    units = [attack.defender, *([frame.spill_on] if frame.wish else [])]
    how = attack.attacker, by, attack.id, True, "", "attack", 0, (), None
    packets = [Packet(first + place, unit, 0, *how) for place, unit in enumerate(units)]
    run.pending.extend(packets)
    run.push(DamageFrame(step="unseen pending", packets=tuple(packet.id for packet in packets)))


def _pending(run: Run, frame: DamageFrame) -> None:
    row = run.table.edition.attack.part(PENDING)
    if row.chance:
        open_chance(run, PENDING, row.chance, then="unseen prevention")
    else:
        run.goto("unseen prevention")


def _prevention(run: Run, frame: DamageFrame) -> None:
    open_chance(run, PREVENTION, run.table.why.keywords_cunning_prevention, then="unseen over")


# --- promises -------------------------------------------------------------------------------


def promised(run: Run, frame: PlayFrame, do: tuple[Any, ...]) -> bool:
    """Keep the effect of what has been played before the dice are shown; False where it takes place at once."""
    chance, below = (run.frames[-2], run.frames[-3]) if len(run.frames) > 2 else (None, None)
    if not isinstance(chance, PopFrame) or not isinstance(below, RollFrame | DamageFrame):
        return False
    why = run.table.why
    rule = why.keywords_cunning_rerolls if chance.kind == REROLL else why.keywords_cunning_order
    if not below.step.startswith(NOT_YET) or not run.applies(rule):
        return False
    scene, unit = frame.scene, next((each.target for each in run.pending if each.id == frame.scene.packet), 0)
    dice = scene.bound.get("dice", ())
    if dice:
        bound = {name: found for name, found in scene.bound.items() if name != "dice"}
        scene = _replace(scene, bound=bound, numbers={**scene.numbers, HOW_MANY: len(dice)})
    at = _attack_at(run)
    attack = run.frames[at]
    run.frames[at] = _replace(attack, promised=(*attack.promised, Promise(chance.kind, do, scene, unit)))
    run.happen(f.Promised(seat=scene.controller, chance=chance.kind, amount=len(dice), rule=rule, cause=scene.source))
    return True


def _attack_at(run: Run) -> int:
    return next(at for at in range(len(run.frames) - 1, -1, -1) if isinstance(run.frames[at], AttackFrame))


def fulfil(run: Run, chance: str) -> bool:
    """What was promised first for a chance takes effect; False if nothing is left."""
    at = _attack_at(run)
    attack = run.frames[at]
    first = next((each for each in attack.promised if chance in ("", each.chance)), None)
    if first is None:
        return False
    run.frames[at] = _replace(attack, promised=tuple(each for each in attack.promised if each is not first))
    packet = next((each.id for each in run.pending if each.attack == attack.attack and each.target == first.unit), 0)
    run.push(ResolveFrame(todo=first.do, scene=_replace(first.scene, packet=packet)))
    return True


def _in_order(run: Run, chance: str) -> bool:
    """What is triggered goes first, in the chance to prevent what saves a unit after it, then the promises, each as if
    it were played now; False when all is done.
    """
    if triggers.waiting(run, chance):
        run.push(TriggersFrame(seat=run.table.order[0], chance=chance))
        return True
    return (chance == PREVENTION and saving.ask(run)) or fulfil(run, chance)


def _dice_shown(run: Run, frame: RollFrame) -> None:
    if not _in_order(run, REROLL):
        run.goto("done")


def _damage_known(run: Run, frame: DamageFrame) -> None:
    if not _in_order(run, PENDING):
        run.goto("promised prevention")


def _damage_prevented(run: Run, frame: DamageFrame) -> None:
    """Damage that has been deflected is new, and has its chance; that of the attack has had it."""
    if _in_order(run, PREVENTION):
        return
    if any(packet.id not in frame.closed and packet.amount for packet in run.pending if packet.id in frame.packets):
        open_chance(run, PREVENTION, run.table.why.damage_prevent_definition, then="place")
    else:
        run.goto("place")


def no_damage(run: Run, frame: AttackFrame) -> None:
    """Nothing was hit: the rest of what was promised takes effect all the same."""
    if not fulfil(run, ""):
        run.goto(run.table.edition.attack.after("damage"))


STEPS: dict[type, dict[str, Any]] = {
    RollFrame: {"unseen": _rerolls, "unseen over": _over, "promised": _dice_shown},
    DamageFrame: {
        "unseen pending": _pending,
        "unseen prevention": _prevention,
        "unseen over": _over,
        "promised pending": _damage_known,
        "promised prevention": _damage_prevented,
    },
    AttackFrame: {"unseen hits": overkill.ask_unseen, "unseen damage": damage, "no damage": no_damage},
}
