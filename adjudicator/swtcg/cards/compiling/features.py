"""What stands after a noun: where, with what, doing what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.limiting import MODES
from adjudicator.swtcg.cards.compiling.nouns import aboard
from adjudicator.swtcg.cards.compiling.selecting import (
    ATTACKER,
    DEFENDER,
    Part,
    Told,
    _amount,
    _beside,
    _choice,
    _differing,
    _joined,
    _kind,
    _not_meant,
    _put,
    _where,
    _with,
    _your_choice,
    against,
    attacking_so,
    compared_with,
    reference,
    stat_of,
    whatever_they_are,
    without,
)
from adjudicator.swtcg.cards.compiling.story import NotMeant, Noun, Story
from adjudicator.swtcg.cards.compiling.words import Vocabulary, calls_somebody
from adjudicator.swtcg.effects.language import (
    THIS,
    Stat,
    Those,
    Where,
)


def _attacker(story: Story, who: Noun) -> Those:
    """What "it" means beside something that it attacks: the last thing of one's own that was chosen or named."""
    return who.build(story)


def _compared(those: Those, stat: Token, how: str, other: Those) -> Those:
    """Those whose value stands so to the value of another."""
    name = stat_of(str(stat))
    if those.bound == "this" and other in (ATTACKER, DEFENDER):  # which it is compared with while they fight
        those = structs.replace(those, **{"attacking" if other == DEFENDER else "defending": True})
    over = "" if other.bound else "highest" if how.startswith(">") else "lowest"  # than each of several
    return _where(those, Where(stat=name, how=how, than=Stat(stat=name, of=other, over=over)))


