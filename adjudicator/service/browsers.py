"""Opens a server's door for browsers if the configuration asks for it; without it nothing of it is even imported."""

from __future__ import annotations

from adjudicator.service.beside import HEALTH, guard_of_few
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.guard import Guard
from adjudicator.service.server import Desks, Server


def let_browsers_in(configuration: Configuration, guard: Guard, server: Server, desks: Desks) -> None:
    """Add the door for browsers. Raises ConfigurationError if the extra is missing."""
    if not configuration.web:
        return
    try:
        from adjudicator.service.web.door import WebDoor  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise ConfigurationError("configuration: web: pip install 'adjudicator[web]'") from error
    few = guard_of_few(configuration)
    server.doors.append(WebDoor(configuration, ((guard, desks), (few, [(HEALTH, server.health)]))))
