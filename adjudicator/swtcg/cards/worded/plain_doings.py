"""Instructions and abilities in plain words, whatever they are; see `plain_things`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.swtcg.cards.worded.plain_things import (
    PLAYERS,
    WHOSE,
    amount,
    asked,
    chosen_of,
    counters,
    either,
    happens,
    paid,
    stat,
    things,
    where,
)
from adjudicator.swtcg.cards.worded.plain_words import MAY, UNTIL
from adjudicator.swtcg.words import language as w

_GAINED = ("bounty", "foresight", "forewarning", "deploy", "last stand")


def done(do: tuple[Any, ...]) -> str:
    """What is done, one thing after the other."""
    return "; ".join(filter(None, map(plainly, do))) or "nothing"


def plainly(word: Any) -> str:
    """Anything of the effect language in plain words."""
    say = WORDS.get(type(word))
    if say is not None:
        return say(word)
    if isinstance(word, w.Event):
        return happens(word)
    if isinstance(word, w.Cost):
        return paid(word)
    if isinstance(word, w.Those):
        return things(word)
    if isinstance(word, w.There | w.Compare | w.InPhase | w.Happened | w.Controls | w.Both | w.AnyOf | w.Not):
        return asked(word)
    return amount(word)


def _does(who: str, verb: str) -> str:
    name = PLAYERS.get(who, who)
    return f"{name} {verb}" if name == "you" else f"{name} {verb}{'es' if verb.endswith(('ch', 's', 'o')) else 's'}"


def _until(word: Any) -> str:
    return f" {UNTIL.get(word.until, word.until)}".rstrip()


def _while(word: Any) -> str:
    return f" as long as {asked(word.condition)}" if getattr(word, "condition", None) is not None else ""


def _choose(word: w.Choose) -> str:
    said = f"{_does(word.who, 'choose')} {chosen_of(word)}"
    said += f" of different {word.different}" * bool(word.different) + f" of the same {word.same}" * bool(word.same)
    said += f" with a total {word.total} of at most {amount(word.at_most)}" if word.total else ""
    return said + " at random" * word.at_random


def _damage(word: w.Damage) -> str:
    dice = "dice of " if word.dice else ""
    said = f"{things(word.by)} does {amount(word.amount)} {dice}damage to {things(word.to)}"
    if word.not_by:
        said += f", which can't be prevented by {either([each.title() for each in word.not_by])}"
    if word.only_by is not None:
        said += f", which only {things(word.only_by, 'one')} can prevent"
    return said + ", which can't be prevented" * (not word.preventable)


def _prevent(word: w.Prevent) -> str:
    much = "all" if word.amount is None else f"up to {amount(word.amount)}"
    much = f"all but {word.all_but}" if word.all_but else much
    return f"prevent {much} damage {f'by {things(word.by)}' if word.by is not None else f'to {things(word.to)}'}"


def _modify(word: w.Modify) -> str:
    if word.set:
        said = f"the {stat(word.stat)} of {things(word.of)} is {amount(word.amount)}"
    else:
        said = f"{things(word.of)} gets {_added(word.amount, stat(word.stat))}"
    said += f" against {things(word.whom, 'one')}" if word.whom is not None else ""
    return said + _until(word) + _while(word) + (f", to no less than {word.floor}" if word.floor is not None else "")


def _added(much: Any, value: str) -> str:
    """What is added to a value: +2 power, or +X power with what X is."""
    if isinstance(much, int):
        return f"{much:+d} {value}"
    less = isinstance(much, w.Times) and much.times == -1
    return f"{'-' if less else '+'}X {value}, where X is {amount(much.of if less else much)},"


def _allow(word: w.Allow) -> str:
    can = "can" if word.permit else "can't"
    what = MAY.get(word.clause, word.clause.lower().replace("_", " "))
    said = f"{things(word.who)} {can} {what}"
    said += f" ({things(word.whom, 'one')})" if word.whom is not None else ""
    if word.clause == "EQUIPPED_UP_TO":
        return f"{things(word.who)} can have up to {word.keyword} of this Equipment"
    if word.clause == "MAY_BE_IN_DECK":
        return f"{things(word.who)} can be put in a {word.whom.subtype if word.whom is not None else ''} deck"
    if word.clause == "MAY_BE_STACKED":
        return (
            f"{things(word.who)} can be stacked beneath {things(word.whom, 'one') if word.whom is not None else 'it'}"
        )
    if word.clause == "VALUE_MAY_CHANGE":
        return f"{things(word.who)} can't gain or lose {word.keyword}" + _until(word) + _while(word)
    return said + (f" by {word.keyword.title()}" if word.keyword else "") + _until(word) + _while(word)


def _move(word: w.MoveTo) -> str:
    zones = {"arena": "into its arena", "there": "into the arena chosen", "out": "out of the game", "aside": "aside",
             "deck top": "on top of its owner's deck", "deck bottom": "at the bottom of its owner's deck",
             "supply": "back into your supply", "under": f"face down under {things(word.onto)}",
             "stack": f"{'beneath' if word.beneath else 'on top of'} {things(word.onto)}"}  # fmt: skip
    said = f"put {things(word.what)} {zones.get(word.to) or where(word.to)}"
    said += ", tapped" * word.tapped + ", face down" * (word.face_down and word.to != "under")
    said += f", with {amount(word.counters)} build counters" if word.counters else ""
    said += f", with {amount(word.damage)} damage" if word.damage else ""
    return said + (f", under the control of {PLAYERS.get(word.control, word.control)}" if word.control else "")


def _discard_cards(word: w.DiscardCards) -> str:
    if word.whole_hand:
        return f"{_does(word.who, 'discard')} the whole hand"
    kind = either([each.title() for each in word.types]) + " " if word.types else ""
    cards = f"{_as_many(word.amount)} {kind}card{'s' * (word.amount != 1)}"
    return f"{_does(word.who, 'discard')} {cards} from the hand{' at random' * word.at_random}"


def _as_many(much: Any) -> str:
    """A number before what is counted."""
    return str(much) if isinstance(much, int) or much == w.X() else f"as many as {amount(much)}"


def _tax(word: w.Tax) -> str:
    what = {
        "battle": "Battle cards",
        "activated": "activated abilities",
        "force activated": "activated abilities that cost Force",
    }
    price = word.force or word.points
    much = f"{abs(price)} {'more' if price > 0 else 'less'} {'Force' if word.force else 'build points'}"
    if word.nothing:
        much = "nothing"
    of = f" of {things(word.of)}" if word.of is not None else ""
    whose = WHOSE.get(word.side, "")
    return f"{whose} {what.get(word.kind, word.kind)}{of} cost {much}".strip() + _until(word) + _while(word)


def _later(word: w.Later) -> str:
    may = "you may " if word.may else ""
    asked_so = f" if {asked(word.condition)}," if word.condition is not None else ""
    return (
        f"{'each time' if word.repeats else 'when'} {happens(word.when)},{asked_so} {may}{done(word.do)}{_until(word)}"
    )


def _instead(word: w.Instead) -> str:
    if not word.do:
        return f"where {happens(word.event)}, that does not come about{_until(word)}"
    may = "you may have " if word.may else ""
    return f"where {happens(word.event)}, {may}{done(word.do)} instead{_until(word)}"


def _may(word: w.May) -> str:
    cost = "" if word.cost == w.FREE else f"{_lower(paid(word.cost))} and "
    what = done(word.do).removeprefix("you ") if word.who == "you" else done(word.do)
    said = f"{PLAYERS.get(word.who, word.who)} may {cost}{what}" if word.do or cost else ""
    return said + (f"; if not, {done(word.otherwise)}" if word.otherwise else "")


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _marks(word: w.AddMarks) -> str:
    if word.amount is None:
        return f"remove all {counters(word.mark, 2)} from {things(word.on)}"
    many = word.amount
    if isinstance(many, w.Times) and many.times == -1:
        return f"remove {amount(many.of)} {counters(word.mark, 2)} from {things(word.on, 'one')}"
    if isinstance(many, int) and many < 0:
        return f"remove {-many} {counters(word.mark, -many)} from {things(word.on, 'one')}"
    return f"put {amount(many)} {counters(word.mark, many)} on {things(word.on, 'one')}"


def _build_counters(word: w.AddCounters) -> str:
    if word.amount is None:
        return f"remove all build counters from {things(word.on)}"
    if isinstance(word.amount, int) and word.amount < 0:
        return f"remove {-word.amount} build counters from {things(word.on)}"
    return f"put {amount(word.amount)} build counters on {things(word.on)}"


def _top(word: w.Top) -> str:
    seen = {"": "take", "you": "look at", "all": "reveal"}.get(word.seen, "look at")
    end = "bottom" if word.bottom else "top"
    whose = {"you": "your", "opponent": "your opponent's"}.get(word.whose, "that player's")
    if word.until is not None:
        return f"{seen} cards from the {end} of {whose} deck until {things(word.until, 'one')} is found"
    return f"{seen} the {end} {amount(word.amount)} cards of {whose} deck"


DISRUPTED = {
    "battle": "a Battle card", "activated": "an activated ability", "mission": "a Mission", "attack": "an attack",
    "deployment": "the deployment of a unit", "completion": "the completion of a card",
    "free activated": "an activated ability that costs no Force", "prevention": "an effect that prevents damage",
}  # fmt: skip
"""What can be disrupted, in words."""


def _disrupt(word: w.Disrupt) -> str:
    of = either([DISRUPTED.get(each, each) for each in word.of])
    said = f"disrupt {of}" + (f" of {things(word.whose)}" if word.whose is not None else "")
    said += f" with a printed cost of at most {word.printed_at_most} Force" if word.printed_at_most is not None else ""
    said += f" unless its player pays {word.unless_force} Force" if word.unless_force is not None else ""
    said += ", which may not be played again this turn" * word.bars
    return said + (f"; the card goes {where(word.away)}" if word.away else "")


def _generate(word: w.Generate) -> str:
    line = f"{word.speed}/{word.power}/{word.health} {word.name} Subordinate"
    gives = f" with {'; '.join(map(plainly, word.gives))}" if word.gives else ""
    to = {"": "beside it", "there": "into the arena chosen", "here": "into this arena"}.get(
        word.to
    ) or f"into the {word.to.title()} arena"
    return f"take {amount(word.amount)} {line}{gives} and put it {to}"


def _gains(verb: str, thing: str) -> Callable[[Any], str]:
    def say(word: Any) -> str:
        if isinstance(word.amount, int) and word.amount < 0:
            return f"{_does(word.who, 'lose')} {-word.amount} {_one(thing, -word.amount)}"
        at_once = " and spends them at once" * getattr(word, "spend", False)
        if isinstance(word.amount, int) or word.amount == w.X():
            return f"{_does(word.who, verb)} {amount(word.amount)} {_one(thing, word.amount)}{at_once}"
        return f"{_does(word.who, verb)} {thing} equal to {amount(word.amount)}{at_once}"

    return say


def _one(thing: str, number: Any) -> str:
    """The word for what is counted, in the singular for one."""
    return thing.removesuffix("s") if number == 1 and thing.endswith("points") else thing


def _keyword(word: w.Keyword) -> str:
    title = word.name.title()
    if word.costs:
        return f"{title}: {' or '.join(map(paid, word.costs))}"
    if word.name == "both":
        both = " and ".join(plainly(each.ability) for each in word.do if isinstance(each, w.Grant))
        return f"{paid(word.cost)} → {both}"
    if word.name == "adapt":
        options = word.do[0].options if word.do and isinstance(word.do[0], w.OneOfThese) else ()
        return f"Adapt: {' / '.join(_adapted(option) for option in options)}"
    if word.do:
        return f"{title}: {done(word.do)}"
    named = f"{title} {word.x}" if word.x or word.name == "accuracy" else title
    return named if word.cost == w.FREE else f"{paid(word.cost)} → {named}"


def _adapted(option: tuple[Any, ...]) -> str:
    return ", ".join(plainly(each.ability) if isinstance(each, w.Grant) else plainly(each) for each in option)


def _activated(word: w.Activated) -> str:
    only = f". Play only: {word.only}" if word.only else ""
    condition = f". Play only if {asked(word.condition)}" if word.condition is not None else ""
    limit = {"": "", "turn": ". Once per turn", "game": ". Once per game", "any": ". Any number of times"}
    often = limit.get(word.limit, f". Up to {word.limit} times per turn")
    return f"{paid(word.cost)} → {done(word.do)}{only}{condition}{often}"


def _triggered(word: w.Triggered) -> str:
    condition = f" if {asked(word.condition)}," if word.condition is not None else ""
    often = {"turn": "the first time each turn that", "use": "once each turn, when"}.get(word.limit, "when")
    return f"{often} {happens(word.when)},{condition} {'you may ' * word.may}{done(word.do)}"


def _static(word: w.Static) -> str:
    condition = f"as long as {asked(word.condition)}, " if word.condition is not None else ""
    return condition + "; ".join(_always(each) for each in word.changes)


def _always(change: Any) -> str:
    """A change that is always on: how long it lasts need not be said."""
    said = plainly(change)
    for words in (UNTIL.get(getattr(change, "until", ""), ""), UNTIL["attack"], UNTIL["battle"], UNTIL["turn"]):
        said = said.replace(f" {words}", "") if words else said
    return said


def _play(word: w.Play) -> str:
    cost = "" if word.cost == w.FREE else f"{paid(word.cost)} → "
    said = f"{cost}{done(word.do)}" + (f". Play only: {word.only}" if word.only else "")
    said += f". Play only if {asked(word.condition)}" if word.condition is not None else ""
    said += f" | Enhance: {_play(word.enhance)}" if word.enhance is not None else ""
    return said + (f" | {paid(word.meditate)} → Meditate" if word.meditate is not None else "")


def _equip(word: w.EquipTo) -> str:
    gives = "; ".join(map(plainly, word.gives)).replace("this card gets ", "")
    return f"{paid(word.cost)} → Equip to {things(word.to, 'one')}" + (f" | it gets {gives}" if gives else "")


WORDS: dict[type, Callable[[Any], str]] = {
    w.Damage: _damage,
    w.DamageDone: lambda x: "the damage done is noted",
    w.PlaceDamage: lambda x: f"put {amount(x.amount)} damage counter{'s' * (x.amount != 1)} on {things(x.on)}",
    w.RemoveDamage: lambda x: (
        f"remove {'all' if x.amount is None else amount(x.amount)} damage counter{'s' * (x.amount != 1)}"
        f"{f' but {x.all_but}' if x.all_but else ''} from {things(x.of)}"
    ),
    w.MoveDamage: lambda x: (
        f"move {'all' if x.amount is None else amount(x.amount)} damage counters from {things(x.of)} to {things(x.to)}"
    ),
    w.Prevent: _prevent,
    w.Reroll: lambda x: (
        f"reroll {'all' if x.all else 'any number' if x.most is None else f'up to {amount(x.most)}'} of the dice"
    ),
    w.MoreDice: lambda x: f"roll {amount(x.amount)} more dice",
    w.Modify: _modify,
    w.Grant: lambda x: f'{things(x.to)} gets "{plainly(x.ability)}"{_until(x)}{_while(x)}',
    w.Silence: lambda x: (
        f"{things(x.of)} {'gets no effect from' if x.vain else 'loses'} {x.keyword.title() or 'all abilities'}"
        f"{_until(x)}{_while(x)}"
    ),
    w.Allow: _allow,
    w.Oblige: lambda x: (
        f"{things(x.who)} must attack {things(x.must_attack, 'one')}"
        f"{' if they attack' * x.if_they_attack}{_until(x)}{_while(x)}"
    ),
    w.Tax: _tax,
    w.Retreat: lambda x: f"retreat {things(x.what)}",
    w.MoveTo: _move,
    w.Discard: lambda x: f"discard {things(x.what)}",
    w.DiscardCards: _discard_cards,
    w.Tap: lambda x: f"tap {things(x.what)}",
    w.Untap: lambda x: f"untap {things(x.what)}",
    w.Draw: lambda x: f"{_does(x.who, 'draw')} {amount(x.amount)} card{'s' * (x.amount != 1)}",
    w.GainForce: _gains("gain", "Force"),
    w.LoseForce: _gains("lose", "Force"),
    w.GainPoints: _gains("gain", "build points"),
    w.AddCounters: _build_counters,
    w.RollDice: lambda x: (
        f"{_does(x.who, 'roll')} {amount(x.amount)} {'die' if x.amount == 1 else 'dice'}"
        f"{f', counting results of {x.at_least} or more' if x.at_least > 1 else ''}"
    ),
    w.TakeControl: lambda x: f"{_does(x.who, 'get')} control of {things(x.of)}{_until(x)}",
    w.Redirect: lambda x: f"the attacking unit now attacks {things(x.to)}",
    w.AttackWith: lambda x: f"{things(x.unit)} attacks {things(x.on)}",
    w.Disrupt: _disrupt,
    w.Choose: _choose,
    w.ChooseArena: lambda x: (
        f"choose {'an arena' if len(x.among) > 2 else either([f'the {each.title()} arena' for each in x.among])}"
        f"{f' where {asked(x.where)}' if x.where is not None else ''}"
    ),
    w.OneOfThese: lambda x: f"{_does(x.who, 'choose')} one: {', or '.join(map(done, x.options))}",
    w.If: lambda x: (
        f"if {asked(x.condition)}, {done(x.then)}" + (f"; otherwise, {done(x.otherwise)}" if x.otherwise else "")
    ),
    w.May: _may,
    w.ForEach: lambda x: f"for {things(x.of)}, {done(x.do)}",
    w.Bind: lambda x: "it is remembered",
    w.Later: _later,
    w.Instead: _instead,
    w.ExtraStep: lambda x: (
        f"{_does(x.who, 'get')} one more {x.step}" + (" in the arena chosen" if x.step == "battle" else " step")
    ),
    w.CompleteBuilt: lambda x: "it is completed",
    w.DeployBuilt: lambda x: "it is deployed",
    w.ByHand: lambda x: f"by hand: what touches {', '.join(x.touches)}",
    w.AttachTo: lambda x: f"attach {things(x.what)} to {things(x.host)}",
    w.Rearrange: lambda x: f"rearrange the stack of {things(x.what)}{_until(x)}",
    w.AddMarks: _marks,
    w.AdjustRoll: lambda x: f"change the roll by up to {x.by}",
    w.EndAttack: lambda x: "the attack ends",
    w.EndBattle: lambda x: "the battle phase ends",
    w.ChooseNumber: lambda x: f"{_does(x.who, 'choose')} a number from {amount(x.least)} to {amount(x.most)}",
    w.ChoosePlayer: lambda x: f"{_does(x.who, 'choose')} a player",
    w.Bid: lambda x: f"both players bid Force, and {PLAYERS.get(x.ties, x.ties)} wins a tie",
    w.Let: lambda x: f"note {amount(x.be)}",
    w.Mean: lambda x: f"from now on it is about {things(x.those)}",
    w.Top: _top,
    w.LookAt: lambda x: f"{_does(x.who, 'look')} at {things(x.what, '')}",
    w.Show: lambda x: f"show {things(x.what)}",
    w.Shuffle: lambda x: f"{_does(x.who, 'shuffle')} the deck",
    w.Win: lambda x: f"{_does(x.who, 'win')} the game",
    w.Copy: lambda x: f"{things(x.to)} gets the {x.kind} abilities of {things(x.of)}{_until(x)}{_while(x)}",
    w.BattleOrder: lambda x: (
        f"the battles are fought in this order: {', '.join(each.title() for each in x.arenas)}{_until(x)}"
    ),
    w.FromAside: lambda x: (
        f"{_does(x.who, 'play')} {'any number' if x.most is None else f'up to {x.most}'} of "
        f"{things(x.what, '')} as from the hand{_until(x)}"
    ),
    w.Repeat: lambda x: f"as often as {amount(x.times)} says: {done(x.do)}",
    w.ForEachPlayer: lambda x: f"for each player: {done(x.do)}",
    w.ForEachArena: lambda x: (
        f"for each {'arena' if len(x.arenas) > 2 else 'of the arenas ' + either(x.arenas)}: {done(x.do)}"
    ),
    w.Divide: lambda x: f"divide {'up to ' * x.up_to}{amount(x.amount)} among {things(x.among, '')}: {done(x.do)}",
    w.ToBottom: lambda x: "it goes to the bottom of its stack again",
    w.AtArena: lambda x: f"in the {x.arena.title()} arena",
    w.StepOrder: lambda x: f"the steps to come are in this order: {', '.join(x.steps)}",
    w.Generate: _generate,
    w.Deploy: lambda x: f"deploy {things(x.what)}",
    w.NameCard: lambda x: f"{_does(x.who, 'name')} a card",
    w.SkipStep: lambda x: f"{_does(x.who, 'skip')} the next {x.step} step",
    w.Static: _static,
    w.Triggered: _triggered,
    w.Activated: _activated,
    w.Play: _play,
    w.Keyword: _keyword,
    w.PilotOf: lambda x: f"[Pilot] {' and '.join(x.subtypes)} Pilot. It gets: {'; '.join(map(plainly, x.gives))}",
    w.EquipTo: _equip,
    w.Reserves: lambda x: f"Reserves: {plainly(x.ability)}",
    w.Insert: lambda x: f"INSERT: {plainly(x.ability)}",
    w.Elsewhere: lambda x: (
        f"while this card is {where(x.zone, 'your') if x.zone != 'built' else 'partially built'}: {plainly(x.ability)}"
    ),
    w.Beneath: lambda x: (
        f"this card may be stacked under {things(x.under, 'one')} and is never on top there"
        f"{f'; the stack may then have {x.room} more cards' if x.room else ''}"
    ),
    w.TreatAs: lambda x: (
        f"this card is no {x.lost}" if x.lost else f"this card counts as {x.subtype or x.kind.title()}"
    ),
    w.Manual: lambda x: f"by hand: what touches {', '.join(x.touches)}",
}
__all__ = ["WORDS", "done", "plainly"]
