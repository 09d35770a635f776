"""The course of a game as the documents of 2005 and before have it, on which they agree but for a chance."""

from __future__ import annotations

from adjudicator.swtcg.table.edition import Arena
from adjudicator.swtcg.table.timetable import EACH, LAST, Step, Timetable

ARENAS = {
    "space": Arena(
        placed="rots.battle.space-step-first",
        last_chance="rots.chances.end-of-arena-battle",
        over="rots.battle.next-battle-or-turn",
    ),
    "ground": Arena(
        placed="rots.battle.ground-step-second",
        last_chance="rots.battle.ground-follows-space",
        over="rots.battle.ground-follows-space",
    ),
    "character": Arena(
        placed="rots.battle.character-step-third",
        last_chance="rots.battle.character-last",
        over="rots.battle.character-last",
    ),
}


SETUP = Timetable(
    (
        Step(name="start", rule="rots.setup.shuffle"),
        Step(name="draw", who=EACH, rule="rots.setup.draw-seven"),
        Step(name="mulligan", who=EACH, rule="rots.setup.mulligan-dark-first"),
        Step(name="place", rule="rots.setup.alternate-until-thirty", parts=(Step(name="placed"),)),
        Step(name="over", rule="rots.setup.other-player-finishes"),
    ),
)
"""The steps of setup; units are put down by turns until all have finished or stopped."""

ATTACK = Timetable(
    (
        Step(name="start", rule="rots.chances.after-attack-declared", chance="rots.chances.after-attack-declared"),
        Step(name="roll", rule="rots.attack.step-4-roll"),
        Step(name="hits", rule="rots.attack.step-6-assign-hits"),
        Step(name="assign", rule="rots.attack.step-6-assign-hits"),
        Step(name="overkill", rule="rots.attack.step-7-overkill"),
        Step(name="critical", rule="rots.attack.step-8-pending-damage"),
        Step(name="damage", rule="rots.attack.step-8-pending-damage"),
        Step(name="end", rule="rots.attack.step-13-ends", ends="attack"),
        Step(name="over", rule="rots.attack.step-13-ends", ends="attack ends"),
    ),
)
"""The steps of an attack once its defender has been chosen and its attacker tapped."""


def turn(*, end_chance: str = "") -> Timetable:
    """The steps of a turn; `end_chance` is the rule by which a chance opens at its end.

    What each player does, the seats do in their order: those of the side that goes first (Dark) before the others
    (rots.turn.both-act-dark-first), those of one side one after the other.
    """
    return Timetable(
        (
            Step(
                name="untap",
                phase="ready",
                who=EACH,
                rule="rots.ready.untap-all",
                ends="next untap",
                alone="rots.ready.no-play-in-untap",
            ),
            Step(
                name="force",
                phase="ready",
                who=EACH,
                rule="rots.ready.gain-four-force",
                alone="rots.ready.no-play-in-gain-force",
            ),
            Step(
                name="build roll",
                phase="ready",
                who=LAST,
                rule="rots.ready.build-roll",
                parts=(Step(name="points"), Step(name="bonus", rule="rots.ready.bonus-build-point")),
            ),
            Step(name="build", phase="command", who=EACH, rule="rots.turn.build-step-actions"),
            Step(name="retreat", phase="command", who=EACH, rule="rots.retreat.dark-retreat-step"),
            Step(
                name="battle",
                phase="battle",
                rule="rots.battle.three-steps",
                chance="rots.chances.start-of-battle-phase",
                ends="battle",
            ),
            Step(
                name="end",
                phase="end",
                rule="rots.turn.end-of-turn-abilities",
                parts=(
                    Step(name="closing", chance=end_chance),
                    Step(name="end", ends="turn"),
                    Step(name="check"),
                    Step(name="win", rule="rots.winning.checked-at-turn-end"),
                    Step(name="start"),
                ),
            ),
        ),
        phases={
            "ready": "rots.ready.three-steps",
            "command": "rots.turn.dark-draws",
            "battle": "rots.battle.three-steps",
            "end": "rots.turn.end-of-turn-abilities",
        },
        then="next",
    )
