"""Random whole games, played in memory: list the forms, choose one, judge it, adopt the table, and prove the course.

This is the one place of the rules' side that knows randomness; what a game leans to it says itself (`Game.play`).
Every game is decided by its seed alone: which form, which arguments, which dice and which cards. A game is proven as it
goes: every chosen form has to be judged legal, the invariants hold after every declaration, somebody is always asked or
the game is over, and folding the recorded facts onto the opening has to give the same table again.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order, Some
from adjudicator.kernel.game import Game
from adjudicator.kernel.game.play import Packs
from adjudicator.kernel.judging import ANSWER, FAILING, allowed, judge
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Ruling, Verdict

TURNS_MAX = 60
"""A game is stopped once it has had so many turns."""

DECLARATIONS_MAX = 20_000
"""More declarations than this in one game are an unbounded loop of ours."""

WEIGHT = 3
"""How often the random player takes a kind of form of which a game does not say how much it weighs."""


class PlayError(Exception):
    """A random game has gone wrong: our mistake. Says which game, what happened, and what was said last."""

    def __init__(self, seed: str, why: str, said: Sequence[Declaration] = ()) -> None:
        last = "; ".join(repr(each) for each in said[-3:])
        super().__init__(f"game {seed}: {why}" + (f" (last: {last})" if last else ""))
        self.seed = seed
        self.why = why
        self.said = tuple(said)


class Result(msgspec.Struct, frozen=True):
    """One game.

    `winner` is empty if it was stopped; `table` and `course` are SHA-256 digests of the final table in its
    lossless form and of everything that was said and that happened.
    """

    game: int
    seed: str
    winner: str
    turns: int
    declarations: int
    facts: int
    table: str
    course: str

    @property
    def stopped(self) -> bool:
        """Whether the game reached TURNS_MAX without a winner."""
        return not self.winner


class Played(NamedTuple):
    """The course of a game: the table it started from, what was said, what happened, and the last table."""

    opening: Opening
    said: list[Declaration]
    facts: list[Any]
    table: Any


# --- openings ---------------------------------------------------------------------------------


def opening_of(game: Game, packs: Packs, edition: str, settings: Settings | None = None) -> Opening:
    """The opening of a game with some packs; by house dice, manual effects blank, unless settings say otherwise."""
    sealed = tuple((seat, Sealed((seat,), pack)) for seat, pack in packs)
    seats = tuple((seat, "random") for seat in dict.fromkeys(seat for seat, _ in packs))
    return Opening(game.id, edition, settings or Settings(manual="blank"), seats, sealed)


# --- filling forms ----------------------------------------------------------------------------


def chosen(domain: Domain, chance: random.Random) -> Any:
    """A value of a domain, each as likely as any other."""
    if isinstance(domain, OneOf):
        return chance.choice(domain.options)
    if isinstance(domain, Number):
        return chance.randint(domain.least, domain.most)
    if isinstance(domain, Some):
        return tuple(chance.sample(domain.options, chance.randint(domain.least, min(domain.most, len(domain.options)))))
    if isinstance(domain, Dice):
        return tuple(chance.randint(1, domain.faces) for _ in range(domain.count))
    assert isinstance(domain, Order)
    return tuple(chance.sample(domain.options, len(domain.options)))


def at_random(game: Game, form: Form, chance: random.Random, table: Any = None) -> Declaration:
    """A declaration that fits a form, its open arguments chosen at random; on a table, with the game's leanings."""
    values = {name: leaning(game, table, form, name, domain, chance) for name, domain in form.choices}
    return filled(kinds_of(game)[form.kind], form, values)


def leaning(game: Game, table: Any, form: Form, argument: str, domain: Domain, chance: random.Random) -> Any:
    """A value of a domain, weighted as the game leans on a table, if there is one."""
    if (
        table is None
        or not isinstance(domain, OneOf)
        or (weights := game.play.leaning(table, form, argument, domain)) is None
    ):
        return chosen(domain, chance)
    return domain.options[0] if len(domain.options) == 1 else chance.choices(domain.options, weights)[0]


def outcome(game: Game, table: Any, due: Any, chance: random.Random) -> Declaration:
    """What the seat chance says."""
    if due.kind == "dice":
        result = tuple(chance.randint(1, due.faces) for _ in range(due.count))
    else:
        result = tuple(chance.sample(due.pool, due.count if due.kind == "draw" else len(due.pool)))
    said: Declaration = game.chance_said(table, result)
    return said


def choice(game: Game, table: Any, chance: random.Random) -> Declaration | None:
    """What is said next at a table: by chance if it is asked, else a weighted random form; None if there is none."""
    due = game.chance_due(table)
    if due is not None:
        return outcome(game, table, due, chance)
    forms = game.forms(table)
    if not forms:
        return None
    if len(forms) == 1:
        return at_random(game, forms[0], chance, table)
    weights = [game.play.weights.get(form.kind, WEIGHT) for form in forms]
    return at_random(game, chance.choices(forms, weights)[0], chance, table)


