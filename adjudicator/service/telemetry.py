"""Lets those observe the calls whom the configuration asks for; without it nothing of theirs is even imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import structlog

from adjudicator.service.config import Configuration, ConfigurationError, address
from adjudicator.service.guard import Guard
from adjudicator.service.server import Server

Gauges = Mapping[tuple[str, str], Callable[[], float]]
"""Numbers by name and meaning, and who knows them."""


def observe(configuration: Configuration, guard: Guard, server: Server, more: Gauges) -> None:
    """Add the observers of a server. Raises ConfigurationError if an extra is missing or the port is taken."""
    if configuration.metrics:
        gauges: Gauges = {
            ("calls_under_way", "Calls that are being answered"): lambda: guard.calls.count,
            ("streams_under_way", "Streams that are open"): lambda: guard.streams.count,
            ("ready", "1 while the store answers"): lambda: server.is_ready,
            **more,
        }
        try:
            from adjudicator.service.metrics import Metrics  # noqa: PLC0415 - the extra may be missing
        except ImportError as error:
            raise ConfigurationError("configuration: metrics: pip install 'adjudicator[metrics]'") from error
        metrics = Metrics(gauges)
        host, port = address(configuration.metrics)
        try:
            port = metrics.serve(host, port, configuration.max_connections)
        except OSError as error:
            raise ConfigurationError(f"configuration: metrics: {error}") from error
        structlog.get_logger("adjudicator.service").info("metrics", listen=configuration.metrics, port=port)
        guard.observers.append(metrics)
        server.in_the_end(metrics.close)
    if configuration.telemetry == "otlp":
        try:
            from adjudicator.service.tracing import Tracing  # noqa: PLC0415 - the extra may be missing
        except ImportError as error:
            raise ConfigurationError("configuration: telemetry: pip install 'adjudicator[otel]'") from error
        tracing = Tracing.to_collector()
        guard.observers.append(tracing)
        server.in_the_end(tracing.close)
