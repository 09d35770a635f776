"""What is done as soon as something is so: "if you have no Droids in the Ground arena, discard this unit".

Said of what is always on, a condition before what is done once is no condition of it but what sets it off. What would
be done again and again is not read so, since nobody says how often: only what ends the game, or the card's being there.
"""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.moments import _asked
from adjudicator.swtcg.cards.compiling.story.sentences import Read, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.tell import tell
from adjudicator.swtcg.words import language as w

AS_SOON_AS = ("if", "as long as", "as soon as")
"""What such a sentence begins or ends with."""


_BESIDES = (w.GainForce, w.LoseForce, w.Draw, w.GainPoints)
"""What may be done with it."""


def as_it_comes_about(story: Story, read: Read) -> w.Triggered | None:
    """The trigger that a sentence of an always working text means; None if it means none. Raises NotMeant."""
    if not isinstance(read, Sentence) or read.more is not None:
        return None
    asked = [mark for mark in (*read.openers, *read.closers) if mark.kind in AS_SOON_AS]
    if len(asked) != 1 or len(asked) < len(read.openers) + len(read.closers):
        return None
    condition = _asked(asked[0].held, story)
    tell(story, structs.replace(read, openers=(), closers=()))
    gone = any(_is_done_once(each) for each in story.do)
    if not gone or not all(_is_done_once(each) or isinstance(each, _BESIDES) for each in story.do):
        return None
    return w.Triggered(when=w.Event(kind="comes about"), do=tuple(story.do), condition=condition)


def _is_done_once(done: w.Instruction) -> bool:
    """Whether it ends the game or the card's being there."""
    if isinstance(done, w.Discard | w.Retreat | w.MoveTo):
        return done.what == w.THIS
    return isinstance(done, w.Win)
