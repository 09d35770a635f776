"""From a table to the numbers of its attack: what the judge's own values say, read once.

Sources: rots.attack.step-4-roll (power), rots.keywords.shields, rots.keywords.lucky, rots.keywords.evade,
rots.keywords.deflect, crf.keywords.overkill-remaining-health and the edition's `overkill_over`,
rots.keywords.retaliate-when-attack-ends, crf.damage.armor-applies-to-dice-of-damage and `armor_against_dice`.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.chapters.battle import critical
from adjudicator.swtcg.chapters.battle.overkill import seconds
from adjudicator.swtcg.chapters.battle.unseen import puts_off
from adjudicator.swtcg.chapters.playing.playable import ability_price
from adjudicator.swtcg.odds.dice import Dice, die, sorted_out
from adjudicator.swtcg.odds.fight import of_attack, units_seen
from adjudicator.swtcg.odds.situation import (
    ATTACKING,
    BEFORE,
    DEFENDING,
    OVERKILL,
    PENDING,
    ROLLED,
    UNDER_WAY,
    Prevention,
    Retaliation,
    Situation,
)
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.keyword_values import keyword_value, lucky, overkill
from adjudicator.swtcg.standing.values import health, power, remaining_health
from adjudicator.swtcg.table.frames import AttackFrame, PopFrame, RollFrame
from adjudicator.swtcg.table.table import Attack, Scene, Stack, Table, in_build_zone
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import chances_for, walk
from adjudicator.swtcg.words.language import Activated, Cost, Damage, Manual, Prevent


def situation(table: Table) -> Situation:
    """The attack in progress on a table. At a moment that the formula does not know its stage is UNDER_WAY.

    Raises OddsError if there is none, or if one of its units is gone.
    """
    attack = table.attack
    if attack is None:
        raise OddsError("no attack is in progress")
    frame = next((f for f in table.agenda.frames if isinstance(f, AttackFrame) and f.attack == attack.id), None)
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    if frame is None or attacker is None or defender is None:
        raise OddsError("a unit of the attack has left the table")
    stage, dice = _stage(table, frame, attack)
    if in_build_zone(attacker) or in_build_zone(defender):
        stage = UNDER_WAY  # it has left the battle meanwhile, and no dice may be rolled for it
    seats = of_attack(table, attack).seats
    asked, passes = _asked(table, seats) if stage == ROLLED else (_first(table, seats), 0)
    over = stage in (OVERKILL, PENDING)
    accuracy, armor = keyword_value(table, attacker, "accuracy"), keyword_value(table, defender, "armor")
    return Situation(
        attack=attack.id,
        attacker=attacker.id,
        defender=defender.id,
        stage=stage,
        **_strength(table, frame, attacker, defender),
        accuracy=accuracy,
        armor=armor,
        one=die(accuracy, armor),
        lucky=(0, 0) if over else (_lucky(table, attacker, attack), _lucky(table, defender, attack)),
        exactly=table.edition.lucky_exactly.value,
        units=units_seen(table),
        force={name: seat.force for name, seat in table.seats.items()},
        seats=seats,
        **_surplus(table, attack, attacker, defender),
        preventions=preventions(table),
        retaliations=_retaliations(table, attack),
        rolled=sorted_out(dice, accuracy, armor) if dice else None,
        asked=asked,
        passes=passes,
        pending=tuple((p.target, p.amount) for p in table.agenda.pending),
    )


def _strength(table: Table, frame: AttackFrame, attacker: Stack, defender: Stack) -> dict[str, Any]:
    """Power, the Shields against it and Critical Hit: as they were when the dice were rolled, or as they are."""
    fixed = frame.power >= 0
    values = critical.values(table, attacker) if frame.critical is None else frame.critical
    return {
        "power": max(0, frame.power if fixed else power(table, attacker)),
        "shields": frame.shields if fixed else keyword_value(table, defender, "shields"),
        "critical": sum(values),
    }


def _surplus(table: Table, attack: Attack, attacker: Stack, defender: Stack) -> dict[str, Any]:
    """Whether the attacker has Overkill, over how many hits, and the units that the surplus may go to."""
    left = remaining_health if table.edition.overkill_over.value == "remaining health" else health
    return {
        "overkill": overkill(table, attacker) > 0,
        "surplus_over": left(table, defender),
        "seconds": tuple(unit.id for unit in seconds(table, attack)),
    }


def _stage(table: Table, frame: AttackFrame, attack: Attack) -> tuple[str, tuple[int, ...]]:
    """Before the roll, in the chance to reroll, at Overkill's question, in the chance to prevent, or UNDER_WAY; with
    the dice that lie on the table.
    """
    window, last = table.agenda.window, table.agenda.frames[-1]
    kind = window.kind if window is not None else ""
    roll = next((f for f in table.agenda.frames if isinstance(f, RollFrame) and f.purpose == "attack"), None)
    if table.agenda.pending:
        ours = all(packet.attack == attack.id for packet in table.agenda.pending)
        return (PENDING if ours and kind == "prevention" and _untouched(table) else UNDER_WAY), ()
    if kind == "overkill":
        return OVERKILL, frame.dice
    if roll is not None and roll.dice:
        return (ROLLED if kind == "reroll" else UNDER_WAY), roll.dice
    if last is roll or (frame.step in ("predict", "roll") and kind == "general"):
        return BEFORE, ()
    return UNDER_WAY, ()


def _untouched(table: Table) -> bool:
    """Whether nothing has been played in the chance to prevent, and nobody who could prevent has passed in it."""
    window, chance = table.agenda.window, table.agenda.frames[-1]
    assert window is not None
    passed = any(each.seat in window.passed for each in preventions(table))
    return isinstance(chance, PopFrame) and not chance.spoken and not passed


def _first(table: Table, seats: tuple[str, str]) -> int:
    """The part that is asked first in a chance, in the order of sides
    (rots.chances.dark-first-alternate-until-both-pass).
    """
    return min((ATTACKING, DEFENDING), key=lambda part: table.order.index(seats[part]))


def _asked(table: Table, seats: tuple[str, str]) -> tuple[int, int]:
    window = table.agenda.window
    assert window is not None
    return seats.index(window.asked[0]), len(window.passed)


def _lucky(table: Table, unit: Stack, attack: Attack) -> int:
    """How many dice a unit's Lucky may still reroll in this attack."""
    return 0 if f"{unit.id}.lucky@{attack.id}" in table.used else lucky(table, unit)


