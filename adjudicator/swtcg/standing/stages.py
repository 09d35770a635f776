"""The stages of a turn as events that effects name: turns, phases and steps that begin or end."""

from __future__ import annotations

from adjudicator.swtcg.standing.binding import seats_meant, zone_meant
from adjudicator.swtcg.standing.matched import Match
from adjudicator.swtcg.table import facts_base as f
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.language import Event


def of_phase(table: Table, fact: f.PhaseBegan | f.PhaseEnded, event: Event, scene: Scene) -> list[Match]:
    """A phase begins or ends."""
    return [Match({}, {}, 0)] if event.at in ("", fact.phase) else []


def of_step(table: Table, fact: f.StepBegan | f.StepEnded, event: Event, scene: Scene) -> list[Match]:
    """A step of battle by its arena, or any, or another step; `to` says whose it has to be, if it is not both's."""
    if event.to is not None and fact.seat and fact.seat not in seats_meant(table, event.to, scene):
        return []
    if event.at == "battle step":
        return [Match({}, {}, 0)] if fact.arena else []
    return [Match({}, {}, 0)] if zone_meant(table, event.at, scene) in (fact.step, fact.arena) else []


def build_step(table: Table, fact: f.StepBegan, event: Event, scene: Scene) -> list[Match]:
    """A build step starts, or the draw step that is its start: of whom, `at` says."""
    if fact.step != "build":
        return []
    again = f"build step:{fact.seat}" in table.used
    if (again and table.edition.start_triggers_once.value) or _too_early(table, scene):
        return []
    if event.at == "yours" and fact.seat != scene.controller:
        return []
    if event.at == "opponents" and fact.seat not in table.opponents(scene.controller):
        return []
    return [Match({}, {}, 0)]


def _too_early(table: Table, scene: Scene) -> bool:
    """Whether a bounty was earned this very turn, where the edition pays it in the next one."""
    this_turn = scene.numbers.get("earned") == table.turn.number
    return scene.kind == "bounty" and this_turn and not table.edition.bounty_same_turn.value


def turn_begins(table: Table, fact: f.TurnBegan, event: Event, scene: Scene) -> list[Match]:
    """A turn starts, where the edition has no step for what happens then."""
    return [] if table.edition.turn.has("turn starts") else [Match({}, {}, 0)]


def turn_starts(table: Table, fact: f.StepBegan, event: Event, scene: Scene) -> list[Match]:
    """The step begins in which what happens as a turn starts resolves."""
    return [Match({}, {}, 0)] if fact.step == "turn starts" else []


def turn_ends(table: Table, fact: f.PhaseBegan, event: Event, scene: Scene) -> list[Match]:
    """The end of the turn begins."""
    return [Match({}, {}, 0)] if fact.phase == "end" else []
