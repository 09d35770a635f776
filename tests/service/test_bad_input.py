"""Bad input: each kind has its code, its machine-readable reason and its details, and nothing is recorded."""

from __future__ import annotations

import gc
import random
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

import grpc
import pytest
from eventsourcing.persistence import OperationalError
from google.rpc import error_details_pb2
from google.rpc.status_pb2 import Status

from adjudicator.api.v1 import (
    audit_service_pb2,
    declaration_pb2,
    game_service_pb2,
    position_pb2,
    rulebook_service_pb2,
    ruling_service_pb2,
)
from adjudicator.service import guard
from adjudicator_client import AioAdjudicatorClient, Board, RefusedError, Seat, Structured, Witness
from tests.service.descriptors import files
from tests.service.running import SEATS, Running, running

C = grpc.StatusCode
Call = Callable[[AioAdjudicatorClient, str], Awaitable[Any] | AsyncIterator[Any]]
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def _say(client: AioAdjudicatorClient, game: str, said: Any = "north: pass", **fields: Any) -> Any:
    message = ruling_service_pb2.SubmitDeclarationRequest(
        game=game,
        request_id=str(uuid4()),
        expected_revision=3,
        declaration=declaration_pb2.Declaration(notation=said) if isinstance(said, str) else said,
    )
    for name, value in fields.items():
        setattr(message, name, value)
    return client._ask(client.rulings.SubmitDeclaration, message)


def _structured(kind: str, seat: str, **arguments: Any) -> Call:
    return lambda client, game: client.judge(game, Structured(kind, seat, arguments))


def _open(**fields: Any) -> Call:
    def call(client: AioAdjudicatorClient, game: str) -> Awaitable[Any]:
        sent = game_service_pb2.OpenGameRequest(request_id=str(uuid4()), edition="harbour-1")
        for name, value in fields.items():
            if isinstance(value, list):
                getattr(sent, name).extend(value)
            else:
                setattr(sent, name, value)
        return client._ask(client.games.OpenGame, sent)

    return call


def _pages(**fields: Any) -> Call:
    return lambda client, game: client._ask(client.games.ListGames, game_service_pb2.ListGamesRequest(**fields))


BAD_FIELD = (C.INVALID_ARGUMENT, "FIELD_INVALID")

NO_VALUE: Any = 9