@v_args(inline=True)
class FeatureMeaning(Transformer[Token, Any]):
    """Further conditions and places, of `nouns.lark`."""

    bound__exactly_x: Callable[[Token], tuple[str, Told]]

    vocabulary: Vocabulary

    def post__besides_this(self, _sign: Token) -> Part:
        return _put(other=True)

    def post__besides_that(self, word: Token) -> Part:
        return lambda story, those: without(those, reference(str(word)))

    def post__in_place(self, place: Part) -> Part:
        return place

    def post__there(self, *_pronoun: Noun) -> Part:
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

    def post__attacking(self, noun: Noun) -> Part:
        return lambda story, those: attacking_so(story, those, noun)

    def post__has_attacked(self) -> Part:
        return _put(has_attacked=True)

    def post__has_not_attacked(self) -> Part:
        return _put(has_attacked=False)

    def post__is_attacking(self) -> Part:
        return _put(attacking=True)

    def post__is_defending(self) -> Part:
        return _put(defending=True)

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
        return lambda story, those: structs.replace(those, piloted_by=pilot.build(story))

    def post__you_control(self) -> Part:
        return _put(side="yours")

    def post__you_attach(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["attaching"] = True
            return structs.replace(those, side="yours")

        return add

    def post__its_controller_has(self) -> Part:
        """Of "Each Droid gets +1 power for each Location its controller has": what has the ability counts its own."""

        def add(story: Story, those: Those) -> Those:
            story.marks["its controller"] = True
            return structs.replace(those, side="yours")

        return add

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
            return structs.replace(those, what="card", zones=("under",), side="any")

        return add

    def feature__stat_no_lower(self, stat: Token) -> Part:
        return lambda story, those: _compared(those, stat, ">=", story.marks.get("rival") or story.it())

    def feature__stat_higher(self, stat: Token) -> Part:
        """Of "Higher build cost": than what was spoken of."""
        return lambda story, those: _compared(those, stat, ">", story.marks.get("rival") or story.it())

    def feature__alike(self) -> Part:
        """Of cards "with the same name": as the one thing that was chosen before, else as one another."""

        def add(story: Story, those: Those) -> Those:
            last = story.mentions[-1] if story.mentions else None
            chosen = last is not None and last.those.bound.startswith("it") and not last.plural
            plain = those.what == "card" and not (those.subtype or those.name or those.any_of)
            if last is not None and chosen and plain:
                return structs.replace(those, name_of=last.those.bound)
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "same": "name"}
            return those

        return add

    def post__at_random(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "at_random": True}
            return those

        return add

    def post__same_arena(self, noun: Noun | None = None) -> Part:
        def add(story: Story, those: Those) -> Those:
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

    def feature__stat_bound(self, stat: Token, bound: tuple[str, Told]) -> Part:
        how, amount = bound

        def add(story: Story, those: Those) -> Those:
            asked = Where(stat=stat_of(str(stat)), how=how, than=amount(story))
            if stat.startswith("total ") and how == "<=":
                story.marks["together at most"] = asked  # of several that are chosen: all of them together
            return _where(those, asked)

        return add

    def feature__bound_stat(self, bound: tuple[str, Told], stat: Token) -> Part:
        return self.feature__stat_bound(stat, bound)

    def feature__so_little(self, number: Token, stat: Token) -> Part:
        return self.feature__stat_bound(stat, ("<=", _amount(number)))

    def feature__so_much(self, number: Token, stat: Token) -> Part:
        return self.feature__stat_bound(stat, (">=", _amount(number)))

    def feature__with_subtype(self, *words: Any) -> Part:
        return lambda story, those: _kind(self.vocabulary, story, words, those)

    def feature__that_cost(self, bound: tuple[str, Told]) -> Part:
        return self.post__that_cost(bound)

    def feature__cost_extreme(self, extreme: Token) -> Part:
        return _put(**{str(extreme): "cost"})

    def feature__stat_extreme(self, extreme: Token, stat: Token) -> Part:
        return _put(**{str(extreme): stat_of(str(stat))})

    def feature__is_damaged(self, *_words: Any) -> Part:
        return _put(damaged=True)

    def feature__damaged_so_much(self, number: Token, *_words: Any) -> Part:
        if int(number) == 1:
            return _put(damaged=True)
        return lambda story, those: _where(those, Where(stat="damage", how=">=", than=int(number)))

    def feature__damaged_below(self, number: Token, *_words: Any) -> Part:
        return self._so_many("damage", ("<", _amount(number)))

    def feature__damaged_at_most(self, number: Token, *_words: Any) -> Part:
        return self._so_many("damage", ("<=", _amount(number)))

    def feature__so_damaged(self, letter: Token, *_words: Any) -> Part:
        return self._so_many("damage", self.bound__exactly_x(letter))

    def feature__so_built(self, number: Token, *_words: Any) -> Part:
        return self._so_many("counters", (">=", _amount(number)))

    def feature__built_at_most(self, number: Token, *_words: Any) -> Part:
        return self._so_many("counters", ("<=", _amount(number)))

    def feature__not_built(self, *_words: Any) -> Part:
        return self._so_many("counters", ("<=", lambda story: 0))

    post__so_built = feature__so_built

    def feature__so_marked(self, bound: tuple[str, Told], mark: Token, *_words: Any) -> Part:
        return self._so_many(f"marks:{mark}", bound)

    def feature__marked(self, mark: Token, *_words: Any) -> Part:
        return self._so_many(f"marks:{mark}", (">=", lambda story: 1))

    @staticmethod
    def _so_many(stat: str, bound: tuple[str, Told]) -> Part:
        how, amount = bound
        return lambda story, those: _where(those, Where(stat=stat, how=how, than=amount(story)))

    def feature__stacked_so_high(self, number: Token, _noun: Token) -> Part:
        return self._so_many("cards", (">=", _amount(number)))

    def feature__undamaged(self, *_words: Any) -> Part:
        return _put(damaged=False)

    def feature__with_keyword(self, keyword: Token, *_number: Any) -> Part:
        return _put(keyword=str(keyword))

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
                raise NotMeant("an unknown name")
            return structs.replace(those, name=known)

        return add

    def feature__same_name(self, noun: Noun) -> Part:
        def add(story: Story, those: Those) -> Those:
            bound = story.reach(noun).bound if noun.how == "pick" else noun.build(story).bound
            return structs.replace(those, name_of=bound or _not_meant("the same name"))

        return add

    def feature__different_name(self) -> Part:
        return _differing("name")

    def feature__different_stat(self, stat: Token) -> Part:
        return _differing(stat_of(str(stat)))

    def feature__stat_lower(self, stat: Token) -> Part:
        """Of "A lower build cost": than what attacks it, or than what was spoken of."""
        return lambda story, those: _compared(those, stat, "<", compared_with(story))

    def feature__stat_no_higher(self, stat: Token) -> Part:
        """Of "Equal or less build cost": than what was spoken of."""
        return lambda story, those: _compared(those, stat, "<=", story.marks.get("rival") or story.it())

    def feature__stat_within(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, "<=", noun.build(story))

    def feature__stat_less_than(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, "<", noun.build(story))

    def feature__stat_more_than(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, ">", noun.build(story))
