"""What is chosen when something is played: targets, mode, arena, damage to prevent, dice to reroll.

A choice that a text makes on playing is an argument of the declaration, in the order in which the
text makes them; whether it is legal is settled then.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.swtcg.effects.amounts import amount_of
from adjudicator.swtcg.effects.kinds import walk
from adjudicator.swtcg.effects.language import Choose, ChooseArena, Instruction, OneOfThese, Prevent, Reroll
from adjudicator.swtcg.effects.selectors import matches, select
from adjudicator.swtcg.frames import RollFrame
from adjudicator.swtcg.playable import Playable
from adjudicator.swtcg.table import ARENAS, PILOT, Packet, Scene, Table
from adjudicator.swtcg.values import edition, power


def chosen_instructions(playable: Playable, mode: int) -> list[Choose]:
    """The choices of stacks made on playing, in order, under the option chosen."""
    return [i for i in walk(_under_mode(playable.do, mode)) if isinstance(i, Choose) and i.when == "playing"]


def _under_mode(do: tuple[Instruction, ...], mode: int) -> tuple[Instruction, ...]:
    found: list[Instruction] = []
    for instruction in do:
        if isinstance(instruction, OneOfThese):
            found.extend(instruction.options[mode] if 0 <= mode < len(instruction.options) else ())
        else:
            found.append(instruction)
    return tuple(found)


def modes_of(playable: Playable) -> int:
    """How many options a "choose one" has; 0 if there is none."""
    return next((len(i.options) for i in playable.do if isinstance(i, OneOfThese)), 0)


def chosen_in(playable: Playable, said: Any) -> dict[str, tuple[int, ...]]:
    """The names that a declaration's targets bind."""
    return {i.into: tuple(t) for i, t in zip(chosen_instructions(playable, said.mode), said.targets, strict=False)}


def scene_for(playable: Playable, said: Any) -> Scene:
    """The scene that choices are looked at from."""
    return Scene(
        controller=said.seat,
        source=playable.name,
        stack=playable.stack,
        card=playable.card,
        bound=chosen_in(playable, said),
        numbers={"x": said.x, "mode": said.mode},
        arena=said.arena,
    )


def check_targets(judging: Judging, playable: Playable, said: Any) -> None:
    """The clauses of what was chosen."""
    table: Table = judging.table
    scene = scene_for(playable, said)
    options = modes_of(playable)
    judging.clause("OPTION_EXISTS", "rots.chances.choose-one-binding", 0 <= said.mode < max(1, options))
    needs_arena = any(isinstance(i, ChooseArena) and i.when == "playing" for i in walk(playable.do))
    judging.clause(
        "ARENA_NAMED", "crf.abilities.parts-in-order", (said.arena in ARENAS) if needs_arena else not said.arena
    )
    wanted = chosen_instructions(playable, said.mode)
    if judging.clause("TARGETS_NAMED", "crf.abilities.parts-in-order", len(said.targets) == len(wanted)):
        for choose, targets in zip(wanted, said.targets, strict=True):
            _check_choice(judging, choose, tuple(targets), scene)
    _check_packet(judging, playable, said, scene)
    _check_dice(judging, playable, said)
    if not judging.failed and table.manual == "":
        judging.would_be_legal()


def _check_choice(judging: Judging, choose: Choose, targets: tuple[int, ...], scene: Scene) -> None:
    table: Table = judging.table
    legal = select(table, choose.among, scene)
    pilots = any((s := table.stacks.get(t)) is not None and s.role == PILOT for t in targets)
    judging.clause(
        "TARGET_IS_LEGAL",
        edition(table).pilot_is_character.rule if pilots else "crf.abilities.parts-in-order",
        all(target in legal for target in targets),
        lambda: (
            ("chosen", ", ".join(_name(table, t) for t in targets)),
            ("legal", ", ".join(_name(table, t) for t in legal)),
        ),
    )
    judging.clause(
        "RIGHT_NUMBER_OF_TARGETS",
        "crf.abilities.parts-in-order",
        min(choose.least, len(legal)) <= len(targets) <= choose.most
        and len(set(targets)) == len(targets)
        and (bool(targets) or not choose.least),
        lambda: (("chosen", str(len(targets))), ("at least", str(choose.least)), ("at most", str(choose.most))),
    )


