"""'Your turn' for players who are away: by any address that apprise knows, where the host allows it."""

import asyncio
import logging
from typing import TYPE_CHECKING

from fivefamilies.core.words import words
from fivefamilies.table.room import Room

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

log = logging.getLogger("fivefamilies.table")


def is_available() -> bool:
    """Is apprise installed?"""
    try:
        import apprise  # noqa: F401
    except ImportError:
        return False
    return True


def tell_turn(club: "Club", room: Room) -> None:
    """Tell the player to move, unless he is here or a bot moves for him."""
    if not club.config.notices or room.turn < 0:
        return
    chair = room.chairs[room.turn]
    if chair.notice and chair.player and not chair.driver and not room.here[chair.player]:
        club.spawn(asyncio.to_thread(send, chair.notice, room.match.title.name, room.settings.get("language", "en")), "notice")


def send(address: str, title: str, language: str) -> None:
    """One short message; it names no table and no secret."""
    import apprise

    say = words(language)
    herald = apprise.Apprise()
    herald.add(address)
    if not herald.notify(title=say("Five Families: it is your turn"), body=say("{title} waits for your move.", title=title)):
        log.warning("a notice was not delivered")
