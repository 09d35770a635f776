"""Keywords of the committee's later sets that need no look at single dice, as swtcg-idc-2022 defines them.

The editions of 2005 do not know them; that they mean the same there is a reading (ruling.keywords-of-later-sets).
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords.natural import ATTACKER, at_end, next_attack

OTHERS_HERE = w.Those(side="yours", zones=("here",), other=True)
THEIRS_HERE = w.Those(side="opponents", zones=("here",))
IT = w.Those(what="stack", bound="it")
BETTER = (("speed", 10), ("power", 1), ("health", 1))
MOST_HITS = 40
"""The highest number of hits that may be predicted: more than any power of a unit."""


# --- played ---------------------------------------------------------------------------------------


def absorb(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Prevent up to X damage to it; as much power for its next attack (idc.keywords.absorb-definition)."""
    return (_preventing(keyword, next_attack(w.THIS, w.X(name="prevented"))),)


def persuade(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Prevent up to X damage to it; the attacker has as much less power for its next attack
    (idc.keywords.persuade-definition).
    """
    return (_preventing(keyword, next_attack(ATTACKER, w.X(name="prevented", times=-1))),)


def _preventing(keyword: w.Keyword, then: w.Instruction) -> w.Activated:
    prevented = w.Compare(left=w.X(name="prevented"), how=">", right=0)
    do = (w.Prevent(amount=keyword.x), w.If(condition=prevented, then=(then,)))
    return w.Activated(do=do, cost=keyword.cost, keyword=keyword.name)


def protect(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Prevent up to X damage to another of your units here (idc.keywords.protect-definition)."""
    do = (w.Choose(into="it", among=OTHERS_HERE), w.Prevent(to=IT, amount=keyword.x))
    return (w.Activated(do=do, cost=keyword.cost, keyword="protect"),)


def meditate(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Play this unit from your discard pile: it is put into its arena, and what would discard it then removes it from
    the game (idc.keywords.meditate-definition, idc.keywords.meditate-removed-instead).

    Battle cards and Missions have it with what they do (`Play.meditate`).
    """
    played = w.Those(what="stack", bound="played")
    away = w.Instead(
        event=w.Event(kind="would be discarded", to=played), do=(w.MoveTo(what=played, to="out"),), until="permanent"
    )
    do = (w.MoveTo(what=w.Those(what="card", bound="this"), to="arena", into="played"), away)
    there = w.Activated(do=do, cost=keyword.cost, only="build step", keyword="meditate")
    return (w.Elsewhere(zone="discard", ability=there),)


def redirect(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The attack on it goes to another of your units here (idc.keywords.redirect-definition)."""
    do = (w.Choose(into="it", among=OTHERS_HERE), w.Redirect(to=IT))
    return (w.Activated(do=do, cost=keyword.cost, only="attacked", keyword="redirect"),)


def ambush(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """What the opponent deploys or moves here takes X dice of damage: once for each time, for its cost
    (idc.keywords.ambush-definition, idc.keywords.ambush-once-per-entry).
    """
    strike = w.Damage(to=IT, amount=keyword.x, dice=True)
    free = keyword.cost == w.FREE
    do = (strike if free else w.May(do=(strike,), cost=keyword.cost),)
    events = (w.Event(kind=kind, to=THEIRS_HERE) for kind in ("deployed", "moved"))
    return tuple(w.Triggered(when=event, do=do, may=free, keyword="ambush") for event in events)


# --- triggered ------------------------------------------------------------------------------------


def damage_control(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Your build step starts: up to X of its damage counters go (idc.keywords.damage-control-definition)."""
    when = w.Event(kind="build step starts", at="yours")
    do = (w.RemoveDamage(of=w.THIS, amount=keyword.x),)
    return (w.Triggered(when=when, do=do, may=True, keyword="damage control"),)


def double_strike(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """After an attack of its own it may attack once more (idc.keywords.double-strike-tap-first-only)."""
    target = w.Those(side="opponents", in_reach_of="this")
    do = (
        w.Choose(into="struck", among=target, least=0, when="resolving"),
        w.AttackWith(unit=w.THIS, on=w.Those(what="stack", bound="struck")),
    )
    first = w.Compare(left=w.X(name="by effect"), how="=", right=0)
    return (w.Triggered(when=w.Event(kind="attack ends", to=w.THIS), do=do, condition=first, keyword="double strike"),)


def foresight(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """It attacks: a right prediction of the hits gains its effect (idc.keywords.foresight-definition)."""
    return _predicting(keyword, "attacks")


def forewarning(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """It is attacked: a right prediction of the hits gains its effect (idc.keywords.forewarning-definition)."""
    return _predicting(keyword, "attacked")


def _predicting(keyword: w.Keyword, kind: str) -> tuple[w.Ability, ...]:
    right = w.Compare(left=w.X(name="hits"), how="=", right=w.X(name="predicted"))
    gained = tuple(_in_time(each) for each in keyword.do)
    then = w.Later(when=w.Event(kind="hits counted"), do=gained, until="attack ends", condition=right)
    do = (w.ChooseNumber(into="predicted", most=MOST_HITS), then)
    return (w.Triggered(when=w.Event(kind=kind, to=w.THIS), do=do, may=True, keyword=keyword.name),)


def _in_time(gained: w.Instruction) -> w.Instruction:
    """What is gained as the hits are counted; damage is prevented once it is about to be done."""
    if not isinstance(gained, w.Prevent):
        return gained
    when = w.Event(kind="would be damaged", to=gained.to, at="attack")
    return w.Later(when=when, do=(gained,), until="attack", chance="prevention")


def area_damage(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Its attack's damage has a unit discarded: X dice of damage to another there
    (idc.keywords.area-damage-definition).
    """
    do = (
        w.Choose(into="struck", among=w.Those(alongside="it"), least=0, when="resolving"),
        w.Damage(to=w.Those(what="stack", bound="struck"), amount=keyword.x, dice=True),
    )
    attacking = w.There(are=w.Those(what="stack", bound="this", attacking=True))
    return (w.Triggered(when=w.Event(kind="kills", by=w.THIS), do=do, condition=attacking, keyword="area damage"),)


def avenge(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """An attacker's damage has another of your units here discarded: X dice of damage to the attacker when the attack
    ends (idc.keywords.avenge-definition).
    """
    when = w.Event(kind="kills", by=w.Those(attacking=True), to=OTHERS_HERE)
    do = (at_end(w.Damage(to=ATTACKER, amount=keyword.x, dice=True)),)
    return (w.Triggered(when=when, do=do, keyword="avenge"),)


def surge(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Another unit damages it: a unit here may get +X power until end of turn (idc.keywords.surge-definition,
    idc.keywords.surge-choose-any-unit-there).
    """
    do = (
        w.Choose(into="surging", among=w.Those(zones=("here",)), least=0, when="resolving"),
        w.Modify(of=w.Those(what="stack", bound="surging"), stat="power", amount=keyword.x, until="turn"),
    )
    return (w.Triggered(when=w.Event(kind="damaged", to=w.THIS, by=w.Those(other=True)), do=do, keyword="surge"),)


def velocity(keyword: w.Keyword, slower: w.Modify | None = None) -> tuple[w.Ability, ...]:
    """Its battle step starts: +X speed this turn if you like, or -X without Stealth
    (idc.keywords.velocity-minus-without-stealth).
    """
    faster = w.Modify(of=w.THIS, stat="speed", amount=keyword.x, until="turn")
    slower = slower or replace(faster, amount=-keyword.x)
    unhidden = w.Not(of=w.There(are=w.Those(what="stack", bound="this", keyword="stealth")))
    do = (w.May(do=(faster,), otherwise=(w.If(condition=unhidden, then=(w.May(do=(slower,)),)),)),)
    return tuple(
        w.Triggered(when=w.Event(kind="step starts", at=arena), do=do, condition=_in(arena), keyword="velocity")
        for arena in ("space", "ground", "character")
    )


def _in(arena: str) -> w.Condition:
    return w.There(are=w.Those(what="stack", bound="this", zones=(arena,)))


# --- always on ------------------------------------------------------------------------------------


def ferocity(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Its damage can't be prevented (idc.keywords.ferocity-covers-all-its-damage)."""
    return (w.Static(changes=(w.Allow(clause="DAMAGE_PREVENTABLE", who=w.THIS, permit=False),), keyword="ferocity"),)


def fortitude(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """It can prevent damage to itself that can't be prevented (idc.keywords.fortitude-definition)."""
    return (w.Static(changes=(w.Allow(clause="PREVENTS_ALL_SAME", who=w.THIS),), keyword="fortitude"),)


def precision(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Nobody else becomes the defending unit of its attack (idc.keywords.precision-stops-all-redirection)."""
    return (w.Static(changes=(w.Allow(clause="DEFENDER_MAY_CHANGE", who=w.THIS, permit=False),), keyword="precision"),)


def stealth(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """It can be attacked only while tapped or damaged (idc.keywords.stealth-definition)."""
    hidden = w.Those(what="stack", bound="this", tapped=False, damaged=False)
    return (w.Static(changes=(w.Allow(clause="UNIT_MAY_BE_ATTACKED", who=hidden, permit=False),), keyword="stealth"),)


def inspiration(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Your other units here are 10/1/1 better (idc.keywords.inspiration-definition)."""
    changes = tuple(w.Modify(of=OTHERS_HERE, stat=stat, amount=amount) for stat, amount in BETTER)
    return (w.Static(changes=changes, keyword="inspiration"),)


def intimidation(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """It is 10/1/1 better for each opposing unit here (idc.keywords.intimidation-definition)."""
    changes = tuple(w.Modify(of=w.THIS, stat=stat, amount=w.Count(of=THEIRS_HERE, times=more)) for stat, more in BETTER)
    return (w.Static(changes=changes, keyword="intimidation"),)


def resilience(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """With X or more damage counters its power changes by X (idc.keywords.resilience-definition).

    A negative X asks for as many counters as its amount (idc.keywords.resilience-value-is-counters).
    """
    hurt = w.Compare(left=w.Stat(stat="damage", of=w.THIS), how=">=", right=abs(keyword.x))
    return (
        w.Static(changes=(w.Modify(of=w.THIS, stat="power", amount=keyword.x),), condition=hurt, keyword="resilience"),
    )
