"""How changes that last are put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from lark import Token
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.in_attack import in_defence
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import _capped, _for_each, _nouns, _on_table
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, Told, _times, could_pilot, without
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.keyword_reader import Broken, parse
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

UnitVerb = Callable[[Story, Those], None]

"""What a unit does: it adds the instructions for those."""

Gain = Callable[[Story, Those], Any]


class Add(msgspec.Struct, frozen=True):
    """A gain of a value: so much, or so much for each of something."""

    stat: str
    number: Token
    each: Callable[[Story, int], w.Amount] | None = None
    of: Noun | None = None

    def __call__(self, story: Story, those: Those) -> Any:
        """The change for those."""
        if self.each is not None:
            much = _capped(story, self.each(story, int(self.number)))
        else:
            much = _capped(story, _for_each(story, _signed(self.number, story)))
        count = much.of if isinstance(much, w.Capped | w.Half | w.Times) else much
        own = story.marks.pop("its controller", False)
        if own and (not isinstance(count, w.Count) or not story.lasts or story.until or those.bound):
            raise NotMeant("whose controller")
        if (
            isinstance(count, w.Count)
            and (count.of.other or own)
            and story.lasts
            and not story.until
            and not those.bound
        ):
            # "each other" beside each of several is other than that one
            of_itself = w.Static(changes=(w.Modify(of=THIS, stat=self.stat, amount=much),))
            return w.Grant(to=those, ability=of_itself)
        return _change(story, those, self.stat, much)


class Given(msgspec.Struct, frozen=True):
    """A gain of an ability that stands in quotation marks."""

    gain: Gain

    def __call__(self, story: Story, those: Those) -> Any:
        """What those are given."""
        return self.gain(story, those)


def together(gains: tuple[Gain, ...]) -> tuple[Gain, ...]:
    """Of "+1 power and +1 health for each ...": what stands at the end counts for all the values before it."""
    last = gains[-1]
    if not isinstance(last, Add) or last.each is None:
        return gains
    return tuple(
        structs.replace(gain, each=last.each) if isinstance(gain, Add) and gain.each is None else gain for gain in gains
    )


ADDED = {"accuracy", "critical hit", "shields", "lucky"}

FOR_NOTHING = {"intercept", "evade", "deflect", "absorb", "persuade", "protect", "redirect", "ambush"}
"""Keywords that are played: given without a cost they are played for nothing."""

OF_A_NUMBER = {"evade", "deflect"}
"""Those of them that do nothing without a number."""


def _signed(number: Token, story: Story) -> w.Amount:
    if number.upper().endswith("X"):
        if story.x is not None and number.startswith("+"):
            return story.x(story)
        amount = story.x(story) if story.x is not None else w.X()
        return _times(amount, -1) if number.startswith("-") else amount
    return int(number)


def _lasting(story: Story, change: Any) -> Any:
    """A change for as long as the sentence says; in a text that is always on, as long as its card is there."""
    if story.lasts and not story.until:
        return change
    made = structs.replace(change, until=story.duration())
    if story.condition is not None:
        story.marks["on condition"] = True
        made = structs.replace(made, condition=story.condition)
    return made


def _change(story: Story, those: Those, stat: str, amount: w.Amount) -> Any:
    return _lasting(story, w.Modify(of=those, stat=stat, amount=amount))


def _grant(story: Story, those: Those, ability: w.Ability) -> Any:
    return _lasting(story, w.Grant(to=those, ability=ability))


def _get(story: Story, those: Those, gains: tuple[Gain, ...]) -> None:
    """Those get all of that; who they are may hang on what they are attacking."""
    member, plain = story.marks.get("member"), those
    if member is not None:
        those = member(story, those)
    if story.marks.get("same arena") and not those.bound and those.zones != ("here",):
        raise NotMeant("the same arena as which of them")
    if story.marks.get("in attack") and isinstance(gains[0], Given) and len(gains) > 1:
        raise NotMeant("which of them in the attack")
    # A noun that is on the table, or a Mission's cards to be built, can have a value changed.
    each = story.marks.get("for each")
    for gain in gains:
        if each is not None:
            story.marks["for each"] = each  # what closes the sentence counts for every value in it
        made = _made(gain, story, those)
        own = isinstance(gain, Add) and gain.each is not None  # what it says itself of how often counts for it
        if each is not None and "for each" in story.marks and (not own or gain is gains[-1]):
            raise NotMeant("that for each of something")
        said = made if isinstance(made, tuple) else (made,)
        if member is not None:
            said = tuple(in_defence(story, each, plain) for each in said)
            story.marks["member used"] = story.marks.get("member used", 0) + len(said)
        story.say(*said)


def _made(gain: Gain, story: Story, those: Those) -> Any:
    """A gain of those; of "Each of your Droids gets +1 power for each damage counter on it" each by its own."""
    if those.bound or not all(each.plural for each in story.mentions):
        return gain(story, those)
    before, story.marks["of each"] = story.marks.pop("it is this", None), True
    made = gain(story, those)
    if isinstance(made, w.Modify) and isinstance(made.amount, w.Stat) and made.amount.of == those:  # "on them"
        made = structs.replace(made, amount=structs.replace(made.amount, of=THIS, over=""))
        story.marks["it is this"] = True
    story.marks.pop("of each")
    if story.marks.pop("each other", False) and not isinstance(made, w.Grant):  # what is granted says it of itself
        if not isinstance(made, w.Modify) or not isinstance(made.amount, w.Count):
            raise NotMeant("other than which of them")
        story.marks["it is this"] = True
    if not story.marks.pop("it is this", False):
        story.marks.update({"it is this": before} if before else {})
        return made
    if not isinstance(made, w.Modify):
        raise NotMeant("that by what each of them has")
    if story.lasts and not story.until:
        of_itself = w.Static(changes=(w.Modify(of=THIS, stat=made.stat, amount=made.amount),))
        return w.Grant(to=those, ability=of_itself)
    one = Those(what="stack", bound=story.fresh("it"))
    return w.ForEach(of=those, do=(structs.replace(made, of=one, amount=_its(made.amount, one)),), into=one.bound)


def _its(amount: w.Amount, one: Those) -> w.Amount:
    """An amount that is told of this card, as one of another thing."""
    if isinstance(amount, w.Stat):
        return structs.replace(amount, of=one) if amount.of == THIS else amount
    if isinstance(amount, w.Count) and amount.of.other:
        others = without(structs.replace(amount.of, other=False), one)
        beside = others.zones == ("here",)  # "in the same arena": as that one
        return structs.replace(amount, of=structs.replace(others, zones=(), alongside=one.bound) if beside else others)
    if isinstance(amount, w.Sum):
        return structs.replace(amount, of=tuple(_its(each, one) for each in amount.of))
    if isinstance(amount, w.Half | w.Times | w.Capped):
        return structs.replace(amount, of=_its(amount.of, one))
    return amount


def _keyword(story: Story, those: Those, keyword: str, amount: w.Amount | None) -> Any:
    """A keyword gained: one that is a value adds to it, another is granted."""
    if keyword in ADDED:
        if amount is None:
            raise NotMeant(f"{keyword} of no number")
        amount = _for_each(story, amount)
        if isinstance(amount, int):
            return _grant(story, those, w.Keyword(name=keyword, x=amount))
        return _change(story, those, keyword, amount)
    if not isinstance(amount, int | None):
        raise NotMeant(f"{keyword} of a number that is not told")
    if keyword in FOR_NOTHING and (amount or keyword not in OF_A_NUMBER):
        return _grant(story, those, w.Keyword(name=keyword, x=amount or 0))  # for nothing, as it says no cost
    _must_stand_alone(keyword, amount)
    return _grant(story, those, w.Keyword(name=keyword, x=amount or 0))


def _must_stand_alone(keyword: str, amount: int | None) -> None:
    """Raises NotMeant of what is no ability if nothing follows: a Bounty of nothing, an Armor of a number."""
    bare = keyword if amount is None else f"{keyword} {amount}"
    if isinstance(parse(bare, "printed"), Broken):
        raise NotMeant(f"{bare} that says nothing more")


def _damager(story: Story, those: Those) -> Those:
    """What does damage: "it" is no Equipment or Location, if the card itself was spoken of before that alone."""
    if not any(each.those == those and each.kind.what in ("equipment", "location") for each in story.mentions):
        return those
    if any(each.those not in (those, THIS) for each in story.mentions):
        raise NotMeant("which of them does damage")
    return THIS


def damages_the_same(amount: Told, *, dice: bool) -> UnitVerb:
    """Of "If that unit is a Droid, it does 4 damage instead": to whom, and by what, as has just been said."""

    def verb(story: Story, _those: Those) -> None:
        last = next((each for each in story.said_so_far() if isinstance(each, w.Damage)), None)
        if last is None or not story.marks.get("says instead"):
            raise NotMeant("damage to what")
        story.say(structs.replace(last, amount=amount(story), dice=dice))

    return verb


def _damages(blows: tuple[tuple[Told, Noun], ...], *, dice: bool) -> UnitVerb:
    def verb(story: Story, those: Those) -> None:
        those = _damager(story, those)
        if not those.bound:
            if any(noun.extra.get("other of two") for _, noun in blows):
                _damage_each_other(story, those, blows, dice=dice)
            else:
                _each_damages(story, those, blows, dice=dice)
            return
        if those.bound == "chosen by each" and any(noun.extra.get("other of two") for _, noun in blows):
            raise NotMeant("the other of which two")
        for amount, noun in blows:
            for each in _nouns(noun):
                target = _on_table(_but_itself(story, each, those))
                story.say(w.Damage(to=target, amount=_for_each(story, amount(story)), dice=dice, by=those))

    return verb


def _damage_each_other(story: Story, those: Those, blows: tuple[tuple[Told, Noun], ...], *, dice: bool) -> None:
    """Two units do damage to each other, as much as is said of each: both amounts are what they were before either."""
    if len(those.any_of) != 2 or len(blows) != 1 or not all(each.bound for each in those.any_of):
        raise NotMeant("the other of which two")
    done = []
    for one, other in (those.any_of, those.any_of[::-1]):
        amount = _its(blows[0][0](_speaking_of(story, one)), one)
        if not isinstance(amount, int | w.X):
            story.say(w.Let(into=f"of {one.bound}", be=amount))
            amount = w.X(name=f"of {one.bound}")
        done.append(w.Damage(to=other, amount=amount, dice=dice, by=one))
    story.say(*done)


def _speaking_of(story: Story, one: Those) -> Story:
    """A story in which "it" is that one."""
    told = Story(when=story.when, own=story.own, name=story.name)
    told.mention(one)
    told.x, told.much = story.x, story.much
    return told


def _each_damages(story: Story, those: Those, blows: tuple[tuple[Told, Noun], ...], *, dice: bool) -> None:
    """Each of those does it, to something of its own."""
    if story.lasts:
        raise NotMeant("damage by several")
    when, story.when = story.when, "resolving"
    story.marks.pop("others", None)  # which of them is "the other" changes from one to the next
    with story.inside() as do:
        one = Those(what="stack", bound=story.fresh("it"))
        story.mention(one, those)
        _damages(blows, dice=dice)(story, one)
    story.when = when
    story.say(w.ForEach(of=those, do=tuple(do), into=one.bound))


def _but_itself(story: Story, noun: Noun, those: Those) -> Those:
    """What those do something to: "that unit" beside them is none of them, nor is "it" beside this card, where anything
    else was spoken of.
    """
    if noun.extra.get("itself"):
        return those
    other = any(not each.plural and each.those not in (those, THIS) for each in story.mentions)
    if not noun.extra.get("that") and not (noun.extra.get("it") and those == THIS and other):
        return story.reach(noun)
    spoken = story.mentions
    story.mentions = [each for each in spoken if each.those != those]
    found = story.reach(noun)
    story.mentions = [*spoken, story.mentions[-1]]
    return found


def _attack(story: Story, those: Those, noun: Noun) -> None:
    """A unit is made to attack something: the attack going on is turned, or it is an attack of its own."""
    on = _but_itself(story, noun, those)
    _no_self(story, those, on)
    if those == ATTACKER and story.marks.get("turned") != ATTACKER:
        raise NotMeant("the attack turned, or another one")  # and on whose units, as it may be anybody's
    story.say(w.Redirect(to=on) if story.marks.get("turned") == those else w.AttackWith(unit=those, on=on))


def _no_self(story: Story, those: Those, on: Those) -> None:
    """No unit attacks itself: of "It attacks a unit at random" any unit but it may be hit upon."""
    last = story.do[-1] if story.do else None
    if not isinstance(last, w.Choose) or not last.at_random or last.into != on.bound or last.among.but is not None:
        return
    story.do[-1] = structs.replace(last, among=structs.replace(last.among, but=those))


def _more_or_less(words: tuple[Any, ...]) -> tuple[bool, Any]:
    flags = [word for word in words if isinstance(word, bool)]
    kind = next(word for word in words if not isinstance(word, bool))
    return flags[0], kind


def _equipped_by(story: Story, equipment: Those) -> Those:
    """Whom Equipment is attached to that costs less to attach: this unit, or on a Location the units of its player,
    since nobody attaches his or hers to another's (crf.equipment.equip-own-units-only).
    """
    return Those(side=equipment.side) if "location" in story.marks.get("types", ()) else THIS


def _cost(story: Story, those: Those, number: int, kind: Any) -> None:
    attached = story.marks.pop("attaching", False)
    if kind == "build":
        if attached:
            raise NotMeant("the cost of building or of attaching")
        those = could_pilot(those)  # what is being built is no Pilot on a unit yet
        story.say(_lasting(story, w.Modify(of=those, stat="cost", amount=_for_each(story, number))))
        return
    if isinstance(kind, str):
        if those.what == "equipment":
            story.say(_lasting(story, w.Tax(kind="equip", force=number, of=THIS)))
            return
        if those.types == ("battle",) and those.what == "card":
            story.say(_lasting(story, w.Tax(kind="battle", force=number, side=those.side)))
            return
        raise NotMeant("costs Force to play")
    word, nouns = kind
    of = nouns[0].build(story) if nouns else _equipped_by(story, those)
    if those not in (THIS, Those(what="equipment", side=those.side)):
        raise NotMeant("attach")
    points = number if word == "attach points" else 0
    story.say(_lasting(story, w.Tax(kind="equip", force=0 if points else number, of=of, points=points)))
