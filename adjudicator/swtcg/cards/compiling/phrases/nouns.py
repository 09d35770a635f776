"""What noun phrases mean: things, and how many of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.whose import aboard
from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary, calls_somebody
from adjudicator.swtcg.cards.compiling.story.kinds_together import _any_of, _as_card, beside_this
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant, may_be, no_name
from adjudicator.swtcg.cards.compiling.story.selecting import (
    ATTACKER,
    DEFENDER,
    Part,
    _choice,
    _picked,
    _with,
    _your_choice,
    reference,
)
from adjudicator.swtcg.cards.compiling.story.spoken import _CHOSEN, ARENAS, IN_PLAY
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.story.this_way import still_to_be
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Mean, MoveTo, Retreat, Tap, Those, Untap


def _among_those(story: Story, those: Those) -> Those:
    """Of "the unit with the lowest speed": of the units just spoken of, where it is not said which."""
    last = story.mentions[-1].kind if story.mentions and story.mentions[-1].plural else None
    if last is not None and story.mentions[-1].those.bound and not those.zones and last.what == those.what:
        return structs.replace(story.mentions[-1].those, lowest=those.lowest, highest=those.highest)
    if last is None or those.zones or not last.zones or last.what != those.what:
        return those
    return structs.replace(those, zones=last.zones, side=last.side if those.side == "any" else those.side)


def _chosen(story: Story, those: Those) -> Those | None:
    """Of "your Starfighter", where "one of your untapped Starfighters" was chosen: that one; of "your unit" the one of
    yours. Raises NotMeant for one unit that was not spoken of.
    """
    if story.marks.pop("single", False) and those == Those(side=those.side):
        names = {each.those for each in story.mentions if each.kind.side == those.side and each.those.bound}
        if len(names) == 1 and not any(each.plural and each.those in names for each in story.mentions):
            return names.pop()
        raise NotMeant("which unit of that player")
    if not (those.subtype or those.types):
        return None
    for each in reversed(story.mentions):
        kind = each.kind
        like = (kind.side, kind.what, kind.subtype, kind.types) == (those.side, those.what, those.subtype, those.types)
        if like and each.those.bound and not each.plural and those.zones in ((), kind.zones):
            return each.those
    return None


def _lying_as(noun: Noun, last: Noun) -> Noun:
    """Of "a Location card and an Equipment card from your discard pile": where they lie is said once. Whether somebody
    named has to stand where the others do ("Aunt Test and each Scout in this arena") is not guessed.
    """
    if noun.how == "named" and last.how == "each":
        return structs.replace(noun, build=lambda story: _anywhere_as(noun.build(story), last.build(story)))
    if noun.how == last.how == "each":  # "each Scout and each Droid in this arena"
        return structs.replace(noun, build=lambda story: _where_the_last_is(noun.build(story), last.build(story)))

    def build(story: Story) -> Those:
        those = noun.build(story)
        if those.zones or those.bound or those.what not in ("location", "equipment", "card"):
            return those
        there = last.build(story)
        if there.what != "card" or there.zones not in (("discard",), ("deck",)):
            return those
        return structs.replace(_as_card(those), zones=there.zones, side=there.side)

    return structs.replace(noun, build=build) if noun.how == "pick" else noun


def _whose_as(noun: Noun, last: Noun) -> Noun:
    """Of "a Jedi and a Droid you have in the Character arena": whose they are and where is said once, behind them."""

    def build(story: Story) -> Those:
        those = noun.build(story)
        if those.bound or those.side != "any":
            return those
        behind = last.build(story)
        return structs.replace(those, side=behind.side, zones=those.zones or behind.zones)

    return structs.replace(noun, build=build) if noun.how == "pick" else noun


def _anywhere_as(those: Those, last: Those) -> Those:
    if last.zones and not those.zones:
        raise NotMeant("where the first of them is")
    return those


def _where_the_last_is(those: Those, last: Those) -> Those:
    """Of "a Jedi or a Droid in this arena": where they are is said once, of all that can be there."""
    if those.zones or those.bound or those.aboard or those.what != last.what:
        return those
    elsewhere = those.types and set(last.zones) <= set(ARENAS) and not set(last.zones) & set(those.types)
    return those if elsewhere else structs.replace(those, zones=last.zones)


def _done_to(story: Story, deed: type[w.Tap | w.Untap | w.Retreat], paid: str = "") -> Those:
    """Of "the unit you tapped": what that was done to last, or what a cost was paid with."""
    done = next((each for each in story.said_so_far() if isinstance(each, deed)), None)
    if done is not None and done.what.bound:
        return done.what
    found = next((each.those for each in reversed(story.mentions) if paid and each.those.bound == paid), None)
    if found is None:
        raise NotMeant("what that was done to")
    return found


def _of_the_same_side(first: Noun, noun: Noun) -> Noun:
    """Of "each of your Rebels and Rebel Squads": whose the named ones are is said once, before the first."""
    if noun.how != "named":
        return noun

    def build(story: Story) -> Those:
        those = noun.build(story)
        return structs.replace(those, side=first.build(story).side) if those.side == "any" else those

    return structs.replace(noun, build=build)


def _in_that_attack(those: Those) -> Those:
    """Of "the unit attacking it": the one there is, if that is what it attacks, and if it is of that kind."""
    one, other = (ATTACKER, those.attacking_whom) if those.attacking_whom is not None else (DEFENDER, those.attacked_by)
    told = structs.replace(those, what=one.what, bound=one.bound, attacking=None, defending=None)
    if other in (ATTACKER, DEFENDER):
        told = structs.replace(told, attacking_whom=None, attacked_by=None)
    return told


@v_args(inline=True)
class NounMeaning(Transformer[Token, Any]):
    """Things and quantities, of `nouns.lark`."""

    vocabulary: Vocabulary
    described__kinds: Callable[..., Part]

    def thing__data(self, data: Token) -> Noun:
        return self._ref(lambda story: read(str(data)))

    def thing__ref(self, word: Token, *posts: Part) -> Noun:
        return self._ref(lambda story: _with(story, reference(str(word)), posts))

    def things(self, noun: Noun) -> Noun:
        return noun

    def things__all_things(self, *nouns: Noun) -> Noun:
        nouns = (*(_lying_as(noun, nouns[-1]) for noun in nouns[:-1]), nouns[-1])
        if nouns[-1].extra.get("whose behind"):
            nouns = (*(_whose_as(noun, nouns[-1]) for noun in nouns[:-1]), nouns[-1])
        if nouns[0].extra.get("all of them"):
            nouns = (nouns[0], *(_of_the_same_side(nouns[0], noun) for noun in nouns[1:]))
        return Noun(
            "all", lambda story: _any_of([each.build(story) for each in nouns]), plural=True, extra={"nouns": nouns}
        )

    def things__any_things(self, *nouns: Noun) -> Noun:
        first = nouns[0]
        named = all(each.how == "named" for each in nouns)  # one of those who are called so
        how = "pick" if named or any(each.how == "pick" for each in nouns) else first.how
        most = max((each.most if isinstance(each.most, int) else 1) for each in nouns)

        def build(story: Story) -> Those:
            made = [each.build(story) for each in nouns]
            if apart and not story.lasts and (either := beside_this(made)) is not None:
                return either
            side = made[0].side  # "your ... or ...": whose they are is said once
            made = [_where_the_last_is(one, made[-1]) for one in made]
            return _any_of([structs.replace(one, side=side) if one.side == "any" else one for one in made])

        apart = nouns if any(each.extra.get("this") for each in nouns) else ()
        return Noun(how, build, first.least, most, how == "each", {"apart": apart} if apart else {})

    def things__none_of_things(self, *nouns: Noun) -> Noun:
        """Of "neither Aunt Test nor a Scout"."""
        return structs.replace(self.things__any_things(*nouns), how="none")

    def _ref(self, build: Callable[[Story], Those], *, plural: bool = False) -> Noun:
        return Noun("ref", build, plural=plural)

    def with_its_cards(self, *_words: Any) -> Noun:
        """A thing with the cards of its stack and its Pilots, when it has been discarded."""

        def build(story: Story) -> Those:
            if story.marks.get("discarded") is None:
                raise NotMeant("what was stacked with it")
            return Those(what="card", bound="its cards", zones=("discard",))

        return self._ref(build, plural=True)

    def self__this(self, _sign: Token, *posts: Part) -> Noun:
        return Noun("ref", lambda story: _with(story, THIS, posts), extra={} if posts else {"this": True})

    def self__own(self, _sign: Token, *posts: Part) -> Noun:
        return self._ref(lambda story: _with(story, story.own, posts))

    def pronoun__it(self) -> Noun:
        return Noun("ref", lambda story: story.it(), extra={"it": True})

    def pronoun__itself(self) -> Noun:
        return Noun("ref", lambda story: story.it(), extra={"it": True, "itself": True})

    def pronoun__person(self) -> Noun:
        """Of "he" where the card calls itself "this unit": somebody else."""

        def build(story: Story) -> Those:
            with story.not_meaning(THIS):
                found = story.it()
            if found == THIS:
                raise NotMeant("who that is")
            return found

        return Noun("ref", build, extra={"it": True})

    def pronoun__them(self) -> Noun:
        return Noun("ref", lambda story: story.them(), plural=True, extra={"it": True})

    def pronoun__each_of_them(self) -> Noun:
        """Of "each of them", which nothing is that was spoken of alone."""
        return Noun("ref", lambda story: story.them(several=True), plural=True, extra={"it": True})

    def referred__that(self, described: Part, *posts: Part) -> Noun:
        return Noun("ref", lambda story: story.that(described(story, Those())), extra={"that": True})

    def referred__the_chosen(self, described: Part, *posts: Part) -> Noun:
        return Noun("ref", lambda story: story.chosen(described(story, Those())), extra={"that": True})

    def referred__your_chosen(self, described: Part) -> Noun:
        return self._chosen_of("yours", described)

    def referred__their_chosen(self, described: Part) -> Noun:
        return self._chosen_of("opponents", described)

    @staticmethod
    def _chosen_of(side: str, described: Part) -> Noun:
        """Of "your chosen unit": of several that were chosen the one that was chosen among those of that side."""

        def build(story: Story) -> Those:
            kind = described(story, Those())
            found = [each for each in story.mentions if each.kind.side == side and each.those.bound]
            names = {each.those for each in found if may_be(each.kind, kind)}
            if len(names) != 1:
                raise NotMeant("the chosen one of a player")
            return names.pop()

        return Noun("ref", build, extra={"that": True})

    def referred__those(self, described: Part, *posts: Part) -> Noun:
        """Of "each of those Droids with Armor": only some of those that were spoken of."""

        def build(story: Story) -> Those:
            return _with(story, story.that(described(story, Those()), plural=True), posts)

        return self._ref(build, plural=True)

    def referred__both(self, *_described: Any) -> Noun:
        """The two things that were chosen one by one."""

        def build(story: Story) -> Those:
            names = dict.fromkeys(each.those for each in story.mentions if each.those.bound and not each.plural)
            if len(names) != 2:
                raise NotMeant("both")
            return Those(what="stack", any_of=tuple(names), zones=IN_PLAY)

        return self._ref(build, plural=True)

    def referred__the_discarded(self, described: Part) -> Noun:
        """What was discarded as a cost, or at what sets the effect off."""

        def build(story: Story) -> Those:
            paid = next((each.those for each in story.mentions if each.those.bound == "discarded"), None)
            found = paid or story.that(described(story, Those()))
            if found.bound not in ("discarded", "it"):
                raise NotMeant("what was discarded")
            return found

        return self._ref(build)

    def referred__the_tapped(self, _described: Part) -> Noun:
        return self._ref(lambda story: _done_to(story, w.Tap, "tapped"))

    def referred__the_untapped(self, _described: Part) -> Noun:
        return self._ref(lambda story: _done_to(story, w.Untap))

    def referred__the_retreated(self, _described: Part) -> Noun:
        return self._ref(lambda story: _done_to(story, w.Retreat, "retreated"))

    def lone(self, noun: Noun) -> Noun:
        return noun

    def lone__the_discarded(self, described: Part) -> Noun:
        return self.referred__the_discarded(described)

    def lone__that(self, described: Part) -> Noun:
        return self.referred__that(described)

    def referred__attacker(self, *_noun: Any) -> Noun:
        return self._ref(lambda story: ATTACKER)

    def referred__damager(self, *_words: Any) -> Noun:
        return self._ref(lambda story: Those(what="stack", bound="damager"))

    def referred__defender(self, *_noun: Any) -> Noun:
        return self._ref(lambda story: DEFENDER)

    def referred__attacker_so(self, *words: Any) -> Noun:
        return self._ref(lambda story: _with(story, ATTACKER, (self.described__kinds(words),)))

    def referred__defender_so(self, *words: Any) -> Noun:
        return self._ref(lambda story: _with(story, DEFENDER, (self.described__kinds(words),)))

    def referred__attacked_by_it(self, described: Part, it: Noun) -> Noun:
        """Of "The unit it's attacking": in the attack going on, at every moment."""
        return self._ref(lambda story: structs.replace(described(story, Those()), attacked_by=it.build(story)))

    def referred__it_attacked(self, described: Part, it: Noun) -> Noun:
        """Of "When this unit's attack ends, ... the unit it attacked": who was the defending unit."""

        def build(story: Story) -> Those:
            if not story.marks.get("attack over") or it.build(story) != THIS or described(story, Those()) != Those():
                raise NotMeant("whom it attacked, and when")
            return DEFENDER

        return self._ref(build)

    def done_so(self, described: Part) -> Noun:
        """Of "each unit retreated this way": what was chosen for it, or all that it really was done to."""

        def build(story: Story) -> Those:
            do, last = story.last_said()
            if not isinstance(last, Retreat | Tap | Untap | MoveTo) or last.what.what == "card":
                raise NotMeant("what was done to this way")
            if _CHOSEN.fullmatch(last.what.bound):
                return last.what
            if last.what.bound:
                raise NotMeant("what was done to this way")
            do.insert(len(do) - 1, Mean(into="done so", those=still_to_be(last)))
            return Those(what="stack", bound="done so")

        return self._ref(build, plural=True)

    def lone__attacker(self, *noun: Any) -> Noun:
        return self.referred__attacker(*noun)

    def lone__defender(self, *noun: Any) -> Noun:
        return self.referred__defender(*noun)

    def referred__the(self, described: Part, *posts: Part) -> Noun:
        """Something there is only one of, or what was spoken of."""
        if _choice in posts or _your_choice in posts:
            return _picked((1, 1, False), (described, *posts))

        def build(story: Story) -> Those:
            those = _with(story, described(story, Those()), posts)
            paid = next((each.those for each in story.mentions if each.those.bound == "discarded"), None)
            if story.marks.pop("said discarded", False) and paid is not None:
                return paid
            if those.lowest or those.highest:
                return _among_those(story, those)
            if those.attacking_whom is not None or those.attacked_by is not None:
                return _in_that_attack(those)
            if those.name or (those.what == "built" and those.zones):
                return those
            return story.that(those)

        return structs.replace(self._ref(build), extra={**self._ref(build).extra, "of the": (described, *posts)})

    def _mass(self, how: str, parts: tuple[Part, ...]) -> Noun:
        return Noun(how, lambda story: _with(story, Those(), parts), plural=True)

    def mass__each_of(self, whose: Part, described: Part, *posts: Part) -> Noun:
        return structs.replace(self._mass("each", (described, whose, *posts)), extra={"all of them": True})

    def mass__each(self, described: Part, *posts: Part) -> Noun:
        return self._mass("each", (described, *posts))

    def mass__none_of(self, described: Part, *posts: Part) -> Noun:
        return self._mass("none", (described, *posts))

    def mass__whose_all(self, whose: Part, described: Part, *posts: Part) -> Noun:
        """All of a player's; the one of them that was chosen where the story has chosen one of that kind."""

        def build(story: Story) -> Those:
            story.marks.pop("single", None)
            those = _with(story, Those(), (described, whose, *posts))
            story.marks["only one"] = bool(those.lowest or those.highest) and story.marks.get("single", False)
            several = "counting" in story.marks or story.marks.pop("several of a kind", False)
            return those if several else _chosen(story, those) or those

        return Noun("each", build, plural=True)

    def mass__bare(self, described: Part, *posts: Part) -> Noun:
        """Of "Droids". "Tatooine" without an article is a place, and no unit of that subtype."""

        def build(story: Story) -> Those:
            story.marks.pop("one of a kind", None)
            those = described(story, Those())
            if story.marks.pop("one of a kind", False) and "treated" not in story.marks:
                raise NotMeant("one of a kind, or somebody's name")
            return _with(story, those, posts)

        return Noun("each", build, plural=True)

    def lone__ref(self, word: Token) -> Noun:
        return self.thing__ref(word)

    def referred__its_pilot(self, unit: Noun) -> Noun:
        return self._ref(lambda story: aboard(story, Those(what="pilot"), unit.build(story)), plural=True)

    def proper__named(self, name: Token, *posts: Part) -> Noun:
        """A card of a name: the one an event has spoken of, else a unit that stands somewhere, or where it is said."""
        known = str(name)
        if known not in self.vocabulary.known and not calls_somebody(known):
            raise NotMeant(no_name(known))

        def build(story: Story) -> Those:
            those = _with(story, Those(what=UNIT_OR_PILOT, name=known), posts)
            spoken = (each.those for each in reversed(story.mentions) if each.kind == those and not each.plural)
            return next((each for each in spoken if each.bound), those)

        return Noun("named", build)
