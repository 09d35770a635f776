"""When something may be played that may be whenever an activated ability of what is chosen could be.

That is the time such abilities have in general: whether this one could be used just then, by its unit, is not asked
(crf.card.dont-get-all-mushy.play-window-is-general).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.swtcg.standing.order import fastest
from adjudicator.swtcg.table.frames import BattleStepFrame, BuildStepFrame, PopFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import ANY_TIME, APART, chances_for, lasting_of, walk
from adjudicator.swtcg.words.language import Activated, GainPoints

AS_THOSE = "as those chosen"
"""The restriction (`language.TIMES`) of what has the times of what it is played on."""
IN_ATTACKS = ("attack", "attacked", "attacking", "intercept", "lucky")
"""The restrictions of what is played while a unit attacks."""


def has_come(table: Table, seat: str, chosen: Iterable[int], frame: Any) -> bool:
    """Whether it is the time for an activated ability of one of these."""
    return any(
        isinstance(each.ability, Activated) and _is_for(table, seat, number, each.ability, frame)
        for number in chosen
        for each in table.index.by_stack.get(number, ())
    )


def _is_for(table: Table, seat: str, unit: int, ability: Activated, frame: Any) -> bool:
    only = ability.only
    if isinstance(frame, BuildStepFrame):
        points = any(isinstance(each, GainPoints) for each in walk(ability.do))
        return frame.seat == seat and (points or only in (ANY_TIME, "build step", "build step or would attack"))
    if isinstance(frame, BattleStepFrame):
        its_go = only in ("would attack", "build step or would attack")
        return only == ANY_TIME or (its_go and any(each.id == unit for each in fastest(table, frame.arena)[1]))
    if not isinstance(frame, PopFrame) or only in APART:
        return False
    if table.attack is None and (only in IN_ATTACKS or lasting_of(ability.do) == "attack"):
        return False
    return frame.kind in chances_for(ability) and (table.attack is None or only != "no attack")
