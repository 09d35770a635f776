"""Stun: by which rule a damage sets it off (rots.keywords.stun, crf.keywords.stun and what follows them)."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.standing.traits import spells_out
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Packet, Table

BY_ATTACK = ("crf.keywords.stun", "gr.keywords.stun-definition", "rots.keywords.stun")
"""The keyword, as each document has it; they differ in how long it lasts."""
RULES = {
    "deflect": (
        "idc.keywords.stun-with-deflect",
        "crf.keywords.stun-deflecting-unit",
        "gr.keywords.stun-own-deflect",
        "rots.keywords.stun-any-damage",
    ),
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
    return cite(table, *RULES.get(way, BY_ATTACK))


def turned_down(table: Table, packet: Packet) -> tuple[str, str]:
    """Why damage of a unit with Stun, or in its attack, stuns nobody: by which rule and in words; empty if it does, or
    none of this has to do with Stun. All of it was prevented, or it is the damage of the unit that deflected it.
    """
    if spells_out(table, packet.source, "stun"):
        return ("", "") if packet.amount else (table.why.keywords_stun_all_prevented, "all of the damage was prevented")
    if packet.way == "deflect" and table.attack is not None and spells_out(table, table.attack.attacker, "stun"):
        rule = table.why.keywords_stun_attacker_deflected
        return rule, "the damage is done by the unit that deflected it"
    return "", ""


def rule_of(table: Table, fact: Any) -> str:
    """The rule by which the damage of a fact sets Stun off."""
    return cite(table, *RULES.get(getattr(fact, "way", ""), BY_ATTACK))
