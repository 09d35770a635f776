"""Judging a recorded game again: would today's judge rule the same?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.application.answers import Entry, Step
from adjudicator.application.chance import Nonces, Source, nonces_due, outcome, purpose_of
from adjudicator.application.codec import CHANCE
from adjudicator.application.private import close_seals
from adjudicator.application.replay import History, dealt, mix_in
from adjudicator.application.seeds import SeedHeld, seed_at
from adjudicator.kernel.entries import Declared, Rewound
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.run import Run

PROGRESS_EVERY = 100


class Progress(msgspec.Struct, frozen=True):
    """How far an audit is: entries done, of how many."""

    done: int
    total: int


class Divergence(msgspec.Struct, frozen=True):
    """An entry that today's judge answers otherwise.

    `what` ("ruling", "failing", "facts", "missing", "chance" or "opening") was `recorded`, and is now `now`.
    """

    entry: int
    what: str
    recorded: str
    now: str


def steps(history: History) -> Iterator[Step]:
    """Every entry with the table before and after it, folded as one goes along."""
    table = dealt(history.game, history.opened, history.game_id)
    for entry in history.entries:
        before, table = table, _after(history, table, entry)
        yield Step(entry, before, table)


def _after(history: History, table: Any, entry: Entry) -> Any:
    """The table after an entry, given the one before it, which stays as it is."""
    game, content = history.game, entry.content
    if isinstance(content, Rewound):
        return history.table_at(content.to)
    if entry.revision == entry.number:
        table = game.fork(table)
        for fact in getattr(content, "facts", ()):
            game.fold(table, fact)
    return table


def rejudge(history: History) -> Iterator[Progress | Divergence]:
    """Judge every recorded declaration again, each on its recorded table.

    Entries that a judge gave are inputs. An outcome of the house is also drawn again from the seed. A table is judged
    on before the next is made of it, which takes over what the judge has looked up there (a table's indexes).
    """
    total = len(history.entries)
    nonces: dict[str, bytes] = dict(history.opened.nonces)
    table, seeds = dealt(history.game, history.opened, history.game_id), history.seeds()
    for entry in history.entries:
        if entry.number == 1:
            yield from _opening_again(history)
        elif isinstance(entry.content, Declared):
            if entry.kind == CHANCE and entry.number > history.opened.told:
                yield from _chance_again(history, seeds, entry, table, tuple(nonces.items()))
            yield from _judged_again(history, entry, table)
        mix_in(nonces, entry.content, history.opened.opening.settings)
        table = _after(history, table, entry)
        if entry.number % PROGRESS_EVERY == 0:
            yield Progress(entry.number, total)
    yield Progress(total, total)


def _opening_again(history: History) -> Iterator[Divergence]:
    opened = history.opened
    if opened.start.items:
        return
    run = Run(history.game, dealt(history.game, opened, history.game_id), None)
    history.game.start(run)
    run.advance()
    if tuple(run.facts) != opened.facts:
        yield Divergence(1, "opening", repr(opened.facts), repr(tuple(run.facts)))


def _judged_again(history: History, entry: Entry, table: Any) -> Iterator[Divergence]:
    content: Any = entry.content
    try:
        verdict = judge(history.game, table, content.declaration, FAILING)
    except Exception as error:  # noqa: BLE001 - today's judge breaks on it: that is a finding, and the audit goes on
        yield Divergence(entry.number, "ruling", content.ruling, f"error: {error!r}")
        return
    failing, missing = content.every_reason
    now: tuple[tuple[str, Any, Any], ...] = (
        ("ruling", content.ruling, verdict.ruling.value),
        ("failing", failing, tuple(clause.code for clause in verdict.failing)),
        ("missing", missing, verdict.missing),
        ("facts", content.facts, verdict.facts),
    )
    for what, then, today in now:
        if then != today:
            yield Divergence(entry.number, what, _shown(then), _shown(today))


def _chance_again(
    history: History, seeds: Sequence[SeedHeld], entry: Entry, table: Any, nonces: Nonces
) -> Iterator[Divergence]:
    content: Any = entry.content
    due = history.game.chance_due(table)
    settings, seed = history.opened.opening.settings, seed_at(seeds, entry.number).seed
    if due is None:
        yield Divergence(entry.number, "chance", _shown(content.declaration), "no chance is due")
        return
    if (settings.dice if due.kind == "dice" else settings.decks) != "house" or not seed:
        return
    early = nonces_due(settings, history.opened.opening.seats, dict(nonces))
    if early:
        yield Divergence(entry.number, "chance", _shown(content.declaration), f"due after the nonces of {early}")
        return
    source = Source(seed, history.game_id, purpose_of(due), entry.number, nonces)
    said = history.game.chance_said(table, outcome(due, source))
    if said != content.declaration:
        yield Divergence(entry.number, "chance", _shown(content.declaration), _shown(said))


def _shown(value: Any) -> str:
    """A value in words; what is sealed is nobody's, for whoever may audit may not know every card."""
    return value if isinstance(value, str) else repr(close_seals(value))
