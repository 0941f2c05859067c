"""Traces by OpenTelemetry: told to a collector where the environment asks for it, and nothing is imported otherwise."""

import subprocess
import sys
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.table.house import Person, open_house, wait_for

PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


@pytest.fixture(scope="module")
def collector():
    """Spans by name, as a collector on loopback hears them."""
    heard = defaultdict(list)

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self):
            told = ExportTraceServiceRequest.FromString(self.rfile.read(int(self.headers["content-length"])))
            for resource in told.resource_spans:
                for span in [span for scope in resource.scope_spans for span in scope.spans]:
                    heard[span.name].append(span)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Collector)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    thread.join()
    server.server_close()


def told_by(span) -> dict:
    return {one.key: one.value.string_value or one.value.int_value for one in span.attributes}


def test_requests_commits_and_turns_of_bots_are_told(collector, tmp_path, monkeypatch):
    address, heard = collector
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=3, bot="random")
        answer = anna.http.get(f"/t/{table}", headers={"x-request-id": "request-12345", "traceparent": PARENT})
        assert answer.status_code == 200
        for _ in range(2):
            wait_for(lambda: anna.play(table))
        wait_for(lambda: heard["bot's turn"] and heard["commit"], 15)
        mine = wait_for(lambda: [s for s in heard["request"] if told_by(s).get("request.id") == "request-12345"], 15)
    told = told_by(mine[0])
    assert told["http.route"] == "/t/{table_id}" and told["http.response.status_code"] == 200
    assert mine[0].trace_id.hex() == PARENT.split("-")[1] and mine[0].parent_span_id.hex() == PARENT.split("-")[2]
    turn = told_by(heard["bot's turn"][0])
    assert turn == {"table": table, "bot": "random"}, "where and who, never what"


def test_a_collector_that_is_away_stops_nobody(tmp_path, monkeypatch):
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    with open_house(tmp_path / "table.db") as house:
        anna = Person(house)
        table = anna.open_table(seats=3, bot="random")
        for _ in range(2):
            wait_for(lambda: anna.play(table))
        began = time.monotonic()
        house.close()
        assert time.monotonic() - began < 8, "what is told last does not keep the house from closing"


@pytest.mark.parametrize("off", [{}, {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9", "OTEL_SDK_DISABLED": "true"}])
def test_nothing_is_imported_where_nobody_asks(off):
    script = (
        "import sys; from fivefamilies.table import app; from fivefamilies.table.telemetry import telemetry as t\n"
        "t.start('web')\n"
        "with t.span('request', {}) as span: assert span is None\n"
        "assert not [name for name in sys.modules if 'opentelemetry' in name]"
    )
    done = subprocess.run([sys.executable, "-c", script], env=off, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
