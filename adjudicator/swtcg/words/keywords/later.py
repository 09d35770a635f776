"""Keywords of the committee's later sets that need no look at single dice, as swtcg-idc-2022 defines them.

The editions of 2005 do not know them; that they mean the same there is a reading (ruling.keywords-of-later-sets).
"""

from __future__ import annotations

from adjudicator.swtcg.words.keywords.natural import ATTACKER, at_end, next_attack
from adjudicator.swtcg.words.language import (
    FREE,
    THIS,
    Ability,
    Activated,
    Allow,
    AttackWith,
    Choose,
    ChooseNumber,
    Compare,
    Condition,
    Count,
    Damage,
    Event,
    If,
    Instruction,
    Keyword,
    Later,
    May,
    Modify,
    Not,
    Prevent,
    Redirect,
    RemoveDamage,
    Stat,
    Static,
    There,
    Those,
    Triggered,
    X,
)

OTHERS_HERE = Those(side="yours", zones=("here",), other=True)
THEIRS_HERE = Those(side="opponents", zones=("here",))
IT = Those(what="stack", bound="it")
BETTER = (("speed", 10), ("power", 1), ("health", 1))
MOST_HITS = 40
"""The highest number of hits that may be predicted: more than any power of a unit."""


# --- played ---------------------------------------------------------------------------------------


def absorb(keyword: Keyword) -> tuple[Ability, ...]:
    """Prevent up to X damage to it; as much power for its next attack (idc.keywords.absorb-definition)."""
    return (_preventing(keyword, next_attack(THIS, X(name="prevented"))),)


def persuade(keyword: Keyword) -> tuple[Ability, ...]:
    """Prevent up to X damage to it; the attacker has as much less power for its next attack
    (idc.keywords.persuade-definition).
    """
    return (_preventing(keyword, next_attack(ATTACKER, X(name="prevented", times=-1))),)


def _preventing(keyword: Keyword, then: Instruction) -> Activated:
    prevented = Compare(left=X(name="prevented"), how=">", right=0)
    do = (Prevent(amount=keyword.x), If(condition=prevented, then=(then,)))
    return Activated(do=do, cost=keyword.cost, keyword=keyword.name)


def protect(keyword: Keyword) -> tuple[Ability, ...]:
    """Prevent up to X damage to another of your units here (idc.keywords.protect-definition)."""
    do = (Choose(into="it", among=OTHERS_HERE), Prevent(to=IT, amount=keyword.x))
    return (Activated(do=do, cost=keyword.cost, keyword="protect"),)


def redirect(keyword: Keyword) -> tuple[Ability, ...]:
    """The attack on it goes to another of your units here (idc.keywords.redirect-definition)."""
    do = (Choose(into="it", among=OTHERS_HERE), Redirect(to=IT))
    return (Activated(do=do, cost=keyword.cost, only="attacked", keyword="redirect"),)


def ambush(keyword: Keyword) -> tuple[Ability, ...]:
    """What the opponent deploys or moves here takes X dice of damage: once for each time, for its cost
    (idc.keywords.ambush-definition, idc.keywords.ambush-once-per-entry).
    """
    strike = Damage(to=IT, amount=keyword.x, dice=True)
    do = (strike if keyword.cost == FREE else May(do=(strike,), cost=keyword.cost),)
    events = (Event(kind=kind, to=THEIRS_HERE) for kind in ("deployed", "moved"))
    return tuple(Triggered(when=event, do=do, keyword="ambush") for event in events)


# --- triggered ------------------------------------------------------------------------------------


def damage_control(keyword: Keyword) -> tuple[Ability, ...]:
    """Your build step starts: up to X of its damage counters go (idc.keywords.damage-control-definition)."""
    when = Event(kind="build step starts", at="yours")
    do = (RemoveDamage(of=THIS, amount=keyword.x),)
    return (Triggered(when=when, do=do, may=True, keyword="damage control"),)


def double_strike(keyword: Keyword) -> tuple[Ability, ...]:
    """After an attack of its own it may attack once more (idc.keywords.double-strike-tap-first-only)."""
    target = Those(side="opponents", in_reach_of="this")
    do = (
        Choose(into="struck", among=target, least=0, when="resolving"),
        AttackWith(unit=THIS, on=Those(what="stack", bound="struck")),
    )
    first = Compare(left=X(name="by effect"), how="=", right=0)
    return (Triggered(when=Event(kind="attack ends", to=THIS), do=do, condition=first, keyword="double strike"),)


def foresight(keyword: Keyword) -> tuple[Ability, ...]:
    """It attacks: a right prediction of the hits gains its effect (idc.keywords.foresight-definition)."""
    return _predicting(keyword, "attacks")


def forewarning(keyword: Keyword) -> tuple[Ability, ...]:
    """It is attacked: a right prediction of the hits gains its effect (idc.keywords.forewarning-definition)."""
    return _predicting(keyword, "attacked")


def _predicting(keyword: Keyword, kind: str) -> tuple[Ability, ...]:
    right = Compare(left=X(name="hits"), how="=", right=X(name="predicted"))
    gained = tuple(_in_time(each) for each in keyword.do)
    then = Later(when=Event(kind="hits counted"), do=gained, until="attack ends", condition=right)
    do = (ChooseNumber(into="predicted", most=MOST_HITS), then)
    return (Triggered(when=Event(kind=kind, to=THIS), do=do, may=True, keyword=keyword.name),)


