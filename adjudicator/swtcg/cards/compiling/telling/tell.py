"""Telling a story: sentence after sentence, with what opens and closes each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.lasting import chance_of, delay, during, waits
from adjudicator.swtcg.cards.compiling.phrases.timing import IN_NEXT_TURN, TAPPED
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked
from adjudicator.swtcg.cards.compiling.story.sentences import EACH_TIME, MODES, ChooseOne, Mark, Sentence
from adjudicator.swtcg.cards.compiling.story.so_far import (
    _bought,
    _done_at_all,
    _in_any_order,
    _last_may,
    _offers,
    _searched,
    taken_back,
)
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.both_players import of_each
from adjudicator.swtcg.cards.compiling.telling.closing import (
    ahead,
    arena_by_arena,
    at_draw_step,
    at_untap_step,
    closed_by,
    next_turn,
    nothing_left_open,
    time_first,
)
from adjudicator.swtcg.cards.compiling.telling.depending import as_long_as, asked_once, whole
from adjudicator.swtcg.cards.compiling.telling.how_often import OFTEN, for_each_result
from adjudicator.swtcg.cards.compiling.telling.on_condition import OUTCOME, if_so, otherwise
from adjudicator.swtcg.cards.compiling.telling.reordering import instead_if, set_off_each_time, survival_first
from adjudicator.swtcg.cards.compiling.telling.triggered import instead_of, is_instead
from adjudicator.swtcg.cards.compiling.telling.unless import told_unless
from adjudicator.swtcg.doing.replacement import REPLACED
from adjudicator.swtcg.words import language as w


def tell(story: Story, read: Sentence | ChooseOne) -> None:
    """Tell one sentence. Raises NotMeant where the effect language cannot say it."""
    of_each(story, lambda: _told(story, read))


def _told(story: Story, read: Sentence | ChooseOne) -> None:
    if isinstance(read, ChooseOne):
        _choose_one(story, read)
        return
    read = survival_first(story, instead_if(set_off_each_time(story, read)))
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
    "next turn", "for each", "next build", "his or her own", "most", "each player", "may", "you choose", "same arena",
    "on condition", "asked of", "rounded", "told apart",
)  # fmt: skip
"""What is remembered for as long as one sentence is told."""


def _begin(story: Story, read: Sentence) -> None:
    """What holds for the whole sentence: how long, and what X is."""
    story.until, story.condition, story.x = "", None, story.marks.get("x of the cost")
    if story.who == "opponent" and not story.around:
        story.who = "you"  # who is told to do something is you
    for word in OF_ONE_SENTENCE:
        story.marks.pop(word, None)
    story.marks.pop("later until", None)
    story.marks["subject before"] = story.marks.pop("subject", None)
    story.marks["says instead"] = any(mark.kind == "instead" for mark in (*read.openers, *read.closers))
    inner = any(mark.kind == "during" and isinstance(mark.held, str) for mark in read.closers)
    for at, mark in enumerate((*read.openers, *read.closers)):
        opens = at < len(read.openers)
        if mark.kind == "during" and inner and opens and waits(read) and isinstance(mark.held, str):
            story.marks["later until"] = mark.held  # how long is waited, and not how long what is done then lasts
        elif mark.kind == "during":
            during(story, mark.held)
        elif mark.kind == "where x":
            story.x = mark.held
        elif mark.kind == "rounded":
            story.marks["rounded"] = mark.held
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
            who = story.who  # "your opponent can't attack this turn and loses 2 Force"
            _begin(story, read.more)
            story.who, told = who, len(story.do)
            _clauses(story, read.more)
            story.do[told:] = time_first(read, story.do[told:])
        return
    mark, rest = openers[0], openers[1:]
    if mark.kind in ("if you do", "if not") and story.marks.get("offered to either"):
        raise NotMeant("what one of two players did")
    if mark.kind in ("if you do", "if not"):
        _by_whether_done(story, mark.kind, read, rest)
    elif mark.kind == "if when":
        _later(story, mark.held, read, rest, ask_first=True)
    elif mark.kind == "when":
        _later(story, mark.held, read, rest)
    elif mark.kind == "if":
        left = [each for each in rest if each.kind != "instead" or isinstance(mark.held, OUTCOME)]
        instead = len(left) < len(rest) or any(each.kind == "instead" for each in read.closers)
        if_so(story, mark.held, lambda: _tell(story, read, left), instead=instead)
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
        otherwise(story, lambda: _tell(story, read, rest))
    else:
        raise NotMeant(mark.kind)


def _by_whether_done(story: Story, kind: str, read: Sentence, rest: Sequence[Mark]) -> None:
    """Of "if you do" and "if you don't": what follows an offer that was taken or not, or what could be done or not."""
    last = story.do[-1] if story.do else None
    if last is not None and last == story.marks.get("may of either"):
        _by_whether_either_did(story, kind, read, rest)
        return
    if kind == "if you do" and _searched(story):
        _tell(story, read, rest)
        return
    if kind == "if not" and isinstance(last, w.If):
        if last.otherwise:
            raise NotMeant("what was not done by either")
        otherwise(story, lambda: _tell(story, read, rest))
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


def _by_whether_either_did(story: Story, kind: str, read: Sentence, rest: Sequence[Mark]) -> None:
    """The same of an offer to whichever player something is controlled by."""
    last = story.do[-1]
    assert isinstance(last, w.If)
    with story.inside() as do:
        _tell(story, read, rest)
    ways = []
    for (may,) in (last.then, last.otherwise):
        assert isinstance(may, w.May)
        done = kind == "if you do"
        ways.append(_done_at_all(may, do) if done else structs.replace(may, otherwise=(*may.otherwise, *do)))
    story.do[-1] = structs.replace(last, then=(ways[0],), otherwise=(ways[1],))
    story.marks["may of either"] = story.do[-1]


def _later(
    story: Story, held: tuple[Any, ...], read: Sentence, rest: Sequence[Mark], *, ask_first: bool = False
) -> None:
    """What is to happen at an event to come."""
    early = _asked(held[1], story) if ask_first else None
    event = held[0](story)
    if story.marks.pop("every", False) and EACH_TIME not in held:
        raise NotMeant("at every turn from now on")
    once = story.marks.pop("next time", False)
    told_so = "later until" in story.marks
    inner = story.until if told_so else ""
    until, lasts = story.marks.pop("later until", story.until), ""
    if told_so and event.kind == "attack ends" and event.to is not None:
        lasts = until  # "after one of your Jedi attacks this turn": not the first attack's end alone
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
    if event.kind == "would be discarded":
        story.marks["replaced"] = story.mentions[-1].those
    with story.inside() as do:
        _tell(story, read, rest)
    story.when = when
    if event.kind in REPLACED:
        if condition is not None or not is_instead(read):
            raise NotMeant(event.kind)
        story.say(structs.replace(instead_of(event, tuple(do)), until=until or "turn", repeats=EACH_TIME in held))
        return
    repeats = again or EACH_TIME in held or (event.kind == "would be damaged" and not once)
    later = _waiting(event, do, lasts or delay(event, until), condition, repeats=repeats)
    story.say(later)
    story.marks["opened"] = later


def _waiting(
    event: w.Event, do: list[w.Instruction], until: str, condition: w.Condition | None, *, repeats: bool
) -> w.Later:
    """What waits for an event; all that may be done as something would attack is an offer as a whole."""
    may = do[0] if event.kind == "would attack" and len(do) == 1 else None
    offered = may.do if isinstance(may, w.May) and may == w.May(do=may.do) else None
    return w.Later(
        when=event,
        do=offered or tuple(do),
        may=offered is not None,
        until=until,
        repeats=repeats,
        condition=condition,
        chance=chance_of(event),
    )


def _opens_anew(read: Sentence) -> bool:
    """Whether a sentence has a time of its own, and so does not go on with what is to happen later."""
    return any(mark.kind == "when" and not mark.goes_on for mark in read.openers)


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
        done = closed_by(story, mark, done, last - before)
    nothing_left_open(story, done)
    story.do[before:] = next_turn(story, time_first(read, done))
    if story.marks.pop("draw step", None):
        at_draw_step(story, before)
    if story.lasts and story.marks.get("untap") in ("yours", "each"):
        at_untap_step(story, before)
    story.who = "you" if story.who == "each" else story.who


def _choose_one(story: Story, read: ChooseOne) -> None:
    """Options, of which one is chosen; what the last one says of its duration counts for all."""
    options = []
    for mark in read.options[-1].closers:
        if mark.kind == "during" and isinstance(mark.held, str) and mark.held != IN_NEXT_TURN:
            story.marks["until otherwise"] = mark.held
    when, who, before, spoken = story.when, story.who, list(story.mentions), []
    for option in read.options:
        story.mentions = list(before)  # "it" of one option is nothing that another speaks of
        story.who = who  # what one option tells the other player to do, the next does not
        if read.who != "you":  # who chooses on resolving, as the other player does
            story.who, story.player, story.when = read.who, read.who, "resolving"
        with story.inside() as do:
            tell(story, option)
        options.append(tuple(do))
        spoken.extend(story.mentions[len(before) :])
    story.when, story.mentions = when, [*before, *spoken]
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
