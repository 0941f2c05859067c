"""What the form of a wish says: numbers, the own seat, a chair."""

from collections.abc import Mapping

from fivefamilies.core.errors import NotYours, Refused
from fivefamilies.table.gate import Guest
from fivefamilies.table.room import Chair, Room

Form = Mapping[str, object]


def number(form: Form, key: str) -> int:
    """A whole number of a form."""
    try:
        value = int(str(form.get(key, "")))
    except ValueError:
        raise Refused("'{key}' should be a number", key=key) from None
    if not -1 <= value < 2**31:
        raise Refused("'{key}' should be a number", key=key)
    return value


def own_seat(room: Room, guest: Guest, form: Form) -> int:
    """The seat that the guest acts for: his only one, the one whose turn it is, or the one he names."""
    seats = room.seats_of(guest.id)
    if not seats:
        raise NotYours("you do not sit at this table")
    if "seat" in form and number(form, "seat") in seats:
        return number(form, "seat")
    return room.turn if room.turn in seats else seats[0]


def chair_at(room: Room, form: Form) -> Chair:
    seat = number(form, "seat")
    if not 0 <= seat < len(room.chairs):
        raise Refused("there is no seat {seat}; there are 1 to {seats}", seat=seat + 1, seats=len(room.chairs))
    return room.chairs[seat]
