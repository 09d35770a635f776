"""In which cases a ruling on a single card speaks: the conditions that a row may name (`when`), in words of the rules.

All but the last group are asked of the things that are concerned: the stacks and cards that a clause, fact or value
names, without the card of the ruling itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.swtcg.standing.overrides import stays_by_choice
from adjudicator.swtcg.table.frames import AttackFrame, BuildStepFrame, PlayFrame
from adjudicator.swtcg.table.table import BUILDING, Packet, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Activated, Allow, Modify, Prevent, Triggered


def _over(table: Table, stack: Stack) -> list[int]:
    """The attacks of a unit that are over, by number."""
    return [n for word, n, detail in table.happened if word == "attack over" and detail.split()[0] == str(stack.id)]


def _attacks(table: Table, stack: Stack) -> bool:
    """Whether a unit is attacking."""
    return table.attack is not None and table.attack.attacker == stack.id


def _noted(table: Table, stack: Stack, word: str) -> list[str]:
    """What was noted of the last attack of a unit, be it over or not."""
    last = [table.attacks[-1].id] if _attacks(table, stack) else _over(table, stack)[-1:]
    return [detail for event, number, detail in table.happened if event == word and [number] == last]


def _powerless(table: Table, stack: Stack) -> bool:
    power = table.reckoning.value(table, stack, "power")
    return power is not None and power <= 0


def _may_stay_tapped(table: Table, stack: Stack) -> bool:
    return stays_by_choice(table, stack)


OfStack = Callable[[Table, Stack], bool]
OF_STACK: dict[str, OfStack] = {
    "stacked": lambda table, stack: len(stack.cards) > 1,
    "damaged": lambda table, stack: stack.damage > 0,
    "in an arena": lambda table, stack: stack.zone in table.arenas,
    "partially built": lambda table, stack: stack.role == BUILDING,
    "has not attacked": lambda table, stack: not _over(table, stack) and not _attacks(table, stack),
    "has attacked": lambda table, stack: bool(_over(table, stack)),
    "has hit": lambda table, stack: any(int(hits) for hits in _noted(table, stack, "hits")),
    "rerolled": lambda table, stack: bool(_noted(table, stack, "rerolled")),
    "under attack": lambda table, stack: table.attack is not None and table.attack.defender == stack.id,
    "no power": _powerless,
    "may stay tapped": _may_stay_tapped,
    "no dice": lambda table, stack: bool(_over(table, stack)) and not _noted(table, stack, "hits"),
}
"""Of a stack on the table."""

OF_CARD: dict[str, Callable[[Face], bool]] = {
    "no unit": lambda face: not face.is_unit,
    "a deploy text": lambda face: any(isinstance(a, Triggered) and a.when.kind == "deployed" for a in face.abilities),
}
"""Of what is printed on it."""


def under_its_effect(table: Table, card: str, stack: Stack) -> bool:
    """Whether a lasting effect of a card reaches a stack."""
    return any(m.scene.source == card and stack.id in (m.on or ()) for m in table.modifiers.values())


def spared_by_its_effect(table: Table, card: str, stack: Stack) -> bool:
    """Whether a lasting effect of a card reaches other units of a stack's controller, and not that stack."""
    lasting = [m for m in table.modifiers.values() if m.scene.source == card and m.on is not None]
    reached = {table.stacks[n].controller for m in lasting for n in m.on or () if n in table.stacks}
    return stack.controller in reached and not under_its_effect(table, card, stack)


def prevents(table: Table, stack: int) -> bool:
    """Whether a stack has an activated ability that prevents damage."""
    activated = (each.ability for each in table.index.by_stack.get(stack, ()))
    told = (each for ability in activated if isinstance(ability, Activated) for each in walk(ability.do))
    return any(isinstance(each, Prevent) for each in told)


def bound_to_cards(table: Table, card: str, numbers: list[int]) -> bool:
    """Whether a lasting effect of a card speaks of one of these cards."""
    lasting = (m for m in table.modifiers.values() if m.scene.source == card)
    return any(n in bound for m in lasting for bound in m.scene.bound.values() for n in numbers)


def copies(table: Table, card: str) -> int:
    """How many effects of cards of a title are at work: those that stand in an arena and those that last."""
    lasting = [m.id for m in table.modifiers.values() if m.scene.source == card]
    waiting = [d.id for d in table.delayed.values() if d.scene.source == card]
    there = [s.id for s in table.stacks.values() if s.zone in table.arenas and table.title(s.id) == card]
    return len(lasting) + len(waiting) + len(there)


