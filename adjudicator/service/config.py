"""The one typed configuration of the service: every option, its default, and where it is read from.

`deploy/README.md` carries the same list; a test compares them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Annotated

import msgspec

PREFIX = "ADJUDICATOR_"
NOT_OURS = ("SERVER", "SHARED", "TOKEN", "AUTHORITY", "BROWSER")
"""Variables with our prefix that others read: where the command finds the service and what it shows there, and for
the tests the copies of files and the browser.
"""

Positive = Annotated[int, msgspec.Meta(ge=1)]
Seconds = Annotated[float, msgspec.Meta(gt=0)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]


class ConfigurationError(ValueError):
    """An option that does not fit; the message names it and says what would fit."""

    told_to_people = True


class Configuration(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the service runs.

    An option `max_message_bytes` is the flag `--max-message-bytes` of `adjudicate serve` and the environment
    variable `ADJUDICATOR_MAX_MESSAGE_BYTES`; the flag wins.
    """

    listen: str = "127.0.0.1:50051"
    web: str = ""
    web_hosts: str = ""
    web_origins: str = ""
    views: str = ""
    store: str = "sqlite:///adjudicator.sqlite"
    rulebooks: str = ""
    cards: str = ""
    signing_key: str = ""
    access: str = "open"
    calls_per_second: NotNegative = 50.0
    tls_certificate: str = ""
    tls_key: str = ""
    tls_client_authority: str = ""
    exposed: bool = False
    log_level: str = "info"
    max_message_bytes: Positive = 1_048_576
    max_concurrent_rpcs: Positive = 256
    max_watchers: Positive = 1024
    max_connections: Positive = 4096
    games_in_memory: Positive = 1024
    processor: Annotated[int, msgspec.Meta(ge=0)] | None = None
    deadline_seconds: Seconds = 10.0
    longest_deadline_seconds: Seconds = 60.0
    grace_seconds: Seconds = 10.0
    watch_poll_seconds: Seconds = 1.0
    spectator_delay: str = ""
    metrics: str = ""
    telemetry: str = "off"


_ORIGIN = re.compile(r"https?://[a-z0-9.\-\[\]:]+").fullmatch
_WAYS = re.compile(r"(?P<entries>[1-9]\d{0,5})|(?P<seconds>[1-9]\d{0,5})s|turn").fullmatch


class Delay(msgspec.Struct, frozen=True):
    """By how much spectators are behind: by entries, by seconds, or (neither) until the turn ends."""

    entries: int = 0
    seconds: int = 0


def read_delay(text: str) -> Delay | None:
    """A delay as the configuration has it: `20` (entries), `90s`, `turn`; None for none. Raises ValueError."""
    if not text:
        return None
    found = _WAYS(text)
    if found is None:
        raise ValueError(f"{text!r} is not a delay: give a number of entries, seconds as `90s`, or `turn`")
    return Delay(int(found["entries"] or 0), int(found["seconds"] or 0))


MEANINGS: Mapping[str, str] = {
    "listen": "address and port, HOST:PORT or [IPv6]:PORT; port 0 takes a free one",
    "web": "address and port for browsers, HOST:PORT: the pages of the console, and every call over HTTP/1.1; none if "
    "empty",
    "web_hosts": "further names by which browsers reach that port, with commas between, as tables.example.org, "
    "also by a proxy in front",
    "web_origins": "pages of others that may call there, with commas between, as https://club.example.org",
    "views": "HOST:PORT of `python -m adjudicator_views`; calls for views are passed on to it there",
    "store": "where the log is: sqlite:///FILE (four slashes for an absolute path), sqlite:///:memory: "
    "or postgresql://USER@HOST/DATABASE",
    "rulebooks": "a folder with your own copies of the rulebooks; citations then show the passage",
    "cards": "a folder with sets of your own, as `adjudicate cards import` keeps them; they "
    "come before ours of the same code",
    "signing_key": "a key file made by `adjudicate key`; checkpoints of the log are then signed with it",
    "access": "open: everybody at the port may do everything; tokens: every call needs one (`adjudicate token`)",
    "calls_per_second": "how many calls a token may make, with bursts of twice as many; 0: as many as it likes",
    "tls_certificate": "a PEM file with the service's certificate chain; with it the port speaks TLS",
    "tls_key": "a PEM file with the certificate's private key",
    "tls_client_authority": "a PEM file with the authority that clients' certificates must come from (mutual TLS)",
    "exposed": "true: listen beyond this machine without TLS or tokens, because something in front has them",
    "log_level": "debug, info, warning or error; logs go to standard error, one event a line",
    "max_message_bytes": "largest message taken; a larger one is refused with RESOURCE_EXHAUSTED",
    "max_concurrent_rpcs": "calls under way at once; more are refused with RESOURCE_EXHAUSTED",
    "max_watchers": "streams under way at once; more are refused with RESOURCE_EXHAUSTED",
    "max_connections": "connections at once; more are closed as they come",
    "games_in_memory": "games whose tables are at hand; others are read again when they are asked for",
    "processor": "the number of a processor that the service keeps to, as if it were its own (Linux); default: any",
    "deadline_seconds": "how long a call without a deadline of its own may take, from its first byte",
    "longest_deadline_seconds": "the longest time for any call but a stream, even if it names a later deadline",
    "grace_seconds": "after SIGTERM or SIGINT: how long the calls under way may go on",
    "watch_poll_seconds": "how often to look for entries of other processes: for watchers, and for tables in memory",
    "spectator_delay": "by how much spectators' tokens are behind until a game is over: a number of entries, seconds "
    "as 90s, or turn (until the turn ends); empty: not at all",
    "metrics": "address and port for Prometheus to ask, HOST:PORT, on this machine; none if empty",
    "telemetry": "off, or otlp: send traces and metrics to an OpenTelemetry collector (OTEL_EXPORTER_OTLP_ENDPOINT)",
}
"""What each option means, in a line; `adjudicate serve --help` prints it."""

