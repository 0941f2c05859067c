"""`families serve`: start the web table and open it."""

import asyncio
import logging
import socket
import sys
import threading
import time
import webbrowser
from urllib.request import urlopen

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fivefamilies.table.app import create_app
from fivefamilies.table.config import Config
from fivefamilies.table.ops import JsonLines

GRACE = 5  # seconds for open requests when the table closes


def set_up_logs(level: str) -> None:
    """One JSON object a line on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, least in (("fivefamilies", logging.DEBUG), ("uvicorn", logging.INFO)):  # uvicorn's debug log has every cookie
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(max(least, logging.getLevelNamesMapping()[level.upper()]))


class Impatient(HttpToolsProtocol):
    """uvicorn's own protocol, but it does not wait for ever for the head of a request, or for what nobody reads any more."""

    patience = 20.0
    due: asyncio.TimerHandle | None = None

    def expect(self) -> None:
        """Hang up unless what is due arrives in time."""
        self.forget()
        self.due = self.loop.call_later(self.patience, self.transport.close)

    def forget(self) -> None:
        if self.due is not None:
            self.due.cancel()
            self.due = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.expect()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.expect()

    def on_headers_complete(self) -> None:
        self.forget()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body:
            self.expect()

    def on_message_complete(self) -> None:
        self.forget()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)


def free_port(host: str, port: int) -> int:
    """This port, or the next one that is free."""
    for candidate in range(port, port + 50 if port else 1):
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            return candidate
    return port


def open_when_ready(address: str) -> None:
    """Open the browser as soon as the table answers."""
    for _ in range(200):
        try:
            with urlopen(f"{address}/health", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)


def serve(config: Config, host: str, port: int, is_opened: bool, level: str = "info") -> None:
    """Run until told to stop; open requests are finished, the ledger is closed."""
    set_up_logs(level)
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    if is_opened:
        threading.Thread(target=open_when_ready, args=(f"http://{shown}:{port}",), daemon=True).start()
    uvicorn.run(
        create_app(config), host=host, port=port, log_config=None, access_log=False, timeout_graceful_shutdown=GRACE,
        http=type("Door", (Impatient,), {"patience": config.patience}), timeout_keep_alive=60,
        ws_per_message_deflate=False,  # a frame is a few kilobytes: packing it costs more than sending it
        ws="websockets-sansio", ws_max_size=64 * 1024, ws_ping_interval=20, ws_ping_timeout=20, server_header=False,
    )  # fmt: skip
