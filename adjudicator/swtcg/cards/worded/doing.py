"""Instructions in words: one sentence each, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.notation import written
from adjudicator.swtcg.cards.worded.nouns import STATS, amount, condition, count, each, event
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import Those

UNTIL = {
    "attack": "for this attack", "battle": "until the end of battle", "turn": "until end of turn",
    "permanent": "until the game ends",
}  # fmt: skip
KEYWORDS = ("accuracy", "critical hit", "shields", "lucky", "stun", "bombard", "ion cannon")
PLAYERS = {"you": "you", "opponent": "your opponent"}


class Teller:
    """Words for the instructions of one paragraph; it counts what is chosen, as the compiler does."""

    def __init__(self, *, when: str = "playing", lasts: bool = False, chosen: int = 0) -> None:
        """Begin; `when` choices are made, `lasts`: the text is always on, `chosen`: so many names are taken."""
        self.when = when
        self.lasts = lasts
        self.chosen = chosen

    def sentences(self, do: tuple[w.Instruction, ...]) -> list[str]:
        """The instructions, each as a sentence without its stop; changes of one thing are told together."""
        return [self.one(said) for said in do]

    def one(self, said: w.Instruction) -> str:
        """One instruction."""
        make = _WORDS.get(type(said))
        return (make(self, said) if make is not None else "") or written(said)

    def block(self, do: tuple[w.Instruction, ...]) -> str:
        """Instructions held together by braces."""
        return "{" + "; ".join(self.sentences(do)) + "}"

    def until(self, said: Any) -> str | None:
        """How long a change lasts, with a blank before it; None if there are no words for it."""
        usual = {field.name: field.default for field in structs.fields(said)}["until"]
        if self.lasts:
            return "" if said.until == usual else None
        return f" {UNTIL[said.until]}" if said.until in UNTIL else None


def _choose(tell: Teller, said: w.Choose) -> str:
    into = "it" if tell.chosen == 0 else f"it{tell.chosen + 1}"
    hidden = said.among.what == "card"
    when = "resolving" if hidden or said.who != "you" else tell.when
    plain = w.Choose(into=into, among=said.among, least=said.least, most=said.most, who=said.who, when=when)
    words = count(said.among, said.least, said.most)
    if said != plain or said.who not in PLAYERS or not words or said.among.bound:
        tell.chosen += 1 if said.into == into else 0
        return ""
    tell.chosen += 1
    return f"choose {words}" if said.who == "you" else f"your opponent chooses {words}"


def _on(verb: str, field: str) -> Callable[[Teller, Any], str]:
    def say(tell: Teller, said: Any) -> str:
        return f"{verb} {_those(getattr(said, field))}"

    return say


def _those(those: Those) -> str:
    return each(those)


def _change(tell: Teller, said: w.Modify) -> str:
    until = tell.until(said)
    plain = w.Modify(of=said.of, stat=said.stat, amount=said.amount, until=said.until)
    if said != plain or until is None or not isinstance(said.amount, int):
        return ""
    if said.stat == "cost" and said.of.what in ("unit", "card", "built"):
        more = "more" if said.amount > 0 else "less"
        counters = "build counter" + "s" * (abs(said.amount) != 1)
        return f"{_those(said.of)} costs {abs(said.amount)} {more} {counters} to deploy{until}"
    if said.stat not in STATS or said.stat in ("cost", "total cost"):
        return ""
    return f"{_those(said.of)} gets {said.amount:+d} {said.stat}{until}"


def _grant(tell: Teller, said: w.Grant) -> str:
    until = tell.until(said)
    ability = said.ability
    if until is None or said.condition is not None:
        return ""
    if isinstance(ability, w.Keyword) and ability == w.Keyword(name=ability.name, x=ability.x):
        if ability.name in KEYWORDS and ability.x:
            return f"{_those(said.to)} gets {ability.name.title()} {ability.x}{until}"
        if ability.name in ("armor", "overkill") and not ability.x:
            return f"{_those(said.to)} gets {ability.name.title()}{until}"
    return ""


def _damage(tell: Teller, said: w.Damage) -> str:
    plain = w.Damage(to=said.to, amount=said.amount, dice=said.dice, by=said.by)
    if said != plain or not said.by.bound:
        return ""
    dice = " dice of" if said.dice else ""
    return f"{_those(said.by)} does {amount(said.amount)}{dice} damage to {_those(said.to)}"


def _prevent(tell: Teller, said: w.Prevent) -> str:
    if said != w.Prevent(to=said.to, amount=said.amount):
        return ""
    much = "all" if said.amount is None else f"up to {amount(said.amount)}"
    return f"prevent {much} damage to {_those(said.to)}"


def _heal(tell: Teller, said: w.RemoveDamage) -> str:
    if said != w.RemoveDamage(of=said.of, amount=said.amount) or not isinstance(said.amount, int | None):
        return ""
    much = "all" if said.amount is None else str(said.amount)
    return f"remove {much} damage counter{'s' * (said.amount != 1)} from {_those(said.of)}"


def _harm(tell: Teller, said: w.PlaceDamage) -> str:
    if not isinstance(said.amount, int):
        return ""
    return f"put {said.amount} damage counter{'s' * (said.amount != 1)} on {_those(said.on)}"


def _does(who: str, verb: str) -> str:
    return f"you {verb}" if who == "you" else f"{PLAYERS[who]} {verb}s"


def _player(verb: str, thing: str) -> Callable[[Teller, Any], str]:
    def say(tell: Teller, said: Any) -> str:
        if said.who not in PLAYERS or getattr(said, "spend", False):
            return ""
        if isinstance(said.amount, int) and said.amount < 0:
            return f"{_does(said.who, 'get')} {said.amount:+d} {thing}" if isinstance(said, w.GainPoints) else ""
        many = thing.removesuffix("s") if said.amount == 1 else thing
        return f"{_does(said.who, verb)} {amount(said.amount)} {many}"

    return say


def _draw(tell: Teller, said: w.Draw) -> str:
    if said.who not in PLAYERS or not isinstance(said.amount, int):
        return ""
    return f"{_does(said.who, 'draw')} {said.amount} card{'s' * (said.amount != 1)}"


def _discard_cards(tell: Teller, said: w.DiscardCards) -> str:
    if said == w.DiscardCards(who=said.who, whole_hand=True) and said.who in PLAYERS:
        return f"{_does(said.who, 'discard')} {'your' if said.who == 'you' else 'his or her'} hand"
    if (
        said == w.DiscardCards(who=said.who, amount=said.amount)
        and said.who in PLAYERS
        and isinstance(said.amount, int)
    ):
        hand = "your" if said.who == "you" else "his or her"
        return f"{_does(said.who, 'discard')} {said.amount} card{'s' * (said.amount != 1)} from {hand} hand"
    return ""


def _may(tell: Teller, said: w.May) -> str:
    if said.who not in PLAYERS or not said.do or said.otherwise or tell.lasts:
        return ""
    only_choices = all(isinstance(each, w.Choose) and each.least == 0 and each.when == "resolving" for each in said.do)
    force = said.cost == w.Cost(force=said.cost.force) and said.cost.force
    if only_choices or (said.cost != w.FREE and not force):
        return ""
    when, tell.when = tell.when, "resolving"
    inside = tell.sentences(said.do)
    tell.when = when
    first = [f"pay {said.cost.force} Force"] if force else []
    return f"{PLAYERS[said.who]} may {{{'; '.join([*first, *inside])}}}"


def _if(tell: Teller, said: w.If) -> str:
    if tell.lasts or said.otherwise or not said.then:
        return ""
    return f"if {condition(said.condition)}, {tell.block(said.then)}"


def _later(tell: Teller, said: w.Later) -> str:
    until = {"attack ends": "attack ends", "turn starts": "permanent", "build step starts": "permanent"}
    plain = w.Later(when=said.when, do=said.do, until=until.get(said.when.kind, "turn"))
    if said != plain or tell.lasts or not said.do or said.when.to is not None or tell.when == "resolving":
        return ""
    when, tell.when = tell.when, "resolving"
    inside = tell.block(said.do)
    tell.when = when
    return f"when {event(said.when)}, {inside}"


_WORDS: dict[type, Callable[[Teller, Any], str]] = {
    w.Choose: _choose,
    w.Tap: _on("tap", "what"),
    w.Untap: _on("untap", "what"),
    w.Retreat: _on("retreat", "what"),
    w.Modify: _change,
    w.Grant: _grant,
    w.Damage: _damage,
    w.Prevent: _prevent,
    w.RemoveDamage: _heal,
    w.PlaceDamage: _harm,
    w.GainForce: _player("gain", "Force"),
    w.LoseForce: _player("lose", "Force"),
    w.GainPoints: _player("gain", "build points"),
    w.Draw: _draw,
    w.DiscardCards: _discard_cards,
    w.May: _may,
    w.If: _if,
    w.Later: _later,
}
