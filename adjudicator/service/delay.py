"""Spectators who are behind: until a game is over they see it as it stood some entries, a turn or some seconds ago.

Entries count, or turns do; wall clocks order nothing here either: with a delay in seconds a spectator sees the entries
before the first one that is younger than that, in their order.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from adjudicator.application import Adjudication, GameView
from adjudicator.application.access import Role
from adjudicator.service import errors
from adjudicator.service.callers import CALLER
from adjudicator.service.config import Delay

TurnOf = Callable[[Any], int]
"""The number of the turn at a table."""

COURSES_KEPT = 1024
"""Of so many games it is remembered when each entry was written, which is read again if need be."""


@dataclass
class _Course:
    """When each entry of a game was written, and the turn after it; how far those who are behind have been let see."""

    entries: list[tuple[int, int]] = field(default_factory=list)
    reached: int = 1


class Delays:
    """What delayed callers may see of games. Reads the log: call its methods in a thread."""

    def __init__(self, application: Adjudication, delay: Delay | None) -> None:
        self.application = application
        self.delay = delay
        self._mutex = threading.Lock()
        self._courses: OrderedDict[str, _Course] = OrderedDict()

    @property
    def concern(self) -> bool:
        """Whether the caller is one of those who are behind."""
        return self.delay is not None and CALLER.get().role is Role.SPECTATOR

    def whole(self, game: str) -> bool:
        """Whether the caller may see all of a game: the caller is not behind, or it is over."""
        return not self.concern or over(self.application.get(game))

    def need_whole(self, game: str) -> None:
        """What follows tells of a whole game. Raises RefusedError."""
        if not self.whole(game):
            raise errors.delayed()

    def seen(self, view: GameView, turn_of: TurnOf) -> int:
        """The last entry of a game that the caller may see."""
        if self.delay is None or not self.concern or over(view):
            return view.last
        if self.delay.entries:
            return max(1, view.last - self.delay.entries)
        course = self._read(view, turn_of)
        number = self._old_enough(course.entries) if self.delay.seconds else _turns_ended(course.entries)
        course.reached = max(number, course.reached)
        return course.reached

    def view(self, view: GameView, turn_of: TurnOf) -> GameView:
        """A game as the caller may see it."""
        number = self.seen(view, turn_of)
        if number == view.last:
            return view
        step = next(iter(self.application.steps(view.game_id, number)))
        return msgspec.structs.replace(
            view, table=step.after, last=number, revision=step.entry.revision, head=step.entry.head
        )

    def _read(self, view: GameView, turn_of: TurnOf) -> _Course:
        with self._mutex:
            course = self._courses.setdefault(view.game_id, _Course())
            self._courses.move_to_end(view.game_id)
            if len(self._courses) > COURSES_KEPT:
                self._courses.popitem(last=False)
        entries = course.entries
        if len(entries) < view.last:
            for step in self.application.steps(view.game_id, len(entries) + 1):
                if step.entry.number == len(entries) + 1:
                    entries.append((step.entry.at, turn_of(step.after)))
        return course

    def _old_enough(self, course: list[tuple[int, int]]) -> int:
        assert self.delay is not None
        until = self.application.now() - 1000 * self.delay.seconds
        return next((number for number, (at, _) in enumerate(course) if at > until), len(course))


def over(view: GameView) -> bool:
    """Whether nothing can happen in a game any more."""
    return view.closed or view.rules.over(view.table) is not None


def _turns_ended(course: list[tuple[int, int]]) -> int:
    """The last entry of a turn before the present one."""
    return next((number for number in range(len(course), 0, -1) if course[number - 1][1] < course[-1][1]), 0)
