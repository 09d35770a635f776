"""Which paragraph opens a chance to prevent or reroll that does not belong to an attack.

Sources: rots.chances.three-automatic-events, crf.chances.mid-effect-reroll-prevent,
rots.triggers.new-chance-before-waiting,
crf.chances.unpreventable-damage-still-opens-chance, crf.triggers.attack-bonus-damage-preventable.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.table.frames import ResolveFrame, TriggersFrame
from adjudicator.swtcg.table.table import Packet, Table


def _in_mid_effect(run: Run) -> bool:
    """Whether an effect is at work that has more to do."""
    effect = next((frame for frame in reversed(run.frames) if isinstance(frame, ResolveFrame)), None)
    return effect is not None and bool(effect.todo)


def damage_chance_rule(run: Run, packets: list[Packet], default: str) -> str:
    """The rule of the prevention chance for damage by an effect."""
    table: Table = run.table
    if run.pool and any(isinstance(frame, TriggersFrame) for frame in run.frames):
        return table.why.triggers_new_chance_before_waiting
    if not any(packet.preventable for packet in packets):
        return table.why.chances_unpreventable_damage_still_opens_chance_consolidated or default
    if len({packet.target for packet in packets}) > 1:
        return table.why.reading_damage_to_several_units_at_once
    if all(packet.source == packet.target for packet in packets):
        return table.why.triggers_attack_bonus_damage_preventable or default
    return (_in_mid_effect(run) and table.why.chances_mid_effect_reroll_prevent) or default


def reroll_chance_rule(run: Run, default: str) -> str:
    """The rule of the reroll chance for dice of an effect."""
    table: Table = run.table
    if table.turn.phase != "battle":
        return table.why.chances_three_automatic_events
    return default