CASES: list[tuple[str, Call, C, str]] = [
    # what was said
    ("words nobody knows", lambda c, g: _say(c, g, "north: dance"), C.INVALID_ARGUMENT, "NOT_UNDERSTOOD"),
    ("a name nobody knows", lambda c, g: c.judge(g, "north: sail kraken"), C.INVALID_ARGUMENT, "NOT_UNDERSTOOD"),
    ("no declaration", lambda c, g: _say(c, g, declaration_pb2.Declaration()), *BAD_FIELD),
    ("a kind nobody knows", _structured("Dance", "north"), *BAD_FIELD),
    ("an argument of another kind", _structured("Sail", "north", ship="x"), *BAD_FIELD),
    ("an argument nobody knows", _structured("Sail", "north", boat=1), *BAD_FIELD),
    ("an argument that is missing", _structured("Sail", "north"), *BAD_FIELD),
    (
        "an assumption that is illegal",
        lambda c, g: c.judge(g, "north: pass", assuming=["judge: pass"]),
        C.INVALID_ARGUMENT,
        "ASSUMPTION_NOT_LEGAL",
    ),
    ("a declaration as long as a book", lambda c, g: c.judge(g, "x" * 5000), *BAD_FIELD),
    ("a board as long as a library", lambda c, g: c.judge(Board("harbour-1", "x" * 70_000), "x"), *BAD_FIELD),
    ("assumptions without end", lambda c, g: c.judge(g, "x", assuming=["x"] * 101), *BAD_FIELD),
    (
        "a long line that is none",
        lambda c, g: c.judge(Board("harbour-1", "x" * 50_000), "x"),
        C.INVALID_ARGUMENT,
        "NOT_UNDERSTOOD",
    ),
    # recording
    ("a stale revision", lambda c, g: _say(c, g, expected_revision=1), C.ABORTED, "STALE_REVISION"),
    ("a revision of the future", lambda c, g: _say(c, g, expected_revision=999), C.ABORTED, "STALE_REVISION"),
    ("no revision", lambda c, g: _say(c, g, expected_revision=0), *BAD_FIELD),
    ("no request id", lambda c, g: _say(c, g, request_id=""), *BAD_FIELD),
    ("a request id that is none", lambda c, g: _say(c, g, request_id="7"), *BAD_FIELD),
    ("forms of who does not speak", lambda c, g: c.legal(g, seat="up"), *BAD_FIELD),
    ("a viewer who is no seat", lambda c, g: _say(c, g, viewer="up"), *BAD_FIELD),
    ("a level nobody knows", lambda c, g: _say(c, g, explain=77), *BAD_FIELD),
    ("a nonce that is too long", lambda c, g: _say(c, g, nonce=b"n" * 33), *BAD_FIELD),
    # games
    ("an unknown game", lambda c, g: c.game(UNKNOWN), C.NOT_FOUND, "GAME_NOT_FOUND"),
    ("a game id that is none", lambda c, g: c.game("my game"), C.NOT_FOUND, "GAME_NOT_FOUND"),
    ("no game", lambda c, g: c.game(""), *BAD_FIELD),
    ("saying in an unknown game", lambda c, g: _say(c, UNKNOWN), C.NOT_FOUND, "GAME_NOT_FOUND"),
    ("watching an unknown game", lambda c, g: c.watch(UNKNOWN), C.NOT_FOUND, "GAME_NOT_FOUND"),
    ("a revision that never was", lambda c, g: c.game(g, revision=999), C.NOT_FOUND, "REVISION_NOT_FOUND"),
    ("a negative revision", lambda c, g: c.game(g, revision=-1), *BAD_FIELD),
    ("back to what never was", lambda c, g: c.rewind(g, 999, "no"), C.NOT_FOUND, "REVISION_NOT_FOUND"),
    ("a fork of what never was", lambda c, g: c.fork(g, at_revision=999), C.NOT_FOUND, "REVISION_NOT_FOUND"),
    ("a note about no entry", lambda c, g: c.add_note(g, "x", about=99), *BAD_FIELD),
    ("an empty note", lambda c, g: c.add_note(g, ""), *BAD_FIELD),
    ("a judge without a name", lambda c, g: c.give_ruling(g, "", "so be it"), *BAD_FIELD),
    (
        "a ruling on no entry",
        lambda c, g: c.give_ruling(g, "eva", "x", about=99),
        C.FAILED_PRECONDITION,
        "RULING_REFUSED",
    ),
    # positions
    (
        "no position",
        lambda c, g: c._ask(c.rulings.JudgeDeclaration, ruling_service_pb2.JudgeDeclarationRequest()),
        *BAD_FIELD,
    ),
    (
        "a board that is none",
        lambda c, g: c.judge(Board("harbour-1", "  what is this"), "north: pass"),
        C.INVALID_ARGUMENT,
        "NOT_UNDERSTOOD",
    ),
    (
        "a board of no edition",
        lambda c, g: c.judge(Board("chess", "8/8"), "north: pass"),
        C.NOT_FOUND,
        "EDITION_NOT_FOUND",
    ),
    ("a value nobody knows", lambda c, g: c.explain(g, "ship#1", "beauty"), C.NOT_FOUND, "VALUE_NOT_FOUND"),
    # opening
    ("an unknown edition", _open(edition="chess"), C.NOT_FOUND, "EDITION_NOT_FOUND"),
    ("no edition", _open(edition=""), *BAD_FIELD),
    ("too few seats", _open(seats=[game_service_pb2.Seat(seat="north")]), C.INVALID_ARGUMENT, "OPENING_REFUSED"),
    (
        "a deck with an unknown card",
        lambda c, g: c.open_game("harbour-1", [Seat(s.seat, "", "ship boot") for s in SEATS]),
        C.INVALID_ARGUMENT,
        "OPENING_REFUSED",
    ),
    (
        "a deck that is refused",
        lambda c, g: c.open_game("harbour-1", [Seat("north", "", "kraken")]),
        C.INVALID_ARGUMENT,
        "DECK_REFUSED",
    ),
    (
        "a nonce of a seat that is too long",
        _open(seats=[game_service_pb2.Seat(seat="north", nonce=b"n" * 33)]),
        *BAD_FIELD,
    ),
    (
        "a setting nobody knows",
        lambda c, g: c._ask(
            c.games.OpenGame,
            game_service_pb2.OpenGameRequest(
                request_id=str(uuid4()), edition="harbour-1", settings=game_service_pb2.GameSettings(dice=NO_VALUE)
            ),
        ),
        *BAD_FIELD,
    ),
    # pages
    ("a negative page", _pages(page_size=-1), *BAD_FIELD),
    ("a page token that is none", _pages(page_token="next"), *BAD_FIELD),
    # rulebooks
    ("an unknown rule", lambda c, g: c.rule("rots.what"), C.NOT_FOUND, "RULE_NOT_FOUND"),
    ("no rule", lambda c, g: c.rule(""), *BAD_FIELD),
    (
        "a search in an unknown document",
        lambda c, g: c.search_rules("attack", document="bible"),
        C.NOT_FOUND,
        "DOCUMENT_NOT_FOUND",
    ),
    ("documents of an unknown edition", lambda c, g: c.documents("chess"), C.NOT_FOUND, "EDITION_NOT_FOUND"),
    # audits
    ("a witness that is none", lambda c, g: c.verify(g, Witness(1, 1, b"short")), *BAD_FIELD),
    ("a witness of another record", lambda c, g: c.verify(g, Witness(1, 1, b"x" * 32)), C.DATA_LOSS, "LOG_CORRUPT"),
    ("auditing an unknown game", lambda c, g: c.verify(UNKNOWN), C.NOT_FOUND, "GAME_NOT_FOUND"),
    ("judging an unknown game again", lambda c, g: c.rejudge(UNKNOWN), C.NOT_FOUND, "GAME_NOT_FOUND"),
]


