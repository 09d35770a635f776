"""Running a case: every step is asked, made and looked up in the list of legal declarations, and they must agree."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.cases import expectations
from adjudicator.cases.case import Case, Step, value_asked
from adjudicator.cases.desk import Answer, Desk, Start
from adjudicator.cases.named import unknown
from adjudicator.kernel.explained import Explained


class StepSeen(msgspec.Struct, frozen=True):
    """What came of a step: the answer (None for a value or a look), the value, the board and who is next."""

    answer: Answer | None = None
    value: Explained | None = None
    board: str = ""
    next: tuple[str, ...] = ()


class CaseResult(msgspec.Struct, frozen=True):
    """What came of a case under one edition. It passes if it has no problems.

    `problems` pairs a step (from 1; 0 for the case as a whole) with what does not hold.
    """

    path: str
    title: str
    edition: str
    problems: tuple[tuple[int, str], ...] = ()
    steps: tuple[StepSeen, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether everything holds."""
        return not self.problems


def run_case(case: Case, edition: str, desk: Desk, path: str = "<case>") -> CaseResult:
    """Run a case under an edition at a desk. Does not raise for what a case or the engine does wrong."""
    problems: list[tuple[int, str]] = []
    seen: list[StepSeen] = []
    try:
        game = desk.games.of(edition)
        case = case.of(edition, game)
        desk.sit(_start(case, edition))
        boards = [desk.board()] if case.board or case.decks else []
    except Exception as bad:  # noqa: BLE001 - whatever goes wrong is a problem of the case
        return CaseResult(path, case.title, edition, ((0, _words(bad)),))
    problems.extend(unknown(case))
    for number, step in enumerate(case.steps, 1):
        try:
            if step.start is not None:
                desk.sit(_start(case, edition, step.start))
                boards = [desk.board()]
            done, wrong = _run_step(step, desk, game)
            boards.append(done.board)
            wrong.extend(game.never_there(boards, step.board) if step.board is not None else ())
        except Exception as bad:  # noqa: BLE001 - as above
            problems.append((number, _words(bad)))
            break
        seen.append(done)
        problems.extend((number, each) for each in wrong)
    return CaseResult(path, case.title, edition, tuple(problems), tuple(seen))


def _start(case: Case, edition: str, board: str = "", suppressed: str = "") -> Start:
    """Where a case begins, or goes on from with another board."""
    decks = {} if board else case.decks
    return Start(edition, board or case.board, decks, case.cards, case.settings, suppressed)


def _words(bad: Exception) -> str:
    return f"{type(bad).__name__}: {bad}"


def _run_step(step: Step, desk: Desk, game: Any) -> tuple[StepSeen, list[str]]:
    wrong: list[str] = []
    answer: Answer | None = None
    value: Explained | None = None
    words = step.say if step.say is not None else step.ask
    if words is not None:
        names = _Names(desk, step)
        answer = desk.ask(words)
        wrong.extend(_listing(desk, words, answer))
        if step.say is not None:
            made = desk.declare(words)
            wrong.extend(_agree(answer, made))
        wrong.extend(expectations.compare_answer(step, answer, names.refer))
    elif step.deck is not None:
        answer = desk.check_deck(step.deck, sanctioned=step.sanctioned, within=step.format, newest=step.newest)
        wrong.extend(expectations.compare_answer(step, answer, desk.refer))
    elif step.value is not None:
        value = desk.value(*value_asked(step.value))
        wrong.extend(expectations.compare_value(step, value))
    wrong.extend(expectations.unknown_kinds(step, game))
    wrong.extend(expectations.unknown_fields(step, game))
    wrong.extend(expectations.compare_table(step, desk, game))
    return StepSeen(answer, value, desk.board(), desk.next()), wrong


class _Names:
    """What the names in expected facts stand for: before the step, else after it for what it brought."""

    def __init__(self, desk: Desk, step: Step) -> None:
        self._desk = desk
        wanted = [*(step.facts or ()), *(step.no_facts or ())]
        self._before = {word: desk.refer(word) for word in _strings(wanted)}

    def refer(self, words: str) -> int | None:
        """The number of what a name stands for."""
        before = self._before.get(words)
        return before if before is not None else self._desk.refer(words)


def _strings(value: Any) -> list[str]:
    """The strings in expected fields, in order; not the kinds and rules."""
    if isinstance(value, dict):
        return [each for key, item in value.items() if key not in ("kind", "rule") for each in _strings(item)]
    if isinstance(value, list):
        return [each for item in value if not isinstance(item, str) for each in _strings(item)] + [
            item for item in value if isinstance(item, str)
        ]
    return [value] if isinstance(value, str) else []


def _listing(desk: Desk, words: str, answer: Answer) -> list[str]:
    """The list of legal declarations must have what is ruled legal, and nothing that is ruled illegal."""
    listed = desk.fits(words)
    if listed is None or answer.ruling == "undecided" or listed == (answer.ruling == "legal"):
        return []
    return [f"ruled {answer.ruling}, but it is {'' if listed else 'not '}listed as legal"]


def _agree(asked: Answer, made: Answer) -> list[str]:
    """Asking and declaring must answer alike."""
    return [
        f"asked and declared differ in {what}: {getattr(asked, what)} and {getattr(made, what)}"
        for what in ("ruling", "clauses", "facts", "non_events", "missing")
        if getattr(asked, what) != getattr(made, what)
    ]


def replay(case: Case, edition: str, desk: Desk, suppressed: str) -> tuple[StepSeen, ...]:
    """Go through a case with a rule suppressed, without looking at what it expects.

    A step at which the engine breaks ends it: what follows then differs. Steps that are no longer
    understood (a unit is gone) are passed over.
    """
    seen: list[StepSeen] = []
    desk.sit(_start(case, edition, suppressed=suppressed))
    for step in case.steps:
        try:
            if step.start is not None:
                desk.sit(_start(case, edition, step.start, suppressed))
            seen.append(_replayed(step, desk))
        except (ValueError, KeyError):
            seen.append(StepSeen())
        except Exception:  # noqa: BLE001 - an engine without one of its rules may break anywhere
            seen.append(StepSeen())
            break
    return tuple(seen)


def _replayed(step: Step, desk: Desk) -> StepSeen:
    answer = None
    value = None
    if step.say is not None:
        answer = desk.declare(step.say)
    elif step.ask is not None:
        answer = desk.ask(step.ask)
    elif step.deck is not None:
        answer = desk.check_deck(step.deck, sanctioned=step.sanctioned, within=step.format, newest=step.newest)
    elif step.value is not None:
        value = desk.value(*value_asked(step.value))
    return StepSeen(answer, value, desk.board(), desk.next())
