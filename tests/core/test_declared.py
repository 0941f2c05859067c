"""What is declared once: options, edition numbers, moves, events, refusals and sights follow from it, and nothing else moves."""

import numpy as np

from fivefamilies.core.compiled import verb
from fivefamilies.core.events import UNKNOWN, event, events, redact, secret, spell, tell
from fivefamilies.core.moves import compiled, kind, moves, take_apart, write
from fivefamilies.core.options import choice, fresh_table, options, whole
from fivefamilies.core.record import i8, plain, record
from fivefamilies.core.sights import each, numbers, sight
from fivefamilies.core.things import NUMBER, thing
from fivefamilies.core.words import words

CITY = thing("city", ("rome", "paris"))
CARD = thing("card", 5)


@moves
class Move:
    PASS = kind(words="pass")
    SEND = kind(CITY, CARD, words="send {card} to {city}")
    LAY = kind(CARD, late={4: 20}, words={7: "sell {card}", None: "lay {card}"})
    SHOW = kind(CARD, at=15, early=2, late={4: 17}, words="show {card}")  # nobody shows card 2 or 3


split, join = compiled(Move)


def test_ids_follow_the_order_of_the_declaration_and_late_ones_come_where_they_are_put():
    early = [(int(some.kind), some.kind.name, some.first) for some in Move.stretches if not some.base]
    assert early == [(0, "PASS", 0), (1, "SEND", 1), (2, "LAY", 11), (3, "SHOW", 15)]
    assert Move.total == 21
    for move in (*range(18), 20):
        apart = take_apart(Move, move)
        values = (*apart.values, 0, 0)[:2]
        assert split(move) == (int(apart.kind), *values) and join(int(apart.kind), *values) == move
    assert take_apart(Move, 17).values == (4,) and take_apart(Move, 18) is None


def test_notation_follows_from_the_things_and_from_what_is_asked():
    state = np.zeros(1, [("phase", "i1")])
    assert [write(Move, state[0], move, None) for move in (0, 1, 8, 20)] == ["pass", "send 0 to rome", "send 2 to paris", "lay 4"]
    state["phase"] = 7
    assert write(Move, state[0], 12, None) == "sell 1"
    assert take_apart(Move, 8).target(state[0], None) == ("city", "paris")


@moves
class OpenMove:
    """Nobody moves in secret."""

    are_public = True
    PASS = kind(words="pass")
    ROLL = kind(CARD, words="roll {card}")


def test_a_game_in_which_nobody_moves_in_secret_says_so_once():
    assert all(move.declared.is_public for move in OpenMove) and not any(move.declared.is_public for move in Move)
    assert [move.name for move in OpenMove] == ["PASS", "ROLL"]


@events
class Event:
    LAYS = event(seat=NUMBER, card=CARD, told="{seat} lays {card}")
    DRAWS = event(seat=NUMBER, card=secret(CARD, "seat"), told="{seat} draws {card}", hidden="{seat} draws")
    BURIED = event(card=secret(CARD))
    GIVES = event(giver=NUMBER, taker=NUMBER, card=secret(CARD, "giver", "taker", unless=lambda row: row["card"] == 4))
    LOSES = event(seat=NUMBER, n=NUMBER, told=("{seat} loses {n} man", "{seat} loses {n} men"))


def test_a_secret_is_known_to_those_whom_the_row_names_and_to_nobody_else():
    assert redact(Event, (0, 1, 3, -1, -1), 2) == (0, 1, 3, -1, -1)
    assert redact(Event, (1, 1, 3, -1, -1), 1)[2] == 3 and redact(Event, (1, 1, 3, -1, -1), 0)[2] == UNKNOWN
    assert redact(Event, (1, 1, 3, -1, -1), -3)[2] == UNKNOWN, "an observer"
    assert all(redact(Event, (2, 3, -1, -1, -1), seat)[1] == UNKNOWN for seat in (-3, 0, 1, 2))
    assert [redact(Event, (3, 0, 2, 1, -1), seat)[3] for seat in range(4)] == [1, UNKNOWN, 1, UNKNOWN]
    assert redact(Event, (3, 0, 2, 4, -1), 1)[3] == 4, "unless it is no secret after all"


def test_events_are_told_hidden_counted_and_spelt():
    say = words("en")
    assert tell(Event, (1, 1, 3, -1, -1), None, None, say) == "1 draws 3"
    assert tell(Event, (1, 1, UNKNOWN, -1, -1), None, None, say) == "1 draws"
    assert tell(Event, (2, 3, -1, -1, -1), None, None, say) is None
    assert [tell(Event, (4, 0, n, -1, -1), None, None, say) for n in (1, 2)] == ["0 loses 1 man", "0 loses 2 men"]
    assert spell(Event, (1, 1, UNKNOWN, -1, -1), None, None) == {"event": "draws", "seat": 1, "card": None}
    assert spell(Event, (0, 1, 3, -1, -1), None, None) == {"event": "lays", "seat": 1, "card": "3"}


@options
class Options:
    """What the record keeps: by its place, or the number itself."""

    prison = choice("short", "long", kept="is_long", meaning="planted", ruling="none")
    raids = choice(1, 2, meaning="planted", ruling="none")
    last_turn = whole(1, 90, default=20, meaning="planted", ruling="none")
    first_seat = choice("random", 0, 1, meaning="planted", ruling="none")


@record
class Table:
    hand: i8[4]
    seats: i8
    is_long: i8
    raids: i8
    last_turn: i8


fresh = fresh_table(Table, Options)


@verb
def begin(s, seats, options):
    fresh(s, seats, options)


def test_a_fresh_table_holds_nothing_old_but_the_seats_and_the_options_that_the_record_keeps():
    state = Table.load({"hand": [0, 0, 7]})
    settled = {"prison": "long", "raids": 2, "last_turn": 33, "first_seat": 1}
    begin(state, 3, Options.record(settled))
    assert Table.dump(state) == {"seats": 3, "is_long": 1, "raids": 2, "last_turn": 33}


def look(o):
    o.hand[2] = 1
    o.gangs[1].ban[0] += 5.25


def test_a_sight_lies_flat_in_the_order_of_its_blocks():
    @sight
    class Inner:
        here: numbers("at the table")
        ban: numbers("banned")[2]

    @sight
    class Outer:
        hand: numbers("cards")[3]
        gangs: each(Inner, "per seat")[2]

    out = np.zeros(Outer.length, np.float32)
    for see in (verb(look), look):
        out[:] = 0
        see(Outer.over(out) if see is not look else plain(out.view(Outer.dtype)[0]))
        assert out.tolist() == [0, 0, 1, 0, 0, 0, 0, 5.25, 0]
    blocks = [(block.name, block.length, block.meaning) for block in Outer.blocks]
    assert blocks == [("hand", 3, "cards"), ("gangs", 6, "per seat: at the table, banned")]
