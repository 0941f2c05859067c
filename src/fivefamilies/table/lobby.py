"""The lobby: posters, a game at once, open tables, your tables; nicknames, languages, invitations."""

import io

import segno
import sqlalchemy as sa
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fivefamilies import games
from fivefamilies.core import editions, matchfile
from fivefamilies.core.contract import Title
from fivefamilies.core.datafile import Edition
from fivefamilies.core.errors import BadMatchFile, FamiliesError, NotThere, Refused
from fivefamilies.core.matchform import MatchData
from fivefamilies.core.words import sentence, words
from fivefamilies.table import lessons, store
from fivefamilies.table.answers import (
    address,
    aside,
    check_tables,
    checked_language,
    club_of,
    count_table,
    explain,
    go,
    guest_of,
    page,
    read_form,
    remember,
    tell,
    titles_preparing,
)
from fivefamilies.table.clocks import MODES
from fivefamilies.table.club import Club, seat_label
from fivefamilies.table.forms import number
from fivefamilies.table.gate import THEMES, YEAR, Guest, clean_name
from fivefamilies.table.room import SPECTATORS, Chair, Room, chairs_from, digest
from fivefamilies.table.schema import Row
from fivefamilies.table.seats import CALLED, arrange, look
from fivefamilies.table.terms import chosen_in, facts_of, pitch_of, terms_of
from fivefamilies.table.texts import clean_all
from fivefamilies.table.thinkers import USUAL, bot_choices

LONGEST_IMPORT = 6000  # moves
USED_UP = sentence("this link is used up or was never given; make a new one at the table")
LISTED = 40  # open tables
HINTS = ("bots", "on", "off")  # who may ask the coach


def poster(title: Title, language: str) -> dict[str, object]:
    """What the lobby shows of a title."""
    facts = facts_of(title, words(language))
    return {
        "slug": title.slug, "name": title.called(language), "has_lesson": lessons.of(title.slug) is not None,
        "designers": ", ".join(title.designers),
        "low": min(title.seats), "high": max(title.seats), "usual": min(title.seats, key=lambda n: abs(n - 4)),
        "play_url": "/tables", "invite_url": None, "rules_url": f"/rules/{title.slug}",
        "seats_text": facts[0], "facts": facts, "pitch": pitch_of(title, language),
    }  # fmt: skip


async def rows_of(club: Club, cards: list[dict[str, object]], guest: Guest) -> list[dict[str, object]]:
    """Tables as the lobby lists them, without those that cannot be read."""
    rows = []
    for card in cards:
        try:
            rows.append(await row_of(club, card, guest))
        except store.Silent:
            raise
        except FamiliesError:
            continue
    return rows


async def row_of(club: Club, card: Row, guest: Guest) -> dict[str, object]:
    """A table as the ledger tells of it; only a running one is asked whose turn it is."""
    if card["title"] not in games.names():
        raise NotThere("unknown game '{name}'; choose one of {known}", name=card["title"], known=", ".join(games.names()))
    title, chairs = games.title(card["title"]), chairs_from(card["chairs"])
    row = {
        "id": card["id"], "title": title.called(guest.language), "state": card["state"],
        "people": [chair.name for chair in chairs if chair.is_person],
        "bots": sum(chair.bot is not None or chair.token is not None for chair in chairs),
        "free": sum(chair.is_free for chair in chairs), "seats": len(chairs), "is_mine": False, "turn": None,
        "invite": card["invite"], "is_imported": card["settings"].get("is_imported"),
        "edition": card["settings"].get("edition"),
    }  # fmt: skip
    if card["state"] == "playing":
        room = await club.room(card["id"])
        match, turn, say = room.match, room.turn, words(guest.language, title.package)
        row["is_mine"] = turn in room.seats_of(guest.id)
        row["turn"] = title.seat_name(match.state, turn, match.parts, say) if turn >= 0 else None
    return row


