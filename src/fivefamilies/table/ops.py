"""For the host: numbers for Prometheus, one JSON line a happening."""

import json
import logging
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
disable_created_metrics()
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class Metrics:
    """Counts and times of requests, and whatever the house counts itself."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("families_requests", "requests", ("method", "route", "status"), registry=self.registry)
        self.times = Histogram("families_request_seconds", "time", ("route",), registry=self.registry, buckets=BUCKETS)
        self.house: dict[str, float] = {}
        self.registry.register(self)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, status).inc()
        self.times.labels(route).observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """The numbers of the house, as Prometheus' library asks for them."""
        for name, value in self.house.items():
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            yield kind(f"families_{name}", name.replace("_", " "), value=value)

    def text(self, house: dict[str, float]) -> bytes:
        """Everything in Prometheus' own format."""
        self.house = house
        return generate_latest(self.registry)


class JsonLines(logging.Formatter):
    """A log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": round(record.created, 3), "level": record.levelname.lower(), "log": record.name, "what": record.getMessage(),
        }  # fmt: skip
        entry |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)