def _in_time(gained: Instruction) -> Instruction:
    """What is gained as the hits are counted; damage is prevented once it is about to be done."""
    if not isinstance(gained, Prevent):
        return gained
    when = Event(kind="would be damaged", to=gained.to, at="attack")
    return Later(when=when, do=(gained,), until="attack", chance="prevention")


def area_damage(keyword: Keyword) -> tuple[Ability, ...]:
    """Its attack's damage has a unit discarded: X dice of damage to another there
    (idc.keywords.area-damage-definition).
    """
    do = (
        Choose(into="struck", among=Those(alongside="it"), least=0, when="resolving"),
        Damage(to=Those(what="stack", bound="struck"), amount=keyword.x, dice=True),
    )
    attacking = There(are=Those(what="stack", bound="this", attacking=True))
    return (Triggered(when=Event(kind="kills", by=THIS), do=do, condition=attacking, keyword="area damage"),)


def avenge(keyword: Keyword) -> tuple[Ability, ...]:
    """An attacker's damage has another of your units here discarded: X dice of damage to the attacker when the attack
    ends (idc.keywords.avenge-definition).
    """
    when = Event(kind="kills", by=Those(attacking=True), to=OTHERS_HERE)
    do = (at_end(Damage(to=ATTACKER, amount=keyword.x, dice=True)),)
    return (Triggered(when=when, do=do, keyword="avenge"),)


def surge(keyword: Keyword) -> tuple[Ability, ...]:
    """Another unit damages it: a unit here may get +X power until end of turn (idc.keywords.surge-definition,
    idc.keywords.surge-choose-any-unit-there).
    """
    do = (
        Choose(into="surging", among=Those(zones=("here",)), least=0, when="resolving"),
        Modify(of=Those(what="stack", bound="surging"), stat="power", amount=keyword.x, until="turn"),
    )
    return (Triggered(when=Event(kind="damaged", to=THIS, by=Those(other=True)), do=do, keyword="surge"),)


def velocity(keyword: Keyword) -> tuple[Ability, ...]:
    """Its battle step starts: +X speed this turn if you like, or -X without Stealth
    (idc.keywords.velocity-minus-without-stealth).
    """
    faster, slower = (Modify(of=THIS, stat="speed", amount=n, until="turn") for n in (keyword.x, -keyword.x))
    unhidden = Not(of=There(are=Those(what="stack", bound="this", keyword="stealth")))
    do = (May(do=(faster,), otherwise=(If(condition=unhidden, then=(May(do=(slower,)),)),)),)
    return tuple(
        Triggered(when=Event(kind="step starts", at=arena), do=do, condition=_in(arena), keyword="velocity")
        for arena in ("space", "ground", "character")
    )


def _in(arena: str) -> Condition:
    return There(are=Those(what="stack", bound="this", zones=(arena,)))


# --- always on ------------------------------------------------------------------------------------


def ferocity(keyword: Keyword) -> tuple[Ability, ...]:
    """Its damage can't be prevented (idc.keywords.ferocity-covers-all-its-damage)."""
    return (Static(changes=(Allow(clause="DAMAGE_PREVENTABLE", who=THIS, permit=False),), keyword="ferocity"),)


def fortitude(keyword: Keyword) -> tuple[Ability, ...]:
    """It can prevent damage to itself that can't be prevented (idc.keywords.fortitude-definition)."""
    return (Static(changes=(Allow(clause="PREVENTS_ALL_SAME", who=THIS),), keyword="fortitude"),)


def precision(keyword: Keyword) -> tuple[Ability, ...]:
    """Nobody else becomes the defending unit of its attack (idc.keywords.precision-stops-all-redirection)."""
    return (Static(changes=(Allow(clause="DEFENDER_MAY_CHANGE", who=THIS, permit=False),), keyword="precision"),)


def stealth(keyword: Keyword) -> tuple[Ability, ...]:
    """It can be attacked only while tapped or damaged (idc.keywords.stealth-definition)."""
    hidden = Those(what="stack", bound="this", tapped=False, damaged=False)
    return (Static(changes=(Allow(clause="UNIT_MAY_BE_ATTACKED", who=hidden, permit=False),), keyword="stealth"),)


def inspiration(keyword: Keyword) -> tuple[Ability, ...]:
    """Your other units here are 10/1/1 better (idc.keywords.inspiration-definition)."""
    changes = tuple(Modify(of=OTHERS_HERE, stat=stat, amount=amount) for stat, amount in BETTER)
    return (Static(changes=changes, keyword="inspiration"),)


def intimidation(keyword: Keyword) -> tuple[Ability, ...]:
    """It is 10/1/1 better for each opposing unit here (idc.keywords.intimidation-definition)."""
    changes = tuple(Modify(of=THIS, stat=stat, amount=Count(of=THEIRS_HERE, times=more)) for stat, more in BETTER)
    return (Static(changes=changes, keyword="intimidation"),)


def resilience(keyword: Keyword) -> tuple[Ability, ...]:
    """With X or more damage counters its power changes by X (idc.keywords.resilience-definition).

    A negative X asks for as many counters as its amount (idc.keywords.resilience-value-is-counters).
    """
    hurt = Compare(left=Stat(stat="damage", of=THIS), how=">=", right=abs(keyword.x))
    return (Static(changes=(Modify(of=THIS, stat="power", amount=keyword.x),), condition=hurt, keyword="resilience"),)
