"""A private league: games, results and ratings by nickname, behind a secret link; people apart from bots.

A league is founded in the lobby and known by its link. Tables set from its page belong to it: when such a game is over, what
everybody made of it is written down with the table's end. Ratings are reckoned from the games, never kept.
"""

import json
import secrets
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fivefamilies import games
from fivefamilies.core.errors import NotThere, NotYours, Refused
from fivefamilies.core.words import words
from fivefamilies.table import store
from fivefamilies.table.answers import address, aside, check_tables, club_of, count_table, go, guest_of, page, read_form
from fivefamilies.table.gate import clean_name
from fivefamilies.table.lobby import poster
from fivefamilies.table.schema import Row, leagues, results
from fivefamilies.table.seats import CALLED
from fivefamilies.table.store import Job, Store
from fivefamilies.table.thinkers import USUAL, bot_choices

SHOWN = 30  # games on a league's page
START = 25.0  # where everybody's rating begins


async def league_of(ledger: Store, key: str) -> Row:
    """The league behind a secret link."""
    found = await ledger.rows_of(sa.select(leagues).where(leagues.c.key == key))
    if not found:
        raise NotThere("this link leads to no league; ask whoever gave it to you")
    return found[0]


async def key_of(ledger: Store, league: str | None) -> str | None:
    """The secret of the link to a table's league, for those who sit there."""
    found = await ledger.rows_of(sa.select(leagues.c.key).where(leagues.c.id == league)) if league else []
    return found[0]["key"] if found else None


async def rows_of(ledger: Store, league: str) -> list[Row]:
    """All results of a league, the oldest first."""
    query = sa.select(results).where(results.c.league == league).order_by(results.c.at, results.c.table_id, results.c.seat)
    return await ledger.rows_of(query)


def games_in(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each game together, in order."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["table_id"], []).append(row)
    return list(found.values())


def standings(rows: Sequence[Row], with_bots: bool) -> list[Row]:
    """Everybody from the best rating to the worst (Plackett-Luce, openskill), with games and wins.

    Without bots only games between people count, and who came before whom among them."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[tuple[str, bool], Any] = {}
    table: dict[tuple[str, bool], Row] = {}
    for game in games_in(rows):
        there = [row for row in game if row["name"] and (with_bots or not row["is_bot"])]
        unique = {(row["name"], row["is_bot"]): row for row in there}
        if len(unique) < 2:
            continue
        teams = [[ratings.setdefault(who, model.rating())] for who in unique]
        after = model.rate(teams, ranks=[-row["payoff"] for row in unique.values()])
        best = max(row["payoff"] for row in unique.values())
        for (who, row), team in zip(unique.items(), after, strict=True):
            ratings[who] = team[0]
            entry = table.setdefault(who, {"name": who[0], "is_bot": who[1], "games": 0, "wins": 0})
            entry["games"] += 1
            entry["wins"] += row["payoff"] == best
    for who, entry in table.items():
        entry["rating"], entry["give_or_take"] = round(ratings[who].mu, 1), round(2 * ratings[who].sigma, 1)
    return sorted(table.values(), key=lambda entry: (-entry["rating"], entry["name"]))


# ---------------------------------------------------------------- pages


async def found(request: Request) -> Response:
    """Found a league: its link is its key."""
    guest, form = guest_of(request), await read_form(request)
    name = clean_name(form.get("league_name") or "")
    if not name:
        raise Refused("give the league a name")
    await check_tables(request)
    row = {"id": store.new_id(), "key": secrets.token_urlsafe(18), "name": name, "founder": guest.id, "created": store.now()}
    await club_of(request).store.commit(Job(sa.insert(leagues), row))
    await count_table(request)
    return go(request, f"/league/{row['key']}")


async def show(request: Request) -> Response:
    """Standings, games, and a table of the league's own."""
    club, guest = club_of(request), guest_of(request)
    league = await league_of(club.store, request.path_params["key"])
    rows = await rows_of(club.store, league["id"])
    played = sorted({row["title"] for row in rows} & set(games.names()))
    wanted = request.query_params.get("title", "")
    chosen = [row for row in rows if row["title"] == wanted] if wanted in played else rows
    say = words(guest.language)
    return page(
        request, "league.html", league=league, link=address(request, f"/league/{league['key']}"), wanted=wanted,
        played=[(slug, games.title(slug).called(guest.language)) for slug in played],
        people=await aside(standings, chosen, False), everybody=await aside(standings, chosen, True),
        matches=[match_line(game, guest.language) for game in games_in(chosen)[: -SHOWN - 1 : -1]],
        titles=[poster(games.title(slug), guest.language) for slug in games.names()], is_founder=league["founder"] == guest.id,
        names=sorted({row["name"] for row in rows if row["name"] and not row["is_bot"]}),
        bots=bot_choices(say), usual_bot=USUAL, colours=CALLED, league_key=league["key"],
    )  # fmt: skip


def match_line(game: list[Row], language: str) -> Row:
    """A game as the league lists it: who came first, second, ..."""
    title = game[0]["title"]
    order = sorted((row for row in game if row["name"]), key=lambda row: -row["payoff"])
    return {
        "table": game[0]["table_id"], "at": round(game[0]["at"]), "order": order,
        "title": games.title(title).called(language) if title in games.names() else title,
    }  # fmt: skip


async def export(request: Request) -> Response:
    """All results as data."""
    club = club_of(request)
    league = await league_of(club.store, request.path_params["key"])
    rows = [{key: value for key, value in row.items() if key != "league"} for row in await rows_of(club.store, league["id"])]
    text = await aside(text_of, league["name"], rows)
    headers = {"content-disposition": 'attachment; filename="league.json"'}
    return Response(text, media_type="application/json", headers=headers)


def text_of(name: str, rows: list[Row]) -> str:
    """The file of a league."""
    told = {"format": "fivefamilies league 1", "name": name, "people": standings(rows, False), "results": rows}
    return json.dumps(told, ensure_ascii=False, indent=1)


async def forget(request: Request) -> Response:
    """Take a nickname out of the league: its games stay, without it."""
    club, form = club_of(request), await read_form(request)
    league = await league_of(club.store, request.path_params["key"])
    name = str(form.get("name", ""))
    change = sa.update(results).where(results.c.league == league["id"], results.c.name == name, results.c.is_bot.is_(False))
    await club.store.commit(Job(change.values(name="")))
    return RedirectResponse(f"/league/{league['key']}", 303)


async def delete(request: Request) -> Response:
    """End a league: its results are gone, its tables stay."""
    club, guest = club_of(request), guest_of(request)
    await read_form(request)
    league = await league_of(club.store, request.path_params["key"])
    if league["founder"] != guest.id:
        raise NotYours("only who founded the league ends it")
    gone = sa.delete(results).where(results.c.league == league["id"])
    await club.store.commit(Job(gone), Job(sa.delete(leagues).where(leagues.c.id == league["id"])))
    return RedirectResponse("/", 303)
