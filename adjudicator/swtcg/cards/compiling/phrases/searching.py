"""Decks, hands and discard piles searched, what is taken from them, and decks shuffled."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import CARD, Say, _not_meant, _nouns, _take, sought
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.ahead import SUPPLY
from adjudicator.swtcg.words.language import Those


def _after_the_search(story: Story, shuffle: w.Shuffle) -> bool:
    """Whether a deck is shuffled that one "may" search before: then who does not search it does not shuffle it."""
    at = next((at for at, each in reversed(list(enumerate(story.do))) if isinstance(each, w.May)), None)
    may = None if at is None else story.do[at]
    if at is None or not isinstance(may, w.May) or may.otherwise or "search for" not in story.marks:
        return False
    made = _going_on(may, tuple(story.do[at + 1 :]), shuffle)
    if made is None:
        return False
    story.do[at:] = [_deck_or_not(made, shuffle) if story.marks.pop("if searched", False) else made]
    return True


def _deck_or_not(may: w.May, shuffle: w.Shuffle) -> w.May:
    """Of "your deck, hand, and/or discard pile ... If you searched your deck, shuffle it": whoever has other zones
    searched alone does not shuffle, and says so before looking.
    """
    search, *rest = may.do
    if not isinstance(search, w.Choose) or rest[-1:] != [shuffle] or len(search.among.zones) < 2:
        return may
    others = tuple(zone for zone in search.among.zones if zone != "deck")
    elsewhere = structs.replace(search, among=structs.replace(search.among, zones=others))
    return structs.replace(may, do=(w.OneOfThese(options=(may.do, (elsewhere, *rest[:-1]))),))


def _in_the_search(story: Story, shuffle: w.Shuffle) -> bool:
    """Of "you may search your deck. ... Then shuffle your deck": all that is said between belongs to the offer."""
    since = story.marks.pop("may search", None)
    done = story.do[since:] if since is not None else []
    if not done or any(isinstance(each, w.Choose) and each.when != "resolving" for each in done):
        return False
    story.do[since:] = [w.May(do=(*done, shuffle))]
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


def _from_the_supply(story: Story, noun: Noun) -> bool:
    """Of "Take 1 Clone Subordinate and put it ...": a printed one, which is read and not carried out yet."""
    those = noun.build(story)
    if "subordinate" not in those.types or those.zones or those.bound or noun.how != "pick":
        return False
    supplied = structs.replace(those, what="card", side="yours", zones=SUPPLY)
    into = story.fresh("it")
    number = noun.most if isinstance(noun.most, int) else 1
    story.say(w.Choose(into=into, among=supplied, least=number, most=number, when="resolving"))
    story.mention(Those(what="card", bound=into), supplied)
    return True


@v_args(inline=True)
class SearchMeaning(Transformer[Token, Any]):
    """Searching and shuffling, of `players.lark`."""

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

    def clause_vp__shuffle_hand_in(self, whose: Part, into: Part) -> Say:
        """Of "Shuffle your hand into your deck. Draw that many cards": as many as there were."""

        def say(story: Story) -> None:
            hand = whose(story, Those(what=CARD, zones=("hand",)))
            if into(story, Those()).side != hand.side:
                raise NotMeant("another's deck")
            story.say(w.Let(into="hand", be=w.Count(of=hand)), w.MoveTo(what=hand, to="deck"))
            story.much = w.X(name="hand")

        return say

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
            found = structs.replace(sought(those), zones=("discard",), side=whose(story, Those()).side)
            story.choose(structs.replace(noun, least=0), found)

        return say

    def pile__deck(self) -> str:
        return "deck"

    def pile__hand(self) -> str:
        return "hand"

    def pile__discard(self) -> str:
        return "discard"

    def clause_vp__search_zones(self, whose: Part, *words: Any) -> Say:
        """Search deck, hand and discard pile at once; in what is hidden nobody has to find anything."""
        *places, noun = words
        zones = tuple(each for each in places if isinstance(each, str))

        def say(story: Story) -> None:
            those = noun.build(story)
            side = whose(story, Those()).side
            others = [each for each in places if not isinstance(each, str)]
            if noun.how != "pick" or those.zones or any(part(story, Those()).side != side for part in others):
                raise NotMeant("search for that")
            found = structs.replace(sought(those), zones=zones, side=side)
            story.choose(structs.replace(noun, least=0), found)
            if "deck" in zones:
                story.marks["searched"] = side
                story.marks["search for"] = True

        return say

    def clause_vp__take(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                try:
                    _take(story, each, "", need=False)
                except NotMeant:
                    if not _from_the_supply(story, each):
                        raise

        return say

    def clause_vp__shuffle(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            who = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen"}.get(
                whose(story, Those()).side
            )
            shuffle = w.Shuffle(**({} if who in (None, "you") else {"who": who}))
            if not _in_the_search(story, shuffle) and not _after_the_search(story, shuffle):
                story.say(shuffle)

        return say

    def clause_vp__shuffle_it(self) -> Say:
        def say(story: Story) -> None:
            side = story.marks.get("searched") or _not_meant("shuffle what")
            shuffle = w.Shuffle(who={"yours": "you", "opponents": "opponent"}[side])
            if not _in_the_search(story, shuffle) and not _after_the_search(story, shuffle):
                story.say(shuffle)

        return say