async def _refused(call: Call, client: AioAdjudicatorClient, game: str) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        await _all(call(client, game))
    return caught.value


async def _all(answer: Awaitable[Any] | AsyncIterable[Any]) -> None:
    """Wait for an answer, or for all of a stream."""
    if isinstance(answer, AsyncIterable):
        async for _ in answer:
            pass
    else:
        await answer


@pytest.mark.parametrize(("call", "code", "reason"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
async def test_bad_input_has_its_code_and_reason(
    service: Running, call: Call, code: grpc.StatusCode, reason: str
) -> None:
    """Each bad call gets its code and reason, and neither the log nor the list of games grows."""
    game = await service.opened()
    before = (await service.client.game(game)).basis, [each.game async for each in service.client.list_games()]
    refused = await _refused(call, service.client, game)
    assert (code, reason) == (refused.code, refused.reason), refused
    after = (await service.client.game(game)).basis, [each.game async for each in service.client.list_games()]
    assert before == after


async def test_ambiguous_names_list_their_readings(service: Running) -> None:
    """A name with several readings is refused with all of them, to choose from."""
    game = await service.opened()
    board = (await service.client.game(game, viewer="judge")).board
    seat = (await service.client.game(game)).question.asked[0]
    crowded = f"{board.rstrip()}\n  ship of {seat}\n  ship of {seat}\n"
    refused = await _refused(
        lambda client, _: client.judge(Board("harbour-1", crowded), f"{seat}: sail ship"), service.client, game
    )
    assert (C.INVALID_ARGUMENT, "AMBIGUOUS") == (refused.code, refused.reason)
    assert 2 == len(refused.fields)
    assert all(reading.startswith("ship#") for _, reading in refused.fields)


async def test_a_closed_game_takes_nothing_more(service: Running) -> None:
    """After CloseGame every recording call but a repeated one is FAILED_PRECONDITION."""
    game = await service.opened()
    await service.client.close_game(game)
    calls: list[Call] = [
        lambda c, g: c.submit(g, "north: pass"),
        lambda c, g: c.add_note(g, "late"),
        lambda c, g: c.rewind(g, 1, "late"),
        lambda c, g: c.close_game(g),
        lambda c, g: c.give_ruling(g, "eva", "late"),
    ]
    entries = await service.entries(game)
    for call in calls:
        refused = await _refused(call, service.client, game)
        assert (C.FAILED_PRECONDITION, "GAME_CLOSED") == (refused.code, refused.reason)
    assert entries == await service.entries(game)


RPCS = [
    f"/{service.full_name}/{method.name}"
    for module in (ruling_service_pb2, game_service_pb2, rulebook_service_pb2, audit_service_pb2)
    for service in module.DESCRIPTOR.services_by_name.values()
    for method in service.methods
]


STREAMS = tuple(
    method.name for file in files() for each in file.service for method in each.method if method.server_streaming
)


def _raw(channel: grpc.aio.Channel, rpc: str) -> Callable[[bytes], Awaitable[bytes]]:
    return channel.unary_unary(rpc)  # type: ignore[return-value]  # without serializers it takes and gives bytes


def _raw_stream(channel: grpc.aio.Channel, rpc: str) -> Callable[[bytes], AsyncIterator[bytes]]:
    return channel.unary_stream(rpc)  # type: ignore[return-value]  # without serializers it takes and gives bytes


@pytest.mark.parametrize("raw", [b"\xff\xff\xff\xff", b"\x0a\x05ab", b"\x0f", b"\x0b"], ids=repr)
async def test_malformed_bytes(service: Running, raw: bytes) -> None:
    """Bytes that are no message are INVALID_ARGUMENT in every RPC, never UNKNOWN or INTERNAL."""
    async with grpc.aio.insecure_channel(service.address) as channel:
        for rpc in RPCS:
            call = _raw_stream if rpc.endswith(STREAMS) else _raw
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await _all(call(channel, rpc)(raw))
            assert C.INVALID_ARGUMENT == caught.value.code(), (rpc, caught.value)


async def test_random_bytes_never_find_a_defect(service: Running) -> None:
    """Two thousand messages of random bytes, and of real ones with bytes changed, are answered or refused by name."""
    game = await service.opened()
    real = ruling_service_pb2.JudgeDeclarationRequest(
        position=position_pb2.Position(game=position_pb2.GamePosition(game=game)),
        declaration=declaration_pb2.Declaration(notation="north: pass"),
    ).SerializeToString()
    chance, codes = random.Random(20260730), set[grpc.StatusCode]()
    async with grpc.aio.insecure_channel(service.address) as channel:
        calls = [_raw(channel, rpc) for rpc in RPCS if not rpc.endswith(STREAMS)]
        for number in range(2000):
            raw = bytearray(real if number % 2 else chance.randbytes(chance.randrange(60)))
            for _ in range(3 if number % 2 else 0):
                raw[chance.randrange(len(raw))] = chance.randrange(256)
            try:
                await calls[number % len(calls)](bytes(raw))
            except grpc.aio.AioRpcError as error:
                codes.add(error.code())
    assert {C.INVALID_ARGUMENT} <= codes
    assert set() == codes & {C.UNKNOWN, C.INTERNAL}


SERVICE = Path(guard.__file__).parent


async def test_refused_messages_are_let_go(service: Running) -> None:
    """Nothing keeps what was refused, not even until the garbage collector's next round."""
    size = 1_500_000
    async with grpc.aio.insecure_channel(service.address) as channel:
        method: Any = channel.unary_unary("/adjudicator.api.v1.RulingService/JudgeDeclaration")
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                with pytest.raises(grpc.aio.AioRpcError, match="RESOURCE_EXHAUSTED"):
                    await method(bytes(size))
            ours = (
                each
                for each in gc.get_objects()
                if isinstance(each, FrameType) and each.f_code.co_filename.startswith(str(SERVICE))
            )
            assert [] == [each.f_code.co_name for each in ours if size in map(_size, each.f_locals.values())]
        finally:
            gc.enable()


def _size(value: object) -> int:
    return len(value) if isinstance(value, bytes) else 0


async def test_oversize_messages() -> None:
    """A message over the limit is RESOURCE_EXHAUSTED, whether our guard or gRPC itself stops it."""
    async with running(max_message_bytes=10_000) as service:
        game = await service.opened()
        for size, reason in ((15_000, "MESSAGE_TOO_LARGE"), (200_000, "")):
            words = "north: pass" + " " * size
            refused = await _refused(lambda c, g, words=words: c.judge(g, words), service.client, game)  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
            assert (C.RESOURCE_EXHAUSTED, reason) == (refused.code, refused.reason)


async def test_the_details_of_a_refusal(service: Running) -> None:
    """A refusal carries google.rpc details: ErrorInfo with its variables, and what its kind calls for."""
    game = await service.opened()
    found: dict[str, set[str]] = {}
    calls: list[tuple[str, Call]] = [
        ("stale", lambda c, g: _say(c, g, expected_revision=1)),
        ("missing", lambda c, g: c.game(UNKNOWN)),
        ("field", lambda c, g: _say(c, g, request_id="7")),
    ]
    for name, call in calls:
        refused = await _refused(call, service.client, game)
        cause = refused.__context__
        assert isinstance(cause, grpc.aio.AioRpcError)
        packed = dict(cause.trailing_metadata())["grpc-status-details-bin"]
        assert isinstance(packed, bytes)
        status = Status.FromString(packed)
        found[name] = {detail.type_url.rpartition(".")[2] for detail in status.details}
        info = error_details_pb2.ErrorInfo()
        assert status.details[0].Unpack(info)
        assert "adjudicator" == info.domain
        if name == "stale":
            current = (await service.client.game(game)).basis.revision
            assert {"game": game, "expected_revision": "1", "current_revision": str(current)} == dict(info.metadata)
    wanted = {"stale": {"ErrorInfo"}, "missing": {"ErrorInfo", "ResourceInfo"}, "field": {"ErrorInfo", "BadRequest"}}
    assert wanted == found


async def test_a_damaged_log_is_data_loss(service: Running) -> None:
    """A log that somebody altered is refused with DATA_LOSS and the first bad entry, and other games go on."""
    game, other = await service.opened(), await service.opened()
    seat = (await service.client.game(game)).question.asked[0]
    await service.client.submit(game, f"{seat}: pass")
    store = service.application.recorder
    with store.datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]  # SQLite's
        statement = f"SELECT state FROM {store.events_table_name} WHERE originator_id = ? AND originator_version = 2"  # type: ignore[attr-defined]  # only the SQLite recorder has one
        cursor.execute(statement, (game.replace("-", ""),))
        row = cursor.fetchone()
        if row is None:
            cursor.execute(statement, (game,))
            row = cursor.fetchone()
        state = bytearray(row["state"])
        state[12] ^= 1
        cursor.execute(
            f"UPDATE {store.events_table_name} SET state = ? WHERE state = ?",  # type: ignore[attr-defined]  # only the SQLite recorder has one
            (bytes(state), row["state"]),
        )
    refused = await _refused(lambda c, g: c.verify(g), service.client, game)
    assert (C.DATA_LOSS, "LOG_CORRUPT", "2") == (refused.code, refused.reason, refused.metadata["first_bad_entry"])
    listed = await _refused(lambda c, g: c.entries(g), service.client, game)
    assert (C.DATA_LOSS, "LOG_CORRUPT") == (listed.code, listed.reason)
    assert await service.entries(other)


async def test_a_store_that_fails_is_unavailable_and_nothing_is_lost(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing store is UNAVAILABLE; once it is back the same request id is recorded once."""
    game = await service.opened()
    seat = (await service.client.game(game)).question.asked[0]
    before = await service.entries(game)
    real = service.application._writer._save

    def full(events: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(service.application._writer, "_save", full)
    channel = grpc.aio.insecure_channel(service.address, options=[("grpc.enable_retries", 0)])
    async with AioAdjudicatorClient(channel=channel) as client:
        refused = await _refused(lambda c, g: c.submit(g, f"{seat}: pass"), client, game)
        assert (C.UNAVAILABLE, "STORE_UNAVAILABLE") == (refused.code, refused.reason)
        monkeypatch.setattr(service.application._writer, "_save", real)
        assert before == await service.entries(game)
        done = await client.submit(game, f"{seat}: pass")
    assert not done.repeated
    assert done.basis.entry > before


async def test_a_defect_of_ours_says_nothing_of_itself(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception nobody expected is INTERNAL, and its text stays in the service's log."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("the seed is 42")

    game = await service.opened()
    monkeypatch.setattr(service.application, "in_memory", broken)
    refused = await _refused(lambda c, g: c.game(g), service.client, game)
    assert (C.INTERNAL, "INTERNAL") == (refused.code, refused.reason)
    assert "42" not in str(refused)
