"""Players who follow a plan: what a seat says next at a table, so that the judge itself can carry the plan out.

What a plan does not name is not played. Where somebody has to answer all the same (a choice, yes or no, which trigger
is next) he answers as is best for his side, found by going on with every answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.judging import checked
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.odds import ZERO, OddsError
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.odds.attack import rerolling
from adjudicator.swtcg.odds.dice import Dice, sorted_out
from adjudicator.swtcg.odds.fight import Fight
from adjudicator.swtcg.odds.rerolls import ANYTHING, BEST, NONE, PASS, PLAIN, Moment, plain
from adjudicator.swtcg.odds.saying import Source, source_of, ways
from adjudicator.swtcg.odds.situation import ATTACKING, DISCARD, Plan, Situation
from adjudicator.swtcg.odds.walking import Ends, Left, TooManyError, Walk
from adjudicator.swtcg.standing.moment import CHANCES
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.frames import NOT_YET, AttackFrame, ChooseFrame, DamageFrame, RollFrame
from adjudicator.swtcg.table.table import Table

QUESTIONS = {"choose": "a choice", "answer": "yes or no", "triggers": "which trigger is next"}
"""What somebody has to answer, in words."""

Aims = tuple[Fraction, ...]
"""What ends are worth to the attacking side, what counts most first."""


class Players:
    """Both players of an attack, each following the plan.

    `found` is what the formula knows of it (None where it knows nothing), `formula` whether it knows all, so that it
    can tell which reroll is best. One thing (`weighed`) may in addition be played by its seat whenever that is best
    for it, and one (`left_alone`) be played by nobody. `used` notes what was played, `offered` what could be (if they
    are `scouting`), `refused` what could not be reckoned and why; `notes` has that in words, and what was answered for
    want of a plan.
    """

    def __init__(
        self,
        game: Any,
        fight: Fight,
        plan: Plan,
        found: Situation | None,
        *,
        formula: bool = False,
        weighed: Source | None = None,
        left_alone: Source | None = None,
        scouting: bool = False,
    ) -> None:
        self.game = game
        self.fight = fight
        self.plan = plan
        self.found = found
        self.weighed = weighed
        self.left_alone = left_alone
        self.scouting = scouting
        self.offered: dict[Source, None] = {}
        self.used: dict[Source, None] = {}
        self.refused: dict[Source, str] = {}
        self.notes: dict[str, None] = {}
        self._rerolling = rerolling(found, plan) if formula and found is not None else None

    def say(self, walk: Walk, table: Table, left: Left) -> tuple[Declaration, Left]:
        """What the seat that is asked says, and what is left of the plays of the plan. Raises OddsError."""
        window = table.agenda.window
        seat, kind = window.asked[0], window.kind
        stated = self._next_stated(table, seat, left)
        policy = self._policy(seat)
        if policy == ANYTHING:
            open_ = [each for each in ways(self.game, table, seat) if not self._barred(table, each)]
            said, left = stated or (self.best(walk, table, left, open_), left)
            return self._noted(table, said), left
        looking = self.scouting or self.weighed is not None or (policy == BEST and self._rerolling is None)
        open_ = ways(self.game, table, seat) if looking and self._may_play(table, seat, kind) else []
        for each in open_:
            source = source_of(table, each)
            if source is not None:
                self.offered[source] = None
        said, rest = stated or (self._by_plan(walk, table, left, open_), left)
        mine = [each for each in open_ if self.weighed is not None and source_of(table, each) == self.weighed]
        if mine and isinstance(mine[-1], d.Divide):  # all that is over, as the formula weighs it too
            said = said if stated else mine[-1]
        elif mine:  # in the plan's place too, which may leave no Force for it
            said, rest = self._best(walk, table, [(said, rest), *((each, left) for each in mine)])
        return self._noted(table, said), rest

    def best(self, walk: Walk, table: Table, left: Left, open_: Iterable[Declaration]) -> Declaration:
        """What of this does most for the side that speaks; the first of equals. Raises OddsError if nothing can be
        reckoned.
        """
        return self._best(walk, table, ((said, left) for said in open_))[0]

    def _best(self, walk: Walk, table: Table, open_: Iterable[tuple[Declaration, Left]]) -> tuple[Declaration, Left]:
        """The same of declarations, each with what is left of the plan after it."""
        mine = table.agenda.window.asked[0] == self.fight.seats[ATTACKING]
        found: tuple[Aims, tuple[Declaration, Left]] | None = None
        for said, left in open_:
            try:
                aims = self.aims(walk.after(table, said, left))
            except TooManyError:
                raise
            except OddsError as error:
                source = source_of(table, said)
                if source is not None:
                    self.refused[source] = str(error)
                self.notes[f"{self.game.say(table, said)}: not reckoned, because {error}"] = None
                continue
            if found is None or (aims > found[0] if mine else aims < found[0]):
                found = aims, (said, left)
        if found is None:
            raise OddsError(f"nothing that {table.agenda.window.asked[0]} could say can be reckoned")
        return found[1]

    def aims(self, ends: Ends) -> Aims:
        """What ends are worth to the attacker: his aim, then the same of his own unit turned round."""
        theirs, own = worth_to(ends, self.fight.defender), worth_to(ends, self.fight.attacker)
        order = theirs if self.plan.aim == DISCARD else (theirs[1], theirs[0])
        return (*order, -own[0], -own[1])

    # --- by the plan ------------------------------------------------------------------------

    def _policy(self, seat: str) -> str:
        return self.plan.attacker if seat == self.fight.seats[ATTACKING] else self.plan.defender

    def _may_play(self, table: Table, seat: str, kind: str) -> bool:
        """Whether there is anything to look for beside passing."""
        in_chance = kind in CHANCES and (bool(table.zones.get(f"hand:{seat}")) or (seat, kind) in table.index.chances)
        return in_chance or kind == "overkill"

    def _noted(self, table: Table, said: Declaration) -> Declaration:
        source = source_of(table, said)
        if source is not None:
            self.used[source] = None
        return said

    def _next_stated(self, table: Table, seat: str, left: Left) -> tuple[Declaration, Left] | None:
        """The first stated play that may be said now, and what is left of the plan after it."""
        for number, words in enumerate(left):
            said = self._stated(table, seat, words)
            if said is not None:
                return said, (*left[:number], *left[number + 1 :])
        return None

    def _stated(self, table: Table, seat: str, words: str) -> Declaration | None:
        """A stated play, if it is this seat's and legal now."""
        try:
            said: Declaration = self.game.read(table, words)
        except (NotUnderstoodError, AmbiguousError):
            return None
        fits = said.seat == seat and not self._barred(table, said) and self._legal(table, said)
        return said if fits else None

    def _legal(self, table: Table, said: Declaration) -> bool:
        """Whether what the plan says is legal. Raises OddsError if nobody knows: a plan is not given up silently."""
        judging = checked(self.game, table, said)
        if judging.unknown and not judging.failed:
            raise OddsError(f"{self.game.say(table, said)} is undecided: {', '.join(judging.missing)}")
        return not judging.failed

    def _barred(self, table: Table, said: Declaration) -> bool:
        return self.left_alone is not None and source_of(table, said) == self.left_alone

    def _by_plan(self, walk: Walk, table: Table, left: Left, open_: list[Declaration]) -> Declaration:
        """What the plan has the seat say."""
        window = table.agenda.window
        seat, kind = window.asked[0], window.kind
        said: Declaration | None = d.Pass(seat)
        if kind == "reroll":
            said = self._reroll(walk, table, left, open_)
        elif kind == "prevention":
            said = self._prevent(table, seat)
        elif kind == "overkill":
            said = self._divide(table, seat)
        elif kind == "choose":
            said = self._deflected(table, seat)
        elif kind not in CHANCES:
            said = None
        if said is None:
            return self._has_to(walk, table, left)
        return d.Pass(seat) if self._barred(table, said) else said

    def _has_to(self, walk: Walk, table: Table, left: Left) -> Declaration:
        """The best answer for the side that has to give one."""
        window = table.agenda.window
        found = ways(self.game, table, window.asked[0])
        if len(found) > 1:
            scene = next((f.scene for f in reversed(table.agenda.frames) if hasattr(f, "scene")), None)
            of = f" ({scene.source})" if scene is not None and scene.source else ""
            what = QUESTIONS.get(window.kind, window.kind)
            self.notes[f"{window.asked[0]} answers as is best for that side: {what}{of}"] = None
        return self.best(walk, table, left, found)

    def _reroll(self, walk: Walk, table: Table, left: Left, open_: list[Declaration]) -> Declaration:
        """By the policy of the side; only rolls of the attack itself are rolled again by plan."""
        seat = table.agenda.window.asked[0]
        policy = self._policy(seat)
        roll = next(f for f in reversed(table.agenda.frames) if isinstance(f, RollFrame))
        if policy == NONE or roll.purpose != "attack":
            return d.Pass(seat)
        if self._rerolling is not None:
            return self._lucky(table, seat, roll, self._moment(table, seat, roll))
        if policy == BEST:
            again = [each for each in open_ if not self._barred(table, each)]
            return self.best(walk, table, left, again or [d.Pass(seat)])
        return self._lucky(table, seat, roll, None) if self.found is not None else d.Pass(seat)

    def _moment(self, table: Table, seat: str, roll: RollFrame) -> Moment:
        assert self.found is not None
        units = (self.found.attacker, self.found.defender)
        sides = [
            most > 0 and f"{unit}.lucky@{self.found.attack}" not in table.used
            for unit, most in zip(units, self.found.lucky, strict=True)
        ]
        dice = sorted_out(roll.dice, self.found.accuracy, self.found.armor)
        side = self.found.seats.index(seat)
        return Moment(dice, side, len(table.agenda.window.passed), (sides[0], sides[1]))

    def _lucky(self, table: Table, seat: str, roll: RollFrame, at: Moment | None) -> Declaration:
        """Lucky by the formula's best play (`at` tells where it stands), or plainly."""
        found = self.found
        assert found is not None
        side = found.seats.index(seat)
        at = at or self._moment(table, seat, roll)
        hand = found.hands(self.plan)[side]._replace(policy=PLAIN)
        chosen = plain(at.dice, hand, side) if self._rerolling is None else self._rerolling.chosen(at)
        if chosen == PASS or not at.left[side]:
            return d.Pass(seat)
        words = " ".join(str(place + 1) for place in self._places(roll.dice, chosen))
        unit = alias_of(table, (found.attacker, found.defender)[side])
        said: Declaration = self.game.read(table, f"{seat}: activate {unit} lucky reroll {words}")
        return said

    def _places(self, dice: tuple[int, ...], chosen: Dice) -> tuple[int, ...]:
        """The first dice of each kind that is to be rolled again."""
        assert self.found is not None
        left = list(chosen)
        found = []
        for place, die in enumerate(dice):
            kind = sorted_out((die,), self.found.accuracy, self.found.armor).index(1)
            if left[kind]:
                left[kind] -= 1
                found.append(place)
        return tuple(found)

    def _prevent(self, table: Table, seat: str) -> Declaration:
        frame = next(f for f in reversed(table.agenda.frames) if isinstance(f, DamageFrame))
        due, unseen = frame.packets, frame.step.startswith(NOT_YET)
        for stated in self.plan.prevent:
            prevention = stated.prevention
            for packet in table.agenda.pending:
                mine = prevention.seat == seat and packet.target == prevention.stack and packet.id in due
                if mine and (packet.amount or unseen):
                    said = d.Activate(seat, prevention.key, packet=packet.id)
                    if not self._barred(table, said) and self._legal(table, said):
                        return said
        return d.Pass(seat)

    def _divide(self, table: Table, seat: str) -> Declaration:
        if not self.plan.overkill_on or self.found is None:
            return d.Pass(seat)
        frame = next(f for f in reversed(table.agenda.frames) if isinstance(f, AttackFrame))
        unseen = frame.step.startswith(NOT_YET)
        surplus = frame.power if unseen else frame.hits - self.found.surplus_over
        return d.Divide(seat, self.plan.overkill_on, min(surplus, self.plan.overkill_most or surplus))

    def _deflected(self, table: Table, seat: str) -> Declaration | None:
        """Where a Deflect of the plan sends its damage; None for any other choice."""
        frame = table.agenda.frames[-1]
        scene = next((f.scene for f in reversed(table.agenda.frames) if hasattr(f, "scene")), None)
        stated = [s for s in self.plan.prevent if scene is not None and s.prevention.key == scene.key]
        if not isinstance(frame, ChooseFrame) or not stated:
            return None
        return d.Select(seat, (stated[0].to,) if stated[0].to in frame.options else ())


def worth_to(ends: Ends, stack: int) -> tuple[Fraction, Fraction]:
    """What ends mean for one stack: the chance that it is discarded, and the damage to be expected on it."""
    discarded, damage = ZERO, ZERO
    for end, chance in ends.items():
        damage += chance * dict(end.placed).get(stack, 0)
        discarded += chance * (stack in end.discarded)
    return discarded, damage
