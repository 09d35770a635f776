"""The run: carrying a legal declaration on, step by step, until the game waits for someone.

Everything that changes a table goes through one door, `happen`. The agenda (frames, window,
trigger pool, pending items) is worked on here and left on the table at the end of the run as
one fact, so that a stored game can be taken up at exactly this point without any rules code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration, Fact, Frame
from adjudicator.kernel.verdict import NonEvent
from adjudicator.kernel.windows import Window

RUN_STEPS_MAX = 4000
TRIGGER_CHAIN_MAX = 256
NON_EVENT = "non-event"
"""What is cited for something turned down (kernel.game.Game.cited)."""
WINDOW = "window"
"""What is cited for a question that is put."""

Tell = Callable[[Any, Fact], Any]
"""Hears a fact, with the table that it has just changed, which is not to be kept: the run goes on with it."""

_replace = msgspec.structs.replace


class BoundExceeded(Exception):
    """A bound of the run was reached; `name` is the bound's, `chain` the last procedures at work."""

    def __init__(self, name: str, chain: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.chain = chain


class Agenda(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What is still to be done: frames (the last is at work), the open window, the pool of
    waiting triggers and the pending items, both of the game's own kinds.
    """

    frames: tuple[Any, ...] = ()
    window: Window | None = None
    pool: tuple[Any, ...] = ()
    pending: tuple[Any, ...] = ()


class Run:
    """One run on a draft of a table.

    `said` is the declaration that set it off; `tell`, if given, hears each fact on the table that it has just
    changed, and what it makes of them is kept in `told`. A step proposes at most one event (a batch of
    facts) and names the step that follows *before* it proposes, because the event may be held.
    """

    __slots__ = (
        "before",
        "departed",
        "dirty",
        "facts",
        "frames",
        "game",
        "non_events",
        "passed_over",
        "pending",
        "plainly",
        "pool",
        "rank",
        "said",
        "settled",
        "special",
        "steps_left",
        "suppressed",
        "table",
        "tell",
        "told",
        "triggers_left",
        "watched",
        "window",
    )

    def __init__(
        self, game: Any, table: Any, said: Declaration | None, tell: Tell | None = None, before: Any = None
    ) -> None:
        self.game = game
        self.table = table
        self.before = table if before is None else before
        """The table as it was before anything happened, where the run is on a draft of it."""
        self.said: Any = said
        self.tell = tell
        self.told: list[Any] = []
        agenda = table.agenda
        self.frames: list[Any] = list(agenda.frames)
        self.window: Window | None = agenda.window
        self.pool: list[Any] = list(agenda.pool)
        self.pending: list[Any] = list(agenda.pending)
        self.facts: list[Any] = []
        self.non_events: list[NonEvent] = []
        self.departed: list[int] = []
        """The places of the facts that an effect brought about (`Frame.departs`)."""
        self.passed_over: list[tuple[int, bool]] = []
        """How many facts there were when each of the non-events was noted, and whether that was done aside."""
        self.dirty = False
        self.settled = 0
        """How many of the facts the standing checks have seen."""
        self.steps_left = RUN_STEPS_MAX
        self.triggers_left = TRIGGER_CHAIN_MAX
        self.suppressed: str | None = table.suppressed
        rulings = game.rulings(table)
        self.special, self.plainly = rulings.special, rulings.plainly
        self.watched, self.rank = rulings.watched, rulings.rank

    # --- the agenda -------------------------------------------------------------------------

    @property
    def frame(self) -> Any:
        """The procedure at work."""
        return self.frames[-1]

    def goto(self, step: str, **bound: Any) -> None:
        """Let the procedure at work go on at a step, with new values bound."""
        self.frames[-1] = _replace(self.frames[-1], step=step, **bound)

    def push(self, frame: Frame, *, then: str | None = None) -> None:
        """Begin a procedure inside the one at work, which goes on at `then` afterwards."""
        if then is not None:
            self.goto(then)
        self.frames.append(frame)

    def pop(self, **result: Any) -> Any:
        """End the procedure at work, binding results in the one below; returns the ended frame."""
        ended = self.frames.pop()
        if result and self.frames:
            self.frames[-1] = _replace(self.frames[-1], **result)
        return ended

    def ask(self, window: Window) -> None:
        """Wait for somebody."""
        if window.rule in self.special:
            rule = self.plainly.get(window.rule)
            if rule is None:
                rule = self.game.cited(self.table, self, window.rule, WINDOW, ())
            window = _replace(window, rule=rule)
        self.window = window

    def closed(self) -> None:
        """Wait no longer."""
        self.window = None

    # --- the door ---------------------------------------------------------------------------

    def happen(self, *facts: Fact, then: str | None = None) -> None:
        """Propose one event, a batch of facts, to the door: replacements, fold, checks, triggers."""
        if then is not None:
            self.goto(then)
        for fact in facts:
            if fact.rule in self.special:
                facts = tuple([self.cited(each) for each in facts])
                break
        if self.suppressed is not None:
            facts = tuple(fact for fact in facts if fact.rule != self.suppressed)
        if not facts:
            return
        if self.table.replacing and self.game.replace(self, facts):
            return
        self.commit(facts)

    def cited(self, fact: Fact) -> Fact:
        """A proposed fact with the citation that decides: a special rule's in the place of a general one's, if any."""
        if fact.rule not in self.special:
            return fact
        rule = self.plainly.get(fact.rule)
        if rule is None:
            rule = self.game.cited(self.table, self, fact.rule, type(fact).__name__, (fact,))
        return fact if rule == fact.rule else _replace(fact, rule=rule)

    def commit(self, facts: tuple[Fact, ...]) -> None:
        """Let an event happen that nothing replaces any more."""
        table, game = self.table, self.game
        listening = table.listening
        early = game.notice(table, facts, True) if listening else ()
        waiting = len(self.pool)
        watched: list[Fact] = []
        if self.watched:
            for fact in facts:
                if type(fact).__name__ in self.watched:
                    watched.append(fact)  # noqa: PERF401 - a comprehension costs more than the few facts it goes through
        missed = self._near_misses(watched, early=True) if watched else []
        for fact in facts:
            game.fold(table, fact)
            if not fact.still:
                self.dirty = True
            if self.tell is not None:
                self.told.append(self.tell(table, fact))
        if self.frames and self.frames[-1].departs:
            self.departed.extend(range(len(self.facts), len(self.facts) + len(facts)))
        self.facts.extend(facts)
        if early:
            self.pool.extend(early)
        if listening or table.listening:
            self.pool.extend(game.notice(table, facts, False))
        if len(self.pool) != waiting:
            self.dirty = True
        if watched:
            self._turn_down(watched, missed, self.pool[waiting:])

    def _near_misses(self, watched: Iterable[Fact], *, early: bool) -> list[Any]:
        """What the facts that are watched all but set off, asked about before they are folded or after."""
        return [near for fact in watched for near in self.game.misses(self.table, fact, early)]

    def _turn_down(self, watched: Iterable[Fact], missed: list[Any], fresh: list[Any]) -> None:
        """Record what an event all but set off."""
        missed.extend(self._near_misses(watched, early=False))
        if missed:
            for what, rule, because in self.game.turned_down(missed, fresh):
                self.non_event(what, rule, because)

    def non_event(self, what: str, rule: str, because: str, *, aside: bool = False) -> bool:
        """Record something considered and turned down; False if the rule is suppressed by an audit.

        It departs from the ordinary course, unless it is noted `aside`, whenever a step of the game comes to that.
        """
        if rule in self.special:
            rule = self.game.cited(self.table, self, rule, NON_EVENT, (what, because))
        if rule == self.suppressed:
            return False
        self.non_events.append(NonEvent(what, rule, because))
        self.passed_over.append((len(self.facts), aside))
        return True

    def applies(self, rule: str) -> bool:
        """Whether a rule point is in force: always, unless an audit suppresses the rule."""
        return rule != self.suppressed

    # --- going on ---------------------------------------------------------------------------

    def advance(self) -> None:
        """Go on until somebody is asked or nothing is left to do, and leave the agenda on the table.

        Raises BoundExceeded if the game does not come to rest.
        """
        game = self.game
        steps = game.steps
        while self.frames:
            if self.dirty:
                self.dirty = False
                settled = len(self.facts)
                if game.settle(self):
                    continue
                self.settled = settled
            if self.window is not None:
                break
            frame = self.frames[-1]
            if self.pool and frame.deals_triggers and game.deal_triggers(self, frame):
                self.triggers_left -= 1
                if self.triggers_left < 0:
                    raise BoundExceeded("TRIGGER_CHAIN_MAX", self._chain())
                continue
            self.steps_left -= 1
            if self.steps_left < 0:
                raise BoundExceeded("RUN_STEPS_MAX", self._chain())
            steps[type(frame)][frame.step](self, frame)
        table, tell = self.table, self.tell
        waits = game.awaits(tuple(self.frames), self.window, tuple(self.pool), tuple(self.pending))
        for fact in (*game.noted(self), waits):
            game.fold(table, fact)
            self.facts.append(fact)
            if tell is not None:
                self.told.append(tell(table, fact))

    def _chain(self) -> tuple[str, ...]:
        return tuple(f"{type(frame).__name__}.{frame.step}" for frame in self.frames)
