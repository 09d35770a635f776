"""Hits: which dice hit, and the rule that decides it.

Sources: rots.dice.hit-on-four, rots.keywords.accuracy, rots.keywords.armor-accuracy-interaction,
rots.dice.dice-of-damage.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.summing import OFF, Part
from adjudicator.swtcg.standing.values import value
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import RollFrame
from adjudicator.swtcg.table.table import Attack, Stack, Table

HIT_ON = 4

FACES = 6

ARMOR = "crf.keywords.armor-reworded-five-or-more"

BOTH = "rots.keywords.armor-accuracy-interaction"
"""What dice hit by where the attacker has Accuracy and the defender Armor."""


def attack_hits(table: Table, attack: Attack, dice: tuple[int, ...], *, fixed: int | None = None) -> tuple[int, str]:
    """How many attack dice hit, and the rule that decided it: Accuracy adds, Armor asks for 5.

    Where each of these dice hits or misses with them as without, it is neither. `fixed` is the Accuracy that counts,
    whatever it is by now.
    """
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    accuracy = keyword_value(table, attacker, "accuracy") if attacker is not None else 0
    armor = keyword_value(table, defender, "armor") if defender is not None else 0
    if fixed is not None:  # what its Accuracy is made of by now decides nothing
        attacker, accuracy = None, fixed
    hits = count(dice, accuracy, armor)
    if hits != count(dice, accuracy + _lost(table, attacker, "accuracy"), armor + _lost(table, defender, "armor")):
        return hits, table.why.dice_lost_keyword
    given = table.index.stats.get("accuracy")
    if given and not accuracy and not armor and (cancelled := of_several(table, attacker, "accuracy")):
        return hits, cancelled
    if not (accuracy or armor) or hits == count(dice, accuracy, 0) == count(dice, 0, armor):
        # As much Armor once more, had it been added up, would have stopped a hit.
        again = of_several(table, defender, "armor") if armor and hits != count(dice, accuracy, 2 * armor) else ""
        return hits, again or _plain(dice, hits)
    if attack.mode and accuracy:
        return hits, table.why.of_keyword(attack.mode, "is_an_attack")
    if accuracy and armor:
        return hits, BOTH
    if accuracy:
        return hits, of_several(table, attacker, "accuracy") or "rots.keywords.accuracy"
    if armor:
        return hits, of_several(table, defender, "armor") or cite(table, ARMOR, "rots.keywords.armor")
    return hits, _plain(dice, hits)


def _lost(table: Table, stack: Stack | None, keyword: str) -> int:
    """What a keyword of a unit would be worth that it has lost, where an edition says what becomes of it."""
    if stack is None or not table.index.silences or not table.why.dice_lost_keyword:
        return 0
    return sum(part.would for part in table.reckoning.explained(table, stack, keyword).parts if part.how == OFF)


def of_several(table: Table, stack: Stack | None, keyword: str) -> str:
    """The rule by which several instances of a unit's keyword make one value; empty if that is of one instance."""
    if stack is None:
        return ""
    summed: list[Part] = []
    value(table, stack, keyword, summed)
    if sum(part.amount != 0 for part in summed) < 2:
        return ""
    return [part.rule for part in table.reckoning.explained(table, stack, keyword).parts if part.amount][-1]


def _plain(dice: tuple[int, ...], hits: int) -> str:
    """The rule of a roll that nothing changes: all hit, none does, or some do."""
    if hits == len(dice):
        return "rots.dice.hit-definition"
    return "rots.dice.hit-on-four" if hits else "rots.dice.miss-definition"


def count(dice: tuple[int, ...], accuracy: int, armor: int) -> int:
    """Dice of at least 4 after Accuracy, or at least 5 against Armor."""
    wanted = HIT_ON + armor - accuracy
    return sum(1 for die in dice if die >= wanted)


def damage_hits(table: Table, source: int, target: int, dice: tuple[int, ...], kind: str) -> tuple[int, str]:
    """How many dice of damage do damage: 4 or more; whether Armor counts is the edition's choice.

    They are no attack, so Accuracy and Critical Hit of whoever does the damage are left alone; `kind`
    is the keyword that has them rolled.
    """
    unit, doer = table.stacks.get(target), table.stacks.get(source)
    chosen = table.edition.armor_against_dice
    armor = keyword_value(table, unit, "armor") if unit is not None else 0
    hits = count(dice, 0, armor if chosen.value else 0)
    if armor and count(dice, 0, armor) != count(dice, 0, 0):
        return hits, chosen.rule
    if unit is not None and keyword_value(table, unit, "shields") and kind != "retaliate":
        return hits, table.why.damage_dice_of_damage_not_attack
    if doer is not None:
        accuracy, critical = keyword_value(table, doer, "accuracy"), keyword_value(table, doer, "critical hit")
        if critical and FACES in dice and not accuracy:
            return hits, "rots.keywords.critical-hit-attack-dice-only"
        if kind == "retaliate":
            return hits, RETALIATE_DICE if accuracy or critical else DICE_OF_DAMAGE
        if count(dice, accuracy, 0) != count(dice, 0, 0):
            return hits, table.why.damage_dice_of_damage_not_attack
    return hits, DICE_OF_DAMAGE


RETALIATE_DICE, DICE_OF_DAMAGE = "rots.keywords.retaliate-no-attack-bonuses", "rots.dice.dice-of-damage"


def place_of_roll(frames: Sequence[Any]) -> int:
    """The position of the roll whose chance is open, -1 if there is none."""
    rolls = (at for at in range(len(frames) - 1, -1, -1) if isinstance(frames[at], RollFrame))
    return next((at for at in rolls if frames[at].purpose != "reroll"), -1)


def roll_at_work(table: Table) -> RollFrame | None:
    """The roll whose chance to reroll is open."""
    at = place_of_roll(table.agenda.frames)
    return table.agenda.frames[at] if at >= 0 else None


def attack_roll(table: Table) -> RollFrame | None:
    """The roll of attack dice that has fallen and is not yet counted."""
    rolls = (frame for frame in reversed(table.agenda.frames) if isinstance(frame, RollFrame))
    return next((roll for roll in rolls if roll.purpose == "attack" and roll.dice), None)
