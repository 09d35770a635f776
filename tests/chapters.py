"""The case files by chapter, in chunks that a test asks together, and those that are also recorded and served."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cases import CaseResult, files, load
from adjudicator.cases.case import Case

CASES = Path(__file__).parent / "cases"
CHUNK = 25

ALSO = (
    "swtcg-2005/abilities/by-hand.toml",
    "swtcg-2005/cards/by-hand/lando-calrissian-d.toml",
    "swtcg-2005/cards/by-hand/refit-on-yavin.toml",
    "swtcg-2005/cards/by-hand/ship-arrival.toml",
    "swtcg-2005/control/taken-unit-obeys-its-controller.toml",
    "swtcg-2005/disputes/asked-near-the-end-of-setup.toml",
    "swtcg-2005/effects/bottom-of-the-deck.toml",
    "swtcg-2005/effects/played-for-no-force.toml",
    "swtcg-2005/effects/set-aside-with-all-that-is-on-it.toml",
    "swtcg-2005/effects/units-out-of-the-supply.toml",
    "swtcg-2005/effects/won-as-soon-as-it-is-so.toml",
    "swtcg-2005/keywords/critical-hit-divided.toml",
    "swtcg-2005/pilots/rearranged-by-effect.toml",
    "swtcg-2005/setup/no-second-mulligan.toml",
    "swtcg-2005/setup/stopping.toml",
    "swtcg-2022/damage/predictions-before-the-damage.toml",
    "swtcg-2022/dice/misroll.toml",
    "swtcg-2022/event/played-before-setup.toml",
    "swtcg-2022/information/shortcuts.toml",
    "swtcg-2022/keywords/foresight-and-forewarning.toml",
    "swtcg-2022/mission/campaigns.toml",
    "swtcg-2022/resource/pulled.toml",
    "swtcg-2022/unique/put-into-an-arena.toml",
    "swtcg-web/disputes/asked-of-the-build-step.toml",
)
"""Files with a kind of declaration or of fact that neither the gate nor the first file of a chapter has."""
UNMET = {"TimeCalled": "an organiser calls time, which is no declaration (tests/application/test_recording.py)"}
"""Kinds of declarations and facts that no case on a log meets, and where they are tested."""


def chapters() -> dict[str, list[Path]]:
    """The case files below each chapter ("swtcg-2005/battle"), in the order of their names."""
    found: dict[str, list[Path]] = {}
    for path in files([CASES]):
        found.setdefault("/".join(path.relative_to(CASES).parts[:2]), []).append(path)
    return found


def chunked(paths: Iterable[Path] | None = None) -> list[Any]:
    """Case files (all, or some) as parameters for tests: a chapter, or so many files of it, each."""
    wanted = None if paths is None else set(paths)
    found = []
    for chapter, there in chapters().items():
        inside = [path for path in there if wanted is None or path in wanted]
        for start in range(0, len(inside), CHUNK):
            name = f"{chapter} {start // CHUNK + 1}" if len(inside) > CHUNK else chapter
            found.append(pytest.param(inside[start : start + CHUNK], id=name))
    return found


def on_a_log(case: Case) -> bool:
    """Whether a case can be recorded: on a log the house draws its own outcomes, and no case can say which."""
    return "house" not in (case.settings.dice, case.settings.decks)


def chosen() -> list[Path]:
    """The files that are recorded, rebuilt and served in every run: the gate, the first of each chapter, and ALSO."""
    found = [CASES / name for name in ALSO]
    for chapter, paths in chapters().items():
        logged = (path for path in paths if on_a_log(load(path)))
        found.extend(logged if chapter.endswith("/gate") else itertools.islice(logged, 1))
    return sorted(set(found))


def met(case: Case, result: CaseResult) -> set[str]:
    """The kinds of what is declared in a case, and of the facts that come of it."""
    steps = zip(case.steps, result.steps, strict=False)
    answers = [seen.answer for step, seen in steps if step.say is not None and seen.answer is not None]
    facts = {fact.kind for answer in answers if answer.ruling == "legal" for fact in answer.facts}
    return facts | {answer.kind for answer in answers}
