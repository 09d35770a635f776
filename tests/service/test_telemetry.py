"""Numbers for Prometheus and traces for a collector: what they count, and that they cost nothing unless asked for."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from typing import Any, cast

import grpc
import msgspec
import pytest
import structlog
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2, metrics_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc

from adjudicator.application import Adjudication
from adjudicator.service.config import ConfigurationError, configuration
from adjudicator.service.logs import bind_call
from adjudicator_client import RefusedError
from adjudicator_views.follower import Follower
from adjudicator_views.service.serving import server_of
from adjudicator_views.store import ProjectionStore
from tests.architecture.sources import text
from tests.service.running import QUIET, SOON, Running, running

TRACE = "0af7651916cd43dd8448eb211c80319c"


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def _scraped(port: int) -> str:
    def ask() -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            return str(answer.read().decode())

    return await asyncio.to_thread(ask)


def _position(told: str) -> float:
    """How far the log has come."""
    return float(re.findall(r"^adjudicator_log_position (.*)", told, re.MULTILINE)[0])


async def _a_game(service: Running) -> str:
    """A game with one declaration, and one call that is refused."""
    game = await service.opened()
    seat = (await service.client.game(game)).question.asked[0]
    await service.client.submit(game, f"{seat}: pass")
    with pytest.raises(RefusedError):
        await service.client.submit(game, "nonsense")
    return game


async def test_prometheus_reads_what_happened() -> None:
    """Calls by their code, refusals by their reason, times, and what is under way; and no more once it has stopped."""
    port = _free_port()
    async with running(metrics=f"127.0.0.1:{port}") as service:
        await _a_game(service)
        for _ in range(20 * SOON):  # it looks at the log every so often
            if _position(found := await _scraped(port)) > 0:
                break
            await asyncio.sleep(0.05)
    of_submit = 'service="RulingService"'
    for line in (
        f'adjudicator_calls_total{{code="OK",method="SubmitDeclaration",{of_submit}}} 1.0',
        f'adjudicator_calls_total{{code="INVALID_ARGUMENT",method="SubmitDeclaration",{of_submit}}} 1.0',
        'adjudicator_refusals_total{reason="NOT_UNDERSTOOD"} 1.0',
        f'adjudicator_call_seconds_count{{method="SubmitDeclaration",{of_submit}}} 2.0',
        "adjudicator_calls_under_way 0.0",
        "adjudicator_games_in_memory 1.0",
        "adjudicator_ready 1.0",
    ):
        assert line in found
    assert _position(found) > 0
    with pytest.raises(OSError, match="refused"):
        await _scraped(port)


@asynccontextmanager
async def _views(application: Adjudication) -> AsyncIterator[int]:
    """Views of a log that have read it and are served; the port of their metrics."""
    port = _free_port()
    with closing(ProjectionStore(":memory:")) as store:
        follower = Follower(application, store)
        server = server_of(follower, msgspec.structs.replace(QUIET, metrics=f"127.0.0.1:{port}"))
        await server.start()
        try:
            yield port
        finally:
            await server.stop()


async def test_the_dashboard_names_metrics_that_exist() -> None:
    """Every metric of every panel is one that a running service answers, and every metric of ours is drawn."""
    dashboard = json.loads(text("deploy/grafana-dashboard.json"))
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    asked += [each["query"] for each in dashboard["templating"]["list"] if each["type"] == "query"]
    named = {name for each in asked for name in re.findall(r"\b(?:adjudicator|process)_[a-z_]+", each)}
    port = _free_port()
    async with running(metrics=f"127.0.0.1:{port}") as service:
        await _a_game(service)
        told = await _scraped(port)
        async with _views(service.application) as port_of_views:
            told += await _scraped(port_of_views)
        found = set(re.findall(r"^([a-z_]+)[{ ]", told, re.MULTILINE))
    assert set() == named - found
    ours = {
        each for each in found if each.startswith("adjudicator_") and not each.endswith(("_created", "_sum", "_count"))
    }
    assert set() == ours - named


def test_labels_of_the_dashboard_exist() -> None:
    """Queries group and filter by labels that the metrics have."""
    used = set(re.findall(r"by \(([a-z_, ]+)\)", text("deploy/grafana-dashboard.json")))
    assert {"le", "code", "method", "reason", "instance"} >= {each for group in used for each in group.split(", ")}


class Collector(trace_service_pb2_grpc.TraceServiceServicer, metrics_service_pb2_grpc.MetricsServiceServicer):
    """Takes what a service sends over OTLP."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        self.metrics: set[str] = set()
        self.services: set[str] = set()

    def Export(self, request: Any, context: Any) -> Any:  # noqa: N802 - gRPC's name
        """Spans or metrics."""
        if isinstance(request, metrics_service_pb2.ExportMetricsServiceRequest):
            for each in request.resource_metrics:
                self.metrics |= {metric.name for scope in each.scope_metrics for metric in scope.metrics}
            return metrics_service_pb2.ExportMetricsServiceResponse()
        for each in request.resource_spans:
            self.services |= {
                kept.value.string_value for kept in each.resource.attributes if kept.key == "service.name"
            }
            self.spans += [span for scope in each.scope_spans for span in scope.spans]
        return trace_service_pb2.ExportTraceServiceResponse()


