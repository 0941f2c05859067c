"""Every page and board read aloud: its order, names and announcements are those that were written down, and tell the game."""

import re

import pytest

from fivefamilies import games
from tests.table.house import has_chromium
from tests.table.listening import FOLDER, NAMES, listen
from tests.table.test_browser import browser  # noqa: F401

pytestmark = pytest.mark.skipif(not has_chromium(), reason="no /usr/bin/chromium here")


def test_every_page_is_read_as_it_was_written_down(browser, house):  # noqa: F811
    told = dict(listen(browser, house))
    assert list(told) == list(NAMES)
    for name, text in told.items():
        written = (FOLDER / f"{name}.aria.yml").read_text("utf-8")
        assert text == written, f"{name}: if this is wanted, `python -m tests.table.listening` writes it down anew"


@pytest.mark.parametrize("slug", games.names())
def test_a_board_tells_whose_turn_it_is_then_the_table_then_what_may_be_done(slug):
    text = (FOLDER / f"{slug}.aria.yml").read_text("utf-8")
    order = ["- banner", f'- heading "{games.title(slug).name}" [level=1]', "Your turn", '- heading "Log"', '- heading "Chat"']
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    nameless = re.findall(r"^\s*- (?:button|link|textbox|combobox|radio)(?: \[[^]]*\])*:?$", text, re.MULTILINE)
    assert not nameless
    spoken = re.sub(r"/url: .*", "", text)
    assert not re.search(r"\b[a-z]+_[a-z_]+\b", spoken), "no identifier is read aloud"
