"""Why a declaration that a player expected is not on the list of what may be said, and what would change it."""

from __future__ import annotations

from collections import deque
from typing import Any

from adjudicator.explaining.tree import Basis, Cite, Kind, Node, words_of
from adjudicator.explaining.verdicts import condition, conditions
from adjudicator.kernel.base import Declaration
from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.forms import Form, OneOf, Some, fits
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import FAILING, allowed, besides, judge
from adjudicator.kernel.verdict import Finding, Ruling, Verdict

DEPTH = 6
"""So many plain declarations (passes and the like) are tried one after the other."""
TRIES = 64
"""So many tables are looked at before the search gives up."""
SHOWN = 8
"""So many declarations of the same kind are named."""


def why_not_listed(
    game: Game, table: Any, said: Declaration, cite: Cite, *, whole: bool = True, shut: str = ""
) -> Node:
    """The clauses that keep a declaration from the list; below them what would change it, as far as was found.

    What would change it: declarations of the same kind that are listed now, and the shortest row of plain
    declarations (those without a choice, as passes) after which it would be legal. Without `whole` neither is looked
    for: what else a player may say tells of hidden cards. `shut` says why nothing is declared any more, if so.
    """
    verdict = judge(game, table, said, FAILING)
    if shut:
        return _shut(game.say(table, said), shut, verdict, cite)
    if verdict.ruling is Ruling.LEGAL:
        fitting = [form for form in game.forms(table) if fits(form, said)]
        words = f"fits {fitting[0].says or fitting[0].kind}" if fitting else "is legal, though no form names it"
        below = (Node(Kind.OPTION, words),)
        return Node(Kind.LISTING, game.say(table, said), outcome="listed", below=below)
    return Node(
        Kind.LISTING,
        game.say(table, said),
        outcome="not listed",
        basis=Basis.ALL_OF,
        citation=cite(_deciding(verdict)),
        below=(*conditions(verdict, cite), *(_changes(game, table, said, verdict, cite) if whole else ())),
    )


def _shut(words: str, why: str, verdict: Verdict, cite: Cite) -> Node:
    """Nothing is listed: first why, then what would keep it from the list besides."""
    closed = Node(Kind.CONDITION, why, outcome=Finding.FAILS.value, code="GAME_RUNS_ON")
    below = (closed, *conditions(verdict, cite), Node(Kind.CHANGE, "fork the game to go on"))
    return Node(Kind.LISTING, words, outcome="not listed", basis=Basis.ALL_OF, below=below)


def _deciding(verdict: Verdict) -> str:
    return verdict.clauses[0].rule if verdict.clauses else ""


def _changes(game: Game, table: Any, said: Declaration, verdict: Verdict, cite: Cite) -> list[Node]:
    """What would change it."""
    found: list[Node] = []
    options = [Node(Kind.OPTION, words) for words in verdict.options]
    options += [Node(Kind.OPTION, words) for words in _alike(game, table, said)]
    if options:
        found.append(Node(Kind.INSTEAD, "may be said instead", basis=Basis.ANY_OF, below=tuple(options)))
    way = _way(game, table, said)
    if way:
        steps = tuple(Node(Kind.OPTION, words) for words in way)
        found.append(Node(Kind.CHANGE, "would be legal after", basis=Basis.ALL_OF, below=steps))
    elif len(verdict.failing) == 1:
        found.append(_besides(game, table, said, verdict, cite))
    return found


def _besides(game: Game, table: Any, said: Declaration, verdict: Verdict, cite: Cite) -> Node:
    """What else keeps something from the list where one condition fails, and nothing is known after which it holds."""
    code = verdict.failing[0].code
    others = besides(game, table, said, code)
    if others is None:
        return Node(
            Kind.CHANGE,
            f"whether anything else keeps it from the list cannot be told while this fails: {words_of(code)}",
        )
    others = tuple(each for each in others if each.code not in {known.code for known in verdict.telling})
    if not others:
        return Node(Kind.CHANGE, f"nothing else keeps it from the list than this: {words_of(code)}")
    below = tuple(condition(each, cite) for each in others)
    return Node(
        Kind.CHANGE, f"if this held ({words_of(code)}), the following would still keep it from the list", below=below
    )


def _alike(game: Game, table: Any, said: Declaration) -> list[str]:
    """What the same seat may say of the same kind, in notation where that is short."""
    kind = type(said).__name__
    found = [
        words for form in game.forms(table, said.seat) if form.kind == kind for words in _spelled(game, table, form)
    ]
    return list(dict.fromkeys(found))[:SHOWN]


def _spelled(game: Game, table: Any, form: Form) -> list[str]:
    """A form with at most one choice among options as the declarations that fit it; any other as its wording."""
    kind = kinds_of(game)[form.kind]
    if not form.choices:
        return [game.say(table, filled(kind, form, {}))]
    (name, domain), *others = form.choices
    options: tuple[Any, ...] = ()
    if isinstance(domain, OneOf):
        options = domain.options
    elif isinstance(domain, Some) and domain.least == domain.most == 1:
        options = tuple((option,) for option in domain.options)
    if others or not options or "." in name:
        return [form.says or form.kind]
    return [game.say(table, filled(kind, form, {name: option})) for option in options[:SHOWN]]


def _way(game: Game, table: Any, said: Declaration) -> tuple[str, ...]:
    """The shortest row of declarations without a choice after which something is legal; empty if none was found."""
    seen = 0
    waiting: deque[tuple[Any, tuple[str, ...]]] = deque([(table, ())])
    while waiting:
        here, way = waiting.popleft()
        for plain in _plain(game, here):
            seen += 1
            if seen > TRIES:
                return ()
            after = judge(game, here, plain, FAILING).after
            if after is None:
                continue
            longer = (*way, game.say(here, plain))
            if _allowed(game, after, said):
                return longer
            if len(longer) < DEPTH:
                waiting.append((after, longer))
    return ()


def _allowed(game: Game, table: Any, said: Declaration) -> bool:
    """Whether something may be said at another table; no if it speaks of what is gone there."""
    try:
        return allowed(game, table, said)
    except (KeyError, ValueError, IndexError):
        return False


def _plain(game: Game, table: Any) -> list[Declaration]:
    """What may be said without a choice by whoever is asked."""
    kinds = kinds_of(game)
    return [filled(kinds[form.kind], form, {}) for form in game.forms(table) if not form.choices]
