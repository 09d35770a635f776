"""How clauses of players are put together: who, how much, what goes where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.kinds_together import card_of
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import ALL, Part, Told
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS, FALLEN
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.story.this_way import DONE, thus
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import UNITS, Those

Top = w.Amount | Told | None
"""How many cards of a deck's top are meant: None for X, or what the story says ("that many")."""
Say = Callable[[Story], None]

"""A clause: it adds its instructions to the story."""

CARD = "card"


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def _signed(number: Token) -> Told:
    if number.upper().endswith("X"):
        if number.startswith("-"):
            raise NotMeant("-X")
        return lambda story: w.X()
    return lambda story: int(number)


def _nouns(noun: Noun) -> tuple[Noun, ...]:
    return noun.extra["nouns"] if noun.how == "all" else (noun,)


def _who(story: Story) -> str:
    return story.one_player(story.who) if story.who != "each" else "they"


def _much(story: Story) -> w.Amount:
    if story.much is not None:
        return story.much
    _, last = story.last_said()
    if isinstance(last, DONE) and any(each.plural and each.those == last.what for each in story.mentions):
        return w.X(name=thus(story))
    return _cards_of_the_hand(story)


def _cards_of_the_hand(story: Story) -> w.Amount:
    """Of "Discard your hand, then draw that many cards": as many as were in it, counted before."""
    last = next((at for at, said in enumerate(story.do) if isinstance(said, w.DiscardCards) and said.whole_hand), None)
    if last is None:
        raise NotMeant("that much")
    said = story.do[last]
    assert isinstance(said, w.DiscardCards)
    story.do.insert(last, w.Let(into="hand", be=w.Tally(of="hand", who=said.who)))
    story.much = w.X(name="hand")
    return story.much


def _exactly(story: Story, quantity: tuple[int, Any, bool]) -> w.Amount:
    """A quantity as a number that is neither more nor less."""
    least, most, _ = quantity
    if most == "that many":
        return _much(story)
    if isinstance(least, w.X) and story.x is not None:
        told: w.Amount = story.x(story)
        return told
    if least != most or most is None:
        raise NotMeant("up to a number")
    amount: w.Amount = most
    return amount


def _at_most(story: Story, quantity: tuple[int, Any, bool]) -> w.Amount:
    """A quantity of which less may be taken; removing counters never takes more than there are."""
    _, most, _ = quantity
    if most == "that many":
        return _much(story)
    amount: w.Amount = most if most is not None else _not_meant("any number")
    return amount


def _for_each(story: Story, amount: w.Amount) -> w.Amount:
    """An amount, so many times as there are of what "for each" names."""
    of = story.marks.pop("for each", None)
    if of is None:
        return _capped(story, amount)
    if not isinstance(amount, int):
        raise NotMeant("X for each")
    times: w.Amount = of(amount)
    return _capped(story, times)


def _capped(story: Story, amount: w.Amount) -> w.Amount:
    """An amount, at most as much as the sentence allows."""
    most = story.marks.pop("most", None)
    if most is not None and isinstance(amount, int):
        raise NotMeant("at most so much of what")
    return amount if most is None else w.Capped(of=amount, most=most)


def _on_table(those: Those) -> Those:
    if those.what == CARD:
        raise NotMeant("a card that does not stand on the table")
    return those


def _roll(story: Story, number: w.Amount) -> None:
    """Dice are rolled and added up; each player's are bound to a name of their own."""
    if story.who == "each":
        story.marks["both rolled"] = True
        story.marks["instead of each"] = (
            w.RollDice(amount=number),
            w.RollDice(amount=number, into="rolled opponent", who="opponent"),
        )
        return
    into = "rolled" if _who(story) == "you" else f"rolled {_who(story)}"
    if _who(story) == "opponent" and number == 1 and story.last_said()[1] == w.RollDice(amount=1):
        story.marks["both rolled"] = True  # you have just rolled one too
    story.say(w.RollDice(amount=number, into=into, who=_who(story)))
    story.marks["rolled"] = into
    story.marks["several dice"] = number != 1
    story.much = w.X(name=into) if number == 1 else None


def _damage(by: Those, amount: Told, noun: Noun, *, dice: bool) -> Say:
    def say(story: Story) -> None:
        for each in _nouns(noun):
            target = _on_table(story.reach(each))
            story.say(w.Damage(to=target, amount=_for_each(story, amount(story)), dice=dice, by=by))
        story.much = None

    return say


def _all(says: tuple[Say, ...]) -> Say:
    def say(story: Story) -> None:
        for each in says:
            each(story)

    return say


