"""The table's pages: the table itself, wishes, replay, export, fairness."""

import json
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from fivefamilies.core import matchfile
from fivefamilies.core.contract import OBSERVER
from fivefamilies.core.errors import FamiliesError, NotThere, NotYours, Refused
from fivefamilies.core.matchform import MatchData
from fivefamilies.core.words import Words, words
from fivefamilies.table import coach, drawing, easel, notices, steps
from fivefamilies.table.answers import (
    PAST,
    address,
    aside,
    check_tables,
    club_of,
    count_table,
    explain_with_rules,
    go,
    guest_of,
    is_swap,
    page,
    read_form,
    remember,
    tell,
    titles_preparing,
)
from fivefamilies.table.club import CLOSED
from fivefamilies.table.drawing import Moment
from fivefamilies.table.foresight import foresee, legal_id
from fivefamilies.table.forms import number
from fivefamilies.table.gate import Guest, whole
from fivefamilies.table.league import key_of
from fivefamilies.table.live import eyes_of
from fivefamilies.table.lobby import host_name, poster, with_name
from fivefamilies.table.room import Eye, Room
from fivefamilies.table.store import Silent
from fivefamilies.table.terms import terms_of
from fivefamilies.table.texts import clean_all
from fivefamilies.table.wishes import WISHES, moves_of

NEW_TABLES = ("undo", "consent", "rematch")  # wishes that may open one


async def room_for(request: Request) -> tuple[Room, Guest, Eye]:
    """The room, if this guest may look into it."""
    guest = guest_of(request)
    room = await club_of(request).room(request.path_params["table_id"])
    eye = room.eye(guest.id, guest.language, eyes_of(request))
    if eye is None:
        raise NotYours("this table has no spectators")
    return room, guest, eye


async def table(request: Request) -> Response:
    """The table as it stands."""
    club = club_of(request)
    room, guest, eye = await room_for(request)
    room = await club.look_again(room)
    eye = room.eye(guest.id, guest.language, eyes_of(request)) or eye
    title, template = room.match.title, "waiting.html" if room.state == "open" else "table.html"
    return page(
        request, template, say=words(guest.language, title.package), room=room, eye=eye,
        seat_names=[row["name"] for row in Moment(room, eye).seats()] if eye.late else [],
        invitation=address(request, f"/i/{room.row['invite']}"),
        title_name=title.called(guest.language), regions=drawing.regions(room, eye).page(), box=drawing.box_line(room),
        preparing=titles_preparing(club, guest.language, title.slug), only=title.slug, notices=club.config.notices
        and notices.is_available(), phrases=drawing.PHRASES,
        may_move=bool(room.seats_of(guest.id)) and not room.has_ended,
        may_invite=(bool(room.seats_of(guest.id)) or eye.is_host) and room.state != "closed", host=host_name(room),
        league=await key_of(club.store, room.settings.get("league")) if room.seats_of(guest.id) else None,
        poster=poster(title, guest.language), terms=terms_of(room, guest.language),
    )  # fmt: skip


async def wish(request: Request) -> Response:
    """Whatever a player asks of the table."""
    club, guest = club_of(request), guest_of(request)
    what = request.path_params["what"]
    room = await club.room(request.path_params["table_id"])
    form = {**clean_all(dict(request.query_params)), **await read_form(request)}
    if club.alliance and what not in ("move", "moves"):  # they look for themselves, where they have to
        room = await club.look_again(room)
    if what == "sit":
        guest = with_name(guest, form.get("name"))
    if what not in WISHES:
        raise NotThere("there is no such page")
    if room.state == "closed":
        raise Refused(CLOSED)
    if what in NEW_TABLES:
        await check_tables(request)
    try:
        answer = await WISHES[what](club, room, guest, form)
    except FamiliesError as error:
        if isinstance(error, (NotYours, Silent)) or not isinstance(error, Refused):
            raise
        return tell(request, explain_with_rules(error, words(guest.language)), 409)
    if what in NEW_TABLES and answer:
        await count_table(request)
        return go(request, f"/t/{answer}")
    if what in ("link", "token"):
        say = words(guest.language)
        text = say("For your other device, once:") if what == "link" else say("The program's token, shown once:")
        detail = address(request, str(answer)) if what == "link" else str(answer)
        return tell(request, text, 200, detail)
    if is_swap(request):
        response = Response(status_code=204)
    else:
        response = RedirectResponse(f"/t/{room.id}", 303)
    if what == "sit":
        remember(request, response, guest)
        if is_swap(request):
            response.headers["HX-Redirect"] = f"/t/{room.id}"
    return response


