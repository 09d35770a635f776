"""Our own words for effects, made of their data; the printed wording is not needed and not kept.

What `keyword_reader` can read is worded so that it reads the same again. Other effects are
described by their parts, plainly. `→` stands between cost and effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.notation import OPEN, written
from adjudicator.swtcg.cards.compiling.reading.notation import read as read_exactly
from adjudicator.swtcg.cards.compiling.telling.in_its_place import still_chosen
from adjudicator.swtcg.cards.compiling.telling.standing import where_it_lies
from adjudicator.swtcg.cards.compiling.telling.triggered import chance
from adjudicator.swtcg.cards.worded.doing import Teller
from adjudicator.swtcg.cards.worded.events import event
from adjudicator.swtcg.cards.worded.nouns import amount, article_and, in_plural, lone
from adjudicator.swtcg.cards.worded.places import SIDES, NoWordsError
from adjudicator.swtcg.cards.worded.plain_doings import plainly
from adjudicator.swtcg.cards.worded.terms import condition, exactly, paid
from adjudicator.swtcg.words.ahead import is_ahead
from adjudicator.swtcg.words.keywords import ALTERNATIVE_COST, REDUCED_COST, SWITCH
from adjudicator.swtcg.words.language import (
    FREE,
    THIS,
    UNIT_OR_PILOT,
    UNITS,
    ZERO_FORCE,
    Ability,
    Activated,
    Allow,
    Amount,
    Both,
    ByHand,
    Condition,
    Cost,
    Damage,
    EquipTo,
    Event,
    Grant,
    Happened,
    InPhase,
    Insert,
    Instruction,
    Keyword,
    Later,
    Manual,
    Modify,
    Not,
    PilotOf,
    Play,
    Prevent,
    Reserves,
    Static,
    There,
    Those,
    TreatAs,
    Triggered,
    X,
)
from adjudicator.swtcg.words.terms import within

_EXACT = re.compile(r"«([^»]*)»")
COMPILED, MANUAL = "compiled", "manual"
GAINED = ("bounty", "foresight", "forewarning")
PLAYED = (
    "evade", "deflect", "intercept", "retaliate", "absorb", "ambush", "persuade", "protect", "redirect",
)  # fmt: skip
"""The keywords by which an effect is gained, and those that are played for a cost."""


def state(ability: Ability) -> str:
    """Tell how far an ability is data: "manual" if any part of it has to be carried out by hand."""
    return MANUAL if any(isinstance(each, Manual | ByHand) for each in within(ability)) else COMPILED


def word(ability: Ability) -> str:
    """Say an ability in our own words, without a stop at the end."""
    say = _WORDS.get(type(ability))
    return say(ability) if say is not None else written(ability)


class _Teller(Teller):
    """A teller that says granted abilities like any other."""

    def word(self, ability: Ability) -> str:
        """An ability in our own words."""
        return word(ability)


def told(ability: Ability) -> str:
    """Say an ability to people: in our own words, and where those lack a phrase plainly, never as data.

    What `word` says is read back as the same; this is read by nobody but people.
    """
    exact = word(ability)
    if is_ahead(ability) or (OPEN in exact and any(isinstance(each, Static) for each in within(ability))):
        return plainly(ability)
    said = _EXACT.sub(lambda found: plainly(read_exactly(found[1])), exact)
    if isinstance(ability, Play):  # what is quoted is got by a unit, and means that
        said = "".join(each if at % 2 else each.replace("this unit", "this card") for at, each in _quoted(said))
    said = said.replace(" during your next untap step", " during its controller's next untap step")
    return said.replace("may {", "may do this: ").replace("{", "").replace("}", "")


def _quoted(said: str) -> Iterable[tuple[int, str]]:
    """The parts of a text, of which every second one is in quotation marks."""
    return enumerate(re.split(r'("[^"]*")', said))


def in_words(ability: Ability) -> bool:
    """Tell whether our words say all of an ability, so that no part of it is written out as data."""
    return OPEN not in word(ability)


def done_words(do: tuple[Instruction, ...]) -> str:
    """Say what is done, one thing after the other; empty if our words do not say all of it."""
    said = "; ".join(_Teller(when="resolving").sentences(do))
    return "" if OPEN in said else said


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


def _says_all(cost: Cost) -> bool:
    """Whether `cost_words` says all of a cost."""
    said = Cost(
        force=cost.force, points=cost.points, x=cost.x, x_points=cost.x_points, tap=cost.tap,
        tap_others=cost.tap_others, discard_cards=cost.discard_cards, discard=cost.discard,
        counters_on=cost.counters_on,
    )  # fmt: skip
    taken = [each for each in (cost.tap_others, cost.discard, cost.counters_on) if each is not None and each != THIS]
    plain = (
        Those(what=t.what, side=t.side, other=t.other, tapped=t.tapped, types=t.types, subtype=t.subtype) for t in taken
    )
    units = all(each.side != "any" and each.what in UNITS for each in taken)
    return said == cost and taken == list(plain) and units


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
    words += [types] if types else []
    if those.what == UNIT_OR_PILOT:
        words[-1] = in_plural(words[-1])
    else:
        words.append("units")
    if len(those.zones) == 1:
        words.append(f"in the {those.zones[0].capitalize()} arena")
    return " ".join(words)


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" + "s" * (number != 1)


def _keyword(ability: Keyword) -> str:
    title = ability.name.title()
    if ability.name == "upkeep":
        ways = [paid(each) for each in ability.costs]
        plain = not ability.do and ability.cost == FREE and not any("," in each for each in ways)
        return f"{title}: {' or '.join(ways)}" if plain else written(ability)
    if ability.name == ALTERNATIVE_COST:
        whole = len(ability.costs) == 1 and _says_all(ability.costs[0])
        return f"{title}: {paid(ability.costs[0])}" if whole else written(ability)
    usual = ZERO_FORCE if ability.name == "retaliate" else FREE
    if ability.cost not in (FREE, usual) and (ability.name not in PLAYED or not _says_all(ability.cost)):
        return written(ability)
    if ability.name in GAINED:
        return f"{title}: {_effect(ability.do)}"
    named = f"{title} {ability.x}" if ability.x or ability.name == "accuracy" else title
    if ability.name in PLAYED and not (ability.name == "retaliate" and ability.cost == FREE):
        return f"{cost_words(ability.cost) or 'Pay 0 Force'} → {named}"
    return named


def _static(ability: Static) -> str:
    """Changes that are always on, as sentences; those of a keyword that frames others with its name before them."""
    if ability.keyword in (SWITCH, REDUCED_COST):
        return f"by {ability.keyword.title()}: {_static(structs.replace(ability, keyword=''))}"
    tell = _Teller(when="resolving", lasts=True)
    sentences = tell.sentences(ability.changes)
    said = " and ".join(sentences)
    if len(sentences) > 1 and any(" for each " in each or ", where X" in each for each in sentences):
        said = f"{{{'; '.join(sentences)}}}"  # what is counted is so of one sentence only
    if ability.condition is None:
        return said
    if THIS in _changed(ability) and _of_this(ability.condition):
        return f"as long as {written(ability.condition)}, {said}"
    return f"as long as {condition(ability.condition)}, {said}"


def _of_this(asked: Condition) -> bool:
    """Whether a condition is on how this card stands, not where or of what kind it is: in words part of a selector."""
    if not isinstance(asked, There) or asked.are.bound != "this" or asked.are.zones:
        return False
    return not (asked.are.types or asked.are.subtype or asked.are.name or asked.are.any_of)


def _changed(ability: Static) -> list[Those]:
    """What the changes of values and abilities are made to."""
    of = {Modify: "of", Grant: "to", Allow: "who"}
    return [getattr(each, of[type(each)]) for each in ability.changes if type(each) in of]


def _in_list(ability: Ability) -> str:
    """An ability as an item of what a Pilot or an Equipment gives: changes of values in the words of keywords."""
    if not isinstance(ability, Static) or ability.condition is not None:
        return word(ability)
    if not all(_is_item(change) for change in ability.changes):
        return word(ability)
    return ", ".join(_item(change) for change in ability.changes)


def _is_item(change: Instruction) -> bool:
    if not isinstance(change, Modify) or not isinstance(change.amount, int) or change.stat not in ITEMS:
        return False
    return change == Modify(of=THIS, stat=change.stat, amount=change.amount)


def _item(change: Instruction) -> str:
    assert isinstance(change, Modify)
    if change.stat == "extra pilots":
        return f"This unit can have {'an' if change.amount == 1 else f'up to {change.amount}'} extra Pilot"
    return f"{change.amount:+d} {change.stat}"


def _triggered(ability: Triggered) -> str:
    """A trigger: when, on which condition, and what is done, sentence by sentence."""
    usual = Triggered(
        when=ability.when, do=ability.do, condition=ability.condition, chance=chance(ability.when, ability.do),
        limit=ability.limit,
    )  # fmt: skip
    if ability != usual or not ability.do:
        return written(ability)
    tell = _Teller(when="resolving")
    if ability.when == Event(kind="comes about") and ability.condition is not None and len(ability.do) == 1:
        return f"as soon as {condition(ability.condition)}, " + ". ".join(tell.sentences(ability.do))
    asked = f" if {condition(ability.condition)}," if ability.condition is not None else ""
    heard = event(ability.when)
    if OPEN not in heard:
        tell.hear(ability.when)
    sentences = tell.sentences(ability.do)
    if not asked and sentences[0].startswith("if "):
        sentences[0] = f"{{{sentences[0]}}}"
    if ability.limit == "use":
        return f"once each turn, when {heard},{asked} " + ". ".join(sentences)
    if ability.limit:
        return f"the first time each turn {heard},{asked} " + ". ".join(sentences)
    return f"when {heard},{asked} " + ". ".join(sentences)


def _activated(ability: Activated) -> str:
    if ability.keyword:
        return _keyword_x(ability)
    tell = _Teller(much=_paid_x(ability.cost))
    said = tell.sentences(ability.do)
    restrictions = _restrictions(ability.only, ability.condition)
    if restrictions is None or not said or where_it_lies(ability) != ability:
        return written(ability)
    limits = {
        "": [],
        "turn": ["Play only once per turn"],
        "game": ["Play only once per game"],
        "any": ["Play only any number of times each turn"],
    }
    often = limits.get(ability.limit, [f"Play only {ability.limit} times each turn"])
    return f"{paid(ability.cost)} → {'. '.join([*said, *restrictions, *often])}"


def _keyword_x(ability: Activated) -> str:
    """Evade or Retaliate for X: the X that is paid, or a number that is counted."""
    strike, stands = ability.do[0], Activated(do=ability.do, cost=ability.cost, keyword="evade")
    if ability == stands and isinstance(strike, Prevent) and ability.do == (Prevent(amount=strike.amount),):
        return f"{paid(ability.cost)} → Evade X{_x_is(strike.amount)}"
    if ability.cost != FREE and isinstance(strike, Later) and isinstance(blow := strike.do[0], Damage):
        plain = Later(when=Event(kind="attack ends"), do=(structs.replace(RETALIATION, amount=blow.amount),),
                      until="attack ends")  # fmt: skip
        if ability == Activated(do=(plain,), cost=ability.cost, only="attacked", keyword="retaliate"):
            cost = FREE if ability.cost == ZERO_FORCE else ability.cost
            return f"{paid(cost)} → Retaliate X{_x_is(blow.amount)}"
    return written(ability)


RETALIATION = Damage(to=Those(bound="attacker", zones=("there",)), amount=0, dice=True)


def _x_is(number: Amount | None) -> str:
    if number is None or number == X():
        return ""
    return f", where X is {exactly(lambda: amount(number), number)}"


def _play(ability: Play) -> str:
    """What a Battle card or Mission does; its Enhance is a paragraph of its own, behind a bar."""
    tell = _Teller(much=_paid_x(ability.cost), card=True)
    said = tell.sentences(ability.do)
    restrictions = _restrictions(ability.only, ability.condition)
    more = _enhance(ability, tell) if ability.enhance is not None else ""
    if restrictions is None or not said or more is None:
        return written(ability)
    if ability.meditate is not None:
        more += f" | {paid(ability.meditate)} → Meditate"
    cost = "" if ability.cost == FREE else f"{paid(ability.cost)} → "
    return cost + ". ".join([*said, *restrictions]) + more


def _enhance(ability: Play, tell: Teller) -> str | None:
    """What is done for more: besides, or instead of all but what is chosen."""
    more = ability.enhance
    assert more is not None
    costs = structs.replace(ability.cost, force=more.cost.force)
    if (more.cost, more.only, more.condition) != (costs, ability.only, ability.condition):
        return None
    if not more.cost.force:
        return None
    before = f" | Enhance: Pay {more.cost.force} Force → "
    besides = more.do[len(ability.do) :]
    if more.do[: len(ability.do)] == ability.do and besides:
        return before + ". ".join(tell.sentences(besides))
    kept = still_chosen(ability.do, [each for each in more.do if each not in ability.do])
    instead = more.do[len(kept) :]
    if more.do[: len(kept)] != kept or not instead or kept != still_chosen(ability.do, instead):
        return None
    return before + "{" + "; ".join(tell.sentences(instead)) + "} instead"


def _paid_x(cost: Cost) -> Amount | None:
    """What "that much" is after a cost."""
    return X() if cost.x or cost.x_points or cost.x_counters else None


ONLY = {
    "": "", "build step": "Play only during your build step", "would attack": "Play only when this unit would attack",
    "no attack": "Play only if no unit is attacking", "attacked": "Play only when this unit is attacked",
    "battle": "Play only during battle", "before dice": "Play only before the attack dice are rolled",
    "build step or would attack": "Play only during your build step or when this unit would attack",
    "any time": "Play only anytime", "retreat step": "Play only during your retreat step",
    "prevention": "Play only during a chance to prevent damage",
    "build roll": "Play only when the roll for build points is made",
}  # fmt: skip
ITEMS = ("speed", "power", "health", "extra pilots")


def _restrictions(only: str, asked: Condition | None) -> list[str] | None:
    """When something may be played, each restriction as a sentence; None if there are no words for its time."""
    parts = asked.of if isinstance(asked, Both) else (asked,) if asked is not None else ()
    said = [_restriction(each) for each in parts]
    time = ONLY.get(only)
    return None if time is None else [*([time] if time else []), *said]


def _restriction(asked: Condition) -> str:
    match asked:
        case InPhase(at="space" | "ground" | "character" as arena, yours=None):
            return f"Play only during the {arena.capitalize()} battle step"
        case Not(of=Happened(event="attacked", to=fought, since="")):
            try:
                whose = f"of {SIDES[fought.side]} " if fought.side in SIDES else ""
                return f"Play only before any {whose}{lone(fought, plural=bool(whose))} attacks"
            except NoWordsError:
                pass
    return f"Play only if {condition(asked)}"


def _effect(do: tuple[Instruction, ...]) -> str:
    """What is done, one thing after the other."""
    return ". ".join(_Teller(when="resolving").sentences(do))


def _pilot(ability: PilotOf) -> str:
    kinds = ability.subtypes
    given = " ".join(f"* {_in_list(each)}." for each in ability.gives)
    return f"[Pilot] {' and '.join(kinds)} Pilot. The {' or '.join(kinds)} gets: {given}"


def _equip(ability: EquipTo) -> str:
    to = ability.to
    kinds = " or ".join(each.capitalize() for each in to.types)
    carrier = " ".join(part for part in (to.name, to.subtype, kinds, "unit") if part)
    given = " ".join(f"* {_in_list(each)}." for each in ability.gives)
    equip = "Equip"
    if to != Those(side=to.side, types=to.types, subtype=to.subtype, name=to.name):
        try:
            equip, carrier = f"Equip to {article_and(lone(structs.replace(to, side='any')))}", "unit"
        except NoWordsError:
            return written(ability)
    said = f"{cost_words(ability.cost) or 'Pay 0 Force'} → {equip} | Equipped {carrier}"
    return f"{said} gets {given}" if given else said


def _manual(ability: Manual) -> str:
    cost = cost_words(ability.cost)
    said = f"By hand: {ability.form}, touches {', '.join(ability.touches)}"
    only = f" (only: {ability.only})" if ability.only else ""
    return (f"{cost} → " if cost else "") + said + only


_WORDS: dict[type, Callable[[Any], str]] = {
    Keyword: _keyword,
    Static: _static,
    Activated: _activated,
    Triggered: _triggered,
    Play: _play,
    PilotOf: _pilot,
    EquipTo: _equip,
    Reserves: lambda ability: f"Reserves: {word(ability.ability)}",
    Insert: lambda ability: f"INSERT: {word(ability.ability)}",
    TreatAs: lambda ability: (
        written(ability) if ability.kind or ability.lost else f"Treat this unit as a {ability.subtype}"
    ),
    Manual: _manual,
}
