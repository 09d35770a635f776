"""The views over gRPC, in a process of their own that follows a log which another process writes."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest

from adjudicator.api.v1 import projection_service_pb2 as pb
from adjudicator.api.v1 import projection_service_pb2_grpc as stubs
from adjudicator.application import Adjudication
from adjudicator.application.access import Role, TokenRoll
from adjudicator.application.stores import is_postgres
from adjudicator_cli.main import main as adjudicate
from adjudicator_views.__main__ import main
from adjudicator_views.follower import Follower
from adjudicator_views.service.serving import server_of
from adjudicator_views.store import ProjectionStore
from tests.kit.star_wars import SWTCG
from tests.projections.test_follower import play
from tests.service.running import QUIET

WAIT_SECONDS = 20.0


def test_a_process_follows_and_answers(store: str, tmp_path: Path) -> None:
    """What is written while it runs is served a moment later, on PostgreSQL since it is told and not since it looks.

    A page of a negative size is refused.
    """
    views = tmp_path / "views.sqlite"
    with Adjudication([SWTCG], store) as application:
        first = play(application, 1, most=30)
        command = [sys.executable, "-m", "adjudicator_views", "--log", store, "--views", str(views)]
        command += ["--listen", "127.0.0.1:0", "--poll-seconds", "600" if is_postgres(store) else "0.05"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            assert "entries read" in process.stdout.readline()
            port = int(process.stdout.readline().rsplit(" ", 1)[1])
            assert 0 == adjudicate(["health", "--server", f"127.0.0.1:{port}"])
            with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
                views_of = stubs.ProjectionServiceStub(channel)
                assert views_of.ListTimeline(pb.ListTimelineRequest(game=first)).lines
                second = play(application, 2, most=30)
                until = time.monotonic() + WAIT_SECONDS
                due = len(application.entries(second))
                lines: list[pb.TimelineLine] = []
                while len(lines) < due and time.monotonic() < until:
                    lines = list(views_of.ListTimeline(pb.ListTimelineRequest(game=second)).lines)
                assert list(range(1, due + 1)) == [line.entry for line in lines]
                assert views_of.GetRuleCoverage(pb.GetRuleCoverageRequest(prefix="rots.setup")).rules
                assert views_of.GetDiceStatistics(pb.GetDiceStatisticsRequest()).position
                assert not views_of.ListStandings(pb.ListStandingsRequest()).standings
                assert not views_of.ListRulings(pb.ListRulingsRequest()).rulings
                _answers_name_the_newest_entry(views_of, application, first, second)
                _what_is_no_game_is_not_found(views_of)
                with pytest.raises(grpc.RpcError, match="game"):
                    views_of.ListTimeline(pb.ListTimelineRequest())
                with pytest.raises(grpc.RpcError, match="page_size: is negative"):
                    views_of.ListTimeline(pb.ListTimelineRequest(game=first, page_size=-1))
        finally:
            process.terminate()
            process.communicate(timeout=WAIT_SECONDS)
        assert 0 == process.returncode


def _of_a_game(views_of: stubs.ProjectionServiceStub, game: str) -> list[tuple[Any, Any]]:
    """The calls about one game."""
    return [
        (views_of.ListTimeline, pb.ListTimelineRequest(game=game)),
        (views_of.ListRulings, pb.ListRulingsRequest(game=game)),
        (views_of.GetDiceStatistics, pb.GetDiceStatisticsRequest(game=game)),
    ]


def _answers_name_the_newest_entry(
    views_of: stubs.ProjectionServiceStub, application: Adjudication, first: str, second: str
) -> None:
    """With its head: of the game that was asked about, else of all games."""
    of_all: list[tuple[Any, Any]] = [
        (views_of.ListRulings, pb.ListRulingsRequest()),
        (views_of.GetRuleCoverage, pb.GetRuleCoverageRequest()),
        (views_of.GetDiceStatistics, pb.GetDiceStatisticsRequest()),
        (views_of.ListStandings, pb.ListStandingsRequest()),
    ]
    for game, calls in ((first, _of_a_game(views_of, first)), (second, of_all)):
        view = application.get(game)
        for call, request in calls:
            basis = call(request).basis
            assert (game, view.last, view.head) == (basis.stream, basis.entry, basis.head)


def _what_is_no_game_is_not_found(views_of: stubs.ProjectionServiceStub) -> None:
    for call, request in _of_a_game(views_of, "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(grpc.RpcError) as caught:
            call(request)
        assert grpc.StatusCode.NOT_FOUND is caught.value.code()


def test_once_catches_up_and_ends(store: str, tmp_path: Path) -> None:
    """`--once --rebuild` reads the whole log into fresh views and says how much it was."""
    with Adjudication([SWTCG], store) as application:
        game = play(application, 1, most=10)
        entries = len(application.entries(game))
    command = [sys.executable, "-m", "adjudicator_views", "--log", store, "--views", str(tmp_path / "v"), "--once"]
    for more in ([], ["--rebuild"]):
        run = subprocess.run([*command, *more], capture_output=True, text=True, check=True)
        assert f"{entries} entries read" in run.stdout


@pytest.mark.parametrize("log", ["mysql://ann:sesame@db/x", "postgresql://ann:sesame@127.0.0.1:1/x?connect_timeout=2"])
def test_a_log_that_cannot_be_had_is_told(log: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line says why, without the password, and the status is 1."""
    assert 1 == main(["--log", log, "--views", str(tmp_path / "v"), "--once"])
    told = capsys.readouterr().err
    assert told.startswith("adjudicator_views: ")
    assert "sesame" not in told


