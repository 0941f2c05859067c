"""Wishes about chairs: sit down, stand up, move the chairs before the game, seat a bot, agree to a change while they play."""

import secrets

from fivefamilies.core.errors import NotYours, Refused
from fivefamilies.core.words import sentence
from fivefamilies.table.club import Club
from fivefamilies.table.forms import Form, chair_at, own_seat
from fivefamilies.table.gate import Guest
from fivefamilies.table.room import Ask, Chair, Room
from fivefamilies.table.thinkers import USUAL, check_bot

LOTS = sentence("The chairs were drawn by lot.")


async def sit(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Take a free chair, or one that a bot keeps warm; the invitation is needed unless the table is open to all."""
    chair = first_free(room) if str(form.get("seat")) == "any" else chair_at(room, form)
    is_invited = secrets.compare_digest(str(form.get("invite", "")).encode(), room.row["invite"].encode())
    if not (is_invited or room.settings.get("is_public") or guest.id == room.row["host"]):
        raise NotYours("this table is by invitation")
    if room.state == "over":
        raise Refused("the game is over")
    if room.settings.get("lesson"):  # whoever has played it before knows every card
        raise Refused("this is a lesson for one; set a table of your own")
    if not chair.is_free and chair.bot is None:
        raise Refused("that chair is taken")
    mine = len(room.seats_of(guest.id))
    if mine and room.state == "playing":
        raise Refused("you have a seat here and have seen its hand; it stays yours to the end")
    name = guest.name or "?"
    await change_bot(
        club, room, guest, chair.seat,
        player=guest.id, bot=None, stand_in=None, token=None, name=name if not mine else f"{name} {mine + 1}",
    )  # fmt: skip


def first_free(room: Room) -> Chair:
    """The first chair that nobody has."""
    for chair in room.chairs:
        if chair.is_free:
            return chair
    raise Refused("that chair is taken")


def rearranged(room: Room, order: list[int]) -> dict[int, dict[str, object]]:
    """Who sits where when the chair `order[seat]` is moved to `seat`."""
    moved = [(seat, room.chairs[old]) for seat, old in enumerate(order) if seat != old]
    return {seat: {key: value for key, value in vars(chair).items() if key != "seat"} for seat, chair in moved}


def check_host(room: Room, guest: Guest) -> None:
    """Chairs are put in order by the host, before the game begins."""
    if guest.id != room.row["host"]:
        raise NotYours("only the host moves the chairs")
    if room.state != "open":
        raise Refused("the game has begun; everybody stays seated")


async def swap(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Two chairs change places."""
    check_host(room, guest)
    one, other = chair_at(room, form).seat, chair_at(room, {"seat": form.get("with")}).seat
    order = list(range(len(room.chairs)))
    order[one], order[other] = other, one
    await club.change_chairs(room, rearranged(room, order))


async def lots(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """The chairs are drawn by lot, also those that are still free."""
    check_host(room, guest)
    order = list(range(len(room.chairs)))
    secrets.SystemRandom().shuffle(order)
    changes = rearranged(room, order)
    if changes:
        await club.change_chairs(room, changes)
    await club.say(room, None, "", LOTS, True)


async def stand(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Leave a chair before the game begins; the secrets that were given for it are worth nothing then."""
    seat = own_seat(room, guest, form)
    if room.state != "open":
        raise Refused("the game has begun; you may resign")
    await club.change_chair(room, seat, player=None, name="", token=None, link=None, notice=None)


async def seat_bot(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Put a bot on a free chair, on all free chairs, or change a bot for another."""
    if guest.id != room.row["host"] and not room.seats_of(guest.id):
        raise NotYours("you do not sit at this table")
    name = check_bot(str(form.get("bot", USUAL)))
    if room.state == "over":
        raise Refused("the game is over")
    chosen = [c for c in room.chairs if c.is_free] if str(form.get("seat")) == "all" else [chair_at(room, form)]
    if not chosen:
        return
    for chair in chosen:
        if chair.player is not None or (chair.token and guest.id != room.row["host"]):
            raise Refused("that chair is taken")
    if room.state == "playing":
        await change_bot(club, room, guest, chosen[0].seat, bot=name, name="", token=None)
    else:
        await club.change_chairs(room, {chair.seat: {"bot": name, "name": "", "token": None} for chair in chosen})


async def change_bot(club: Club, room: Room, guest: Guest, seat: int, **changes: object) -> None:
    """Change a chair that no person has: before the game at once, while it is played when everybody else here agrees."""
    others = room.people - {guest.id}
    if room.state != "playing" or not others:
        await club.change_chair(room, seat, **changes)
        return
    if not voters(room) - {guest.id}:
        raise Refused("nobody is here who could agree to that; wait until somebody comes back")
    ask = Ask(guest.id, guest.name or "?", seat, changes)

    def asked(room: Room) -> None:
        room.wants_chair = ask

    await club.share(room, asked)


async def agree(club: Club, room: Room, guest: Guest, form: Form) -> None:
    """Answer somebody who asks for a bot's chair."""
    ask = room.wants_chair
    if ask is None or not room.seats_of(guest.id) or guest.id == ask.asker:
        raise Refused("nobody asks for a chair")
    is_agreed = False

    def answered(room: Room) -> None:
        nonlocal is_agreed
        now = room.wants_chair
        if now is None or (now.asker, now.seat, now.changes) != (ask.asker, ask.seat, ask.changes):
            raise Refused("nobody asks for a chair")
        now.agreed.add(guest.id)
        is_agreed = str(form.get("answer")) == "yes" and not voters(room) - {now.asker} - now.agreed
        if is_agreed or str(form.get("answer")) != "yes":
            room.wants_chair = None

    room = await club.share(room, answered)
    if is_agreed:
        chair = room.chairs[ask.seat]
        if room.state != "playing" or chair.player is not None or (room.seats_of(ask.asker) and "player" in ask.changes):
            raise Refused("that chair is taken")
        await club.change_chair(room, ask.seat, **ask.changes)


def voters(room: Room) -> set[str]:
    """Those whose word counts: players at the table for whom no bot stands in."""
    return {chair.player for chair in room.chairs if chair.player and not chair.stand_in}
