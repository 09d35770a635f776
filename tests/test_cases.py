"""Every case file passes: in process, recorded, from a log that is read again at every step, and over gRPC."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator.application import Adjudication
from adjudicator.cases import Case, JudgeDesk, StepSeen, files, load, run_case
from adjudicator.cases.runner import replay
from adjudicator.service.config import Configuration
from adjudicator.service.server import Server
from adjudicator.service.start import of_star_wars
from adjudicator.swtcg.game import SWTCG
from clients.python import AdjudicatorClient
from tests.desks import RecordedDesk, ServiceDesk

CASES = Path(__file__).parent / "cases"
ALL = [(path, edition) for path in files([CASES]) for edition in load(path).under]
NAMES = [f"{path.relative_to(CASES).with_suffix('')} under {edition}" for path, edition in ALL]
HOUSE = [load(path).settings.dice == "house" or load(path).settings.decks == "house" for path, _ in ALL]
"""On a log the house draws its own outcomes at once, so a case that says what they are is judged in process only."""
LOGGED = [each for each, house in zip(ALL, HOUSE, strict=True) if not house]
LOGGED_NAMES = [name for name, house in zip(NAMES, HOUSE, strict=True) if not house]


@pytest.fixture(scope="module")
def application() -> Iterator[Adjudication]:
    """One application for all recorded cases, its log in memory."""
    with Adjudication([SWTCG]) as found:
        yield found


async def _assembled() -> tuple[Server, Adjudication]:
    """A service, put together in the loop that will run it."""
    return of_star_wars(Configuration(listen="127.0.0.1:0", store="sqlite:///:memory:"))


@pytest.fixture(scope="module")
def client() -> Iterator[AdjudicatorClient]:
    """A client of one service for all cases, which runs in a thread of its own."""
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


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_passes_in_process(path: Path, edition: str) -> None:
    """Asking, declaring and listing agree with each other and with what the case expects."""
    result = run_case(load(path), edition, JudgeDesk(), str(path))
    assert () == result.problems
    for answer in (step.answer for step in result.steps if step.answer is not None and step.answer.ruling == "illegal"):
        over = "GAME_RUNNING" in {clause.code for clause in answer.clauses if clause.finding == "fails"}
        assert over or answer.options, "a refusal says what would be legal"


@pytest.mark.parametrize(("path", "edition"), LOGGED, ids=LOGGED_NAMES)
def test_the_case_passes_recorded_and_rebuilt(path: Path, edition: str, application: Adjudication) -> None:
    """The same holds for a game on the log, whose table is rebuilt from the log before every step."""
    desk = RecordedDesk(application, rebuilt=True)
    assert () == run_case(load(path), edition, desk, str(path)).problems


@pytest.mark.parametrize(("path", "edition"), LOGGED, ids=LOGGED_NAMES)
def test_the_service_answers_alike(path: Path, edition: str, client: AdjudicatorClient) -> None:
    """Over gRPC every step has the same ruling, clauses, facts, non-events, values and board as in process."""
    case = load(path)
    here, there = JudgeDesk(), ServiceDesk(client)
    seen = run_case(case, edition, here, str(path))
    assert seen.passed
    told = replay(case, edition, there, "")
    assert len(seen.steps) == len(told)
    for number, (one, other) in enumerate(zip(seen.steps, told, strict=True), 1):
        assert (number, *_shown(one)) == (number, *_shown(other))
    assert here.forms() == there.forms()


def _shown(step: StepSeen) -> tuple[Any, ...]:
    """What both can show: the API tells neither the fields of a fact nor that the table waits."""
    answer = step.answer
    value = None if step.value is None else (step.value.total, step.value.parts)
    if answer is None:
        return value, step.board, step.next
    facts = [(fact.kind, fact.rule) for fact in answer.facts if fact.kind != "Awaits"]
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


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_lies_where_it_belongs(path: Path, edition: str) -> None:
    """A case lies in the folder of one of its editions, below its chapter, and looks at something."""
    case: Case = load(path)
    parts = path.relative_to(CASES).parts
    assert parts[0] in case.under
    assert len(parts) >= 3, "tests/cases/<edition>/<chapter>/<name>.toml"
    assert case.steps