def test_no_log_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A log that is not there is told; the views neither make it nor follow an empty one."""
    log = tmp_path / "nosuch.sqlite"
    assert 1 == main(["--log", str(log), "--views", str(tmp_path / "v"), "--once"])
    assert f"there is no log {log}" in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


def test_the_views_stand_behind_the_service_s_door(tmp_path: Path) -> None:
    """With tokens who has none is refused, and who is limited to games hears of them alone; beyond the machine only
    with TLS.
    """
    store = str(tmp_path / "games.db")
    with Adjudication([SWTCG], store) as application:
        own, other = play(application, 1, most=10), play(application, 2, most=10)
        _, secret = TokenRoll(application).issue(Role.PLAYER, "Ann", 600_000, seat="dark", games=[own])
        views = [
            sys.executable,
            "-m",
            "adjudicator_views",
            "--log",
            store,
            "--views",
            str(tmp_path / "v"),
            "--access",
            "tokens",
        ]
        with subprocess.Popen([*views, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                port = [process.stdout.readline() for _ in range(2)][1].rsplit(" ", 1)[1]
                with grpc.insecure_channel(f"127.0.0.1:{int(port)}") as channel:
                    views_of, mine = stubs.ProjectionServiceStub(channel), (("authorization", f"Bearer {secret}"),)
                    assert views_of.ListTimeline(pb.ListTimelineRequest(game=own), metadata=mine).lines
                    for game, metadata, code in (
                        (own, (), grpc.StatusCode.UNAUTHENTICATED),
                        (other, mine, grpc.StatusCode.NOT_FOUND),
                        ("", mine, grpc.StatusCode.PERMISSION_DENIED),
                    ):
                        with pytest.raises(grpc.RpcError) as caught:
                            views_of.ListRulings(pb.ListRulingsRequest(game=game), metadata=metadata)
                        assert code == caught.value.code()
            finally:
                process.terminate()
        refused = subprocess.run([*views, "--listen", "0.0.0.0:0"], capture_output=True, text=True, check=False)
    assert refused.returncode == 1
    assert "goes beyond this machine without TLS" in refused.stderr


async def test_a_delay_holds_for_the_views(tmp_path: Path) -> None:
    """A spectator who is behind sees nothing of a game in the views until it is over, and never what tells of all."""
    with (
        Adjudication([SWTCG], str(tmp_path / "games.db")) as application,
        closing(ProjectionStore(":memory:")) as store,
    ):
        game = play(application, 1, most=10)
        roll, follower = TokenRoll(application), Follower(application, store)
        secrets = [roll.issue(role, str(role), 600_000)[1] for role in (Role.SPECTATOR, Role.FLOOR_JUDGE)]
        server = server_of(follower, msgspec.structs.replace(QUIET, access="tokens", spectator_delay="turn"))
        port = await server.start()
        try:
            async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
                views = stubs.ProjectionServiceStub(channel)
                spectator, judge = ((("authorization", f"Bearer {secret}"),) for secret in secrets)
                asked: list[tuple[Any, Any]] = [
                    (views.ListTimeline, pb.ListTimelineRequest(game=game)),
                    (views.ListRulings, pb.ListRulingsRequest(game=game)),
                    (views.GetDiceStatistics, pb.GetDiceStatisticsRequest(game=game)),
                ]
                of_all: list[tuple[Any, Any]] = [
                    (views.ListStandings, pb.ListStandingsRequest()),
                    (views.GetRuleCoverage, pb.GetRuleCoverageRequest()),
                    (views.ListRulings, pb.ListRulingsRequest()),
                    (views.GetDiceStatistics, pb.GetDiceStatisticsRequest()),
                ]
                follower.catch_up()
                for call, request in (*asked, *of_all):
                    await call(request, metadata=judge)
                    with pytest.raises(grpc.aio.AioRpcError, match="with a delay") as caught:
                        await call(request, metadata=spectator)
                    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
                application.close_game(game)
                follower.catch_up()
                for call, request in asked:
                    assert (await call(request, metadata=judge)) == (await call(request, metadata=spectator))
                for call, request in of_all:
                    with pytest.raises(grpc.aio.AioRpcError, match="with a delay"):
                        await call(request, metadata=spectator)
        finally:
            await server.stop()
