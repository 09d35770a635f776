"""A server for the bench, in a process of its own: the real one, and beside it a service whose call does nothing.

The idle service is RulingService under another port of the same process, behind a guard of its own with the
same settings, so that both calls meet the same interceptors.
"""

from __future__ import annotations

import sys
from typing import Any

import uvloop

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator.service import logs
from adjudicator.service.config import Configuration
from adjudicator.service.guard import Guard
from adjudicator.service.notices import Notices
from adjudicator.service.processor import keep_to
from adjudicator.service.server import Server
from adjudicator.service.start import of_all_games, settle_memory
from adjudicator.service.translating import translate


class Idle:
    """RulingService that answers at once."""

    def __getattr__(self, name: str) -> Any:
        if not name[:1].isupper():
            raise AttributeError(name)
        answer = getattr(pb, f"{name}Response")()

        async def call(request: Any) -> Any:
            return answer

        return call


async def main(store: str, games_in_memory: int) -> None:
    """Serve both until the process is ended; print the three ports on one line each."""
    configuration = Configuration(
        listen="127.0.0.1:0", web="127.0.0.1:0", store=store, games_in_memory=games_in_memory, log_level="error"
    )
    logs.configure(configuration)
    real, application = of_all_games(configuration)
    services = pb.DESCRIPTOR.services_by_name["RulingService"]
    idle = Server(configuration, Guard(configuration, translate), [(services, Idle())], Notices())
    with application:
        settle_memory()
        print(await real.start(), flush=True)
        print(await idle.start(), flush=True)
        print(real.doors[0].port, flush=True)
        await real.ended()


if __name__ == "__main__":
    for processor in sys.argv[3:]:
        keep_to(int(processor))
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))
