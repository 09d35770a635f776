"""The client for asyncio: the same methods as the blocking one, to be awaited or iterated over."""

from __future__ import annotations

from clients.python.admitting import AioAdmitting
from clients.python.auditing import AioAuditing
from clients.python.consulting import AioConsulting
from clients.python.disputing import AioDisputing
from clients.python.explaining import AioExplaining
from clients.python.gaming import AioGaming
from clients.python.proving import AioProving
from clients.python.recording import AioRecording
from clients.python.ruling import AioRuling
from clients.python.supposing import AioSupposing


class AioAdjudicatorClient(
    AioAdmitting,
    AioAuditing,
    AioConsulting,
    AioDisputing,
    AioExplaining,
    AioGaming,
    AioProving,
    AioRecording,
    AioRuling,
    AioSupposing,
):
    """A client of one service. Every method raises RefusedError if the service does not answer.

    `timeout` is in seconds, for each call but the streams; None leaves it to the service. The stubs of the services
    are there for whatever has no method of its own, as `games` or `disputes`; `call` asks them.
    """
