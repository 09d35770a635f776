"""The blocking client."""

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


class AdjudicatorClient(
    Admitting, Auditing, Consulting, Disputing, Explaining, Gaming, Proving, Recording, Ruling, Supposing
):
    """A client of one service. Every method raises RefusedError if the service does not answer.

    `timeout` is in seconds, for each call but the streams; None leaves it to the service. The stubs of the services
    are there for whatever has no method of its own, as `games` or `disputes`; `call` asks them.
    """