# --- playing ----------------------------------------------------------------------------------


def begun(game: Game, opening: Opening) -> Run:
    """The run of an opening, up to its first question."""
    run = Run(game, game.fork(game.deal(opening)), None)
    if not opening.board:
        game.start(run)
        run.advance()
    return run


def play_game(game: Game, opening: Opening, seed: str, *, thorough: bool = False) -> Played:
    """Play one game to its end or to TURNS_MAX turns. Raises PlayError.

    `thorough` also checks every other listed form at every question, with random arguments.
    """
    chance = random.Random(seed)  # noqa: S311 - a game decided by a seed, nothing secret
    said: list[Declaration] = []
    try:
        run = begun(game, opening)
        table, facts = run.table, list(run.facts)
        while not game.over(table) and game.play.turn(table) <= TURNS_MAX:
            if thorough:
                check_forms(game, table, seed, said)
            verdict = spoken(game, table, seed, chance, said)
            table = verdict.after
            facts.extend(verdict.facts)
    except PlayError:
        raise
    except Exception as error:
        raise PlayError(seed, repr(error), said) from error
    return Played(opening, said, facts, table)


def spoken(game: Game, table: Any, seed: str, chance: random.Random, said: list[Declaration]) -> Verdict:
    """One declaration more, and what follows from it. Raises PlayError."""
    declaration = choice(game, table, chance)
    if declaration is None:
        raise PlayError(seed, f"nothing can be said: {table.agenda.window}", said)
    said.append(declaration)
    verdict: Verdict = judge(game, table, declaration, ANSWER)
    if verdict.ruling is not Ruling.LEGAL:
        raise PlayError(seed, _refusal(game, table, declaration), said)
    broken = game.invariants(verdict.after)
    if broken:
        raise PlayError(seed, "; ".join(broken), said)
    if len(said) > DECLARATIONS_MAX:
        raise PlayError(seed, f"more than {DECLARATIONS_MAX} declarations", said)
    return verdict


def check_forms(game: Game, table: Any, seed: str, said: Sequence[Declaration]) -> None:
    """Every listed form has to be legal, with arguments of its domains. Leaves the game's own chance alone."""
    chance = random.Random(f"{seed} {len(said)}")  # noqa: S311 - as above
    for form in game.forms(table):
        declaration = at_random(game, form, chance)
        if not allowed(game, table, declaration):
            raise PlayError(seed, f"{form} is listed, but " + _refusal(game, table, declaration), said)


def _refusal(game: Game, table: Any, said: Declaration) -> str:
    verdict = judge(game, table, said, FAILING)
    clauses = ", ".join(f"{clause.code} ({clause.rule})" for clause in verdict.failing)
    return f"{said} is {verdict.ruling.value}: {clauses or ', '.join(verdict.missing)}"


def replayed(game: Game, opening: Opening, facts: Sequence[Any]) -> Any:
    """The table that the facts of a game lead to, by folding alone."""
    table = game.fork(game.deal(opening))
    for fact in facts:
        game.fold(table, fact)
    return table


def proven(game: Game, played: Played, number: int, seed: str) -> Result:
    """The result of a game, once its facts have led to the same table again. Raises PlayError."""
    final = game.encode(played.table)
    if game.encode(replayed(game, played.opening, played.facts)) != final:
        raise PlayError(seed, "the recorded facts lead to another table", played.said)
    if game.encode(game.decode(final)) != final:
        raise PlayError(seed, "the table does not come back from its lossless form", played.said)
    course = hashlib.sha256(msgspec.msgpack.encode(played.said) + msgspec.msgpack.encode(played.facts)).hexdigest()
    return Result(
        number,
        seed,
        game.over(played.table) or "",
        min(game.play.turn(played.table), TURNS_MAX),
        len(played.said),
        len(played.facts),
        hashlib.sha256(final).hexdigest(),
        course,
    )


def play_games(
    game: Game,
    edition: str,
    packs: Packs | Callable[[str], Packs],
    seed: int,
    games: int,
    progress: Callable[[int, int], None] | None = None,
    *,
    thorough: bool = False,
) -> list[Result]:
    """Play whole random games and prove each. Raises PlayError at the first that fails.

    Packs may be drawn anew for every game, by a function of its seed.
    `progress` is told after each game how many are done, and of how many.
    """
    results = []
    for number in range(1, games + 1):
        name = f"{seed}.{number}"
        opening = opening_of(game, packs(name) if callable(packs) else packs, edition)
        results.append(proven(game, play_game(game, opening, name, thorough=thorough), number, name))
        if progress is not None:
            progress(number, games)
    return results


def digest_of_all(results: Sequence[Result]) -> str:
    """One digest of several games: the same under every hash seed."""
    return hashlib.sha256("".join(result.table + result.course for result in results).encode()).hexdigest()
