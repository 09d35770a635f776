"""What can be played, put alike: an activated ability, a Battle card, a Mission, Lucky.

`Playable` says what the rooms of playing need to know: who, cost, effect, the kind of chance it
belongs to (rots.chances.three-automatic-events, crf.chances.unrestricted-ability-general-chances).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.standing import card_rulings, keyword_rules
from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.edges import edge_rule
from adjudicator.swtcg.standing.keyword_rules import defined
from adjudicator.swtcg.standing.keyword_values import lucky
from adjudicator.swtcg.standing.moment import LETHAL, PREVENTION
from adjudicator.swtcg.standing.overrides import STATIC_KEYWORDS
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import (
    DOOMED,
    chance_by,
    lasting_of,
    options_of,
    start_of,
    under_option,
    walk,
)
from adjudicator.swtcg.words.printed import HAND, lying

KEYWORD_RULES = {
    "evade": "rots.keywords.evade",
    "deflect": "rots.keywords.deflect",
    "intercept": "rots.keywords.intercept",
    "retaliate": "rots.keywords.retaliate",
    "lucky": "rots.keywords.lucky",
}


_replace = msgspec.structs.replace
BEFORE_THE_TEXT = 6
"""The first fields of a playable say who plays what; the others are its text's."""


class Playable(NamedTuple):
    """Something that can be played. `chance` is that which it is for (`moment.CHANCES`); `only` its own
    restriction; `lasts` the longest duration in its effect ("" if it leaves nothing behind).

    `options` counts those of a "choose one"; `source` is what gives the ability (its unit, a Pilot, a
    granting card); `unread` one that is carried out by hand, so that its text may say more of its time
    than is known; `points` that it gives build points.
    """

    kind: str
    key: str
    name: str
    stack: int
    card: int
    source: int
    cost: w.Cost
    do: tuple[w.Instruction, ...]
    only: str
    condition: w.Condition | None
    keyword: str
    chance: str
    rule: str
    lasts: str
    options: int = 0
    unread: bool = False
    limit: str = ""
    points: bool = False


Text = tuple[Any, ...]
"""The fields of a playable that its text alone decides, in their order from its cost on."""


def _fields(ability: w.Activated | w.Play) -> Playable:
    """What a text says of its playing, whoever plays it."""
    keyword = ability.keyword if isinstance(ability, w.Activated) else ""
    first = under_option(ability.do, 0)
    return Playable(
        "", "", "", 0, 0, 0, ability.cost, ability.do, ability.only, ability.condition, keyword,
        chance_by(ability.only, first),
        KEYWORD_RULES.get(keyword, ""), lasting_of(first), options_of(ability.do),
        limit=ability.limit if isinstance(ability, w.Activated) else "",
        points=any(isinstance(each, w.GainPoints) for each in walk(ability.do)),
    )  # fmt: skip


@remembered
def _as_it_says(ability: w.Activated | w.Play) -> Text:
    return tuple(_fields(ability))[BEFORE_THE_TEXT:]


@remembered
def _of_a_card(text: w.Play) -> Text:
    return tuple(_for_attack(_fields(text)))[BEFORE_THE_TEXT:]


@remembered
def _in_build_step(text: Text) -> Text:
    """A text as that of a Mission: it is for no chance of its own."""
    at = Playable._fields.index("chance") - BEFORE_THE_TEXT
    return (*text[:at], "general", *text[at + 1 :])


@remembered
def _meditated(text: w.Play) -> w.Play:
    """The card as it is played from the discard pile (idc.keywords.meditate-cost-replaces-printed)."""
    return _replace(text, cost=text.meditate or w.FREE, enhance=None)


def doomed_chance(table: Table) -> str:
    """The chance of what saves something from being discarded by damage: to prevent it, or one of its own."""
    return LETHAL if table.edition.attack.has(LETHAL) else PREVENTION


@remembered
def _blank(text: w.Manual) -> Text:
    """A card in words alone that does nothing in this game."""
    made = _fields(w.Play(do=(), cost=text.cost, only=text.only))
    return tuple(_for_attack(made)._replace(chance="general"))[BEFORE_THE_TEXT:]


@remembered
def _by_hand(ability: w.Activated | w.Play) -> Text:
    """A text in words alone, with the chance that it seems to be for, and how long it lasts if it says so."""
    touches = tuple(word for each in ability.do if isinstance(each, w.ByHand) for word in each.touches)
    made = _for_attack(_fields(ability))._replace(chance=_guessed(touches), unread=True)
    return tuple(made)[BEFORE_THE_TEXT:]


