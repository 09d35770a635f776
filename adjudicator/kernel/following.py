"""Values followed through what has happened: what changed them, has ended, or was kept from changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from adjudicator.kernel.explained import KEPT_OFF, Contribution, Explained, led
from adjudicator.kernel.game import Game
from adjudicator.kernel.game.values import Held
from adjudicator.kernel.verdict import NonEvent

Happening = tuple[Any, Callable[[], str]]
"""A fact (or what was turned down), and what tells of it; that is asked for before the next fact is looked at."""


def whole(step: Any) -> tuple[Any, ...]:
    """What a verdict or an entry brought: what it turned down, and then its facts, which may end the turn."""
    return (*getattr(step, "non_events", ()), *getattr(step, "facts", ()))


def course(game: Game, draft: Any, facts: Iterable[Any]) -> Iterator[Happening]:
    """Some facts, each told with the turn in which it happened; `draft` is changed by them."""
    for fact in facts:
        if not isinstance(fact, NonEvent):
            game.fold(draft, fact)
        yield fact, partial(_told, game, draft, fact)


def _told(game: Game, table: Any, fact: Any) -> str:
    if isinstance(fact, NonEvent):
        return fact.because
    number = getattr(getattr(table, "turn", None), "number", None)
    words = game.tell(table, fact)
    return f"turn {number}: {words}" if number and words else words


def traced(
    held: Held,
    start: Any,
    course: Iterable[Happening],
    fold: Callable[[Any, Any], None],
    now: Explained,
    kept_from: Callable[[NonEvent], bool] = lambda _: False,
) -> Explained:
    """A number that things add to and take from over time, as the sum of what changed it, with what was kept from it.

    `start` is a draft that may be changed; `course` is all that happened since, in order. What was kept from it is told
    last, back to the last change before it. What is only a part of the value is told from its last change back to its
    first. Gives `now` back if the changes do not lead to it, for a sum that does not add up explains nothing.
    """
    whole = next((part for part in now.parts if part.source == held.part), None) if held.part else None
    wanted, own = (now.total, "") if whole is None else (whole.amount, whole.rule)
    trace = _Trace(held, held.count(start), own)
    for fact, told in course:
        trace.past.append(fact)
        if isinstance(fact, NonEvent):
            if kept_from(fact):
                trace.turned_down(fact)
            continue
        fold(start, fact)
        trace.happened(fact, held.count(start), told)
    parts = [*trace.parts, *trace.besides, *trace.kept]
    if trace.total != wanted or not parts:
        return now
    if whole is None:
        not_now = (part for part in now.parts if part.how == KEPT_OFF)
        return msgspec.structs.replace(now, parts=(*parts, *not_now))
    at = now.parts.index(whole)
    backwards = (*trace.kept[::-1], *trace.parts[-1:], *trace.besides, *trace.parts[-2::-1])
    return msgspec.structs.replace(now, parts=(*now.parts[:at], *backwards, *now.parts[at + 1 :]))


BESIDES = "besides"
"""How a part works that is told of the last change beside the part that has its amount: one more rule led to it."""


class _Trace:
    """What changed a number so far, and what was kept from changing it since."""

    def __init__(self, held: Held, total: int, own: str) -> None:
        self.held = held
        self.total = total
        self.own = own
        self.parts = [Contribution("start", total, "at the beginning", own)] if total else []
        self.besides: list[Contribution] = []
        """What led to the last change beside the rule that its part names."""
        self.kept: list[Contribution] = []
        self.past: list[Any] = []
        self.changed_last: dict[str, int] = {}
        """By cause, which part it changed last."""
        self.parts_then = 0
        """How many parts there were when the first of `kept` was turned down."""

    def turned_down(self, event: NonEvent) -> None:
        """Something was kept from changing it."""
        self._kept_off(f"{event.what}: {event.because}", event.rule)

    def happened(self, fact: Any, total: int, told: Callable[[], str]) -> None:
        """A fact left the number at a total."""
        if total != self.total:
            self.changed_last[fact.cause] = len(self.parts)
            words = told() or type(fact).__name__
            rule, *others = dict.fromkeys(each or self.own for each in self.held.rules(self.past))
            self.parts.append(Contribution("add", total - self.total, words, rule))
            self.besides = [Contribution(BESIDES, 0, words, other) for other in others]
            self.total = total
        elif rule := self.held.in_vain(fact, total):
            self._kept_off(told() or type(fact).__name__, rule)
        elif (rule := self.held.amends(fact)) and (at := self.changed_last.get(fact.cause)) is not None:
            self.parts[at] = msgspec.structs.replace(self.parts[at], rule=rule)

    def _kept_off(self, source: str, rule: str) -> None:
        """Tell it last; what was kept off before the last change is told no more."""
        if len(self.parts) != self.parts_then:
            self.kept.clear()
        self.parts_then = len(self.parts)
        self.kept.append(Contribution(KEPT_OFF, 0, source, rule))


ENDED = "ended"
"""How a part works that has changed the value lately and does so no more."""


def lapsed(asked: tuple[str, str], start: Any, course: Iterable[Happening], game: Game, now: Explained) -> Explained:
    """A value with what has ended in this turn and had changed it until then, or was kept from changing it, told last
    and counting nothing.

    `asked` is whose value, and which; `start` is a draft that may be changed, `course` is all that happened since.
    """
    gone: list[tuple[Contribution, str]] = []
    kept: list[Contribution] = []
    value = partial(_value, game, asked)
    for fact, _ in course:
        if isinstance(fact, NonEvent):
            if game.kept_from(start, asked, fact):
                kept.append(Contribution(KEPT_OFF, 0, f"{fact.what}: {fact.because}", fact.rule))
            continue
        if fact.closes == "turn":
            gone.clear()
            kept.clear()
        rule = game.ending(start, fact)
        before = value(start) if rule is not None else None
        game.fold(start, fact)
        after = value(start) if before is not None else None
        if before is not None and after is not None:
            left = {part.source for part in after.parts}
            over = [part for part in before.parts if part.amount and part.source not in left]
            gone.extend((part, rule or part.rule) for part in over)
    told = {part.source for part in now.parts}
    ended = [
        Contribution(ENDED, 0, f"{part.source} {part.amount:+}", rule) for part, rule in gone if part.source not in told
    ]
    return msgspec.structs.replace(now, parts=(*now.parts, *kept, *ended)) if kept or ended else now


def _value(game: Game, asked: tuple[str, str], table: Any) -> Explained | None:
    """A value on a table; None where there is none."""
    try:
        return game.value(table, *asked)
    except (KeyError, ValueError):
        return None


def followed(
    game: Game, table: Any, asked: tuple[str, str], start: Any, course: Iterable[Happening], now: Explained
) -> Explained:
    """A value with what can be told of it from all that happened; `asked` is whose value, and which.

    Raises what `Values.held` raises.
    """
    held = game.held(table, *asked)
    if held is not None:
        now = traced(held, start, course, game.fold, now, lambda event: game.kept_from(table, asked, event))
    elif game.lasts(asked[1]):
        now = lapsed(asked, start, course, game, now)
    return led(now, game.rulings(table).rank)
