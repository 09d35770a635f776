"""What a player may do, or may do to gain something, and one of two ways."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb
from adjudicator.swtcg.cards.compiling.phrases.clauses import EachWho, With, _by, _is_yours
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.spoken import EITHER, EVERYBODY, WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import FREE, THIS, Those
from adjudicator.swtcg.words.terms import within

Done = tuple[w.Instruction, ...]


def offered(says: tuple[Say, ...]) -> Say:
    """What the player may do who is being told of, one of two; nothing can hang on its being done."""

    def say(story: Story) -> None:
        _may(story.who, says)(story)
        story.marks.pop("may", None)
        story.marks["offered to either"] = True

    return say


def _may(player: str | With | EachWho, says: tuple[Say, ...]) -> Say:
    if isinstance(player, With):
        return _by(player, (offered(says),))
    if isinstance(player, EachWho):
        return _each_may_who(player, _may("each", says))

    def say(story: Story) -> None:
        if player == "owner" and not story.owner() and story.of_either() and "discarded" not in story.marks:
            _either_controller_may(story, says)
            return
        who = story.one_player(player) if player != "each" else "they"
        if player in ("opponent", "owner"):
            story.player = who
        before, when, searched = story.who, story.when, story.marks.get("searched")
        story.who, story.when = player, "resolving"
        do = story.told_apart(*says)
        story.who, story.when = before, when
        if not do and story.marks.get("searched") != searched:
            story.marks["may search"] = len(story.do)  # what is done in the search is said next
        searches = "search for" in story.marks  # whoever does not search does not shuffle
        if not searches and all(
            isinstance(each, w.Choose) and not each.least and each.when == "resolving" for each in do
        ):
            story.say(*do)  # whoever may choose none may as well not choose
            return
        cost = FREE
        if do and isinstance(do[0], w.May) and not do[0].do:
            cost = do[0].cost
            do = do[1:]
        may = w.May(do=tuple(do), cost=cost, who=who)
        if player == "each":
            story.player = EVERYBODY
            story.say(w.ForEachPlayer(do=(may,)))
            story.marks["each player"] = story.do[-1]
        else:
            story.say(may)
            story.marks["may"] = may

    return say


def whose_unit(story: Story, those: Those) -> str:
    """The player whose unit that is; empty if it may be either's."""
    sides = {those.side, *(each.kind.side for each in story.mentions if each.those == those)} - {"any"}
    whose = {"yours": "you", "opponents": "opponent"}
    return "you" if those == THIS else whose.get(sides.pop(), "") if len(sides) == 1 else ""


def its_player_may(those: Those, done: UnitVerb) -> Say:
    """Of "That unit may do 1 damage to the attacking unit": the player may have it done whose unit that is."""

    def say(story: Story) -> None:
        who = whose_unit(story, those)
        if not who:
            raise NotMeant(WHOSE)
        _may(who, (lambda told: done(told, those),))(story)

    return say


def _either_controller_may(story: Story, says: tuple[Say, ...]) -> None:
    """What the player may do whose the thing is that was chosen: offered to you, or to your opponent."""
    it = story.mentions[-1].those
    spoken, ways = list(story.mentions), []
    for player in ("you", "opponent"):
        story.mentions, story.player = list(spoken), player
        ways.append(tuple(story.told_apart(_may(player, says))))
    if not all(len(way) == 1 and isinstance(way[0], w.May) for way in ways):
        raise NotMeant(WHOSE)
    story.marks.pop("may", None)
    story.player, story.mentions = EITHER, spoken
    story.say(w.If(condition=_is_yours(story, it), then=ways[0], otherwise=ways[1]))
    story.marks["may of either"] = story.do[-1]


def _each_may_who(which: EachWho, offer: Say) -> Say:
    """What each player may do of whom something is so."""

    def say(story: Story) -> None:
        before, story.who = story.who, "each"
        condition = which.asks(story)
        story.who = before
        offer(story)
        whole = story.do[-1]
        if not isinstance(whole, w.ForEachPlayer):
            raise NotMeant("whichever player that is")
        story.do[-1] = w.ForEachPlayer(do=(w.If(condition=condition, then=whole.do),))
        story.marks["each player"] = story.do[-1]

    return say


def so_as(player: str | EachWho, done: Say, gained: tuple[Say, ...]) -> Say:
    """Of "You may discard this Location to draw a card": what one may do, and what follows if one does."""
    if isinstance(player, EachWho):
        return _each_may_who(player, so_as("each", done, gained))

    def say(story: Story) -> None:
        before, told = story.who, len(story.do)
        _may(player, (done,))(story)
        whole = story.do[-1] if len(story.do) == told + 1 else None
        may = whole.do[0] if isinstance(whole, w.ForEachPlayer) else whole
        if not isinstance(may, w.May):
            raise NotMeant("what is done for it")
        story.who, story.when, when = player, "resolving", story.when
        then = story.told_apart(*gained)
        story.who, story.when = before, when
        first = may.do[0] if may.do else None
        do = (
            (structs.replace(first, least=1), *may.do[1:])
            if isinstance(first, w.Choose) and not first.least
            else may.do
        )
        may = structs.replace(may, do=(*do, *then))
        story.do[-1] = w.ForEachPlayer(do=(may,)) if isinstance(whole, w.ForEachPlayer) else may
        story.marks["may"] = story.do[-1]

    return say


def of_one_choice(one: Done, other: Done) -> Done:
    """Two ways, as one of them is chosen. Of "Remove a damage counter from one of your Jedi or tap it" the second is
    done to what the first has to choose: then that is chosen before. Raises NotMeant if more of it is chosen.
    """
    chosen = {each.into for each in walk(other) if isinstance(each, w.Choose)}
    spoken = {each.bound for each in within(other) if isinstance(each, Those)} - chosen
    shared = [each for each in walk(one) if isinstance(each, w.Choose) and each.into in spoken]
    if not shared:
        return (w.OneOfThese(options=(one, other)),)
    if shared != [one[0]]:
        raise NotMeant("what the other way would choose")
    return (one[0], w.OneOfThese(options=(one[1:], other)))


def either(player: str, one: Say, other: Say) -> Say:
    """One of two things, as the player likes who does it."""

    def say(story: Story) -> None:
        before, story.who = story.who, player
        if player == "opponent":
            story.player = player
        when, story.when = story.when, story.when if player == "you" else "resolving"
        ways = [tuple(story.told_apart(each)) for each in (one, other)]
        story.who, story.when = before, when
        if player == "you":
            story.say(*of_one_choice(*ways))
            return
        if len(of_one_choice(*ways)) > 1:
            raise NotMeant("what the other way would choose")
        who = story.one_player(player) if player != "each" else "they"
        may = w.May(do=ways[0], who=who, otherwise=ways[1])
        story.say(w.ForEachPlayer(do=(may,)) if player == "each" else may)

    return say
