"""Numbers about the calls, for Prometheus: counted by the guard's observer, read over a port of their own.

Needs the extra `metrics`; imported only if the option asks for it. The dashboard in deploy/ draws them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from adjudicator.service.calls import Call, Metadata
from adjudicator.service.scraping import ScrapedPort

BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)


class Metrics:
    """The numbers of one server, besides those of its process. `gauges`: name and meaning, and who knows the number."""

    def __init__(self, gauges: Mapping[tuple[str, str], Callable[[], float]]) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        kept, names = self.registry, ("service", "method")
        self._calls = Counter("adjudicator_calls", "Calls by how they ended", (*names, "code"), registry=kept)
        self._refusals = Counter("adjudicator_refusals", "Refused calls by the reason", ("reason",), registry=kept)
        self._seconds = Histogram(
            "adjudicator_call_seconds", "From a call's headers to its end", names, registry=kept, buckets=BUCKETS
        )
        for (name, meaning), read in gauges.items():
            Gauge(f"adjudicator_{name}", meaning, registry=self.registry).set_function(read)
        self._served: ScrapedPort | None = None

    def begin(self, call: Call, metadata: Metadata) -> Callable[[], None]:
        """Counts a call at its end."""
        return partial(self._end, call)

    def _end(self, call: Call) -> None:
        self._calls.labels(call.service, call.method, call.code.name).inc()
        if call.reason:
            self._refusals.labels(call.reason).inc()
        self._seconds.labels(call.service, call.method).observe(call.milliseconds() / 1000)

    def serve(self, host: str, port: int, most: int) -> int:
        """Answer on a port, at most so many connections at once; returns the port. Raises OSError."""
        told = partial(generate_latest, self.registry)
        self._served = ScrapedPort(host, port, told, CONTENT_TYPE_PLAIN_0_0_4, most)
        return self._served.port

    def close(self) -> None:
        """Answer no longer."""
        if self._served is not None:
            self._served.close()