def paid_with_a_stack(table: Table, card: str) -> bool:
    """Whether a stack of more than one card was discarded for a lasting effect of a card, as what it came to shows."""
    lasting = (m.scene.numbers for m in table.modifiers.values() if m.scene.source == card)
    return any(n.get("discarded total cost", 0) > n.get("discarded cost", 0) for n in lasting)


def paying(agenda: Any) -> bool:
    """Whether what happens is done instead of what would have paid a cost."""
    return any(isinstance(frame, PlayFrame) and not frame.paid for frame in agenda.frames)


def less_than_the_hits(table: Table, agenda: Any) -> bool:
    """Whether what an effect replaces is less than the hits of the attack going on: some was prevented before."""
    attack = table.attack
    hits = [
        int(n) for word, number, n in table.happened if word == "hits" and attack is not None and number == attack.id
    ]
    scenes = (frame.scene for frame in reversed(agenda.frames) if getattr(frame, "scene", None) is not None)
    left = next((scene.numbers.get("that much", 0) for scene in scenes), 0)
    return bool(hits) and left < hits[-1]


def accuracy_by(table: Table, card: str) -> bool:
    """Whether a card gives the attacking unit Accuracy, be it its own."""
    unit = None if table.attack is None else table.stacks.get(table.attack.attacker)
    if unit is None:
        return False
    sources = [part.source for part in table.reckoning.explained(table, unit, "accuracy").parts if part.amount]
    return card in sources or (table.title(unit.id) == card and "Accuracy" in sources)


def begun(table: Table, arena: str) -> bool:
    """Whether a unit has attacked in an arena this turn."""
    return any(word == "attacked" and where == arena for word, _, where in table.happened)


def at_work(agenda: Any, card: str) -> bool:
    """Whether an effect of a card is being played or taking effect."""
    scenes = (getattr(frame, "scene", None) for frame in agenda.frames)
    return any(scene is not None and scene.source == card for scene in scenes)


def _pending_of(table: Table, agenda: Any, card: str) -> list[Packet]:
    """The pending damage that a card of a title does."""
    return [packet for packet in agenda.pending if table.title(packet.source) == card]


def hard_to_prevent(table: Table, agenda: Any, card: str) -> bool:
    """Whether damage of a card is pending that not everything can prevent."""
    pending = _pending_of(table, agenda, card)
    lasting = (m.change for m in table.modifiers.values() if m.scene.source == card)
    barred = any(isinstance(change, Allow) and change.clause == "DAMAGE_PREVENTABLE" for change in lasting)
    return any(barred or packet.not_by or packet.only_by is not None or not packet.preventable for packet in pending)


def what_it_speaks_of_is_gone(table: Table, card: str) -> bool:
    """Whether a thing that a lasting effect of a card speaks of is in no arena any more."""
    bound = (numbers for m in table.modifiers.values() if m.scene.source == card for numbers in m.scene.bound.values())
    return any(n not in table.stacks or table.stacks[n].zone not in table.arenas for numbers in bound for n in numbers)


def controlled_by_player(table: Table, agenda: Any, card: str, stack: Stack) -> bool:
    """Whether a stack is controlled by the player whose card is taking effect."""
    scenes = (frame.scene for frame in agenda.frames if getattr(frame, "scene", None) is not None)
    return any(scene.source == card and scene.controller == stack.controller for scene in scenes)


def rolled(agenda: Any) -> bool:
    """Whether the dice of the attack going on have been rolled."""
    attack = next((frame for frame in reversed(agenda.frames) if isinstance(frame, AttackFrame)), None)
    return attack is not None and attack.power >= 0


def _in_the_step(agenda: Any) -> bool:
    """Whether a build step is past its draw."""
    return any(isinstance(frame, BuildStepFrame) and frame.step == "ask" for frame in agenda.frames)


def prevented(table: Table) -> bool:
    """Whether the last attack that is over did less damage than it had hits."""
    hits = {number: int(detail) for word, number, detail in table.happened if word == "hits"}
    last = next((number for word, number, _ in reversed(table.happened) if word == "attack over"), 0)
    told = (detail.split() for word, _, detail in table.happened if word == "did damage")
    return sum(int(amount) for attack, amount, *_ in told if attack == str(last)) < hits.get(last, 0)


def hurt_itself(table: Table, card: str) -> bool:
    """Whether a unit of a title has done damage to itself this turn."""
    done = ((by, int(detail.split()[2])) for word, by, detail in table.happened if word == "did damage")
    return any(by == to and table.title(by) == card for by, to in done)


