"""The composition root: the parts of this project put together; serves until a signal comes, stops gracefully."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import signal
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec
from google.protobuf.descriptor import ServiceDescriptor

from adjudicator.api.v1 import card_service_pb2
from adjudicator.application import Adjudication
from adjudicator.cases import games
from adjudicator.citations import load
from adjudicator.service import logs
from adjudicator.service.assembly import assemble
from adjudicator.service.cards import CardDesk
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.house import House
from adjudicator.service.offerings import swtcg
from adjudicator.service.processor import keep_to
from adjudicator.service.server import Server
from adjudicator.swtcg.cards.catalogue import CardSet, Catalogue, our_catalogue


def catalogue_of(configuration: Configuration) -> Catalogue:
    """The cards on offer: ours, and before them the operator's own sets. Raises ConfigurationError."""
    if not configuration.cards:
        return our_catalogue()
    try:
        files = sorted(each for each in Path(configuration.cards).iterdir() if each.suffix == ".json")
        return Catalogue(added=[msgspec.json.decode(each.read_bytes(), type=CardSet) for each in files])
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigurationError(f"configuration: cards: {configuration.cards}: {error}") from error


def of_star_wars(configuration: Configuration) -> tuple[Server, Adjudication]:
    """The server with the games that this project knows."""
    catalogue = catalogue_of(configuration)
    games.know(lambda: catalogue)
    books = load(Path(configuration.rulebooks) if configuration.rulebooks else None)

    def of_the_game(house: House) -> Iterable[tuple[ServiceDescriptor, Any]]:
        yield card_service_pb2.DESCRIPTOR.services_by_name["CardService"], CardDesk(catalogue, house.quote)

    return assemble(configuration, [swtcg(catalogue)], books, of_the_game)


def settle_memory() -> None:
    """Take what has been loaded for good (rules, cards, code) out of the garbage collector's rounds; they begin now."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


def open_many_files() -> None:
    """Let this process have as many open files as it is allowed: each connection is one."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - it does not exist on every system

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if now != most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def serve(configuration: Configuration, ready: Callable[[int], None] = lambda _: None) -> None:
    """Serve until SIGTERM or SIGINT, then stop gracefully; `ready` is told the port. Raises LogWentBackError."""
    server, application = of_star_wars(configuration)
    with application:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, stop.set)
        settle_memory()
        open_many_files()
        ready(await server.start())
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((stopping, server.broken), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await server.stop()
        if server.broken.done():
            raise server.broken.result()


def run(configuration: Configuration, ready: Callable[[int], None] = lambda _: None) -> None:
    """Serve in this process, on uvloop where there is one.

    Raises ConfigurationError, PortTakenError, LogWentBackError.
    """
    logs.configure(configuration)
    keep_to(configuration.processor)
    if importlib.util.find_spec("uvloop"):
        import uvloop  # noqa: PLC0415 - it does not exist on every system

        uvloop.run(serve(configuration, ready))
    else:
        asyncio.run(serve(configuration, ready))
