"""Whose step it is: why what one player says has to wait while another has a build or retreat step.

Sources: rots.build.during-own-build-step, rots.retreat.step, rots.deploy.any-own-build-step, idc.build.dark-step-first.
"""

from __future__ import annotations

from adjudicator.kernel.base import Declaration
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import (
    AddCounters,
    Answer,
    Board,
    Build,
    Complete,
    Deploy,
    Detach,
    Disembark,
    Equip,
    NameCard,
    PayAlternativeCost,
    PayHiddenCost,
    PutLocation,
    Rearrange,
    Retreat,
    Return,
    Select,
    SelectCards,
)
from adjudicator.swtcg.table.table import Table

RETREAT = "rots.retreat.step"
"""The rule on what a retreat step is for."""

OWN_STEP: dict[type, str] = {
    Build: "rots.build.during-own-build-step",
    AddCounters: "rots.build.during-own-build-step",
    Deploy: "rots.deploy.any-own-build-step",
    Return: "rots.retreat.return-in-build-step",
    Equip: "rots.equipment.equip-only-in-build-step",
    Board: "rots.pilots.one-move-per-build-step",
    Disembark: "rots.pilots.one-move-per-build-step",
    Rearrange: "rots.stacking.rearrange-in-build-phase",
    PayAlternativeCost: "rots.deploy.any-own-build-step",
    Complete: "rots.mission.built-in-build-step",
    PutLocation: "rots.location.built-then-put-face-up",
}
"""By what is said, the rule that it belongs to the build step of the player who says it."""

NO_STEPS_OWN = (Answer, NameCard, PayHiddenCost, Select, SelectCards)
"""What belongs to no player's own step: only whose step it is can be told of it there."""

RETREATS = {True: "rots.retreat.dark-retreat-step", False: "rots.retreat.light-retreat-step"}
"""By whether a player's side goes first, the rule on when he or she retreats."""


def own_step_rule(table: Table, said: Declaration, kind: str) -> str:
    """Why what is said has to wait for the speaker's own step, while the other player is in his."""
    if kind == "retreat":
        own = isinstance(said, Retreat) and said.seat in table.seats
        return RETREATS[table.leads(said.seat)] if own else RETREAT
    if table.why.build_done_in_turn and isinstance(said, (AddCounters, Build, Detach, PutLocation)):
        return table.why.build_done_in_turn
    if isinstance(said, Detach) and table.edition.equipment_comes_off.value:
        return table.edition.equipment_comes_off.rule
    if isinstance(said, NO_STEPS_OWN):
        return table.why.turn_both_act_dark_first
    rule = OWN_STEP.get(type(said))
    return cite(table, rule) if rule else table.why.build_one_after_another