def played(table: Table, card: str, how: str) -> bool:
    """Whether a card of a title has been played this turn: "mission", "battle", or "battle" in an attack."""
    faces = (table.face(number) for word, number, detail in table.happened if word == "played" and detail == how)
    return any(face is not None and face.title == card for face in faces)


def waits_for(table: Table, kind: str) -> bool:
    """Whether an ability at work waits for an event of a kind of things other than its own."""
    abilities = (each.ability for found in table.index.by_stack.values() for each in found)
    waiting = (ability.when for ability in abilities if isinstance(ability, Triggered))
    return any(when.kind == kind and not (when.to and when.to.bound == "this") for when in waiting)


def speed_changed(table: Table) -> bool:
    """Whether an effect that lasts changes the speed of something on the table."""
    lasting = (m.change for m in table.modifiers.values())
    return any(isinstance(change, Modify) and change.stat == "speed" for change in lasting)


OF_TABLE: dict[str, Callable[[Table, Any, str], bool]] = {
    "its effect": lambda table, agenda, card: at_work(agenda, card),
    "its damage is pending": lambda table, agenda, card: bool(_pending_of(table, agenda, card)),
    "its damage is hard to prevent": hard_to_prevent,
    "damage of its effect is pending": lambda table, agenda, card: any(
        not packet.attack for packet in _pending_of(table, agenda, card)
    ),
    "what it speaks of is gone": lambda table, agenda, card: what_it_speaks_of_is_gone(table, card),
    "completed this turn": lambda table, agenda, card: played(table, card, "mission"),
    "played in this attack": lambda table, agenda, card: (
        (now := table.attack) is not None and played(table, card, f"battle {now.id}")
    ),
    "played this turn": lambda table, agenda, card: played(table, card, "battle"),
    "battle again": lambda table, agenda, card: begun(table, table.turn.arena) and played(table, card, "battle"),
    "a stack is attacked": lambda table, agenda, card: (
        (now := table.attack) is not None and now.defender in table.stacks and len(table.stacks[now.defender].cards) > 1
    ),
    "a unit has attacked": lambda table, agenda, card: any(word == "attacked" for word, _, _ in table.happened),
    "after the roll": lambda table, agenda, card: rolled(agenda),
    "the defender changed": lambda table, agenda, card: table.attack is not None and bool(table.attack.former),
    "it attacks": lambda table, agenda, card: (now := table.attack) is not None and table.title(now.attacker) == card,
    "outside the draw": lambda table, agenda, card: table.turn.step != "build" or _in_the_step(agenda),
    "at end of turn": lambda table, agenda, card: table.turn.phase == "end",
    "hits were prevented": lambda table, agenda, card: prevented(table),
    "it damaged itself": lambda table, agenda, card: hurt_itself(table, card),
    "no points are left": lambda table, agenda, card: any(not seat.points for seat in table.seats.values()),
    "nothing is being played": lambda table, agenda, card: not table.zones.get("playing"),
    "turn 1": lambda table, agenda, card: table.turn.number == 1,
    "a stack paid for it": lambda table, agenda, card: paid_with_a_stack(table, card),
    "no cost is paid": lambda table, agenda, card: not paying(agenda),
    "less than the hits": lambda table, agenda, card: less_than_the_hits(table, agenda),
    "abilities are barred": lambda table, agenda, card: "ABILITY_MAY_BE_PLAYED" in table.index.overrides,
    "something waits for a deployment": lambda table, agenda, card: waits_for(table, "deployed"),
    "a speed is changed": lambda table, agenda, card: speed_changed(table),
    "several copies": lambda table, agenda, card: copies(table, card) > 1,
    "several at once": lambda table, agenda, card: len(agenda.pending) > 1,
}
"""Of the game as it stands."""


def holds(table: Table, agenda: Any, card: str, when: str, stacks: list[Stack], faces: list[Face]) -> bool:
    """Whether a condition is met; "with <card>": that card is at work too. Raises KeyError for a word that is none."""
    if when.startswith("with "):
        return copies(table, when.removeprefix("with ")) > 0
    if when == "under its effect":
        return any(under_its_effect(table, card, stack) for stack in stacks)
    if when == "spared by its effect":
        return any(spared_by_its_effect(table, card, stack) for stack in stacks)
    if when == "of its player":
        return any(controlled_by_player(table, agenda, card, stack) for stack in stacks)
    if when in OF_STACK:
        return any(OF_STACK[when](table, stack) for stack in stacks)
    if when in OF_CARD:
        return any(OF_CARD[when](face) for face in faces)
    return OF_TABLE[when](table, agenda, card)