def _discard(story: Story, noun: Noun) -> None:
    """Discard things from the table, or cards from a hand."""
    for each in _nouns(noun):
        those = each.build(story)
        if story.marks.pop("each arena", False) and each.how == "pick":
            raise NotMeant("one in each arena")
        if story.marks.pop("only one", False):  # of those tied he chooses (crf.card.podracing-course.tie-you-choose)
            story.say(w.Discard(what=story.choose(Noun("pick", each.build), those)))
            continue
        if those.what == CARD and those.zones in ((), ("hand",)) and not those.bound and each.how == "pick":
            _discard_cards(story, each, those)
            continue
        if those.what == CARD and not those.bound and not those.zones and "there" in story.marks and each.how == "each":
            story.say(w.Discard(what=story.marks["there"](story, those)))
            continue
        if those.what == CARD and not those.bound and not those.zones:
            raise NotMeant("discard which cards")
        if those.what == CARD and "found in" in story.marks and those == story.marks.get("rest"):
            story.say(*(w.Discard(what=one) for one in those.any_of or (those,)))
            continue
        if those.what == CARD and those.zones == ("deck",) and any(one.bound for one in those.any_of):
            raise NotMeant("discard what was found")
        if _who(story) != "you" and those.side == "any" and each.how == "pick" and not those.bound:
            # nobody discards what is another's
            story.say(w.Discard(what=story.choose(each, structs.replace(those, side=story.side(story.who)))))
            continue
        story.say(w.Discard(what=story.reach(each)))


def _discard_cards(story: Story, noun: Noun, those: Those) -> None:
    who = _who(story)
    if (many := noun.extra.get("as many as")) is not None:
        amount = many(story)
        noun = structs.replace(noun, least=amount, most=amount, extra={})
    owners = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen", "any": who}
    blindly = story.marks.get("choosing") == {"at_random": True}
    if (
        not story.marks.get("you choose")
        and noun.least == noun.most
        and owners[those.side] == who
        and those == Those(what=CARD, zones=those.zones, side=those.side, types=those.types)
    ):
        types = ("unit",) if those.types == ARENAS else those.types
        amount = _for_each(story, noun.most)
        if blindly:
            story.marks.pop("choosing")
        story.say(w.DiscardCards(who=who, amount=amount, types=types, at_random=blindly))
        return
    if any(each.zones or each.side != "any" for each in those.any_of):
        raise NotMeant("discard from where")
    hand = structs.replace(those, zones=("hand",), side=those.side if those.side != "any" else story.side(who))
    story.say(w.Discard(what=story.choose(noun, hand)))


BOTTOM = "bottom"
"""What stands behind a number of cards and whose deck, where they lie at its bottom."""


def _top(story: Story, cards: tuple[Any, ...], seen: str) -> Those:
    number, whose, *bottom = cards
    if callable(number):
        number = number(story)
    elif number is None:
        number = story.x(story) if story.x is not None else w.X()
    side = whose(story, Those()).side
    who = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen"}.get(side) or _not_meant(
        "the top of which deck"
    )
    number = _for_each(story, number)
    into = story.fresh("top")
    story.say(w.Top(into=into, amount=number, whose=who, seen=seen, bottom=BOTTOM in bottom))
    bound = Those(what=CARD, bound=into)
    story.marks["there"] = lambda told, those: structs.replace(card_of(those), bound=into)
    story.marks["rest"] = bound
    return story.mention(bound, Those(what=CARD, side=side), plural=number != 1)


def _seen(cards: tuple[Any, ...], seen: str) -> Say:
    """The top cards of a deck are looked at."""

    def say(story: Story) -> None:
        _top(story, cards, seen)

    return say


def sought(those: Those) -> Those:
    """Things that are looked for, as cards."""
    if those.what in UNITS and not those.types and not those.name:  # "a Droid unit" is no Location or Battle card
        those = structs.replace(those, types=ARENAS)
    return card_of(those)


def _take(story: Story, noun: Noun, side: str, *, need: bool) -> None:
    """Find cards in the deck searched: choose them, up to the number. Nobody has to find one; of several, where there
    is no "up to", as many are taken as there are.
    """
    those = noun.build(story)
    if noun.how != "pick":
        raise NotMeant("take that")
    if those.zones in (("hand",), ("discard",)):
        story.choose(noun, those)
        return
    where = side or story.marks.get("searched") or (those.side if "deck" in those.zones else "") or _not_meant("take")
    if those.zones == ():
        those = structs.replace(those, zones=("deck",))
    found = structs.replace(sought(those), zones=those.zones, side=where)
    if found.zones != ("deck",):
        raise NotMeant("take from there")
    least = noun.least if noun.least > 1 else 0
    story.choose(Noun("pick", noun.build, least=least, most=noun.most, extra=noun.extra), found)


