"""The rules in the browser: how to play, the complete rules by number, and what the table may decide."""

import asyncio
import re
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from fivefamilies import games
from fivefamilies.core import diagrams, editions, rulebook
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import NotThere
from fivefamilies.core.options import Option
from fivefamilies.core.words import Words, words
from fivefamilies.table.answers import guest_of, page
from fivefamilies.table.diagrams import figure
from fivefamilies.table.drawing import printed_names
from fivefamilies.table.lobby import poster

SCROLLS = '<div class="scroll" tabindex="0" role="group" aria-label="{}"><table class="ledger">'  # broad, on a narrow screen
PACKAGE = Path(__file__).parents[1]
REPORTS = (PACKAGE / "reports", PACKAGE.parents[1] / "docs" / "reports")  # as installed, and where the sources lie
OF_A_REPORT = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=64)
def drawn(slug: str, language: str) -> tuple[Markup, Markup, str]:
    """How to play and the rules of a title as HTML, every rule with an address of its own; and the language of the rules."""
    title = games.title(slug)
    how, rules = rulebook.how_to_play(title, language), rulebook.rules(title, language)
    html = rendered(re.sub(r"\A# .+\n", "", rules.text), rules.language)
    seen: set[str] = set()

    def name(found: re.Match[str]) -> str:
        number = found[2]
        if number in seen:
            return found[0]
        seen.add(number)
        return f'<{found[1]} id="{number}" class="rule"><strong><a href="#{number}">{number}</a>'

    html = re.sub(rf"<(li|p|td)>\s*(?:<p>)?<strong>({title.prefix}-R?\d+)", name, html)
    html = re.sub(rf"(?<![\w\"#>-])({title.prefix}-R?\d+)\b(?!</a>)", lambda found: linked(found[1], seen), html)
    html = re.sub(
        r"<(/?)h([2-5])>", lambda found: f"<{found[1]}h{int(found[2]) + 1}>", html
    )  # below the heading of the page's part
    html = re.sub(r"<h3>(.*?)</h3>", lambda found: f'<h3 id="{anchor(found[1])}">{found[1]}</h3>', html)
    return Markup(illustrated(title, how) if how else ""), Markup(html), rules.language


def illustrated(title: Title, how: rulebook.Page) -> str:
    """How to play with its diagrams, each at the end of its chapter."""
    found = diagrams.diagrams_of(title)
    html = rendered(diagrams.weave(how.text, {one.after: f"DIAGRAM-{n}" for n, one in enumerate(found)}), how.language)
    for number, diagram in enumerate(found):
        html = html.replace(f"<p>DIAGRAM-{number}</p>", figure(diagram, how.language, number))
    return html


def how_language(title: Title, language: str) -> str:
    """The language in which how to play is written for a reader of that one."""
    how = rulebook.how_to_play(title, language)
    return how.language if how else language


def rendered(text: str, language: str) -> str:
    """A page of ours as HTML."""
    say = words(language)
    opening = SCROLLS.format(say("Table"))
    html = markdown.render(text).replace("<th></th>", "<td></td>")  # a corner heads nothing
    return html.replace("<table>", opening).replace("</table>", "</table></div>")


def linked(number: str, known: set[str]) -> str:
    """A rule that another rule names, as a link to it."""
    return f'<a href="#{number}">{number}</a>' if number in known else number


def anchor(heading: str) -> str:
    """The address of a chapter within its page."""
    return re.sub(r"\W+", "-", re.sub(r"<[^>]+>", "", heading)).strip("-").lower()


def chapters(html: str) -> list[tuple[str, str]]:
    """The chapters of a page: address and heading."""
    return re.findall(r'<h3 id="([^"]+)">(.*?)</h3>', html)


def choices(option: Option, say: Words) -> list[tuple[str, bool]]:
    """What a table may choose, as people say it, and whether it is what is played without a word."""
    if option.values:
        return [(option.called(value, say), value == option.default) for value in option.values]
    if isinstance(option.default, int):
        return [(say.number(option.default), True), (f"{say.number(option.low)}–{say.number(option.high)}", False)]
    usual = [] if option.default == [] else [(option.called(option.default, say), True)]
    return [*usual, *((option.name_called(name, say), False) for name in option.names if name not in str(option.default))]


def sources(slug: str, language: str, say: Words) -> list[dict[str, object]]:
    """What is printed, public and ours in a title's box: what that means, how many entries, and the names of those with one."""
    title, names = games.title(slug), printed_names(slug, language)
    rows = editions.sources(title)
    found = []
    for source, meaning in editions.meanings(say).items():
        own = [row for row in rows if row.source == source]
        found.append(
            {"meaning": meaning, "n": len(own), "names": list(dict.fromkeys(names[row.row] for row in own if row.row in names))}
        )
    return [one for one in found if one["n"]]


def report_of(slug: str) -> Path | None:
    """The page on what many games say about a title, where there is one: made by `families report`, in English."""
    return next((file for folder in REPORTS if (file := folder / f"{slug}.html").is_file()), None)


async def report(request: Request) -> Response:
    """That page: it holds its own style and pictures, and nothing that runs."""
    slug = request.path_params["title"]
    file = report_of(slug) if slug in games.names() else None
    if file is None:
        raise NotThere("there is no such page")
    return FileResponse(file, media_type="text/html", headers={"content-security-policy": OF_A_REPORT})


async def rules(request: Request) -> Response:
    """The rules of a title in the reader's language."""
    slug, guest = request.path_params["title"], guest_of(request)
    if slug not in games.names():
        raise NotThere("there is no such page")
    title = games.title(slug)
    how, html, language = await asyncio.to_thread(drawn, slug, guest.language)  # a title may have to be compiled first
    say = words(guest.language, title.package)
    return page(
        request, "rules.html", say=say, title=poster(title, guest.language), how=how, rules=html, rules_language=language,
        how_language=how_language(title, guest.language),
        chapters=[(place, Markup(heading)) for place, heading in chapters(html)],
        options=[
            {"meaning": say(one.meaning), "ruling": one.ruling, "choices": choices(one, say)} for one in title.options
        ],
        sources=sources(slug, guest.language, say), has_report=report_of(slug) is not None,
        titles=[poster(games.title(name), guest.language) for name in games.names()],
    )  # fmt: skip
