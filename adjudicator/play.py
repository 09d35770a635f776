"""Random whole games, played in memory: list the forms, choose one, judge it, adopt the table, and prove the course.

This is the one place of the rules' side that knows randomness. Every game is decided by its seed alone:
which form, which arguments, which dice and which cards. A game is proven as it goes: every chosen form has
to be judged legal, the invariants hold after every declaration, somebody is always asked or the game is
over, and folding the recorded facts onto the opening has to give the same table again.
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
from adjudicator.kernel.judging import ANSWER, FAILING, allowed, judge
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Ruling, Verdict
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.decks import OUR_DECKS, our_deck
from adjudicator.swtcg.editions import DEFAULT
from adjudicator.swtcg.game import SWTCG
from adjudicator.swtcg.opening import new_table, pack
from adjudicator.swtcg.words.face import Face

TURNS_MAX = 60
"""A game is stopped once it has had so many turns."""

DECLARATIONS_MAX = 20_000
"""More declarations than this in one game are an unbounded loop of ours."""

WEIGHTS = {
    "Pass": 4, "Stop": 1, "Decline": 1, "Retreat": 1, "Disembark": 1, "Detach": 1, "Board": 2, "Rearrange": 1,
    "Place": 90, "PartBuild": 2, "AttackWith": 12, "Build": 4, "AddCounters": 6, "Deploy": 12, "Return": 8,
    "Complete": 6, "PutLocation": 4, "FinishEquipment": 4,
}  # fmt: skip
"""How often the random player takes a kind of form; kinds that are not named weigh 3.

The player is weighted towards building and attacking, or hardly a game would end; the rules are left alone.
"""

LEANS = ("Place", "Build")
LEANINGS = (12, 3, 1)
"""How much a unit card weighs for an arena with no unit of its player's, with one, with more."""

Decks = tuple[Sequence[Face], Sequence[Face]]
"""The faces of Dark's deck and of Light's, one for each card."""


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


def our_decks() -> Decks:
    """The demo's decks, Dark's first."""
    catalogue = our_catalogue()
    dark, light = ([catalogue.face(key) for key in our_deck(name).card_keys()] for name in OUR_DECKS)
    return dark, light


def opening_of(decks: Decks, edition: str = DEFAULT, settings: Settings | None = None) -> Opening:
    """The opening of a game with two decks; by house dice, manual effects blank, unless settings say otherwise."""
    names = new_table(edition).order
    packs = tuple((name, Sealed((name,), pack(faces))) for name, faces in zip(names, decks, strict=True))
    seats = tuple((name, "random") for name in names)
    return Opening(SWTCG.id, edition, settings or Settings(manual="blank"), seats, packs)


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


def leaning(table: Any, form: Form, domain: Domain, chance: random.Random) -> Any:
    """A card to put into battle or to build: rather a unit for an arena in which its player has none.

    Without that most random games would be over after a turn or two, for want of units to hold two arenas.
    """
    assert isinstance(domain, OneOf)
    if len(domain.options) == 1:
        return domain.options[0]
    weights = []
    for option in domain.options:
        face = table.face(option.items[0])
        units = len(table.units(face.unit_type, form.seat)) if face is not None and face.is_unit else 1
        weights.append(LEANINGS[min(units, len(LEANINGS) - 1)])
    return chance.choices(domain.options, weights)[0]


def at_random(game: Any, form: Form, chance: random.Random, table: Any = None) -> Declaration:
    """A declaration that fits a form, its open arguments chosen at random; on a table, with its leanings."""
    leans = table is not None and form.kind in LEANS
    values = {
        name: leaning(table, form, domain, chance) if leans and name == "card" else chosen(domain, chance)
        for name, domain in form.choices
    }
    return filled(kinds_of(game)[form.kind], form, values)


def outcome(game: Any, table: Any, due: Any, chance: random.Random) -> Declaration:
    """What the seat chance says."""
    if due.kind == "dice":
        result = tuple(chance.randint(1, due.faces) for _ in range(due.count))
    else:
        result = tuple(chance.sample(due.pool, due.count if due.kind == "draw" else len(due.pool)))
    said: Declaration = game.chance_said(table, result)
    return said


