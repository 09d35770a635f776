"""Calls as OpenTelemetry spans and as a histogram, sent to a collector over OTLP.

Needs the extra `otel`; imported only if the option asks for it. Where to send, how often and what to sample stand in
OpenTelemetry's own variables (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER, OTEL_SERVICE_NAME ...).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Self

from opentelemetry.exporter.otlp.proto.grpc.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.environment_variables import OTEL_SERVICE_NAME
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from adjudicator.service.calls import Call, Metadata
from adjudicator.service.status import Code

PACKAGE = "adjudicator.api.v1"
OUR_FAULT = frozenset({
    Code.INTERNAL, Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.DATA_LOSS,
})  # fmt: skip
"""Ends of a call that make its span an error; the others are the caller's."""

CLOSING_MILLISECONDS = 2000


class Tracing:
    """Spans and a histogram of one server's calls."""

    def __init__(self, tracers: TracerProvider, meters: MeterProvider) -> None:
        self._tracers, self._meters = tracers, meters
        self._tracer = tracers.get_tracer("adjudicator.service")
        self._seconds = meters.get_meter("adjudicator.service").create_histogram(
            "rpc.server.call.duration", "s", "From a call's headers to its end"
        )
        self._propagator = TraceContextTextMapPropagator()

    @classmethod
    def to_collector(cls) -> Self:
        """As the variables of OpenTelemetry say; the service is `adjudicator` if they do not name it."""
        resource = Resource.create({"service.name": os.environ.get(OTEL_SERVICE_NAME, "adjudicator")})
        tracers = TracerProvider(resource=resource)
        tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        return cls(tracers, MeterProvider([PeriodicExportingMetricReader(OTLPMetricExporter())], resource))

    def begin(self, call: Call, metadata: Metadata) -> Callable[[], None]:
        """A span from here to the call's end, under the caller's own if the call names it (`traceparent`)."""
        carrier = {name: value for name, value in metadata if isinstance(value, str)}
        span = self._tracer.start_span(
            f"{PACKAGE}.{call.service}/{call.method}",
            self._propagator.extract(carrier),
            SpanKind.SERVER,
            {"rpc.system": "grpc", "rpc.service": f"{PACKAGE}.{call.service}", "rpc.method": call.method},
        )
        call.trace = format(span.get_span_context().trace_id, "032x")
        return partial(self._end, call, span)

    def _end(self, call: Call, span: Span) -> None:
        for name, value in call.told().items():
            if value and name in {"request_id", "game", "dispute"}:
                span.set_attribute(f"adjudicator.{name}", value)
        if call.entry:
            span.set_attribute("adjudicator.entry", call.entry)
        if call.reason:
            span.set_attribute("adjudicator.reason", call.reason)
        span.set_attribute("rpc.grpc.status_code", int(call.code))
        if call.code in OUR_FAULT:
            span.set_status(Status(StatusCode.ERROR, call.reason))
        span.end()
        names = {"rpc.service": f"{PACKAGE}.{call.service}", "rpc.method": call.method}
        self._seconds.record(call.milliseconds() / 1000, {**names, "rpc.grpc.status_code": int(call.code)})

    def close(self) -> None:
        """Send what has not been sent, if the collector takes it in two seconds."""
        self._tracers.force_flush(CLOSING_MILLISECONDS)
        self._tracers.shutdown()
        self._meters.shutdown(CLOSING_MILLISECONDS)
