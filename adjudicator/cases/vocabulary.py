"""Which words of the effect language the cases prove: a case that passes fails when the word does nothing.

Only effects written as data in a case (the column `Effects` of its cards) are looked at; a word that a case merely
contains is not proven by it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.cases.case import Case
from adjudicator.cases.covering import passing
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import CaseResult, run_case
from adjudicator.games import DEFAULT_EDITION, GameList
from adjudicator.kernel.game.cards import Language

EFFECTS = "effects"
"""The column of a card in which its effects stand as data, in small letters."""


class WordProof(msgspec.Struct, frozen=True):
    """A word of the language, its kind, the case that proves it (empty: none), and how many cases contain it."""

    kind: str
    word: str
    case: str = ""
    contained: int = 0


def language(games: GameList) -> Language:
    """The effect language: that of the game that is meant where none is named."""
    return games.of(DEFAULT_EDITION).cards.language


def proofs(paths: Iterable[str | Path], games: GameList, kinds: Iterable[str] = ()) -> tuple[WordProof, ...]:
    """Every word of the language, of some kinds or of all. Raises CaseError for a missing path."""
    words, said = language(games).words, language(games).said
    wanted = tuple(kinds) or tuple(words)
    holding = [(case, result, said(_effects(case))) for case, result in passing(paths, games) if _effects(case)]
    return tuple(_proof(games, kind, word, holding) for kind in wanted for word in words[kind])


def _proof(games: GameList, kind: str, word: str, holding: list[tuple[Case, CaseResult, frozenset[str]]]) -> WordProof:
    containing = [(case, result) for case, result, said in holding if word in said]
    for case, result in containing:
        if _falls(games, case, result, word):
            return WordProof(kind, word, result.path, len(containing))
    return WordProof(kind, word, "", len(containing))


def _falls(games: GameList, case: Case, result: CaseResult, word: str) -> bool:
    """Whether a case no longer passes with the word doing nothing, though it can still be played."""
    cards = tuple(_with_effects(games, card, word) for card in case.cards)
    changed = run_case(msgspec.structs.replace(case, cards=cards), result.edition, JudgeDesk(games), result.path)
    return bool(changed.problems) and all(step for step, _ in changed.problems)


def _column(card: dict[str, Any]) -> str:
    return next((name for name in card if name.casefold() == EFFECTS), "")


def _effects(case: Case) -> list[Any]:
    """All effects of the case's own cards, as plain data."""
    return [each for card in case.cards if (name := _column(card)) for each in _plain(card[name])]


def _plain(effects: Any) -> list[Any]:
    found: list[Any] = json.loads(effects) if isinstance(effects, str) else list(effects)
    return found


def _with_effects(games: GameList, card: dict[str, Any], word: str) -> dict[str, Any]:
    name = _column(card)
    return {**card, name: language(games).without(_plain(card[name]), word)} if name else card
