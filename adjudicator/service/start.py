"""The composition root: the parts of this project put together; serves until a signal comes, stops gracefully."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from adjudicator.application import Adjudication
from adjudicator.citations import load
from adjudicator.games import GameList, cards_in
from adjudicator.kernel.game import Game, no_cards
from adjudicator.kernel.game.cards import OwnCardsError
from adjudicator.service import logs
from adjudicator.service.assembly import assemble
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.processor import keep_to
from adjudicator.service.server import Server


def games_of(configuration: Configuration) -> tuple[Game, ...]:
    """The games of the list, with the operator's own sets of cards; ready to be asked. Raises ConfigurationError."""
    games = tuple(GameList(cards_in(Path(configuration.cards)) if configuration.cards else no_cards))
    try:
        for game in games:
            game.load()
            game.cards.digest  # noqa: B018 - the cards are loaded now, so that a set that cannot be read is told
    except (OSError, OwnCardsError) as error:
        raise ConfigurationError(f"configuration: cards: {configuration.cards}: {error}") from error
    return games


def of_all_games(configuration: Configuration) -> tuple[Server, Adjudication]:
    """The server with the games of the list."""
    books = load(Path(configuration.rulebooks) if configuration.rulebooks else None)
    return assemble(configuration, games_of(configuration), books)


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


Ready = Callable[..., None]
"""Is told the port, and that for browsers if there is one."""


async def serve(configuration: Configuration, ready: Ready = lambda *_: None) -> None:
    """Serve until SIGTERM or SIGINT, then stop gracefully. Raises LogWentBackError."""
    server, application = of_all_games(configuration)
    with application:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for each in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(each, stop.set)
        settle_memory()
        open_many_files()
        ready(await server.start(), *(door.port for door in server.doors))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait((stopping, server.broken), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        await server.stop()
        if server.broken.done():
            raise server.broken.result()


def run(configuration: Configuration, ready: Ready = lambda *_: None) -> None:
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
