"""Telling a story: sentence after sentence, with what opens and closes each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.closing import (
    ahead,
    arena_by_arena,
    at_draw_step,
    floored,
    for_each_controlled,
    next_turn,
)
from adjudicator.swtcg.cards.compiling.depending import as_long_as, asked_once, closed, left_out, of_each, whole
from adjudicator.swtcg.cards.compiling.how_often import OFTEN, for_each_result
from adjudicator.swtcg.cards.compiling.in_attack import IN_ATTACK
from adjudicator.swtcg.cards.compiling.lasting import chance_of, delay, during, waits
from adjudicator.swtcg.cards.compiling.moments import ALWAYS, Discarded, Foretold, Survives, _asked
from adjudicator.swtcg.cards.compiling.reordering import instead_if, set_off_each_time
from adjudicator.swtcg.cards.compiling.sentences import EACH_TIME, MODES, ChooseOne, Mark, Sentence
from adjudicator.swtcg.cards.compiling.so_far import (
    _bought,
    _done_at_all,
    _in_any_order,
    _last_may,
    _none_to_choose,
    _offers,
    _searched,
    taken_back,
)
from adjudicator.swtcg.cards.compiling.standing import instead_of, is_instead
from adjudicator.swtcg.cards.compiling.story import ARENAS, NotMeant, Story
from adjudicator.swtcg.cards.compiling.timing import IN_NEXT_TURN, TAPPED
from adjudicator.swtcg.cards.compiling.unless import told_unless
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import Those
from adjudicator.swtcg.effects.replacement import REPLACED


def tell(story: Story, read: Sentence | ChooseOne) -> None:
    """Tell one sentence. Raises NotMeant where the effect language cannot say it."""
    if isinstance(read, ChooseOne):
        _choose_one(story, read)
        return
    read = instead_if(set_off_each_time(story, read))
    _begin(story, read)
    opened = story.marks.get("opened")
    if isinstance(opened, w.Later) and story.do[-1:] == [opened] and not _opens_anew(read):
        openers = [mark for mark in read.openers if mark.kind not in ("then", "during", "where x")]
        if opened.may and openers and openers[0].kind == "if you do":
            del openers[0]
        before, story.when = story.when, "resolving"
        with story.inside() as do:
            do.extend(opened.do)
            _tell(story, read, openers)
        story.when = before
        story.do[-1] = story.marks["opened"] = structs.replace(opened, do=tuple(do))
        return
    openers = [mark for mark in read.openers if mark.kind not in ("then", "during", "where x")]
    last = story.do[-1] if story.do else None
    if isinstance(last, w.ForEach) and story.marks.get("each") and openers and openers[0].kind == "if":
        story.do, rest = list(last.do), story.do[:-1]
        _tell(story, read, openers)
        story.do = [*rest, structs.replace(last, do=tuple(story.do))]
        return
    if isinstance(last, w.If) and _offers(last) and openers and openers[0].kind in ("if you do", "if not"):
        story.do, rest = list(last.then), story.do[:-1]
        _tell(story, read, openers)
        story.do = [*rest, structs.replace(last, then=tuple(story.do))]
        return
    _tell(story, read, openers)
    if story.condition is not None and "on condition" not in story.marks:
        raise NotMeant("as long as, of what does not last")
    story.until, story.condition, story.x = "", None, None


OF_ONE_SENTENCE = (
    "changed", "member", "member used", "in attack", "against", "retreat", "next untap", "untap", "draw step",
    "next turn", "for each", "next build", "most", "each player", "may", "you choose", "same arena",
    "on condition",
)  # fmt: skip
"""What is remembered for as long as one sentence is told."""


def _begin(story: Story, read: Sentence) -> None:
    """What holds for the whole sentence: how long, and what X is."""
    story.until, story.condition, story.x = "", None, None
    if story.who == "opponent" and not story.around:
        story.who = "you"  # who is told to do something is you
    for word in OF_ONE_SENTENCE:
        story.marks.pop(word, None)
    story.marks.pop("later until", None)
    story.marks["subject before"] = story.marks.pop("subject", None)
    inner = any(mark.kind == "during" and isinstance(mark.held, str) for mark in read.closers)
    for mark in (*read.openers, *read.closers):
        if mark.kind == "during" and inner and mark in read.openers and waits(read) and isinstance(mark.held, str):
            story.marks["later until"] = mark.held  # how long is waited, and not how long what is done then lasts
        elif mark.kind == "during":
            during(story, mark.held)
        elif mark.kind == "where x":
            story.x = mark.held
    if (
        story.lasts
        and story.until == "attack"
        and any(mark.kind == "as long as" for mark in (*read.openers, *read.closers))
    ):
        story.until = ""  # as long as it is attacking is for that attack


def _tell(story: Story, read: Sentence, openers: Sequence[Mark]) -> None:
    """Tell what the openers leave to be told, from the outside in."""
    if not openers:
        _clauses(story, read)
        if read.more is not None:
            _begin(story, read.more)
            _clauses(story, read.more)
        return
    mark, rest = openers[0], openers[1:]
    if mark.kind in ("if you do", "if not"):
        _by_whether_done(story, mark.kind, read, rest)
    elif mark.kind == "if when":
        _later(story, mark.held, read, rest, ask_first=True)
    elif mark.kind == "when":
        _later(story, mark.held, read, rest)
    elif mark.kind == "if" and isinstance(mark.held, Foretold | Survives):
        _as_attack_ends(story, mark.held, read, rest)
    elif mark.kind == "if" and isinstance(mark.held, Discarded):
        _if_discarded(story, mark.held, read, rest)
    elif mark.kind == "if":
        _if(story, mark.held, read, rest)
    elif mark.kind == "as long as":
        told, condition = len(story.do), as_long_as(story, mark.held)
        _tell(story, read, rest)
        whole(story, condition, story.do[told:])
        story.do[told:] = asked_once(story, story.do[told:])
    elif mark.kind in OFTEN:
        OFTEN[mark.kind](story, mark.held, lambda: _tell(story, read, rest), bool(rest))
    elif mark.kind == "unless":
        with story.inside() as do:
            _tell(story, read, rest)
        told_unless(story, mark.held, do)
    elif mark.kind == "otherwise":
        _otherwise(story, read, rest)
    else:
        raise NotMeant(mark.kind)


def _by_whether_done(story: Story, kind: str, read: Sentence, rest: Sequence[Mark]) -> None:
    """Of "if you do" and "if you don't": what follows an offer that was taken or not, or what could be done or not."""
    last = story.do[-1] if story.do else None
    if kind == "if you do" and _searched(story):
        _tell(story, read, rest)
        return
    if kind == "if not" and isinstance(last, w.If):
        _otherwise(story, read, rest)
        return
    deed = None if isinstance(last, w.May) else taken_back(story)
    with story.inside() as do:
        _tell(story, read, rest)
    if deed is not None:
        story.say(deed.followed(do) if kind == "if you do" else deed.failing(do))
    elif kind == "if you do":
        story.do[-1] = _done_at_all(_last_may(story), do)
    else:
        may = _last_may(story)
        story.do[-1] = structs.replace(may, otherwise=(*may.otherwise, *do))


def _later(
    story: Story, held: tuple[Any, ...], read: Sentence, rest: Sequence[Mark], *, ask_first: bool = False
) -> None:
    """What is to happen at an event to come."""
    early = _asked(held[1], story) if ask_first else None
    event = held[0](story)
    once = story.marks.pop("next time", False)
    inner = story.until if "later until" in story.marks else ""
    until, lasts = story.marks.pop("later until", story.until), ""
    again = not until and event.kind == "step starts" and story.marks.get("last said until") == TAPPED
    until = TAPPED if again else until  # that too is so for as long as the card stays tapped
    if event.kind == "attacks" and rest and rest[0].kind == "when":
        ends = rest[0].held[0](story)
        if ends.kind != "attack ends":
            raise NotMeant("when it attacks, when ...")
        story.marks.pop("turned", None)  # that attack is over
        event, rest = structs.replace(ends, to=event.to, by=event.by), rest[1:]
        until = story.until or "turn"
        lasts = until
    if any(mode in held for mode in MODES if mode != EACH_TIME):
        raise NotMeant("the first time each turn, from now on")
    asks = [each for each in held[1:] if each != EACH_TIME]
    condition = early if early is not None else _asked(asks[0], story) if asks else None
    when, story.when = story.when, "resolving"
    if story.until in ("turn", TAPPED) and not inner:
        story.until = ""
    with story.inside() as do:
        _tell(story, read, rest)
    story.when = when
    if event.kind in REPLACED:
        if condition is not None or not is_instead(read):
            raise NotMeant(event.kind)
        story.say(structs.replace(instead_of(event, tuple(do)), until=until or "turn", repeats=EACH_TIME in held))
        return
    may = do[0] if event.kind == "would attack" and len(do) == 1 else None
    offered = may.do if isinstance(may, w.May) and may == w.May(do=may.do) else None
    later = w.Later(
        when=event,
        do=offered or tuple(do),
        may=offered is not None,
        until=lasts or delay(event, until),
        repeats=again or EACH_TIME in held or (event.kind == "would be damaged" and not once),
        condition=condition,
        chance=chance_of(event),
    )
    story.say(later)
    story.marks["opened"] = later


def _opens_anew(read: Sentence) -> bool:
    """Whether a sentence has a time of its own, and so does not go on with what is to happen later."""
    return any(mark.kind == "when" and not mark.goes_on for mark in read.openers)


def _if_discarded(story: Story, asks: Discarded, read: Sentence, rest: Sequence[Mark]) -> None:
    """Of "If that unit is discarded, ...": when it is, this turn."""
    those = asks.noun.build(story)
    if not those.bound:
        raise NotMeant("if any is discarded")
    zones: tuple[str, ...] = ()
    for part in asks.places:
        place = part(story, Those())
        zones = place.zones
        if place.alongside == those.bound:  # "that arena" is where it stands, and no build zone
            those = structs.replace(those, zones=ARENAS)
    event = w.Event(kind="discarded", to=those, at=zones[0] if len(zones) == 1 else "")
    until = story.until
    if story.until == "turn":
        story.until = ""
    with story.inside() as do:
        _tell(story, read, rest)
    story.say(w.Later(when=event, do=tuple(do), until=until or ("permanent" if those == w.THIS else "turn")))


def _as_attack_ends(story: Story, held: Foretold | Survives, read: Sentence, rest: Sequence[Mark]) -> None:
    """Of "If you are correct, ..." and "If the defending unit is not discarded, ...": that shows as the attack ends."""
    if isinstance(held, Foretold):
        condition = story.marks.get("foretold")
    else:
        those = story.mention(held.noun.build(story))
        condition = w.There(are=structs.replace(those, zones=(*ARENAS, "build")))
    if condition is None:
        raise NotMeant("if that was foretold")
    with story.inside() as do:
        _tell(story, read, rest)
    then = (w.If(condition=condition, then=tuple(do)),)
    attacked = story.marks.get("attacked") if isinstance(held, Foretold) else None
    story.say(w.Later(when=w.Event(kind="attack ends", by=attacked), do=then, until="attack ends"))


def _if(story: Story, asks: Any, read: Sentence, rest: Sequence[Mark]) -> None:
    instead = any(mark.kind == "instead" for mark in (*read.closers, *read.openers))
    condition = _asked(asks, story)
    if condition == ALWAYS:
        _tell(story, read, rest)
        return
    if not instead and not story.lasts and _none_to_choose(story, condition):
        _choose_or_else(story, condition, read, rest)
        return
    if instead and not story.until and not story.lasts and "last until" in story.marks:
        story.until = story.marks["last until"]  # as what it takes the place of
    with story.inside() as do:
        _tell(story, read, [mark for mark in rest if mark.kind != "instead"])
    _brought_out(story, do)
    if story.lasts:
        for each in do:
            if not hasattr(each, "condition"):
                raise NotMeant("if")
        story.marks["static condition"] = condition
        story.say(*do)
    elif instead:
        if not story.do:
            raise NotMeant("instead of what")
        if (replaced := story.marks.get("replaced")) is not None:
            story.say(w.If(condition=condition, then=tuple(do), otherwise=(w.Discard(what=replaced),)))
            return
        alike = [at for at, each in enumerate(story.do) if do and type(each) is type(do[-1])]
        at = alike[-1] if alike else len(story.do) - 1
        if isinstance(story.do[at], w.RollDice) and not alike:
            raise NotMeant("instead of a roll")
        first = at - 1 if at and _only_for(story.do[at - 1], story.do[at], (condition, *do)) else at
        story.do[first : at + 1] = [
            w.If(condition=condition, then=tuple(do), otherwise=tuple(story.do[first : at + 1]))
        ]
    else:
        story.say(w.If(condition=condition, then=tuple(do)))


def _brought_out(story: Story, do: Sequence[w.Instruction]) -> None:
    """Of "If you roll 4 or more, prevent all damage to one of your units. If you roll less, prevent 1 damage to that
    unit": a choice that both speak of is made before either.
    """
    for at, each in enumerate(story.do):
        first = each.then[0] if isinstance(each, w.If) and each.then and not each.otherwise else None
        if not isinstance(first, w.Choose) or f"into='{first.into}'" in repr(do):
            continue
        if f"bound='{first.into}'" in repr(do):
            assert isinstance(each, w.If)
            story.do[at : at + 1] = [first, structs.replace(each, then=each.then[1:])]
            return


def _only_for(choice: w.Instruction, done: w.Instruction, other: Sequence[Any]) -> bool:
    """Whether cards are chosen for the sake of one thing done to them alone, and nothing else speaks of them."""
    if not isinstance(choice, w.Choose) or choice.when != "resolving" or getattr(done, "what", None) is None:
        return False
    chosen = f"bound='{choice.into}'"
    return choice.among.what == "card" and chosen in repr(done) and chosen not in repr(other)


def _choose_or_else(story: Story, condition: w.Condition, read: Sentence, rest: Sequence[Mark]) -> None:
    """What is chosen is chosen on resolving, since there need not be any."""
    before = tuple(structs.replace(each, when="resolving") if isinstance(each, w.Choose) else each for each in story.do)
    story.do.clear()
    with story.inside() as do:
        _tell(story, read, rest)
    story.say(w.If(condition=condition, then=tuple(do), otherwise=before))


def _otherwise(story: Story, read: Sentence, rest: Sequence[Mark]) -> None:
    last = story.do[-1] if story.do else None
    if not isinstance(last, w.If):
        raise NotMeant("otherwise")
    entered = {word: story.marks.pop(word, ()) for word in ("came into play", "in play")}  # not if it is otherwise
    with story.inside() as do:
        _tell(story, read, rest)
    story.marks.update(entered)
    _brought_out(story, do)
    last = story.do[-1]
    assert isinstance(last, w.If)
    story.do[-1] = structs.replace(last, otherwise=tuple(do))


def _clauses(story: Story, read: Sentence) -> None:
    """Tell the clauses, then what closes the sentence."""
    before = last = len(story.do)
    for mark in read.closers:
        if mark.kind == "for each result":
            for_each_result(story, mark.held)
        ahead(story, mark)
    for clause in read.clauses:
        last = len(story.do)
        arena_by_arena(story, read, clause)
    done = _bought(story.do[before:])
    if any(mark.kind == "any order" for mark in read.closers):
        done = _in_any_order(story, done)
    story.do[before:] = done
    for mark in read.closers:
        if mark.kind == "as long as" or (mark.kind == "if" and of_each(story, mark.held)):
            closed(story, mark.held, done)
            done = asked_once(story, done)
            continue
        if mark.kind in IN_ATTACK and not story.marks.pop("member used", 0):
            raise NotMeant("while it attacks that")
        if mark.kind == "later":
            kept = [each for each in done if isinstance(each, w.Choose)]
            rest = tuple(each for each in done if not isinstance(each, w.Choose))
            event = mark.held(story)
            done = [*kept, w.Later(when=event, do=rest, until=delay(event, story.until), chance=chance_of(event))]
        elif mark.kind == "if":
            condition = _asked(mark.held, story)
            if story.lasts and not story.until:
                story.marks["static condition"] = condition
                continue
            kept = [each for each in done if isinstance(each, w.Choose)]
            rest = tuple(each for each in done if not isinstance(each, w.Choose))
            done = [*kept, w.If(condition=condition, then=rest)]
        elif mark.kind == "unless" and mark.held.kind == "so" and "changed" in story.marks:
            do, old, new = story.marks.pop("changed")
            do[-1] = w.If(condition=_asked(mark.held.held, story), then=(old,), otherwise=(new,))
        elif mark.kind == "unless":
            if left_out(story, done):
                continue
            with story.inside() as made:
                told_unless(story, mark.held, done, last - before)
            done = made
        elif mark.kind == "for each controlled":
            done = done if story.lasts else for_each_controlled(story, mark.held, done)
        elif mark.kind == "at least":
            done = [floored(each, mark.held) for each in done]
        elif mark.kind == "instead":
            story.marks["instead"] = True
    if "its controller" in story.marks:
        raise NotMeant("whose controller")
    if "most" in story.marks:
        raise NotMeant("at most so much of what")
    if story.until and any(isinstance(each, w.MoveTo) for each in done):
        raise NotMeant("how long it stays there")
    if story.until and done and all(isinstance(each, w.Choose) and each.among.damaged is not None for each in done):
        raise NotMeant("what was damaged this turn")  # whether it still is
    story.do[before:] = next_turn(story, done)
    if story.marks.pop("draw step", None):
        at_draw_step(story, before)
    story.who = "you" if story.who == "each" else story.who


def _choose_one(story: Story, read: ChooseOne) -> None:
    """Options, of which one is chosen; what the last one says of its duration counts for all."""
    options = []
    for mark in read.options[-1].closers:
        if mark.kind == "during" and isinstance(mark.held, str) and mark.held != IN_NEXT_TURN:
            story.marks["until otherwise"] = mark.held
    when = story.when
    for option in read.options:
        if read.who != "you":  # who chooses on resolving, as the other player does
            story.who, story.player, story.when = read.who, read.who, "resolving"
        with story.inside() as do:
            tell(story, option)
        options.append(tuple(do))
    story.when = when
    made = w.OneOfThese(options=tuple(options), who=read.who)
    if len(options) == 1 and len(options[0]) == 1 and isinstance(options[0][0], w.OneOfThese):
        made = structs.replace(options[0][0], who=read.who)  # "choose one: this unit gets this or that"
    kinds = [mark.kind for mark in read.openers if mark.kind not in ("then", "during", "where x", "when")]
    if not kinds:
        story.say(made)
    elif kinds == ["if you do"] and not story.on_playing:  # on playing, only a choice that is always made is asked for
        story.do[-1] = structs.replace(_last_may(story), do=(*_last_may(story).do, made))
    else:
        raise NotMeant("a choice of one on a condition")
