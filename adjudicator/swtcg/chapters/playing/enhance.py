"""Enhance: what a Battle card or Mission does for more, said and paid for as the card is played.

Sources: rots.keywords.enhance, rots.keywords.enhance-declare, rots.keywords.enhance-not-both. The committee's book has
the card say whether that is instead of the normal effect or besides it (idc.keywords.enhance-instead-or-also).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.table.frames import PlayFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Play


def check_enhance(judging: Judging, face: Face | None, playable: Playable | None, evidence: Any) -> bool:
    """Clauses of a card that is played with its Enhance: it has one; the normal effect too, where it says so."""
    table: Table = judging.table
    has_one = judging.clause("CARD_HAS_ENHANCE", table.why.keywords_enhance, playable is not None, evidence)
    if judging.said.enhance and has_one and also(table, text_of(face)):
        judging.permit("BOTH_EFFECTS", table.why.keywords_enhance_also)
    return has_one


def text_of(face: Face | None) -> Play | None:
    """What is printed on a card that is played."""
    return next((each for each in face.abilities if isinstance(each, Play)), None) if face is not None else None


def also(table: Table, text: Play | None) -> bool:
    """Whether the Enhance of a card adds to its normal effect, where the edition lets a card say so."""
    rule = table.why.keywords_enhance_also
    if text is None or text.enhance is None or not rule or rule == table.suppressed:
        return False
    return text.enhance.do[: len(text.do)] == text.do


def other_half(run: Run, frame: PlayFrame) -> tuple[Any, ...]:
    """Of a card with Enhance only the effect said on playing takes place; the other one only if an audit has it so."""
    table: Table = run.table
    text = text_of(table.face(frame.card) if frame.card else None)
    if text is None or text.enhance is None:
        return ()
    if not frame.scene.numbers.get("enhance"):
        only = run.non_event("the Enhance effect", table.why.keywords_enhance_declare, "it was not said on playing")
        return () if only else text.enhance.do
    if also(table, text):
        return ()
    only = run.non_event("the normal effect", table.why.keywords_enhance_not_both, "Enhance was used")
    return () if only else text.do
