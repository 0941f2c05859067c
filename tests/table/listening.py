"""What a screen reader is told of every page and board: accessibility snapshots, kept as files beside this one.

A test compares them whole. After a wanted change: `python -m tests.table.listening` writes them anew; read the diff aloud.
"""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

from fivefamilies import games
from fivefamilies.core.lessons import lesson_of
from tests.recording import FOLDER as PLAYTHROUGHS
from tests.table.house import House, Person, moves_on, open_house, wait_for
from tests.table.test_browser import FLAGS, Visitor
from tests.test_lessons import followed

FOLDER = Path(__file__).parent / "heard"
DECISIONS = 6  # of a lesson, whose luck is promised: the same position every time
ROOM = ("lobby", "waiting", "rules", "ending")
NAMES = (*ROOM, *games.names())
CHANGING = (  # what differs from run to run, and what stands for it
    (r"http://127\.0\.0\.1:\d+/i/[\w-]+", "LINK"),
    (r"/(t|i)/[\w-]{16,}", r"/\1/ID"),
    (r"\d{1,2}/\d{1,2}/\d{4}, [\d:]+\s[AP]M", "A DAY"),
    (r"paragraph:\n *- 'button \"Notices of my turn: off\"'", "paragraph"),  # where the browser knows push, a moment later
    (r"\byou away\b", "you"),  # until the page's line is open
)


def board(person: Person, slug: str) -> str:
    """A table of the title's lesson after some decisions of an obedient pupil, who has sent the coach away."""
    table = person.post(f"/learn/{slug}").headers["location"].split("/")[2]
    match, _ = followed(slug, DECISIONS)
    seat = lesson_of(match.title).seat
    for played in [one for one in match.played if one.seat == seat]:
        wait_for(lambda: moves_on(person.page(table)))
        assert person.play(table, lambda known: known[played.notation])  # noqa: B023
    wait_for(lambda: moves_on(person.page(table)))
    person.wish(table, "alone")
    return f"/t/{table}"


def ending(person: Person) -> str:
    """A match that was played to its end, brought as a file."""
    with (PLAYTHROUGHS / "family_business-2.match.json").open("rb") as file:
        answer = person.http.post("/import", data={"csrf": person.csrf}, files={"file": file})
    return answer.headers["location"].split("/replay")[0]


def heard(visitor: Visitor, address: str) -> str:
    """What is read aloud of a page, from its top to its end."""
    visitor.page.goto(address)
    visitor.page.locator("main h1").wait_for(state="attached")
    told = visitor.page.locator("body").aria_snapshot()
    for pattern, stands in CHANGING:
        told = re.sub(pattern, stands, told)
    return told + "\n"


def listen(browser, house: House, names: tuple[str, ...] = NAMES) -> Iterator[tuple[str, str]]:
    """Each page with what is read of it."""
    anna = Visitor(browser, house, width=1440, height=900)
    anna.page.route("**/review?part=1", lambda route: route.fulfill(status=204))  # how far it is differs from run to run
    anna.page.goto("/")
    person = Person(house)
    for name, value in person.http.cookies.items():
        anna.context.add_cookies([{"name": name, "value": value, "url": house.base}])
    for name in names:
        address = {
            "lobby": lambda: "/",
            "waiting": lambda: f"/t/{person.open_table(seats=3, who='friends')}",
            "rules": lambda: "/rules/the_boss",
            "ending": lambda: ending(person),
        }.get(name, lambda: board(person, name))()  # noqa: B023
        yield name, heard(anna, address)
    anna.close()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder) / "table.db") as opened, sync_playwright() as tools:
        chromium = tools.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        for page, told in listen(chromium, opened):
            (FOLDER / f"{page}.aria.yml").write_text(told, "utf-8")
        chromium.close()
