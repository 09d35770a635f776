"""What noun phrases mean: selectors of the effect language, and amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.notation import read
from adjudicator.swtcg.cards.compiling.story import ARENAS, HIDDEN, Noun, NotMeant, Story
from adjudicator.swtcg.cards.compiling.words import Vocabulary
from adjudicator.swtcg.effects.language import (
    THIS,
    Amount,
    Count,
    Half,
    Stat,
    Sum,
    Tally,
    Those,
    Times,
    Where,
    X,
)

Part = Callable[[Story, Those], Those]
"""What a word or phrase adds to a selector."""
Told = Callable[[Story], Any]

UNIT_TYPES = ARENAS
ATTACKER, DEFENDER = Those(what="stack", bound="attacker"), Those(what="stack", bound="defender")
ORDER = ("", "second ", "third ", "fourth ")
STATS = {
    "build cost": "cost", "total build cost": "total cost", "printed build cost": "printed cost",
    "printed force cost": "force cost", "total health": "health", "total power": "power", "total speed": "speed", "force cost": "force cost",
}  # fmt: skip


def stat_of(word: str) -> str:
    """The effect language's word for a value."""
    return STATS.get(word, word)


def reference(word: str) -> Those:
    """What our own wording calls by the order in which it was chosen, or by its part in an event."""
    word = word.replace("1", "one")
    if word == "one concerned":
        return Those(what="stack", bound="it")
    if word == "damaging one":
        return Those(what="stack", bound="damager")
    if word == "one giving this":
        return Those(what="stack", bound="giver")
    what = "card" if "card" in word else "stack"
    at = ORDER.index(word.removesuffix("one chosen").removesuffix("card chosen"))
    return Those(what=what, bound="it" if at == 0 else f"it{at + 1}")


def _choice(story: Story, those: Those) -> Those:
    """ "Of your choice": that it is chosen, the noun says."""
    return those


def _put(**fields: Any) -> Part:
    return lambda story, those: structs.replace(those, **fields)


