"""The course of a game as the document of 2022 has it."""

from __future__ import annotations

from adjudicator.swtcg.table.edition import Arena
from adjudicator.swtcg.table.timetable import EACH, LAST, Step, Timetable

ARENAS = {
    arena: Arena(
        placed=placed,
        last_chance="idc.battle.general-pop-timing",
        over="idc.battle.end-of-step-pop",
        starts="idc.battle.start-of-step-pop",
        ends="idc.battle.end-of-step-pop",
    )
    for arena, placed in (
        ("space", "idc.zones.arena-battle-begins-in-space"),
        ("ground", "idc.battle.arena-order"),
        ("character", "idc.battle.arena-order"),
    )
}

SETUP = Timetable(
    (
        Step(name="sides", rule="idc.setup.sides-chosen-or-rolled"),
        Step(name="event", who=EACH, rule="idc.setup.play-event-order"),
        Step(name="resource", who=EACH, rule="idc.setup.pull-resource"),
        Step(name="start", rule="idc.setup.draw-to-seven"),
        Step(name="draw", who=EACH, rule="idc.setup.draw-to-seven"),
        Step(name="mulligan", who=EACH, rule="idc.setup.mulligan-reveal-non-units"),
        Step(name="place", rule="idc.setup.exceed-opponents-total", parts=(Step(name="placed"),)),
        Step(name="over", rule="idc.setup.alternate-until-done"),
    ),
)
"""The steps of setup; units are put down by turns until all have finished or stopped."""

ATTACK = Timetable(
    (
        Step(name="declare", rule="idc.attack.declare", chance="idc.attack.disrupt-chance"),
        Step(name="start", rule="idc.attack.attack-pop", chance="idc.attack.attack-pop"),
        Step(name="predict", rule="idc.chart.attack.predict-before-roll"),
        Step(name="roll", rule="idc.dice.attack-dice-equal-power"),
        Step(name="hits", rule="idc.dice.hit-on-four-plus"),
        Step(name="assign", rule="idc.chart.attack.pending-assign-hits"),
        Step(name="overkill", rule="idc.chart.attack.pending-assign-hits"),
        Step(name="critical", rule="idc.keywords.critical-hit-definition"),
        Step(
            name="damage",
            rule="idc.damage.pending-damage-pop",
            parts=(
                Step(name="pending", chance="idc.damage.pending-damage-pop"),
                Step(name="prevention", chance="idc.damage.prevention-follows-pending"),
                Step(name="placement", rule="idc.damage.place-counters"),
                Step(name="lethal", chance="idc.damage.would-be-discarded-window"),
                Step(name="discard", rule="idc.discard.lethal-damage-discard"),
                Step(name="discarded", chance="idc.chart.attack.unit-discard-order"),
            ),
        ),
        Step(name="end", rule="idc.attack.end-pop", ends="attack"),
        Step(name="ending", rule="idc.attack.end-pop", chance="idc.attack.end-pop"),
        Step(name="over", rule="idc.attack.end-pop", ends="attack ends"),
    ),
)
"""The steps of an attack once its defender has been chosen and its attacker tapped.

Any damage goes through the parts of the step "damage" (idc.chances.damage-sequence-applies-always), counters that an
effect places through those from "lethal" on (idc.chances.counter-placement-sequence).
"""

TURN = Timetable(
    (
        Step(
            name="turn starts",
            phase="ready",
            rule="idc.ready.start-of-turn-effects",
            alone="idc.ready.start-of-turn-play-limit",
        ),
        Step(
            name="untap",
            phase="ready",
            who=EACH,
            rule="idc.ready.untap-all",
            ends="next untap",
            alone="idc.ready.untap-play-limit",
        ),
        Step(
            name="force",
            phase="ready",
            who=EACH,
            rule="idc.ready.gain-four-force",
            alone="idc.ready.gain-force-play-limit",
        ),
        Step(
            name="build roll",
            phase="ready",
            who=LAST,
            rule="idc.ready.roll-for-build",
            alone="idc.ready.roll-play-limit",
            parts=(Step(name="points"), Step(name="bonus", rule="idc.ready.three-arena-bonus")),
        ),
        Step(name="build", phase="command", who=EACH, rule="idc.build.during-step-actions"),
        Step(name="retreat", phase="command", who=EACH, rule="idc.retreat.step-tap-and-retreat"),
        Step(
            name="battle",
            phase="battle",
            rule="idc.battle.arena-order",
            chance="idc.battle.start-of-phase-pop",
            alone="idc.battle.start-of-phase-pop",
        ),
        Step(name="lapse", phase="battle", rule="idc.turn.end-of-turn-sequence", ends="turn, battle"),
        Step(name="battle over", phase="battle", rule="idc.turn.end-of-turn-sequence"),
        Step(
            name="end",
            phase="end",
            rule="idc.turn.end-of-turn-sequence",
            parts=(
                Step(name="stars", rule="idc.term.variable.unknown-health-end-of-turn"),
                Step(name="check"),
                Step(name="win", rule="idc.winning.check-after-end-of-turn"),
                Step(name="start"),
            ),
        ),
    ),
    phases={
        "ready": "idc.chart.turn.ready-phase-order",
        "command": "idc.chart.reminder.command.order",
        "battle": "idc.chart.turn.battle-phase-order",
        "end": "idc.turn.end-of-turn-sequence",
    },
    then="next",
)
"""The steps of a turn. What each player does, the seats do in their order (idc.turn.dark-then-vong-then-light)."""
