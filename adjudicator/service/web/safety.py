"""Who may ask, before anything is read: any page in the judge's browser can reach a port of the judge's machine.

A page of somebody else is told by its `Origin` and by `Sec-Fetch-Site`; a name of somebody else that leads to us
(DNS rebinding) by `Host`. Names that a proxy reports (`X-Forwarded-*`) are never believed: the proxy passes `Host` on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from adjudicator.service.config import Configuration, address, names
from adjudicator.service.errors import RefusedError
from adjudicator.service.status import Code

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
"""What every answer carries."""

ASKED = (
    b"authorization, content-type, connect-protocol-version, connect-timeout-ms, grpc-timeout, x-grpc-web, "
    b"x-user-agent, adjudicator-game, traceparent"
)
TOLD = b"grpc-status, grpc-message, grpc-status-details-bin"
ALLOWED_FOR_SECONDS = b"3600"
OURS = frozenset({b"same-origin", b"none"})
"""What browsers say of a request that our own page makes, or the person at the address line."""

Headers = Mapping[bytes, bytes]
Local = tuple[str, int]
"""The address and port that a connection came in by."""


class Safety:
    """What one door takes: the names it goes by, and the origins of other pages that may call."""

    def __init__(self, configuration: Configuration) -> None:
        self._hosts = frozenset(names(configuration.web_hosts))
        self._origins = frozenset(each.encode() for each in names(configuration.web_origins))
        self._own = address(configuration.web, "web")[0].lower()
        self._known = lru_cache(1024)(self._is_known)

    def check(self, local: Local, headers: Headers, *, calls: bool) -> tuple[tuple[bytes, bytes], ...]:
        """Whether a request is taken; what its answer carries for a foreign page. Raises RefusedError.

        `calls` says that it is a call and not for a page: pages may be led to from anywhere.
        """
        host, origin = headers.get(b"host", b""), headers.get(b"origin")
        if not self._known(local, host):
            raise _refused("HOST_REFUSED", "host", host, "web_hosts")
        if origin is None or origin in {b"http://" + host, b"https://" + host}:
            if calls and headers.get(b"sec-fetch-site", b"none") not in OURS:
                raise _refused("ORIGIN_REFUSED", "site", headers[b"sec-fetch-site"], "web_origins")
            return ()
        if origin not in self._origins:
            raise _refused("ORIGIN_REFUSED", "origin", origin, "web_origins")
        return (
            (b"access-control-allow-origin", origin),
            (b"access-control-expose-headers", TOLD),
            (b"vary", b"origin"),
        )

    def _is_known(self, local: Local, host: bytes) -> bool:
        """Whether a name is ours: one that the operator named, or the very address that the connection came to."""
        name, port = split(host.decode("latin-1").lower())
        if {name, f"{name}:{port}"} & self._hosts:
            return True
        if port != local[1]:
            return False
        if name == self._own:
            return True
        try:
            here = ip_address(local[0])
            here = (here.ipv4_mapped or here) if isinstance(here, IPv6Address) else here
            return (name == "localhost" and here.is_loopback) or ip_address(name) == here
        except ValueError:
            return False


PREFLIGHT = (
    (b"access-control-allow-methods", b"GET, POST"),
    (b"access-control-allow-headers", ASKED),
    (b"access-control-max-age", ALLOWED_FOR_SECONDS),
)
"""What a page that may call is told when it asks first."""


def split(host: str) -> tuple[str, int]:
    """Name and port of a `Host`; without one it is HTTP's own, which our port never is."""
    name, colon, port = host.rpartition(":")
    if not colon or not port.isdigit() or len(port) > 5:
        return host.strip("[]"), 80
    return name.strip("[]"), int(port)


def _refused(reason: str, what: str, value: bytes, option: str) -> RefusedError:
    shown = value.decode("latin-1") or "(none)"
    message = f"the {what} {shown} is not one of this service; an operator may name it in --{option.replace('_', '-')}"
    return RefusedError(Code.PERMISSION_DENIED, reason, message, metadata={what: shown})