ACCESS = ("open", "tokens")
TELEMETRY = ("off", "otlp")
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
    for name, those in (("log_level", LOG_LEVELS), ("telemetry", TELEMETRY)):
        if getattr(found, name) not in those:
            raise ConfigurationError(f"configuration: {name} {getattr(found, name)!r} is not one of {', '.join(those)}")
    try:
        delayed = read_delay(found.spectator_delay)
    except ValueError as error:
        raise ConfigurationError(f"configuration: spectator_delay: {error}") from error
    if delayed and found.access != "tokens":
        raise ConfigurationError("configuration: spectator_delay: without tokens (access) nobody is a spectator")
    _safe(found)
    for each in names(found.web_origins):
        if not _ORIGIN(each):
            raise ConfigurationError(
                f"configuration: web_origins: {each!r} is not an origin, as https://club.example.org"
            )
    _kept_here(found)
    return found


def _kept_here(found: Configuration) -> None:
    """Raise ConfigurationError where views or metrics lie open beyond this machine, and nobody has said so."""
    if found.views and not (found.exposed or _of_this_machine(address(found.views, "views")[0])):
        raise ConfigurationError(
            f"configuration: views {found.views!r} is beyond this machine, and calls are passed on in the clear; "
            "if something between keeps them safe, say exposed = true"
        )
    if found.metrics and not (found.exposed or _of_this_machine(address(found.metrics, "metrics")[0])):
        raise ConfigurationError(
            f"configuration: metrics {found.metrics!r} goes beyond this machine, where anybody may read them; "
            "if something in front of the service keeps them, say exposed = true"
        )


def address(text: str, option: str = "listen") -> tuple[str, int]:
    """Host and port of HOST:PORT. Raises ConfigurationError."""
    host, colon, port = text.rpartition(":")
    if not (host and colon and port.isdigit() and int(port) < 65536):
        raise ConfigurationError(f"configuration: {option} {text!r} is not HOST:PORT")
    return host.strip("[]"), int(port)


def names(text: str) -> tuple[str, ...]:
    """The names of a list with commas between."""
    return tuple(each.strip().lower() for each in text.split(",") if each.strip())


def _safe(found: Configuration) -> None:
    """Whether it may run so. Raises ConfigurationError."""
    if found.access not in ACCESS:
        raise ConfigurationError(f"configuration: access {found.access!r} is not one of {', '.join(ACCESS)}")
    if bool(found.tls_certificate) != bool(found.tls_key):
        raise ConfigurationError("configuration: tls_certificate and tls_key belong together")
    if found.tls_client_authority and not found.tls_certificate:
        raise ConfigurationError("configuration: tls_client_authority needs tls_certificate and tls_key")
    ports = {"listen": found.listen, "web": found.web}
    beyond = [f"{each} {at!r}" for each, at in ports.items() if at and not _of_this_machine(address(at, each)[0])]
    if found.exposed or not beyond:
        return
    missing = [
        what
        for what, there in (
            ("TLS (tls_certificate, tls_key)", found.tls_certificate),
            ("tokens (access)", found.access == "tokens"),
        )
        if not there
    ]
    if missing:
        raise ConfigurationError(
            f"configuration: {' and '.join(beyond)} goes beyond this machine without {' and '.join(missing)}; "
            "if something in front of the service has them, say exposed = true"
        )


def _of_this_machine(host: str) -> bool:
    """Whether nobody beyond this machine can reach a host."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
