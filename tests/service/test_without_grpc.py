"""Everything that answers calls works where there is no gRPC: only its own server needs it."""

from __future__ import annotations

import subprocess
import sys

PROGRAMME = """
import asyncio, sys
sys.modules["grpc"] = sys.modules["grpc_health"] = sys.modules["grpc_reflection"] = None  # importing them now fails

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.citations import load
from adjudicator.service.config import Configuration
from adjudicator.service.furnishing import furnish
from tests.kit.harbour import HARBOUR

class Context:
    def __init__(self, request): self.request = request
    async def read(self): return self.request.SerializeToString()
    def time_remaining(self): return None
    def invocation_metadata(self): return None

async def abort(_, refused):
    raise refused

async def main():
    made = furnish(Configuration(store="sqlite:///:memory:", log_level="error"), [HARBOUR], load())
    with made.application:
        (desk,) = (desk for service, desk in made.desks if service.name == "RulingService")
        method = pb.DESCRIPTOR.services_by_name["RulingService"].methods_by_name["ShowTable"]
        show = made.guard.unary(method, desk.ShowTable, abort)
        try:
            await show(None, Context(pb.ShowTableRequest()))
        except Exception as refused:
            print(refused.reason)

asyncio.run(main())
"""


def test_desks_and_guard_need_no_grpc() -> None:
    """They are made, and a call is refused with its reason, where gRPC cannot be imported."""
    done = subprocess.run([sys.executable, "-c", PROGRAMME], capture_output=True, text=True, check=False)
    assert ("FIELD_INVALID", "") == (done.stdout.strip().split("\n")[-1], done.stderr)
