"""The one typed configuration of the service: every option, its default, and where it is read from.

`deploy/README.md` carries the same list; a test compares them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated

import msgspec

PREFIX = "ADJUDICATOR_"
NOT_OURS = ("SERVER", "SHARED")
"""Variables with our prefix that are read by others: the command's service, and the tests' own copies of files."""

Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]


class ConfigurationError(ValueError):
    """An option that does not fit; the message names it and says what would fit."""


class Configuration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the service runs.

    An option `max_message_bytes` is the flag `--max-message-bytes` of `adjudicate serve` and the environment
    variable `ADJUDICATOR_MAX_MESSAGE_BYTES`; the flag wins.
    """

    listen: str = "127.0.0.1:50051"
    store: str = "sqlite:///adjudicator.sqlite"
    rulebooks: str = ""
    signing_key: str = ""
    log_level: str = "info"
    max_message_bytes: Positive = 1_048_576
    max_concurrent_rpcs: Positive = 256
    max_watchers: Positive = 1024
    deadline_seconds: Seconds = 10.0
    grace_seconds: Seconds = 10.0
    watch_poll_seconds: Seconds = 1.0


MEANINGS: Mapping[str, str] = {
    "listen": "address and port, HOST:PORT or [IPv6]:PORT; port 0 takes a free one; cleartext",
    "store": "where the log is: sqlite:///FILE (four slashes for an absolute path), sqlite:///:memory: "
    "or postgresql://USER@HOST/DATABASE",
    "rulebooks": "a folder with your own copies of the rulebooks; citations then show the passage",
    "signing_key": "a key file made by `adjudicate key`; checkpoints of the log are then signed with it",
    "log_level": "debug, info, warning or error; logs go to standard error, one event a line",
    "max_message_bytes": "largest message taken; a larger one is refused with RESOURCE_EXHAUSTED",
    "max_concurrent_rpcs": "calls under way at once; more are refused with RESOURCE_EXHAUSTED",
    "max_watchers": "streams under way at once; more are refused with RESOURCE_EXHAUSTED",
    "deadline_seconds": "how long a call without a deadline of its own may wait",
    "grace_seconds": "after SIGTERM or SIGINT: how long the calls under way may go on",
    "watch_poll_seconds": "how often to look for entries of other processes: for watchers, and for tables in memory",
}
"""What each option means, in a line; `adjudicate serve --help` prints it."""

LOG_LEVELS = ("debug", "info", "warning", "error")


def configuration(
    given: Mapping[str, str] | None = None, environment: Mapping[str, str] | None = None
) -> Configuration:
    """The configuration from flags (by field name, as text) over environment variables over defaults.

    Raises ConfigurationError for an unknown variable with our prefix and for a value that does not fit.
    """
    environment = os.environ if environment is None else environment
    read = {
        name.removeprefix(PREFIX).lower(): value
        for name, value in environment.items()
        if name.startswith(PREFIX) and name.removeprefix(PREFIX) not in NOT_OURS
    }
    read |= given or {}
    try:
        found = msgspec.convert(read, Configuration, strict=False)
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"configuration: {error}; the options are {', '.join(MEANINGS)}") from error
    if found.log_level not in LOG_LEVELS:
        raise ConfigurationError(f"configuration: log_level {found.log_level!r} is none of {', '.join(LOG_LEVELS)}")
    host, colon, port = found.listen.rpartition(":")
    if not (host and colon and port.isdigit() and int(port) < 65536):
        raise ConfigurationError(f"configuration: listen {found.listen!r} is not HOST:PORT")
    return found