@v_args(inline=True)
class NounMeaning(Transformer[Token, Any]):
    """The rules of `nouns.lark`."""

    vocabulary: Vocabulary

    def thing__data(self, data: Token) -> Noun:
        return self._ref(lambda story: read(str(data)))

    def thing__ref(self, word: Token) -> Noun:
        return self._ref(lambda story: reference(str(word)))

    def post__besides_this(self, _sign: Token) -> Part:
        return _put(other=True)

    def amount__data(self, data: Token) -> Told:
        return lambda story: read(str(data))

    # --- things -------------------------------------------------------------------------------

    def things(self, noun: Noun) -> Noun:
        return noun

    def things__all_things(self, *nouns: Noun) -> Noun:
        return Noun(
            "all", lambda story: _any_of([each.build(story) for each in nouns]), plural=True, extra={"nouns": nouns}
        )

    def things__any_things(self, *nouns: Noun) -> Noun:
        first = nouns[0]
        how = "pick" if any(each.how == "pick" for each in nouns) else first.how
        most = max((each.most if isinstance(each.most, int) else 1) for each in nouns)

        def build(story: Story) -> Those:
            made = [each.build(story) for each in nouns]
            side = made[0].side  # "your ... or ...": whose they are is said once
            return _any_of([structs.replace(one, side=side) if one.side == "any" else one for one in made])

        return Noun(how, build, first.least, most, how == "each")

    def _ref(self, build: Callable[[Story], Those], *, plural: bool = False) -> Noun:
        return Noun("ref", build, plural=plural)

    def self__this(self, _sign: Token, *posts: Part) -> Noun:
        return self._ref(lambda story: _with(story, THIS, posts))

    def self__own(self, _sign: Token, *posts: Part) -> Noun:
        return self._ref(lambda story: _with(story, story.own, posts))

    def self__this_and_own(self, *_signs: Any) -> Noun:
        raise NotMeant("this and its Pilot together")

    def pronoun__it(self) -> Noun:
        return Noun("ref", lambda story: story.it(), extra={"it": True})

    def pronoun__them(self) -> Noun:
        return self._ref(lambda story: story.them(), plural=True)

    def referred__that(self, described: Part, *posts: Part) -> Noun:
        return self._ref(lambda story: story.that(described(story, Those())))

    def referred__those(self, described: Part, *posts: Part) -> Noun:
        return self._ref(lambda story: story.that(described(story, Those()), plural=True), plural=True)

    def referred__both(self, *_described: Any) -> Noun:
        raise NotMeant("both")

    def referred__attacker(self, *_noun: Any) -> Noun:
        return self._ref(lambda story: ATTACKER)

    def referred__defender(self, *_noun: Any) -> Noun:
        return self._ref(lambda story: DEFENDER)

    def referred__the_other(self, described: Part) -> Noun:
        return self._ref(lambda story: story.that(described(story, Those())))

    def referred__the_rest(self) -> Noun:
        return self._ref(lambda story: story.marks.get("rest") or _not_meant("the rest"), plural=True)

    def referred__the(self, described: Part, *posts: Part) -> Noun:
        """Something there is only one of, or what was spoken of."""

        if _choice in posts:
            return _picked((1, 1, False), (described, *posts))

        def build(story: Story) -> Those:
            those = _with(story, described(story, Those()), posts)
            if those.lowest or those.highest or those.name:
                return those
            return story.that(those)

        return self._ref(build)

    def picked__picked_of(self, quantity: tuple[int, Any, bool], whose: Part, described: Part, *posts: Part) -> Noun:
        return _picked(quantity, (described, whose, *posts))

    def picked__picked_a(self, quantity: tuple[int, Any, bool], described: Part, *posts: Part) -> Noun:
        return _picked(quantity, (described, *posts))

    def picked__picked_among(self, quantity: tuple[int, Any, bool], noun: Noun) -> Noun:
        least, most, several = quantity
        return Noun("pick", lambda story: noun.build(story), least, most, several)

    def picked__picked_another(self, *parts: Part) -> Noun:
        return Noun("pick", lambda story: _with(story, Those(), (*parts, _other)))

    def picked__picked_a_choice(self, described: Part, *posts: Part) -> Noun:
        return Noun("pick", lambda story: _with(story, described(story, Those()), posts))

    def quantity__number(self, number: Token) -> tuple[int, Any, bool]:
        return int(number), int(number), int(number) > 1

    def quantity__one(self) -> tuple[int, Any, bool]:
        return 1, 1, False

    def quantity__up_to(self, number: Token) -> tuple[int, Any, bool]:
        return 0, int(number), int(number) > 1

    def quantity__up_to_x(self, _letter: Token) -> tuple[int, Any, bool]:
        return 0, X(), True

    def quantity__any_one(self, number: Token | None = None) -> tuple[int, Any, bool]:
        count = int(number) if number is not None else 1
        return count, count, count > 1

    def quantity__any_number(self) -> tuple[int, Any, bool]:
        return 0, None, True

    def quantity__one_or_more(self, *_number: Any) -> tuple[int, Any, bool]:
        return 1, None, True

    def quantity__that_many(self) -> tuple[int, Any, bool]:
        return -1, "that many", True

    def _mass(self, how: str, parts: tuple[Part, ...]) -> Noun:
        return Noun(how, lambda story: _with(story, Those(), parts), plural=True)

    def mass__each_of(self, whose: Part, described: Part, *posts: Part) -> Noun:
        return self._mass("each", (described, whose, *posts))

    def mass__each(self, described: Part, *posts: Part) -> Noun:
        return self._mass("each", (described, *posts))

    def mass__none_of(self, described: Part, *posts: Part) -> Noun:
        return self._mass("none", (described, *posts))

    def mass__whose_all(self, whose: Part, described: Part, *posts: Part) -> Noun:
        return self._mass("each", (described, whose, *posts))

    def mass__bare(self, described: Part, *posts: Part) -> Noun:
        return self._mass("each", (described, *posts))

    def whose__yours(self) -> Part:
        return lambda story, those: structs.replace(those, side="yours")

    def whose__opponents(self) -> Part:
        return _put(side="opponents")

    def whose__that_players(self) -> Part:
        return lambda story, those: structs.replace(those, side=story.side("that"))

    def whose__owners(self, *_noun: Any) -> Part:
        return lambda story, those: those

    def whose__each_players(self) -> Part:
        return _put(side="any")

    def proper__named(self, name: Token, *posts: Part) -> Noun:
        """A card of a name: a unit that stands somewhere, or where the phrase says."""
        known = str(name)
        if known not in self.vocabulary.known:
            raise NotMeant("an unknown name")
        return Noun("named", lambda story: _with(story, Those(name=known), posts))

    # --- kinds --------------------------------------------------------------------------------

    def described__kinds(self, *kinds: Any) -> Part:
        """One or several kinds; what the last says of its noun and type counts for all before it."""

        def build(story: Story, those: Those) -> Those:
            made = [_kind(self, story, kind, those) for kind in kinds]
            last = made[-1]
            filled = [_like(each, last) for each in made]
            return filled[0] if len(filled) == 1 else _together(those, filled)

        return build

    def one_kind(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    def word__kind(self, word: Token) -> tuple[str, str]:
        return "kind", str(word)

    def word__type(self, word: Token) -> tuple[str, str]:
        return "type", str(word)

    def word__name(self, word: Token) -> tuple[str, str]:
        return "name", str(word)

    def word__own_name(self, _word: Token) -> tuple[str, str]:
        return "own", ""

    def word__not_kind(self, word: Token) -> tuple[str, str]:
        return "not kind", str(word)

    def word__not_type(self, word: Token) -> tuple[str, str]:
        return "not type", str(word)

    def word__not_unique(self) -> Part:
        return _put(unique=False)

    def word__pilot(self) -> Part:
        return _put(what="pilot")

    def adjective__tapped(self) -> Part:
        return _put(tapped=True)

    def adjective__untapped(self) -> Part:
        return _put(tapped=False)

    def adjective__damaged(self) -> Part:
        return _put(damaged=True)

    def adjective__undamaged(self) -> Part:
        return _put(damaged=False)

    def adjective__other(self) -> Part:
        return _other

    def adjective__unique(self) -> Part:
        return _put(unique=True)

    def adjective__neutral(self) -> Part:
        return _put(card_side="neutral")

    def adjective__side(self, word: Token) -> Part:
        return _put(card_side=str(word).split()[0])

    def adjective__light(self) -> Part:
        return _put(card_side="light")

    def adjective__dark(self) -> Part:
        return _put(card_side="dark")

    def adjective__is_attacking(self) -> Part:
        return _put(attacking=True)

    def adjective__is_defending(self) -> Part:
        return _put(defending=True)

    def adjective__stacked(self) -> Part:
        return _put(stacked=True)

    def adjective__face_down(self) -> Part:
        return _put(what="built")

    def adjective__partially_built(self) -> Part:
        return _put(what="built")

    def adjective__deployed(self) -> Part:
        return lambda story, those: those

    def adjective__revealed(self) -> Part:
        return lambda story, those: those

    def adjective__piloted(self) -> Part:
        return _put(piloted=True)

    # --- further conditions -------------------------------------------------------------------

    def post__in_place(self, place: Part) -> Part:
        return place

    def post__there(self) -> Part:
        return lambda story, those: (
            story.marks["there"](story, those) if "there" in story.marks else _not_meant("there")
        )

    def post__with_feature(self, *features: Part) -> Part:
        return lambda story, those: _with(story, those, features)

    def post__without(self, feature: Part) -> Part:
        return lambda story, those: structs.replace(those, but=feature(story, Those()))

    def post__attacking(self, noun: Noun) -> Part:
        return lambda story, those: structs.replace(those, attacking_whom=noun.build(story))

    def post__is_attacking(self) -> Part:
        return _put(attacking=True)

    def post__is_defending(self) -> Part:
        return _put(defending=True)

    def post__in_state(self, state: Part) -> Part:
        return state

    def post__using(self, keyword: Token, noun: Noun) -> Part:
        return lambda story, those: structs.replace(those, attacking_whom=noun.build(story), mode=str(keyword))

    def post__you_control(self) -> Part:
        return _put(side="yours")

    def post__opponent_has(self) -> Part:
        return _put(side="opponents")

    def post__that_player_has(self) -> Part:
        return lambda story, those: structs.replace(those, side=story.side("that"))

    def post__of_that_type(self, *_noun: Any) -> Part:
        def add(story: Story, those: Those) -> Those:
            chosen = story.marks.get("type") or _not_meant("of that type")
            return structs.replace(those, **chosen)

        return add

    def post__other_than(self, noun: Noun) -> Part:
        return lambda story, those: structs.replace(those, but=noun.build(story))

    def post__of_choice(self) -> Part:
        return _choice

    def post__at_random(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "at_random": True}
            return those

        return add

    def post__in_play(self) -> Part:
        return lambda story, those: those

    def post__same_arena(self, noun: Noun | None = None) -> Part:
        def add(story: Story, those: Those) -> Those:
            return _beside(those, noun.build(story) if noun is not None else story.it())

        return add

    def state__tapped(self) -> Part:
        return _put(tapped=True)

    def state__untapped(self) -> Part:
        return _put(tapped=False)

    def state__damaged(self) -> Part:
        return _put(damaged=True)

    def state__stacked(self) -> Part:
        return _put(stacked=True)

    def state__piloted(self) -> Part:
        return _put(piloted=True)

    def feature__stat_bound(self, stat: Token, bound: tuple[str, Told]) -> Part:
        how, amount = bound
        return lambda story, those: _where(those, Where(stat=stat_of(str(stat)), how=how, than=amount(story)))

    def feature__stat_extreme(self, extreme: Token, stat: Token) -> Part:
        return _put(**{str(extreme): stat_of(str(stat))})

    def feature__is_damaged(self, *_words: Any) -> Part:
        return _put(damaged=True)

    def feature__undamaged(self, *_words: Any) -> Part:
        return _put(damaged=False)

    def feature__is_piloted(self, *_words: Any) -> Part:
        return _put(piloted=True)

    def feature__with_pilot(self, noun: Noun, *_words: Any) -> Part:
        return lambda story, those: structs.replace(those, piloted_by=noun.build(story))

    def feature__with_keyword(self, keyword: Token, *_number: Any) -> Part:
        return _put(keyword=str(keyword))

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
        """ "A lower build cost": than what attacks it, or than what was spoken of."""

        def add(story: Story, those: Those) -> Those:
            last = story.mentions[-1].those if story.mentions else ATTACKER
            return _where(those, Where(stat=stat_of(str(stat)), how="<", than=Stat(stat=stat_of(str(stat)), of=last)))

        return add

    def bound__at_most(self, amount: Any) -> tuple[str, Told]:
        return "<=", _amount(amount)

    def bound__at_least(self, amount: Any) -> tuple[str, Told]:
        return ">=", _amount(amount)

    def bound__exactly(self, amount: Any) -> tuple[str, Told]:
        return "=", _amount(amount)

    # --- where --------------------------------------------------------------------------------

    def place(self, arenas: Part) -> Part:
        return arenas

    def place__build_zone(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "build")

    def place__any_build_zone(self) -> Part:
        return lambda story, those: _zone(those, "build")

    def place__hand(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "hand")

    def place__deck(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "deck")

    def place__pile(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "discard")

    def place__arenas_or_build(self, arenas: Part, whose: Part) -> Part:
        def add(story: Story, those: Those) -> Those:
            there = arenas(story, those)
            return structs.replace(there, zones=(*(there.zones or ARENAS), "build"))

        return add

    def place__play(self) -> Part:
        return lambda story, those: those

    def arenas__arena(self, *types: Token) -> Part:
        zones = tuple(str(each) for each in types)
        if any(zone not in ARENAS for zone in zones):
            raise NotMeant(" ".join(zones))
        return lambda story, those: structs.replace(those, zones=() if zones == ARENAS else zones)

    def arenas__any_arena(self, *_number: Any) -> Part:
        return _put(zones=())

    def arenas__each_arena(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["each arena"] = True
            return structs.replace(those, zones=())

        return add

    def arenas__that_arena(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            if isinstance(story.arena, Those):
                return _beside(those, story.arena)
            if story.arena:
                return structs.replace(those, zones=story.arena)
            for each in reversed(story.mentions):
                zones = tuple(zone for zone in each.kind.zones if zone not in HIDDEN)
                if len(zones) == 1:
                    return structs.replace(those, zones=zones)
                if each.those.bound:
                    return _beside(those, each.those)
            raise NotMeant("that arena")

        return add

    def arenas__this_arena(self) -> Part:
        return _put(zones=("here",))

    def arenas__one_arena(self, _number: Token) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "same": "arena"}
            return structs.replace(those, zones=())

        return add

    # --- how much -----------------------------------------------------------------------------

    def amount__number(self, number: Token) -> Told:
        return _amount(number)

    def amount__x(self, _letter: Token) -> Told:
        return lambda story: story.x(story) if story.x is not None else X()

    def amount__one(self) -> Told:
        return lambda story: 1

    def amount__that_much(self, *_words: Any) -> Told:
        return lambda story: _that_much(story)

    def amount__twice_that(self) -> Told:
        return lambda story: _times(_that_much(story), 2)

    def amount__half(self, amount: Told) -> Told:
        return lambda story: Half(of=amount(story))

    def amount__stat_of(self, owner: Told, stat: Token) -> Told:
        return lambda story: Stat(stat=stat_of(str(stat)), of=owner(story))

    def amount__stat_of_turned(self, stat: Token, noun: Noun) -> Told:
        return lambda story: Stat(stat=stat_of(str(stat)), of=story.reach(noun))

    def amount__equal_to(self, _things: Noun, amount: Told) -> Told:
        return amount

    def amount__number_of(self, noun: Noun, *posts: Part) -> Told:
        return lambda story: Count(of=_with(story, noun.build(story), posts))

    def amount__damage_on(self, _counter: Token, noun: Noun) -> Told:
        return lambda story: Stat(stat="damage", of=noun.build(story))

    def amount__stack_of(self, _noun: Token, owner: Told) -> Told:
        return lambda story: Stat(stat="cards", of=owner(story))

    def amount__difference(self, one: Told, other: Told) -> Told:
        return lambda story: Sum(of=(other(story), Times(of=one(story), times=-1)))

    def amount__force_total(self) -> Told:
        return lambda story: Tally(of="force")

    def amount__times(self, number: Token, amount: Told) -> Told:
        return lambda story: _times(amount(story), int(number))

    def owner__owner(self, noun: Noun) -> Told:
        return lambda story: noun.build(story)

    def owner__its(self) -> Told:
        return lambda story: story.it()


# --- how selectors are put together -------------------------------------------------------------


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def _other(story: Story, those: Those) -> Those:
    """Other than what was spoken of last; other than this card if that is what was spoken of, or nothing was."""
    last = story.mentions[-1].those if story.mentions else THIS
    if last.bound in ("", "this"):
        return structs.replace(those, other=True)
    return structs.replace(those, but=Those(what=last.what, bound=last.bound))


def _differing(what: str) -> Part:
    """Several things that differ in something: that is a matter of choosing them."""

    def add(story: Story, those: Those) -> Those:
        story.marks["choosing"] = {**story.marks.get("choosing", {}), "different": what}
        return those

    return add


def _amount(amount: Any) -> Told:
    if isinstance(amount, Token):
        return lambda story: int(amount)
    told: Told = amount
    return told


def _that_much(story: Story) -> Amount:
    return story.much if story.much is not None else _not_meant("that much")


def _times(amount: Amount, times: int) -> Amount:
    if isinstance(amount, int):
        return amount * times
    if isinstance(amount, X | Count | Stat):
        return structs.replace(amount, times=amount.times * times)
    return Times(of=amount, times=times)


def _with(story: Story, those: Those, parts: tuple[Part, ...]) -> Those:
    for part in parts:
        those = part(story, those)
    return those


def _where(those: Those, where: Where) -> Those:
    return structs.replace(those, where=(*those.where, where))


def _zone(those: Those, zone: str) -> Those:
    """A selector of what is in a zone of a player; what is in a hidden one is a card."""
    what = "card" if zone in HIDDEN and those.what in ("unit", "stack") else those.what
    if what == "card" and zone == "build":
        what = "built"
    return structs.replace(those, zones=(*those.zones, zone), what=what)


def _beside(those: Those, other: Those) -> Those:
    """In the same arena as something."""
    if other.bound == "this":
        return structs.replace(those, zones=("here",))
    if other.bound:
        return structs.replace(those, alongside=other.bound)
    if other.zones:
        return structs.replace(those, zones=other.zones)
    raise NotMeant("the same arena")


def _picked(quantity: tuple[int, Any, bool], parts: tuple[Part, ...]) -> Noun:
    least, most, several = quantity

    def build(story: Story) -> Those:
        return _with(story, Those(), parts)

    return Noun("pick", build, least, most, several)


def _any_of(many: list[Those]) -> Those:
    return many[0] if len(many) == 1 else _together(Those(), many)


def _together(base: Those, many: list[Those]) -> Those:
    """Either of several selectors; what they all share is said once."""
    many = [part for each in many for part in (each.any_of if _only_alternatives(each) else (each,))]
    shared = {
        field: getattr(many[0], field)
        for field in Those.__struct_fields__
        if all(getattr(each, field) == getattr(many[0], field) for each in many)
    }
    differ = [field for field in Those.__struct_fields__ if field not in shared]
    if differ == ["types"] and all(each.types for each in many):
        return Those(**shared, types=tuple(kind for each in many for kind in each.types))
    if "what" in differ or "bound" in differ:
        raise NotMeant("things of several sorts at once")
    alternatives = tuple(Those(**{field: getattr(each, field) for field in differ}) for each in many)
    shared.pop("any_of", None)
    if "any_of" in differ:
        raise NotMeant("alternatives of alternatives")
    return Those(**shared, any_of=alternatives)


def _only_alternatives(those: Those) -> bool:
    return bool(those.any_of) and structs.replace(those, any_of=()) == Those()


def _like(kind: Those, last: Those) -> Those:
    """A kind before the last one of a list, with what only the last one says for all."""
    if kind is last:
        return kind
    filled = kind
    if filled.what == "unit" and last.what != "unit":
        filled = structs.replace(filled, what=last.what)
    if not filled.types and last.types and (filled.subtype or filled.name) and not last.subtype == "":
        filled = structs.replace(filled, types=last.types)
    return filled


def _kind(meaning: NounMeaning, story: Story, parts: tuple[Any, ...], those: Those) -> Those:
    """One kind of thing: adjectives, words of the type line or a name, a noun."""
    kinds = [value for part in parts if isinstance(part, tuple) for key, value in (part,) if key == "kind"]
    for part in parts:
        if isinstance(part, tuple):
            those = _worded(meaning, story, those, *part)
        elif isinstance(part, Token):
            those = _noun(those, str(part))
        else:
            those = part(story, those)
    return structs.replace(those, subtype=" ".join(kinds)) if kinds else those


def _worded(meaning: NounMeaning, story: Story, those: Those, key: str, value: str) -> Those:
    if key == "type":
        if value in ("location", "equipment"):
            return structs.replace(those, what=value)
        return structs.replace(those, types=(*those.types, value), what=those.what if value in ARENAS else "card")
    if key == "name":
        if value not in meaning.vocabulary.known:
            raise NotMeant("an unknown name")
        return structs.replace(those, name=value)
    if key == "own":
        return structs.replace(those, name=story.name)
    if key == "not kind":
        return structs.replace(those, but=Those(subtype=value))
    if key == "not type":
        return structs.replace(those, but=Those(types=(value,)))
    return those


def _noun(those: Those, noun: str) -> Those:
    if noun == "unit card":
        return structs.replace(
            those, what="card" if those.what == "unit" else those.what, types=those.types or UNIT_TYPES
        )
    if noun in ("card", "copy"):
        return structs.replace(those, what="card" if those.what == "unit" else those.what)
    return those
