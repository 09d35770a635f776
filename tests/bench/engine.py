"""The engine alone, beside peers that are engines of other games: judging, listing, folding, random play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from typing import Any

from adjudicator.kernel.entries import Opening
from adjudicator.kernel.judging import ANSWER, FAILING, can, judge
from adjudicator.play import TURNS_MAX, at_random, begun, choice
from adjudicator.swtcg.cards.catalogue import our_catalogue
from tests.bench import peers
from tests.bench.boards import EDITION, LATER, boards, boards_with_effects
from tests.bench.measure import Cost, Measured, by_turns, spent
from tests.kit.star_wars import SWTCG, card_pool, opening_of, our_decks, random_deck

SAMPLES_PER_FORM = 3
SEED = 7
JUDGED_AT_LEAST = 60
"""So many declarations of a kind are judged in a turn: some milliseconds."""

Course = list[tuple[Any, tuple[Any, ...]]]
"""A game: tables before, and the facts that followed."""


def _said(tables: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Declarations that the forms of the boards make, a few of each, with their tables."""
    rng = random.Random(SEED)
    found: list[tuple[Any, Any]] = []
    for table in tables.values():
        of_board: list[Any] = []
        for form in SWTCG.forms(table):
            of_board += [at_random(SWTCG, form, rng) for _ in range(SAMPLES_PER_FORM)]
        found += [(table, said) for at, said in enumerate(of_board) if said not in of_board[:at]]
    return found


def _judge(asked: Sequence[tuple[Any, Any]]) -> float:
    times = -(-JUDGED_AT_LEAST // len(asked))
    return spent(
        lambda: [judge(SWTCG, table, said, FAILING) for _ in range(times) for table, said in asked], times * len(asked)
    )


def judging() -> list[Measured]:
    """One declaration of each kind, keywords being all that is data, against a move of python-chess."""
    by_kind: dict[str, list[tuple[Any, Any]]] = {}
    for table, said in _said(boards()):
        by_kind.setdefault(type(said).__name__, []).append((table, said))
    costs = {f"judging.{kind}": partial(_judge, by_kind[kind]) for kind in sorted(by_kind)}
    return by_turns(peers.parse_san, costs, "a declaration, a move")


def judging_with_effects() -> list[Measured]:
    """One declaration of any kind, with all effects of the cards, on crowded boards full of effects too."""
    cost = partial(_judge, _said(boards_with_effects()))
    return by_turns(peers.parse_san, {"judging-with-effects": cost}, "a declaration, a move")


def judging_2022() -> list[Measured]:
    """One declaration of each kind under the edition of 2022, against the very same under that of 2005, where both rule
    that it is legal.
    """
    earlier, later = boards(), boards(LATER)
    names = {id(table): name for name, table in earlier.items()}
    by_kind: dict[str, list[tuple[str, Any]]] = {}
    for table, said in _said(earlier):
        name = names[id(table)]
        if can(SWTCG, table, said) and can(SWTCG, later[name], said):
            by_kind.setdefault(type(said).__name__, []).append((name, said))
    found: list[Measured] = []
    for kind in sorted(by_kind):
        before, after = ([(tables[name], said) for name, said in by_kind[kind]] for tables in (earlier, later))
        costs = {f"judging-2022.{kind}": partial(_judge, after)}
        found += by_turns(partial(_judge, before), costs, f"a declaration, under {EDITION}")
    return found


def listing_2022() -> list[Measured]:
    """What is legal on one board under the edition of 2022, against the same under that of 2005."""
    found: list[Measured] = []
    for name, read in (("keywords", boards), ("effects", boards_with_effects)):
        before, after = (list(read(edition).values()) for edition in (EDITION, LATER))
        costs = {f"listing-2022.{name}": partial(_list, after)}
        found += by_turns(partial(_list, before), costs, f"a board, under {EDITION}")
    return found


def _list(tables: Sequence[Any]) -> float:
    return spent(lambda: [SWTCG.forms(table) for table in tables], len(tables))


def listing() -> list[Measured]:
    """What is legal on one board, as forms, against python-chess's legal moves as SAN."""
    costs: dict[str, Cost] = {
        "listing.keywords": partial(_list, list(boards().values())),
        "listing.effects": partial(_list, list(boards_with_effects().values())),
    }
    return by_turns(peers.moves_as_san, costs, "a board")


def _play(openings: Sequence[Opening], seed: str) -> tuple[float, Course]:
    """What one declaration costs in whole games in memory (list, choose, judge; the judge's draft is the folded
    table), and the course of the last one.
    """
    said, course = 0, Course()

    def play() -> None:
        nonlocal said
        for number, opening in enumerate(openings):
            rng = random.Random(f"{seed}.{number}")
            table = begun(SWTCG, opening).table
            course.clear()
            while not SWTCG.over(table) and table.turn.number <= TURNS_MAX:
                declaration = choice(SWTCG, table, rng)
                assert declaration is not None
                verdict = judge(SWTCG, table, declaration, ANSWER)
                course.append((table, verdict.facts))
                table = verdict.after
                said += 1

    whole = spent(play)
    return whole / said, course


def random_play() -> list[Measured]:
    """One declaration of random games, with the demo's decks and with decks drawn from all cards, against pokerkit."""
    catalogue = our_catalogue()
    pool = card_pool(catalogue)

    def drawn(number: int) -> Opening:
        dark, light = (
            random_deck(side, pool, catalogue, EDITION, f"{SEED}.{number}.{side}") for side in ("dark", "light")
        )
        return opening_of((dark, light))

    demo, whole = [opening_of(our_decks())] * 3, [drawn(number) for number in range(3)]
    costs: dict[str, Cost] = {
        "random-play.demo": lambda: _play(demo, "demo")[0],
        "random-play.all-cards": lambda: _play(whole, "all cards")[0],
    }
    return by_turns(peers.poker_action, costs, "a declaration, an action", rounds=9)


def folding() -> list[Measured]:
    """One fact of a random game, against python-chess's `push`."""
    _, course = _play([opening_of(our_decks())], "folding")
    facts = sum(len(some) for _, some in course)

    def fold() -> float:
        drafts = [(table.fork(), some) for table, some in course]
        return spent(lambda: [SWTCG.fold(draft, fact) for draft, some in drafts for fact in some], facts)

    return by_turns(peers.push, {"folding": fold}, "a fact, a move")
