"""Make the pictures of Nostra City's board: sit down with bots, play to a MEETING, begin an offer, photograph it.

.venv/bin/python docs/boards/nostra_city.py      (needs `pip install playwright` and a Chromium)
"""

import contextlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from picture import CHROMIUM, FLAGS, wait_for  # noqa: E402

WIDTHS = {1440: 1180, 768: 900, 360: 1400}
PATIENCE = 240  # seconds
PORT = 24_601


def main() -> None:
    """Start a server of our own, play, photograph, stop the server."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--no-prepare", "--pace", "0"]
        server = subprocess.Popen([*command, "--port", str(PORT), "--db", f"{folder}/picture.db"])
        try:
            wait_for(f"http://127.0.0.1:{PORT}/health")
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                page = browser.new_page(viewport={"width": 1440, "height": 1180}, reduced_motion="reduce", locale="en-GB")
                page.add_init_script("localStorage.setItem('wish speed', 'once')")
                page.goto(f"http://127.0.0.1:{PORT}/")
                page.locator(".set-table [name=title]").select_option("nostra_city")
                page.locator(".set-table [name=seats]").fill("4")
                page.locator(".set-table button").click()
                page.wait_for_selector("#board .nc")
                play_to_a_meeting(page)
                photograph(page)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)


def play_to_a_meeting(page: Page) -> None:
    """Random moves until an offer can be made and there is something to see."""
    choice, end = random.Random(4), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        moves = page.locator("#board .move:visible")
        if page.locator("#board .space[data-pick]").count() > 2 and page.locator("#board .bank [data-pick]").count() > 2:
            if page.locator("#board .men .move[data-pick=man]").count() and page.locator(".cal .is-past").count() > 1:
                return
        count = moves.count()
        if not count:
            page.wait_for_timeout(100)
            continue
        with contextlib.suppress(Error):  # the table may move on under the finger
            moves.nth(choice.randrange(count)).click(position={"x": 6, "y": 6}, timeout=1500)
            page.locator("#confirm-yes:not([disabled])").click(timeout=1500)
        page.wait_for_timeout(150)
    raise SystemExit("no MEETING worth a picture; try again")


def photograph(page: Page) -> None:
    """An offer half made, at three widths, by day and by night."""
    page.locator("#board .men .move[data-pick=man]").first.click()
    page.locator("#board .space.is-lit").last.click(position={"x": 8, "y": 8})
    page.locator("#board .bank .on-note.is-lit").first.click()
    page.wait_for_timeout(800)
    for width, height in WIDTHS.items():
        for scheme in ("light", "dark"):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(300)
            target = HERE / f"nostra_city-{width}-{scheme}.png"
            target.write_bytes(packed(page.locator("#board").screenshot() if width > 1000 else page.screenshot()))
            print(f"{target.name}: {target.stat().st_size // 1024} kB")


def packed(picture: bytes) -> bytes:
    """The same picture, its pixels packed as tightly as they can be: a browser packs in haste."""
    chunks, at, pixels = [], 8, b""
    while at < len(picture):
        size, kind = struct.unpack(">I4s", picture[at : at + 8])
        body = picture[at + 8 : at + 8 + size]
        pixels, chunks = (pixels + body, chunks) if kind == b"IDAT" else (pixels, [*chunks, (kind, body)])
        at += size + 12
    chunks.insert(-1, (b"IDAT", zlib.compress(zlib.decompress(pixels), 9)))
    written = (struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks)
    return picture[:8] + b"".join(written)


if __name__ == "__main__":
    main()
