"""'Your turn' for players who are away: by any address that apprise knows, where the host allows it.

Notices go out in threads of their own, a few at a time. An address that hangs delays other notices and nothing else; where too
many wait, the newest is dropped.
"""

import logging
import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from fivefamilies.core.words import words
from fivefamilies.table.room import Room

if TYPE_CHECKING:
    from fivefamilies.table.club import Club

log = logging.getLogger("fivefamilies.table")
MESSENGERS, WAITING = 4, 100
waiting: queue.Queue[Callable[[], None]] = queue.Queue(WAITING)
messengers: list[threading.Thread] = []


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
    if chair.notice and chair.player and not chair.driver and not room.is_here(chair.player):
        hand_over(chair.notice, room.match.title.name, room.settings.get("language", "en"))


def hand_over(address: str, title: str, language: str) -> None:
    """Leave a notice to the messengers."""
    post(lambda: send(address, title, language))


def post(deliver: Callable[[], None]) -> None:
    """Let a messenger deliver something; nobody waits for it, and the server ends without them."""
    try:
        waiting.put_nowait(deliver)
    except queue.Full:
        log.warning("a notice was dropped: too many wait")
        return
    if len(messengers) < MESSENGERS:
        messengers.append(threading.Thread(target=carry, name="messenger", daemon=True))
        messengers[-1].start()


def carry() -> None:
    """Send notices, one after another."""
    while True:
        try:
            waiting.get()()
        except Exception as error:  # whatever an address does, the next one is served
            log.warning("a notice was not delivered", extra={"error": type(error).__name__})


def send(address: str, title: str, language: str) -> None:
    """One short message; it names no table and no secret."""
    import apprise

    logging.getLogger("apprise").disabled = True  # its log has the whole address
    say = words(language)
    herald = apprise.Apprise()
    herald.add(address)
    if not herald.notify(title=say("Five Families: it is your turn"), body=say("{title} waits for your move.", title=title)):
        log.warning("a notice was not delivered")