# ---------------------------------------------------------------- what a page asks


async def preview(request: Request) -> Response:
    """What moves will do, as far as the one who makes them can know; `moves` are ids or words."""
    club, guest = club_of(request), guest_of(request)
    room = await club.room(request.path_params["table_id"])
    seat, own, asked = room.turn, room.seats_of(guest.id), clean_all(dict(request.query_params))
    if own and "at" in asked and all(room.ledger_ply(s, number(asked, "at")) != room.plies for s in own):
        return Response(status_code=204)  # it was confirmed before it was foreseen
    if seat not in own or room.chairs[seat].driver:
        raise Refused("it is not your turn")
    say = words(guest.language, room.match.title.package)
    wanted: list[int | str] = [int(line) if line.isdecimal() and len(line) < 7 else line for line in moves_of(asked)]
    found = await aside(foresee, room.match.still(), seat, wanted, say)
    purse = None
    if found.purse:
        before, after = found.purse
        said = say("You have {before}, then {after}.", before=before, after=after)
        purse = {"shown": f"{before} → {after}", "words": said}
    return JSONResponse(
        {"told": found.told, "things": found.things, "then": found.then, "is_free": found.is_free, "purse": purse}
    )


async def about(request: Request) -> Response:
    """What a thing of the table is and does, with the rules that say so."""
    room, guest, _ = await room_for(request)
    title, match = room.match.title, room.match
    kind, _, word = str(clean_all(dict(request.query_params)).get("thing", "")).partition(" ")
    found = title.explain(kind, word, match.parts, words(guest.language, title.package))
    if found is None:
        raise NotThere("there is no such page")
    rules = [{"number": rule, "href": f"/rules/{title.slug}#{rule}"} for rule in found.rules]
    return JSONResponse(
        {"name": found.name, "text": found.text, "rules": rules}, headers={"cache-control": "private, max-age=600"}
    )


async def hint(request: Request) -> Response:
    """What a don would do here; only the one who asks reads it."""
    club = club_of(request)
    room, guest, eye = await room_for(request)
    await read_form(request)
    seat = room.turn
    if seat not in room.seats_of(guest.id):
        raise Refused("it is not your turn")
    say = words(guest.language, room.match.title.package)
    found = await coach.hint(club, room, seat, say)
    told = (await aside(foresee, room.match.still(), seat, [found["rows"][0]["id"]], say)).told if found["rows"] else ()
    names = [row["name"] for row in Moment(room, eye).seats()]
    line = [say("{name}: {what}", name=names[whose], what=label) for whose, label in found["line"]]
    html = drawing.page("partials/coach.html", found=found, told=told, line=line, say=say)
    if is_swap(request):
        return HTMLResponse(easel.swap("coach", html))
    return tell(request, ", ".join(row["label"] for row in found["rows"]), 200)


async def review(request: Request) -> Response:
    """The fortunes of a finished match; a worker computes them while the page shows how far it is."""
    club = club_of(request)
    room, guest, eye = await room_for(request)
    found, moment = club.reviews.of(room), Moment(room, eye)
    seats, say = moment.seats(), moment.say
    context: dict[str, Any] = {"room": room, "review": found, "seats": seats, "picture": "", "points": []}
    if found.found:
        context["picture"] = coach.chart(found.found, [seat["colour"] for seat in seats], say)
        context["points"] = [turning_point(room, move, seats, say) for move in found.found["moves"]
                             if move["ply"] in found.found["turning_points"]]  # fmt: skip
    if request.query_params.get("part") == "1":
        return HTMLResponse(drawing.page("partials/review.html", say=say, **context))
    return page(request, "review.html", say=say, title_name=room.match.title.called(guest.language), **context)


def turning_point(room: Room, move: dict[str, Any], seats: list[dict[str, Any]], say: Words) -> dict[str, Any]:
    """A decision that turned the match, in the reader's language."""
    state, title, parts = room.state_at(move["ply"] - 1), room.match.title, room.match.parts
    best = legal_id(room.match, state, move["best"])
    played = room.match.played[move["ply"] - 1].move
    return {"ply": move["ply"], "name": seats[move["seat"]]["name"], "loss": move["loss"],
            "played": title.say_move(state, played, parts, say), "best": title.say_move(state, best, parts, say)}  # fmt: skip


