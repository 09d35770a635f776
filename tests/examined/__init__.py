"""Disputes by judges who knew the index of the rules and the notation, and not the engine: rulings, and a score.

Every ruling has to be right. Whether the paragraph that each author expected is among those that decide is counted and
printed (`make score`), each kind apart, paragraphs that the books join as one; nobody works on single disputes to move
that count. They claim no coverage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from adjudicator.cases import Case, JudgeDesk, Step, StepSeen, load
from adjudicator.cases.expectations import compare_answer, compare_value
from adjudicator.cases.runner import replay
from adjudicator.citations import library
from tests.kit.star_wars import OUR_GAMES

FILES = tuple(sorted(Path(__file__).parent.glob("*.toml")))
REFUSALS, LEGAL, VALUES = "refusals", "legal", "values"
BARS = {REFUSALS: (1.0, None), LEGAL: (0.95, 5), VALUES: (0.97, 4)}
"""By kind, in which share the expected paragraph has to be among those that decide, and how many these may be."""
MEAN_MAX = 3.5
"""So many paragraphs decide what is legal on average, at most."""
JOINED = {rule: group for group in library.joined() for rule in group}


class Asked(msgspec.Struct, frozen=True):
    """What came of one step: what is `wrong` with its ruling or total, and where the expected paragraph is named.

    `kind` is empty for a step that expects no paragraph; `first` and `deciding` say whether that paragraph is the
    headline, and whether it is among those that decide, which are `count`.
    """

    path: str
    step: int
    wrong: tuple[str, ...] = ()
    kind: str = ""
    first: bool = False
    deciding: bool = False
    count: int = 0


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
    elif seen.value is not None:
        wrong, kind = compare_value(ruled, seen.value), VALUES
        deciding = seen.value.deciding
    else:
        return Asked(path, number, ("there is no answer",))
    if expected is None:
        return Asked(path, number, tuple(wrong))
    same = (expected, *JOINED.get(expected, ()))
    among = any(rule in same for rule in deciding)
    return Asked(path, number, tuple(wrong), kind, deciding[:1] != () and deciding[0] in same, among, len(deciding))


def under_the_bars(asked: Sequence[Asked]) -> list[str]:
    """What is under its bar, in words."""
    found = []
    for kind, (least, most) in BARS.items():
        those = [each for each in asked if each.kind == kind]
        among = sum(each.deciding for each in those)
        if among < least * len(those):
            found.append(f"{kind}: {among} of {len(those)} have the expected paragraph among those that decide")
        if most is not None and any(each.count > most for each in those):
            found.append(f"{kind}: more than {most} paragraphs decide")
    legal = [each.count for each in asked if each.kind == LEGAL]
    if sum(legal) > MEAN_MAX * len(legal):
        found.append(f"{LEGAL}: {sum(legal) / len(legal):.2f} paragraphs decide on average")
    return found
