"""For the host: numbers for Prometheus, one JSON line a happening."""

import json
import logging
import time
from collections import Counter, defaultdict
from typing import Any

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class Metrics:
    """Counts and times of requests."""

    def __init__(self) -> None:
        self.began = time.time()
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.times: dict[str, list[int]] = defaultdict(lambda: [0] * (len(BUCKETS) + 1))
        self.sums: Counter[str] = Counter()

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests[method, route, status] += 1
        self.sums[route] += seconds  # type: ignore[assignment]
        place = next((n for n, limit in enumerate(BUCKETS) if seconds <= limit), len(BUCKETS))
        self.times[route][place] += 1

    def text(self, gauges: dict[str, float]) -> str:
        """Everything in Prometheus' own format."""
        lines = ["# TYPE families_requests_total counter"]
        for (method, route, status), count in sorted(self.requests.items()):
            lines.append(f'families_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}')
        lines.append("# TYPE families_request_seconds histogram")
        for route, counts in sorted(self.times.items()):
            total = 0
            for limit, count in zip([*map(str, BUCKETS), "+Inf"], counts, strict=True):
                total += count
                lines.append(f'families_request_seconds_bucket{{route="{route}",le="{limit}"}} {total}')
            lines.append(f'families_request_seconds_sum{{route="{route}"}} {self.sums[route]:.6f}')
            lines.append(f'families_request_seconds_count{{route="{route}"}} {total}')
        for name, value in gauges.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# TYPE families_{name} {kind}", f"families_{name} {value:g}"]
        return "\n".join(lines) + "\n"


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
