"""Sentences that say last what others begin with, put in the order in which they are told."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.moments import Survives
from adjudicator.swtcg.cards.compiling.story.sentences import EACH_TIME, Mark, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Story


def instead_if(read: Sentence) -> Sentence:
    """Of "It gets +4 power instead if that unit is damaged": as though it began with the condition."""
    kinds = [mark.kind for mark in read.closers]
    if "instead" not in kinds or kinds.count("if") != 1 or any(mark.kind == "if" for mark in read.openers):
        return read
    asks = tuple(mark for mark in read.closers if mark.kind == "if")
    rest = tuple(mark for mark in read.closers if mark.kind != "if")
    return structs.replace(read, openers=(*read.openers, *asks), closers=rest)


def survival_first(story: Story, read: Sentence) -> Sentence:
    """Of "Draw a card if that unit isn't discarded": as though it began with that."""
    asks = tuple(mark for mark in read.closers if mark.kind == "if" and isinstance(mark.held, Survives))
    if story.lasts or not asks or any(mark.kind == "when" for mark in read.openers):
        return read
    rest = tuple(mark for mark in read.closers if mark not in asks)
    return structs.replace(read, openers=(*read.openers, *asks), closers=rest)


def set_off_each_time(story: Story, read: Sentence) -> Sentence:
    """Of "Prevent 1 damage each time one of your units would be damaged": as though it began with that."""
    last = read.closers[-1] if read.closers else None
    waits_so = [mark for mark in read.closers if mark.kind == "later" and mark.each]
    if story.lasts or len(waits_so) != 1 or last is None or any(mark.kind == "when" for mark in read.openers):
        return read
    closers = tuple(mark for mark in read.closers if mark not in waits_so)
    return structs.replace(read, openers=(Mark("when", (waits_so[0].held, EACH_TIME)), *read.openers), closers=closers)
