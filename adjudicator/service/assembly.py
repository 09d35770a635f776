"""Puts a server together over a store, with any games; this module knows none of them."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.application import Adjudication
from adjudicator.citations import Books
from adjudicator.kernel.game import Game
from adjudicator.service.browsers import let_browsers_in
from adjudicator.service.config import Configuration
from adjudicator.service.furnishing import furnish
from adjudicator.service.server import Server
from adjudicator.service.telemetry import observe


def assemble(configuration: Configuration, games: Iterable[Game], books: Books) -> tuple[Server, Adjudication]:
    """A server over a store, with any games; call it in the running loop, and close the application at the end."""
    made = furnish(configuration, games, books)
    application, notices = made.application, made.notices
    server = Server(configuration, made.guard, made.desks, notices)
    every = configuration.watch_poll_seconds
    if (doorkeeper := made.doorkeeper) is not None:
        server.while_serving(lambda: doorkeeper.follow(every))
    begin = application.last_position()
    server.while_serving(lambda: notices.follow(application.moved, begin, every, server.store_answers))
    gauges = {
        ("games_in_memory", "Games whose table is at hand"): application.games_in_memory,
        ("log_position", "The newest position of the log at the last look"): lambda: notices.position,
    }
    observe(configuration, made.guard, server, gauges)
    let_browsers_in(configuration, made.guard, server, made.desks)
    return server, application