async def lobby(request: Request) -> Response:
    """The first page."""
    club, guest = club_of(request), guest_of(request)
    mine = await club.store.cards(await club.store.ids_of_player(guest.id))
    waiting = await club.store.cards(await club.store.ids(store.tables.c.state == "open", store.IS_PUBLIC, limit=LISTED))
    ids = {card["id"] for card in mine}
    rows = await rows_of(club, mine, guest)
    rows.sort(key=lambda row: (row["state"] not in ("open", "playing"), not row["is_mine"]))
    return page(
        request, "lobby.html", titles=[poster(games.title(slug), guest.language) for slug in games.names()],
        mine=rows,
        open_tables=await rows_of(club, [card for card in waiting if card["id"] not in ids], guest),
        bots=bot_choices(words(guest.language)), usual_bot=USUAL, colours=CALLED, clocks=MODES, spectators=SPECTATORS,
        preparing=titles_preparing(club, guest.language),
        leagues=await club.store.rows_of(sa.select(store.leagues).where(store.leagues.c.founder == guest.id)),
    )  # fmt: skip


async def new_table(request: Request) -> Response:
    """Set a table of one title, with the options of its rules."""
    guest, slug = guest_of(request), request.path_params["title"]
    if slug not in games.names():
        raise NotThere("unknown game '{name}'; choose one of {known}", name=slug, known=", ".join(games.names()))
    title = games.title(slug)
    own = words(guest.language, title.package)
    chosen = {
        **poster(title, guest.language), "options": title.options, "say": own, "is_editable": bool(title.editable.tables),
    }  # fmt: skip
    return page(request, "new.html", chosen=chosen, bots=bot_choices(words(guest.language)), usual_bot=USUAL, colours=CALLED)


def settings_of(form: FormData, guest: Guest) -> dict[str, object]:
    """A new table's settings from its form."""
    clock = form.get("clock") if form.get("clock") in MODES else "off"
    seconds = max(5, min(number(form, "clock_seconds"), 7 * 24 * 3600)) if form.get("clock_seconds") else 60
    spectators = form.get("spectators") if form.get("spectators") in SPECTATORS else "public"
    return {
        "clock": clock, "clock_seconds": seconds if clock != "off" else 0, "clock_extra": 10 if clock == "bank" else 0,
        "spectators": spectators, "hints": form.get("hints") if form.get("hints") in HINTS else "bots",
        "is_public": form.get("who") == "open", "language": guest.language,
    }  # fmt: skip


async def open_table(request: Request) -> Response:
    """A new table: with bots at once, with friends by invitation, open to all, or several people at this screen."""
    club, guest = club_of(request), guest_of(request)
    form = await read_form(request)
    await check_tables(request)
    title = games.title(str(form.get("title", ""))) if str(form.get("title", "")) in games.names() else None
    if title is None:
        raise NotThere("unknown game '{name}'; choose one of {known}", name=form.get("title"), known=", ".join(games.names()))
    seats = number(form, "seats") if form.get("seats") else min(title.seats, key=lambda n: abs(n - 4))
    options = {option.key: value for option in title.options if (value := chosen_in(option, form)) is not None}
    guest = with_name(guest, form.get("name"))
    who = "friends" if form.get("kind") == "invite" else str(form.get("who", "bots"))
    own = max(1, min(number(form, "own"), seats)) if who == "hotseat" and form.get("own") else seats if who == "hotseat" else 1
    bot = str(form.get("bot") or USUAL)[:100] if who in ("bots", "hotseat") else None
    edition = await edition_of(form, title)
    settings = {**settings_of(form, guest), **await league_setting(club, form), **called(edition)}
    room = await club.open_table(
        title.slug, seats, guest.id, name_of(guest), options=options, edition=edition, settings=settings, bot=bot,
        own_seats=own, copied=people_at_screen(form, title, seats, own, guest, bot) if who == "hotseat" else None,
    )  # fmt: skip
    await count_table(request)
    response = go(request, f"/t/{room.id}")
    remember(request, response, guest)
    return response


async def learn(request: Request) -> Response:
    """A first game with a coach: a table with promised luck, for this guest and bots."""
    club, guest = club_of(request), guest_of(request)
    await read_form(request)
    await check_tables(request)
    slug = request.path_params["title"]
    lesson = lessons.of(slug) if slug in games.names() else None
    if lesson is None:
        raise NotThere("there is no lesson for '{name}' yet", name=slug)
    room = await lessons.open_lesson(club, lesson, guest.id, name_of(guest), guest.language)
    await count_table(request)
    response = go(request, f"/t/{room.id}")
    remember(request, response, guest)
    return response


