"""Sentences and costs: how openers, clauses and closers make instructions together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
from lark import Token, Transformer, Tree, v_args
from lark.exceptions import VisitError
from msgspec import structs

from adjudicator.swtcg.cards.compiling.notation import read
from adjudicator.swtcg.cards.compiling.nouns import NounMeaning, Part, Told, stat_of
from adjudicator.swtcg.cards.compiling.players import PlayerMeaning, Say, _nouns
from adjudicator.swtcg.cards.compiling.story import ARENAS, HIDDEN, Noun, NotMeant, Story
from adjudicator.swtcg.cards.compiling.timing import Hears, Member, Only, TimeMeaning, _asked
from adjudicator.swtcg.cards.compiling.units import UnitMeaning, UnitVerb
from adjudicator.swtcg.cards.compiling.words import Vocabulary
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import FREE, THIS, Cost, Those


class Mark(msgspec.Struct, frozen=True):
    """An opener or closer of a sentence: which one, and what it holds."""

    kind: str
    held: Any = None


class Sentence(msgspec.Struct, frozen=True):
    """A sentence as read: what stands before its clauses, the clauses, what stands after."""

    openers: tuple[Mark, ...]
    clauses: tuple[Say, ...]
    closers: tuple[Mark, ...]
    more: Sentence | None = None


class Restriction(msgspec.Struct, frozen=True):
    """A sentence that says when something may be played."""

    only: tuple[Only, ...]


class Extra(msgspec.Struct, frozen=True):
    """A sentence that says what else a Mission costs."""

    cost: tuple[Say, ...]


class ChooseOne(msgspec.Struct, frozen=True):
    """A sentence of options, of which one is chosen."""

    openers: tuple[Mark, ...]
    options: tuple[Sentence, ...]


class KeywordX(msgspec.Struct, frozen=True):
    """ "Retaliate X, where X is ...": the keyword, and what X is (None: the X that is paid)."""

    keyword: str
    amount: Any = None


Read = Sentence | Restriction | Extra | ChooseOne | KeywordX
CostPart = Callable[[Story, Cost], Cost]


@v_args(inline=True)
class Meaning(NounMeaning, PlayerMeaning, UnitMeaning, TimeMeaning, Transformer[Token, Any]):
    """Gives every rule of the grammar its meaning."""

    def __init__(self, vocabulary: Vocabulary, read_ability: Callable[[Story, str], tuple[w.Ability, ...]]) -> None:
        """Take what is known of names, and what reads a granted ability."""
        super().__init__()
        self.vocabulary = vocabulary
        self.read_ability = read_ability

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """A rule that has no meaning yet."""
        raise NotMeant(str(data).replace("__", " ").replace("_", " "))

    # --- sentences ----------------------------------------------------------------------------

    def sentence(self, *parts: Any) -> Sentence:
        """Put a sentence together; what stands before the clauses opens it, what stands after closes it."""
        first = next(at for at, part in enumerate(parts) if not isinstance(part, Mark))
        openers = tuple(part for part in parts[:first] if isinstance(part, Mark))
        closers = tuple(part for part in parts[first:] if isinstance(part, Mark))
        return Sentence(openers, tuple(part for part in parts if not isinstance(part, Mark)), closers)

    def sentence__two(self, *parts: Any) -> Sentence:
        """Two sentences in one, under the same openers."""
        openers = tuple(part for part in parts if isinstance(part, Mark))
        first, second = (part for part in parts if isinstance(part, Sentence))
        return structs.replace(first, openers=openers, more=second)

    def sentence__restricted(self, only: tuple[Only, ...]) -> Restriction:
        return Restriction(only)

    def sentence__mission_cost(self, *parts: Any) -> Extra:
        return Extra(tuple(part for part in parts if not isinstance(part, Noun)))

    def sentence__keyword_x(self, keyword: Token, _x: Token, *rest: Any) -> KeywordX:
        return KeywordX(str(keyword), rest[-1] if rest else None)

    def sentence__choose_one(self, *parts: Any) -> ChooseOne:
        openers = tuple(part for part in parts if isinstance(part, Mark))
        return ChooseOne(openers, tuple(part for part in parts if isinstance(part, Sentence)))

    def option(self, *parts: Any) -> Sentence:
        return self.sentence(*parts)

    def block(self, *sentences: Sentence | ChooseOne) -> Say:
        """Sentences held together by braces: told one after the other."""
        from adjudicator.swtcg.cards.compiling.telling import tell  # noqa: PLC0415 - telling tells blocks

        def say(story: Story) -> None:
            kept = story.until, story.condition, story.x, dict(story.marks)
            for each in sentences:
                if not isinstance(each, Sentence | ChooseOne):
                    raise NotMeant("such a sentence in braces")
                story.marks.pop("opened", None)
                tell(story, each)
            story.until, story.condition, story.x = kept[:3]

        return say

    def clause__data(self, data: Token) -> Say:
        return lambda story: story.say(read(str(data)))

    def event__data(self, data: Token) -> Hears:
        return lambda story: read(str(data))

    def simple__data(self, data: Token) -> Any:
        return lambda story: read(str(data))

    def cost__data(self, data: Token) -> CostPart:
        return lambda story, cost: read(str(data))

    # --- clauses ------------------------------------------------------------------------------

    def clause__player_does(self, player: str, *says: Say) -> Say:
        return _by(player, says)

    def clause__player_may(self, player: str, *says: Say) -> Say:
        return _may(player, says)

    def clause__imperative(self, say: Say) -> Say:
        return say

    def clause__may_imperative(self, say: Say) -> Say:
        return _may("you", (say,))

    def clause__may_have(self, player: str, noun: Noun, verb: UnitVerb) -> Say:
        return _may(player, (_units(noun, (verb,)),))

    def clause_vp__have_do(self, noun: Noun, verb: UnitVerb) -> Say:
        return _units(noun, (verb,))

    def clause__units_do(self, noun: Noun, *verbs: UnitVerb) -> Say:
        return _units(noun, verbs)

    def clause(self, say: Say) -> Say:
        return say

    def statement__damage_stands(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            who = noun.build(story)
            change = w.Allow(clause="DAMAGE_PREVENTABLE", who=who, permit=False)
            story.say(_until(story, change))

        return say

    def statement__that_stands(self) -> Say:
        def say(story: Story) -> None:
            do, last = story.last_said()
            if not isinstance(last, w.Damage):
                raise NotMeant("that damage")
            do[-1] = structs.replace(last, preventable=False)

        return say

    def statement__nothing(self, *_player: str) -> Say:
        return lambda story: None

    def clause_vp__pays_force(self, amount: Told) -> Say:
        return _pays(lambda story: amount(story), "force")

    def clause_vp__pays_points(self, amount: Told) -> Say:
        return _pays(lambda story: amount(story), "points")

    def clause_vp__player_cannot(self, limit: Any) -> Say:
        return lambda story: story.say(*limit(story, Those(side=story.side(story.who))))

    def restriction_vp__play(self, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if noun.build(story).types != ("battle",):
                raise NotMeant("can't play that")
            return [_until(story, w.Allow(clause="CARD_MAY_BE_PLAYED", who=those, permit=False))]

        return limit

    def restriction_vp__play_abilities(self) -> Any:
        return lambda story, those: [_until(story, w.Allow(clause="ABILITY_MAY_BE_PLAYED", who=those, permit=False))]

    def restriction_vp__spend_points(self) -> Any:
        return lambda story, those: [_until(story, w.Allow(clause="POINTS_MAY_BE_SPENT", who=those, permit=False))]

    def restriction_vp__lose_game(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if those.side != "yours":
                raise NotMeant("who can't lose")
            return [_until(story, w.Allow(clause="MAY_WIN", who=Those(side="opponents"), permit=False))]

        return limit

    def restriction_vp__retreat_those(self, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = noun.build(story)
            whom = structs.replace(whom, side=those.side) if whom.side == "any" else whom
            clause = story.marks.get("retreat", "RETREAT_ALLOWED")
            return [_until(story, w.Allow(clause=clause, who=whom, permit=False))]

        return limit

    def restriction_vp__prevent_with(self, keyword: Token, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            who = noun.build(story)
            return [_until(story, w.Allow(clause="DAMAGE_PREVENTABLE", who=who, permit=False, keyword=str(keyword)))]

        return limit

    def damage_from(self, noun: Noun) -> Noun:
        return noun

    def restriction_vp__prevent_that_with(self, keyword: Token) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            do, last = story.last_said()
            if not isinstance(last, w.Damage):
                raise NotMeant("that damage")
            do[-1] = structs.replace(last, not_by=(str(keyword),))
            story.marks["changed"] = (do, last, do[-1])
            return []

        return limit

    def statement__prevents_both(self, noun: Noun, *_same: Any) -> Say:
        def say(story: Story) -> None:
            those = noun.build(story)
            if not story.lasts or story.until or those != THIS:
                raise NotMeant("to and from that")
            to = w.Event(kind="would be damaged", to=those)
            by = w.Event(kind="would be damaged", by=those)
            story.marks["abilities"] = (
                w.Triggered(when=to, do=(w.Prevent(),), chance="prevention"),
                w.Triggered(when=by, do=(w.Prevent(to=Those(what="stack", bound="it")),), chance="prevention"),
            )

        return say

    def statement__stat_is(self, noun: Noun, stat: Token, amount: Told) -> Say:
        return self.statement__stats_are(noun, stat, amount)

    def statement__stats_are(self, noun: Noun, *words: Any) -> Say:
        *stats, amount = words

        def say(story: Story) -> None:
            those = noun.build(story)
            for stat in stats:
                story.say(_until(story, w.Modify(of=those, stat=stat_of(str(stat)), amount=amount(story), set=True)))

        return say

    def statement__treated_as(self, noun: Noun, *words: Any) -> Say:
        kinds = [word[1] for word in words if isinstance(word, tuple)]
        types = [word[1] for word in words if isinstance(word, tuple) and word[0] == "type"]

        def say(story: Story) -> None:
            those = story.reach(noun)
            ability = w.TreatAs(kind=types[0]) if types else w.TreatAs(subtype=" ".join(kinds))
            if len(types) > 1 or types and len(kinds) > 1:
                raise NotMeant("treated as that")
            story.say(_until(story, w.Grant(to=those, ability=ability)))

        return say

    def statement__extra_battle(self, _place: Part) -> Say:
        def say(story: Story) -> None:
            if story.arena != ("there",):
                raise NotMeant("which battle")
            story.say(w.ExtraStep(step="battle", arena="there"))

        return say

    def statement__attack_over(self) -> Say:
        return lambda story: story.say(w.EndAttack())

    def statement__add_to_dice(self, number: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Grant(to=noun.build(story), ability=w.Keyword(name="accuracy", x=int(number)))))

        return say

    def statement__subtract_from_dice(self, number: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Modify(of=noun.build(story), stat="accuracy", amount=-int(number))))

        return say

    def statement__abilities_cost(self, noun: Noun, *words: Any) -> Say:
        def say(story: Story) -> None:
            _ability_tax(story, noun.build(story), "any", words)

        return say

    def statement__players_abilities_cost(self, whose: Part, *words: Any) -> Say:
        return lambda story: _ability_tax(story, None, whose(story, Those()).side, words)

    def statement__abilities_floor(self, _at_least: Token, number: Token) -> Say:
        def say(story: Story) -> None:
            raise NotMeant(f"not less than {number}")

        return say

    def statement__double_damage(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Modify(of=noun.build(story), stat="damage done", amount=2, set=True)))

        return say

    def statement__battle_order(self, *types: Token) -> Say:
        return lambda story: story.say(_until(story, w.BattleOrder(arenas=tuple(str(each) for each in types[::2]))))

    def statement__battle_before(self, *types: Token) -> Say:
        first, second = str(types[0]), str(types[2])
        third = next(each for each in ARENAS if each not in (first, second))
        order = tuple(sorted((first, second, third), key=lambda arena: (arena == third == "character", arena != first)))
        return lambda story: story.say(_until(story, w.BattleOrder(arenas=order)))

    def costing(self, number: Token) -> int:
        return int(number)

    def clause_vp__open_hand(self, *_words: Any) -> Say:
        return lambda story: story.say(
            _until(story, w.Allow(clause="HAND_HIDDEN", who=Those(side=story.side(story.who)), permit=False))
        )

    def clause_vp__build_open(self, *_words: Any) -> Say:
        return lambda story: story.say(
            _until(story, w.Allow(clause="BUILT_FACE_DOWN", who=Those(side=story.side(story.who)), permit=False))
        )

    def clause_vp__no_upkeep(self, noun: Noun) -> Say:
        return lambda story: story.say(_until(story, w.Allow(clause="UPKEEP_DUE", who=story.reach(noun), permit=False)))

    def clause_vp__pay_upkeep(self, _keyword: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.Allow(clause="UPKEEP_DUE", who=story.reach(noun), permit=False, until="turn"))

        return say

    def things_upkeep(self, *words: Any) -> Noun:
        noun: Noun = next(word for word in words if isinstance(word, Noun))
        return noun

    # --- openers and closers ------------------------------------------------------------------

    def opener__when(self, *parts: Any) -> Mark:
        return Mark("when", parts)

    def opener__on_condition(self, asks: Any) -> Mark:
        return Mark("if", asks)

    def opener__as_long_as(self, asks: Any) -> Mark:
        return Mark("as long as", asks)

    def opener__during(self, until: Any) -> Mark:
        return Mark("during", until)

    def opener__if_when(self, asks: Any, event: Hears, *_duration: Any) -> Mark:
        return Mark("if when", (event, asks))

    def opener__then(self) -> Mark:
        return Mark("then")

    def opener__otherwise(self) -> Mark:
        return Mark("otherwise")

    def opener__for_each(self, noun: Noun) -> Mark:
        return Mark("for each", noun)

    def opener__unless(self, unless: Any) -> Mark:
        return Mark("unless", unless)

    def opener__if_you_do(self, *_player: str) -> Mark:
        return Mark("if you do")

    def opener__if_not(self, *_player: str) -> Mark:
        return Mark("if not")

    closer__during = opener__during
    closer__on_condition = opener__on_condition
    closer__as_long_as = opener__as_long_as
    closer__unless = opener__unless
    closer__for_each = opener__for_each

    def closer__instead(self) -> Mark:
        return Mark("instead")

    def opener__instead(self) -> Mark:
        return Mark("instead")

    def closer__where_x(self, _one: Token, *rest: Any) -> Mark:
        return Mark("where x", rest[-1])

    def closer__later(self, event: Hears) -> Mark:
        return Mark("later", event)

    def closer__when_attacking(self, noun: Noun) -> Mark:
        return Mark("attacking", noun)

    def closer__in_any_order(self) -> Mark:
        return Mark("any order")

    def closer__again(self) -> Mark:
        return Mark("again")

    def unless__unless_pays(self, player: str, cost: Any) -> Mark:
        return Mark("pays", (player, cost))

    def unless__unless_so(self, asks: Any) -> Mark:
        return Mark("so", asks)

    def unless__unless_does(self, player: str, say: Say) -> Mark:
        return Mark("does", (player, say))

    def pay__force(self, amount: Told) -> tuple[str, Told]:
        return "force", amount

    def pay__points(self, amount: Told) -> tuple[str, Told]:
        return "points", amount

    # --- costs --------------------------------------------------------------------------------

    def costs(self, *parts: CostPart) -> Callable[[Story], Cost]:
        def pay(story: Story) -> Cost:
            cost = FREE
            for part in parts:
                cost = part(story, cost)
            return cost

        return pay

    def cost__force(self, amount: Told) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number = amount(story)
            if isinstance(number, int):
                return structs.replace(cost, force=cost.force + number)
            story.much = w.X()
            return structs.replace(cost, x=True)

        return add

    def cost__force_x(self) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            story.much = w.X()
            return structs.replace(cost, x=True)

        return add

    def cost__points(self, amount: Told) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number = amount(story)
            if isinstance(number, int):
                return structs.replace(cost, points=cost.points + number)
            return structs.replace(cost, x_points=True)

        return add

    def cost__points_x(self) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            story.much = w.X()
            return structs.replace(cost, x_points=True)

        return add

    def cost__tap_this(self, *_sign: Any) -> CostPart:
        return lambda story, cost: structs.replace(cost, tap=True)

    def cost__tap_those(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            if noun.build(story) == THIS:
                return structs.replace(cost, tap=True)
            those, number = _of_cost(story, noun, "tapped")
            if those.tapped:
                raise NotMeant("tap what is tapped")
            return structs.replace(cost, tap_others=structs.replace(those, tapped=False), tap_count=number)

        return add

    def cost__discard(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those = noun.build(story)
            if those.what == "card" and (not those.zones or those.zones == ("hand",)) and not those.bound:
                if those.types or those.subtype or noun.least != noun.most or not isinstance(noun.most, int):
                    raise NotMeant("discard such cards as a cost")
                return structs.replace(cost, discard_cards=cost.discard_cards + noun.most)
            those, number = _of_cost(story, noun, "discarded")
            return structs.replace(cost, discard=those, discard_count=number)

        return add

    def cost__discard_hand(self) -> CostPart:
        return lambda story, cost: structs.replace(cost, whole_hand=True)

    def cost__counters(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            least, most, _ = quantity
            those, number = _of_cost(story, noun, "damaged")
            if number != 1:
                raise NotMeant("counters on several")
            if most is None:
                story.much = w.X()
                return structs.replace(cost, counters_on=those, x_counters=True)
            return structs.replace(cost, counters_on=those, counters=most)

        return add

    def cost__retreat(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those, number = _of_cost(story, noun, "retreated")
            if number != 1:
                raise NotMeant("retreat several as a cost")
            return structs.replace(cost, retreat=those)

        return add

    def cost__out(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those, number = _of_cost(story, noun, "out")
            return structs.replace(cost, out=those, out_count=number)

        return add

    def cost__show(self, noun: Noun, *_to: Any) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those = noun.build(story)
            story.mention(Those(what=those.what, bound="shown"), those)
            return structs.replace(cost, show=those)

        return add

    def cost__mill_top(self, cards: tuple[Any, Part]) -> CostPart:
        return self.cost__mill(cards, None)

    def cost__mill(self, cards: tuple[int, Part], destination: Any) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number, whose = cards
            if not isinstance(number, int):
                raise NotMeant("X cards as a cost")
            if whose(story, Those()).side != "yours":
                raise NotMeant("the opponent's deck as a cost")
            return structs.replace(cost, mill=number)

        return add


def _of_cost(story: Story, noun: Noun, word: str) -> tuple[Those, int]:
    """What a cost takes and how many; it is bound to its word and spoken of from then on."""
    those = noun.build(story)
    if noun.how == "all" or those.bound not in ("", "this"):
        raise NotMeant("that as a cost")
    number = noun.most if noun.how == "pick" else 1
    if not isinstance(number, int) or noun.how == "pick" and noun.least != number:
        raise NotMeant("any number as a cost")
    if those.side == "any" and those.bound != "this":
        those = structs.replace(those, side="yours")
    hidden = bool(set(those.zones) & set(HIDDEN))
    bound = THIS if those.bound == "this" else Those(what="card" if hidden else "stack", bound=word)
    story.mention(bound, those, plural=number > 1)
    return those, number


def _ability_tax(story: Story, of: Those | None, side: str, words: tuple[Any, ...]) -> None:
    """What activated abilities cost more or less, of those units or of a player's."""
    number, less = next((int(a), b) for a, b in pairwise(words) if isinstance(a, Token) and isinstance(b, bool))
    printed = next((word for word in words if isinstance(word, int) and not isinstance(word, bool | Token)), None)
    kind = "activated" if printed is None else "force activated"
    tax = w.Tax(kind=kind, force=-number if less else number, side=side, of=of, printed=printed or 0)
    story.say(_until(story, tax))


