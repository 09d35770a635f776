"""The certificates of the port: read at the start, and again for each connection if their files have changed."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import NamedTuple

import structlog

from adjudicator.service.config import Configuration, ConfigurationError

OPTIONS = ("tls_certificate", "tls_key", "tls_client_authority")
Times = tuple[int, ...]


class Pems(NamedTuple):
    """What the files have."""

    key: bytes
    chain: bytes
    authority: bytes | None


class Certificates:
    """What TLS needs. Connections that stand keep what they began with; new ones get what the files have now.

    Files that do not go together, as between the writing of one and the other, change nothing until they do.
    """

    def __init__(self, configuration: Configuration) -> None:
        """Read the files. Raises ConfigurationError for what cannot be read, is none, or does not go together."""
        self._files = {name: Path(path) for name in OPTIONS if (path := getattr(configuration, name))}
        self._log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        self._read_at = self._times()
        self.first = self._read()

    def context(self) -> ssl.SSLContext:
        """What a port of HTTP/1.1 is opened with: it too looks for new files at each connection."""
        newest = self._context()

        def renew(connection: ssl.SSLObject, _: str | None, __: ssl.SSLContext) -> None:
            nonlocal newest
            if self.changed() is not None:
                newest = self._context()
            connection.context = newest

        first = self._context()
        first.sni_callback = renew
        return first

    def _context(self) -> ssl.SSLContext:
        found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        found.load_cert_chain(self._files["tls_certificate"], self._files["tls_key"])
        found.set_alpn_protocols(["http/1.1"])
        if "tls_client_authority" in self._files:
            found.load_verify_locations(self._files["tls_client_authority"])
            found.verify_mode = ssl.CERT_REQUIRED
        return found

    def changed(self) -> Pems | None:
        """What the files have now, if it is something new and sound; looked for at each connection."""
        times = self._times()
        if times == self._read_at:
            return None
        self._read_at = times
        try:
            found = self._read()
        except ConfigurationError as error:
            self._log.warning("certificates_not_read", why=str(error))
            return None
        self._log.info("certificates_read")
        return found

    def _times(self) -> Times:
        """When the files were written, 0 for one that is not there."""
        return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in self._files.values())

    def _read(self) -> Pems:
        found = {name: _pem(path, name) for name, path in self._files.items()}
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
                self._files["tls_certificate"], self._files["tls_key"]
            )
        except (OSError, ssl.SSLError) as error:
            raise ConfigurationError(f"configuration: tls_certificate and tls_key: {error}") from error
        return Pems(found["tls_key"], found["tls_certificate"], found.get("tls_client_authority"))


def _pem(path: Path, option: str) -> bytes:
    try:
        found = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"configuration: {option}: {error}") from error
    if b"-----BEGIN" not in found:
        raise ConfigurationError(f"configuration: {option}: {path} is not a PEM file")
    return found
