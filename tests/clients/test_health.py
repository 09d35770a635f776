"""`adjudicate health`."""

from __future__ import annotations

import asyncio
import json

import pytest
from grpc_health.v1.health_pb2 import HealthCheckResponse

from adjudicator_cli.main import main
from tests.service.running import Running

NOT_SERVING = HealthCheckResponse.NOT_SERVING


async def test_health_of_a_service(service: Running, capsys: pytest.CaptureFixture[str]) -> None:
    """Says SERVING with status 0 of a ready service and of one that is alive, and needs no token."""
    for flags in ([], ["--alive"]):
        assert 0 == await asyncio.to_thread(main, ["health", "--server", service.address, *flags])
        assert "SERVING" == capsys.readouterr().out.strip()
    service.server.health.set([""], NOT_SERVING)
    assert 1 == await asyncio.to_thread(main, ["health", "--server", service.address])
    assert "NOT_SERVING" == capsys.readouterr().out.strip()
    assert 0 == await asyncio.to_thread(main, ["health", "--server", service.address, "--alive"])


def test_health_of_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    """Where nobody listens the status is 1, and the word says why."""
    assert 1 == main(["health", "--server", "127.0.0.1:1", "--json"])
    assert {"server": "127.0.0.1:1", "status": "UNAVAILABLE"} == json.loads(capsys.readouterr().out)
