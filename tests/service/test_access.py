"""Tokens at the door: what each role may see, say and sign."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.api.v1 import dispute_service_pb2, game_service_pb2, ruling_service_pb2
from adjudicator.api.v1.verdict_pb2 import RULING_ILLEGAL
from adjudicator.application.access import Role
from adjudicator.service import permissions
from adjudicator_client import AioAdjudicatorClient, Credentials, RefusedError
from adjudicator_client.errors import refused
from tests.service.asks import METHODS
from tests.service.descriptors import files
from tests.service.running import SOON
from tests.service.tables import BOARD, EDITION, HOUR, Table, guarded

CALLS = {
    f"{service.name}/{method.name}": (file.package, method.input_type.removeprefix("."), method.server_streaming)
    for file in files()
    for service in file.service
    for method in service.method
    if service.name != "ProjectionService"  # served by another process
}
NO_GAME = "00000000-0000-4000-8000-000000000000"


def _may(holder: str, call: str) -> bool:
    """Whether a role may make a call; that the service keeps to it is test_authorisation's."""
    role = Role.PLAYER if holder in ("dark", "light") else Role(holder)
    return role in permissions.MAY[call]


def _request(call: str, game: str) -> Message:
    """A request that names a game, where it can, and nothing else."""
    found: Any = GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(CALLS[call][1]))()
    if "game" in found.DESCRIPTOR.fields_by_name:
        found.game = game
    if "position" in found.DESCRIPTOR.fields_by_name:
        found.position.game.game = game
    return found  # type: ignore[no-any-return]  # made from its descriptor


async def _answer(client: AioAdjudicatorClient, call: str, request: Message) -> tuple[str, str]:
    """The code and the reason of an answer."""
    package, _, streams = CALLS[call]
    channel: Any = client.channel  # untyped, as it carries bytes
    raw, method = request.SerializeToString(), f"/{package}.{call}"
    try:
        if streams:
            stream: Any = channel.unary_stream(method)(raw, metadata=client.metadata, timeout=10)
            await stream.read()  # a watcher gets no second answer
            stream.cancel()
        else:
            await channel.unary_unary(method)(raw, metadata=client.metadata, timeout=10)
    except grpc.aio.AioRpcError as error:
        return error.code().name, refused(error).reason
    return "OK", ""


def test_every_call_has_its_line_in_the_table_of_permissions() -> None:
    """And there is no line for a call that does not exist."""
    assert sorted(permissions.MAY) == sorted(METHODS)


LOOKS = sorted(call for call in CALLS if "viewer" in _request(call, "").DESCRIPTOR.fields_by_name)


async def test_nobody_looks_as_somebody_else() -> None:
    """Every call that names a viewer: a player as his opponent or as the judge, a spectator as a player."""
    wrong = []
    async with guarded() as table:
        dispute = await _opened(table)
        for call in LOOKS:
            for holder, viewers in (
                ("dark", ("light", "judge")),
                ("spectator", ("dark", "judge")),
                ("scorekeeper", ("dark", "judge")),
                ("administrator", ("dark", "judge")),
            ):
                for viewer in viewers:
                    request: Any = _filled(call, table.games["open"], dispute)
                    request.viewer = viewer
                    told = await _answer(table.clients[holder], call, request)
                    if not _may(holder, call):
                        continue
                    if told != ("PERMISSION_DENIED", "VIEW_NOT_YOURS"):
                        wrong.append((call, holder, viewer, *told))
    assert not sorted({(call, reason) for call, _, _, _, reason in wrong})
    assert len(LOOKS) > 10


def _filled(call: str, game: str, dispute: str) -> Any:
    """A request that gets as far as the table."""
    request: Any = _request(call, game)
    fields = request.DESCRIPTOR.fields_by_name
    if "dispute" in fields and fields["dispute"].message_type is None:
        request.dispute = dispute
    if "request_id" in fields:
        request.request_id = "11111111-1111-4111-8111-111111111111"
    if "expected_revision" in fields:
        request.expected_revision = 1
    if call == "RecordService/CompareTables":
        request.from_revision = request.to_revision = 1
    if "declaration" in fields:
        request.declaration.notation = "dark: pass"
    if call == "RulingService/GiveRuling":
        request.by = "floor-judge"
    if call == "RecordService/ExportGame":
        request.format = 1
    return request


async def _opened(table: Table) -> str:
    """A dispute that a player has opened."""
    by = dispute_service_pb2.Speaker(name="dark", role=dispute_service_pb2.ROLE_PLAYER)
    question = dispute_service_pb2.DisputeQuestion(text="May I?")
    sent = dispute_service_pb2.OpenDisputeRequest(game=table.games["open"], question=question, by=by)
    client = table.clients["dark"]
    answer: dispute_service_pb2.OpenDisputeResponse = await client.call(client.disputes.OpenDispute, sent)
    return answer.dispute.dispute


