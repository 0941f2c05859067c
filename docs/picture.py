"""Make the README's picture: sit down at a real table against bots, play on until there is something to see, photograph it.

Usage: .venv/bin/python docs/picture.py [docs/table.png]      (needs `pip install playwright` and a Chromium)
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
WIDTH, HEIGHT = 1280, 1080
MEN_TO_SEE = 5  # a list of this length makes a picture
TABLES = 10  # tries
PATIENCE = 120  # seconds a table


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """A server of our own; its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--no-prepare", "--pace", "0"]
    server = subprocess.Popen([*command, "--port", str(port), "--db", f"{folder}/picture.db"])
    try:
        wait_for(f"http://127.0.0.1:{port}/health")
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(10)


def main(target: Path) -> None:
    """Play, photograph."""
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        look = {"width": WIDTH, "height": HEIGHT}
        page = browser.new_page(viewport=look, color_scheme="light", reduced_motion="reduce", locale="en-GB")
        for _ in range(TABLES):
            page.goto(address)
            page.get_by_role("button", name="Play now Family Business").click()
            page.wait_for_selector("#board .fb")
            if is_worth_a_picture(page):
                page.mouse.move(0, 0)
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=target)
                break
        else:
            raise SystemExit("nothing worth a picture; try again")
        browser.close()
    print(f"{target}: {target.stat().st_size // 1024} kB")


def wait_for(address: str) -> None:
    """Until the server answers."""
    for _ in range(300):
        try:
            with urlopen(address, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"no answer from {address}")


def is_worth_a_picture(page: Page) -> bool:
    """Make moves on the board itself until it is our turn in a war with a queue before the wall; False if that never comes."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        is_mine = page.locator("#board .hand .in-hand.can-move").count() > 0
        at_war = page.locator("#board .fb.is-war, #board .fb.is-double").count() > 0
        if is_mine and at_war and page.locator("#board .listed").count() >= MEN_TO_SEE:
            return True
        if page.locator("#board .mark.is-won").count():
            return False
        buttons = page.locator("#board .move")
        if buttons.count() == 0:
            page.wait_for_timeout(200)
            continue
        buttons.first.click(force=True)
        confirm = page.locator("#confirm-yes")
        if confirm.is_visible():
            confirm.click()
        page.wait_for_timeout(300)
    return False


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("table.png"))
