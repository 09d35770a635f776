"""The server as a server: health, reflection, its port, limits, stopping, idempotency, watching, logs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import Any
from uuid import uuid4

import grpc
import pytest
import structlog
from eventsourcing.persistence import OperationalError
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from adjudicator.api.v1 import game_service_pb2, verdict_pb2
from adjudicator.application.commands import Reopen
from adjudicator.service.logs import bind_call
from adjudicator.service.server import PortTakenError
from adjudicator_client import RefusedError
from tests.service.running import SEATS, SOON, Running, running, until

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICES = ["RulingService", "GameService", "RulebookService", "AuditService"]


async def _asked(service: Running, game: str) -> str:
    return (await service.client.game(game)).question.asked[0]


async def test_health(service: Running) -> None:
    """The standard health service knows the server as a whole and each service."""
    async with grpc.aio.insecure_channel(service.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", *(f"adjudicator.api.v1.{each}" for each in SERVICES)):
            assert SERVING == (await stub.Check(health_pb2.HealthCheckRequest(service=name))).status


async def test_ready_only_while_the_store_answers(service: Running) -> None:
    """Without its store a service is alive but not ready; when the store is back it is ready again, by itself."""
    application, real = service.application, service.application.recorder.select_moved

    def broken(after: int) -> Any:
        raise OperationalError("gone")

    async with grpc.aio.insecure_channel(service.address) as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        watching = stub.Watch(health_pb2.HealthCheckRequest(service="adjudicator.api.v1.GameService"))
        assert SERVING == (await watching.read()).status
        application.recorder.select_moved = broken  # type: ignore[method-assign]  # what a database does that has gone
        assert NOT_SERVING == (await asyncio.wait_for(watching.read(), SOON)).status
        assert NOT_SERVING == (await stub.Check(health_pb2.HealthCheckRequest())).status
        assert SERVING == (await stub.Check(health_pb2.HealthCheckRequest(service="alive"))).status
        application.recorder.select_moved = real  # type: ignore[method-assign]
        assert SERVING == (await asyncio.wait_for(watching.read(), SOON)).status
        watching.cancel()


async def test_what_runs_beside_the_calls_begins_again(service: Running) -> None:
    """A defect in it is logged, and does not end the looking for what others have written."""
    game, real = await service.opened(), service.application.recorder.select_moved

    def broken(after: int) -> Any:
        raise ZeroDivisionError

    service.application.recorder.select_moved = broken  # type: ignore[method-assign]  # a defect of ours
    with structlog.testing.capture_logs() as logs:
        await until(lambda: len(logs) > 1)
    assert {"defect"} == {each["event"] for each in logs}
    service.application.recorder.select_moved = real  # type: ignore[method-assign]
    await asyncio.to_thread(service.application.note, game, "from beside")
    last = service.application.last_entry(game)
    async with asyncio.timeout(SOON):
        told = await anext(service.client.watch(game, after_entry=last - 1))
    assert last == told.entry.number


async def test_reflection(service: Running) -> None:
    """A tool that knows nothing of us finds our services and their messages."""
    async with grpc.aio.insecure_channel(service.address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = [
            reflection_pb2.ServerReflectionRequest(list_services=""),
            reflection_pb2.ServerReflectionRequest(file_containing_symbol="adjudicator.api.v1.Verdict"),
        ]
        answers = [answer async for answer in stub.ServerReflectionInfo(iter(asked))]
    names = {each.name for each in answers[0].list_services_response.service}
    assert {f"adjudicator.api.v1.{each}" for each in SERVICES} <= names
    assert answers[1].file_descriptor_response.file_descriptor_proto


async def test_a_second_server_on_the_port_is_an_error(service: Running) -> None:
    """Nothing shares a port in silence."""
    with pytest.raises(PortTakenError):
        async with running(listen=service.address):
            pass


async def test_the_same_request_id_gets_the_same_answer_once(service: Running) -> None:
    """A repeated call, also much later and also at the same time, records nothing more."""
    game = await service.opened()
    seat, before = await _asked(service, game), await service.client.game(game)
    request = str(uuid4())
    words, expected = f"{seat}: pass", before.basis.revision
    answers = await asyncio.gather(
        *(service.client.submit(game, words, expected_revision=expected, request_id=request) for _ in range(5))
    )
    await service.client.submit(game, f"{await _asked(service, game)}: pass")
    answers.append(await service.client.submit(game, words, expected_revision=expected, request_id=request))
    assert 1 == sum(not each.repeated for each in answers)
    for each in answers:
        each.repeated = False
        each.verdict.ClearField("remark")
    assert all(answers[0] == each for each in answers)
    declared = [
        entry async for entry in service.client.entries(game) if entry.kind == game_service_pb2.ENTRY_KIND_DECLARED
    ]
    assert 2 == len(declared)


async def test_a_request_id_for_another_body_is_refused(service: Running) -> None:
    """The id of one declaration cannot stand for another one."""
    game = await service.opened()
    seat, request = await _asked(service, game), str(uuid4())
    await service.client.submit(game, f"{seat}: pass", request_id=request)
    with pytest.raises(RefusedError) as caught:
        await service.client.add_note(game, "another thing", request_id=request)
    assert (grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED") == (caught.value.code, caught.value.reason)


async def test_opening_twice_by_one_request_id_is_one_game(service: Running) -> None:
    """OpenGame is idempotent too."""
    request = str(uuid4())
    first = await service.client.open_game("harbour-1", SEATS, request_id=request)
    await service.client.submit(first.game.game, f"{first.question.asked[0]}: pass")
    second = await service.client.open_game("harbour-1", SEATS, request_id=request)
    assert first == second
    await service.client.close_game(first.game.game)
    await asyncio.to_thread(service.application.do, Reopen(first.game.game, "closed by mistake"))
    assert first.game.commitment != (await service.client.game(first.game.game)).game.commitment
    assert first == await service.client.open_game("harbour-1", SEATS, request_id=request)
    assert 1 == len([each async for each in service.client.list_games()])


async def test_a_watcher_gets_what_was_and_what_comes(service: Running) -> None:
    """WatchGame sends the entries after a place, then each new one; it goes on after any number."""
    game = await service.opened()
    start = (await service.client.game(game)).basis.entry
    numbers: list[int] = []

    async def watch(after: int, until: int) -> list[int]:
        found = []
        async for each in service.client.watch(game, after_entry=after):
            found.append(each.entry.number)
            if each.entry.number >= until:
                break
        return found

    task = asyncio.create_task(watch(0, start + 4))
    for _ in range(4):
        done = await service.client.submit(game, f"{await _asked(service, game)}: pass")
        numbers.append(done.basis.entry)
    wanted = list(range(1, start + 5))
    assert wanted == (await asyncio.wait_for(task, SOON))[: len(wanted)]
    resumed = await asyncio.wait_for(watch(start + 1, numbers[-1]), SOON)
    assert list(range(start + 2, numbers[-1] + 1)) == resumed
    await until(lambda: not service.server.notices.watched(game))  # the server hears of a watcher who has left


async def test_a_watcher_who_knows_more_than_the_log_is_told(service: Running) -> None:
    """After a restore the entries that he has seen are not there: he would miss those that come in their place."""
    game = await service.opened()
    last = (await service.client.game(game)).basis.entry
    for stream in (
        service.client.watch(game, after_entry=last + 1),
        service.client.watch_games(after_position=service.application.last_position() + 1),
    ):
        with pytest.raises(RefusedError) as caught:
            await anext(stream)
        assert (grpc.StatusCode.OUT_OF_RANGE, "AHEAD_OF_LOG") == (caught.value.code, caught.value.reason)
    await asyncio.to_thread(service.application.note, game, "which this process has not noticed yet")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(1):
            await anext(service.client.watch(game, after_entry=last + 1))


async def test_a_watcher_hears_of_entries_by_other_processes(service: Running) -> None:
    """Entries that reach the store by another way than this service are found by looking."""
    game = await service.opened()
    last = (await service.client.game(game)).basis.entry

    async def next_one() -> int:
        async for each in service.client.watch(game, after_entry=last):
            return each.entry.number
        return 0

    task = asyncio.create_task(next_one())
    await asyncio.sleep(0.05)
    await asyncio.to_thread(service.application.note, game, "from beside")
    assert last + 1 == await asyncio.wait_for(task, SOON)


async def test_stopping_is_graceful() -> None:
    """NOT_SERVING first; watchers are told to come again; calls under way are answered; then nobody is there."""
    async with running(grace_seconds=5.0) as service:
        game = await service.opened()
        seat = await _asked(service, game)
        slow, watched = service.hold_the_store(), asyncio.Event()

        async def watch() -> RefusedError | None:
            try:
                async for _ in service.client.watch(game):
                    watched.set()
            except RefusedError as error:
                return error
            return None

        async with grpc.aio.insecure_channel(service.address) as channel:
            health = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert SERVING == (await health.read()).status
            watcher = asyncio.create_task(watch())
            saying = asyncio.create_task(service.client.submit(game, f"{seat}: pass"))
            await asyncio.wait_for(slow.reached.wait(), SOON)
            await asyncio.wait_for(watched.wait(), SOON)
            stopping = asyncio.create_task(service.server.stop())
            assert NOT_SERVING == (await health.read()).status
            health.cancel()
            refused = await asyncio.wait_for(watcher, SOON)
            assert refused is not None
            assert (grpc.StatusCode.UNAVAILABLE, "STOPPING") == (refused.code, refused.reason)
            assert not saying.done()
            slow.go_on.set()
            assert verdict_pb2.RULING_LEGAL == (await asyncio.wait_for(saying, SOON)).verdict.ruling
        await asyncio.wait_for(stopping, SOON)
        assert service.application.get(game).last > 1


async def test_too_many_calls_are_refused_at_once() -> None:
    """Over the limit a call is RESOURCE_EXHAUSTED with a hint when to come again; the others are answered."""
    async with running(max_concurrent_rpcs=2, max_watchers=1) as service:
        games = [await service.opened() for _ in range(6)]
        seats = [await _asked(service, game) for game in games]
        slow = service.hold_the_store()
        known = [service.client.witnesses.revision(game) for game in games]
        calls = [
            asyncio.create_task(service.client.submit(game, f"{seat}: pass", expected_revision=revision))
            for game, seat, revision in zip(games, seats, known, strict=True)
        ]
        await until(lambda: sum(each.done() for each in calls) >= 4)
        slow.go_on.set()
        found = await asyncio.gather(*calls, return_exceptions=True)
        refused = [each for each in found if isinstance(each, RefusedError)]
        assert 4 == len(refused)
        assert {(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS")} == {(e.code, e.reason) for e in refused}
        first = service.client.watch(games[0])
        await anext(first)
        with pytest.raises(RefusedError) as caught:
            await anext(service.client.watch(games[0]))
        assert "TOO_MANY_STREAMS" == caught.value.reason


async def test_a_call_without_a_deadline_gets_one() -> None:
    """A store that hangs does not hold a caller for ever, and the request id makes trying again safe."""
    async with running(deadline_seconds=1.0) as service:
        game = await service.opened()
        seat = await _asked(service, game)
        slow, patient = service.hold_the_store(), service.client.timeout
        service.client.timeout = None
        request, revision = str(uuid4()), service.client.witnesses.revision(game)
        with pytest.raises(RefusedError) as caught:
            await service.client.submit(game, f"{seat}: pass", request_id=request, expected_revision=revision)
        assert (grpc.StatusCode.DEADLINE_EXCEEDED, "DEADLINE_EXCEEDED") == (caught.value.code, caught.value.reason)
        slow.go_on.set()
        service.client.timeout = patient
        again = await service.client.submit(game, f"{seat}: pass", request_id=request, expected_revision=revision)
        assert again.repeated


def _of_a_call(line: Any) -> tuple[Any, ...]:
    return tuple(line[name] for name in ("event", "method", "request_id", "game", "entry"))


async def test_the_log_names_calls_but_no_secrets(service: Running) -> None:
    """Recording calls and refusals are logged with request id, game and entry; never what was said or is hidden."""
    request = str(uuid4())
    with structlog.testing.capture_logs([bind_call]) as logs:
        game = await service.opened()
        seat = await _asked(service, game)
        done = await service.client.submit(game, f"{seat}: pass", remark="between us", request_id=request)
        with pytest.raises(RefusedError):
            await service.client.submit(game, "north: reveal the parrot", request_id=request)
        with pytest.raises(RefusedError):
            await service.client.judge(game, "north: reveal the parrot")
    _, said, refused, asked = logs
    assert ("answered", "SubmitDeclaration", request, game, done.basis.entry) == _of_a_call(said)
    assert ("refused", "SubmitDeclaration", request, game, done.basis.entry) == _of_a_call(refused)
    assert ("refused", "JudgeDeclaration", "", game, done.basis.entry) == _of_a_call(asked)
    assert "NOT_UNDERSTOOD" == refused["reason"]
    text = json.dumps(logs)
    for secret in ("pass", "parrot", "between us", "oracle"):
        assert secret not in text


async def test_stopping_waits_for_threads_that_still_read() -> None:
    """The store is closed right after; a thread that reads it then would bring the process down."""
    async with running() as service:
        reading, go_on, done = threading.Event(), threading.Event(), threading.Event()

        def read(_: int) -> Any:
            reading.set()
            go_on.wait(10)
            done.set()
            return 0, {}

        asyncio.get_running_loop().call_later(0.3, go_on.set)
        follower = asyncio.create_task(service.server.notices.follow(read, 0, 0.01))
        await asyncio.to_thread(reading.wait, 10)
        follower.cancel()
        await service.server.stop()
        assert done.is_set()


async def test_stopping_waits_for_its_own_look_beside_another_server() -> None:
    """Servers in one loop share its threads, and each closes a store of its own."""
    async with running() as service, running():
        reading, go_on, done = threading.Event(), threading.Event(), threading.Event()

        def read(_: int) -> Any:
            reading.set()
            go_on.wait(10)
            done.set()
            return 0, {}

        service.server._tasks.append(asyncio.create_task(service.server.notices.follow(read, 0, 0.01)))
        await asyncio.to_thread(reading.wait, 10)
        asyncio.get_running_loop().call_later(0.3, go_on.set)
        await service.server.stop()
        assert done.is_set()
