"""Stun: by which rule a damage sets it off (rots.keywords.stun, crf.keywords.stun and what follows them)."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.citing import cite
from adjudicator.swtcg.table import Table

RULES = {
    "deflect": ("crf.keywords.stun-deflecting-unit", "gr.keywords.stun-own-deflect", "rots.keywords.stun-any-damage"),
    "retaliate": ("rots.keywords.retaliate-stun-triggers",),
    "effect": ("rots.keywords.stun-any-damage",),
}
"""By the way in which the damage was done, other than attacking."""


def rule_of(table: Table, fact: Any) -> str:
    """The rule by which the damage of a fact sets Stun off."""
    ways = RULES.get(
        getattr(fact, "way", ""), ("crf.keywords.stun", "gr.keywords.stun-definition", "rots.keywords.stun")
    )
    return cite(table, *ways)
