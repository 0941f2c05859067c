"""What a player may ask of the table besides a move: a chair, a bot, a take-back, a vote, an end, another game."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable

from fivefamilies.core.errors import NotYours, Refused
from fivefamilies.table import lessons, notices, store, undo
from fivefamilies.table.chairs import MOVED_ON
from fivefamilies.table.club import REFUSED, STOPPED, WITHDRAWN, Club, was_played, were_played
from fivefamilies.table.drawing import PHRASES
from fivefamilies.table.driving import RESIGNED
from fivefamilies.table.forms import Form, chair_at, number, own_seat
from fivefamilies.table.gate import Guest
from fivefamilies.table.room import Chair, Room, digest
from fivefamilies.table.sitting import agree, lots, seat_bot, sit, stand, swap, voters
from fivefamilies.table.store import Taken
from fivefamilies.table.thinkers import UNDERSTUDY

NOTICE_LENGTH = 300
TOGETHER, TOGETHER_LENGTH = 40, 4000  # moves that are made together at most, and how long they may be


async def move(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Make a move by its id, at the ply that the page shows."""
    seats = room.seats_of(guest.id)
    if not seats:
        raise NotYours("you do not sit at this table")
    room = await club.fresh(room, seats, number(form, "at") if "at" in form else None)
    seat, wanted, at = room.turn if room.turn in seats else seats[0], number(form, "move"), None
    if "at" in form:
        shown = {s: room.ledger_ply(s, number(form, "at")) for s in seats}
        seat = next((s for s in seats if was_played(room, s, wanted, shown[s])), seat)  # a click that was heard twice
        at = shown[seat]
    await club.play(room, seat, wanted, at)