async def test_nobody_speaks_for_another_seat() -> None:
    """Refused, and nothing is recorded; his own seat he may, and a judge every one."""
    async with guarded() as table:
        game, before = table.games["open"], await table.entries()
        for viewer in ("", "light", "dark", "judge"):  # that he also looks as another is the smaller thing
            with pytest.raises(
                RefusedError, match="a player may not speak for dark; this token speaks only for light"
            ) as caught:
                await table.clients["light"].submit(game, "dark: pass", viewer=viewer)
            assert (caught.value.reason, caught.value.metadata["yours"]) == ("SEAT_NOT_YOURS", "light")
        assert before == await table.entries()
        told = await table.clients["light"].submit(game, "light: pass")
        assert told.verdict.ruling == RULING_ILLEGAL  # out of turn: a ruling, and recorded
        await table.clients["dark"].submit(game, "dark: pass")
        await table.clients["floor-judge"].submit(game, "light: pass")
        client = table.clients["head-judge"]
        seats = [each.seat async for each in client.entries(game) if each.number > before]
        assert [seat for seat in seats if seat != "chance"] == ["light", "dark", "light"]


@pytest.mark.parametrize("speaker", ["dark", "Dark ", "DARK", "dar\u212a"])
async def test_what_another_seat_holds_is_not_told_by_a_refusal(speaker: str) -> None:
    """Who speaks for another is refused before his words are read: whether they fit would tell what the other has."""
    async with guarded() as table:
        told = []
        for card in ("Darth Vader (E)", "Darth Vader (J)"):  # one is in dark's hand
            with pytest.raises(RefusedError) as caught:
                await table.clients["light"].submit(table.games["open"], f"{speaker}: build {card}")
            told.append((caught.value.reason, str(caught.value)))
        assert told[0] == told[1]
        assert told[0][0] == "SEAT_NOT_YOURS"


async def test_nobody_signs_for_another() -> None:
    """Neither with another name nor in another role; a head judge may rule at the table too."""
    async with guarded() as table:
        dispute = await _opened(table)

        async def ruled(holder: str, name: str, role: Any) -> str:
            client = table.clients[holder]
            sent = dispute_service_pb2.RuleDisputeRequest(
                dispute=dispute,
                decision=dispute_service_pb2.Decision(
                    answer="yes",
                    infraction=dispute_service_pb2.INFRACTION_GAME_PLAY_ERROR,
                    penalty=dispute_service_pb2.PENALTY_CAUTION,
                ),
                by=dispute_service_pb2.Speaker(name=name, role=role),
                expected_entry=1,
            )
            try:
                await client.call(client.disputes.RuleDispute, sent)
            except RefusedError as error:
                return error.reason
            return ""

        floor, head = dispute_service_pb2.ROLE_FLOOR_JUDGE, dispute_service_pb2.ROLE_HEAD_JUDGE
        assert await ruled("floor-judge", "head-judge", floor) == "NAME_NOT_YOURS"
        assert await ruled("floor-judge", "floor-judge", head) == "ROLE_NOT_YOURS"
        assert await ruled("head-judge", "head-judge", floor) == ""
        sent = ruling_service_pb2.GiveRulingRequest(
            game=table.games["open"], by="somebody", note="so be it", ruling=RULING_ILLEGAL, expected_revision=1
        )
        client = table.clients["floor-judge"]
        with pytest.raises(RefusedError) as caught:
            await client.call(client.rulings.GiveRuling, sent)
        assert caught.value.reason == "NAME_NOT_YOURS"


async def test_for_a_player_there_are_no_games_but_his() -> None:
    """Neither in the list nor by name, and the error is that of a game that does not exist."""
    async with guarded() as table:
        dark, other = table.clients["dark"], table.games["other"]
        assert {each.game for each in [g async for g in dark.list_games()]} == {
            table.games["open"],
            table.games["closed"],
        }
        assert len([g async for g in table.clients["spectator"].list_games()]) == 3
        wrong = []
        for call in CALLS:
            if not _may("dark", call):
                continue
            here, nowhere = [await _answer(dark, call, _request(call, each)) for each in (other, NO_GAME)]
            names_game = {"game", "position"} & set(_request(call, "").DESCRIPTOR.fields_by_name)
            if names_game and (here != nowhere or here[0] == "OK"):
                wrong.append((call, here, nowhere))
        assert not wrong


