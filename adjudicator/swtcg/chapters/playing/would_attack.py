"""When something may be played instead of attacking: as its unit would attack, and is not bound to.

Sources: rots.chances.would-attack-instead-of-attacking and what the rulings add to it.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.playing.asked import chosen_in
from adjudicator.swtcg.chapters.playing.limits import WOULD
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing.order import fastest
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.reach import MAY_BE_ATTACKED, obliged
from adjudicator.swtcg.table.frames import BattleStepFrame
from adjudicator.swtcg.table.table import Table


def check_would_attack(judging: Judging, playable: Playable, frame: Any) -> None:
    """Clause UNIT_WOULD_ATTACK: its unit has its go; NOT_OBLIGED_TO_ATTACK: and may do something else."""
    table: Table = judging.table
    unit = table.stacks.get(playable.stack)
    now = isinstance(frame, BattleStepFrame) and unit is not None and _its_go(table, frame, unit.id)
    if not judging.clause(
        "UNIT_WOULD_ATTACK",
        lambda: (table.why.chances_would_attack_instead_of_attacking, _would_rule(table, playable, now=now)),
        now,
        lambda: where(table),
        permits=TIMELY,
    ):
        judging.would_be_legal(f"when it is {playable.name}'s turn to attack, instead of attacking")
    if unit is not None:
        judging.clause(
            "NOT_OBLIGED_TO_ATTACK",
            table.why.attack_must_attack_no_would_attack_abilities,
            not obliged(table, unit),
            about=unit.id,
        )
    if now and not playable.cost.tap and playable.key + WOULD in table.used:
        judging.permit("AT_EACH_SPEED_CHECK", table.why.reading_endless_would_attack_abilities)
    if judging.worth_telling("IT_IS_NO_ATTACK") and _not_to_be_attacked(table, playable, judging.said):
        judging.permit("IT_IS_NO_ATTACK", table.why.activated_instead_of_attack_is_no_attack)


def _not_to_be_attacked(table: Table, playable: Playable, said: Any) -> bool:
    """Whether something is chosen that the unit could not attack."""
    chosen = [number for some in chosen_in(playable, said).values() for number in some]
    return any(forbidden(table, MAY_BE_ATTACKED, number, playable.stack) is not None for number in chosen)


def _would_rule(table: Table, playable: Playable, *, now: bool) -> str:
    """What departs from its use instead of attacking: where there is nobody to attack; again each time the unit would
    attack; not once it has chosen to attack. Empty for the plain use.
    """
    attack = table.attack
    if attack is not None and attack.attacker == playable.stack:
        return table.why.activated_would_attack_choice_final
    if playable.key + WOULD in table.used:
        return table.why.activated_would_attack_once_each_time
    unit = table.stacks.get(playable.stack)
    own = table.why.activated_would_attack_selective
    if own and not now and unit is not None and _used_another(table, playable):
        return own
    if unit is not None and ("attacked", unit.id, unit.zone) in table.happened:
        return table.why.attack_untapped_again_attacks_again_consolidated
    if now and unit is not None and not any(table.units(unit.zone, each) for each in table.opponents(unit.controller)):
        return table.why.battle_empty_arena_still_go_through
    return table.why.activated_would_attack_untapped if not now and unit is not None and unit.tapped else ""


def _used_another(table: Table, playable: Playable) -> bool:
    """Whether the unit, which is untapped, has just used another such ability in its go."""
    own = (each.key for each in table.index.by_stack.get(playable.stack, ()) if each.key != playable.key)
    used = any(key + WOULD in table.used for key in own)
    unit = table.stacks[playable.stack]
    return used and not unit.tapped and any(each.id == unit.id for each in fastest(table, unit.zone)[1])


def _its_go(table: Table, frame: BattleStepFrame, unit: int) -> bool:
    _, units = fastest(table, frame.arena)
    return any(stack.id == unit for stack in units)


def where(table: Table) -> tuple[tuple[str, str], ...]:
    """Where the turn stands, as evidence."""
    turn = table.turn
    return (("phase", turn.phase), ("step", turn.step or "-"))