def as_chosen(playable: Playable, mode: int) -> Playable:
    """The same with the chance and duration of the option that is chosen, and whether that gives build points
    (rots.chances.choose-one-timing).
    """
    if not playable.options:
        return playable
    do = under_option(playable.do, mode)
    points = playable.points and any(isinstance(each, w.GainPoints) for each in walk(do))
    return playable._replace(chance=chance_by(playable.only, do), lasts=lasting_of(do), points=points)


def ability_playable(table: Table, instance: Instance, stack: Stack) -> Playable:
    """An activated ability as something to play; one in words alone is carried out by the judge."""
    ability = instance.ability
    name = table.top(stack).title
    if isinstance(ability, w.Manual):
        text = _by_hand(_ability_by_hand(ability))
    else:
        assert isinstance(ability, w.Activated)
        text = _as_it_says(ability)
    made = Playable("activated", instance.key, name, stack.id, 0, instance.source, *text)
    return _in_its_chance(table, made._replace(rule=made.rule or defined(table, made.keyword)))


def _in_its_chance(table: Table, made: Playable) -> Playable:
    """What is for the start of the battle phase or a battle step, in the chance for that, if the edition has one."""
    if made.condition is None:
        return made
    start = start_of(made.condition)
    return made._replace(chance=start) if start and edge_rule(table.edition, start) else made


def lying_playable(face: Face, card: int, zone: str, book: str) -> Playable | None:
    """What a card that lies in a hand or discard pile has to be played from there; None if it has nothing of the kind.

    It is an ability, of no unit.
    """
    ability = lying(face, book).get(zone)
    if ability is None:
        return None
    rule = FROM_HAND if zone == HAND else CARD_BEATS_RULE
    return Playable("activated", f"card {card}", face.title, 0, card, 0, *_as_it_says(ability))._replace(rule=rule)


FROM_HAND, CARD_BEATS_RULE = "ruling.triggers-from-the-hand", "rots.cards.card-beats-rule"
"""Why an ability of a card that lies in a hand, or in a discard pile, is played as it is."""


def _for_attack(made: Playable) -> Playable:
    """What a text in words alone says to be "for this attack" lasts as long."""
    return made._replace(only="", lasts="attack") if made.only == "this attack" else made


def _guessed(touches: tuple[str, ...]) -> str:
    """The chance that an effect in words alone is for, by what it touches."""
    if "prevention" in touches:
        return "prevention"
    if "reroll" in touches:
        return "reroll"
    return "disrupt" if "disrupt" in touches else "general"


def lucky_playable(table: Table, instance: Instance, stack: Stack) -> Playable:
    """Lucky: all values of the unit as one, usable in the reroll chance of its attack or one against it."""
    ability = _lucky_ability(lucky(table, stack))
    return Playable("activated", f"{stack.id}.lucky", table.top(stack).title, stack.id, 0, 0, *_as_it_says(ability))


@cache
def _lucky_ability(most: int) -> w.Activated:
    return w.Activated(do=(w.Reroll(most=most),), cost=w.FREE, only="lucky", keyword="lucky")


@remembered
def _ability_by_hand(text: w.Manual) -> w.Activated:
    return w.Activated(do=(w.ByHand(key=text.key, touches=text.touches),), cost=text.cost, only=text.only)


@remembered
def _card_by_hand(text: w.Manual) -> Text:
    return _by_hand(w.Play(do=(w.ByHand(key=text.key, touches=text.touches),), cost=text.cost, only=text.only))


def battle_playable(
    table: Table,
    card: int,
    text: w.Play | w.Manual,
    seat: str,
    *,
    enhance: bool,
    face: Face | None = None,
    mission: bool = False,
) -> Playable | None:
    """A Battle card or Mission (or its Enhance, None if it has none) as something to play; `face` if the table has not
    met it.
    """
    face = face or table.face(card)
    name = face.title if face is not None else "?"
    if isinstance(text, w.Manual):
        if enhance:
            return None
        said = _blank(text) if table.manual == "blank" else _card_by_hand(text)
    elif enhance and text.enhance is None:
        return None
    elif text.meditate is not None and card in table.zones.get(f"discard:{seat}", ()):
        if enhance:
            return None
        said = _of_a_card(_meditated(text))
    else:
        play = text.enhance or text if enhance else text
        said = _by_hand(play) if table.manual == "ask" and in_words(play) else _of_a_card(play)
    if mission:
        return Playable("mission", f"card {name}", name, 0, card, 0, *_in_build_step(said))
    made = Playable("battle", f"card {name}", name, 0, card, 0, *said)
    return made._replace(chance=doomed_chance(table)) if made.only == DOOMED else _in_its_chance(table, made)


def in_words(text: w.Play) -> bool:
    """Whether all that a text does is carried out by hand."""
    return bool(text.do) and all(isinstance(each, w.ByHand) for each in text.do)


