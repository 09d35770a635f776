"""Sentences: how openers, clauses and closers make instructions together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, Tree, v_args
from lark.exceptions import VisitError
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.ahead import AheadMeaning
from adjudicator.swtcg.cards.compiling.phrases.attacking import AttackMeaning
from adjudicator.swtcg.cards.compiling.phrases.attacking_again import AttackAgainMeaning
from adjudicator.swtcg.cards.compiling.phrases.changing import Gain, UnitVerb
from adjudicator.swtcg.cards.compiling.phrases.choosing import ChoosingMeaning
from adjudicator.swtcg.cards.compiling.phrases.clauses import (
    _by,
    _pays,
    _units,
    as_said_before,
    controller_of,
)
from adjudicator.swtcg.cards.compiling.phrases.conditions import ConditionMeaning
from adjudicator.swtcg.cards.compiling.phrases.controlling import ControlMeaning
from adjudicator.swtcg.cards.compiling.phrases.counting import AmountMeaning
from adjudicator.swtcg.cards.compiling.phrases.courses import CourseMeaning
from adjudicator.swtcg.cards.compiling.phrases.dealing import CardMeaning
from adjudicator.swtcg.cards.compiling.phrases.describing import DescribingMeaning
from adjudicator.swtcg.cards.compiling.phrases.doings import PlayerEventMeaning
from adjudicator.swtcg.cards.compiling.phrases.each_turn import EachTurnMeaning
from adjudicator.swtcg.cards.compiling.phrases.earning import EarningMeaning
from adjudicator.swtcg.cards.compiling.phrases.events import EventMeaning
from adjudicator.swtcg.cards.compiling.phrases.features import FeatureMeaning
from adjudicator.swtcg.cards.compiling.phrases.fighting import FightMeaning
from adjudicator.swtcg.cards.compiling.phrases.fitting_out import FittingOutMeaning
from adjudicator.swtcg.cards.compiling.phrases.following import FollowingMeaning
from adjudicator.swtcg.cards.compiling.phrases.for_nothing import ForNothingMeaning
from adjudicator.swtcg.cards.compiling.phrases.gaining import GainMeaning
from adjudicator.swtcg.cards.compiling.phrases.halving import HalvingMeaning
from adjudicator.swtcg.cards.compiling.phrases.healing import HealMeaning
from adjudicator.swtcg.cards.compiling.phrases.hits import HitMeaning
from adjudicator.swtcg.cards.compiling.phrases.holding import HoldingMeaning
from adjudicator.swtcg.cards.compiling.phrases.lasting import during
from adjudicator.swtcg.cards.compiling.phrases.limiting import LimitMeaning
from adjudicator.swtcg.cards.compiling.phrases.nouns import NounMeaning
from adjudicator.swtcg.cards.compiling.phrases.offering import _may, either, offered, so_as
from adjudicator.swtcg.cards.compiling.phrases.opening import OpeningMeaning
from adjudicator.swtcg.cards.compiling.phrases.others import OtherMeaning
from adjudicator.swtcg.cards.compiling.phrases.paying import CostMeaning
from adjudicator.swtcg.cards.compiling.phrases.picking import PickMeaning
from adjudicator.swtcg.cards.compiling.phrases.places import PlaceMeaning
from adjudicator.swtcg.cards.compiling.phrases.players import PlayerMeaning
from adjudicator.swtcg.cards.compiling.phrases.pricing import PriceMeaning
from adjudicator.swtcg.cards.compiling.phrases.searching import SearchMeaning
from adjudicator.swtcg.cards.compiling.phrases.sparing import SparingMeaning
from adjudicator.swtcg.cards.compiling.phrases.standing_damage import StandingDamageMeaning
from adjudicator.swtcg.cards.compiling.phrases.stating import StatementMeaning
from adjudicator.swtcg.cards.compiling.phrases.supplying import SupplyMeaning
from adjudicator.swtcg.cards.compiling.phrases.timing import TimeMeaning
from adjudicator.swtcg.cards.compiling.phrases.turning import TurningMeaning
from adjudicator.swtcg.cards.compiling.phrases.units import UnitMeaning
from adjudicator.swtcg.cards.compiling.phrases.whose import WhoseMeaning
from adjudicator.swtcg.cards.compiling.phrases.wounding import WoundMeaning
from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Hears, Only, _has
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Told
from adjudicator.swtcg.cards.compiling.story.sentences import (
    ChooseKind,
    ChooseOne,
    Extra,
    KeywordX,
    Mark,
    Restriction,
    Sentence,
)
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.telling.both_players import BothMeaning
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


@v_args(inline=True)
class Meaning(
    NounMeaning,
    WhoseMeaning,
    PickMeaning,
    OtherMeaning,
    DescribingMeaning,
    FeatureMeaning,
    FollowingMeaning,
    AmountMeaning,
    PlaceMeaning,
    PlayerMeaning,
    ChoosingMeaning,
    EarningMeaning,
    WoundMeaning,
    HalvingMeaning,
    HealMeaning,
    CardMeaning,
    SearchMeaning,
    SupplyMeaning,
    UnitMeaning,
    AttackMeaning,
    AttackAgainMeaning,
    PriceMeaning,
    GainMeaning,
    FittingOutMeaning,
    LimitMeaning,
    SparingMeaning,
    EachTurnMeaning,
    ForNothingMeaning,
    StandingDamageMeaning,
    StatementMeaning,
    EventMeaning,
    PlayerEventMeaning,
    CourseMeaning,
    ControlMeaning,
    HitMeaning,
    ConditionMeaning,
    FightMeaning,
    HoldingMeaning,
    TimeMeaning,
    TurningMeaning,
    CostMeaning,
    OpeningMeaning,
    BothMeaning,
    AheadMeaning,
    Transformer[Token, Any],
):
    """Gives every rule of the grammar its meaning."""

    def __init__(self, vocabulary: Vocabulary, read_ability: Callable[[Story, str], tuple[w.Ability, ...]]) -> None:
        """Take what is known of names, and what reads a granted ability."""
        super().__init__()
        self.vocabulary = vocabulary
        self.read_ability = read_ability

    def __default__(self, data: Any, children: list[Any], meta: Any) -> Any:
        """What things do is an event of the same name; any other rule has no meaning yet."""
        rule, _, name = str(data).partition("__")
        if rule in ("deed", "strike") and (event := getattr(self, f"event__{name}", None)) is not None:
            return lambda who: event(who, *children)
        if rule == "standing":
            return getattr(self, f"simple__{name}")(*children)
        if rule in ("pred", "state_pred"):
            return lambda noun: getattr(self, f"simple__{name}")(noun, *children)
        raise NotMeant(str(data).replace("__", " ").replace("_", " "))

    def sentence(self, *parts: Any) -> Sentence:
        """Put a sentence together; what stands before the clauses opens it, what stands after closes it."""
        first = next(at for at, part in enumerate(parts) if not isinstance(part, Mark))
        openers = tuple(part for part in parts[:first] if isinstance(part, Mark))
        closers = tuple(part for part in parts[first:] if isinstance(part, Mark))
        if openers and openers[0].kind == "as long as" and openers[0].goes_on:  # whose it is stands behind
            openers, closers = openers[1:], (*closers, openers[0])
        if [mark.kind for mark in openers[:2]] == ["as long as", "when"]:  # an event, with what has to be so then
            openers = (openers[1], openers[0], *openers[2:])
        return Sentence(openers, tuple(part for part in parts if not isinstance(part, Mark)), closers)

    def added(self, number: Token, stat: Token, *gains: Gain) -> Say:
        """Of "+1 power when attacking a Droid": what this unit gets, for want of another."""
        return self._of_itself(self.gains(self.gain__add(number, stat), *gains))

    def sentence__has_itself(self, keyword: Token, *rest: Any) -> Sentence:
        *number, depends = rest
        amount = (lambda story: int(number[0]),) if number else ()
        return self.sentence(self._of_itself((self.gain__has_keyword(keyword, *amount),)), depends)

    def sentence__then_has_itself(self, *parts: Any) -> Sentence:
        openers = tuple(part for part in parts if isinstance(part, Mark))
        keyword, *number = (part for part in parts if isinstance(part, Token))
        amount = (lambda story: int(number[0]),) if number else ()
        return Sentence(openers, (self._of_itself((self.gain__has_keyword(keyword, *amount),)),), ())

    def added__barred(self, limit: Any) -> Say:
        """Of "Can't be attacked by Walkers": what this unit can't, for want of another."""
        return _itself(self.unit_vp__cannot(limit))

    def _of_itself(self, gains: tuple[Gain, ...]) -> Say:
        return _itself(self.unit_vp__gets(gains))

    def sentence__gets_itself(self, *parts: Any) -> Sentence:
        return self.sentence(*parts)

    def sentence__two(self, *parts: Any) -> Sentence:
        """Two sentences in one, under the same openers."""
        openers = tuple(part for part in parts if isinstance(part, Mark))
        first, second = (part for part in parts if isinstance(part, Sentence))
        if [mark.kind for mark in first.closers] == ["later"] and not second.closers:  # "... at the end, then ..."
            return structs.replace(first, openers=openers, clauses=(*first.clauses, *second.clauses))
        return structs.replace(first, openers=openers, more=second)

    def sentence__restricted(self, only: tuple[Only, ...]) -> Restriction:
        return Restriction(only)

    def sentence__tied(self, *_words: Any) -> Sentence:
        """Of several with the least or the most of something one is chosen; a duty to attack one has that anyway."""

        def say(story: Story) -> None:
            do, last = story.last_said()
            if isinstance(last, w.Oblige) and (last.must_attack.lowest or last.must_attack.highest):
                return
            if not isinstance(last, w.Discard) or not (last.what.lowest or last.what.highest):
                raise NotMeant("which of those that are tied")
            do.pop()
            one = story.choose(Noun("pick", lambda told: last.what), last.what)
            do.append(w.Discard(what=one))

        return Sentence((), (say,), ())

    def sentence__bid_tie(self, player: str) -> Sentence:
        def say(story: Story) -> None:
            at = next((at for at, each in enumerate(story.do) if isinstance(each, w.Bid)), None)
            if at is None or player not in ("you", "opponent"):
                raise NotMeant("who wins the bid")
            story.do[at] = w.Bid(ties=player)

        return Sentence((), (say,), ())

    def sentence__opponent_chooses(self, *parts: Any) -> ChooseOne:
        return structs.replace(self.sentence__choose_one(*parts), who="opponent")

    def sentence__choose_kind(self, *kinds: Token) -> ChooseKind:
        return ChooseKind(tuple(str(kind) for kind in kinds if kind.type == "KIND"))

    def sentence__mission_cost(self, *parts: Any) -> Extra:
        return Extra(tuple(part for part in parts if not isinstance(part, Noun)))

    def sentence__keyword_x(self, keyword: Token, _x: Token, *rest: Any) -> KeywordX:
        return KeywordX(str(keyword), rest[-1] if rest else None)

    def sentence__mission_needs(self, _mission: Noun, noun: Noun) -> Restriction:
        return Restriction((Only(condition=lambda story: _has(story, "you", noun)),))

    def sentence__choose_one(self, *parts: Any) -> ChooseOne:
        openers = tuple(part for part in parts if isinstance(part, Mark))
        return ChooseOne(openers, tuple(part for part in parts if isinstance(part, Sentence)))

    def option(self, *parts: Any) -> Sentence:
        return self.sentence(*parts)

    def block(self, *sentences: Sentence | ChooseOne) -> Say:
        """Sentences held together by braces: told one after the other."""
        from adjudicator.swtcg.cards.compiling.telling.tell import tell  # noqa: PLC0415 - telling tells blocks

        def say(story: Story) -> None:
            kept = story.until, story.condition, story.x, dict(story.marks)
            for each in sentences:
                if not isinstance(each, Sentence | ChooseOne):
                    raise NotMeant("such a sentence in braces")
                story.marks.pop("opened", None)
                tell(story, each)
            story.marks.pop("opened", None)
            story.until, story.condition, story.x = kept[:3]

        return say

    def clause__data(self, data: Token) -> Say:
        return lambda story: story.say(read(str(data)))

    def event__data(self, data: Token) -> Hears:
        return lambda story: read(str(data))

    def simple__data(self, data: Token) -> Any:
        return lambda story: read(str(data))

    def clause__player_does(self, player: str, *says: Say) -> Say:
        return _by(player, says)

    def clause__player_may(self, player: str, *says: Say) -> Say:
        return _may(player, says)

    def clause__player_may_so_as(self, player: str, done: Say, *gained: Say) -> Say:
        return so_as(player, done, gained)

    def clause__either_may(self, *says: Say) -> Say:
        """Of "either player may": each is asked, and both may."""
        return _may("each", says)

    def clause__either_may_so_as(self, done: Say, *gained: Say) -> Say:
        return so_as("each", done, gained)

    def clause__imperative(self, say: Say) -> Say:
        return as_said_before(say)

    def clause__may_imperative(self, say: Say) -> Say:
        return _may("you", (say,))

    def clause__either(self, one: Say, other: Say) -> Say:
        return either("you", one, other)

    def clause__player_either(self, player: str, one: Say, other: Say) -> Say:
        return either(player, one, other)

    def clause__controller_does(self, place: Any, say: Say) -> Say:
        return controller_of(self.simple__controls_arena, place, say)

    def clause__controller_may(self, place: Any, say: Say) -> Say:
        return controller_of(self.simple__controls_arena, place, offered((say,)))

    def clause__may_have(self, player: str, noun: Noun, verb: UnitVerb) -> Say:
        return _may(player, (_units(noun, (verb,)),))

    def clause_vp__have_do(self, noun: Noun, verb: UnitVerb) -> Say:
        return _units(noun, (verb,))

    def clause__units_do(self, noun: Noun, *verbs: UnitVerb) -> Say:
        return _units(noun, verbs)

    def clause__they_each_do(self, *verbs: UnitVerb) -> Say:
        """Of "If both are there, each gets Shields": each of those spoken of."""

        def them(story: Story) -> Those:
            if not any(each.plural for each in story.mentions) and story.chosen_singly() is None:
                raise NotMeant("each of what")
            return story.them()

        return _units(Noun("ref", them, plural=True), verbs)

    def clause__units_do_for(self, noun: Noun, first: UnitVerb, until: Any, second: UnitVerb) -> Say:
        """Of "That unit can't retreat this turn and doesn't untap ...": how long the first lasts."""

        def say(story: Story) -> None:
            those = story.reach(noun)
            before, story.until = story.until, ""
            during(story, until)
            first(story, those)
            story.until = before
            second(story, those)

        return say

    def clause__pilots_give(self, pilots: Noun, described: Any, _it: Noun, gains: tuple[Gain, ...]) -> Say:
        """What each of those Pilots gives the unit that he or she is on."""

        def say(story: Story) -> None:
            crew = structs.replace(pilots.build(story), what="pilot")
            unit = structs.replace(described(story, Those()), side=crew.side, piloted_by=crew)
            self.unit_vp__gets(gains)(story, unit)

        return say

    def clause__pilots_give_to(self, pilots: Noun, gains: tuple[Gain, ...], described: Any, it: Noun) -> Say:
        return self.clause__pilots_give(pilots, described, it, gains)

    def clause(self, say: Say) -> Say:
        return say

    def clause_vp__pays_force(self, amount: Told) -> Say:
        return _pays(amount, "force")

    def clause_vp__pays_points(self, amount: Told) -> Say:
        return _pays(amount, "points")

    def player_vp__cannot(self, *limits: Any) -> Say:
        def say(story: Story) -> None:
            for limit in limits:
                story.say(*limit(story, Those(side=story.side(story.who))))

        return say

    def clause__neither_can(self, limit: Any) -> Say:
        return lambda story: story.say(*limit(story, Those()))

    def clause__none_can(self, described: Any, *words: Any) -> Say:
        """Of "No Droid can attack": each of them can't."""
        *posts, limit = words

        def say(story: Story) -> None:
            story.say(*limit(story, self.mass__each(described, *posts).build(story)))

        return say

    def clause__none_of_them_can(self, noun: Noun, limit: Any) -> Say:
        """Of "None of your Jedi can attack": they can't."""
        return self.clause__units_do(noun, self.unit_vp__cannot(limit))

    def timed(self, *parts: Any) -> Sentence:
        return self.sentence(*parts)


def _itself(verb: UnitVerb) -> Say:
    """What is said of nobody is said of this unit, where it is always on."""

    def say(story: Story) -> None:
        if not story.lasts:
            raise NotMeant("who gets that")
        verb(story, w.THIS)

    return say


def meaning_of(tree: Tree[Any], meaning: Meaning) -> Any:
    """Give a tree its meaning. Raises NotMeant."""
    try:
        return meaning.transform(tree)
    except VisitError as bad:
        if isinstance(bad.orig_exc, NotMeant):
            raise bad.orig_exc from None
        raise
