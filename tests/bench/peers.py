"""Random whole games: ours, and pokerkit's in the same run, each with its own legality checks."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from adjudicator.kernel.entries import Opening
from adjudicator.kernel.judging import ANSWER, judge
from adjudicator.play import TURNS_MAX, begun, choice, opening_of, our_decks
from adjudicator.play_decks import card_pool, random_deck
from adjudicator.swtcg.cards.catalogue import Catalogue, our_catalogue
from adjudicator.swtcg.game import SWTCG
from adjudicator.swtcg.words.face import Face
from tests.bench.boards import EDITION
from tests.bench.measure import Measured, row

History = list[tuple[Any, tuple[Any, ...]]]

SEED = 11
GAMES = 12
ROUNDS = 3
FLOOR = 3150
WHOLE_CATALOGUE_FLOOR = 1500


def ours(games: int = GAMES) -> tuple[float, History]:
    """Declarations per second over random whole games in memory: list, choose, judge, fold (the judge's draft is
    the folded table). Also the course of the last game: tables before, and the facts that followed.
    """
    return _played([opening_of(our_decks())] * games)


def with_the_whole_catalogue(games: int = GAMES) -> list[Measured]:
    """The same with random legal decks drawn from all cards; the drawing is not timed."""
    catalogue = our_catalogue()
    pool = card_pool(catalogue)
    openings = [
        opening_of((_drawn("dark", number, pool, catalogue), _drawn("light", number, pool, catalogue)))
        for number in range(games)
    ]
    rate = max(_played(openings)[0] for _ in range(ROUNDS))
    return [row("random_play_whole_catalogue_declarations_per_s", rate, "1/s", WHOLE_CATALOGUE_FLOOR, at_most=False)]


def _drawn(side: str, number: int, pool: Sequence[Face], catalogue: Catalogue) -> Sequence[Face]:
    return random_deck(side, pool, catalogue, EDITION, f"{SEED}.{number}.{side}")


def _played(openings: Sequence[Opening]) -> tuple[float, History]:
    said = 0
    history: History = []
    begun_at = perf_counter()
    for number, opening in enumerate(openings):
        rng = random.Random(f"{SEED}.{number}")
        table = begun(SWTCG, opening).table
        history = []
        while not SWTCG.over(table) and table.turn.number <= TURNS_MAX:
            declaration = choice(SWTCG, table, rng)
            assert declaration is not None
            verdict = judge(SWTCG, table, declaration, ANSWER)
            history.append((table, verdict.facts))
            table = verdict.after
            said += 1
    return said / (perf_counter() - begun_at), history


def pokerkit(hands: int = 250) -> float:
    """Actions per second of random six-handed no-limit hold'em: list what can be done, choose, do it."""
    from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415 - only the group `bench` has it

    rng = random.Random(SEED)
    random.seed(SEED)
    automations = tuple(Automation)
    actions = 0
    begun = perf_counter()
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (200,) * 6, 6)
        while state.status:
            choices = []
            if state.can_fold():
                choices.append("fold")
            if state.can_check_or_call():
                choices.append("call")
            if state.can_complete_bet_or_raise_to():
                choices.append("raise")
            chosen = rng.choice(choices)
            if chosen == "fold":
                state.fold()
            elif chosen == "call":
                state.check_or_call()
            else:
                state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
            actions += 1
    return actions / (perf_counter() - begun)


def random_play() -> list[Measured]:
    """Ours and the peer by turns; the ratio is of the best round of each."""
    best, theirs = 0.0, 0.0
    for _ in range(ROUNDS):
        best = max(best, ours()[0])
        try:
            theirs = max(theirs, pokerkit())
        except ImportError:
            print("pokerkit is not installed (group `bench`)", file=sys.stderr)
    rows = [row("random_play_declarations_per_s", best, "1/s", FLOOR, at_most=False)]
    if theirs:
        rows.append(
            row(
                "random_play_vs_pokerkit",
                best / theirs,
                "ratio",
                1.0,
                at_most=False,
                note=f"pokerkit {theirs:.0f} actions/s",
            )
        )
    return rows