def preventions(table: Table) -> tuple[Prevention, ...]:
    """Every Evade, Deflect and plain prevention of units in battle, in the order in which they came into play."""
    found = []
    for unit in table.stacks.values():
        for instance in table.index.working(unit.id):
            ability = instance.ability
            if not isinstance(ability, Activated) or not _prevents(ability):
                continue
            scene = Scene(unit.controller, stack=unit.id)
            stated = next((i.amount for i in walk(ability.do) if isinstance(i, Prevent) and i.amount), None)
            if stated is None:
                continue  # all of it, or nothing: no number to reckon with
            amount = amount_of(table, stated, scene)
            cost = ability_price(table, ability, unit.controller)
            keyword = ability.keyword or "prevent"
            title = f"{table.top(unit).title} {keyword.capitalize()} {amount}"
            simple = isinstance(stated, int) and _for_force_alone(ability)
            found.append(Prevention(unit.id, unit.controller, keyword, amount, cost, instance.key, title, simple))
    return tuple(found)


def _for_force_alone(ability: Activated) -> bool:
    """Whether nothing but Force is asked for playing it, at any time of its chance."""
    free = not (ability.only or ability.condition or ability.limit)
    return free and ability.cost == Cost(force=ability.cost.force)


def _prevents(ability: Activated) -> bool:
    """Evade, Deflect (for no X), or what only prevents some damage to its own unit for Force."""
    if ability.keyword in ("evade", "deflect"):
        return not ability.cost.x
    only = ability.do[0] if len(ability.do) == 1 else None
    if ability.keyword or not isinstance(only, Prevent) or not isinstance(only.amount, int) or not only.amount:
        return False
    return only == Prevent(amount=only.amount) and _for_force_alone(ability)


def _retaliations(table: Table, attack: Attack) -> tuple[Retaliation, ...]:
    """The Retaliates that wait for the end of this attack."""
    found = []
    for delayed in table.delayed.values():
        scene = delayed.scene
        target = table.stacks.get(attack.attacker)
        if scene.kind != "retaliate" or scene.attack != attack.id or target is None:
            continue
        for strike in delayed.do:
            if isinstance(strike, Damage) and strike.dice:
                armor = keyword_value(table, target, "armor") if table.edition.armor_against_dice.value else 0
                dice = amount_of(table, strike.amount, scene)
                found.append(Retaliation(dice, target.id, die(0, armor), delayed.rule, scene.source))
    return tuple(found)


def left_out(table: Table) -> tuple[str, ...]:
    """What is in play that the formula does not know, and that playing every outcome through does."""
    index = table.index
    listening = [i for i in index.listeners if getattr(i.ability, "keyword", "") not in ("stun", "bounty")]
    notes = [f"{table.title(i.stack) if i.stack in table.stacks else 'an effect'}: what triggers" for i in listening]
    notes += ["an effect that replaces events"] * bool(index.replacements)
    notes += ["an effect that permits or forbids something"] * bool(index.overrides)
    notes += ["an effect that changes health"] * bool(index.stats.get("health"))
    notes += late_dice(table)
    waiting = [d for d in table.delayed.values() if d.scene.kind not in ("retaliate", "bounty")]
    notes += [f"{delayed.scene.source}: what is delayed" for delayed in waiting]
    return tuple(dict.fromkeys(notes))


def late_dice(table: Table) -> tuple[str, ...]:
    """That the attack dice are not seen before the damage has been prevented, where it is so."""
    attacker = table.stacks.get(table.attack.attacker) if table.attack is not None else None
    late = attacker is not None and puts_off(table, attacker)
    return ("the attack dice are thrown once the damage has been prevented (Cunning)",) if late else ()


def unknown(table: Table) -> tuple[str, ...]:
    """What nobody can reckon, with the reason: texts in words alone, and cards that are not known here."""
    by_hand = "a text in words alone, which people carry out, is not reckoned"
    notes = [f"{source}: {by_hand}" for _, source in table.index.unread]
    asked = table.manual == "ask"
    notes += [
        f"{table.title(unit)}: {by_hand}"
        for unit in table.stacks
        for instance in table.index.by_stack.get(unit, ())
        if asked and isinstance(instance.ability, Manual) and chances_for(instance.ability)
    ]
    for seat in table.seats:
        hand = table.zones.get(f"hand:{seat}", ())
        hidden = sum(1 for card in hand if table.face(card) is None)
        if hidden:
            notes.append(f"{seat} holds {hidden} cards that are not known here: their effects are not reckoned")
        faces = [face for card in hand if (face := table.face(card)) is not None]
        notes += [f"{face.title} in {seat}'s hand: {by_hand}" for face in faces if asked and _in_words(face)]
    return tuple(dict.fromkeys(notes))


def _in_words(face: Face) -> bool:
    return "battle" in face.types and any(isinstance(ability, Manual) for ability in face.abilities)


def kept(dice: Dice) -> str:
    """Dice in a few words, as `2 misses, 1 hit, 1 six`."""
    return f"{dice.misses} misses, {dice.hits} hits below six, {dice.sixes} sixes"
