"""What closes a sentence: of what, how often, when it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.lasting import chance_of, delay, waits
from adjudicator.swtcg.cards.compiling.story.disrupted import DISRUPTED
from adjudicator.swtcg.cards.compiling.story.in_attack import IN_ATTACK
from adjudicator.swtcg.cards.compiling.story.in_play import in_play_name
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked
from adjudicator.swtcg.cards.compiling.story.rivals import against, attacking_so
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, DEFENDER, counted
from adjudicator.swtcg.cards.compiling.story.sentences import Mark, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.telling.both_players import asked_of_each
from adjudicator.swtcg.cards.compiling.telling.depending import (
    asked_once,
    closed,
    closing_as_long_as,
    closing_unless,
    left_out,
    of_each,
)
from adjudicator.swtcg.cards.compiling.telling.unless import told_unless
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import within

Done = list[w.Instruction]


def arena_by_arena(story: Story, read: Sentence, clause: Any) -> None:
    """Tell a clause; "from each arena in which ..." it is done once for each such arena, by each player."""
    asks = next((mark.held for mark in read.closers if mark.kind == "in each arena"), None)
    if asks is None:
        clause(story)
        return
    before, story.arena = story.arena, ("there",)
    story.marks["arena by arena"] = asks
    clause(story)
    if story.marks.pop("arena by arena", None) is not None:
        raise NotMeant("in each arena")
    story.arena = before


def ahead(story: Story, mark: Mark) -> None:
    """Note what stands at the end and counts for the clauses before it."""
    if mark.kind == "as long as" or (mark.kind == "if" and of_each(story, mark.held)):
        closing_as_long_as(story, mark.held)
    elif mark.kind == "unless" and mark.held.kind == "so":
        closing_unless(story, mark.held.held)
    elif mark.kind == "at most":
        story.marks["most"] = mark.held
    elif mark.kind in IN_ATTACK:
        story.marks["member"] = _in_attack(story, mark.kind, mark.held)
        story.marks["in attack"] = True
    elif mark.kind.startswith("for each"):
        _so_often(story, mark.kind, mark.held)


def _in_attack(story: Story, kind: str, other: Noun | None) -> Callable[[Story, w.Those], w.Those]:
    """Of "when attacking a Droid" and its like: those spoken of, as they are in such an attack."""
    if kind == "fighting":
        if (
            other is None or not story.lasts or story.until
        ):  # one or the other is looked at anew only in what is always so
            raise NotMeant("attacking or attacked, for a while")
        return lambda told, those: structs.replace(
            those,
            any_of=(
                w.Those(attacking_whom=against(told, other, those if those.bound else ATTACKER)),
                w.Those(attacked_by=against(told, other, those if those.bound else DEFENDER)),
            ),
        )
    if kind == "attacked":
        return lambda told, those: (
            structs.replace(those, defending=True)
            if other is None
            else structs.replace(those, attacked_by=against(told, other, those if those.bound else DEFENDER))
        )
    if kind == "against":
        story.marks["against"] = other
    return lambda told, those: (
        structs.replace(those, attacking=True)
        if other is None
        else structs.replace(those, attacking_whom=those)  # "each of those units ... when attacking the other"
        if other.extra.get("other of two")
        else attacking_so(told, those, other)
    )


def _so_often(story: Story, kind: str, held: Any) -> None:
    """Of "for each": how often what the clauses say is done, or how much of it."""
    if kind == "for each controlled" and story.lasts:
        tally = w.Tally(of="arenas", who=story.one_player(held))
        story.marks["for each"] = lambda times: tally if times == 1 else w.Times(of=tally, times=times)
    elif kind == "for each point":
        story.marks["triggered by"] = w.Event(kind="damages", by=held.build(story))
        story.marks["for each"] = lambda times: w.X(name="damage", times=times)
    elif kind == "for each" and isinstance(held, Noun):
        story.marks["for each"] = lambda times: _how_many(story, held, times)
    elif kind == "for each":
        story.marks["for each"] = lambda times: held(story, times)


def _how_many(story: Story, noun: Noun, times: int) -> w.Amount:
    """How many there are of those; of such as differ from one another nothing counts them."""
    number = counted(noun.build(story), times)
    if story.marks.pop("choosing", {}).get("different"):
        raise NotMeant("how many that differ")
    return number


def closed_by(story: Story, mark: Mark, done: Done, last: int) -> Done:
    """What was told, with what the end of the sentence makes of it; `last` is where in it the last clause begins."""
    kind, held = mark.kind, mark.held
    if kind == "as soon as":
        raise NotMeant("as soon as that")
    if kind == "as long as" or (kind == "if" and of_each(story, held)):
        closed(story, held, done)
        return asked_once(story, done)
    if kind in IN_ATTACK and not story.marks.pop("member used", 0):
        raise NotMeant("while it attacks that")
    if kind == "later":
        event = held(story)
        if story.marks.pop("every", False):
            raise NotMeant("at every turn from now on")
        until, chance = delay(event, story.until), chance_of(event)
        return _chosen_before(done, lambda rest: w.Later(when=event, do=rest, until=until, chance=chance))
    if kind == "if" and (each := asked_of_each(story, lambda told: _asked(held, told), done)) is not None:
        whole, of_each_player = each
        return [structs.replace(whole, do=(_if_known(of_each_player, whole.do),))]
    if kind == "if":
        condition = _asked(held, story)
        if not story.lasts or story.until:
            return _chosen_before(done, lambda rest: _if_known(condition, rest))
        story.so_while(condition)
    elif kind == "unless":
        return _closed_unless(story, held, done, last)
    elif kind == "for each controlled" and not story.lasts:
        return for_each_controlled(story, held, done)
    elif kind == "at least":
        return [floored(each, held) for each in done]
    elif kind == "instead":
        if held == "discard" and any(isinstance(each, w.Disrupt) and each.away for each in within(tuple(done))):
            return done  # where a disrupted card goes
        if held == "discard" and "replaced" not in story.marks:
            raise NotMeant("instead of what has happened")
        story.marks["instead"] = True
        if held == "discard":
            story.marks["instead of discarding"] = True
    return done


def _closed_unless(story: Story, unless: Mark, done: Done, last: int) -> Done:
    if unless.kind == "so" and "changed" in story.marks:
        do, old, new = story.marks.pop("changed")
        do[-1] = w.If(condition=_asked(unless.held, story), then=(old,), otherwise=(new,))
        return done
    if left_out(story, done):
        return done
    if not done and unless.kind == "so":
        raise NotMeant("unless that is so, of what was said before")
    with story.inside() as made:
        told_unless(story, unless, done, last)
    return made


def _if_known(condition: w.Condition, then: tuple[w.Instruction, ...]) -> w.If:
    """Raises NotMeant if what is asked of is found only by what is done ("put a card into the arena if it is ...")."""
    chosen = {getattr(each, "into", "") for each in within(then)} - {""}
    named = chosen | {in_play_name(w.Those(bound=name)) for name in chosen}
    if any(isinstance(each, w.Those) and each.bound in named for each in within(condition)):
        raise NotMeant("if that is so, before there is any")
    return w.If(condition=condition, then=then)


def _chosen_before(done: Done, made: Callable[[tuple[w.Instruction, ...]], w.Instruction]) -> Done:
    """What is chosen, and then what is made of the rest."""
    kept = [each for each in done if isinstance(each, w.Choose)]
    return [*kept, made(tuple(each for each in done if not isinstance(each, w.Choose)))]


def nothing_left_open(story: Story, done: Done) -> None:
    """Raise NotMeant if the sentence leaves open what one of its words is about."""
    if "its controller" in story.marks:
        raise NotMeant("whose controller")
    if story.marks.pop("told apart", False) and not any(isinstance(each, w.Choose) for each in walk(tuple(done))):
        raise NotMeant("how many that differ")
    if story.marks.pop("choosing", None):
        raise NotMeant("such things without a choice")
    if story.marks.pop("you choose", False):
        raise NotMeant("what you choose")
    if "rounded" in story.marks:
        raise NotMeant("half of what")
    if "for each" in story.marks and "opened for each" not in story.marks:
        raise NotMeant("so often of what")
    if "most" in story.marks:
        raise NotMeant("at most so much of what")
    if any(each == DISRUPTED for each in within(tuple(done))):
        raise NotMeant("what becomes of what is disrupted")
    if story.until and any(isinstance(each, w.MoveTo) for each in done):
        raise NotMeant("how long it stays there")
    if story.until and done and all(isinstance(each, w.Choose) and each.among.damaged is not None for each in done):
        raise NotMeant("what was damaged this turn")  # whether it still is


def for_each_controlled(story: Story, player: str, done: Done) -> Done:
    """Of "for each arena you control": once for each of them; what each player does, for each of his or hers."""
    if any(isinstance(each, w.Choose | w.ChooseNumber) for each in done):
        return _so_many_times(story, player, done)
    only = done[0] if len(done) == 1 else None
    if isinstance(only, w.ForEachPlayer):
        if player != "that":
            raise NotMeant("whose arenas")
        return [w.ForEachPlayer(do=(_in_each_of("they", only.do),))]
    return [_in_each_of(story.one_player(player), tuple(done))]


def _so_many_times(story: Story, player: str, done: Done) -> Done:
    """Of "put 1 build counter on one of your Droids for each arena you control": so many on the one chosen."""
    *choices, last = done
    if not all(isinstance(each, w.Choose) for each in choices) or not isinstance(last, w.AddCounters | w.Damage):
        raise NotMeant("for each arena, chosen anew")
    if not isinstance(last.amount, int):
        raise NotMeant("so much for each arena")
    arenas = w.Tally(of="arenas", who=story.one_player(player))
    amount: w.Amount = arenas if last.amount == 1 else w.Times(of=arenas, times=last.amount)
    return [*choices, structs.replace(last, amount=amount)]


def _in_each_of(who: str, do: tuple[w.Instruction, ...]) -> w.ForEachArena:
    return w.ForEachArena(do=(w.If(condition=w.Controls(arena="there", who=who), then=do),))


def floored(change: w.Instruction, least: int) -> w.Instruction:
    """Of "costs 1 less, to a minimum of 1": a cost that is made less, but to no less than so much."""
    if isinstance(change, w.Tax) and change.force < 0:
        return structs.replace(change, floor=least)
    if isinstance(change, w.Choose):
        return change
    if isinstance(change, w.Modify) and _lessens(change):
        return structs.replace(change, floor=least)
    raise NotMeant("the least of what")


def _lessens(change: w.Modify) -> bool:
    """Whether a change makes a value of units less, or is one of costs."""
    less = isinstance(change.amount, int) and change.amount < 0
    return change.stat == "cost" or (less and change.stat in ("speed", "power", "health"))


def next_turn(story: Story, done: Done) -> Done:
    """What is gained in the next build step is gained when it starts; build points of the next turn come together with
    the normal ones, as its command phase starts (crf.card.jabbas-death-mark.points-with-normal-points).
    """
    own = story.marks.pop("his or her own", False)
    if (whose := story.marks.pop("next build", None)) is not None:
        if not all(isinstance(each, w.GainPoints | w.GainForce | w.LoseForce | w.Draw) for each in done):
            if not own or not (each := _of_each_player(done)):
                raise NotMeant("in the next build step")
            return each
        return [w.Later(when=w.Event(kind="build step starts", at=whose), do=tuple(done), until="permanent")]
    if not story.marks.pop("next turn", None):
        return done
    if all(isinstance(each, w.GainPoints) and each.who == "you" for each in done):
        when = w.Event(kind="phase starts", at="command")
        return [w.Later(when=when, do=tuple(done), until="permanent")]
    return _all_of_the_next_turn(done)


def time_first(read: Sentence, done: Done) -> Done:
    """What each of some units gets in a sentence that begins with how long it lasts is for later ones too."""
    begins = any(mark.kind == "during" and mark.held in ("turn", "battle") for mark in read.openers)
    if not begins or waits(read):
        return done
    return [structs.replace(each, later=True) if _of_each(each) else each for each in done]


def _of_each(change: w.Instruction) -> bool:
    """Whether a change is of all that fit a description, and not of some that were named before."""
    those = getattr(change, "of", None) or getattr(change, "to", None)
    lasts = isinstance(change, w.Modify | w.Grant) and change.until in ("turn", "battle")
    return lasts and isinstance(those, w.Those) and not those.bound


def _of_each_player(done: Done) -> Done:
    """What each player gets in his or her next build step; nothing if that is not all."""
    whole = done[0] if len(done) == 1 else None
    if not isinstance(whole, w.ForEachPlayer) or not all(isinstance(each, w.GainPoints) for each in whole.do):
        return []
    made: list[w.Instruction] = []
    for who, at in (("you", "yours"), ("opponent", "opponents")):
        do = tuple(structs.replace(each, who=who) for each in whole.do)
        made.append(w.Later(when=w.Event(kind="build step starts", at=at), do=do, until="permanent"))
    return made


LASTING = (w.Modify, w.Grant, w.Allow, w.Oblige, w.Tax, w.Silence, w.Instead)


def _all_of_the_next_turn(done: Done) -> Done:
    """Changes that begin with the next turn and last for it (ruling.whose-turn-it-is)."""
    choices = [each for each in done if isinstance(each, w.Choose | w.ChooseArena)]
    changes = [each for each in done if isinstance(each, LASTING)]
    if not changes or [*choices, *changes] != done or any(each.until != "turn" for each in changes):
        raise NotMeant("next turn")
    if any(isinstance(each, w.Allow) and each.clause == "UNTAPS" for each in changes):
        raise NotMeant("next turn")
    return [*choices, w.Later(when=w.Event(kind="turn starts"), do=tuple(changes), until="permanent")]


def at_untap_step(story: Story, before: int) -> None:
    """What has been said is done each time the untap step begins, or one's own of it, if it is Force or cards."""
    done = tuple(story.do[before:])
    if not all(isinstance(each, w.GainForce | w.LoseForce | w.Draw | w.May | w.ForEachPlayer) for each in walk(done)):
        return
    own = Those(side="yours") if story.marks["untap"] == "yours" else None
    when = w.Event(kind="step starts", to=own, at="untap")
    story.marks["abilities"] = (*story.marks.get("abilities", ()), w.Triggered(when=when, do=done))
    del story.do[before:]
    story.marks.pop("untap")


def at_draw_step(story: Story, before: int) -> None:
    """What has been said is done in the draw step."""
    story.marks["at draw step"] = story.do[before:]
    del story.do[before:]
