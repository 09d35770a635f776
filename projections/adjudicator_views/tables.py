"""The tables of the games that were active lately, so that an entry is folded once and no history is read again for it.

They are the follower's own and folded in place; views are told what everybody may know, and never get a table.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import msgspec

from adjudicator.application import Adjudication
from adjudicator.application.answers import Step
from adjudicator.application.chain import genesis
from adjudicator.application.codec import OPENED, REOPENED, REWOUND, codec_of
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.following import GameEntry
from adjudicator.application.knowing import known_refusal
from adjudicator.application.private import close_seals
from adjudicator.application.replay import dealt, fold_all, fold_passed, linked
from adjudicator.application.store import Envelope
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.verdict import Ruling
from adjudicator_views.views.view import Seen

WINDING = frozenset({REWOUND, REOPENED})
"""Entries after which a game does not go on from the table before them."""

KEPT_MAX = 256
_LEGAL = Ruling.LEGAL.value


@dataclass(slots=True)
class _Stands:
    """A game after an entry that was read: its head, and a table that nobody else holds.

    Of facts of the kinds in `passing` (Game.passing) the table has no more than a later one leaves of them; the last
    that came stand whole in `passed`.
    """

    rules: Any
    number: int
    head: bytes
    table: Any
    passing: frozenset[type]
    passed: Envelope | None = None

    def whole(self) -> Any:
        """The table with all that was on it. Raises CorruptLogError."""
        if self.passed is not None:
            fold_passed(self.rules, codec_of(self.rules), self.table, self.passed)
            self.passed = None
        return self.table


class Tables:
    """Takes the entries of games in, each in order. An error leaves its game half read: drop the game then."""

    def __init__(self, application: Adjudication) -> None:
        self._application = application
        self._kept: OrderedDict[str, _Stands] = OrderedDict()

    def clear(self) -> None:
        """Know no game."""
        self._kept.clear()

    def drop(self, game_id: str) -> None:
        """Know a game no more."""
        self._kept.pop(game_id, None)

    def take(self, each: GameEntry) -> Seen:
        """An entry as everybody may see it, once its game stands after it. Raises CorruptLogError, what games raise."""
        content: Any = each.content
        game_id, number, stored = each.stream, each.number, each.stored
        stands = self._before(each)
        rules = stands.rules
        linked(stands.head, stored)
        public: Any = close_seals(content) if stored.private else content
        refused_by: tuple[str, ...] = ()
        if type(content) is not Declared:
            if each.kind in WINDING:
                stands.table, stands.passed = rules.fork(self._step(game_id, number).after), None
        elif content.ruling != _LEGAL:
            (failing, missing), refused_by = known_refusal(rules, stands.whole(), content, "")
            public = msgspec.structs.replace(public, failing=failing, missing=missing)
        if facts := getattr(content, "facts", ()):
            fold_all(rules.fold, stands.table, facts, game_id, number)
            if not stands.passing.isdisjoint(map(type, facts)):
                stands.passed = stored
        stands.number, stands.head = number, each.head
        winner = rules.over(stands.table) or ""
        return Seen(game_id, number, each.kind, public, each.head, winner, refused_by)

    def _before(self, each: GameEntry) -> _Stands:
        """The game as an entry finds it, from now on kept."""
        game_id, before = each.stream, each.number - 1
        stands = self._kept.get(game_id)
        if stands is None or stands.number != before:
            stands = self._kept[game_id] = self._read(each)
            if len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        self._kept.move_to_end(game_id)
        return stands

    def _read(self, each: GameEntry) -> _Stands:
        """The game as an entry finds it, read from the log."""
        rules, before = self._application.rules_of(each.stream), each.number - 1
        passing = frozenset({*rules.passing, *rules.passing.values()})
        if before:
            step = self._step(each.stream, before)
            return _Stands(rules, before, step.entry.head, rules.fork(step.after), passing)
        content: Any = each.content
        if each.kind != OPENED:
            raise CorruptLogError(each.stream, 1, f"a log does not have {each.kind} there")
        return _Stands(rules, 0, genesis(each.stored.originator_id), dealt(rules, content, each.stream), passing)

    def _step(self, game_id: str, number: int) -> Step:
        """An entry with its tables, as the log has them."""
        step = next(self._application.steps(game_id, number), None)
        if step is None:
            raise CorruptLogError(game_id, number, "missing")
        return step
