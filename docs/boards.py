"""Make the pictures of a title's board: a match of bots, brought to a table as a file, in three widths, by day and night.

Usage: .venv/bin/python docs/boards.py parrain      (needs `pip install playwright` and a Chromium)
"""

import sys
import tempfile
from pathlib import Path

from picture import CHROMIUM, FLAGS, serving
from playwright.sync_api import sync_playwright

from fivefamilies.bots import Greedy
from fivefamilies.core import matchfile
from fivefamilies.core.match import Match

SIZES = {1440: 900, 768: 1024, 360: 780}
SEATS, SEED, DECISIONS = 4, 11, 150  # far enough into a match for something to be seen


def a_match(title: str) -> str:
    """A match in which somebody who has just moved is to move again; its secret is shown, so that a table takes it."""
    match, bot, last = Match(title, SEATS, seed=SEED), Greedy(), None
    while not match.is_over and (len(match.played) < DECISIONS or match.actor != last):
        last = match.actor
        match.play(bot.choose(match.seen(last)))
    data = matchfile.to_dict(match)
    data["chance"]["secret"] = match.promise.secret.hex()
    return matchfile.text_of(data)


def main(title: str, target: Path) -> None:
    """Bring the match once for every look, and photograph it."""
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address, sync_playwright() as play:
        file = Path(folder) / "match.json"
        file.write_text(a_match(title), "utf-8")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for width, height in SIZES.items():
            for theme in ("light", "dark"):
                look = {"width": width, "height": height}
                how = {"color_scheme": theme, "reduced_motion": "reduce", "locale": "en-GB"}
                page = browser.new_page(viewport=look, device_scale_factor=0.62 if width > 1000 else 1, **how)
                page.set_default_timeout(120_000)
                page.goto(address)
                page.set_input_files("input[type=file]", file)
                page.locator("form[action='/import'] button").click()
                page.locator("#board > *").first.wait_for()
                page.locator("#board").evaluate("board => scrollBy(0, board.getBoundingClientRect().top - 70)")
                page.wait_for_timeout(500)
                picture = target / f"{title}-{width}-{theme}.png"
                page.screenshot(path=picture)
                print(f"{picture}: {picture.stat().st_size // 1024} kB")
                page.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(__file__).with_name("boards"))
