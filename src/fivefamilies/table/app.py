"""The web table as an ASGI application."""

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from fivefamilies.core.errors import FamiliesError
from fivefamilies.core.words import sentence, words
from fivefamilies.table import api, box, drawing, league, live, lobby, office, push, reports, rulebook, tables
from fivefamilies.table.answers import club_of, guest_of, refuse, tell, titles_preparing, zipped
from fivefamilies.table.club import Club
from fivefamilies.table.config import Config, db_url, keep_private
from fivefamilies.table.crowd import Crowd
from fivefamilies.table.gate import Doorman, Gate
from fivefamilies.table.ops import Metrics
from fivefamilies.table.store import Store

log = logging.getLogger("fivefamilies.table")
STATIC = Path(__file__).parent / "static"
NO_PAGE = sentence("There is no such page.")


class Files(StaticFiles):
    """Styles and scripts: kept by the browser, asked for again when they change."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=300"
        return response


async def manifest(request: Request) -> Response:
    """What a home screen needs: the table as an app of its own."""
    say = words(guest_of(request).language)
    icons = [
        {"src": f"/static/icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
    ]
    told = {
        "name": say("Five Families"), "short_name": say("Five Families"), "start_url": "/", "id": "/", "scope": "/",
        "display": "standalone", "background_color": "#f2e8d0", "theme_color": "#7c1d1f", "lang": guest_of(request).language,
        "icons": [*icons, {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }  # fmt: skip
    return JSONResponse(told, media_type="application/manifest+json")


async def worker(request: Request) -> Response:
    """The script that shows notices while no page is open; it stands at the root, so that it may answer for all pages."""
    return FileResponse(STATIC / "worker.js", media_type="text/javascript", headers={"cache-control": "no-cache"})


async def health(request: Request) -> Response:
    """Is the table well?"""
    club = club_of(request)
    is_well = await club.store.is_well() and not club.is_closing
    preparing = [{"title": slug, "step": step, "steps": steps} for slug, step, steps in club.thinkers.progress()]
    return JSONResponse({"status": "well" if is_well else "unwell", "preparing": preparing}, 200 if is_well else 503)


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus; of all workers, where several share a port."""
    club = club_of(request)
    told = await club.alliance.crew() if club.alliance and club.config.crew else {"": club.numbers()}
    return Response(request.app.state.metrics.text(told), media_type="text/plain; version=0.0.4")


async def preparing(request: Request) -> Response:
    """How far the rules are compiled, as a line of the page."""
    guest, only = guest_of(request), request.query_params.get("title")
    rows = titles_preparing(club_of(request), guest.language, only)
    return HTMLResponse(drawing.page("partials/preparing.html", preparing=rows, only=only, say=words(guest.language)))


async def http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": str(error.detail)}, error.status_code, error.headers)
    say = words(guest_of(request).language)
    text = say(NO_PAGE) if error.status_code == 404 else str(error.detail)
    return tell(request, text, error.status_code)


