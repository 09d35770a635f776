"""Values followed through what has happened: what changed them, has ended, or was kept from changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from adjudicator.kernel.explained import KEPT_OFF, Contribution, Explained, led
from adjudicator.kernel.game import Game
from adjudicator.kernel.game.values import Held
from adjudicator.kernel.judging import SpecialRulings
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
    parts = [*trace.parts, *trace.kept]
    if trace.total != wanted or not parts:
        return now
    if whole is None:
        not_now = (part for part in now.parts if part.how == KEPT_OFF)
        return msgspec.structs.replace(now, parts=(*parts, *not_now))
    at = now.parts.index(whole)
    return msgspec.structs.replace(now, parts=(*now.parts[:at], *reversed(parts), *now.parts[at + 1 :]))


class _Trace:
    """What changed a number so far, and what was kept from changing it since."""

    def __init__(self, held: Held, total: int, own: str) -> None:
        self.held = held
        self.total = total
        self.own = own
        self.parts = [Contribution("start", total, "at the beginning", own)] if total else []
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
            rule = self.held.rule(self.past) or self.own
            self.parts.append(Contribution("add", total - self.total, told() or type(fact).__name__, rule))
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


def _noting(course: Iterable[Happening], rulings: SpecialRulings, departed: list[Contribution]) -> Iterator[Happening]:
    """What happened, while it is noted what of it departed from the ordinary course, the most special last."""
    most = 0
    for fact, told in course:
        usual = rulings.idle if isinstance(fact, NonEvent) else rulings.ordinary
        weight = rulings.weight(fact.rule)
        if fact.rule and weight >= most and fact.rule not in usual:
            departed.append(Contribution(KEPT_OFF, 0, told() or type(fact).__name__, fact.rule))
            most = weight
        yield fact, told


def _beside(value: Explained, plain: Callable[[str], bool]) -> Explained:
    """A value that changed over time, led by the last change that is not plainly the ordinary course where one that is
    comes first; if all are, by what else is told.
    """
    changed = [part.rule for part in value.parts[1:] if part.amount and part.rule]
    departing = [rule for rule in changed if not plain(rule)]
    others = [part.rule for part in value.parts[1:] if part.rule and not part.amount and not plain(part.rule)]
    kept = any(part.how == KEPT_OFF for part in value.parts)
    if value.leads or kept or not (departing or others) or (departing and departing[0] == changed[0]):
        return value
    return msgspec.structs.replace(value, leads=departing[-1] if departing else others[0])


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
    held, rulings = game.held(table, *asked), game.rulings(table)
    if held is not None:
        departed: list[Contribution] = []
        course, own = _noting(course, rulings, departed), {part.rule for part in now.parts if part.source == held.part}
        now = traced(held, start, course, game.fold, now, lambda event: game.kept_from(table, asked, event))
        now = _beside(now, lambda rule: rule in rulings.ordinary or rule in own)
        if not now.headline:  # nothing changed it, so that what it was doubted for is that something did not
            now = msgspec.structs.replace(now, parts=(*now.parts, *departed[-1:]))
    elif game.lasts(asked[1]):
        now = lapsed(asked, start, course, game, now)
    return led(now, rulings.weight)
