"""Cards: looked at, searched for, shown, moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.each_turn import in_force
from adjudicator.swtcg.cards.compiling.story.kinds_together import card_of
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import (
    BOTTOM,
    CARD,
    Say,
    Top,
    _all,
    _destination,
    _moved,
    _much,
    _not_meant,
    _nouns,
    _on_table,
    _seen,
    _show,
    _stack,
    _top,
    sought,
)
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import SUBORDINATE
from adjudicator.swtcg.words.language import UNITS, Those


def _from_a_supply(those: Those) -> bool:
    """Whether a Subordinate is meant that lies nowhere yet: one with neither a player nor a place."""
    return (those.types, those.side, those.zones, those.bound) == ((SUBORDINATE,), "any", (), "")


def _host(story: Story, noun: Noun, those: Those) -> Those:
    """What something is put on: "it" is then something else."""
    with story.not_meaning(those if noun.extra.get("it") else None):
        return story.reach(noun)


@v_args(inline=True)
class CardMeaning(Transformer[Token, Any]):
    """What is done with cards, of `players.lark`."""

    place__build_zone: Callable[[Part], Part]

    def clause_vp__look_at(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = story.reach(noun)
            story.say(w.LookAt(what=those))
            story.marks["there"] = lambda told, other: those

        return say

    def clause_vp__reveal_until(self, _noun: Token, whose: Part, _player: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = noun.build(story)
            amount = noun.most if noun.how == "pick" and noun.least == noun.most else _not_meant("until how many")
            side = whose(story, Those()).side
            who = {"yours": "you", "opponents": "opponent", "theirs": "they"}[side]
            choosing = story.marks.pop("choosing", {})
            different = choosing.get("different", "")
            wanted = card_of(those)
            story.say(w.Top(into="found", amount=amount, whose=who, seen="all", until=wanted, different=different))
            story.mention(Those(what=CARD, bound="rest"), Those(what=CARD), plural=True)
            story.mention(Those(what=CARD, bound="found"), wanted, plural=amount != 1)
            story.marks["rest"] = Those(what=CARD, bound="rest")
            story.marks["found in"] = Those(what=CARD, side=side, zones=("deck",))

        return say

    def clause_vp__attach(self, noun: Noun, host: Noun) -> Say:
        def say(story: Story) -> None:
            what = _on_table(story.reach(noun))  # no card of a deck or hand
            story.say(w.AttachTo(what=what, host=_host(story, host, what)))

        return say

    def clause_vp__attach_for_nothing(self, noun: Noun, host: Noun, *_for_nothing: Any) -> Say:
        """Of an Equipment card found in a deck or hand: it comes into play, and goes onto the unit at once."""

        def say(story: Story) -> None:
            found = story.reach(noun)
            if found.what != CARD:
                raise NotMeant("attach what is in play for nothing")
            new = story.fresh("it")
            story.say(w.MoveTo(what=found, to="build", into=new))
            what = Those(what="equipment", bound=new)
            story.say(w.AttachTo(what=what, host=_host(story, host, what)))

        return say

    def clause_vp__look_at_hand(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            hand = structs.replace(whose(story, Those()), what=CARD, zones=("hand",))
            story.say(w.LookAt(what=hand))
            story.marks["there"] = lambda told, those: structs.replace(card_of(those), zones=hand.zones, side=hand.side)
            story.mention(hand, hand, plural=True)

        return say

    def clause_vp__look_at_hand_and(self, whose: Part, noun: Noun) -> Say:
        return _all((self.clause_vp__look_at_hand(whose), self.clause_vp__look_at(noun)))

    def clause_vp__look_at_hand_and_top(self, whose: Part, cards: tuple[Any, ...]) -> Say:
        return _all((self.clause_vp__look_at_hand(whose), self.clause_vp__look_at_top(cards)))

    def topcards(self, *words: Any) -> tuple[Top, Part]:
        number = next((int(word) for word in words if isinstance(word, Token) and word.type == "NUM"), 1)
        letter = any(isinstance(word, Token) and word.type == "LETTER" for word in words)
        return (None if letter else number), words[-1]

    def topcards__of_the_bottom(self, *words: Any) -> tuple[Any, ...]:
        return (*self.topcards(*words), BOTTOM)

    def topcards__that_many(self, _noun: Token, whose: Part) -> tuple[Top, Part]:
        return _much, whose

    def clause_vp__look_at_top(self, cards: tuple[Any, ...]) -> Say:
        return _seen(cards, "you")

    def clause_vp__reveal_top(self, cards: tuple[Any, ...]) -> Say:
        return _seen(cards, "all")

    def clause_vp__discard_top(self, cards: tuple[Any, ...]) -> Say:
        def say(story: Story) -> None:
            story.say(w.Discard(what=_top(story, cards, "")))

        return say

    def clause_vp__discard_with_it(self, *_words: Any) -> Say:
        """What is turned face down loses its cards and Pilots anyway."""

        def say(story: Story) -> None:
            _, last = story.last_said()
            if not isinstance(last, w.MoveTo) or not last.face_down:
                raise NotMeant("what was stacked with it")

        return say

    def destination__from_to(self, source: Part, target: Part, *_words: Any) -> Any:
        """Of "from your discard pile to your hand": of the cards that lie in such a pile those in the one named."""
        go = _destination(target, ())

        def from_there(story: Story, those: Those) -> None:
            there = source(story, Those())
            if those.what == CARD and those.zones == there.zones and those.side == "any":
                those = structs.replace(those, side=there.side)
            go(story, those)

        return from_there

    def clause_vp__put_top(self, cards: tuple[Top, Part], destination: Any) -> Say:
        return lambda story: destination(story, _top(story, cards, ""))

    def clause_vp__show(self, noun: Noun, *_to: Any) -> Say:
        return lambda story: _show(story, noun)

    def clause_vp__show_turned(self, *words: Any) -> Say:
        return lambda story: _show(story, words[-1])

    def clause_vp__reveal(self, noun: Noun) -> Say:
        return lambda story: _show(story, noun)

    def for_nothing(self, *_cost: Token) -> None:
        """What an effect puts into play is not paid for anyway."""

    def clause_vp__put(self, noun: Noun, destination: Any, *_for_nothing: Any) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                if each.how == "pick" and _from_a_supply(each.build(story)):
                    raise NotMeant("which Subordinate of a supply")
                destination(story, _moved(story, each))

        return say

    def clause_vp__put_as_before(self, noun: Noun) -> Say:
        """Of "Return a card from there to there. If ..., return 2 cards instead": the same way as before."""

        def say(story: Story) -> None:
            _, last = story.last_said()
            if not isinstance(last, w.MoveTo):
                raise NotMeant("returned to where")
            choices = (each for each in story.said_so_far() if isinstance(each, w.Choose))
            before = next((each.among for each in choices if each.into == last.what.bound), None)
            those = noun.build(story)
            if before is None or noun.how != "pick" or those.zones or those.bound:
                raise NotMeant("returned from where")
            among = structs.replace(those, zones=before.zones, side=before.side)
            story.say(structs.replace(last, what=story.choose(noun, among)))

        return say

    def clause_vp__deploy(self, noun: Noun, *_where: Any) -> Say:
        """What lies face down, to the arena of its type."""

        def say(story: Story) -> None:
            those = story.reach(noun) if noun.how == "pick" else noun.build(story)
            if those.what == CARD:
                raise NotMeant("deploy a card that is not being built")
            kind = story.mentions[-1].kind if noun.how == "pick" else those
            if kind.what in UNITS and (noun.how == "pick" or not kind.bound):
                raise NotMeant("deploy what is deployed, or whatever can be")
            if any(each.those == those and each.kind.what in (*UNITS, "pilot") for each in story.mentions):
                raise NotMeant("deploy what has been deployed before")
            lies = any(each.those == those and each.kind.what == "built" for each in story.mentions)
            story.say(w.Deploy(what=structs.replace(those, what="built") if lies else those))

        return say

    def clause_vp__deploy_for_nothing(self, noun: Noun, *_for_nothing: Any) -> Say:
        """What is being built, or a unit in hand: that comes face down into the build zone first."""
        built = self.clause_vp__deploy(noun)

        def say(story: Story) -> None:
            those = noun.build(story)
            if those.what != CARD or noun.how != "pick" or those.zones != ("hand",):
                built(story)
                return
            if noun.least != 1 or those.side != "yours" or those.types in (("location",), ("equipment",)):
                raise NotMeant("deploy such cards")
            chosen, into = story.choose(noun, sought(those)), story.fresh_number("coming")
            story.say(w.MoveTo(what=chosen, to="build", face_down=True, into=into))
            story.say(w.Deploy(what=Those(what="built", bound=into)))

        return say

    def clause_vp__name_card(self, _card: Token) -> Say:
        def say(story: Story) -> None:
            story.say(w.NameCard())
            story.marks["named"] = w.NameCard().into

        return say

    def clause_vp__put_both(self, one: Noun, to: Any, other: Noun, on: Any) -> Say:
        first, second = self.clause_vp__put(one, to), self.clause_vp__put(other, on)
        return _all((first, second))

    def clause_vp__put_all(self, *words: Any) -> Say:
        """Several things, each to a place of its own."""
        return _all(tuple(self.clause_vp__put(*words[at : at + 2]) for at in range(0, len(words), 2)))

    def clause_vp__put_back(self, *_words: Any) -> Say:
        """In the same order: they stay as they are."""

        def say(story: Story) -> None:
            if not isinstance(story.last_said()[1], w.Top):
                raise NotMeant("put back what")

        return say

    def clause_vp__reveal_hand(self, whose: Part, *_to: Any) -> Say:
        def say(story: Story) -> None:
            hand = structs.replace(whose(story, Those()), what=CARD, zones=("hand",))
            if hand.side == "any":
                hand = structs.replace(hand, side=story.side(story.who))
            story.say(w.Show(what=hand))
            story.marks["there"] = lambda told, those: structs.replace(card_of(those), zones=hand.zones, side=hand.side)
            story.mention(hand, hand, plural=True)

        return say

    def clause_vp__reveal_hand_turned(self, _to: Any, whose: Part) -> Say:
        return self.clause_vp__reveal_hand(whose)

    def clause_vp__reveal_to(self, noun: Noun, *_to: Any) -> Say:
        return self.clause_vp__reveal(noun)

    def clause_vp__put_from(self, noun: Noun, destination: Any, place: Part) -> Say:
        found = Noun(
            noun.how, lambda story: place(story, noun.build(story)), noun.least, noun.most, noun.plural, noun.extra
        )
        return self.clause_vp__put(found, destination)

    def clause_vp__put_turned(self, destination: Any, noun: Noun) -> Say:
        return self.clause_vp__put(noun, destination)

    def clause_vp__remove_from_game(self, noun: Noun) -> Say:
        return lambda story: story.say(w.MoveTo(what=_moved(story, noun), to="out"))

    def clause_vp__disrupt(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            of: list[str] = []
            most = None
            for each in _nouns(noun):
                spoken = each.extra.get("it") or each.extra.get("that")
                played = story.marks.get("being played") or (_not_meant("disrupt that") if spoken else "")
                those = Those(types=(played,)) if spoken else each.build(story)
                kinds = those.types or ("activated",)
                of.extend(kinds)
                for where in in_force(those).where:
                    if where.stat == "force cost" and where.how == "<=" and isinstance(where.than, int):
                        most = where.than
                    else:
                        raise NotMeant("disrupt that")
            if any(kind not in ("battle", "activated", "mission") for kind in of):
                raise NotMeant("disrupt that")
            story.say(w.Disrupt(of=tuple(of), printed_at_most=most))

        return say

    def clause_vp__disrupt_ability(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Disrupt(of=("activated",)))

    def clause_vp__disrupt_ability_of(self, noun: Noun, *_words: Any) -> Say:
        return lambda story: story.say(w.Disrupt(of=("activated",), whose=noun.build(story)))

    def clause_vp__disrupt_either(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Disrupt(of=("battle", "activated")))

    def destination__to_place(self, place: Part, *counters: Any) -> Any:
        return _destination(place, counters)

    def destination__face_down(self, place: Part, *counters: Any) -> Any:
        return _destination(place, counters, face_down=True)

    def destination__unbuilt(self, whose: Part, *_them: Noun) -> Any:
        """Of "into your build zone with no build counters on it": as whatever is begun lies there."""
        return _destination(self.place__build_zone(whose), (), face_down=True)

    def destination__with_counters_equal(self, place: Part, *words: Any) -> Any:
        """Face down with as many build counters as there are of something."""

        def go(story: Story, those: Those) -> None:
            number = words[-1](story)
            _destination(place, ((number, number, False),), face_down=True)(story, those)

        return go

    def destination__to_place_instead(self, place: Part, instead: Part) -> Any:
        """Of "into your build zone instead of your discard pile", where what has been discarded lies by then."""

        def go(story: Story, those: Those) -> None:
            if instead(story, Those()).zones != ("discard",) or "discarded" not in story.marks:
                raise NotMeant("instead of which zone")
            _destination(place, ())(story, those)

        return go

    def destination__to_place_tapped(self, place: Part) -> Any:
        return _destination(place, (), tapped=True)

    def destination__to_place_untapped(self, place: Part) -> Any:
        return _destination(place, ())

    def destination__on_top(self, *_whose: Part) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck top"))

    def destination__top_or_bottom(self, *_whose: Part) -> Any:
        """Either, as the player likes who puts it there."""

        def go(story: Story, those: Those) -> None:
            top, bottom = ((w.MoveTo(what=those, to=to),) for to in ("deck top", "deck bottom"))
            who = "they" if story.who == "each" else story.one_player(story.who)
            story.say(w.May(do=top, otherwise=bottom, who=who))

        return go

    def destination__back_on_top(self, *_whose: Any) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck top"))

    def destination__at_bottom(self, *_whose: Part) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck bottom"))

    def destination__at_bottom_too(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck bottom"))

    def destination__to_things(self, noun: Noun) -> Any:
        """Of "Move him onto one of your Transports": as its Pilot."""

        def go(story: Story, those: Those) -> None:
            if those.what == "card":
                raise NotMeant("a card onto a unit")
            if noun.how in ("each", "all", "none"):
                raise NotMeant("onto which of them")
            if isinstance(story.last_said()[1], w.RemoveDamage | w.AddCounters | w.AddMarks):
                raise NotMeant("the counter, or what it was on")
            story.say(w.AttachTo(what=those, host=_host(story, noun, those)))

        return go

    def destination__under(self, noun: Noun) -> Any:
        return lambda story, those: story.say(
            w.MoveTo(what=those, to="under", onto=_other_than(those, story.reach(noun)))
        )

    def destination__beneath(self, noun: Noun) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="stack", onto=_stack(story, noun)))

    def destination__on_top_of_stack(self, noun: Noun) -> Any:
        """Of "Put a card with the same name from your hand on top of that unit": the card that counts from then on."""

        def go(story: Story, those: Those) -> None:
            if those.what != "card":
                raise NotMeant("on top of a unit")
            story.say(w.MoveTo(what=those, to="stack", onto=_stack(story, noun), beneath=False))

        return go

    def destination__its_own_arena(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena"))

    def destination__its_own_arena_tapped(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena", tapped=True))


def _other_than(those: Those, onto: Those) -> Those:
    """What a thing is put under: never itself ("put it under it")."""
    return w.THIS if onto.bound == those.bound else onto
