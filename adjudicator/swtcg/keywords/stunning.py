"""Stun: by which rule a damage sets it off (rots.keywords.stun, crf.keywords.stun and what follows them)."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.citing import cite
from adjudicator.swtcg.table import Table

BY_ATTACK = ("crf.keywords.stun", "gr.keywords.stun-definition", "rots.keywords.stun")
"""The keyword, as each document has it; they differ in how long it lasts."""
AMOUNT = "rots.keywords.stun"
"""What says by how much power is lowered, which nobody has changed."""
RULES = {
    "deflect": ("crf.keywords.stun-deflecting-unit", "gr.keywords.stun-own-deflect", "rots.keywords.stun-any-damage"),
    "retaliate": ("rots.keywords.retaliate-stun-triggers",),
    "effect": ("rots.keywords.stun-any-damage",),
}
"""By the way in which the damage was done, other than attacking."""


def amount_rule(table: Table, stunner: int, stunned: int) -> str:
    """Why the power of a unit is lowered: by the keyword, or by damage of another kind than an attack's."""
    # of damage the table remembers who did it, in which attack, how much, to whom and in which way
    events = reversed(table.happened)
    done = (detail.split()[1:] for event, by, detail in events if event == "did damage" and by == stunner)
    way = next((way for _, target, way in done if target == str(stunned)), "")
    return cite(table, *RULES.get(way, (AMOUNT,)))


def rule_of(table: Table, fact: Any) -> str:
    """The rule by which the damage of a fact sets Stun off."""
    return cite(table, *RULES.get(getattr(fact, "way", ""), BY_ATTACK))