# ---------------------------------------------------------------- the past


def replay_eye(request: Request, room: Room, guest: Guest, eye: Eye) -> Eye:
    """Whose eyes a replay takes: the guest's; anybody's once it is over; a seat's, late, where the table allows it."""
    wanted = request.query_params.get("eyes", "")
    seat = whole(wanted)
    if seat is None or seat >= room.match.seats:
        return eye
    if room.is_revealed:
        return Eye(seat, guest.language, borrowed=seat not in room.seats_of(guest.id))
    if seat in room.seats_of(guest.id):
        return eye
    if not room.seats_of(guest.id) and room.state == "playing" and room.settings.get("spectators") == "full":
        return Eye(seat, guest.language, late=True, borrowed=True)
    return eye


async def replay(request: Request) -> Response:
    """The table at one move, with a slider; `frame` is only what changes. Before it begins there is nothing to see."""
    room, guest, eye = await room_for(request)
    if room.state == "open":
        return RedirectResponse(f"/t/{room.id}", 303)
    eye = replay_eye(request, room, guest, eye)
    still = room.still(eye)
    response = await aside(draw_replay, request, still, eye, by=PAST)
    room.learn(still)
    return response


def draw_replay(request: Request, room: Room, eye: Eye) -> Response:
    """A page of the replay, or the frame alone, of a table that stands still."""
    moment = Moment(room, eye, request.path_params.get("ply"))
    context = {**moment.context(), "moves": {}, "refusals": {}, "full_story": moment.story(), "eyes": eye.seat,
               "limit": moment.live, "when": times(room, moment.ply),
               "steps": steps.told_of(room, eye, moment.ply) if moment.ply else ""}  # fmt: skip
    context["query"] = f"?eyes={eye.seat}" if "eyes" in request.query_params and eye.seat >= 0 else ""
    if request.query_params.get("frame") == "1":
        return HTMLResponse(drawing.page("partials/frame.html", **context))
    context.pop("say")
    return page(request, "replay.html", say=moment.say, box=drawing.box_line(room), **context)


def times(room: Room, ply: int) -> float:
    """When a move was made."""
    return room.times[min(ply, len(room.times)) - 1] if room.times and ply else room.row["created"]


def player_names(room: Room) -> list[str]:
    return [chair.name or f"bot:{chair.bot}" for chair in room.chairs]


def revealed(room: Room) -> MatchData:
    """The match of a table that is over, with its secret, also where it was given up."""
    data = matchfile.to_dict(room.match, player_names(room))
    data["chance"]["secret"] = room.match.promise.secret.hex()
    return data


async def export(request: Request) -> Response:
    """The match file once everything may be shown; until then what this seat knows."""
    room, _, eye = await room_for(request)
    if room.state == "open":
        raise Refused("the game has not begun: a chair is still free")
    name = f"{room.match.title.slug}-{room.id[:6]}"
    if room.is_revealed:
        text, name = await aside(matchfile.text_of, revealed(room)), f"{name}.match.json"
    else:
        moment = Moment(room, eye)
        known: dict[str, object] = {
            "format": "fivefamilies story 1", "title": room.match.title.slug, "seats": room.match.seats,
            "options": room.match.options, "names": player_names(room), "commitment": room.match.promise.commitment,
            "seat": eye.seat if eye.seat != OBSERVER else None, "log": moment.story(),
            "view": msgspec.to_builtins(moment.view()),
        }  # fmt: skip
        text, name = json.dumps(known, ensure_ascii=False, indent=1), f"{name}.story.json"
    return Response(text, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'})


async def fairness(request: Request) -> Response:
    """The promise, the secret once the game is over, and the proof."""
    room, guest, _ = await room_for(request)
    match, is_over = room.match, room.is_revealed
    checked: str | None = None
    if is_over and request.query_params.get("verify") == "1":
        say = words(guest.language)
        try:
            draws = await aside(matchfile.verify, revealed(room))
            checked = say("{n} draws recomputed, all as promised by {hash}", n=draws, hash=match.promise.commitment)
        except FamiliesError as error:
            checked = say.error(error)
    return page(
        request, "fairness.html", room=room, commitment=match.promise.commitment, checked=checked, is_over=is_over,
        secret=match.promise.secret.hex() if is_over else None,
        title_name=match.title.called(guest.language),
        file=f"{match.title.slug}-{room.id[:6]}.match.json",
    )  # fmt: skip