async def test_a_board_of_ones_own_hides_nothing() -> None:
    """Whoever writes a board down knows it already: any role may look at it as any seat."""
    async with guarded() as table:
        request = ruling_service_pb2.JudgeDeclarationRequest(viewer="light")
        request.position.board.edition = EDITION
        request.position.board.notation = BOARD
        request.declaration.notation = "dark: pass"
        client = table.clients["spectator"]
        answer = await client.call(client.rulings.JudgeDeclaration, request)
        assert answer.verdict.said == "dark: pass"


async def test_refused_tokens_say_why() -> None:
    """Unknown, revoked and malformed ones; one of another process is known as soon as it is used."""
    async with guarded() as table:
        for text in ("x", table.secrets["dark"] + "x", "adjudicator_0000000000000000_AAAA"):
            assert await _greeted(table, text) == "TOKEN_REFUSED"
        client = table.clients["none"]
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await client.games.ListGames(game_service_pb2.ListGamesRequest(), metadata=(("authorization", "Basic x"),))
        assert refused(caught.value).reason == "TOKEN_MISSING"
        table.roll.read_on()
        grant, fresh = table.roll.issue(Role.SPECTATOR, "late", HOUR)
        await asyncio.sleep(0.2)  # an unknown token makes the service read again, but not more than ten times a second
        assert await _greeted(table, fresh) == ""
        await table.clients["administrator"].revoke_token(grant.issued.token, "lost")
        assert await _greeted(table, fresh) == "TOKEN_REFUSED"


async def _greeted(table: Table, secret: str) -> str:
    async with AioAdjudicatorClient(table.address, credentials=Credentials(secret)) as client:
        try:
            await client.caller()
        except RefusedError as error:
            return error.reason
        return ""


async def test_the_administrator_hands_tokens_out() -> None:
    """Over the API, listed without secrets, each knowing who he is."""
    async with guarded() as table:
        admin = table.clients["administrator"]
        told = await admin.issue_token("player", "Cleo", lifetime_seconds=60, seat="dark", games=[table.games["open"]])
        async with AioAdjudicatorClient(table.address, credentials=Credentials(told.secret)) as cleo:
            mine = await cleo.caller()
            assert mine is not None
            assert (mine.name, mine.seat, list(mine.games)) == ("Cleo", "dark", [table.games["open"]])
        listed = [each async for each in admin.tokens()]
        assert listed[-1].name == "Cleo"
        assert told.secret.split("_", 2)[2] not in str(listed)
        with pytest.raises(ValueError, match="not one of spectator, player"):
            await admin.issue_token("wizard", "Merlin", lifetime_seconds=60)
        for name, seconds, seat in (("", 60, ""), ("Dan", 0, ""), ("Dan", 60, "")):
            with pytest.raises(RefusedError) as caught:
                await admin.issue_token("player", name, lifetime_seconds=seconds, seat=seat)
            assert caught.value.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_no_secret_in_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    """Neither of a token handed out nor of one that a call carries, whatever the level."""
    async with guarded(log_level="debug") as table:
        told = await table.clients["administrator"].issue_token("spectator", "Dan", lifetime_seconds=60)
        await _greeted(table, told.secret)
        await _greeted(table, told.secret + "x")
        secrets = [*table.secrets.values(), told.secret]
    written = "".join(capfd.readouterr())
    assert not [each for each in secrets if each and (each in written or each.split("_", 2)[2] in written)]


async def _until_cut(client: AioAdjudicatorClient, game: str, watching: asyncio.Event) -> str:
    """Watches a game until the stream is ended; by what reason."""
    try:
        async for _ in client.watch(game):
            watching.set()
    except RefusedError as error:
        return error.reason
    return "ended"


@pytest.mark.parametrize("how", ["here", "elsewhere", "expired"])
async def test_a_stream_is_cut_when_its_token_goes(how: str) -> None:
    """At once if it is revoked here, with the next look if another process does it, and when its time is up."""
    async with guarded() as table:
        seconds = 4 if how == "expired" else 600
        told = await table.clients["administrator"].issue_token("spectator", "Dan", lifetime_seconds=seconds)
        async with AioAdjudicatorClient(table.address, credentials=Credentials(told.secret)) as dan:
            watching = asyncio.Event()
            streams = [asyncio.create_task(_until_cut(dan, table.games["open"], watching)) for _ in range(3)]
            await asyncio.wait_for(watching.wait(), SOON)
            if how == "here":
                await table.clients["administrator"].revoke_token(told.token.token, "lost")
            elif how == "elsewhere":
                await asyncio.to_thread(table.roll.revoke, told.token.token, "Ana", "lost")
            assert await asyncio.wait_for(asyncio.gather(*streams), SOON) == ["TOKEN_REFUSED"] * 3
        game = table.games["open"]
        assert [each.number async for each in table.clients["spectator"].entries(game)]
