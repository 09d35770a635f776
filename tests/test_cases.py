"""Every case file passes in process; and recorded, from a log that is read again at every step, and over gRPC.

The last three are asked of some files of each chapter, so that no kind of declaration or of fact is missed, and of all
files in `make test-all`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from adjudicator.application import Adjudication
from adjudicator.cases import Case, CaseResult, JudgeDesk, StepSeen, files, load, run_case
from adjudicator.cases.runner import replay
from adjudicator.service.config import Configuration
from adjudicator.service.server import Server
from adjudicator.service.start import of_all_games
from adjudicator.swtcg.table.declarations import AnyDeclaration
from adjudicator.swtcg.table.facts import AnyFact
from adjudicator_client import AdjudicatorClient
from tests.chapters import CASES, UNMET, chapters, chosen, chunked, met, on_a_log
from tests.desks import FoldingDesk, NamingDesk, RecordedDesk, ServiceDesk
from tests.kit.star_wars import OUR_GAMES, SWTCG

ASKED = chunked()
UNTOLD = [kind.__name__ for kind in get_args(AnyFact) if kind.untold]
"""The kinds of facts that nobody is told of."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is recorded and served: some files of each chapter, or all of them (`--all-ways`)."""
    if "logged" in metafunc.fixturenames:
        everything = metafunc.config.getoption("--all-ways")
        metafunc.parametrize("logged", ASKED if everything else chunked(chosen()))


@pytest.fixture
def application() -> Iterator[Adjudication]:
    """An application for the recorded cases of a chapter, its log in memory."""
    with Adjudication([SWTCG]) as found:
        yield found


async def _assembled() -> tuple[Server, Adjudication]:
    """A service, put together in the loop that will run it."""
    return of_all_games(Configuration(listen="127.0.0.1:0", store="sqlite:///:memory:"))


@pytest.fixture
def client() -> Iterator[AdjudicatorClient]:
    """A client of a service for the cases of a chapter, which runs in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server, application = asyncio.run_coroutine_threadsafe(_assembled(), loop).result(30)
    with application:
        port = asyncio.run_coroutine_threadsafe(server.start(), loop).result(30)
        with AdjudicatorClient(f"127.0.0.1:{port}") as found:
            yield found
        asyncio.run_coroutine_threadsafe(server.stop(), loop).result(30)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(30)
    loop.close()


@pytest.mark.parametrize("paths", ASKED)
def test_the_cases_pass_in_process(paths: list[Path]) -> None:
    """Asking, declaring and listing agree with each other and with what a case expects, under each of its editions; and
    a table that is read from its log is the same one.
    """
    problems: list[tuple[Path, str, int, str]] = []
    for path, case in ((path, load(path)) for path in paths):
        assert (path, ()) == (path, _astray(path, case))
        for edition in case.under:
            result = run_case(case, edition, FoldingDesk(), str(path))
            problems.extend((path, edition, number, each) for number, each in result.problems)
            problems.extend((path, edition, number, "no option") for number in _refused_without_options(result))
            problems.extend((path, edition, number, "said in vain") for number in _said_in_vain(case, result))
            assert not on_a_log(case) or not met(case, result) & set(UNMET), path
    assert [] == problems


def _astray(path: Path, case: Case) -> tuple[str, ...]:
    """What is wrong with the place of a case: in the folder of one of its editions, below its chapter."""
    parts = path.relative_to(CASES).parts
    wrong = {
        "not in the folder of one of its editions": parts[0] not in case.under,
        "not tests/cases/<edition>/<chapter>/<name>.toml": len(parts) < 3,
        "looks at nothing": not case.steps,
    }
    return tuple(what for what, holds in wrong.items() if holds)


def _refused_without_options(result: CaseResult) -> list[int]:
    """The steps whose refusal does not say what would be legal, though the game is not over."""
    return [
        number
        for number, answer in enumerate((step.answer for step in result.steps), 1)
        if answer is not None
        and answer.ruling == "illegal"
        and not answer.options
        and "GAME_RUNNING" not in {clause.code for clause in answer.clauses if clause.finding == "fails"}
    ]


def _said_in_vain(case: Case, result: CaseResult) -> list[int]:
    """The steps that lead on, with no ruling to be compared, and are refused: the table stays as it was."""
    steps = case.of(result.edition, OUR_GAMES.of(result.edition)).steps
    return [
        number
        for number, (step, seen) in enumerate(zip(steps, result.steps, strict=True), 1)
        if step.say is not None and step.ruling is None and seen.answer is not None and seen.answer.ruling == "illegal"
    ]


def test_every_kind_is_recorded_and_served() -> None:
    """The chosen files meet every kind of declaration and of fact that any case on a log meets."""
    kinds = {kind.__name__ for union in (AnyDeclaration, AnyFact) for kind in get_args(union)}
    found: set[str] = set()
    for path, case in ((path, load(path)) for path in chosen()):
        assert on_a_log(case), path
        for edition in case.under:
            found |= met(case, run_case(case, edition, JudgeDesk(OUR_GAMES), str(path)))
    assert set(UNMET) == kinds - found
    assert found <= kinds


def test_of_every_chapter_something_is_recorded_and_served() -> None:
    """A chapter of which nothing is chosen has no case that can be recorded; the gate is chosen whole."""
    picked = set(chosen())
    for chapter, paths in chapters().items():
        assert picked & set(paths) or not any(on_a_log(load(path)) for path in paths), chapter
    assert picked >= {path for path in files([CASES]) if path.parent.name == "gate"}


def test_the_cases_pass_recorded_and_rebuilt(logged: list[Path], application: Adjudication) -> None:
    """The same holds for a game on the log, whose table is rebuilt from the log before every step."""
    for path, case in ((path, load(path)) for path in logged):
        for edition in case.under if on_a_log(case) else ():
            desk = RecordedDesk(application, rebuilt=True)
            assert (path, ()) == (path, run_case(case, edition, desk, str(path)).problems)


def test_the_service_answers_alike(logged: list[Path], client: AdjudicatorClient) -> None:
    """Over gRPC every step has the same ruling, clauses, facts, non-events, values and board as in process."""
    for path, case in ((path, load(path)) for path in logged):
        for edition in case.under if on_a_log(case) else ():
            _answers_alike(path, case, edition, client)


def _answers_alike(path: Path, case: Case, edition: str, client: AdjudicatorClient) -> None:
    here, there = NamingDesk(OUR_GAMES), ServiceDesk(client)
    seen = run_case(case, edition, here, str(path))
    assert seen.passed, path
    told = replay(case, edition, there, "")
    assert len(seen.steps) == len(told)
    for number, (one, other) in enumerate(zip(seen.steps, told, strict=True), 1):
        assert (path, number, *_shown(one)) == (path, number, *_shown(other))
    assert (path, here.forms()) == (path, there.forms())


def _shown(step: StepSeen) -> tuple[Any, ...]:
    """What both can show: the API tells no fields of a fact, not how much is kept off, and not that the table waits."""
    answer = step.answer
    value = None
    if step.value is not None:
        value = (step.value.total, [(each.how, each.amount, each.source, each.rule) for each in step.value.parts])
    if answer is None:
        return value, step.board, step.next
    facts = [(fact.kind, fact.rule) for fact in answer.facts if fact.kind not in UNTOLD]
    return (
        answer.ruling,
        answer.clauses,
        facts,
        answer.non_events,
        answer.missing,
        answer.options,
        step.board,
        step.next,
    )
