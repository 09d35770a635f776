"""First lines that fit no table: what is said to be done there, by whom, and in which turn."""

from __future__ import annotations

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.texts import NUMBER_MAX, HeadText
from adjudicator.swtcg.table.table import Table

NOBODY = "nobody"
"""Who has won a game that nobody has."""
FIGHTING = ("play", "attack", "resolve")
TASKS = {
    "build step": ("build", "resolve"),
    "retreat step": ("retreat", "resolve"),
    "battle phase": ("play", "resolve"),
    "contest": ("bid",),
    "battle": FIGHTING,
    "last chance": FIGHTING,
    "setup": ("play event", "pull", "draw", "mulligan", "place"),
    "over": ("won",),
}
"""By the point of a turn, what somebody may be said to have to do there."""
SAID = {"play": "to play or pass", "won": "has won"}


def check(table: Table, head: HeadText) -> None:
    """Raise NotUnderstoodError for a first line that contradicts itself or names who does not play."""
    task, who = head.word.to, head.word.who
    fits = TASKS.get(head.point, ())
    if task and fits and task not in fits:
        found = SAID.get(task, f"to {task}")
        raise NotUnderstoodError(found, found, tuple(f"'{SAID.get(each, f'to {each}')}'" for each in fits), 1, 0)
    if head.point == "over" and who and who not in table.seats:
        raise NotUnderstoodError(who, who, table.order, 1, 0)
    if head.point != "setup" and not 1 <= head.turn <= NUMBER_MAX:
        raise NotUnderstoodError("turn", str(head.turn), (f"the number of a turn, from 1 to {NUMBER_MAX}",), 1, 0)
