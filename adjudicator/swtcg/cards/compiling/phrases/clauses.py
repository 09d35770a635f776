"""Clauses: what players and things do, one after the other, each player for himself, or one of two ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say, _nouns
from adjudicator.swtcg.cards.compiling.story.selecting import Told
from adjudicator.swtcg.cards.compiling.story.so_far import _done_at_all as done_at_all
from adjudicator.swtcg.cards.compiling.story.so_far import taken_back
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS, EITHER, EVERYBODY, WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Cost, Those


class With(msgspec.Struct, frozen=True):
    """The player who has the most, or the least, of something; neither of two who have as much."""

    amount: Callable[[Story, str], w.Amount]
    how: str


class EachWho(msgspec.Struct, frozen=True):
    """Each player of whom something is so."""

    asks: Callable[[Story], w.Condition]


class EachDid(msgspec.Struct, frozen=True):
    """Each player who did what each was told to do or offered, or who did not."""

    done: bool


def _each_did(story: Story, which: EachDid, says: tuple[Say, ...]) -> None:
    """What follows for each player who did it, or who did not: told within what each player does."""
    last = story.do[-1] if story.do else None
    if not isinstance(last, w.ForEachPlayer):
        raise NotMeant("each player who does that")
    if len(last.do) == 1 and isinstance(asked := last.do[0], w.If) and not asked.otherwise:
        _did_of_whom(story, which, says, last, asked)
        return
    before, story.who, when = story.who, "each", story.when
    whole, story.do, story.when = story.do, [each for each in last.do if not _gathers(each)], "resolving"
    do = story.told_apart(*says)
    offered = story.do[-1] if story.do else None
    if isinstance(offered, w.May) and which.done:
        story.do[-1] = done_at_all(offered, do)
    elif isinstance(offered, w.May):
        story.do[-1] = structs.replace(offered, otherwise=(*offered.otherwise, *do))
    else:
        deed = taken_back(story)
        story.say(deed.followed(do) if which.done else deed.failing(do))
    told, story.do, story.who, story.when = tuple(story.do), whole, before, when
    story.do[-1] = structs.replace(last, do=told)


def _did_of_whom(story: Story, which: EachDid, says: tuple[Say, ...], last: w.ForEachPlayer, asked: w.If) -> None:
    """The same, where it was offered only to a player of whom something is so."""
    if not which.done or len(asked.then) != 1 or not isinstance(asked.then[0], w.May):
        raise NotMeant("each player who does that")
    story.do[-1] = structs.replace(last, do=asked.then)
    _each_did(story, which, says)
    told = story.do[-1]
    assert isinstance(told, w.ForEachPlayer)
    story.do[-1] = structs.replace(last, do=(structs.replace(asked, then=told.do),))


def _each_who(story: Story, asks: Callable[[Story], w.Condition], says: tuple[Say, ...]) -> None:
    """What each player does of whom something is so."""
    before, story.who, spoken = story.who, "each", len(story.mentions)
    condition = asks(story)
    do = story.told_apart(*says)
    story.who = before
    _of_everybody(story, spoken)
    story.say(w.ForEachPlayer(do=(w.If(condition=condition, then=tuple(do)),)))


def _by(player: str | With | EachWho | EachDid, says: tuple[Say, ...]) -> Say:
    """Clauses of a player; what each player does is done for one after the other."""
    if isinstance(player, With):
        return lambda story: _whoever_has(story, player, says)
    if isinstance(player, EachWho):
        return lambda story: _each_who(story, player.asks, says)
    if isinstance(player, EachDid):
        return lambda story: _each_did(story, player, says)
    if player == "owner":
        return lambda story: _owner(story, says)

    def say(story: Story) -> None:
        if player in ("winner", "loser", "higher", "lower"):
            spoken = len(story.mentions)
            _whoever(story, player, says)
            _of_everybody(story, spoken)  # whoever it was has chosen: "it" is the one or the other
            return
        before, spoken = story.who, len(story.mentions)
        story.who = player
        if player == "opponent":
            story.player = player
        do = story.told_apart(*says)
        if (asks := story.marks.pop("arena by arena", None)) is not None:
            do = [_in_each_arena(story, do, asks)]
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
        if player == "each":
            _of_everybody(story, spoken)
            _gather(story)
            story.marks["each player"] = story.do[-1]

    return say


def _of_everybody(story: Story, spoken: int) -> None:
    """What each player does leaves no "that player", and no "it" where each has one of them."""
    story.player = EVERYBODY
    of_each = (each for each in story.mentions[spoken:] if each.those.bound and not each.plural)
    story.marks["one of each"] = (*story.marks.get("one of each", ()), *of_each)


BY_EACH = "chosen by each"
"""The name of what both players have chosen, one after the other."""


def _gathers(said: w.Instruction) -> bool:
    return isinstance(said, w.Mean) and said.into == BY_EACH


def _gather(story: Story) -> None:
    """What each player has chosen is meant together by what follows: "those units"."""
    each = story.do[-1]
    if not isinstance(each, w.ForEachPlayer) or not each.do:
        return
    chosen = each.do[-1]
    if not isinstance(chosen, w.Choose) or chosen.among.what == "card":
        return
    kind = chosen.among
    both = Those(what="stack", bound=BY_EACH)
    parts = (both, Those(what="stack", bound=chosen.into))
    gathered = w.Mean(into=BY_EACH, those=Those(what="stack", any_of=parts, zones=(*ARENAS, "build")))
    story.do[-1] = structs.replace(each, do=(*each.do, gathered))
    story.mentions = [said for said in story.mentions if said.those.bound != chosen.into]
    story.mention(both, structs.replace(kind, side="any"), plural=True)


def as_said_before(clause: Say) -> Say:
    """A clause without a subject: of "Each player discards his or her hand, then draws a card", each player does it;
    of "You may untap it and draw a card", you may do both.
    """

    def say(story: Story) -> None:
        last = story.do[-1] if story.do else None
        if isinstance(last, w.May) and story.marks.get("may") == last and last.who == "you":
            when, story.when = story.when, "resolving"
            do = story.told_apart(clause)
            story.when = when
            if _hangs_on(last, do):  # nothing is done with what has not been chosen
                story.say(*do)
                return
            story.do[-1] = story.marks["may"] = structs.replace(last, do=(*last.do, *do))
            return
        if not isinstance(last, w.ForEachPlayer) or story.marks.get("each player") != last:
            clause(story)
            return
        before, story.who = story.who, "each"
        do = story.told_apart(clause)
        story.who = before
        before_that = last.do[-1] if last.do else None
        if isinstance(before_that, w.May) and before_that.do:  # who may do it does all of it
            told = (*last.do[:-1], structs.replace(before_that, do=(*before_that.do, *do)))
        else:
            told = (*last.do, *do)
        story.do[-1] = story.marks["each player"] = structs.replace(last, do=told)

    return say


def _hangs_on(may: w.May, do: list[w.Instruction]) -> bool:
    """Whether all that is done is done with cards that were chosen among those that one may take."""
    found = [each.into for each in may.do if isinstance(each, w.Choose)]
    return all(isinstance(each, w.MoveTo | w.Show) and each.what.bound in found for each in do)


def _ways(story: Story, says: tuple[Say, ...]) -> list[tuple[w.Instruction, ...]]:
    """What is done, told of you and told of your opponent."""
    ways = []
    for player in ("you", "opponent"):
        before, story.who = (story.who, story.player), player
        story.player = player  # "his or her deck"
        do = story.told_apart(*says)
        story.who, story.player = before
        ways.append(tuple(do))
    return ways


def _owner(story: Story, says: tuple[Say, ...]) -> None:
    """What the player does whose the thing is that was spoken of, who may be either; what is gone has none."""
    if known := story.owner():
        _by(known, says)(story)
        story.player = known
        return
    others = [each for each in story.mentions if each.those != w.THIS] or story.mentions
    it = others[-1].those if others else w.THIS
    if not it.bound or "discarded" in story.marks or "one of those done" in story.marks:
        raise NotMeant(WHOSE)
    mine, theirs = _ways(story, says)
    if any(isinstance(each, w.RollDice) for each in theirs):  # what is rolled has one name, whoever rolls
        theirs = tuple(
            structs.replace(each, into="rolled") if isinstance(each, w.RollDice) else each for each in theirs
        )
        story.marks["rolled"] = "rolled"
        story.much = w.X(name="rolled") if story.much is not None else None
    story.say(w.If(condition=_is_yours(story, it), then=mine, otherwise=theirs))
    story.player = EITHER


def _is_yours(story: Story, it: Those) -> w.Condition:
    """Whether that is yours; of what goes by the effect itself, whether it was: that is seen before it goes."""
    yours = structs.replace(it, side="yours")
    for do in (story.do, *reversed(story.around)):
        if (noted := _before_it_goes(do, it, w.Let(into="whose", be=w.Count(of=yours)))) is not None:
            do[:] = noted
            return w.Compare(left=w.X(name="whose"), how=">=", right=1)
    return w.There(are=yours)


def _before_it_goes(do: Sequence[w.Instruction], it: Those, note: w.Let) -> list[w.Instruction] | None:
    """Instructions with a note before the one by which something leaves; None if none does that."""
    for at, each in enumerate(do):
        if isinstance(each, w.Discard | w.MoveTo) and each.what == it:
            return [*do[:at], note, *do[at:]]
        if isinstance(each, w.May) and (inner := _before_it_goes(each.do, it, note)) is not None:
            return [*do[:at], structs.replace(each, do=tuple(inner)), *do[at + 1 :]]
    return None


def whoever_has_it(say: Say) -> Say:
    """What speaks of "that player" whose the thing is that was chosen: told of you and told of your opponent."""

    def told(story: Story) -> None:
        it = story.mentions[-1].those if story.of_either() else None
        try:
            do = story.told_apart(say)
            story.say(*do)
        except NotMeant as bad:
            if it is None or str(bad) != WHOSE:
                raise
            before, spoken = (story.player, story.when), list(story.mentions)
            ways = []
            for story.player in ("you", "opponent"):  # whose it is, and not who does it
                story.when, story.mentions = "resolving", list(spoken)
                ways.append(tuple(story.told_apart(say)))
            story.player, story.when = before
            of_mine = w.There(are=structs.replace(it, side="yours"))
            story.say(w.If(condition=of_mine, then=ways[0], otherwise=ways[1]))

    return told


def controller_of(controls: Callable[[str, Any], Any], place: Any, say: Say) -> Say:
    """What the player does who controls an arena; nobody, if neither does."""

    def told(story: Story) -> None:
        for player, do in zip(("you", "opponent"), _ways(story, (say,)), strict=True):
            story.say(w.If(condition=controls(player, place)(story), then=do))

    return told


def _whoever(story: Story, which: str, says: tuple[Say, ...]) -> None:
    """What the player does who wins the bid, or who rolls higher (or lower): you, or else your opponent."""
    ways = _ways(story, says)
    if which in ("winner", "loser"):
        won = w.Compare(left=w.X(name="won"), how="=", right=1)
        first, second = ways if which == "winner" else reversed(ways)
        story.say(w.If(condition=won, then=first, otherwise=second))
        return
    if "both rolled" not in story.marks:
        raise NotMeant("who rolls")
    hows = (">", "<") if which == "higher" else ("<", ">")
    for how, do_so in zip(hows, ways, strict=True):
        condition = w.Compare(left=w.X(name="rolled"), how=how, right=w.X(name="rolled opponent"))
        story.say(w.If(condition=condition, then=do_so))


def _whoever_has(story: Story, which: With, says: tuple[Say, ...]) -> None:
    """What the player does who has the most, or the least, of something: that is seen once, before either does it."""
    mine, theirs = (which.amount(story, who) for who in ("you", "opponent"))
    story.say(w.Let(into="yours", be=mine), w.Let(into="theirs", be=theirs))
    hows = (which.how, {">": "<", "<": ">"}[which.how])
    when, story.when = story.when, "resolving"  # nobody chooses before it is seen who that is
    ways = _ways(story, says)
    story.when = when
    for how, do in zip(hows, ways, strict=True):
        story.say(w.If(condition=w.Compare(left=w.X(name="yours"), how=how, right=w.X(name="theirs")), then=do))


def _in_each_arena(story: Story, do: list[w.Instruction], asks: Any) -> w.ForEachArena:
    """Of "from each arena in which he or she has ...": what is chosen and what is asked for stand in that arena."""
    there = asks(story)
    condition: w.Condition
    if isinstance(there, w.There) and not there.are.zones:
        condition = structs.replace(there, are=structs.replace(there.are, zones=("there",)))
    elif isinstance(there, w.Controls):
        condition = there
    else:
        raise NotMeant("in each such arena")
    told = tuple(
        structs.replace(each, among=structs.replace(each.among, zones=("there",)))
        if isinstance(each, w.Choose) and not each.among.bound
        else each
        for each in do
    )
    return w.ForEachArena(do=(w.If(condition=condition, then=told),))


def price(what: str, number: int) -> Cost:
    """A cost of Force or of build points."""
    return Cost(force=number) if what == "force" else Cost(points=number)


def _pays(amount: Told, what: str) -> Say:
    """Paying, which only "may" and "unless" make sense of: an empty `May` with the cost."""

    def say(story: Story) -> None:
        number = amount(story)
        if isinstance(number, int):
            cost = price(what, number)
        elif what == "force" and not isinstance(number, w.X):
            cost = Cost(amount=number)
        else:
            raise NotMeant("paying X")
        story.say(w.May(do=(), cost=cost))

    return say


def _you_choose_yours(story: Story, told: int) -> None:
    """Of "Your opponent discards a card, and one of your Jedi gets ...": which one, you say."""
    last = story.do[-1] if len(story.do) > told else None
    if isinstance(last, w.Choose) and (last.who, last.among.side) == ("opponent", "yours") and story.who == "opponent":
        story.do[-1] = structs.replace(last, who="you")


def _units(noun: Noun, verbs: tuple[UnitVerb, ...]) -> Say:
    def say(story: Story) -> None:
        before = story.marks.get("subject before")
        for each in _nouns(noun):
            told = len(story.do)
            those = before if before is not None and each.extra.get("it") else story.reach(each)
            _you_choose_yours(story, told)
            story.marks["subject"] = those if each.extra.get("it") and those.bound else None
            since = len(story.do)
            for verb in verbs:
                verb(story, those)
            if each.how == "each" and not those.bound:
                _alike(story, since, those)

    return say


ALIKE = "each of them"
"""The name of those of whom it is said both what they get and what they can't do."""


def _alike(story: Story, since: int, those: Those) -> None:
    """Of "each of your opponent's units in it gets -1 power and can't use activated abilities": the ban is for the same
    units as the rest (ruling.whom-a-ban-for-a-turn-reaches).
    """
    told = story.do[since:]
    bans = [each for each in told if isinstance(each, w.Allow) and not each.permit and each.who == those]
    if not bans or all(_given_to(each) != those for each in told):
        return
    same = Those(what="stack", bound=ALIKE)
    now = [structs.replace(each, who=same) if each in bans else each for each in told]
    story.do[since:] = [w.Mean(into=ALIKE, those=those), *now]


def _given_to(said: w.Instruction) -> Those | None:
    """Whose value it changes, or whom it gives something."""
    return said.of if isinstance(said, w.Modify) else said.to if isinstance(said, w.Grant) else None
