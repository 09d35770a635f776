"""Events as effects name them ("when this unit attacks"), matched against the facts that happen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Fact
from adjudicator.kernel.run import NON_EVENT
from adjudicator.swtcg.standing import deployments, stages
from adjudicator.swtcg.standing.binding import zone_meant
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.standing.matched import Match
from adjudicator.swtcg.standing.matched import is_one as _is
from adjudicator.swtcg.standing.matched import seats_of as _seats
from adjudicator.swtcg.standing.measures import FIRST, kept, measure, shown
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table import facts_base as f
from adjudicator.swtcg.table.fold_things import NO_ATTACK
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, Scene, Table, in_build_zone
from adjudicator.swtcg.words.language import Event, Those


def _attacks(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    """Of "attacks" and "attacked": the attacker is `by` or `to` by the wording, the other one the other.

    "When this unit attacks" singles out no defending unit (idc.phrase.when-this-unit-attacks.once-per-attack): what it
    says of that means whichever unit is the defending one then.
    """
    who, whom = (event.to, event.by) if event.kind == "attacks" else (event.by, event.to)
    if not (_is(table, who, fact.attacker, scene) and _is(table, whom, fact.defender, scene)):
        return []
    bound: dict[str, tuple[int, ...]] = {"attacker": (fact.attacker,)}
    if event.kind != "attacks" or whom is not None:
        bound["defender"] = (fact.defender,)
    return [Match(bound, {}, fact.attack)]


def _defender_changed(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    """A new defender is attacked; whether "attacks a ..." triggers anew is the edition's choice.

    Plain "attacks" never does (ruling.attack-triggers-that-name-the-defender); the new defender's own
    "attacked" does (ruling.interceptors-own-attacked-trigger).
    """
    attack = next(a for a in table.attacks if a.id == fact.attack)
    who, whom = (event.to, event.by) if event.kind == "attacks" else (event.by, event.to)
    if event.kind == "attacks":
        told_whom = whom is not None or _suppressed(table, table.why.reading_attack_triggers_that_name_the_defender)
        if not (told_whom and table.edition.attack_triggers_again.value):
            return []
    if not (_is(table, who, attack.attacker, scene) and _is(table, whom, fact.defender, scene)):
        return []
    return [Match({"attacker": (attack.attacker,), "defender": (fact.defender,)}, {}, fact.attack)]


def _suppressed(table: Table, rule: str) -> bool:
    """Whether an audit wants to see what comes without a rule, or without the ruling on a card in its place."""
    return table.suppressed is not None and table.suppressed == table.reckoning.cited(table, rule, NON_EVENT, ())


def _intercepts(table: Table, fact: f.DefenderChanged, event: Event, scene: Scene) -> list[Match]:
    """A unit, `to`, becomes the defending one by Intercept, of an attack by `by`."""
    attack = next(a for a in table.attacks if a.id == fact.attack)
    if fact.way != "intercept" or not _is(table, event.to, fact.defender, scene):
        return []
    if not _is(table, event.by, attack.attacker, scene):
        return []
    bound: dict[str, tuple[int, ...]] = {"attacker": (attack.attacker,), "defender": (fact.defender,)}
    return [Match({**bound, "it": (fact.defender,)}, {}, fact.attack)]


def _attack_ends(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    """The end of an attack by `to` on `by`; what was made in an attack waits for the end of that one. "damage" is what
    the attacker has done in it, to the unit attacked alone where the wording is of that one.
    """
    if scene.attack and scene.attack != fact.attack:
        return []
    over = [detail for word, number, detail in table.happened if word == "attack over" and number == fact.attack]
    if not over:
        return [Match({}, {}, fact.attack)] if event.to is None and event.by is None else []
    attacker, defender = (int(each) for each in over[-1].split())
    if not (_is(table, event.to, attacker, scene) and _is(table, event.by, defender, scene)):
        return []
    done = [d.split() for word, by, d in table.happened if word == "did damage" and by == attacker]
    there = [(int(amount), int(stack)) for attack, amount, stack, *_ in done if int(attack) == fact.attack]
    damage = sum(amount for amount, stack in there if event.by is None or stack == defender)
    bound: dict[str, tuple[int, ...]] = {"it": (attacker,), "attacker": (attacker,), "defender": (defender,)}
    by_effect = sum(word == "made to attack" and number == fact.attack for word, number, _ in table.happened)
    return [Match(bound, {"damage": damage, "by effect": by_effect}, fact.attack)]


def _damaged(table: Table, fact: f.DamageCountersPlaced, event: Event, scene: Scene) -> list[Match]:
    """Damage done (counters that were merely placed are not damage: rots.damage.placed-counters-not-damage)."""
    if not fact.packet:
        return []
    to, by = event.to, event.by
    if by is not None and not _is(table, by, fact.source, scene):
        return []
    if to is not None and not _is(table, to, fact.stack, scene):
        return []
    if event.at and event.at != fact.way:
        return []
    return [Match({"it": (fact.stack,), "damager": (fact.source,)}, {"damage": fact.amount}, fact.attack)]


def _countered(table: Table, fact: f.DamageCountersPlaced, event: Event, scene: Scene) -> list[Match]:
    """Damage counters came onto it, done as damage or placed; how many it then has is kept, as they may be too many.
    With `by` it was something else that put them there than a card of this name.
    """
    if event.by is not None and event.by.other and fact.cause == scene.source:
        return []
    if not _is(table, event.to, fact.stack, scene):
        return []
    numbers = {"counters": fact.amount, "it damage": table.stacks[fact.stack].damage}
    return [Match({"it": (fact.stack,)}, numbers, fact.attack)]


def _discarded(table: Table, fact: f.StackDiscarded, event: Event, scene: Scene) -> list[Match]:
    stack = table.stacks[fact.stack]
    if not _is(table, event.to, fact.stack, scene):
        return []
    if event.at and zone_meant(table, event.at, scene) != ("build" if in_build_zone(stack) else stack.zone):
        return []
    crew = (card for pilot in table.attached(fact.stack, PILOT) for card in pilot.cards)
    bound = {"it": (fact.stack,), "card it": stack.cards[:1], ITS_CARDS: (*stack.cards, *crew)}
    if table.why.stacking_detached_stays and (on := table.attached(fact.stack, EQUIPMENT)):
        bound[ITS_EQUIPMENT] = tuple(each.id for each in on)
    return [Match(bound, kept(table, fact.stack, "it"), 0)]


ITS_CARDS, ITS_EQUIPMENT = "its cards", "its equipment"
"""What the cards are bound to that were of a discarded unit's stack or its Pilots', and what Equipment was on it."""


def _kills(table: Table, fact: f.StackDiscarded, event: Event, scene: Scene) -> list[Match]:
    """A unit discarded by the damage of another: the last damage done to it was `by`
    (ruling.cause-of-the-discard-for-bounty), and done in the way that `at` names. Its top card is "card it", for what
    asks later.
    """
    if scene.numbers.get("gone") and scene.stack in table.stacks:
        return []  # its unit is there and earns it itself
    if fact.by in (0, fact.stack):
        return []
    if not _is(table, event.by, fact.by, scene) or not _is(table, event.to, fact.stack, scene):
        return []
    if event.at and event.at != _last_way(table, fact):
        return []
    gone = table.stacks[fact.stack].cards[:1]
    bound: dict[str, tuple[int, ...]] = {"it": (fact.stack,), "card it": gone, "damager": (fact.by,)}
    return [Match(bound, kept(table, fact.stack, "it"), 0)]


def _last_way(table: Table, fact: f.StackDiscarded) -> str:
    """How the damage was done that a unit died of: "attack" is that of the attack itself, not of an ability in it."""
    done = (d.split() for word, by, d in reversed(table.happened) if word == "did damage" and by == fact.by)
    return next((rest[0] for _, _, stack, *rest in done if int(stack) == fact.stack and rest), "")


def _to_it(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    """It happens to a stack. Of what is deployed, a unit left in the build zone has its abilities off
    (ruling.deploying-into-the-build-zone).
    """
    return [Match({"it": (fact.stack,)}, {}, 0)] if _is(table, event.to, fact.stack, scene) else []


def _hand_seen(table: Table, fact: f.CardsLookedAt, event: Event, scene: Scene) -> list[Match]:
    """A player, `by`, looks at cards in the hand of another, `to`."""
    hands = {card for seat in _seats(table, event.to, scene) for card in table.zones.get(f"hand:{seat}", ())}
    seen = fact.seat in _seats(table, event.by, scene) and hands & set(fact.cards.items)
    return [Match({}, {}, 0)] if seen else []


def _retreats(table: Table, fact: f.StackMoved, event: Event, scene: Scene) -> list[Match]:
    return _to_it(table, fact, event, scene) if fact.how == "retreat" else []


def _rolled(table: Table, fact: f.DiceRolled, event: Event, scene: Scene) -> list[Match]:
    """Dice of an attack (`at` "attack"), of damage, or the build roll (`at` "build")."""
    if event.at and event.at != fact.purpose:
        return []
    if event.by is not None and not _is(table, event.by, fact.source, scene):
        return []
    if event.to is not None and not _is(table, event.to, fact.target, scene):
        return []
    bound: dict[str, tuple[int, ...]] = {"it": (fact.target,), "roller": (fact.source,)}
    numbers = {**shown(fact.dice), **shown(fact.dice, FIRST), "roll": fact.roll}
    return [Match(bound, numbers, _attack_now(table))]


def _roll_comes(table: Table, fact: f.RollComes, event: Event, scene: Scene) -> list[Match]:
    """The dice of an attack by `to` on `by` are about to be rolled."""
    if not (_is(table, event.to, fact.attacker, scene) and _is(table, event.by, fact.defender, scene)):
        return []
    return [Match({"attacker": (fact.attacker,), "defender": (fact.defender,)}, {}, fact.attack)]


def _hits_counted(table: Table, fact: f.HitsCounted, event: Event, scene: Scene) -> list[Match]:
    """The hits of an attack by `by` on `to` are counted, and its dice will not change again; what was made in an attack
    waits for that one's.
    """
    attack = table.attack
    disrupted = fact.cause == NO_ATTACK and not scene.attack
    if not disrupted and (attack is None or attack.attacker != fact.source or scene.attack not in (0, attack.id)):
        return []
    if not (_is(table, event.by, fact.source, scene) and _is(table, event.to, fact.target, scene)):
        return []
    bound: dict[str, tuple[int, ...]] = {"attacker": (fact.source,), "defender": (fact.target,)}
    number = 0 if disrupted or attack is None else attack.id
    return [Match(bound, {**shown(fact.dice), "hits": fact.hits}, number)]


def _roll_skipped(table: Table, fact: f.BuildRollSkipped, event: Event, scene: Scene) -> list[Match]:
    """A build roll that overtime leaves out shows nothing, so that no die equals it
    (crf.organised-play.overtime-build-roll-triggers-work, ruling.build-roll-comparison-in-overtime).
    """
    if event.at not in ("", "build") or event.by is not None or event.to is not None:
        return []
    return [Match({}, shown(()), 0)]


def _attack_now(table: Table) -> int:
    return table.attacks[-1].id if table.attacks else 0


PLAYED: dict[type, str] = {f.CardPlayed: "battle", f.MissionPlayed: "mission", f.AbilityPlayed: "activated"}


def _played(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    kind = PLAYED[type(fact)]
    if event.at and kind != event.at:
        return []
    seats = table.meant(event.to.side, scene.controller) if event.to is not None else (fact.seat,)
    if fact.seat not in seats or not _is_such_a_card(table, event.to, fact, scene):
        return []
    return [Match({}, {"play": fact.play}, 0)]


def _is_such_a_card(table: Table, those: Those | None, fact: Any, scene: Scene) -> bool:
    """Whether what is played is as described, a card or the unit of an ability; where nothing but whose is said, any
    is.
    """
    if those is None or those == Those(side=those.side):
        return True
    if isinstance(fact, f.AbilityPlayed):
        stack = table.stack_of(fact.ability)
        return stack is not None and matches(table, those, stack, scene, anywhere=True)
    face = table.face(fact.card)
    return face is not None and card_is(table, those, face, fact.card, scene)


def _pending(table: Table, fact: f.DamagePending, event: Event, scene: Scene) -> list[Match]:
    """Damage is about to be done: for triggers that prevent it. What a player does his units, abilities and cards do
    (crf.card.ewok-village.damaged-by-opponent-meaning).
    """
    if not _is(table, event.to, fact.packet.target, scene):
        return []
    packet = fact.packet
    if event.by is not None and event.by == Those(what="stack", side=event.by.side):  # a player, with whatever does it
        if packet.by not in _seats(table, event.by, scene):
            return []
    elif event.by is not None and not _is(table, event.by, packet.source, scene):
        return []
    if event.at and event.at != packet.way:
        return []
    hit = table.stacks.get(packet.target)
    if event.fatal and (hit is None or hit.damage + packet.amount < measure(table, hit, "health")):
        return []
    bound: dict[str, tuple[int, ...]] = {"it": (packet.target,), "damager": (packet.source,)}
    return [Match(bound, {"packet": packet.id, "damage": packet.amount}, packet.attack)]


def _prevented(table: Table, fact: f.DamagePrevented, event: Event, scene: Scene) -> list[Match]:
    """Damage to something is prevented, by what is of the player that `by` says."""
    if event.by is not None and fact.by not in _seats(table, event.by, scene):
        return []
    if not _is(table, event.to, fact.target, scene):
        return []
    return [Match({"it": (fact.target,)}, {"prevented": fact.amount, "packet": fact.packet}, 0)]


def _each(table: Table, fact: f.Tapped | f.Untapped, event: Event, scene: Scene) -> list[Match]:
    """One for each of those that were tapped (or untapped) together."""
    return [Match({"it": (n,)}, {}, 0) for n in fact.stacks if _is(table, event.to, n, scene)]


def _always(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    return [Match({}, {}, 0)]


def _lost_from_hand(table: Table, fact: f.CardsMoved, event: Event, scene: Scene) -> list[Match]:
    """Cards went from a hand to the discard pile; `to` says whose they have to be, `by` whose effect made them go."""
    zone, _, seat = fact.source.partition(":")
    if zone != "hand" or not fact.target.startswith("discard:") or seat not in _seats(table, event.to, scene):
        return []
    if event.by is not None and fact.by not in _seats(table, event.by, scene):
        return []
    if scene.card and scene.card not in fact.cards:
        return []
    return [Match({"card lost": fact.cards}, {"cards": len(fact.cards)}, 0)]


def _drawn(table: Table, fact: f.CardsDrawn, event: Event, scene: Scene) -> list[Match]:
    """A player draws: once for every card of the draw (crf.card.chewbacca-b.any-draw)."""
    seats = table.meant(event.to.side, scene.controller) if event.to is not None else (fact.seat,)
    if event.at == "draw step" and (fact.cause != "draw" or table.turn.step != "build"):
        return []
    return [Match({}, {}, 0)] * fact.count if fact.seat in seats else []


def _gained(table: Table, fact: f.ForceGained, event: Event, scene: Scene) -> list[Match]:
    """A player, `to`, gets Force."""
    return [Match({}, {"gained": fact.amount}, 0)] if fact.seat in _seats(table, event.to, scene) else []


Matcher = Callable[[Table, Any, Event, Scene], list[Match]]

MATCHERS: dict[tuple[type, str], Matcher] = {
    (f.AttackDeclared, "attacks"): _attacks,
    (f.AttackDeclared, "attacked"): _attacks,
    (f.DefenderChanged, "attacks"): _defender_changed,
    (f.DefenderChanged, "attacked"): _defender_changed,
    (f.DefenderChanged, "intercepts"): _intercepts,
    (f.AttackEnded, "attack ends"): _attack_ends,
    (f.DamageCountersPlaced, "damaged"): _damaged,
    (f.DamageCountersPlaced, "damages"): _damaged,
    (f.DamageCountersPlaced, "gets counters"): _countered,
    (f.StackDiscarded, "discarded"): _discarded,
    (f.StackDiscarded, "kills"): _kills,
    (f.UnitDeployed, "deployed"): deployments.deployed,
    (f.CardsLookedAt, "hand looked at"): _hand_seen,
    (f.CardStacked, "deployed"): deployments.stacked,
    (f.LocationPut, "deployed"): deployments.location_put,
    (f.SubordinateGenerated, "generated"): _to_it,
    (f.StackMoved, "retreats"): _retreats,
    (f.StackMoved, "moved"): _to_it,
    (f.PhaseBegan, "phase starts"): stages.of_phase,
    (f.PhaseEnded, "phase ends"): stages.of_phase,
    (f.StepBegan, "step starts"): stages.of_step,
    (f.StepEnded, "step ends"): stages.of_step,
    (f.StepBegan, "build step starts"): stages.build_step,
    (f.StepBegan, "draw step starts"): stages.build_step,
    (f.PhaseBegan, "turn ends"): stages.turn_ends,
    (f.DiceRolled, "rolled"): _rolled,
    (f.BuildRollSkipped, "rolled"): _roll_skipped,
    (f.HitsCounted, "hits counted"): _hits_counted,
    (f.CardPlayed, "played"): _played,
    (f.MissionPlayed, "played"): _played,
    (f.AbilityPlayed, "played"): _played,
    (f.DamagePending, "would be damaged"): _pending,
    (f.CardsDrawn, "drawn"): _drawn,
    (f.ForceGained, "force gained"): _gained,
    (f.DamagePrevented, "prevented"): _prevented,
    (f.Tapped, "tapped"): _each,
    (f.Untapped, "untapped"): _each,
    (f.TurnBegan, "turn starts"): stages.turn_begins,
    (f.StepBegan, "turn starts"): stages.turn_starts,
    (f.CardTurnedUp, "finished"): _to_it,
    (f.LocationPut, "put"): _to_it,
    (f.EventPlayed, "put"): _to_it,
    (f.ResourceCompleted, "put"): _to_it,
    (f.CardPutIntoPlay, "put"): _to_it,
    (f.RollComes, "rolls"): _roll_comes,
    (f.MarksChanged, "marked"): _to_it,
    (f.CardsMoved, "discarded from hand"): _lost_from_hand,
    (Fact, "comes about"): _always,
}
"""Which fact an event word is matched against, and how. An event word with several facts has several rows. What "comes
about" is a condition: no fact is matched, any may bring it about (playing.coming_about).
"""


def matching(table: Table, fact: Any, event: Event, scene: Scene) -> list[Match]:
    """How a fact fits an event; empty if it does not."""
    matcher = MATCHERS.get((type(fact), event.kind))
    return matcher(table, fact, event, scene) if matcher else []
