"""Players who follow a plan: what a seat says next at a table, so that the judge itself can carry the plan out."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import allowed
from adjudicator.kernel.values import Declaration
from adjudicator.swtcg import declarations as d
from adjudicator.swtcg.frames import AttackFrame, ChooseFrame, DamageFrame, RollFrame
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.odds.attack import rerolling
from adjudicator.swtcg.odds.dice import Dice, sorted_out
from adjudicator.swtcg.odds.rerolls import PASS, Moment
from adjudicator.swtcg.odds.situation import OddsError, Plan, Situation
from adjudicator.swtcg.table import Table


class Players:
    """Both players of an attack, each following the plan."""

    def __init__(self, game: Any, situation: Situation, plan: Plan) -> None:
        self.game = game
        self.situation = situation
        self.plan = plan
        self._rerolling = rerolling(situation, plan)

    def say(self, table: Table) -> Declaration:
        """What the seat that is asked says. Raises OddsError for a question that the plan has no answer to."""
        window = table.agenda.window
        seat = window.asked[0]
        kind = window.kind
        if kind == "reroll":
            return self._reroll(table, seat)
        if kind == "prevention":
            return self._prevent(table, seat)
        if kind == "overkill":
            return self._divide(table, seat)
        if kind == "choose":
            return self._choose(table, seat)
        if kind in ("general", "disrupt"):
            return d.Pass(seat)
        raise OddsError(f"the plan does not say what {seat} answers: {kind}")

    def _reroll(self, table: Table, seat: str) -> Declaration:
        roll = next(f for f in reversed(table.agenda.frames) if isinstance(f, RollFrame))
        if roll.purpose != "attack":
            return d.Pass(seat)
        found, window = self.situation, table.agenda.window
        units = (found.attacker, found.defender)
        sides = tuple(
            most > 0 and f"{unit}.lucky@{found.attack}" not in table.used
            for unit, most in zip(units, found.lucky, strict=True)
        )
        dice = sorted_out(roll.dice, found.accuracy, found.armor)
        side = found.seats.index(seat)
        chosen = self._rerolling.chosen(Moment(dice, side, len(window.passed), (sides[0], sides[1])))
        if chosen == PASS:
            return d.Pass(seat)
        words = " ".join(str(place + 1) for place in self._places(roll.dice, chosen))
        said: Declaration = self.game.read(
            table, f"{seat}: activate {alias_of(table, units[side])} lucky reroll {words}"
        )
        return said

    def _places(self, dice: tuple[int, ...], chosen: Dice) -> tuple[int, ...]:
        """The first dice of each kind that is to be rolled again."""
        left = list(chosen)
        found = []
        for place, die in enumerate(dice):
            kind = sorted_out((die,), self.situation.accuracy, self.situation.armor).index(1)
            if left[kind]:
                left[kind] -= 1
                found.append(place)
        return tuple(found)

    def _prevent(self, table: Table, seat: str) -> Declaration:
        due = next(f for f in reversed(table.agenda.frames) if isinstance(f, DamageFrame)).packets
        for stated in self.plan.prevent:
            prevention = stated.prevention
            for packet in table.agenda.pending:
                if prevention.seat == seat and packet.target == prevention.stack and packet.id in due and packet.amount:
                    said = d.Activate(seat, prevention.key, packet=packet.id)
                    if allowed(self.game, table, said):
                        return said
        return d.Pass(seat)

    def _divide(self, table: Table, seat: str) -> Declaration:
        if not self.plan.overkill_on:
            return d.Pass(seat)
        frame = next(f for f in reversed(table.agenda.frames) if isinstance(f, AttackFrame))
        surplus = frame.hits - self.situation.surplus_over
        return d.Divide(seat, self.plan.overkill_on, min(surplus, self.plan.overkill_most or surplus))

    def _choose(self, table: Table, seat: str) -> Declaration:
        """Where a Deflect sends its damage; the effect at work tells whose it is."""
        frame = table.agenda.frames[-1]
        scene = next((f.scene for f in reversed(table.agenda.frames) if hasattr(f, "scene")), None)
        if not isinstance(frame, ChooseFrame) or scene is None or scene.kind != "deflect":
            raise OddsError(f"the plan does not say what {seat} chooses")
        to = next((s.to for s in self.plan.prevent if s.prevention.key == scene.key), 0)
        return d.Select(seat, (to,) if to in frame.options else ())
