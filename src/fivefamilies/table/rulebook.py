"""The rules in the browser: how to play, the complete rules by number, and what the table may decide."""

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from fivefamilies import games
from fivefamilies.core import rulebook
from fivefamilies.core.errors import NotThere
from fivefamilies.core.words import words
from fivefamilies.table.answers import guest_of, page
from fivefamilies.table.lobby import poster

SCROLLS = '<div class="scroll" tabindex="0" role="group" aria-label="&#9636;">'  # a broad table on a narrow screen
markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)
def drawn(slug: str, language: str) -> tuple[Markup, Markup, str]:
    """How to play and the rules of a title as HTML, every rule with an address of its own; and the language of the rules."""
    title = games.title(slug)
    how, rules = rulebook.how_to_play(title, language), rulebook.rules(title, language)
    body = re.sub(r"\A# .+\n", "", rules.text)
    html = markdown.render(body)
    seen: set[str] = set()

    def name(found: re.Match[str]) -> str:
        number = found[2]
        if number in seen:
            return found[0]
        seen.add(number)
        return f'<{found[1]} id="{number}" class="rule"><strong><a href="#{number}">{number}</a>'

    html = re.sub(rf"<(li|p|td)>\s*(?:<p>)?<strong>({title.prefix}-R?\d+)", name, html)
    html = html.replace("<table>", f'{SCROLLS}<table class="ledger">').replace("</table>", "</table></div>")
    html = re.sub(r"<h2>(.*?)</h2>", lambda found: f'<h2 id="{anchor(found[1])}">{found[1]}</h2>', html)
    return Markup(markdown.render(how.text) if how else ""), Markup(html), rules.language


def anchor(heading: str) -> str:
    """The address of a chapter within its page."""
    return re.sub(r"\W+", "-", re.sub(r"<[^>]+>", "", heading)).strip("-").lower()


def chapters(html: str) -> list[tuple[str, str]]:
    """The chapters of a page: address and heading."""
    return re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', html)


async def rules(request: Request) -> Response:
    """The rules of a title in the reader's language."""
    slug, guest = request.path_params["title"], guest_of(request)
    if slug not in games.names():
        raise NotThere("there is no such page")
    title = games.title(slug)
    how, html, language = drawn(slug, guest.language)
    say = words(guest.language, title.package)
    return page(
        request, "rules.html", say=say, title=poster(title, guest.language), how=how, rules=html, rules_language=language,
        chapters=[(place, Markup(heading)) for place, heading in chapters(html)],
        options=[{"meaning": say(option.meaning), "ruling": option.ruling} for option in title.options],
        titles=[poster(games.title(name), guest.language) for name in games.names()],
    )  # fmt: skip
