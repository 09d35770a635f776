"""Disputes by judges who knew the index of the rules and the notation, and not the engine: rulings, and a score.

What is ruled has to be right in every one. Which paragraph each author expected first is counted and printed
(`make score`); nobody works on single disputes to move that count. They claim no coverage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from adjudicator.cases import Case, JudgeDesk, Step, StepSeen, load
from adjudicator.cases.expectations import compare_answer, compare_value
from adjudicator.cases.runner import replay
from tests.kit.star_wars import OUR_GAMES

FILES = tuple(sorted(Path(__file__).parent.glob("*.toml")))
REFUSALS, LEGAL, VALUES = "refusals", "legal", "values"


class Asked(msgspec.Struct, frozen=True):
    """What came of one step: what is `wrong` with its ruling or total, and where the expected paragraph is named.

    `kind` is empty for a step that expects no paragraph; `first` and `deciding` say whether that paragraph is the one
    that decides, and whether it is among those that carry the ruling or the value.
    """

    path: str
    step: int
    wrong: tuple[str, ...] = ()
    kind: str = ""
    first: bool = False
    deciding: bool = False


def ask(paths: Sequence[Path]) -> list[Asked]:
    """Ask every step of some files once, in process. Raises CaseError."""
    return [each for path in paths for each in _asked(load(path), path.name)]


def _asked(case: Case, path: str) -> Iterator[Asked]:
    for edition in case.under:
        of = case.of(edition, OUR_GAMES.of(edition))
        seen = replay(case, edition, JudgeDesk(OUR_GAMES), "")
        missing = (StepSeen(),) * (len(of.steps) - len(seen))
        for number, (step, each) in enumerate(zip(of.steps, (*seen, *missing), strict=True), 1):
            yield _judged(path, number, step, each)


def _judged(path: str, number: int, step: Step, seen: StepSeen) -> Asked:
    """A step, with its expectations of a ruling and of a paragraph taken apart."""
    ruled = msgspec.structs.replace(step, decides=None, cites=None)
    expected = step.decides or next(iter(step.cites or ()), None)
    if seen.answer is not None:
        wrong = compare_answer(ruled, seen.answer, lambda _: None)
        kind = LEGAL if seen.answer.ruling == "legal" else REFUSALS
        deciding = seen.answer.deciding or ()
        first = next(iter(deciding), "")
    elif seen.value is not None:
        wrong, kind = compare_value(ruled, seen.value), VALUES
        first, deciding = seen.value.headline, seen.value.deciding
    else:
        return Asked(path, number, ("there is no answer",))
    if expected is None:
        return Asked(path, number, tuple(wrong))
    return Asked(path, number, tuple(wrong), kind, first == expected, expected in (first, *deciding))
