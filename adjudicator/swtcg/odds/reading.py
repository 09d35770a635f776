"""From a table to the numbers of its attack: what the judge's own values say, read once.

Sources: rots.attack.step-4-roll (power), rots.keywords.shields, rots.keywords.lucky, rots.keywords.evade,
rots.keywords.deflect, crf.keywords.overkill-remaining-health and the edition's `overkill_over`,
rots.keywords.retaliate-when-attack-ends, crf.damage.armor-applies-to-dice-of-damage and `armor_against_dice`.
"""

from __future__ import annotations

from adjudicator.swtcg.battle import critical
from adjudicator.swtcg.battle.overkill import seconds
from adjudicator.swtcg.citing import edition
from adjudicator.swtcg.effects.amounts import amount_of
from adjudicator.swtcg.effects.kinds import chance_of, walk
from adjudicator.swtcg.effects.language import Activated, Cost, Damage, Prevent
from adjudicator.swtcg.frames import AttackFrame, RollFrame
from adjudicator.swtcg.odds.dice import Dice, die, sorted_out
from adjudicator.swtcg.odds.situation import (
    ATTACKING,
    BEFORE,
    DEFENDING,
    PENDING,
    ROLLED,
    OddsError,
    Prevention,
    Retaliation,
    Situation,
    UnitSeen,
)
from adjudicator.swtcg.playing.playable import ability_price
from adjudicator.swtcg.table import Attack, Scene, Stack, Table, opponent
from adjudicator.swtcg.values import damage_per_hit, health, keyword_value, lucky, overkill, power, remaining_health


def situation(table: Table) -> Situation:
    """The attack in progress on a table. Raises OddsError if there is none, or if it is past its chances."""
    attack = table.attack
    if attack is None:
        raise OddsError("no attack is in progress")
    frame = next((f for f in table.agenda.frames if isinstance(f, AttackFrame) and f.attack == attack.id), None)
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    if frame is None or attacker is None or defender is None:
        raise OddsError("a unit of the attack has left the table")
    stage, roll = _stage(table, frame, attack)
    accuracy, armor = keyword_value(table, attacker, "accuracy"), keyword_value(table, defender, "armor")
    seats = (attacker.controller, opponent(attacker.controller))
    asked, passes = _asked(table, seats) if stage == ROLLED else (_first(seats), 0)
    left = remaining_health if edition(table).overkill_over.value == "remaining health" else health
    fixed = frame.power >= 0
    values = critical.values(table, attacker) if frame.critical is None else frame.critical
    return Situation(
        attack=attack.id,
        attacker=attacker.id,
        defender=defender.id,
        stage=stage,
        power=max(0, frame.power if fixed else power(table, attacker)),
        shields=frame.shields if fixed else keyword_value(table, defender, "shields"),
        accuracy=accuracy,
        armor=armor,
        critical=sum(values),
        one=die(accuracy, armor),
        lucky=(_lucky(table, attacker, attack), _lucky(table, defender, attack)),
        exactly=edition(table).lucky_exactly.value,
        units={
            unit.id: _seen(table, unit) for unit in table.stacks.values() if unit.role == "unit" and table.known(unit)
        },
        force={name: seat.force for name, seat in table.seats.items()},
        seats=seats,
        overkill=overkill(table, attacker) > 0,
        surplus_over=left(table, defender),
        seconds=tuple(unit.id for unit in seconds(table, attack)),
        preventions=_preventions(table),
        retaliations=_retaliations(table, attack),
        rolled=sorted_out(roll.dice, accuracy, armor) if roll is not None and roll.dice else None,
        asked=asked,
        passes=passes,
        pending=tuple((p.target, p.amount) for p in table.agenda.pending),
        notes=_notes(table, attack),
    )


def _stage(table: Table, frame: AttackFrame, attack: Attack) -> tuple[str, RollFrame | None]:
    """Before the roll, in the chance to reroll, or in that to prevent. Raises OddsError for any other point."""
    last = table.agenda.frames[-1]
    kind = getattr(last, "kind", "")
    if table.agenda.pending:
        ours = all(packet.attack == attack.id for packet in table.agenda.pending)
        if ours and kind == "prevention":
            return PENDING, None
        raise OddsError("damage that is not of the attack is pending")
    roll = next((f for f in table.agenda.frames if isinstance(f, RollFrame) and f.purpose == "attack"), None)
    if roll is not None and roll.dice:
        if kind == "reroll":
            return ROLLED, roll
        raise OddsError("dice are being rolled again; say first what they show")
    if roll is not None or (frame.step == "roll" and kind == "general"):
        return BEFORE, None
    raise OddsError("the table waits for something else than the attack; say that first")