def _until(story: Story, change: Any) -> Any:
    if story.lasts and not story.until:
        return change
    return structs.replace(change, until=story.duration())


def _by(player: str, says: tuple[Say, ...]) -> Say:
    """Clauses of a player; what each player does is done for one after the other."""

    def say(story: Story) -> None:
        before = story.who
        story.who = player
        if player == "opponent":
            story.player = player
        with story.inside() as do:
            for each in says:
                each(story)
        story.who = before if player == "each" else player
        if player not in ("you", "each", "that"):
            story.player = player
        both = story.marks.pop("instead of each", None)
        if both is not None:
            if do:
                raise NotMeant("each player rolls and does more")
            story.say(*both)
            return
        story.say(*([w.ForEachPlayer(do=tuple(do))] if player == "each" else do))

    return say


def _may(player: str, says: tuple[Say, ...]) -> Say:
    def say(story: Story) -> None:
        if player in ("opponent",):
            story.player = player
        who = story.one_player(player) if player != "each" else "they"
        before, when = story.who, story.when
        story.who, story.when = player, "resolving"
        with story.inside() as do:
            for each in says:
                each(story)
        story.who, story.when = before, when
        if all(isinstance(each, w.Choose) and each.least == 0 and each.when == "resolving" for each in do):
            story.say(*do)  # whoever may choose none may as well not choose
            return
        cost = FREE
        if do and isinstance(do[0], w.May) and not do[0].do:
            cost = do[0].cost
            do = do[1:]
        may = w.May(do=tuple(do), cost=cost, who=who)
        if player == "each":
            story.say(w.ForEachPlayer(do=(may,)))
        else:
            story.say(may)

    return say


def _pays(amount: Told, what: str) -> Say:
    """Paying, which only "may" and "unless" make sense of: an empty `May` with the cost."""

    def say(story: Story) -> None:
        number = amount(story)
        if not isinstance(number, int):
            raise NotMeant("paying X")
        story.say(w.May(do=(), cost=Cost(**{what: number})))

    return say


def _units(noun: Noun, verbs: tuple[UnitVerb, ...]) -> Say:
    def say(story: Story) -> None:
        for each in _nouns(noun):
            those = story.reach(each)
            for verb in verbs:
                verb(story, those)

    return say


def meaning_of(tree: Tree[Any], meaning: Meaning) -> Any:
    """Give a tree its meaning. Raises NotMeant."""
    try:
        return meaning.transform(tree)
    except VisitError as bad:
        if isinstance(bad.orig_exc, NotMeant):
            raise bad.orig_exc from None
        raise


__all__ = [
    "ChooseOne",
    "Extra",
    "KeywordX",
    "Mark",
    "Meaning",
    "Member",
    "Read",
    "Restriction",
    "Sentence",
    "meaning_of",
]
