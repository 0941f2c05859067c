"""Make the pictures of a board: play against bots until the middle of a game, photograph it in three widths by day and night.

    .venv/bin/python docs/boards.py the_boss [16]      (needs `pip install playwright` and a Chromium; 16: own decisions before)
"""

import random
import socket
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from picture import CHROMIUM, FLAGS, wait_for
from playwright.sync_api import Page, sync_playwright

SIZES = ((1440, 900), (768, 900), (360, 800))
PATIENCE = 30_000  # milliseconds


def main(slug: str, decisions: int) -> None:
    """Start a server of our own, play, photograph, stop the server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--no-prepare", "--pace", "0"]
        server = subprocess.Popen([*command, "--port", base.rsplit(":", 1)[1], "--db", f"{folder}/boards.db"])
        try:
            wait_for(f"{base}/health")
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                how = {"base_url": base, "reduced_motion": "reduce", "locale": "en-GB", "bypass_csp": True}
                page = browser.new_context(viewport={"width": 1440, "height": 900}, **how).new_page()
                sit_down(page, slug)
                for number in range(decisions):
                    decide(page, random.Random(number))
                show_off(page)
                photograph(page, slug)
                browser.close()
        finally:
            server.terminate()
            server.wait(10)


def sit_down(page: Page, slug: str) -> None:
    """At a table with bots, all seats taken."""
    page.goto("/")
    page.evaluate("localStorage.setItem('wish speed', 'once')")
    page.locator(".set-table [name=title]").select_option(slug)
    page.locator(".set-table [name=bot]").select_option("greedy")
    page.locator(".set-table button").click()
    page.wait_for_selector("#board .move, #board [data-thing]")


def wait_for_turn(page: Page, ply: str | None = None) -> None:
    """Until we are asked, after that move."""
    asked = "ply => { const now = document.querySelector('#status').dataset; return now.yours === '1' && now.ply !== ply; }"
    page.wait_for_function(asked, arg=ply, timeout=PATIENCE)


def decide(page: Page, chooser: random.Random) -> None:
    """Make a modest move: one of the first in the list, so that something is left to be seen."""
    wait_for_turn(page)
    ply = page.locator("#status").get_attribute("data-ply")
    legal = page.evaluate("table.legal()")
    modest = [words for words in legal if "1 expert in" in words] or legal
    chosen = chooser.choice(modest if chooser.random() < 0.6 else legal[:3])
    page.evaluate("words => { table.choose(words); table.confirm(); }", chosen)
    wait_for_turn(page, ply)


def show_off(page: Page) -> None:
    """Touch the first city that is lit, where a board has such."""
    lit = page.locator("#tb-lit")
    cities = (lit.get_attribute("class") or "").split() if lit.count() else []
    if cities:
        page.locator(f".city[data-city={cities[len(cities) // 2].removeprefix('lit-')}] .tab").click()
    page.wait_for_timeout(500)


def photograph(page: Page, slug: str) -> None:
    """Three widths, by day and by night."""
    folder = Path(__file__).with_name("boards")
    folder.mkdir(exist_ok=True)
    page.mouse.move(0, 0)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector(innerWidth > 900 ? 'body' : '#board').scrollIntoView()")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            page.wait_for_timeout(200)
            target = folder / f"{slug}-{width}-{theme}.png"
            target.write_bytes(few_colours(page.screenshot()))
            print(f"{target}: {target.stat().st_size // 1024} kB")


# ---------------------------------------------------------------- small files: 256 colours are enough for flat pictures


def few_colours(png: bytes) -> bytes:
    """The picture with a palette of its commonest colours."""
    pixels = read(png)
    codes = (pixels.astype(np.int32) >> 3) @ np.array([1024, 32, 1])
    common = np.argsort(-np.bincount(codes.ravel(), minlength=32768))[:256]
    palette = np.array([pixels[codes == code].mean(axis=0) if (codes == code).any() else (0, 0, 0) for code in common])
    used = np.unique(codes)
    near = np.zeros(32768, np.uint8)
    cubes = np.stack([used >> 10, used >> 5 & 31, used & 31], axis=1) * 8 + 4
    near[used] = np.argmin(((cubes[:, None, :] - palette[None]) ** 2).sum(axis=2), axis=1)
    rows = near[codes]
    height, width = rows.shape
    lines = np.concatenate([np.zeros((height, 1), np.uint8), rows], axis=1).tobytes()
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", palette.astype(np.uint8).tobytes()), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b""))
    return png[:8] + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def read(png: bytes) -> np.ndarray:
    """The pixels of a screenshot: red, green, blue."""
    place, data, width, height, depth = 8, b"", 0, 0, 3
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place : place + 8])
        body = png[place + 8 : place + 8 + length]
        if name == b"IHDR":
            width, height, depth = *struct.unpack(">II", body[:8]), 4 if body[9] == 6 else 3
        data += body if name == b"IDAT" else b""
        place += 12 + length
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * depth)
    rows = np.zeros((height + 1, width + 1, depth), np.int64)  # with a border of nothing above and to the left
    for y in range(height):
        line, above, here = raw[y, 1:].reshape(width, depth).astype(np.int64), rows[y], rows[y + 1]
        if raw[y, 0] == 0:
            here[1:] = line
        elif raw[y, 0] == 1:
            here[1:] = np.cumsum(line, axis=0) & 255
        elif raw[y, 0] == 2:
            here[1:] = (line + above[1:]) & 255
        else:
            for x in range(width):
                a, b, c = here[x], above[x + 1], above[x]
                guess = (a + b) // 2 if raw[y, 0] == 3 else paeth(a, b, c)
                here[x + 1] = (line[x] + guess) & 255
    return rows[1:, 1:, :3].astype(np.uint8)


def paeth(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Which neighbour a pixel is most like: left, above, or both."""
    near = [abs(b - c), abs(a - c), abs(a + b - 2 * c)]
    return np.where((near[0] <= near[1]) & (near[0] <= near[2]), a, np.where(near[1] <= near[2], b, c))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 16)
