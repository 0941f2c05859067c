"""What is in the box: which data is printed, which is public, which is ours, and what an edition has in its place."""

from starlette.requests import Request
from starlette.responses import Response

from fivefamilies import games
from fivefamilies.core import editions
from fivefamilies.core.contract import Title
from fivefamilies.core.errors import NotThere
from fivefamilies.core.words import words
from fivefamilies.table.answers import guest_of, page
from fivefamilies.table.drawing import printed_names
from fivefamilies.table.room import Room
from fivefamilies.table.tables import room_for


async def of_title(request: Request) -> Response:
    """The box of a title, as it is without an edition."""
    slug = request.path_params["title"]
    if slug not in games.names():
        raise NotThere("unknown game '{name}'; choose one of {known}", name=slug, known=", ".join(games.names()))
    return box_page(request, games.title(slug), None, None)


async def of_table(request: Request) -> Response:
    """The box at a table, with the edition that is played there."""
    room, _, _ = await room_for(request)
    return box_page(request, room.match.title, room.match.edition, room)


def box_page(request: Request, title: Title, edition: dict[str, object] | None, room: Room | None) -> Response:
    """The page of a box."""
    language = guest_of(request).language
    say = words(language, title.package)
    found = editions.differences(title, edition) if edition else []
    rows = [(one.place, "" if one.ours is None else editions.toml(one.ours), editions.toml(one.yours)) for one in found]
    return page(
        request, "box.html", say=say, title_name=title.called(language), slug=title.slug, room=room,
        tables=editions.by_table(title), meanings=editions.meanings(say), names=printed_names(title.slug, language),
        is_edition=edition is not None, edition=editions.name_in(edition), differences=rows,
    )  # fmt: skip
