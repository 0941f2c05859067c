"""For the host: numbers for Prometheus, one JSON line a happening."""

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the folder where the workers of one port count together; set before they are started
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
disable_created_metrics()
request_id: ContextVar[str] = ContextVar("request_id", default="")  # of the request that is being answered
HELP = {
    "rooms": "tables in memory", "pages": "open pages and streams", "bots_thinking": "tables where it is a bot's turn",
    "bots_waiting": "bots that wait for a place to think", "moves_total": "moves made at this server",
    "commits_total": "commits of the ledger", "ledger_rows_total": "entries committed",
    "ledger_waiting": "writings that wait to be committed", "titles_preparing": "titles whose rules are being compiled",
    "tables_kept": "tables whose bots and clocks are this server's", "tables_taken_over": "tables taken from other servers",
    "wire_up": "1 while the wire to the other servers is there", "wire_breaks_total": "times that the wire broke",
    "wire_waiting": "messages that wait to be told",
}  # fmt: skip
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class Metrics:
    """Counts and times of requests, and whatever the house counts itself."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        about, asked = "seconds from a request to its answer", "requests answered, by route and status"
        self.requests = Counter("families_requests", asked, ("method", "route", "status"), registry=self.registry)
        self.times = Histogram("families_request_seconds", about, ("route",), registry=self.registry, buckets=BUCKETS)
        self.house: Mapping[str, Mapping[str, float]] = {}
        self.known: dict[tuple[str, str, int], tuple[Callable[[], None], Callable[[float], None]]] = {}
        if os.environ.get(SHARED):
            self.registry = CollectorRegistry()  # in the place of one worker's counts: whichever is asked tells those of all
            MultiProcessCollector(self.registry)
        self.registry.register(self)

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        key = method, route, status
        if key not in self.known:  # looked up once: as many as there are routes and kinds of answers
            self.known[key] = self.requests.labels(*key).inc, self.times.labels(route).observe
        count, take_time = self.known[key]
        count()
        take_time(seconds)

    def collect(self) -> Iterator[Metric]:
        """The numbers of the house, as Prometheus' library asks for them."""
        for name in dict.fromkeys(name for numbers in self.house.values() for name in numbers if name in HELP):
            kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
            told = kind(f"families_{name}", HELP[name], labels=["server"] if any(self.house) else [])
            for server, numbers in self.house.items():
                told.add_metric([server] if server else [], numbers.get(name, 0.0))
            yield told

    def text(self, house: Mapping[str, Mapping[str, float]]) -> bytes:
        """Everything in Prometheus' own format; the numbers of the house by server, or of this one, which has no name."""
        self.house = house
        return generate_latest(self.registry)


class JsonLines(logging.Formatter):
    """A log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "at": round(record.created, 3), "level": record.levelname.lower(), "log": record.name, "what": record.getMessage(),
        }  # fmt: skip
        if request_id.get():
            entry["request"] = request_id.get()
        entry |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            entry["trace"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)