def _first(seats: tuple[str, str]) -> int:
    """The side that is asked first in a chance: Dark's (rots.chances.dark-first-alternate-until-both-pass)."""
    return ATTACKING if seats[ATTACKING] == "dark" else DEFENDING


def _asked(table: Table, seats: tuple[str, str]) -> tuple[int, int]:
    window = table.agenda.window
    assert window is not None
    return seats.index(window.asked[0]), len(window.passed)


def _seen(table: Table, unit: Stack) -> UnitSeen:
    left = remaining_health(table, unit)
    return UnitSeen(table.top(unit).title, unit.controller, left, damage_per_hit(table, unit))


def _lucky(table: Table, unit: Stack, attack: Attack) -> int:
    """How many dice a unit's Lucky may still reroll in this attack."""
    return 0 if f"{unit.id}.lucky@{attack.id}" in table.used else lucky(table, unit)


def _preventions(table: Table) -> tuple[Prevention, ...]:
    """Every Evade, Deflect and plain prevention of units in battle, in the order in which they came into play."""
    found = []
    for unit in table.stacks.values():
        for instance in table.index.by_stack.get(unit.id, ()):
            ability = instance.ability
            if not isinstance(ability, Activated) or not _prevents(ability):
                continue
            scene = Scene(unit.controller, stack=unit.id)
            amount = next(
                amount_of(table, i.amount, scene) for i in walk(ability.do) if isinstance(i, Prevent) and i.amount
            )
            cost = ability_price(table, ability, unit.controller)
            keyword = ability.keyword or "prevent"
            title = f"{table.top(unit).title} {keyword.capitalize()} {amount}"
            found.append(Prevention(unit.id, unit.controller, keyword, amount, cost, instance.key, title))
    return tuple(found)


def _prevents(ability: Activated) -> bool:
    """Evade, Deflect, or what only prevents some damage to its own unit for Force."""
    if ability.keyword in ("evade", "deflect"):
        return True
    only = ability.do[0] if len(ability.do) == 1 else None
    if ability.keyword or not isinstance(only, Prevent) or not isinstance(only.amount, int) or not only.amount:
        return False
    return only == Prevent(amount=only.amount) and ability.cost == Cost(force=ability.cost.force) and not ability.only


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
                armor = keyword_value(table, target, "armor") if edition(table).armor_against_dice.value else 0
                dice = amount_of(table, strike.amount, scene)
                found.append(Retaliation(dice, target.id, die(0, armor), delayed.rule, scene.source))
    return tuple(found)


def _notes(table: Table, attack: Attack) -> tuple[str, ...]:
    """What is in play and not in the formula, so that a reader knows where to ask the enumeration instead."""
    notes = [f"{source}: a text in words that is carried out by hand" for _, source in table.index.unread]
    listening = [i for i in table.index.listeners if getattr(i.ability, "keyword", "") not in ("stun", "bounty")]
    for instance in listening:
        unit = table.stacks.get(instance.stack)
        notes.append(f"{table.top(unit).title if unit is not None else 'an effect'}: what triggers")
    notes += ["an effect that replaces events"] * bool(table.index.replacements)
    notes += [f"{name}: an ability for rolls or damage" for name in _unknown_plays(table)]
    waiting = [d for d in table.delayed.values() if d.scene.kind not in ("retaliate", "bounty")]
    notes += [f"{delayed.scene.source}: what is delayed" for delayed in waiting]
    return tuple(dict.fromkeys(notes))


def _unknown_plays(table: Table) -> list[str]:
    """The units in battle with an ability for the chance to reroll or to prevent that no plan can name."""
    return [
        table.top(unit).title
        for unit in table.stacks.values()
        for instance in table.index.by_stack.get(unit.id, ())
        if isinstance(instance.ability, Activated)
        and chance_of(instance.ability.do) in ("reroll", "prevention")
        and not _prevents(instance.ability)
    ]


def kept(dice: Dice) -> str:
    """Dice in a few words, as `2 misses, 1 hit, 1 six`."""
    return f"{dice.misses} misses, {dice.hits} hits below six, {dice.sixes} sixes"
