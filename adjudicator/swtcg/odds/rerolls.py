"""Rerolls: the chance after a roll as a small game between the two players, played by stated policies or best play.

Sources: rots.keywords.lucky (which dice, once an attack), rots.chances.dark-first-alternate-until-both-pass (whose
word it is, and that somebody who has passed may answer), rots.dice.reroll-definition (new results replace old ones),
crf.keywords.lucky-up-to and the edition's `lucky_exactly` (how many dice).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from adjudicator.kernel.odds import ZERO, merged
from adjudicator.swtcg.odds.dice import Dice, Die, roll

NONE, PLAIN, BEST, ANYTHING = "none", "plain", "best", "anything"
POLICIES = (NONE, PLAIN, BEST, ANYTHING)
"""Never; as soon as it can help, as many as may be (the attacker's misses, the defender's hits, sixes first); or
whatever does most for the one who rolls again, the other side playing by its own policy. ANYTHING is best play of all
that a side may say, not of rerolls alone, and is found by playing through only."""

Worth = tuple[Fraction, Fraction]
"""What a result is worth to the attacker: first his aim, then what decides between equals."""

Value = Callable[[Dice], Worth]
PASS = Dice(0, 0, 0)


class Hand(NamedTuple):
    """One side's rerolls: how many dice it may reroll at once (0: none), its policy, and whether exactly so many."""

    most: int
    policy: str = NONE
    exactly: bool = False


class Moment(NamedTuple):
    """Where the chance stands: dice, whose word (0: attacker, 1: defender), passes in a row, who may still reroll."""

    dice: Dice
    asked: int
    passes: int
    left: tuple[bool, bool]


def choices(dice: Dice, hand: Hand) -> Iterator[Dice]:
    """The dice that a side may choose to reroll, fewest first; their kinds only, for alike dice are alike."""
    most = min(hand.most, dice.number)
    least = most if hand.exactly else 1
    for total in range(max(1, least), most + 1):
        for sixes in range(min(total, dice.sixes) + 1):
            for hits in range(min(total - sixes, dice.hits) + 1):
                if total - sixes - hits <= dice.misses:
                    yield Dice(total - sixes - hits, hits, sixes)


def plain(dice: Dice, hand: Hand, side: int) -> Dice:
    """What the plain policy rerolls: the attacker's misses, the defender's hits with the sixes first; nothing at all
    if an exact number is asked for and there are not so many.
    """
    most = min(hand.most, dice.number)
    if side == 0:
        chosen = Dice(min(most, dice.misses), 0, 0)
    else:
        sixes = min(most, dice.sixes)
        chosen = Dice(0, min(most - sixes, dice.hits), sixes)
    return PASS if hand.exactly and chosen.number < most else chosen


class Rerolling:
    """The chance to reroll, with the policies of both sides (attacker, defender) and what results are worth."""

    def __init__(self, one: Die, hands: tuple[Hand, Hand], value: Value) -> None:
        self.one = one
        self.hands = hands
        self._value = value
        self._worth: dict[Moment, Worth] = {}
        self._chosen: dict[Moment, Dice] = {}
        self._ends: dict[Moment, dict[Dice, Fraction]] = {}

    def worth(self, moment: Moment) -> Worth:
        """What a moment is worth to the attacker, everybody playing by policy from here on."""
        found = self._worth.get(moment)
        if found is None:
            found = self._worth[moment] = self._after(moment, self.chosen(moment))
        return found

    def chosen(self, moment: Moment) -> Dice:
        """Which dice are rerolled at a moment; PASS for none."""
        found = self._chosen.get(moment)
        if found is None:
            found = self._chosen[moment] = self._choose(moment)
        return found

    def options(self, moment: Moment) -> tuple[tuple[Dice, Worth], ...]:
        """Everything that the one who is asked may do, passing first, with what it is worth to the attacker."""
        open_ = choices(moment.dice, self.hands[moment.asked]) if moment.left[moment.asked] else iter(())
        return tuple((each, self._after(moment, each)) for each in (PASS, *open_))

    def ends(self, moment: Moment) -> dict[Dice, Fraction]:
        """The chances of the dice that count in the end."""
        found = self._ends.get(moment)
        if found is None:
            pairs: list[tuple[Dice, Fraction]] = []
            for after, chance in self._next(moment, self.chosen(moment)):
                if after is None:
                    pairs.append((moment.dice, chance))
                else:
                    pairs.extend((dice, chance * further) for dice, further in self.ends(after).items())
            found = self._ends[moment] = merged(pairs)
        return found

    def _choose(self, moment: Moment) -> Dice:
        side, hand = moment.asked, self.hands[moment.asked]
        if not moment.left[side] or hand.policy == NONE or not hand.most:
            return PASS
        if hand.policy == PLAIN:
            return plain(moment.dice, hand, side)
        best, most = PASS, self._after(moment, PASS)
        for each in choices(moment.dice, hand):
            worth = self._after(moment, each)
            if (worth > most) if side == 0 else (worth < most):
                best, most = each, worth
        return best

    def _after(self, moment: Moment, chosen: Dice) -> Worth:
        first, second = ZERO, ZERO
        for after, chance in self._next(moment, chosen):
            one, two = self._value(moment.dice) if after is None else self.worth(after)
            first, second = first + chance * one, second + chance * two
        return first, second

    def _next(self, moment: Moment, chosen: Dice) -> Iterator[tuple[Moment | None, Fraction]]:
        """What follows with which chance; None once both have passed in a row."""
        dice, asked, passes, left = moment
        other = 1 - asked
        if chosen == PASS:
            yield (None if passes else Moment(dice, other, 1, left)), Fraction(1)
            return
        still = (False, left[1]) if asked == 0 else (left[0], False)
        kept = Dice(dice.misses - chosen.misses, dice.hits - chosen.hits, dice.sixes - chosen.sixes)
        for new, chance in roll(chosen.number, self.one).items():
            sum_ = Dice(kept.misses + new.misses, kept.hits + new.hits, kept.sixes + new.sixes)
            yield Moment(sum_, other, 0, still), chance
