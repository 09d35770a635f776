"""In which cases a ruling on a single card speaks, where the effect language has no words for it: typed predicates.

A row names one in `when`, by its type and with its arguments, which are checked as the rows are read.
"""

from __future__ import annotations

from typing import Literal, Union

import msgspec

from adjudicator.swtcg.standing.abilities import with_key
from adjudicator.swtcg.standing.overrides import stays_by_choice
from adjudicator.swtcg.table.declarations import Activate, PlayCard
from adjudicator.swtcg.table.facts import AbilityPlayed, DamageCountersPlaced, DamagePending, UseCounted
from adjudicator.swtcg.table.frames import AttackFrame, PlayFrame
from adjudicator.swtcg.table.table import Scene, Stack, Table
from adjudicator.swtcg.why.rulings.concerns import Asked, numbers
from adjudicator.swtcg.words.language import Allow, Modify, Triggered


class Predicate(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of every predicate."""

    def holds(self, asked: Asked) -> bool:
        """Whether it is so."""
        return self._is_so(asked)

    def _is_so(self, asked: Asked) -> bool:
        raise NotImplementedError


class OfAnAbility(Predicate, frozen=True, kw_only=True):
    """What is so of one ability of a card: `ability` is its number, where the card has more."""

    ability: int | None = None

    def means(self, key: str) -> bool:
        """Whether an ability, by its key, is meant."""
        return self.ability is None or key.partition(".")[2] == str(self.ability)


# --- what is played, and what an effect does ---------------------------------------------------


class Played(OfAnAbility, frozen=True, kw_only=True):
    """Its card is played, or an ability printed on it; with `own` one that no keyword spells out."""

    own: bool = False

    def _is_so(self, asked: Asked) -> bool:
        key: str = getattr(asked.about[0], "ability", "") or next((scene.key for scene in asked.scenes), "")
        return asked.plays_it and self.means(key) and (not self.own or _in_its_words(asked))


def _in_its_words(asked: Asked) -> bool:
    """Whether what is played is no ability, or one that stands on the card in its own words."""
    said = asked.about[0]
    if not isinstance(said, Activate | AbilityPlayed):
        return True
    played = with_key(asked.table, said.ability)
    return played is not None and not played.name and not getattr(played.ability, "keyword", "")


class Lent(Predicate, frozen=True, kw_only=True):
    """An ability is played that an effect of the card gives another."""

    def _is_so(self, asked: Asked) -> bool:
        return asked.plays_what_it_gives and not asked.plays_it


class Enhanced(Predicate, frozen=True, kw_only=True):
    """A card is played with its Enhance."""

    def _is_so(self, asked: Asked) -> bool:
        return any(isinstance(each, PlayCard) and each.enhance for each in asked.about)


class Doing(OfAnAbility, frozen=True, kw_only=True):
    """An effect of the card is what happens now."""

    def _is_so(self, asked: Asked) -> bool:
        scene = next(asked.scenes, None)
        return scene is not None and scene.source == asked.card and self.means(scene.key)


class SetsOff(Predicate, frozen=True, kw_only=True):
    """A text of the card is set off."""

    def _is_so(self, asked: Asked) -> bool:
        return getattr(asked.about[0], "cause", "") == asked.card


class Gives(Predicate, frozen=True, kw_only=True):
    """A part of a value, or a decision, comes from the card; with `itself` the value is the card's own."""

    itself: bool = False

    def _is_so(self, asked: Asked) -> bool:
        return asked.card in asked.about and (not self.itself or asked.itself)


class GivesAccuracy(Predicate, frozen=True, kw_only=True):
    """The card gives the attacking unit Accuracy, be it its own."""

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        unit = None if table.attack is None else table.stacks.get(table.attack.attacker)
        if unit is None:
            return False
        sources = [part.source for part in table.reckoning.explained(table, unit, "accuracy").parts if part.amount]
        return asked.card in sources or (table.title(unit.id) == asked.card and "Accuracy" in sources)


class NothingPaid(Predicate, frozen=True, kw_only=True):
    """What happens is not done in place of what would have paid a cost."""

    def _is_so(self, asked: Asked) -> bool:
        return not any(isinstance(frame, PlayFrame) and not frame.paid for frame in asked.agenda.frames)


# --- what its effects reach ---------------------------------------------------------------------


class UnderItsEffect(Predicate, frozen=True, kw_only=True):
    """A lasting effect of the card reaches a thing: a stack, or a card of which it speaks.

    `what`: what the matter is about, the unit that is "hurt", or that which "acts" by an ability.
    `spared`: it reaches others of its controller, and not that stack.
    """

    what: Literal["it", "hurt", "acts"] = "it"
    spared: bool = False

    def _is_so(self, asked: Asked) -> bool:
        table, lasting = asked.table, _lasting(asked.table, asked.card)
        if self.what == "it":
            stacks = asked.others
        else:
            found = _hurt(asked) if self.what == "hurt" else _acting(asked)
            stacks = [table.stacks[n] for n in found if n in table.stacks]
        on = {n for scene, reached in lasting for n in reached or ()}
        if self.spared:
            theirs = {table.stacks[n].controller for n in on if n in table.stacks}
            return any(stack.controller in theirs and stack.id not in on for stack in stacks)
        spoken = {n for scene, _ in lasting for bound in scene.bound.values() for n in bound}
        cards = {n for n in numbers(asked.about) if n in table.cards}
        return any(stack.id in on for stack in stacks) or not spoken.isdisjoint(cards)


def _lasting(table: Table, card: str) -> list[tuple[Scene, tuple[int, ...] | None]]:
    """The scenes of a card's lasting effects, and what each reaches."""
    return [(m.scene, m.on) for m in table.modifiers.values() if m.scene.source == card]


def _hurt(asked: Asked) -> list[int]:
    """The units to which damage is to be done, or on which counters are placed."""
    pending = [each.packet.target for each in asked.about if isinstance(each, DamagePending)]
    return pending + [each.stack for each in asked.about if isinstance(each, DamageCountersPlaced)]


def _acting(asked: Asked) -> list[int]:
    """The units whose abilities are played, or counted."""
    played = [each.ability for each in asked.about if isinstance(each, Activate | AbilityPlayed)]
    keys = played + [each.key for each in asked.about if isinstance(each, UseCounted)]
    return [unit.id for key in keys if (unit := asked.table.stack_of(key)) is not None]


class WhatItMeansIsGone(Predicate, frozen=True, kw_only=True):
    """A thing of which a lasting effect of the card speaks is in no arena any more."""

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        meant = (n for scene, _ in _lasting(table, asked.card) for bound in scene.bound.values() for n in bound)
        return any(n not in table.stacks or table.stacks[n].zone not in table.arenas for n in meant)


class AtWork(Predicate, frozen=True, kw_only=True):
    """So many effects of a card's copies are at work, `card` or its own: those in an arena and those that last."""

    card: str = ""
    least: int = 1

    def _is_so(self, asked: Asked) -> bool:
        table, card = asked.table, self.card or asked.card
        waiting = sum(each.scene.source == card for each in table.delayed.values())
        there = sum(stack.zone in table.arenas and table.title(stack.id) == card for stack in table.stacks.values())
        return len(_lasting(table, card)) + waiting + there >= self.least


class ChangedSpeed(Predicate, frozen=True, kw_only=True):
    """An effect that lasts changes the speed of something on the table."""

    def _is_so(self, asked: Asked) -> bool:
        changes = (each.change for each in asked.table.modifiers.values())
        return any(isinstance(change, Modify) and change.stat == "speed" for change in changes)


class PaidWithAStack(Predicate, frozen=True, kw_only=True):
    """A stack of more than one card was discarded for a lasting effect of the card, as what it came to shows."""

    def _is_so(self, asked: Asked) -> bool:
        paid = (scene.numbers for scene, _ in _lasting(asked.table, asked.card))
        return any(n.get("discarded total cost", 0) > n.get("discarded cost", 0) for n in paid)


class DeploymentMissed(Predicate, frozen=True, kw_only=True):
    """A deployment would be noticed: by the card that it is about, or by a text at work on others."""

    def _is_so(self, asked: Asked) -> bool:
        there = (each.ability for found in asked.table.index.by_stack.values() for each in found)
        waiting = [each.when for each in there if isinstance(each, Triggered)]
        of_others = [when for when in waiting if not (when.to and when.to.bound == "this")]
        own = [each.when for face in asked.faces for each in face.abilities if isinstance(each, Triggered)]
        return any(when.kind == "deployed" for when in (*of_others, *own))


# --- attacks and damage -----------------------------------------------------------------------------


class Pending(Predicate, frozen=True, kw_only=True):
    """Damage is pending that the card does; with `effect` by no attack, with `hard` not everything can prevent it; with
    `several` more than one damage, whatever does it.
    """

    effect: bool = False
    hard: bool = False
    several: bool = False

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        if self.several:
            return len(asked.agenda.pending) > 1
        packets = [each for each in asked.agenda.pending if table.title(each.source) == asked.card]
        if self.effect:
            packets = [each for each in packets if not each.attack]
        changes = (m.change for m in table.modifiers.values() if m.scene.source == asked.card)
        barred = any(isinstance(change, Allow) and change.clause == "DAMAGE_PREVENTABLE" for change in changes)
        hard = (barred or each.not_by or each.only_by is not None or not each.preventable for each in packets)
        return any(hard) if self.hard else bool(packets)


class Rolled(Predicate, frozen=True, kw_only=True):
    """The dice of the attack going on have been rolled."""

    def _is_so(self, asked: Asked) -> bool:
        attacks = (frame for frame in reversed(asked.agenda.frames) if isinstance(frame, AttackFrame))
        return next((frame.power >= 0 for frame in attacks), False)


class ItsLastAttack(Predicate, frozen=True, kw_only=True):
    """The last attack of a unit this turn, going on or over, `was` one in which dice hit, or were rerolled; it is over,
    no dice were rolled in it; or there was none.
    """

    was: Literal["hit", "rerolled", "over", "unrolled", "none"]

    def _is_so(self, asked: Asked) -> bool:
        return any(self._of(asked.table, stack) for stack in asked.others)

    def _of(self, table: Table, stack: Stack) -> bool:
        now = next((each.id for each in table.attacks[-1:] if each.attacker == stack.id), 0)
        over = [n for word, n, who in table.happened if word == "attack over" and who.split()[0] == str(stack.id)]
        last = now or next(reversed(over), 0)
        noted = [(word, detail) for word, n, detail in table.happened if n == last and word in ("hits", "rerolled")]
        return {
            "hit": any(word == "hits" and int(detail) for word, detail in noted),
            "rerolled": any(word == "rerolled" for word, _ in noted),
            "over": bool(over),
            "unrolled": bool(over) and not any(word == "hits" for word, _ in noted),
            "none": not last,
        }[self.was]


class HitsPrevented(Predicate, frozen=True, kw_only=True):
    """Some of the hits were prevented: of the attack going on, by what is left to be replaced, or of the last one, by
    the damage that it has done.
    """

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        hits = {number: int(detail) for word, number, detail in table.happened if word == "hits"}
        if table.attack is not None:
            left = next((scene.numbers.get("that much", 0) for scene in asked.scenes), 0)
            return left < hits.get(table.attack.id, 0)
        last = next((number for word, number, _ in reversed(table.happened) if word == "attack over"), 0)
        told = (detail.split() for word, _, detail in table.happened if word == "did damage")
        return sum(int(amount) for attack, amount, *_ in told if attack == str(last)) < hits.get(last, 0)


class DefenderChanged(Predicate, frozen=True, kw_only=True):
    """The attack going on has had another defender."""

    def _is_so(self, asked: Asked) -> bool:
        return asked.table.attack is not None and bool(asked.table.attack.former)


class PlayedInThisAttack(Predicate, frozen=True, kw_only=True):
    """The card, a Battle card, was played in the attack going on."""

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        if table.attack is None:
            return False
        how = f"battle {table.attack.id}"
        faces = (table.face(number) for word, number, detail in table.happened if word == "played" and detail == how)
        return any(face is not None and face.title == asked.card for face in faces)


class HurtItself(Predicate, frozen=True, kw_only=True):
    """The card has done damage to itself this turn."""

    def _is_so(self, asked: Asked) -> bool:
        done = [(by, int(detail.split()[2])) for word, by, detail in asked.table.happened if word == "did damage"]
        return any(by == to and asked.table.title(by) == asked.card for by, to in done)


# --- the rest ---------------------------------------------------------------------------------------


class MayStayTapped(Predicate, frozen=True, kw_only=True):
    """A unit may stay tapped as its player likes."""

    def _is_so(self, asked: Asked) -> bool:
        return any(stays_by_choice(asked.table, stack) for stack in asked.others)


class Barred(Predicate, frozen=True, kw_only=True):
    """An effect says of which things activated abilities may not be played."""

    def _is_so(self, asked: Asked) -> bool:
        return "ABILITY_MAY_BE_PLAYED" in asked.table.index.overrides


class TakenOver(Predicate, frozen=True, kw_only=True):
    """The card stands under the control of another player than its owner."""

    def _is_so(self, asked: Asked) -> bool:
        table = asked.table
        own = (stack for stack in table.stacks.values() if table.title(stack.id) == asked.card)
        return any(stack.controller != table.cards[stack.cards[0]].owner for stack in own)


class FirstTurn(Predicate, frozen=True, kw_only=True):
    """It is the first turn."""

    def _is_so(self, asked: Asked) -> bool:
        return asked.table.turn.number == 1


AnyPredicate = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    Played, Lent, Enhanced, Doing, SetsOff, Gives, GivesAccuracy, NothingPaid, UnderItsEffect, WhatItMeansIsGone,
    AtWork, ChangedSpeed, PaidWithAStack, DeploymentMissed, Pending, Rolled, ItsLastAttack,
    HitsPrevented, DefenderChanged, PlayedInThisAttack, HurtItself, MayStayTapped, Barred, TakenOver, FirstTurn,
]  # fmt: skip
