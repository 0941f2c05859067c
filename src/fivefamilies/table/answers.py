"""How the table answers: a page, a swap into an open page, or a sentence that says why not."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from babel import Locale
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from fivefamilies import __version__, games
from fivefamilies.core.errors import BadMatchFile, FamiliesError, NotThere, NotYours, Refused
from fivefamilies.core.words import LANGUAGES, Words, sentence, words
from fivefamilies.table import drawing, easel
from fivefamilies.table.club import Club, Illegal
from fivefamilies.table.crowd import Crowd, TooMany
from fivefamilies.table.gate import THEMES, Guest, caller_of
from fivefamilies.table.store import Silent
from fivefamilies.table.texts import clean

T = TypeVar("T")
HEAVY, PAST = ThreadPoolExecutor(1, "heavy"), ThreadPoolExecutor(1, "past")  # whoever looks back waits for no proof
FIELD = 16 * 1024  # the longest text of a form; files are bounded at the door
LANGUAGE_NAMES = {code: (Locale(code).get_display_name() or code).capitalize() for code in LANGUAGES}  # each in itself
STATUS = {NotThere: 404, NotYours: 403, BadMatchFile: 422, TooMany: 429, Silent: 503}
zipped = partial(GZipMiddleware, minimum_size=600, compresslevel=5)  # what is long is sent in less, to whoever can read it
STALE = sentence("This page is too old; load it again.")


def guest_of(request: Request) -> Guest:
    return request.app.state.doorman.guest(request)


def club_of(request: Request) -> Club:
    return request.app.state.club


async def check_tables(request: Request) -> None:
    """Raise unless this guest may open one more table."""
    crowd: Crowd = request.app.state.crowd
    await crowd.check_tables(caller_of(request.scope))


async def count_table(request: Request) -> None:
    await request.app.state.crowd.count_table(caller_of(request.scope))


async def aside(work: Callable[..., T], *given: object, by: ThreadPoolExecutor = HEAVY) -> T:
    """Do heavy work beside the event loop, one piece at a time, so that nobody else waits for it."""
    return await asyncio.get_running_loop().run_in_executor(by, work, *given)


def address(request: Request, path: str) -> str:
    """A path of ours as the whole address that other people use."""
    base = club_of(request).config.public_url or f"{request.url.scheme}://{request.url.netloc}"
    return base.rstrip("/") + path


def is_swap(request: Request) -> bool:
    """Was this asked by an open page rather than by the browser itself?"""
    return request.headers.get("hx-request") == "true"


def page(request: Request, template: str, status: int = 200, **context: object) -> HTMLResponse:
    """A whole page for this guest."""
    guest = guest_of(request)
    context.setdefault("say", words(guest.language))
    token = request.app.state.doorman.token(guest)
    field = Markup('<input type="hidden" name="csrf" value="{}">').format(token)
    html = drawing.page(
        template, guest=guest, csrf=token, csrf_field=field, languages=LANGUAGE_NAMES, themes=THEMES,
        path=request.url.path, version=__version__, **context,
    )  # fmt: skip
    response = HTMLResponse(html, status)
    if guest.is_new:
        remember(request, response, guest)
    return response


def titles_preparing(club: Club, language: str, only: str | None = None) -> list[tuple[str, int, int]]:
    """The titles whose rules are being compiled: name, steps done, steps in all."""
    rows = [(games.title(slug), done, steps) for slug, done, steps in club.thinkers.progress() if only in (None, slug)]
    return [(title.called(language), done, steps) for title, done, steps in rows]


def remember(request: Request, response: Response, guest: Guest) -> None:
    request.app.state.doorman.set_cookie(response, guest, address(request, "").startswith("https:"))


async def read_form(request: Request) -> FormData:
    """The form, if it carries this guest's token."""
    try:
        sent = await request.form(max_files=1, max_fields=60, max_part_size=FIELD)
    except (UnicodeError, LookupError, ValueError):  # a charset that is none
        raise Refused("this form cannot be read; send it as UTF-8") from None
    form = FormData([(clean(key), clean(value) if isinstance(value, str) else value) for key, value in sent.multi_items()])
    if not request.app.state.doorman.accepts(guest_of(request), form.get("csrf")):
        raise NotYours(STALE)
    return form


def go(request: Request, address: str) -> Response:
    """Send the browser on."""
    if is_swap(request):
        return Response(status_code=204, headers={"HX-Redirect": address})
    return RedirectResponse(address, 303)


def tell(request: Request, text: str, status: int, detail: str = "") -> HTMLResponse:
    """A sentence: into the open page, or on a page of its own."""
    if is_swap(request):
        html = drawing.page("partials/notice.html", text=text, detail=detail)
        return HTMLResponse(easel.swap("notice", html), status)
    return page(request, "error.html", status, text=text, detail=detail)


def explain(error: FamiliesError, say: Words) -> str:
    """An error as the reader reads it; an illegal move with what forbids it."""
    if isinstance(error, Illegal):
        match = error.room.match
        own = words(say.language, match.title.package)
        if not 0 <= error.move < match.title.moves:
            return own("there is no such move")
        code = int(match.title.objection(match.state, error.move))
        if code:
            why = match.title.refuse(match.state, error.move, code, match.parts, own)
            return say("{move}: {why}", move=match.title.say_move(match.state, error.move, match.parts, own), why=why)
    return say.error(error)


def explain_with_rules(error: FamiliesError, say: Words) -> str:
    """The same for a page: an illegal move with links to the rules that forbid it."""
    text = explain(error, say)
    if not isinstance(error, Illegal) or not 0 <= error.move < error.room.match.title.moves:
        return text
    title = error.room.match.title
    code = int(title.objection(error.room.match.state, error.move))
    return drawing.with_rules(text, title.slug, title.rules_against(code)) if code else text


async def refuse(request: Request, error: Exception) -> Response:
    """Any mistake of a caller, as a sentence."""
    assert isinstance(error, FamiliesError)
    status = next((code for kind, code in STATUS.items() if isinstance(error, kind)), 409)
    return tell(request, explain_with_rules(error, words(guest_of(request).language)), status)


def checked_language(code: object) -> str:
    return str(code) if code in LANGUAGES else "en"
