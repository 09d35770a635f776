"""One question, played through: the walks that its plan needs, and the odds that come of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from adjudicator.kernel.game.attack_odds import AttackOdds, UnitOdds, UnitWorth, Worth
from adjudicator.kernel.odds import Term, distribution, merged
from adjudicator.swtcg.odds.declaring import Declared
from adjudicator.swtcg.odds.fight import units_seen
from adjudicator.swtcg.odds.numbers import late_dice
from adjudicator.swtcg.odds.players import Players, worth_to
from adjudicator.swtcg.odds.saying import Source
from adjudicator.swtcg.odds.situation import ATTACKING, BEFORE, DEFENDING, ENDED, UNDER_WAY, Plan, Situation, UnitSeen
from adjudicator.swtcg.odds.terms import ended_terms, roll_and_hits, terms
from adjudicator.swtcg.odds.walking import Budget, Ends, Walk, roll_terms
from adjudicator.swtcg.table.frames import AttackFrame


class Playing:
    """A question that is played through: the declared attack, the plan, what the formula knows of it (`formula`: all),
    and how much may still be judged.
    """

    def __init__(
        self, game: Any, at: Declared, plan: Plan, found: Situation | None, *, formula: bool, budget: Budget
    ) -> None:
        self.game = game
        self.at = at
        self.plan = plan
        self.found = found
        self.formula = formula
        self.budget = budget
        self._units: dict[int, UnitSeen] | None = None
        self._base: tuple[Walk, Players, Ends] | None = None

    def walked(self, weighed: Source | None = None, left_alone: Source | None = None) -> tuple[Walk, Players, Ends]:
        """A walk by the plan, with one thing weighed or left alone: the walk, its players and its ends.

        Raises OddsError.
        """
        plainly = weighed is None and left_alone is None
        if plainly and self._base is not None:
            return self._base
        players = Players(
            self.game,
            self.at.fight,
            self.plan,
            self.found,
            formula=self.formula,
            weighed=weighed,
            left_alone=left_alone,
            scouting=plainly,
        )
        walk = Walk(self.game, self.at.fight, players, budget=self.budget)
        done = walk, players, self.whole(walk.ends(self.at.table, self.plan.plays))
        if plainly:
            self._base = done
        return done

    def whole(self, ends: Ends) -> Ends:
        """Ends together with what the attack has already done."""
        return merged((self.at.happened.then(end), chance) for end, chance in ends.items())

    def worth(self, ends: Ends) -> Worth:
        """What ends are worth, for the defending unit and every other that something happens to."""
        defender = self.at.fight.defender
        discarded, damage = worth_to(ends, defender)
        others = [UnitWorth(stack, *worth_to(ends, stack)) for stack in self._touched(ends) if stack != defender]
        return Worth(discarded, damage, tuple(others))

    def odds(self) -> AttackOdds:
        """The odds by the plan. Raises OddsError."""
        walk, players, ends = self.walked()
        joint = merged((end.placed, chance) for end, chance in ends.items())
        counted = all(end.hits >= 0 for end in ends)
        hits = distribution((end.hits, chance) for end, chance in ends.items()) if counted else None
        fight = self.at.fight
        return AttackOdds(
            attacker=fight.titles[ATTACKING],
            defender=fight.titles[DEFENDING],
            stage=self.stage,
            hits=hits,
            six=Fraction(0),
            units=tuple(self._unit(ends, stack) for stack in dict.fromkeys((fight.defender, *self._touched(ends)))),
            terms=self._terms(walk, hits),
            notes=(*players.notes, *late_dice(self.at.table)),
            joint=tuple(sorted(joint.items())),
            played=True,
        )

    @property
    def stage(self) -> str:
        """Where the attack stands."""
        if self.found is not None:
            return self.found.stage
        frames = self.at.table.agenda.frames
        there = any(isinstance(frame, AttackFrame) and frame.attack == self.at.fight.attack for frame in frames)
        return UNDER_WAY if there else ENDED

    def units(self) -> dict[int, UnitSeen]:
        """The units and Pilots as they were when the attack was declared, by their numbers."""
        if self._units is None:
            fight = self.at.fight
            gone = {
                number: UnitSeen(title, seat, 0, 1)
                for number, title, seat in zip((fight.attacker, fight.defender), fight.titles, fight.seats, strict=True)
            }
            self._units = {**gone, **units_seen(self.at.before)}
        return self._units

    def _touched(self, ends: Ends) -> list[int]:
        """The units that take damage or are discarded in some end, in the order in which they came into play."""
        found = {stack for end in ends for stack in (*dict(end.placed), *end.discarded)}
        return [stack for stack in self.units() if stack in found]

    def _unit(self, ends: Ends, stack: int) -> UnitOdds:
        unit = self.units()[stack]
        return UnitOdds(
            stack=stack,
            title=unit.title,
            left=unit.left,
            damage=distribution((dict(end.placed).get(stack, 0), chance) for end, chance in ends.items()),
            discarded=worth_to(ends, stack)[0],
        )

    def _terms(self, walk: Walk, hits: Any) -> tuple[Term, ...]:
        """The formula's terms if it knows all; else those of the dice and the hits, where they are what was found; then
        the rolls met.
        """
        if self.stage == ENDED:
            return ended_terms(hits)
        known: tuple[Term, ...] = ()
        if self.found is not None and self.formula:
            known = terms(self.found, self.plan)
        elif self.found is not None and self.found.stage == BEFORE:
            known = roll_and_hits(self.found, hits)
        return (*known, *roll_terms(walk, self.at.table.why))