async def test_a_collector_gets_traces_and_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """A span a call with request, game and entry, under the caller's trace, which the log names too; what is the
    caller's mistake is no error of ours.
    """
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(2))
    for add in (
        trace_service_pb2_grpc.add_TraceServiceServicer_to_server,
        metrics_service_pb2_grpc.add_MetricsServiceServicer_to_server,
    ):
        cast("Any", add)(collector, server)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}")
    server.start()
    with structlog.testing.capture_logs([bind_call]) as logs:
        async with running(telemetry="otlp") as service:
            service.client.metadata = (("traceparent", f"00-{TRACE}-b7ad6b7169203331-01"),)
            game = await _a_game(service)
    server.stop(0)
    assert {"adjudicator"} == collector.services
    assert "rpc.server.call.duration" in collector.metrics
    said = [span for span in collector.spans if span.name.endswith("RulingService/SubmitDeclaration")]
    assert [TRACE] * 2 == [span.trace_id.hex() for span in said]
    told = [{each.key: each.value for each in span.attributes} for span in said]
    assert [game] * 2 == [each["adjudicator.game"].string_value for each in told]
    assert [0, 3] == [each["rpc.grpc.status_code"].int_value for each in told]
    assert told[0]["adjudicator.entry"].int_value
    assert told[0]["adjudicator.request_id"].string_value
    assert "NOT_UNDERSTOOD" == told[1]["adjudicator.reason"].string_value
    assert [0, 0] == [span.status.code for span in said]
    assert [TRACE, TRACE] == [each["trace"] for each in logs if each.get("method") == "SubmitDeclaration"]


async def test_a_collector_that_is_away_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls are answered, and the service stops within seconds."""
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    async with asyncio.timeout(SOON):
        async with running(telemetry="otlp") as service:
            await _a_game(service)


def test_unless_asked_for_nothing_is_imported() -> None:
    """A service without telemetry does not know of the libraries."""
    code = "import sys, adjudicator.service.start; print([m for m in sys.modules if m.startswith(('opentel', 'prom'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "[]" == done.stdout.strip()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"metrics": "0.0.0.0:9464"}, "beyond this machine"),
        ({"metrics": "9464"}, "metrics '9464' is not HOST:PORT"),
        ({"telemetry": "loud"}, "not one of off, otlp"),
    ],
)
def test_what_does_not_fit(given: dict[str, str], says: str) -> None:
    """Numbers are for this machine only, unless somebody answers for it."""
    with pytest.raises(ConfigurationError, match=says):
        configuration(given, {})
    assert "0.0.0.0:9464" == configuration({"metrics": "0.0.0.0:9464", "exposed": "true"}, {}).metrics


async def test_a_port_that_is_taken() -> None:
    """Is an error at the start that names the option."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ConfigurationError, match="metrics"):
            async with running(metrics=f"127.0.0.1:{taken.getsockname()[1]}"):
                pass
