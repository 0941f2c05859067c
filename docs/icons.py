"""The icons of the home screen, drawn by Chromium from the table's own icon.svg: python docs/icons.py"""

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "src" / "fivefamilies" / "table" / "static"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SIZES = (180, 192, 512)
STYLE = "html,body{{margin:0;background:#f2e8d0}}svg{{display:block;width:{inner}px;height:{inner}px;margin:{edge}px}}"


def main() -> None:
    """One picture a size, with the margin that round icons cut off."""
    svg = (STATIC / "icon.svg").read_text("utf-8")
    with sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"])
        for size in SIZES:
            page = chromium.new_page(viewport={"width": size, "height": size})
            edge = size // 8
            page.set_content(f"<style>{STYLE.format(inner=size - 2 * edge, edge=edge)}</style>{svg}")
            page.screenshot(path=STATIC / "icons" / f"{size}.png")
        chromium.close()


if __name__ == "__main__":
    main()
