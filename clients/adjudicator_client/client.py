"""The two clients: the same methods, blocking, or to be awaited or iterated over in asyncio."""

from __future__ import annotations

from adjudicator_client.admitting import Admitting
from adjudicator_client.auditing import Auditing
from adjudicator_client.consulting import Consulting
from adjudicator_client.disputing import Disputing
from adjudicator_client.explaining import Explaining
from adjudicator_client.gaming import Gaming
from adjudicator_client.proving import Proving
from adjudicator_client.recording import Recording
from adjudicator_client.ruling import Ruling
from adjudicator_client.supposing import Supposing
from adjudicator_client.wire import AioWire, Wire


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
