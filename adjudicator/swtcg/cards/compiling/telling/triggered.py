"""What an event sets off: the event with what has to be so then, and the ability that it makes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Discarded, Foretold, Survives, _asked
from adjudicator.swtcg.cards.compiling.story.sentences import FIRST, MODES, ONCE, ChooseOne, Mark, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.remembering import remembered
from adjudicator.swtcg.cards.compiling.telling.standing import lies_elsewhere, lying
from adjudicator.swtcg.doing.replacement import REPLACED
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Those


def heard(story: Story, first: Sentence | ChooseOne) -> tuple[w.Event, list[w.Condition], list[Mark]]:
    """The event that a sentence begins with, the conditions on its setting off, and the openers that are left for what
    it sets off. Raises NotMeant.
    """
    held = first.openers[0].held
    event = held[0](story)
    story.marks.pop("every", None)
    if event.kind in ("attacks", "attacked"):
        story.marks["until otherwise"] = "attack"
    if event.kind in ("attacks", "attacked") or event.kind.endswith(("starts", "ends")):
        story.marks["no damage yet"] = True
    if event.kind == "attack ends":
        story.marks["attack over"] = True
    if event.kind == "would be discarded":
        story.marks["replaced"] = story.mentions[-1].those
    asked = [each for each in held[1:] if each not in MODES]
    over = event.kind == "attack ends"
    asks = [each for each in asked if asks_now(Mark("if", each), over=over)]
    openers = [*(Mark("if", each) for each in asked if each not in asks), *first.openers[1:]]
    spoken, lasting = len(story.mentions), False
    while openers and asks_now(openers[0], over=over) and (event.kind in REPLACED or not is_instead(first)):
        lasting = lasting or openers[0].kind == "as long as"
        asks.append(openers.pop(0).held)
    conditions = [asked_of(each, story) for each in asks]
    if conditions and event.to == w.THIS:
        story.marks["asked by name"] = True
    if lasting:  # it stood before the event, which was spoken of last
        story.mentions = [*story.mentions[spoken:], *story.mentions[:spoken]]
    return event, conditions, openers


def needs_instead(event: w.Event, texts: Sequence[str]) -> None:
    """See that something is said to be done instead of what would happen. Raises NotMeant."""
    if event.kind in REPLACED and not any("instead" in re.findall(r"\w+", text.lower()) for text in texts):
        raise NotMeant("before what would happen, or instead of it")


def triggered(
    event: w.Event, conditions: list[w.Condition], story: Story, held: Sequence[Any], text: str
) -> tuple[w.Ability, ...]:
    """The ability of what has been told of an event. Raises NotUnderstood."""
    conditions = [*conditions, *also_asked(story)]
    condition = None if not conditions else conditions[0] if len(conditions) == 1 else w.Both(of=tuple(conditions))
    do = remembered(tuple(story.do))
    if (only := story.marks.pop("only if", None)) is not None:
        do = (w.If(condition=only, then=do),)
    event = when_rolled(event, do)
    made = limited(w.Triggered(when=event, do=do, condition=condition, chance=chance(event, do)), held, text)
    if event.kind in REPLACED:
        do = _and_gone(event, do) if story.marks.pop("instead of discarding", False) else do
        return (w.Static(changes=(instead_of(event, do),), condition=condition),)
    if obliged := duties(event, do):
        return (w.Static(changes=obliged, condition=condition),)
    zone: str = story.marks.get("elsewhere", "")
    if not zone and lies_elsewhere(do, "hand"):
        raise NotUnderstood(text, why="put into play from the hand")
    if story.marks.pop("build zone too", False):  # where else only what is in reserve works
        return (made, w.Reserves(ability=made))
    if not zone:
        return (made,)
    return (w.Elsewhere(zone=zone, ability=structs.replace(made, do=lying(do))),)


def instead_of(event: w.Event, do: tuple[w.Instruction, ...]) -> w.Instead:
    """What is done each time instead of an event, if its player likes where it says "may", and pays where that has a
    price. Raises NotUnderstood.
    """
    may = do[0] if do and isinstance(do[0], w.May) else None
    if may is not None and not may.otherwise:  # what is said behind it is of what is done instead
        may = structs.replace(may, do=(*may.do, *do[1:]))
    elif len(do) > 1:
        may = None
    if may is None:
        return w.Instead(event=event, do=do, repeats=True)
    if may.cost != w.FREE and event.kind == "would be discarded" and not may.otherwise:
        gone = w.Discard(what=_who_goes(event))
        return w.Instead(event=event, do=(structs.replace(may, otherwise=(gone,)),), repeats=True)
    if may != w.May(do=may.do):
        raise NotUnderstood("", why="a price of what is done instead")
    return w.Instead(event=event, do=may.do, repeats=True, may=True)


def _and_gone(event: w.Event, do: tuple[w.Instruction, ...]) -> tuple[w.Instruction, ...]:
    """Of "move its Pilot to the Character arena instead of discarding it": what is spared is the Pilot alone, and the
    unit is discarded all the same.
    """
    moved = [each.what for each in walk(do) if isinstance(each, w.MoveTo)]
    if not moved or not all(each.what == "pilot" or each.bound == "giver" for each in moved):
        return do
    gone = w.Discard(what=_who_goes(event))
    if len(do) == 1 and isinstance(may := do[0], w.May):
        return (structs.replace(may, do=(*may.do, gone)),)
    return (*do, gone)


def _who_goes(event: w.Event) -> Those:
    """What would be discarded."""
    return w.THIS if event.to == w.THIS else Those(what="stack", bound="it")


def duties(event: w.Event, do: tuple[w.Instruction, ...]) -> tuple[w.Oblige, ...]:
    """Of "When this unit attacks, it must attack ...": what is so whenever it does; nothing if more is done."""
    found = tuple(each for each in do if isinstance(each, w.Oblige) and each.who == event.to)
    if event.kind != "attacks" or len(found) < len(do):
        return ()
    return tuple(w.Oblige(who=each.who, must_attack=each.must_attack, if_they_attack=True) for each in found)


def _offers(do: tuple[w.Instruction, ...]) -> bool:
    """Whether something may be done, now or later."""
    return any(isinstance(each, w.May) or (isinstance(each, w.Later) and _offers(each.do)) for each in walk(do))


def limited(made: w.Triggered, held: Sequence[Any], text: str) -> w.Triggered:
    """A trigger that only the first event of a turn sets off, or whose offer is taken once a turn, where it says so.
    Raises NotUnderstood.
    """
    if not any(mode in held for mode in (FIRST, ONCE)):
        return made
    offers = _offers(made.do)
    alone = len(made.do) == 1 and isinstance(made.do[0], w.May)
    if made.when.kind in REPLACED or (ONCE in held and offers and not alone):
        raise NotUnderstood(text, why="once each turn, whenever one likes")
    return structs.replace(made, limit="use" if ONCE in held and offers else "turn")


def asks_now(mark: Mark, *, over: bool = False) -> bool:
    """Whether an opener of a trigger asks for something that is so as it triggers; `over`: as an attack has ended."""
    later = Foretold if over else Foretold | Survives
    return mark.kind in ("if", "as long as") and not isinstance(mark.held, later)


def is_instead(read: Sentence | ChooseOne) -> bool:
    """Whether a sentence says what is done instead."""
    return isinstance(read, Sentence) and any(mark.kind == "instead" for mark in read.closers)


def condition_behind(read: ChooseOne) -> ChooseOne:
    """Of "As long as ..., when ..., choose one": the event first, and then the condition."""
    kinds = [mark.kind for mark in read.openers]
    if kinds[:2] in (["as long as", "when"], ["if", "when"]):
        first, event, *rest = read.openers
        return structs.replace(read, openers=(event, first, *rest))
    return read


def set_off(read: Sentence) -> Sentence:
    """A sentence that says at its end what sets it off ("draw a card whenever ..."), or says it as a condition ("if
    this unit is discarded"), as one that begins with it.
    """
    read = _spared(read)
    first = read.openers[0] if read.openers else None
    if first is not None and first.kind == "if when":
        return structs.replace(read, openers=(Mark("when", first.held), *read.openers[1:]))
    if first is not None and first.kind == "if" and isinstance(first.held, Discarded):
        return structs.replace(read, openers=(Mark("when", (first.held.hears,)), *read.openers[1:]))
    events = [mark for mark in read.closers if mark.kind == "later"]
    if len(events) != 1 or any(mark.kind == "when" for mark in read.openers):
        return read
    closers = tuple(mark for mark in read.closers if mark.kind != "later")
    return structs.replace(read, openers=(Mark("when", (events[0].held,)), *read.openers), closers=closers)


def _spared(read: Sentence) -> Sentence:
    """Of "when this unit is discarded, move its Pilot ... instead of discarding it": what is done as the unit would
    be discarded, for nothing is spared once it has been.
    """
    first = read.openers[0] if read.openers else None
    spares = any(mark.kind == "instead" and mark.held == "discard" for mark in read.closers)
    if first is None or first.kind != "when" or not spares:
        return read

    def hear(story: Story) -> w.Event:
        arena = story.arena
        event: w.Event = first.held[0](story)
        if event.kind != "discarded":
            return event
        story.arena = arena
        for gone in ("discarded", "fallen", "build zone too"):
            story.marks.pop(gone, None)
        return structs.replace(event, kind="would be discarded")

    return structs.replace(read, openers=(Mark("when", (hear, *first.held[1:])), *read.openers[1:]))


def when_rolled(event: w.Event, do: tuple[w.Instruction, ...]) -> w.Event:
    """Of "When this unit attacks, you may reroll a die": the dice are there once they have been rolled."""
    if event.kind not in ("attacks", "attacked") or not all(isinstance(each, w.May | w.Reroll) for each in walk(do)):
        return event
    by, to = (event.to, event.by) if event.kind == "attacks" else (event.by, event.to)
    return w.Event(kind="rolled", at="attack", by=by, to=to)


def chance(event: w.Event, do: tuple[w.Instruction, ...]) -> str:
    """The chance that a trigger waits for, by its event and by what it does."""
    if event.kind == "would be damaged":
        return "prevention"
    if event.kind == "prevented" and any(isinstance(each, w.Prevent) for each in walk(do)):
        return "prevention"
    if event.kind == "played" and any(isinstance(each, w.Disrupt) for each in walk(do)):
        return "disrupt"
    if event.kind == "drawn" and any(isinstance(each, w.Show) for each in do):
        return "reveal"
    if event.kind == "rolled" and any(isinstance(each, w.Reroll | w.AdjustRoll) for each in walk(do)):
        return "reroll"
    return ""


def also_asked(story: Story) -> list[w.Condition]:
    """What has to be so for what was told to be done at all, though no restriction says it."""
    condition = story.marks.pop("also asked", None)
    return [] if condition is None else [condition]


def asked_of(asks: Any, story: Story) -> w.Condition:
    """A condition of a trigger."""
    if isinstance(asks, Survives):
        return _asked(asks, story)
    condition: w.Condition = asks.asks(story) if hasattr(asks, "asks") else asks(story)
    return condition
