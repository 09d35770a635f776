"""First lines that fit no table: what is said to be done there, by whom, and in which turn."""

from __future__ import annotations

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.texts import NUMBER_MAX, HeadText
from adjudicator.swtcg.table.table import Table

_replace = msgspec.structs.replace
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


def said(task: str) -> str:
    """What somebody has to do, as a first line says it."""
    return SAID.get(task, f"to {task}")


LAST_CHANCE = "last chance"
"""The point of a battle whose last chance has begun, so that nothing attacks after it unless its edition says so."""


def place(head: HeadText) -> str:
    """Where the turn stands, as a first line says it before it says whose word it is."""
    if head.point == "setup":
        return "setup in overtime" if head.overtime else "setup"
    of = head.of[0] if head.of else ""
    turn = f"turn {head.turn} in overtime" if head.overtime else f"turn {head.turn}"
    return f"{turn}, " + {
        "build step": f"{of} build step",
        "retreat step": f"{of} retreat step",
        "contest": "contest of " + " and ".join(head.of),
        "battle": f"{of.capitalize()} battle",
        LAST_CHANCE: f"{of.capitalize()} battle, last chance",
    }.get(head.point, head.point)


def leading_to(table: Table, head: HeadText) -> tuple[str, str]:
    """How a board is written at which a game stands in the middle of something: from a quiet point before, and as it
    was printed.
    """
    before = {
        "ready phase": _replace(head, turn=head.turn - 1, point="battle phase"),
        "command phase": _replace(head, point="build step", of=table.order[:1]),
        "end of turn": _replace(head, point="battle phase"),
    }.get(head.point, head)
    quiet = f"'{place(before)}' or another quiet point" if before.point and before.turn else "a quiet point"
    declared = f"{quiet} of the turn (then declare from there on)"
    return declared, "the whole of a board that was printed there, with its last line 'besides: {...}'"


def check(table: Table, head: HeadText) -> None:
    """Raise NotUnderstoodError for a first line that contradicts itself or names who does not play."""
    task, who = head.word.to, head.word.who
    fits = TASKS.get(head.point, ())
    if task and fits and task not in fits:
        found = said(task)
        raise NotUnderstoodError(found, found, tuple(f"'{said(each)}'" for each in fits), 1, 0)
    if head.point == "over" and who and who not in table.seats:
        raise NotUnderstoodError(who, who, table.order, 1, 0)
    if head.point != "setup" and not 1 <= head.turn <= NUMBER_MAX:
        raise NotUnderstoodError("turn", str(head.turn), (f"the number of a turn, from 1 to {NUMBER_MAX}",), 1, 0)