async def moves(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Make several moves that belong together, by ids or in words: all of them or none."""
    wanted: list[int | str] = [int(line) if line.isdecimal() and len(line) < 7 else line for line in moves_of(form)]
    if not wanted:
        raise Refused("there is no move to make")
    seats = room.seats_of(guest.id)
    if not seats:
        raise NotYours("you do not sit at this table")
    room = await club.fresh(room, seats, number(form, "at") if "at" in form else None)
    seat, at = room.turn if room.turn in seats else seats[0], None
    if "at" in form:
        shown = {s: room.ledger_ply(s, number(form, "at")) for s in seats}
        seat = next((s for s in seats if were_played(room, s, wanted, shown[s])), seat)  # heard twice
        at = shown[seat]
    await club.play_together(room, seat, wanted, at)


def moves_of(form: Form) -> list[str]:
    """The moves of a form, with semicolons between them."""
    lines = [line.strip() for line in str(form.get("moves", ""))[:TOGETHER_LENGTH].split(";")]
    return [line for line in lines if line][:TOGETHER]


async def chat(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Say something, in own words or by a phrase that everybody reads in his language."""
    seats = room.seats_of(guest.id)
    if not seats and guest.id != room.row["host"]:
        raise NotYours("only players at this table can chat")
    seat = (room.turn if room.turn in seats else seats[0]) if seats else None
    name = room.chairs[seat].name if seat is not None else guest.name
    phrase = str(form.get("phrase", ""))
    if phrase in PHRASES:
        await club.say(room, seat, name, phrase, True)
    else:
        await club.say(room, seat, name, str(form.get("text", "")), False)


async def take_back(club: Club, room: Room, guest: Guest, form: Form) -> str | None:
    """Undo the own last decision: at once, by asking the others, or on a new branch."""
    async with club.lock(room.id):
        room = club.rooms.get(room.id, room)
        seat = own_seat(room, guest, form)
        ply = undo.last_decision(room.match, seat)
        if ply is None or room.state == "open":
            raise Refused("there is nothing to take back")
        if room.state == "over":
            raise Refused("the game is over and its cards lie open; play again instead")
        if room.stopped is not None:
            raise Refused(STOPPED, n=room.stopped)
        others = {chair.player for chair in room.chairs if chair.player and chair.player != guest.id and not chair.stand_in}
        others |= {f"token {chair.seat}" for chair in room.chairs if chair.token and not chair.bot and not chair.player}
        if not await asyncio.to_thread(undo.is_news, room.match, seat, ply):
            await club.enter(room, "undo", seat, ply)
            return None
        if others:
            at = room.plies

            def asked(room: Room) -> None:
                if room.plies != at:
                    raise Refused(MOVED_ON)
                room.wants_back, room.asked_at, room.votes["undo"] = (seat, ply), time.monotonic(), set()

            await club.share(room, asked)
            return None
        return await go_back(club, room, seat, ply)


async def go_back(club: Club, room: Room, seat: int, ply: int) -> str | None:
    """Take back with everybody's consent; where something was revealed, the story goes on at a new table.

    The new table draws from the same secret, so a card that was seen is not drawn anew. Until it is over, the old one stays
    closed: it shows everybody what it showed while it was played.
    """
    if not await asyncio.to_thread(undo.is_revealing, room.match, seat, ply):
        await club.enter(room, "undo", seat, ply)
        return None
    decisions = [played for played in room.match.played[:ply] if played.seat >= 0]
    made = [(played.seat, played.move, by) for played, by in zip(decisions, room.made_by, strict=False)]
    chairs = [Chair(c.seat, c.player, c.name, c.bot, c.stand_in, c.token, notice=c.notice, colour=c.colour) for c in room.chairs]
    branch = await club.open_table(
        room.row["title"], room.match.seats, room.row["host"], "", options=room.match.options, edition=room.match.edition,
        settings=room.settings, secret=room.row["secret"], decisions=made, copied=chairs, branches=(room, seat),
    )  # fmt: skip
    return branch.id


async def consent(club: Club, room: Room, guest: Guest, form: Form) -> str | None:
    """Answer somebody who asks to take back."""
    async with club.lock(room.id):
        room = club.rooms.get(room.id, room)
        if room.wants_back is None or room.state != "playing" or not room.seats_of(guest.id):
            raise Refused("nobody asks to take back")
        seat, ply = room.wants_back
        if str(form.get("answer")) != "yes":
            await club.answer_asker(room, WITHDRAWN if seat in room.seats_of(guest.id) else REFUSED)
            return None
        asked = room.wants_back

        def agreed(room: Room) -> None:
            if room.wants_back != asked:
                raise Refused("nobody asks to take back")
            room.votes.setdefault("undo", set()).add(guest.id)

        room = await club.share(room, agreed)
        asker = room.chairs[seat].player
        if all(player in room.votes["undo"] for player in voters(room) - {asker}):
            return await go_back(club, room, seat, ply)
        return None


async def replace(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Vote that a bot plays for somebody who has been away too long; more than half of those here decide."""
    chair = chair_at(room, form)
    if not room.seats_of(guest.id) or chair.player is None or chair.player == guest.id:
        raise NotYours("you cannot vote on that")
    if room.is_here(chair.player) or room.absent_for(chair, store.now()) < club.config.grace:
        raise Refused("give {name} a little more time", name=chair.name)
    what = f"seat {chair.seat}"
    room = await club.share(room, lambda room: room.votes.setdefault(what, set()).add(guest.id))
    present = {player for player in voters(room) if room.is_here(player)} | {guest.id}
    if 2 * len(room.votes.get(what, set()) & present) > len(present):
        room.votes.pop(what, None)
        await club.change_chair(room, chair.seat, stand_in=UNDERSTUDY)


async def resign(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Give up: a bot plays the seat to its end; the table closes when the last player gives up."""
    if room.state != "playing":
        raise Refused("there is no game to give up")
    seat = own_seat(room, guest, form)
    await club.change_chair(room, seat, stand_in=RESIGNED)
    if all(chair.stand_in == RESIGNED or not chair.is_person for chair in room.chairs):
        async with club.lock(room.id):
            if room.state == "playing":
                await club.enter(room, "end", seat, 0)


async def rematch(club: Club, room: Room, guest: Guest, form: Form) -> str:
    """The same people and bots again, everybody one chair further."""
    if room.state != "over":
        raise Refused("the game is not over yet")
    if not room.seats_of(guest.id):
        raise NotYours("you do not sit at this table")
    async with club.lock(f"{room.id} next"):
        if not room.row["next"]:
            chairs = [Chair(seat, None, "") for seat in range(room.match.seats)]
            for chair in room.chairs:
                seat = (chair.seat + 1) % room.match.seats
                chairs[seat] = Chair(seat, chair.player, chair.name, chair.bot, colour=chair.colour)
            try:
                made = await club.open_table(
                    room.row["title"], room.match.seats, room.row["host"], "", options=room.match.options,
                    edition=room.match.edition, settings={**room.settings, "is_imported": False, "lesson": ""},
                    copied=chairs, follows=room.id,
                )  # fmt: skip
            except Taken:  # at another server somebody was quicker
                room = await club.look_again(room)
            else:
                room.row["next"] = made.id
                club.changed(room)
    club.locks.pop(f"{room.id} next", None)
    return str(room.row["next"])


async def curtain(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """One of several players at one screen says: it is me who looks now. Or he draws the curtain again."""
    seat = number(form, "seat")
    if seat not in room.seats_of(guest.id) and seat != -1:
        raise NotYours("that is not your seat")
    await club.share(room, lambda room: room.shown.update({guest.id: seat}))


async def link(club: Club, room: Room, guest: Guest, form: Form) -> str:
    """A secret that moves the seat to another device, once."""
    seat = own_seat(room, guest, form)
    secret = secrets.token_urlsafe(24)
    await club.change_chair(room, seat, link=digest(secret))
    return f"/seat/{room.id}/{secret}"


async def token(club: Club, room: Room, guest: Guest, form: Form) -> str:
    """A secret with which a program plays a free chair, or the guest's own. It dies when the chair changes hands."""
    chair = chair_at(room, form)
    if room.state == "over":
        raise Refused("the game is over")
    if chair.player != guest.id and (chair.player is not None or guest.id != room.row["host"]):
        raise NotYours("that is not your seat")
    if chair.bot is not None and room.state == "playing":
        raise Refused("a bot holds that hand; programs sit down before the game begins")
    secret = f"{room.id}.{secrets.token_urlsafe(24)}"
    if chair.player == guest.id:
        await club.change_chair(room, chair.seat, token=digest(secret))
    else:
        await club.change_chair(room, chair.seat, token=digest(secret), bot=None, name="program")
    return secret


async def notice(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Where to say that it is this seat's turn."""
    if not club.config.notices or not notices.is_available():
        raise Refused("this server does not send notices")
    seat = own_seat(room, guest, form)
    await club.change_chair(room, seat, notice=str(form.get("notice", ""))[:NOTICE_LENGTH] or None)


async def alone(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Go on without the coach of a lesson."""
    if not lessons.is_on(room):
        raise Refused("there is no lesson at this table")
    own_seat(room, guest, form)
    await club.change_chairs(room, {}, settings={**room.settings, "lesson": lessons.ALONE})


WISHES: dict[str, Callable[[Club, Room, Guest, Form], Awaitable[str | None]]] = {
    "move": move, "moves": moves, "chat": chat, "sit": sit, "stand": stand, "swap": swap, "lots": lots, "bot": seat_bot,
    "agree": agree, "undo": take_back, "consent": consent, "replace": replace, "resign": resign, "rematch": rematch,
    "curtain": curtain, "link": link, "token": token, "notice": notice, "alone": alone,
}  # fmt: skip