def choice(game: Any, table: Any, chance: random.Random) -> Declaration | None:
    """What is said next at a table: by chance if it is asked, else a weighted random form; None if there is none."""
    due = game.chance_due(table)
    if due is not None:
        return outcome(game, table, due, chance)
    forms = game.forms(table)
    if not forms:
        return None
    if len(forms) == 1:
        return at_random(game, forms[0], chance, table)
    weights = [WEIGHTS.get(form.kind, 3) for form in forms]
    return at_random(game, chance.choices(forms, weights)[0], chance, table)


# --- playing ----------------------------------------------------------------------------------


def begun(game: Any, opening: Opening) -> Run:
    """The run of an opening, up to its first question."""
    run = Run(game, game.fork(game.deal(opening)), None)
    if not opening.board:
        game.start(run)
        run.advance()
    return run


def play_game(opening: Opening, seed: str, *, game: Any = SWTCG, thorough: bool = False) -> Played:
    """Play one game to its end or to TURNS_MAX turns. Raises PlayError.

    `thorough` also checks every other listed form at every question, with random arguments.
    """
    chance = random.Random(seed)  # noqa: S311 - a game decided by a seed, nothing secret
    said: list[Declaration] = []
    try:
        run = begun(game, opening)
        table, facts = run.table, list(run.facts)
        while not game.over(table) and table.turn.number <= TURNS_MAX:
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


def spoken(game: Any, table: Any, seed: str, chance: random.Random, said: list[Declaration]) -> Verdict:
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


def check_forms(game: Any, table: Any, seed: str, said: Sequence[Declaration]) -> None:
    """Every listed form has to be legal, with arguments of its domains. Leaves the game's own chance alone."""
    chance = random.Random(f"{seed} {len(said)}")  # noqa: S311 - as above
    for form in game.forms(table):
        declaration = at_random(game, form, chance)
        if not allowed(game, table, declaration):
            raise PlayError(seed, f"{form} is listed, but " + _refusal(game, table, declaration), said)


def _refusal(game: Any, table: Any, said: Declaration) -> str:
    verdict = judge(game, table, said, FAILING)
    clauses = ", ".join(f"{clause.code} ({clause.rule})" for clause in verdict.failing)
    return f"{said} is {verdict.ruling.value}: {clauses or ', '.join(verdict.missing)}"


def replayed(opening: Opening, facts: Sequence[Any], game: Any = SWTCG) -> Any:
    """The table that the facts of a game lead to, by folding alone."""
    table = game.fork(game.deal(opening))
    for fact in facts:
        game.fold(table, fact)
    return table


def proven(played: Played, number: int, seed: str, game: Any = SWTCG) -> Result:
    """The result of a game, once its facts have led to the same table again. Raises PlayError."""
    final = game.encode(played.table)
    if game.encode(replayed(played.opening, played.facts, game)) != final:
        raise PlayError(seed, "the recorded facts lead to another table", played.said)
    if game.encode(game.decode(final)) != final:
        raise PlayError(seed, "the table does not come back from its lossless form", played.said)
    course = hashlib.sha256(msgspec.msgpack.encode(played.said) + msgspec.msgpack.encode(played.facts)).hexdigest()
    return Result(
        number,
        seed,
        game.over(played.table) or "",
        min(played.table.turn.number, TURNS_MAX),
        len(played.said),
        len(played.facts),
        hashlib.sha256(final).hexdigest(),
        course,
    )


def play_games(
    decks: Decks | Callable[[str], Decks] | None,
    seed: int,
    games: int,
    progress: Callable[[int, int], None] | None = None,
    *,
    edition: str = DEFAULT,
    thorough: bool = False,
) -> list[Result]:
    """Play whole random games and prove each; without decks, the demo's. Raises PlayError at the first that fails.

    Decks may be drawn anew for every game, by a function of its seed.
    `progress` is told after each game how many are done, and of how many.
    """
    drawn = decks if callable(decks) else None
    same = opening_of((None if callable(decks) else decks) or our_decks(), edition)
    results = []
    for number in range(1, games + 1):
        name = f"{seed}.{number}"
        opening = same if drawn is None else opening_of(drawn(name), edition)
        results.append(proven(play_game(opening, name, thorough=thorough), number, name))
        if progress is not None:
            progress(number, games)
    return results


def digest_of_all(results: Sequence[Result]) -> str:
    """One digest of several games: the same under every hash seed."""
    return hashlib.sha256("".join(result.table + result.course for result in results).encode()).hexdigest()