def packets_for(table: Table, playable: Playable, scene: Scene) -> tuple[Packet, ...]:
    """The pending damages that a prevention could prevent (some of)."""
    prevents = [i for i in walk(playable.do) if isinstance(i, Prevent)]
    found: list[Packet] = []
    for packet in table.agenda.pending:
        stack = table.stacks.get(packet.target)
        if stack is not None and any(
            matches(table, i.to, stack, scene, anywhere=True) or i.to.bound not in ("", "this") for i in prevents
        ):
            found.append(packet)
    return tuple(p for p in found if _open_now(table, p))


def _open_now(table: Table, packet: Packet) -> bool:
    """Whether the chance now open is about this damage."""
    from adjudicator.swtcg.frames import DamageFrame  # noqa: PLC0415 - only prevention needs it

    for frame in reversed(table.agenda.frames):
        if isinstance(frame, DamageFrame):
            return packet.id in frame.packets
    return False


def _check_packet(judging: Judging, playable: Playable, said: Any, scene: Scene) -> None:
    packet = getattr(said, "packet", 0)
    if playable.chance != "prevention":
        judging.clause("NO_DAMAGE_NAMED", "rots.damage.prevent-only-pending", not packet)
        return
    legal = packets_for(judging.table, playable, scene)
    judging.clause(
        "DAMAGE_IS_PENDING",
        "rots.damage.prevent-only-pending",
        any(p.id == packet for p in legal),
        lambda: (("pending", ", ".join(f"{p.amount} to {_name(judging.table, p.target)}" for p in legal) or "none"),),
    )


def dice_at_work(table: Table) -> tuple[int, ...]:
    """The dice of the roll whose chance is open."""
    for frame in reversed(table.agenda.frames):
        if isinstance(frame, RollFrame) and frame.purpose != "reroll":
            return frame.dice
    return ()


def dice_to_reroll(table: Table, playable: Playable, scene: Scene) -> tuple[int, int]:
    """At least and at most how many dice a reroll may roll again; (0, 0) if it rerolls none."""
    reroll = next((i for i in walk(playable.do) if isinstance(i, Reroll)), None)
    rolled = len(dice_at_work(table))
    if reroll is None or not rolled:
        return 0, 0
    most = rolled if reroll.most is None else min(rolled, amount_of(table, reroll.most, scene))
    if playable.keyword == "lucky":
        if edition(table).lucky_cap.value == "power" and table.attack is not None:
            attacker = table.stacks.get(table.attack.attacker)
            most = min(most, power(table, attacker)) if attacker is not None else most
        if edition(table).lucky_exactly.value:
            return most, most
    return 1, most


def _check_dice(judging: Judging, playable: Playable, said: Any) -> None:
    table: Table = judging.table
    dice = getattr(said, "dice", ())
    if playable.chance != "reroll":
        judging.clause("NO_DICE_NAMED", "rots.dice.reroll-only-in-chance", not dice)
        return
    least, most = dice_to_reroll(table, playable, scene_for(playable, said))
    rolled = len(dice_at_work(table))
    judging.clause(
        "DICE_EXIST", "rots.dice.reroll-definition", len(set(dice)) == len(dice) and all(0 <= d < rolled for d in dice)
    )
    rule = "rots.dice.reroll-once-each"
    if playable.keyword == "lucky":
        chosen = edition(table)
        rule = chosen.lucky_exactly.rule if len(dice) < least else chosen.lucky_cap.rule
    judging.clause(
        "RIGHT_NUMBER_OF_DICE",
        rule,
        least <= len(dice) <= most,
        lambda: (("dice", str(len(dice))), ("at least", str(least)), ("at most", str(most))),
    )


def _name(table: Table, number: int) -> str:
    stack = table.stacks.get(number)
    return table.top(stack).title if stack is not None and table.known(stack) else f"#{number}"