class Ply(Convertor[int]):
    """A move's number in an address: no sign, not endless."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("ply", Ply())
ROUTES = [  # the first that fits answers, so the busiest comes first
    Route("/api/v1/seat/move", api.move, methods=["POST"]),
    Route("/", lobby.lobby),
    Route("/tables", lobby.open_table, methods=["POST"]),
    Route("/new/{title}", lobby.new_table),
    Route("/learn/{title}", lobby.learn, methods=["POST"]),
    Route("/choose", lobby.choose, methods=["POST"]),
    Route("/import", lobby.import_match, methods=["POST"]),
    Route("/i/{invite}", lobby.invitation),
    Route("/seat/{table_id}/{secret}", lobby.show_seat, methods=["GET"]),
    Route("/seat/{table_id}/{secret}", lobby.move_seat, methods=["POST"]),
    Route("/t/{table_id}", tables.table),
    WebSocketRoute("/t/{table_id}/live", live.live),
    Route("/t/{table_id}/qr.svg", lobby.qr),
    Route("/t/{table_id}/export", tables.export),
    Route("/box/{title}", box.of_title),
    Route("/t/{table_id}/box", box.of_table),
    Route("/t/{table_id}/fairness", tables.fairness),
    Route("/t/{table_id}/replay", tables.replay),
    Route("/t/{table_id}/replay/{ply:ply}", tables.replay),
    Route("/t/{table_id}/preview", tables.preview),
    Route("/t/{table_id}/about", tables.about),
    Route("/t/{table_id}/hint", tables.hint, methods=["POST"]),
    Route("/t/{table_id}/review", tables.review),
    Route("/t/{table_id}/report", reports.report, methods=["POST"]),
    Route("/t/{table_id}/{what}", tables.wish, methods=["POST"]),
    Route("/rules/{title}", rulebook.rules),
    Route("/rules/{title}/report", rulebook.report),
    Route("/leagues", league.found, methods=["POST"]),
    Route("/league/{key}", league.show),
    Route("/league/{key}/export", league.export),
    Route("/league/{key}/forget", league.forget, methods=["POST"]),
    Route("/league/{key}/delete", league.delete, methods=["POST"]),
    Route("/push/key", push.key),
    Route("/push/subscribe", push.subscribe, methods=["POST"]),
    Route("/push/unsubscribe", push.unsubscribe, methods=["POST"]),
    Route("/manifest.webmanifest", manifest),
    Route("/worker.js", worker),
    Route("/preparing", preparing),
    Route("/health", health),
    Route("/metrics", metrics),
    Route("/api/v1/schema", api.schema),
    Route("/api/v1/seat", api.seat),
    Route("/api/v1/seat/stream", api.stream),
    WebSocketRoute("/api/v1/seat/ws", api.socket),
    Mount("/static", Files(directory=STATIC)),
]


STRAIGHT = {  # by what is asked for
    ("websocket" if isinstance(route, WebSocketRoute) else "POST", route.path): route
    for route in ROUTES if isinstance(route, (Route, WebSocketRoute)) and isinstance(route.endpoint, api.Straight)
}  # fmt: skip


class Table(Starlette):
    """The application. What is asked most often passes the gate and is at its endpoint; all else finds its way by the routes."""

    def __init__(self, gate: ASGIApp, **given: Any) -> None:
        super().__init__(**given)
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = STRAIGHT.get((scope.get("method", scope["type"]), scope.get("path", "")))
        if route is None:
            await super().__call__(scope, receive, send)
        else:
            scope["app"], scope["route"] = self, route
            await self.gate(scope, receive, send)


async def go_straight(scope: Scope, receive: Receive, send: Send) -> None:
    """To the endpoint of a route that was found before."""
    await scope["route"].endpoint.endpoint(scope, receive, send)


def create_app(config: Config) -> Starlette:
    """The application for these settings."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        keep_private(db_url(config.db))
        store = Store(db_url(config.db))
        await store.open()
        try:
            app.state.doorman = Doorman(await store.house_secret())
            app.state.club = club = Club(config, store)
            club.push_key = await push.house_key(store)
            club.heralds.append(push.tell_turn)
            try:
                await club.open()
                log.info("the table is open")
                yield
            finally:
                await club.close()
        finally:
            await store.close()
            log.info("the table is closed")

    numbers, crowd = Metrics(), Crowd(config)
    middleware = [Middleware(Gate, crowd=crowd, metrics=numbers), Middleware(zipped)]
    app = Table(
        Gate(go_straight, crowd, numbers),
        routes=[*(office.ROUTES if config.operator_token else ()), *ROUTES], middleware=middleware, lifespan=lifespan,
        exception_handlers={FamiliesError: refuse, HTTPException: http_error},
    )  # fmt: skip
    app.state.metrics, app.state.crowd = numbers, crowd
    return app