def taxes_on(table: Table, playable: Playable, seat: str) -> list[Continuous]:
    """The effects in play that make something dearer or cheaper to play for a player: first those that make it dearer.

    What has no Force cost is changed only by an effect that says so; if that gives it one, the others reach it too
    (crf.card.darth-sidious-d.nexu-adds-first).
    """
    about = _about(table, playable, seat)
    if not about:
        return about
    zero = zero_cost_rule(table, playable)
    free = table.why.costs_battle_card_of_zero if playable.kind == "battle" else ""
    costs_force = (
        table.suppressed != zero
        if zero
        else _costs_force(playable)
        or bool(free and free != table.suppressed)
        or table.suppressed == none_rule(table, playable)
    )
    if not costs_force and not any(entry.change.free and entry.change.force > 0 for entry in about):
        about = [entry for entry in about if entry.change.free]
    return sorted(about, key=_cheaper)


def none_rule(table: Table, playable: Playable) -> str:
    """The rule by which what has no Force in its cost has no Force cost to be changed."""
    return table.why.force_force_activated_ability if playable.kind == "activated" else table.why.costs_force_cost


def _costs_force(playable: Playable) -> bool:
    """Whether it has a Force cost: some, an X, one that is counted (`Cost.amount`), or 0 Force, of an activated ability
    (crf.card.darth-sidious-d.text). Lucky and a Retaliate printed bare have none.
    """
    cost = playable.cost
    if cost.force > 0 or cost.x or cost.amount is not None:
        return True
    return playable.kind == "activated" and cost == w.FREE and playable.keyword not in ("lucky", "retaliate")


def taxes_without_force(table: Table, playable: Playable, seat: str) -> list[Continuous]:
    """The effects in play that would make it dearer or cheaper, if it had a Force cost at all."""
    if not table.index.taxes:
        return []
    on = taxes_on(table, playable, seat)
    return [entry for entry in _about(table, playable, seat) if entry not in on]


def _about(table: Table, playable: Playable, seat: str) -> list[Continuous]:
    """The changes of costs that are about this kind of thing, of this player, with or without a Force cost."""
    return [
        entry
        for entry in table.index.taxes
        if isinstance(entry.change, w.Tax)
        and _is_about(table, playable, entry)
        and seat in table.meant(entry.change.side, entry.scene.controller)
        and (entry.condition is None or holds(table, entry.condition, entry.scene))
    ]


def _cheaper(entry: Continuous) -> bool:
    change: w.Tax = entry.change
    return change.force < 0


def price(table: Table, playable: Playable, seat: str, x: int = 0, counted: int = 0) -> int:
    """The Force to pay: printed, plus X, plus what is counted, as taxed and then reduced by effects in play, never
    below 0 or what they say (crf.card.darth-sidious-d.with-obi-wans-spirit; crf.costs.x-effect-unchanged-cost keeps the
    effect's X as chosen).
    """
    force = playable.cost.force
    if playable.kind == "battle":
        force = keyword_rules.reduced_force(table, playable.card, playable.kind, seat, force)
    force += (x if playable.cost.x else 0) + counted
    if not table.index.taxes:
        return max(0, force)
    least = 0
    dearest = force
    for entry in taxes_on(table, playable, seat):
        if entry.change.nothing:
            return x if playable.cost.x else 0
        force += entry.change.force
        dearest = max(dearest, force)
        least = max(least, min(entry.change.floor, dearest))
    return max(0, least, force)


def ability_price(table: Table, ability: w.Activated, seat: str) -> int:
    """The Force that an activated ability of no card in particular costs a player."""
    return price(table, _fields(ability)._replace(kind="activated"), seat)


def zero_cost_rule(table: Table, playable: Playable) -> str:
    """The rule or the erratum that gives a bare Retaliate a Force cost of 0, empty if there is none."""
    if playable.keyword != "retaliate" or playable.cost.force:
        return ""
    return table.why.keywords_retaliate_of_zero or card_rulings.ruled(table, playable.name, card_rulings.FREE_RETALIATE)


def _is_about(table: Table, playable: Playable, entry: Continuous) -> bool:
    """Whether a change of costs is about this kind of thing; a card or ability without a Force cost has none to be
    changed (crf.costs.battle-mission-played-on-reveal, rots.force.force-activated-ability), which `taxes_on` sees to.
    """
    change: w.Tax = entry.change
    if playable.keyword in STATIC_KEYWORDS:
        return change.kind == playable.keyword
    if change.printed > playable.cost.force:
        return False
    if change.of is not None:
        stack = table.stacks.get(playable.stack)
        if stack is None or not matches(table, change.of, stack, entry.scene, anywhere=True):
            return False
    if change.kind == "force activated":
        return playable.kind == "activated"
    return change.kind in (playable.kind, playable.keyword)
