"""What does not set a keyword off although it looks like its event, as the committee's rulebook says of each.

Dice of damage that show what attack dice would have to show, dice changed by Accuracy, dice that were rolled again, a
second die that shows the same; an ability gained after the roll. Each is told as a non-event (room untriggered).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.swtcg.chapters.playing.untriggered import DUTY
from adjudicator.swtcg.standing.abilities import Instance, lasting_number
from adjudicator.swtcg.standing.continuous import keyword_of, scene_of
from adjudicator.swtcg.standing.hits import attack_roll
from adjudicator.swtcg.standing.keyword_rules import defined
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.traits import spells_out
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.table import Scene, Stack, Table, Trigger
from adjudicator.swtcg.words.keywords import expand
from adjudicator.swtcg.words.language import Grant, Keyword, Triggered

_replace = msgspec.structs.replace
FIRST_ROLL = {"backfire": 3, "fury": 4, "focus": 5}
"""By keyword the face that it looks for in the first roll of its unit's attack dice."""
AGAINST = {"parry": 1, "riposte": 2}
"""By keyword the face that it looks for in attack dice against its unit, as they lie in the end."""


def passed_over(table: Table, fact: Any) -> Iterator[Trigger]:
    """For each keyword of a unit that a roll resembles the event of, the reason why it is none."""
    if not defined(table, "fury"):
        return
    if isinstance(fact, f.ModifierBegan):
        yield from _gained(table, fact)
        return
    if isinstance(fact, f.StackDiscarded):
        yield from _of_itself(table, fact)
        return
    look = _LOOKS[type(fact)]
    for instance in table.index.listeners:
        keyword = getattr(instance.ability, "keyword", "")
        stack = table.stacks.get(instance.stack)
        if keyword in (*FIRST_ROLL, *AGAINST) and stack is not None:
            for matter, why in look(table, fact, stack, keyword):
                if rule := _rule(table, keyword, matter):
                    scene = _replace(scene_of(table, stack, instance), kind=keyword)
                    yield Trigger(0, stack.controller, scene, (), rule=why, held=rule, duty=DUTY)


def _rule(table: Table, keyword: str, matter: str) -> str:
    """What the book says of a keyword in a matter; empty if it says nothing of that."""
    why = table.why
    return {
        ("backfire", "attack dice only"): why.keywords_backfire_attack_dice_only,
        ("focus", "attack dice only"): why.keywords_focus_attack_dice_only,
        ("focus", "first five only"): why.keywords_focus_first_five_only,
        ("focus", "not after reroll"): why.keywords_focus_not_after_reroll,
        ("focus", "not by accuracy"): why.keywords_focus_not_by_accuracy,
        ("parry", "attack dice only"): why.keywords_parry_attack_dice_only,
        ("parry", "too late"): why.keywords_parry_too_late,
        ("backfire", "not by accuracy"): why.keywords_accuracy_not_natural,
        ("riposte", "attack dice only"): why.keywords_riposte_attack_dice_only,
        ("fury", "attack dice only"): why.keywords_fury_attack_dice_only,
        ("fury", "first four only"): why.keywords_fury_first_four_only,
        ("fury", "not after reroll"): why.keywords_fury_not_after_reroll,
        ("fury", "not by accuracy"): why.keywords_fury_not_by_accuracy,
        ("fury", "too late"): why.keywords_fury_too_late,
    }.get((keyword, matter), "")


def _rolled(table: Table, fact: f.DiceRolled, stack: Stack, keyword: str) -> Iterator[tuple[str, str]]:
    """Dice have fallen for a unit."""
    if keyword in AGAINST:
        if fact.purpose == "damage" and fact.target == stack.id and AGAINST[keyword] in fact.dice:
            yield "attack dice only", "they are no attack dice"
        return
    face = FIRST_ROLL[keyword]
    if fact.source != stack.id:
        return
    natural = fact.dice.count(face)
    if fact.purpose == "damage" and natural:
        yield "attack dice only", "they are no attack dice"
    if fact.purpose == "attack" and natural > 1:
        yield f"first {('three', 'four', 'five')[face - 3]} only", "one die is enough, and no other counts"
    accuracy = keyword_value(table, stack, "accuracy") if fact.purpose == "attack" and not natural else 0
    if accuracy and any(die + accuracy == face for die in fact.dice):
        yield "not by accuracy", "the die shows it by Accuracy alone"


def _rerolled(table: Table, fact: f.DiceRerolled, stack: Stack, keyword: str) -> Iterator[tuple[str, str]]:
    """Attack dice of a unit have been rolled again."""
    face, roll = FIRST_ROLL.get(keyword, 0), attack_roll(table)
    if not face or roll is None or roll.source != stack.id or face in roll.first:
        return
    if any(fact.dice[place] == face for place in fact.positions):
        yield "not after reroll", "it was not rolled at first"


def _gained(table: Table, fact: f.ModifierBegan) -> Iterator[Trigger]:
    """A unit gains a keyword that looks at attack dice after they have been rolled, which is too late."""
    change, roll = fact.modifier.change, attack_roll(table)
    if roll is None or not isinstance(change, Grant) or not isinstance(change.ability, Keyword):
        return
    name = change.ability.name
    rule = _rule(table, name, "too late")
    against = name in AGAINST
    unit = roll.target if against else roll.source
    shown = AGAINST[name] in roll.dice if against else FIRST_ROLL.get(name) in roll.first
    if rule and shown and unit in (fact.modifier.on or ()):
        seat = table.stacks[unit].controller
        scene = _replace(fact.modifier.scene, kind=name)
        yield Trigger(0, seat, scene, (), rule="the dice have been rolled", held=rule, duty=DUTY)


def as_rolled(table: Table, instance: Instance, ability: Triggered) -> Triggered | None:
    """What looks at attack dice against a unit, as the unit had it when they were rolled; None if it had it not yet
    (idc.keywords.parry-too-late).
    """
    rule = _rule(table, ability.keyword, "too late")
    attack = next((each for each in reversed(table.agenda.frames) if isinstance(each, AttackFrame)), None)
    if not rule or rule == table.suppressed or attack is None or not attack.since:
        return ability
    copies = [each for each in table.index.by_stack.get(instance.stack, ()) if keyword_of(each) == ability.keyword]
    early = [each.ability for each in copies if lasting_number(each.key) < attack.since]
    if len(early) == len(copies):
        return ability
    x = sum(each.x for each in early if isinstance(each, Keyword))
    made = expand(Keyword(name=ability.keyword, x=x), table.edition.book.value)[0] if early else None
    assert made is None or isinstance(made, Triggered)
    return made


def _of_itself(table: Table, fact: f.StackDiscarded) -> Iterator[Trigger]:
    """A unit has itself discarded by its own damage, which earns it no Bounty."""
    rule, stack = table.why.keywords_bounty_not_on_itself, table.stacks.get(fact.stack)
    if rule and stack is not None and fact.by == fact.stack and spells_out(table, stack.id, "bounty"):
        scene = Scene(stack.controller, table.title(stack.id), stack.id, kind="bounty")
        yield Trigger(0, stack.controller, scene, (), rule="it is its own discard", held=rule, duty=DUTY)


_LOOKS: dict[type, Any] = {f.DiceRolled: _rolled, f.DiceRerolled: _rerolled}
RESEMBLING = frozenset({*_LOOKS, f.ModifierBegan, f.StackDiscarded})
"""The kinds of facts that are looked at."""
