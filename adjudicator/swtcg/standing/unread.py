"""Texts in words alone that are always on: of which clauses nobody knows how they decide them.

Source: rots.cards.card-beats-rule.
"""

from __future__ import annotations

from adjudicator.swtcg.table.table import Table

READS = {
    "ATTACKER_IS_FASTEST": ("speed",),
    "DEFENDER_IN_SAME_ARENA": ("attack", "permission"),
    "UNIT_MAY_ATTACK": ("attack", "permission"),
    "UNIT_MAY_BE_ATTACKED": ("attack", "permission"),
    "OBLIGATION_MET": ("attack", "permission"),
    "NOT_OBLIGED_TO_ATTACK": ("attack", "permission"),
    "FORCE_SUFFICES": ("cost", "force"),
    "COUNTERS_SUFFICE": ("cost",),
    "ABILITY_MAY_BE_PLAYED": ("abilities", "permission"),
    "CARD_MAY_BE_PLAYED": ("battle cards", "permission"),
}
"""By clause code, what a text in words alone has to touch, all of it, so that the clause may depend on it."""


def doubtful(table: Table, code: str) -> str:
    """The card whose text in words alone may decide a clause; empty if there is none."""
    wanted = READS.get(code)
    if wanted is None or (code == "ATTACKER_IS_FASTEST" and _alone(table)):
        return ""
    unread = table.index.unread
    return next((name for touches, name in unread if "anything" in touches or set(wanted) <= set(touches)), "")


def _alone(table: Table) -> bool:
    """Whether only one unit is left to attack in the arena that fights, so that its speed does not matter."""
    return sum(1 for stack in table.units(table.turn.arena) if not stack.tapped) <= 1
