"""Instructions in words: one sentence each, in their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.notation import OPEN, written
from adjudicator.swtcg.cards.worded import healing
from adjudicator.swtcg.cards.worded.cards import CARDS, pair
from adjudicator.swtcg.cards.worded.changes import CHANGES
from adjudicator.swtcg.cards.worded.events import event
from adjudicator.swtcg.cards.worded.nouns import PLAYERS, amount, count, does, each, owned_by, standing
from adjudicator.swtcg.cards.worded.places import NoWordsError
from adjudicator.swtcg.cards.worded.telling import UNTIL, Telling
from adjudicator.swtcg.cards.worded.terms import condition
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


class Teller(Telling):
    """Words for the instructions of one paragraph; it counts what is chosen, as the compiler does."""

    def sentences(self, do: tuple[w.Instruction, ...]) -> list[str]:
        """The instructions, each as one or two sentences without their stops."""
        said: list[str] = []
        at = 0
        while at < len(do):
            two = do[at : at + 2]
            together = pair(self, *two) or _may_strike(self, *two) or healing.up_to(self, *two) if len(two) > 1 else ""
            said.extend([together] if together else self.one(do[at]))
            at += 2 if together else 1
        return said

    def one(self, said: w.Instruction) -> list[str]:
        """One instruction, as a sentence or, with what is done otherwise, as two."""
        make = _WORDS.get(type(said), _no_words)
        before = self.chosen, self.when, self.much
        try:
            made = make(self, said)
        except NoWordsError:
            self.chosen, self.when, self.much = before
            self.taken(said)
            return [written(said)]
        return made if isinstance(made, list) else [made]

    def block(self, do: tuple[w.Instruction, ...]) -> str:
        """Instructions held together by braces."""
        if not do:
            raise NoWordsError
        return "{" + "; ".join(self.sentences(do)) + "}"

    def later(self, do: tuple[w.Instruction, ...]) -> str:
        """Instructions in braces that are carried out when the effect resolves."""
        when, self.when = self.when, "resolving"
        try:
            return self.block(do)
        finally:
            self.when = when


def _no_words(tell: Teller, said: w.Instruction) -> str:
    raise NoWordsError


def _choose(tell: Teller, said: w.Choose) -> str:
    into = "it" if tell.chosen == 0 else f"it{tell.chosen + 1}"
    hidden = said.among.what == "card" or bool(set(said.among.zones) & {"hand", "deck", "discard", "under"})
    when = "resolving" if hidden or said.who != "you" else tell.when
    plain = w.Choose(into=into, among=said.among, least=said.least, most=said.most, who=said.who, when=when)
    extra = w.Choose(**{field: getattr(plain, field) for field in plain.__struct_fields__}
                     | {field: getattr(said, field) for field in ("different", "same", "at_random")})  # fmt: skip
    if said != extra:
        raise NoWordsError
    words = count(said.among, said.least, said.most) + _differing(said)
    tell.sides[into] = tell.sides.get(said.among.bound, said.among.side)
    tell.chosen += 1
    return f"{does(said.who, 'choose')} {words}" if said.who != "you" else f"choose {words}"


def _differing(said: w.Choose) -> str:
    different = {"": "", "name": " with a different name", "speed": " with different speed"}.get(said.different)
    if said.same == "arena" and said.among.zones:
        raise NoWordsError
    same = {"": "", "name": " with the same name", "arena": " in 1 arena"}.get(said.same)
    if different is None or same is None:
        raise NoWordsError
    return different + same + " at random" * said.at_random


def _on(verb: str, field: str) -> Callable[[Teller, Any], str]:
    def say(tell: Teller, said: Any) -> str:
        return f"{verb} {each(getattr(said, field))}"

    return say


def _damage(tell: Teller, said: w.Damage) -> str | list[str]:
    plain = w.Damage(to=said.to, amount=said.amount, dice=said.dice, by=said.by)
    stands = structs.replace(plain, preventable=False)
    against = structs.replace(plain, not_by=said.not_by[:1])
    if said not in (plain, stands, against) or not said.by.bound:
        raise NoWordsError
    dice = " dice of" if said.dice else ""
    much, where = tell.amount(said.amount)
    words = f"{each(said.by)} does {much}{dice} damage to {standing(said.to)}{where}"
    tell.much = None
    if said.not_by:
        return [words, f"your opponent can't use {said.not_by[0].title()} to prevent that damage"]
    return [words, "that damage can't be prevented"] if said == stands else words


def _prevent(tell: Teller, said: w.Prevent) -> str:
    if said.by is not None and said == w.Prevent(by=said.by):
        tell.much = w.X(name="prevented")
        return f"prevent all damage by {each(said.by)}"
    if said != w.Prevent(to=said.to, amount=said.amount):
        raise NoWordsError
    much, where = ("all", "") if said.amount is None else tell.amount(said.amount)
    tell.much = w.X(name="prevented")
    return f"prevent {much if said.amount is None else f'up to {much}'} damage to {standing(said.to)}{where}"


def _heal(tell: Teller, said: w.RemoveDamage) -> str:
    if said == w.RemoveDamage(of=said.of, all_but=said.all_but) and said.all_but:
        return f"remove all but {said.all_but} damage counters from {standing(said.of)}"
    if said != w.RemoveDamage(of=said.of, amount=said.amount):
        raise NoWordsError
    if isinstance(said.amount, int | None):
        much = "all" if said.amount is None else str(said.amount)
        tell.much = w.X(name="removed")
        return f"remove {much} damage counter{'s' * (said.amount != 1)} from {standing(said.of)}"
    return f"remove a number of damage counters from {standing(said.of)} equal to {tell.plain(said.amount)}"


def _harm(tell: Teller, said: w.PlaceDamage) -> str:
    return f"put {tell.counted(said.amount, 'damage counter')} on {standing(said.on)}"


def _move_damage(tell: Teller, said: w.MoveDamage) -> str:
    many = "all damage counters" if said.amount is None else tell.counted(said.amount, "damage counter")
    return f"move {many} from {standing(said.of)} to {standing(said.to)}"


def _player(verb: str, thing: str) -> Callable[[Teller, Any], str]:
    def say(tell: Teller, said: Any) -> str:
        if getattr(said, "spend", False):
            raise NoWordsError
        if isinstance(said.amount, int) and said.amount < 0:
            if not isinstance(said, w.GainPoints):
                raise NoWordsError
            return f"{does(said.who, 'get')} {said.amount:+d} {thing}"
        if isinstance(said.amount, int | w.X):
            many = thing.removesuffix("s") if said.amount == 1 else thing
            return f"{does(said.who, verb)} {tell.plain(said.amount)} {many}"
        return f"{does(said.who, verb)} {thing} equal to {amount(said.amount)}"

    return say


def _draw(tell: Teller, said: w.Draw) -> str:
    return f"{does(said.who, 'draw')} {tell.counted(said.amount, 'card')}"


def _may(tell: Teller, said: w.May) -> str:
    if said.who not in PLAYERS or tell.lasts:
        raise NoWordsError
    paid = said.cost.force or said.cost.points
    if said.cost not in (w.Cost(force=said.cost.force), w.Cost(points=said.cost.points)):
        raise NoWordsError
    pay = (
        f"pay {said.cost.force} Force"
        if said.cost.force
        else f"pay {said.cost.points} build point{'s' * (said.cost.points != 1)}"
    )
    if said.otherwise and not said.do and paid:
        if any(isinstance(each, w.Choose) for each in said.otherwise):
            raise NoWordsError
        pays = pay if said.who == "you" else pay.replace("pay", "pays", 1)
        return f"unless {PLAYERS[said.who]} {pays}, {tell.block(said.otherwise)}"
    only_choices = all(isinstance(each, w.Choose) and each.least == 0 and each.when == "resolving" for each in said.do)
    if said.otherwise or not said.do or (only_choices and not paid):
        raise NoWordsError
    inside = tell.later(said.do)
    return f"{PLAYERS[said.who]} may {f'{{{pay}; {inside[1:]}' if paid else inside}"


def _if(tell: Teller, said: w.If) -> str | list[str]:
    if tell.lasts or not said.then:
        raise NoWordsError
    first = f"if {tell.asked(said.condition)}, {tell.block(said.then)}"
    return [first, f"otherwise, {tell.block(said.otherwise)}"] if said.otherwise else first


NEXT_TURN = w.Event(kind="phase starts", at="command")
"""When the build points come that are gained next turn."""


def _later(tell: Teller, said: w.Later) -> str:
    if said.repeats:
        return _prevent_while(tell, said)
    if said.when == NEXT_TURN:
        gained = said.do[0] if len(said.do) == 1 else None
        if not isinstance(gained, w.GainPoints) or said != w.Later(when=NEXT_TURN, do=said.do, until="permanent"):
            raise NoWordsError
        return f"{'; '.join(tell.sentences(said.do))} next turn"
    until = {"attack ends": "attack ends", "turn starts": "permanent", "build step starts": "permanent"}
    usual = until.get(said.when.kind, "turn")
    if said.when.kind == "discarded" and said.when.to == w.THIS:
        usual = "permanent"
    chance = "prevention" if said.when.kind == "would be damaged" else ""
    if tell.lasts or said != w.Later(when=said.when, do=said.do, until=usual, condition=said.condition, chance=chance):
        raise NoWordsError
    asked = f"if {condition(said.condition)} when" if said.condition is not None else "when"
    heard = _heard_later(tell, said.when)
    if OPEN not in heard:
        tell.hear(said.when)
    return f"{{{asked} {heard}, {tell.later(said.do)}}}"


def _heard_later(tell: Teller, happens: w.Event) -> str:
    """An event to come. A card is played in one battle step, and a unit is in one arena: each of them means its own."""
    if tell.card and happens.at == "here":
        raise NoWordsError
    if tell.card and happens == w.Event(kind="step ends", at="battle step"):
        return "the battle step ends"
    return event(happens)


def _prevent_while(tell: Teller, said: w.Later) -> str:
    """Prevention that lasts, each time anew."""
    when, once = said.when, said.do[0] if len(said.do) == 1 else None
    if not isinstance(once, w.Prevent) or once != w.Prevent(to=IT, amount=once.amount) or tell.lasts:
        raise NoWordsError
    plain = w.Later(when=w.Event(kind="would be damaged", to=when.to, by=when.by), do=said.do, until=said.until,
                    repeats=True, chance="prevention")  # fmt: skip
    if said != plain or (when.to is None and when.by is None):
        raise NoWordsError
    much = "all" if once.amount is None else f"up to {tell.plain(once.amount)}"
    to = f" to {each(when.to)}" if when.to is not None else ""
    by = f" {'from' if to else 'by'} {each(when.by)}" if when.by is not None else ""
    words = f"prevent {much} damage{to}{by}{tell.until(said)}"
    tell.much = w.X(name="prevented")
    return words


def _may_strike(tell: Teller, first: w.Instruction, then: w.Instruction) -> str:
    """A unit may do damage to another, which may be left unchosen."""
    if not isinstance(first, w.Choose) or not isinstance(then, w.Damage) or not tell.chosen or tell.when != "playing":
        return ""
    into = f"it{tell.chosen + 1}"
    choice = w.Choose(into=into, among=first.among, least=0, when="resolving")
    blow = w.Damage(to=Those(what="stack", bound=into), amount=then.amount, by=then.by)
    if first != choice or then != blow or first.among.bound:
        return ""
    if then.by != w.THIS and tell.sides.get(then.by.bound) != "yours":
        return ""  # whoever has it would choose
    try:
        words = f"{each(then.by)} may do {tell.plain(then.amount)} damage to {count(first.among, 1, 1)}"
    except NoWordsError:
        return ""
    tell.chosen += 1
    return words


IT = Those(what="stack", bound="it")


def _each(tell: Teller, said: w.ForEach) -> str:
    if healed := healing.up_to_of_each(tell, said):
        return healed
    if said.into != "it" or said.of.bound:
        raise NoWordsError
    tell.chosen = max(tell.chosen, 1)
    return f"{{for {each(said.of)}, {tell.block(said.do)}}}"


WHOLE_HAND = w.DiscardCards(who="they", whole_hand=True)


def _each_player(tell: Teller, said: w.ForEachPlayer) -> str:
    match said.do:
        case (w.DiscardCards() as only,) if only == WHOLE_HAND:
            return "each player discards that player's hand"
        case (w.Draw(who="they", amount=int() as number),):
            return f"each player draws {tell.counted(number, 'card')}"
        case (w.DiscardCards() as hand, w.Draw(who="they", amount=int() as number)) if hand == WHOLE_HAND:
            return f"each player discards that player's hand, then draws {tell.counted(number, 'card')}"
        case (w.GainForce(who="they", amount=int() as number),):
            return f"each player gains {number} Force"
        case (w.LoseForce(who="they", amount=int() as number),):
            return f"each player loses {number} Force"
    raise NoWordsError


def _one_of(tell: Teller, said: w.OneOfThese) -> str:
    if len(said.options) < 2 or said.who != "you":
        raise NoWordsError
    return "choose one: " + ", or ".join(tell.block(option) for option in said.options)


def _arena(tell: Teller, said: w.ChooseArena) -> str:
    plain = w.ChooseArena(when=tell.when, among=said.among)
    if said != plain:
        raise NoWordsError
    names = [arena.capitalize() for arena in said.among]
    return "choose an arena" if len(names) == 3 else f"choose {', '.join(names[:-1])} or {names[-1]}"


def _disrupt(tell: Teller, said: w.Disrupt) -> str:
    words = {("battle",): "a Battle card", ("mission",): "a Mission card", ("activated",): "an activated ability",
             ("battle", "activated"): "a Battle card or activated ability"}.get(said.of)  # fmt: skip
    if words is None or said.bars or (said.whose is not None and said.of != ("activated",)):
        raise NoWordsError
    if said.whose is not None:
        words = f"{owned_by(said.whose, all_of=False)} activated ability"
    if said.printed_at_most is not None:
        if len(said.of) != 1 or said.of == ("activated",):
            raise NoWordsError
        words += f" with a printed Force cost of {said.printed_at_most} or less"
    price = "" if said.unless_force is None else f" unless your opponent pays {said.unless_force} Force"
    if said.away:
        raise NoWordsError
    return f"disrupt {words}{price}"


def _reroll(tell: Teller, said: w.Reroll) -> str:
    of, dice = ("", "attack dice") if said.attack else (" of", "those dice")
    if said.all:
        return f"reroll all{of} {dice}"
    if said.most is None:
        return f"reroll any{of or ' number of'} {dice}"
    if isinstance(said.most, int):
        return f"reroll up to {said.most}{of} {dice}"
    raise NoWordsError


def _roll(tell: Teller, said: w.RollDice) -> str:
    into = {"you": "rolled", "opponent": "rolled opponent"}.get(said.who)
    if said != w.RollDice(amount=said.amount, who=said.who, into=str(into)):
        raise NoWordsError
    tell.rolled = said.into
    return f"{does(said.who, 'roll')} {tell.counted(said.amount, 'die')}".replace("dies", "dice")


def _redirect(tell: Teller, said: w.Redirect) -> str:
    return f"the attacking unit now attacks {each(said.to)}"


def _control(tell: Teller, said: w.TakeControl) -> str:
    if said.until not in UNTIL:
        raise NoWordsError
    return f"{does(said.who, 'get')} control of {each(said.of)} {UNTIL[said.until]}"


def _marks(tell: Teller, said: w.AddMarks) -> str:
    if said != w.AddMarks(on=said.on, mark=said.mark, amount=said.amount) or said.mark not in MARKS:
        raise NoWordsError
    if said.amount is None:
        tell.much = w.X(name="removed")
        return f"remove all {said.mark} counters from {each(said.on)}"
    if not isinstance(said.amount, int):
        raise NoWordsError
    return f"put {said.amount} {said.mark} counter{'s' * (said.amount != 1)} on {each(said.on)}"


def _counters(tell: Teller, said: w.AddCounters) -> str:
    if said != w.AddCounters(on=said.on, amount=said.amount):
        raise NoWordsError
    if said.amount is None:
        tell.much = w.X(name="removed")
        return f"remove all build counters from {each(said.on)}"
    if isinstance(said.amount, int) and said.amount < 0:
        tell.much = w.X(name="removed")
        return f"remove {tell.counted(-said.amount, 'build counter')} from {each(said.on)}"
    return f"put {tell.counted(said.amount, 'build counter')} on {each(said.on)}"


def _divide(tell: Teller, said: w.Divide) -> str:
    part = w.RemoveDamage(of=Those(what="stack", bound="part"), amount=w.X(name="share"))
    plain = w.Divide(amount=said.amount, among=said.among, do=(part,), into="part", up_to=said.up_to)
    if said != plain or not isinstance(said.amount, int):
        raise NoWordsError
    return f"remove {'up to ' * said.up_to}{said.amount} damage counters from {each(said.among)} divided as you choose"


def _skip(tell: Teller, said: w.SkipStep) -> str:
    return f"{does(said.who, 'skip')} {'your' if said.who == 'you' else 'his or her'} next {said.step} step"


def _always(words: str, plain: w.Instruction) -> Callable[[Teller, Any], str]:
    def say(tell: Teller, said: Any) -> str:
        if said != plain:
            raise NoWordsError
        return words

    return say


MARKS = ("mastery", "corruption", "redemption", "captivity", "credit")
_WORDS: dict[type, Callable[[Any, Any], str | list[str]]] = {
    w.Choose: _choose,
    w.Tap: _on("tap", "what"),
    w.Untap: _on("untap", "what"),
    w.Retreat: _on("retreat", "what"),
    w.Deploy: _on("deploy", "what"),
    w.NameCard: _always("name a card", w.NameCard()),
    w.Damage: _damage,
    w.Prevent: _prevent,
    w.RemoveDamage: _heal,
    w.PlaceDamage: _harm,
    w.MoveDamage: _move_damage,
    w.GainForce: _player("gain", "Force"),
    w.LoseForce: _player("lose", "Force"),
    w.GainPoints: _player("gain", "build points"),
    w.Draw: _draw,
    w.SkipStep: _skip,
    w.May: _may,
    w.If: _if,
    w.Later: _later,
    w.ForEach: _each,
    w.ForEachPlayer: _each_player,
    w.OneOfThese: _one_of,
    w.ChooseArena: _arena,
    w.ChoosePlayer: _always("choose a player", w.ChoosePlayer()),
    w.Disrupt: _disrupt,
    w.Reroll: _reroll,
    w.RollDice: _roll,
    w.Redirect: _redirect,
    w.TakeControl: _control,
    w.AddMarks: _marks,
    w.AddCounters: _counters,
    w.Divide: _divide,
    w.Rearrange: _always("rearrange the cards in this unit's stack", w.Rearrange(what=w.THIS)),
    w.EndAttack: _always("the attack ends", w.EndAttack()),
    w.EndBattle: _always("the battle phase ends", w.EndBattle()),
    w.AdjustRoll: lambda tell, said: f"adjust the die roll by {said.by}",
    w.Win: lambda tell, said: f"{does(said.who, 'win')} the game",
    **CHANGES,
    **CARDS,
}
