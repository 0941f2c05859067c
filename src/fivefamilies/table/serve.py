"""`families serve`: start the web table and open it."""

import logging
import socket
import sys
import threading
import time
import webbrowser
from urllib.request import urlopen

import uvicorn

from fivefamilies.table.app import create_app
from fivefamilies.table.config import Config
from fivefamilies.table.ops import JsonLines

GRACE = 5  # seconds for open requests when the table closes


def set_up_logs(level: str) -> None:
    """One JSON object a line on the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("fivefamilies", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level.upper())


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
        timeout_keep_alive=60, ws_per_message_deflate=False,  # a frame is a few kilobytes: packing it costs more than sending it
        ws="websockets-sansio", ws_max_size=64 * 1024, ws_ping_interval=20, ws_ping_timeout=20, server_header=False,
    )  # fmt: skip
