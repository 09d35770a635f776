"""Our own words for effects, made of their data; the printed wording is not needed and not kept.

What `keyword_reader` can read is worded so that it reads the same again. Other effects are
described by their parts, plainly. `→` stands between cost and effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.effects.language import (
    THIS,
    Ability,
    Activated,
    AnyOf,
    ByHand,
    Choose,
    Condition,
    Cost,
    Draw,
    EquipTo,
    GainForce,
    GainPoints,
    Grant,
    Instruction,
    Keyword,
    Manual,
    Modify,
    PilotOf,
    Play,
    Prevent,
    RemoveDamage,
    Reserves,
    Static,
    Tap,
    There,
    Those,
    TreatAs,
)

COMPILED, MANUAL = "compiled", "manual"


def state(ability: Ability) -> str:
    """Tell how far an ability is data: "manual" if any part of it has to be carried out by hand."""
    return MANUAL if _holds_manual(ability) else COMPILED


def _holds_manual(value: object) -> bool:
    if isinstance(value, Manual | ByHand):
        return True
    if isinstance(value, tuple):
        return any(_holds_manual(each) for each in value)
    if isinstance(value, msgspec.Struct):
        return any(_holds_manual(getattr(value, field)) for field in value.__struct_fields__)
    return False


def word(ability: Ability) -> str:
    """Say an ability in our own words, without a stop at the end."""
    say = _WORDS.get(type(ability))
    return say(ability) if say is not None else _plain(ability)


def cost_words(cost: Cost) -> str:
    """Say a cost: "Pay 1 build point, 2 Force, tap"; empty if it is free."""
    paid = []
    if cost.points:
        paid.append(_many(cost.points, "build point"))
    if cost.x_points:
        paid.append("X build points")
    if cost.force:
        paid.append(f"{cost.force} Force")
    if cost.x:
        paid.append("X Force")
    parts = [f"Pay {each}" for each in paid]
    if cost.tap:
        parts.append("tap")
    if cost.tap_others is not None:
        parts.append(f"tap {those_words(cost.tap_others)}")
    if cost.discard_cards:
        parts.append(f"discard {_many(cost.discard_cards, 'card')} from your hand")
    if cost.discard is not None:
        parts.append(f"discard {those_words(cost.discard)}")
    if cost.counters_on is not None:
        parts.append(f"put 1 damage counter on {those_words(cost.counters_on)}")
    return ", ".join(parts)


def those_words(those: Those) -> str:
    """Say a selector: "this unit", "one of your untapped Clone Characters in the Space arena"."""
    if those == THIS:
        return "this unit"
    words = ["one of", {"yours": "your", "opponents": "your opponent's"}.get(those.side, "the")]
    if those.other:
        words.append("other")
    if those.tapped is not None:
        words.append("tapped" if those.tapped else "untapped")
    if those.damaged:
        words.append("damaged")
    words += [part for part in (those.name, those.subtype) if part]
    types = "/".join(each.capitalize() for each in those.types)
    words.append("Characters" if types == "Character" else f"{types} units".strip())
    if len(those.zones) == 1:
        words.append(f"in the {those.zones[0].capitalize()} arena")
    return " ".join(words)


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" + "s" * (number != 1)


def _keyword(ability: Keyword) -> str:
    title = ability.name.title()
    if ability.name == "upkeep":
        costs = [cost_words(each) for each in ability.costs]
        return f"{title}: " + " or ".join(costs)
    if ability.name == "bounty":
        return f"{title}: {_effect(ability.do)}"
    named = f"{title} {ability.x}" if ability.x or ability.name == "accuracy" else title
    if ability.name in {"evade", "deflect", "intercept", "retaliate"}:
        return f"{cost_words(ability.cost) or 'Pay 0 Force'} → {named}"
    return named


def _static(ability: Static) -> str:
    said = ", ".join(_change(each) for each in ability.changes)
    return said if ability.condition is None else f"{said} as long as {_condition(ability.condition)}"


def _change(change: Instruction) -> str:
    if isinstance(change, Modify) and change.of == THIS and isinstance(change.amount, int) and not change.set:
        if change.stat == "extra pilots":
            return "This unit can have an extra Pilot"
        return f"{change.amount:+d} {change.stat}"
    if isinstance(change, Grant):
        return f'"{word(change.ability)}"'
    return _plain(change)


def _condition(condition: Condition) -> str:
    if isinstance(condition, There) and condition.are.bound == "this":
        kind = condition.are.name or " ".join((condition.are.subtype, *condition.are.types)).strip()
        return f"this unit is {kind}"
    if isinstance(condition, AnyOf):
        return " or ".join(_condition(each) for each in condition.of)
    return _plain(condition)


def _effect(do: tuple[Instruction, ...]) -> str:
    """Say what is done, one thing after the other; a choice is said with what is done to it."""
    chosen: dict[str, str] = {"this": "this unit"}
    parts = []
    for each in do:
        if isinstance(each, Choose) and each.least == each.most == 1:
            chosen[each.into] = those_words(each.among)
        else:
            parts.append(_done(each, chosen))
    return ", then ".join(parts)


def _done(each: Instruction, chosen: dict[str, str]) -> str:
    if isinstance(each, GainForce) and each.who == "you":
        return f"gain {each.amount} Force"
    if isinstance(each, GainPoints) and each.who == "you" and isinstance(each.amount, int):
        return f"gain {_many(each.amount, 'build point')}"
    if isinstance(each, Draw) and each.who == "you" and isinstance(each.amount, int):
        return f"draw {_many(each.amount, 'card')}"
    if isinstance(each, RemoveDamage) and each.of.bound in chosen:
        if each.amount is None:
            return f"remove all damage counters from {chosen[each.of.bound]}"
        if isinstance(each.amount, int):
            return f"remove {_many(each.amount, 'damage counter')} from {chosen[each.of.bound]}"
    if isinstance(each, Tap) and each.what.bound in chosen:
        return f"tap {chosen[each.what.bound]}"
    if isinstance(each, ByHand):
        return f"by hand (touches {', '.join(each.touches)})"
    return _plain(each)


def _activated(ability: Activated) -> str:
    said = _effect(ability.do)
    if ability.keyword == "evade" and len(ability.do) == 1 and isinstance(ability.do[0], Prevent):
        said = "Evade X"
    return f"{cost_words(ability.cost) or 'Pay 0 Force'} → {said}" + _only(ability.only)


def _only(only: str) -> str:
    return f" (only: {only})" if only else ""


def _play(ability: Play) -> str:
    cost = cost_words(ability.cost)
    said = (f"{cost} → " if cost else "") + _effect(ability.do) + _only(ability.only)
    if ability.enhance is not None:
        said += f"; enhanced: {_play(ability.enhance)}"
    return said


def _pilot(ability: PilotOf) -> str:
    kinds = ability.subtypes
    given = " ".join(f"* {word(each)}." for each in ability.gives)
    return f"[Pilot] {' and '.join(kinds)} Pilot. The {' or '.join(kinds)} gets: {given}"


def _equip(ability: EquipTo) -> str:
    kinds = " or ".join(each.capitalize() for each in ability.to.types)
    carrier = " ".join(part for part in (ability.to.name, ability.to.subtype, kinds, "unit") if part)
    given = " ".join(f"* {word(each)}." for each in ability.gives)
    said = f"{cost_words(ability.cost) or 'Pay 0 Force'} → Equip | Equipped {carrier}"
    return f"{said} gets {given}" if given else said


def _manual(ability: Manual) -> str:
    cost = cost_words(ability.cost)
    said = f"By hand: {ability.form}, touches {', '.join(ability.touches)}"
    return (f"{cost} → " if cost else "") + said + _only(ability.only)


def _plain(value: Any) -> str:
    """Describe a part of the language that has no words of its own yet: its name and what it holds."""
    if isinstance(value, msgspec.Struct):
        held = [
            f"{field.name} {_plain(getattr(value, field.name))}"
            for field in msgspec.structs.fields(value)
            if getattr(value, field.name) != field.default
        ]
        return type(value).__name__ + (f" ({', '.join(held)})" if held else "")
    if isinstance(value, tuple):
        return "; ".join(_plain(each) for each in value)
    return str(value)


_WORDS: dict[type, Callable[[Any], str]] = {
    Keyword: _keyword,
    Static: _static,
    Activated: _activated,
    Play: _play,
    PilotOf: _pilot,
    EquipTo: _equip,
    Reserves: lambda ability: f"Reserves: {word(ability.ability)}",
    TreatAs: lambda ability: f"Treat this unit as a {ability.subtype}",
    Manual: _manual,
}
