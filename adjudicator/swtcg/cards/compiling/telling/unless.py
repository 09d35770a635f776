"""What is done unless something is so, somebody pays, or somebody does something else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.clauses import price
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked, _has, is_on_it
from adjudicator.swtcg.cards.compiling.story.sentences import Mark
from adjudicator.swtcg.cards.compiling.story.spoken import EITHER
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.both_players import asked_of_each
from adjudicator.swtcg.words import language as w

Done = Sequence[w.Instruction]


def told_unless(story: Story, unless: Mark, do: Done, last: int = 0) -> None:
    """Tell what is done unless that is so. Raises NotMeant.

    `last` is where among what is done the last clause begins, which is all that somebody's doing something averts.
    """
    if (
        unless.kind in ("does", "pays", "pays and does", "has and pays")
        and unless.held[0] in ("that", "owner")
        and _by_each(do)
    ):
        if unless.kind != "pays":
            raise NotMeant("unless each of them does that")
        _each_pays(story, unless.held, do[0] if len(do) == 1 else None)
        return
    if unless.kind == "does":
        _does(story, unless.held, do[:last], do[last:])
        return
    if unless.kind == "pays and does":
        _pays_and_does(story, unless.held, do[:last], do[last:])
        return
    _WAYS[unless.kind](story, unless.held, do)


def _by_each(do: Done) -> bool:
    """Whether each player does what somebody may avert: "unless he or she ..." is said of each of them."""
    return any(isinstance(each, w.ForEachPlayer) for each in do)


def _each_pays(story: Story, held: Any, whole: w.Instruction | None) -> None:
    """Each player may pay for what he or she would have to do."""
    player, (what, amount) = held
    number = amount(story)
    if player != "that" or not isinstance(whole, w.ForEachPlayer) or not isinstance(number, int):
        raise NotMeant("unless each of them pays that")
    ahead, rest = _choices(whole.do)
    may = w.May(who="they", cost=price(what, number), do=(), otherwise=rest)
    story.say(w.ForEachPlayer(do=(*ahead, may)))


def _pays(story: Story, held: Any, do: Done) -> None:
    player, (what, amount) = held
    player = "owner" if player == "that" and story.player == EITHER else player
    number = amount(story)
    last = do[-1] if do else None
    forbidden = _forbidden_attack(do)
    if forbidden is not None and story.lasts and not story.until and what == "force" and isinstance(number, int):
        story.say(_dearer_attack(forbidden, number, player if player == "owner" else story.one_player(player)))
        return
    if player == "owner" and not isinstance(last, w.Disrupt) and (done := _each_of_several(do)) is not None:
        _pays_for_each(story, held, done)
        return
    if player == "owner" and not isinstance(last, w.Disrupt) and not story.owner():
        ways = []
        for each in ("you", "opponent"):
            with story.inside() as paid:
                _pays(story, (each, (what, amount)), do)
            ways.append(paid)
        (ahead, mine), (_, theirs) = map(_choices, ways)
        of_mine = w.There(are=structs.replace(story.mentions[-1].those, side="yours"))
        story.say(*ahead, w.If(condition=of_mine, then=mine, otherwise=theirs))
        return
    who = "opponent" if player == "owner" and isinstance(last, w.Disrupt) else story.one_player(player)
    if not isinstance(number, int) or player == "each":
        raise NotMeant("unless that is paid")
    if isinstance(last, w.Disrupt) and what == "force" and who == "opponent":
        story.say(*do[:-1], structs.replace(last, unless_force=number))
        return
    ahead, rest = _choices(do)
    story.say(*ahead, w.May(who=who, cost=price(what, number), do=(), otherwise=rest))


def _each_of_several(do: Done) -> w.Discard | w.Tap | w.Retreat | None:
    """What is done to all of several things, which may be of both players, each of whom pays for any of his."""
    done = do[0] if len(do) == 1 else None
    if not isinstance(done, w.Discard | w.Tap | w.Retreat) or done.what.bound or done.what.name:
        return None
    return done


def _pays_for_each(story: Story, held: Any, done: w.Discard | w.Tap | w.Retreat) -> None:
    one = w.Those(what="stack", bound=story.fresh("it"))
    with story.inside() as do:
        story.mention(one, done.what)
        _pays(story, held, (structs.replace(done, what=one),))
    story.say(w.ForEach(of=done.what, do=tuple(do), into=one.bound))


def _dearer_attack(forbidden: w.Allow, number: int, payer: str) -> w.Tax:
    """An attack that is forbidden unless its player pays for it: of those units, on those."""
    by = forbidden.who
    side = "yours" if by == w.THIS else by.side
    if payer != "owner" and side != {"you": "yours", "opponent": "opponents"}.get(payer):
        raise NotMeant("an attack that another pays for")
    everyone = by == w.Those(side=side)
    if everyone:
        return w.Tax(kind="attack", force=number, side=side, of=forbidden.whom)
    return w.Tax(kind="attack", force=number, of=forbidden.whom, by=by)


def _has_and_pays(story: Story, held: Any, do: Done) -> None:
    """A payment that is possible only if a player has something."""
    player, noun, pays = held
    with story.inside() as paid:
        _pays(story, (player, pays), do)
    ahead, rest = _choices(do)
    story.say(*ahead, w.If(condition=_has(story, player, noun), then=_choices(paid)[1], otherwise=rest))


def _out_of_reach(story: Story, held: Any, do: Done) -> None:
    """An attack is turned on something only where that can be attacked; so it need not be told."""
    if not isinstance(do[-1], w.Redirect):
        raise NotMeant("unless it can't be attacked")
    story.say(*do)


def _so(story: Story, held: Any, do: Done) -> None:
    if (each := asked_of_each(story, lambda told: _asked(held, told), do)) is not None:
        whole, theirs = each
        story.say(structs.replace(whole, do=(w.If(condition=w.Not(of=theirs), then=whole.do),)))
        return
    condition = w.Not(of=_asked(held, story))
    if is_on_it(held) and isinstance(condition.of, w.There) and not _of_one(condition.of.are):
        raise NotMeant("unless each of them is so")
    if story.lasts and not story.until:
        story.so_while(condition)
        story.say(*do)
        return
    story.say(w.If(condition=condition, then=tuple(do)))


def _of_one(those: w.Those) -> bool:
    return bool(those.bound or those.name)


def _does(story: Story, held: Any, before_it: Done, do: Done) -> None:
    """A player may do something else, by which all that one clause says is averted, and nothing that others said."""
    player, deed = held
    disrupts = bool(do) and isinstance(do[-1], w.Disrupt)
    who = "opponent" if player == "owner" and disrupts else story.one_player(player)
    if who not in ("you", "opponent"):
        raise NotMeant("unless that player does that")
    before, when = story.who, story.when
    story.who, story.when = who, "resolving"
    done = story.told_apart(deed)
    story.who, story.when = before, when
    ahead, rest = _choices(do)
    cost = w.FREE
    if len(done) == 1 and isinstance(done[0], w.LoseForce) and isinstance(done[0].amount, int):
        cost, done = price("force", done[0].amount), []  # nobody loses 5 of 3
    story.say(*before_it, *ahead, w.May(who=who, cost=cost, do=tuple(done), otherwise=rest))


def _pays_and_does(story: Story, held: Any, before_it: Done, do: Done) -> None:
    """A player may pay and do something else as well, by which all that one clause says is averted."""
    player, (what, amount), deed = held
    number = amount(story)
    with story.inside() as made:
        _does(story, (player, deed), before_it, do)
    may = made[-1]
    if not isinstance(may, w.May) or may.cost != w.FREE or not may.do or not isinstance(number, int):
        raise NotMeant("unless that is paid and done")
    story.say(*made[:-1], structs.replace(may, cost=price(what, number)))


def _choices(do: Done) -> tuple[Done, tuple[w.Instruction, ...]]:
    """The choices among instructions, which are made in any case, and the rest."""
    ahead = [each for each in do if isinstance(each, w.Choose)]
    return ahead, tuple(each for each in do if not isinstance(each, w.Choose))


def _forbidden_attack(do: Done) -> w.Allow | None:
    """The attack that is all that is forbidden."""
    only = do[0] if len(do) == 1 else None
    return only if isinstance(only, w.Allow) and only.clause == "UNIT_MAY_ATTACK" and not only.permit else None


_WAYS: dict[str, Callable[[Story, Any, Done], None]] = {
    "pays": _pays,
    "has and pays": _has_and_pays,
    "out of reach": _out_of_reach,
    "so": _so,
}
"""By the kind of what stands after "unless", how it is told."""