async def league_setting(club: Club, form: FormData) -> dict[str, str]:
    """The league that a table belongs to, if it was set from a league's page."""
    key = str(form.get("league", ""))
    found = await club.store.rows_of(sa.select(store.leagues.c.id).where(store.leagues.c.key == key)) if key else []
    return {"league": found[0]["id"]} if found else {}


def people_at_screen(form: FormData, title: Title, seats: int, own: int, guest: Guest, bot: str | None) -> list[Chair]:
    """The chairs of several people at one screen, with the names and colours they chose; bots take the others."""
    title.check_seats(seats)
    named = [(clean_name(form.get(f"name_{n + 1}", "")), str(form.get(f"colour_{n + 1}", ""))) for n in range(own)]
    people: list[tuple[str, str]] = []
    for n, (name, colour) in enumerate(named):
        wanted = name or seat_label(name_of(guest), n, own)
        people.append((wanted if wanted not in [other for other, _ in people] else f"{wanted} {n + 1}", colour))
    chairs = [Chair(seat, None, "", bot or USUAL) for seat in range(seats)]
    for seat, name, chosen in arrange(people, seats, title.colours):
        chairs[seat] = Chair(seat, guest.id, name, colour=chosen)
    return chairs


async def edition_of(form: FormData, title: Title) -> dict[str, object] | None:
    """The edition that the host has chosen: read and checked, or refused with a sentence."""
    upload = form.get("edition")
    if not isinstance(upload, UploadFile) or not upload.filename:
        return None
    return await aside(edition_in, await upload.read(editions.LARGEST + 1), title)


def edition_in(raw: bytes, title: Title) -> dict[str, object]:
    """An edition of this title as it was sent, its texts cleaned."""
    given = clean_all(editions.parse(raw))
    title.numbers(editions.box_of(title, given))
    return given


def called(edition: Edition | None) -> dict[str, str]:
    """The setting by which the lobby calls an edition."""
    return {} if edition is None else {"edition": editions.name_in(edition)}


def name_of(guest: Guest) -> str:
    """The name on a chair."""
    say = words(guest.language)
    return guest.name or say("Guest")


def with_name(guest: Guest, name: object) -> Guest:
    cleaned = clean_name(name or "")
    return Guest(guest.id, cleaned or guest.name, guest.language, guest.theme, guest.is_new)


async def choose(request: Request) -> Response:
    """Nickname, language or theme."""
    guest = guest_of(request)
    form = await read_form(request)
    back = str(form.get("back", "/"))
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    if "name" in form:
        remember(request, response, with_name(guest, form["name"]))
    if "lang" in form:
        response.set_cookie("lang", checked_language(form["lang"]), max_age=YEAR, samesite="lax")
    if form.get("theme") in THEMES:
        response.set_cookie("theme", str(form["theme"]), max_age=YEAR, samesite="lax")
    return response


async def invitation(request: Request) -> Response:
    """An invited guest chooses a chair."""
    club = club_of(request)
    found = await club.store.ids(store.tables.c.invite == request.path_params["invite"], limit=1)
    if not found:
        raise NotThere("this invitation is not known here")
    room = await club.look_again(await club.room(found[0]))
    guest = guest_of(request)
    if room.seats_of(guest.id):
        return RedirectResponse(f"/t/{room.id}", 303)
    title, match = room.match.title, room.match
    say = words(guest.language, title.package)
    chairs = [
        {"seat": chair.seat, "look": look(chair.seat, title.colours, chair.colour),
         "name": title.seat_name(match.state, chair.seat, match.parts, say),
         "player": chair.name or chair.bot, "can_sit": chair.is_free or chair.bot is not None}
        for chair in room.chairs
    ]  # fmt: skip
    return page(
        request, "invitation.html", room=room, title_name=title.called(guest.language), chairs=chairs,
        invite=room.row["invite"], host=host_name(room), terms=terms_of(room, guest.language),
        poster=poster(title, guest.language),
        has_free=any(chair["can_sit"] and not chair["player"] for chair in chairs),
    )  # fmt: skip


