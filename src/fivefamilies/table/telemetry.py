"""Traces by OpenTelemetry: a span for each request, commit and bot's turn, where the standard OTEL_* variables ask for them.

Nothing of OpenTelemetry is imported otherwise. Spans carry the request's id and the table's, never what is played there.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Mapping
from typing import Any

log = logging.getLogger("fivefamilies.table")
WISHES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
FAREWELL = 2.0  # seconds to tell the last spans
NOTHING = contextlib.nullcontext()
MISSING = "traces are wished for, but OpenTelemetry is not installed: pip install 'fivefamilies[telemetry]'"


class Telemetry:
    """What tells of spans, once it was started."""

    def __init__(self) -> None:
        self.tracer: Any = None
        self.provider: Any = None

    def start(self, role: str) -> None:
        """Tell of spans from now on, to where the environment says; nothing happens where it says nothing."""
        if self.tracer is not None or not is_wished():
            return
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
            from opentelemetry.sdk.resources import Resource
            from opentelemetry.sdk.trace import TracerProvider
            from opentelemetry.sdk.trace.export import BatchSpanProcessor
        except ImportError:
            log.warning(MISSING)
            return
        known = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "fivefamilies"), "fivefamilies.role": role})
        self.provider = TracerProvider(resource=known, shutdown_on_exit=False)
        self.provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
        self.tracer = self.provider.get_tracer("fivefamilies")

    def stop(self) -> None:
        """Tell what was not told yet, then no more. It waits for the collector, but not for long: not on the event loop."""
        provider, self.provider, self.tracer = self.provider, None, None
        if provider is not None:
            telling = threading.Thread(target=provider.shutdown, name="last spans", daemon=True)
            telling.start()
            telling.join(FAREWELL)

    def span(self, name: str, headers: Mapping[str, str] | None = None, **told: Any) -> Any:
        """The time until it is left; what the caller's `headers` say of a trace is its parent."""
        if self.tracer is None:
            return NOTHING
        return self.tracer.start_as_current_span(name, context=parent_in(headers), attributes=told)


def is_wished() -> bool:
    """Does the environment ask for traces?"""
    is_off = os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or os.environ.get("OTEL_TRACES_EXPORTER") == "none"
    return not is_off and any(os.environ.get(name) for name in WISHES)


def parent_in(headers: Mapping[str, str] | None) -> Any:
    """The trace that a request belongs to, by the W3C's header; None is the one that is under way here."""
    if headers is None:
        return None
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract(headers)


telemetry = Telemetry()
