"""The credentials of a client: its token, and the authority that it trusts."""

from __future__ import annotations

from dataclasses import dataclass, field

import grpc

from adjudicator_client import requests


@dataclass(frozen=True)
class Credentials:
    """How a client connects. `token` goes with every call; none of it is ever shown.

    `authority` is the PEM text of the certificate authority that the service's certificate comes from; with it, or with
    `tls`, the connection speaks TLS (`tls` alone trusts the authorities of the system). `certificate` and `key` are the
    client's own, in PEM, where the service asks for them.
    """

    token: str = field(default="", repr=False)
    authority: bytes | None = field(default=None, repr=False)
    certificate: bytes | None = field(default=None, repr=False)
    key: bytes | None = field(default=None, repr=False)
    tls: bool = False

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The metadata of every call."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()

    def channel(self, target: str) -> grpc.Channel:
        """A connection for blocking calls."""
        secured, options = self._secured(), requests.channel_options()
        if secured is None:
            return grpc.insecure_channel(target, options)
        return grpc.secure_channel(target, secured, options)

    def aio_channel(self, target: str) -> grpc.aio.Channel:
        """A connection for asyncio."""
        secured, options = self._secured(), requests.channel_options()
        if secured is None:
            return grpc.aio.insecure_channel(target, options)
        return grpc.aio.secure_channel(target, secured, options)

    def _secured(self) -> grpc.ChannelCredentials | None:
        if self.authority is None and self.certificate is None and not self.tls:
            return None
        return grpc.ssl_channel_credentials(self.authority, self.key, self.certificate)


NO_CREDENTIALS = Credentials()