def host_name(room: Room) -> str:
    """Who invites."""
    return next((chair.name for chair in room.chairs if chair.player == room.row["host"]), "")


async def qr(request: Request) -> Response:
    """The invitation as a QR code, for those who may invite."""
    room = await club_of(request).room(request.path_params["table_id"])
    guest = guest_of(request)
    if not room.seats_of(guest.id) and guest.id != room.row["host"]:
        raise NotThere("there is no such table")
    code = io.BytesIO()
    picture = segno.make(address(request, f"/i/{room.row['invite']}"), error="m")
    picture.save(code, kind="svg", scale=6, border=3, light="#fff", dark="#111", xmldecl=False)
    return Response(code.getvalue(), media_type="image/svg+xml")


async def show_seat(request: Request) -> Response:
    """The page behind a secret link: it asks before it moves the seat here."""
    return page(request, "move_seat.html", address=request.url.path)


async def move_seat(request: Request) -> Response:
    """Move a seat to this device; the link is used up."""
    club, guest = club_of(request), guest_of(request)
    await read_form(request)
    room = await club.look_again(await club.room(request.path_params["table_id"]))
    wanted = digest(request.path_params["secret"])
    chair = next((c for c in room.chairs if c.link and store.secrets.compare_digest(c.link, wanted)), None)
    if chair is None:
        raise NotThere(USED_UP)
    old, name = chair.player, guest.name or chair.name
    changes: dict[int, dict[str, object]] = {chair.seat: {"link": None}}
    if old and old != guest.id:
        moved = {"player": guest.id, "link": None, "token": None}
        changes = {other.seat: dict(moved) for other in room.chairs if other.player == old}
        changes[chair.seat]["name"] = name
    try:
        await club.change_chairs(room, changes, **({"host": guest.id} if room.row["host"] == old else {}))
    except store.Silent:
        raise
    except Refused:
        raise NotThere(USED_UP) from None
    if old and old != guest.id:
        room.here.pop(old, None)
        club.changed(room)
    response = go(request, f"/t/{room.id}")
    remember(request, response, with_name(guest, chair.name if not guest.name else None))
    return response


def parsed(raw: bytes) -> MatchData:
    """A match file as it was sent, its texts cleaned."""
    return clean_all(matchfile.parse(raw))


async def import_match(request: Request) -> Response:
    """A match file: a finished one to look at, a running one to play on against bots."""
    club, guest = club_of(request), guest_of(request)
    form = await read_form(request)
    await check_tables(request)
    upload = form.get("file")
    if not isinstance(upload, UploadFile):
        raise Refused("choose a match file first")
    data = await aside(parsed, await upload.read())
    if len(data["moves"]) > LONGEST_IMPORT:
        raise BadMatchFile("the match has more than {n} moves", n=LONGEST_IMPORT)
    if data["start"] is not None:
        raise BadMatchFile("the match began from a position of somebody's own; look at it with families replay")
    try:
        await count_table(request)
        await aside(matchfile.verify, data)
    except FamiliesError as error:
        return tell(request, explain(error, words(guest.language)), 422)
    decisions: list[tuple[int, int, str | None]] = [
        (int(seat), int(move), None) for seat, move, _ in data["moves"] if int(seat) >= 0
    ]
    seat = decisions[-1][0] if decisions else 0
    written = ["" if name.startswith("bot:") else clean_name(name) for name in data["names"] or [""] * data["seats"]]
    chairs = [
        Chair(n, guest.id, name or name_of(guest)) if n == seat else Chair(n, None, name, USUAL) for n, name in enumerate(written)
    ]
    options = games.title(data["title"]).recalled(data["options"])
    room = await club.open_table(
        data["title"], data["seats"], guest.id, guest.name, options=options, edition=data["edition"],
        settings={"language": guest.language, "is_imported": True} | called(data["edition"]), secret=data["chance"]["secret"],
        decisions=decisions, copied=chairs,
    )  # fmt: skip
    response = go(request, f"/t/{room.id}/replay/0" if room.state == "over" else f"/t/{room.id}")
    remember(request, response, guest)
    return response
