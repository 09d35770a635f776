"""The two clients: the same methods, blocking, or to be awaited or iterated over in asyncio."""

from __future__ import annotations

from clients.python.admitting import Admitting
from clients.python.auditing import Auditing
from clients.python.consulting import Consulting
from clients.python.disputing import Disputing
from clients.python.explaining import Explaining
from clients.python.gaming import Gaming
from clients.python.proving import Proving
from clients.python.recording import Recording
from clients.python.ruling import Ruling
from clients.python.supposing import Supposing
from clients.python.wire import AioWire, Wire


class Asking(Admitting, Auditing, Consulting, Disputing, Explaining, Gaming, Proving, Recording, Ruling, Supposing):
    """A method for every RPC."""


class AdjudicatorClient(Asking, Wire):
    """A client of one service. Every method raises RefusedError if the service does not answer.

    `timeout` is in seconds, for each call but the streams; None leaves it to the service. The stubs of the services
    are there too, as `games` or `disputes`; `call` asks them.
    """


class AioAdjudicatorClient(Asking, AioWire):
    """A client of one service for asyncio. Every method raises RefusedError if the service does not answer.

    `timeout` is in seconds, for each call but the streams; None leaves it to the service. The stubs of the services
    are there too, as `games` or `disputes`; `call` asks them.
    """