def _show(story: Story, noun: Noun) -> None:
    for each in _nouns(noun):
        those = each.build(story) if each.how != "pick" else None
        if those is None:
            those = story.reach(each)
        story.say(w.Show(what=those))
        story.marks["revealed"] = those
        if those.what == "built" and not those.bound:
            story.mention(those, plural=True)


def _stack(story: Story, noun: Noun) -> Those:
    """The unit under which cards are stacked: one that is meant already, or one of several."""
    if noun.how != "pick":
        return noun.build(story)

    def yours(told: Story) -> Those:  # nobody's cards come into a stack of the other player's
        those = noun.build(told)
        return structs.replace(those, side="yours") if those.side == "any" and not those.bound else those

    return story.reach(structs.replace(noun, build=yours))


def _lying(story: Story, those: Those) -> Those:
    """Cards of which it is not said where they are: among those looked at, in the deck searched, else in hand."""
    if story.marks.pop("said discarded", False):
        return structs.replace(those, zones=("discard",), side="yours" if those.side == "any" else those.side)
    if "rest" in story.marks and "there" in story.marks:
        found: Those = story.marks["there"](story, those)
        return found
    searched = story.marks.get("searched")
    zone, side = ("deck", searched) if searched else ("hand", "yours" if those.side == "any" else those.side)
    return structs.replace(those, zones=(zone,), side=side)


def _moved(story: Story, noun: Noun) -> Those:
    """What is put somewhere."""
    if noun.how == "pick":
        those = noun.build(story)
        if those.what == CARD and not those.zones and not those.bound:
            those = _lying(story, those)
        if "for each" in story.marks and noun.least == noun.most:
            noun = structs.replace(noun, least=ALL, most=_for_each(story, noun.least), plural=True)
        return story.choose(noun, those)
    moved = story.reach(noun)
    if moved == Those(what="stack", bound="it") and "fallen" in story.marks and not story.has_chosen(moved):
        return FALLEN
    rest = story.marks.get("rest")
    if rest is not None and moved.bound == rest.bound and moved != rest:
        story.marks["rest"] = structs.replace(rest, but=structs.replace(moved, bound=""))
    return moved


def _counters(story: Story, quantity: tuple[int, Any, bool]) -> w.Amount:
    """So many counters; of "up to" a number the player says how many."""
    least, most, _ = quantity
    if least == 0 and isinstance(most, int):
        story.say(w.ChooseNumber(into="many", most=most, who=_who(story)))
        return w.X(name="many")
    return _exactly(story, quantity)


def _in_build_zone(story: Story, those: Those) -> bool:
    """Whether something was spoken of as in a build zone."""
    return any(each.those == those and each.kind.zones == ("build",) for each in story.mentions)


def _of_arenas(story: Story, those: Those, arenas: tuple[str, ...]) -> None:
    """See to it that a card put "into the Ground or Character arena" is chosen among those that go there."""
    for do in (story.do, *reversed(story.around)):
        for at, said in enumerate(do):
            if isinstance(said, w.Choose) and said.into == those.bound:
                types = tuple(kind for kind in arenas if kind in (said.among.types or arenas))
                do[at] = structs.replace(said, among=structs.replace(said.among, types=types))
                return
    if those.types != arenas:
        raise NotMeant("put into one of several arenas")


def _destination(place: Part, counters: tuple[Any, ...], **rest: Any) -> Any:
    """Where something goes, as a function of the story and of what is moved."""
    numbers = [each for each in counters if isinstance(each, tuple)]

    def go(story: Story, those: Those) -> None:
        there = place(story, Those())
        zones = there.zones
        if those.bound and there.alongside == those.bound and (those.what == CARD or _in_build_zone(story, those)):
            zones = ("arena",)  # "its arena", of what stands in none
        elif there.alongside or there.any_of:
            raise NotMeant("put into that arena")
        if len(zones) > 1 and all(zone in ARENAS for zone in zones):
            _of_arenas(story, those, zones)
            zones = ("arena",)
        if len(zones) != 1:
            raise NotMeant("put into which zone")
        whose = {each.kind.side for each in story.mentions if each.those == those} - {"any"}
        if whose | {there.side} == {"yours", "opponents"} and there.side not in whose:
            raise NotMeant("whose zone")  # it would go to its owner's
        to = {"deck": "deck", "discard": "discard"}.get(zones[0], zones[0])
        counted = _counters(story, numbers[0]) if numbers else 0
        down = to == "build" and bool(rest.get("face_down") or counted)
        tapped = bool(rest.get("tapped"))
        story.say(w.MoveTo(what=those, to=to, counters=counted, face_down=down, tapped=tapped))
        if those.what == CARD and those.bound and (to in ARENAS or to in ("arena", "there")):
            story.marks["came into play"] = (*story.marks.get("came into play", ()), those.bound)

    return go
