"""Cards: looked at, searched for, shown, moved."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.saying import (
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
    _take,
    _top,
)
from adjudicator.swtcg.cards.compiling.selecting import Part
from adjudicator.swtcg.cards.compiling.story import NotMeant, Noun, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import Those


def _after_the_search(story: Story, shuffle: w.Shuffle) -> bool:
    """Whether a deck is shuffled that one "may" search before: then who does not search it does not shuffle it."""
    at = next((at for at, each in reversed(list(enumerate(story.do))) if isinstance(each, w.May)), None)
    may = None if at is None else story.do[at]
    if at is None or not isinstance(may, w.May) or may.otherwise or "search for" not in story.marks:
        return False
    made = _going_on(may, tuple(story.do[at + 1 :]), shuffle)
    if made is None:
        return False
    story.do[at:] = [made]
    return True


def _going_on(may: w.May, rest: tuple[w.Instruction, ...], shuffle: w.Shuffle) -> w.May | None:
    """A search that one may make, with what follows it; of one offer within another the inner one."""
    found = [each.into for each in may.do if isinstance(each, w.Choose) and "deck" in each.among.zones]
    if found:
        about = all(isinstance(each, w.MoveTo | w.Show) and _among(each.what, found) for each in rest)
        return structs.replace(may, do=(*may.do, *rest, shuffle)) if about else None
    inner = may.do[-1] if may.do else None
    made = _going_on(inner, rest, shuffle) if isinstance(inner, w.May) and not inner.otherwise else None
    return None if made is None else structs.replace(may, do=(*may.do[:-1], made))


def _among(those: Those, found: list[str]) -> bool:
    """Whether only cards are meant that are bound to one of these names."""
    return all(each.bound in found for each in those.any_of or (those,))


@v_args(inline=True)
class CardMeaning(Transformer[Token, Any]):
    """What is done with cards, of `sentences.lark`."""

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
            wanted = structs.replace(those, what=CARD)
            story.say(w.Top(into="found", amount=amount, whose=who, seen="all", until=wanted, different=different))
            story.mention(Those(what=CARD, bound="rest"), Those(what=CARD), plural=True)
            story.mention(Those(what=CARD, bound="found"), wanted, plural=amount != 1)
            story.marks["rest"] = Those(what=CARD, bound="rest")
            story.marks["found in"] = Those(what=CARD, side=side, zones=("deck",))

        return say

    def clause_vp__shuffle_in(self, noun: Noun, whose: Part) -> Say:
        def say(story: Story) -> None:
            story.say(w.MoveTo(what=story.reach(noun), to="deck"))

        return say

    def clause_vp__shuffle_pile_in(self, whose: Part, into: Part) -> Say:
        def say(story: Story) -> None:
            pile = whose(story, Those(what=CARD, zones=("discard",)))
            if into(story, Those()).side != pile.side:
                raise NotMeant("another's deck")
            story.say(w.MoveTo(what=pile, to="deck"))

        return say

    def clause_vp__attach(self, noun: Noun, host: Noun) -> Say:
        def say(story: Story) -> None:
            what = _on_table(story.reach(noun))  # no card of a deck or hand
            story.say(w.AttachTo(what=what, host=story.reach(host)))

        return say

    def clause_vp__look_at_hand(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            hand = structs.replace(whose(story, Those()), what=CARD, zones=("hand",))
            story.say(w.LookAt(what=hand))
            story.marks["there"] = lambda told, those: structs.replace(
                those, zones=hand.zones, side=hand.side, what=CARD
            )
            story.mention(hand, hand, plural=True)

        return say

    def clause_vp__look_at_hand_and(self, whose: Part, noun: Noun) -> Say:
        return _all((self.clause_vp__look_at_hand(whose), self.clause_vp__look_at(noun)))

    def topcards(self, *words: Any) -> tuple[Top, Part]:
        number = next((int(word) for word in words if isinstance(word, Token) and word.type == "NUM"), 1)
        letter = any(isinstance(word, Token) and word.type == "LETTER" for word in words)
        return (None if letter else number), words[-1]

    def topcards__that_many(self, _noun: Token, whose: Part) -> tuple[Top, Part]:
        return _much, whose

    def clause_vp__look_at_top(self, cards: tuple[Top, Part]) -> Say:
        return _seen(cards, "you")

    def clause_vp__reveal_top(self, cards: tuple[Top, Part]) -> Say:
        return _seen(cards, "all")

    def clause_vp__discard_top(self, cards: tuple[Top, Part]) -> Say:
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

    def clause_vp__search(self, whose: Part) -> Say:
        """Of "Search your deck." What is taken from it is said next."""

        def say(story: Story) -> None:
            story.marks["searched"] = whose(story, Those()).side
            story.marks["there"] = lambda told, those: structs.replace(
                those, zones=("deck",), side=story.marks["searched"]
            )

        return say

    def clause_vp__search_for(self, whose: Part, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.marks["search for"] = True
            side = whose(story, Those()).side
            nouns = _nouns(noun)
            for each in nouns:
                _take(story, each, side, need=False)
            if len(nouns) > 1:  # "show them" is said of all that were found
                found = tuple(Those(what=CARD, bound=each.those.bound) for each in story.mentions[-len(nouns) :])
                story.mention(Those(what=CARD, zones=("deck",), side=side, any_of=found), plural=True)

        return say

    def clause_vp__search_pile(self, whose: Part, noun: Noun) -> Say:
        """What lies open is looked for like in a deck; nobody has to find any."""

        def say(story: Story) -> None:
            those = noun.build(story)
            if noun.how != "pick" or those.zones:
                raise NotMeant("search for that")
            found = structs.replace(those, what=CARD, zones=("discard",), side=whose(story, Those()).side)
            story.choose(structs.replace(noun, least=0), found)

        return say

    def clause_vp__search_zones(self, whose: Part, *words: Any) -> Say:
        """Search deck, hand and discard pile at once; in what is hidden nobody has to find anything."""
        noun = words[-1]

        def say(story: Story) -> None:
            those = noun.build(story)
            side = whose(story, Those()).side
            if noun.how != "pick" or those.zones or any(part(story, Those()).side != side for part in words[:-1]):
                raise NotMeant("search for that")
            found = structs.replace(those, what=CARD, zones=("deck", "hand", "discard"), side=side)
            story.choose(structs.replace(noun, least=0), found)
            story.marks["searched"] = side
            story.marks["search for"] = True

        return say

    def clause_vp__take(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                _take(story, each, "", need=False)

        return say

    def clause_vp__shuffle(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            who = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen"}.get(
                whose(story, Those()).side
            )
            shuffle = w.Shuffle(**({} if who in (None, "you") else {"who": who}))
            if not _after_the_search(story, shuffle):
                story.say(shuffle)

        return say

    def clause_vp__shuffle_it(self) -> Say:
        def say(story: Story) -> None:
            side = story.marks.get("searched") or _not_meant("shuffle what")
            shuffle = w.Shuffle(who={"yours": "you", "opponents": "opponent"}[side])
            if not _after_the_search(story, shuffle):
                story.say(shuffle)

        return say

    def clause_vp__show(self, noun: Noun, *_to: Any) -> Say:
        return lambda story: _show(story, noun)

    def clause_vp__show_turned(self, *words: Any) -> Say:
        return lambda story: _show(story, words[-1])

    def clause_vp__reveal(self, noun: Noun) -> Say:
        return lambda story: _show(story, noun)

    def clause_vp__put(self, noun: Noun, destination: Any) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                destination(story, _moved(story, each))

        return say

    def clause_vp__deploy(self, noun: Noun, *_where: Any) -> Say:
        """What lies face down, to the arena of its type."""

        def say(story: Story) -> None:
            those = story.reach(noun) if noun.how == "pick" else noun.build(story)
            if those.what == CARD:
                raise NotMeant("deploy a card that is not being built")
            story.say(w.Deploy(what=those))

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
            story.marks["there"] = lambda told, those: structs.replace(
                those, zones=hand.zones, side=hand.side, what=CARD
            )
            story.mention(hand, hand, plural=True)

        return say

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
                for where in those.where:
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
            story.say(w.AttachTo(what=those, host=story.reach(noun)))

        return go

    def destination__under(self, noun: Noun) -> Any:
        return lambda story, those: story.say(
            w.MoveTo(what=those, to="under", onto=_other_than(those, story.reach(noun)))
        )

    def destination__beneath(self, noun: Noun) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="stack", onto=_stack(story, noun)))

    def destination__its_own_arena(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena"))

    def destination__its_own_arena_tapped(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena", tapped=True))


def _other_than(those: Those, onto: Those) -> Those:
    """What a thing is put under: never itself ("put it under it")."""
    return w.THIS if onto.bound == those.bound else onto
