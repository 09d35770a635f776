"""Lets those observe the calls whom the configuration asks for; without it nothing of theirs is even imported."""

from __future__ import annotations

from collections.abc import Callable

import structlog

from adjudicator.application import Adjudication
from adjudicator.service.config import Configuration, ConfigurationError, address
from adjudicator.service.guard import Guard
from adjudicator.service.notices import Notices
from adjudicator.service.server import Server


def observe(
    configuration: Configuration, guard: Guard, server: Server, application: Adjudication, notices: Notices
) -> None:
    """Add the observers of a server. Raises ConfigurationError if an extra is missing or the port is taken."""
    if configuration.metrics:
        gauges: dict[tuple[str, str], Callable[[], float]] = {
            ("calls_under_way", "Calls that are being answered"): lambda: guard.calls,
            ("streams_under_way", "Streams that are open"): lambda: guard.streams,
            ("games_in_memory", "Games whose table is at hand"): application.games_in_memory,
            ("log_position", "The newest position of the log at the last look"): lambda: notices.position,
            ("ready", "1 while the store answers"): lambda: server.is_ready,
        }
        try:
            from adjudicator.service.metrics import Metrics  # noqa: PLC0415 - the extra may be missing
        except ImportError as error:
            raise ConfigurationError("configuration: metrics: pip install 'adjudicator[metrics]'") from error
        metrics = Metrics(gauges)
        host, port = address(configuration.metrics)
        try:
            port = metrics.serve(host, port)
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
