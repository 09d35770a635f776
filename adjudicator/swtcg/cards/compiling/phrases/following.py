"""What stands after a noun: where it is, what it does, in which state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.limiting import MODES
from adjudicator.swtcg.cards.compiling.phrases.whose import aboard
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary, calls_somebody
from adjudicator.swtcg.cards.compiling.story.kinds_together import card_of
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant, no_name
from adjudicator.swtcg.cards.compiling.story.rivals import against, attacking_so
from adjudicator.swtcg.cards.compiling.story.selecting import (
    DEFENDER,
    Part,
    Told,
    _beside,
    _choice,
    _joined,
    _marking,
    _not_meant,
    _put,
    _where,
    _with,
    _your_choice,
    reference,
    whatever_they_are,
    without,
)
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Stat, Those, Where

BEFORE_THIS_ATTACK = Those(attacking=False)
"""Attackers of earlier attacks: while it attacks it has attacked already, which is not what "already" means."""


def _attacker(story: Story, who: Noun) -> Those:
    """What "it" means beside something that it attacks: the last thing of one's own that was chosen or named."""
    return who.build(story)


YOU_CONTROL = _put(side="yours")
"""Of "a Jedi you control"."""


@v_args(inline=True)
class FollowingMeaning(Transformer[Token, Any]):
    """Further conditions, places and states, of `nouns.lark`."""

    arenas__this_arena: Callable[..., Part]
    feature__with_keyword: Callable[[Token], Part]
    vocabulary: Vocabulary

    def post__besides_this(self, _sign: Token) -> Part:
        return _put(other=True)

    def post__besides_that(self, word: Token) -> Part:
        return lambda story, those: without(those, reference(str(word)))

    def post__here(self) -> Part:
        return self.arenas__this_arena()

    def post__in_place(self, place: Part) -> Part:
        return place

    def post__there_or_aboard(self, place: Part, *_unit: Token) -> Part:
        """A unit there, or a Pilot wherever he is."""

        def add(story: Story, those: Those) -> Those:
            if those.what != UNIT_OR_PILOT:
                raise NotMeant("as a Pilot")
            there = place(story, Those(what=UNIT_OR_PILOT))
            return structs.replace(those, any_of=(there, Those(what="pilot")))

        return add

    def post__as_a_pilot(self, _unit: Token) -> Part:
        def add(_story: Story, those: Those) -> Those:
            if those.what != UNIT_OR_PILOT:
                raise NotMeant("as a Pilot")
            return structs.replace(those, what="pilot")

        return add

    def post__there(self, *_pronoun: Any) -> Part:
        def add(story: Story, those: Those) -> Those:
            if "there" in story.marks:
                found: Those = story.marks["there"](story, those)
                return found
            if not isinstance(story.arena, tuple) or not story.arena:
                raise NotMeant("there")
            return structs.replace(those, zones=story.arena)

        return add

    def post__with_feature(self, *features: Part) -> Part:
        return lambda story, those: _with(story, those, features)

    def post__without(self, feature: Part) -> Part:
        return lambda story, those: without(those, feature(story, Those()))

    def post__without_keyword(self, keyword: Token) -> Part:
        return self.post__without(self.feature__with_keyword(keyword))

    def post__attacking(self, noun: Noun) -> Part:
        return lambda story, those: attacking_so(story, those, noun)

    def post__has_attacked(self) -> Part:
        return _put(has_attacked=True)

    def post__has_not_attacked(self) -> Part:
        return _put(has_attacked=False)

    def post__was_attacked(self) -> Part:
        return _put(was_attacked_by=BEFORE_THIS_ATTACK)

    def post__was_not_attacked(self) -> Part:
        return lambda story, those: without(those, Those(was_attacked_by=BEFORE_THIS_ATTACK))

    def post__is_attacking(self) -> Part:
        return _put(attacking=True)

    def post__is_defending(self) -> Part:
        return _put(defending=True)

    def post__attacked_this_turn(self, noun: Noun) -> Part:
        """Of "the units it attacked this turn"."""

        def add(story: Story, those: Those) -> Those:
            attackers = noun.build(story)
            if not attackers.bound:
                raise NotMeant("what was attacked by which of them")
            return structs.replace(those, was_attacked_by=attackers)

        return add

    def post__attacked_by(self, noun: Noun) -> Part:
        return lambda story, those: structs.replace(those, attacked_by=against(story, noun, DEFENDER))

    def post__in_state(self, state: Part) -> Part:
        return state

    def post__not_in_state(self, state: Part) -> Part:
        """The contrary of a state, which is one thing that is so or not."""

        def add(story: Story, those: Those) -> Those:
            said = state(story, Those())
            (field,) = (name for name in said.__struct_fields__ if getattr(said, name) is not getattr(Those(), name))
            return structs.replace(those, **{field: not getattr(said, field)})

        return add

    def post__that_is_not(self, described: Part) -> Part:
        def add(story: Story, those: Those) -> Those:
            if those.but is not None:
                raise NotMeant("several things that it is not")
            return structs.replace(those, but=whatever_they_are(described(story, Those())))

        return add

    def state__unique(self) -> Part:
        return _put(unique=True)

    def post__that_cost(self, bound: tuple[str, Told]) -> Part:
        how, amount = bound
        return lambda story, those: _where(those, Where(stat="cost", how=how, than=amount(story)))

    def post__that_cost_at_most(self, number: Token) -> Part:
        return self.post__that_cost(("<=", lambda _story: int(number)))

    def post__that_cost_at_least(self, number: Token) -> Part:
        return self.post__that_cost((">=", lambda _story: int(number)))

    def post__using(self, keyword: Token, noun: Noun | None = None) -> Part:
        def add(story: Story, those: Those) -> Those:
            if keyword not in MODES:
                raise NotMeant(f"using {keyword}")
            whom = noun.build(story) if noun is not None else None
            return structs.replace(those, attacking_whom=whom, mode=str(keyword))

        return add

    def post__you_revealed(self) -> Part:
        """Of "each Jedi you revealed": of the cards shown last, those."""

        def add(story: Story, those: Those) -> Those:
            if "there" in story.marks or "revealed" not in story.marks:
                return self.post__there()(story, those)
            shown: Those = story.marks["revealed"]
            if any(isinstance(each.than, Stat) and each.than.of == shown for each in those.where):
                return those  # "with less speed than the card you revealed": that card it is
            return _joined(shown, structs.replace(those, what=shown.what))

        return add

    def post__that_is(self, described: Part) -> Part:
        return lambda story, those: _joined(those, described(story, Those()))

    def post__on_units_in(self, _noun: Token, place: Part) -> Part:
        """Of "Pilots from units in the Space arena": a Pilot is where its unit is."""

        def add(story: Story, those: Those) -> Those:
            if those.what != "pilot":
                raise NotMeant("from units")
            return place(story, those)

        return add

    def post__at_that_time(self, _self: Noun) -> Part:
        """As it is when the effect is carried out, which is how every effect looks at what it changes."""
        return lambda story, those: those

    def post__within_reach(self, _noun: Token, who: Noun) -> Part:
        return self.post__in_reach(who)

    def post__in_reach(self, who: Noun) -> Part:
        return lambda story, those: structs.replace(
            those, in_reach_of=_attacker(story, who).bound or _not_meant("what can attack that")
        )

    def post__not_yet_attacked(self, *who: Noun) -> Part:
        def add(story: Story, those: Those) -> Those:
            attackers = Those(bound=those.in_reach_of) if not who else _attacker(story, who[0])
            return without(those, Those(was_attacked_by=attackers))

        return add

    def post__piloted_by_this(self, pilot: Noun) -> Part:
        return lambda story, those: structs.replace(those, piloted_by=pilot.any_one(story))

    def post__you_control(self) -> Part:
        return YOU_CONTROL

    def post__you_attach(self) -> Part:
        return _marking("attaching", side="yours")

    def post__its_controller_has(self) -> Part:
        """Of "Each Droid gets +1 power for each Location its controller has": what has the ability counts its own."""
        return _marking("its controller", side="yours")

    def post__opponent_has(self) -> Part:
        return _put(side="opponents")

    def post__that_player_has(self) -> Part:
        return lambda story, those: structs.replace(those, side=story.side("that"))

    def post__of_that_type(self, *_noun: Any) -> Part:
        def add(story: Story, those: Those) -> Those:
            if story.arena == ("there",):  # the type of a unit is called as its arena is
                return structs.replace(those, types=("there",))
            chosen = story.marks.get("type") or _not_meant("of that type")
            return structs.replace(those, **chosen)

        return add

    def post__other_than(self, noun: Noun) -> Part:
        return lambda story, those: without(those, noun.build(story))

    def post__of_choice(self) -> Part:
        return _choice

    def post__of_your_choice(self) -> Part:
        return _your_choice

    def post__aboard(self, unit: Noun) -> Part:
        return lambda story, those: aboard(story, those, unit.build(story))

    def post__aboard_one(self, unit: Noun) -> Part:
        """Of "an Equipment attached to one of your opponent's units": the unit is chosen first."""

        def add(story: Story, those: Those) -> Those:
            host = unit.build(story)
            if story.lasts or those.what != "equipment" or host.bound or (unit.least, unit.most) != (1, 1):
                raise NotMeant("attached to that")
            chosen = story.marks.setdefault("chosen hosts", {})
            if host not in chosen:  # what means the Equipment is asked for more than once
                chosen[host] = story.choose(unit, structs.replace(host, equipped_by=those))
            return aboard(story, those, chosen[host])

        return add

    def post__under_this(self, noun: Noun) -> Part:
        def add(story: Story, those: Those) -> Those:
            if noun.build(story).bound != "this":
                raise NotMeant("under another card")
            return structs.replace(card_of(those), zones=("under",), side="any")

        return add

    def post__at_random(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "at_random": True}
            return those

        return add

    def post__same_arena(self, noun: Noun | None = None) -> Part:
        def add(story: Story, those: Those) -> Those:
            if noun is None and not story.mentions and story.marks.get("played"):
                story.marks["choosing"] = {**story.marks.get("choosing", {}), "same": "arena"}  # as one another
                story.marks["as one another"] = True
                return those
            other = noun.build(story) if noun is not None else story.it()
            story.marks["same arena"] = noun is None and other == THIS
            if other == THIS == story.marks.get("discarded"):
                return structs.replace(those, alongside="this")  # where it stood
            if story.marks.pop("other than", False) and other.bound:
                those = without(structs.replace(those, other=False), other)
            return _beside(those, other)

        return add

    def state__tapped(self) -> Part:
        return _put(tapped=True)

    def state__untapped(self) -> Part:
        return _put(tapped=False)

    def state__damaged(self) -> Part:
        return _put(damaged=True)

    def state__undamaged(self) -> Part:
        return _put(damaged=False)

    def state__stacked(self) -> Part:
        return _put(stacked=True)

    def state__piloted(self) -> Part:
        return _put(piloted=True)

    def post__of_that_name(self) -> Part:
        """Of the name that was said."""

        def add(story: Story, those: Those) -> Those:
            return structs.replace(those, name_of=story.marks.get("named") or _not_meant("what was named"))

        return add

    def post__named_so(self, name: Token) -> Part:
        """Of "each card named Second Look": by a name that is known, or the card's own."""

        def add(story: Story, those: Those) -> Those:
            known = story.name if name.type == "OWN" else str(name)
            if name.type != "OWN" and known not in self.vocabulary.known and not calls_somebody(known):
                raise NotMeant(no_name(known))
            return structs.replace(those, name=known)

        return add
