"""Workers that share a port hand a program's line to the one where its table is."""

import asyncio
import socket
from contextlib import ExitStack, closing, contextmanager

import pytest

from fivefamilies.table.doors import Doors

TABLE = "0123456789abcdef0123"


def words(table: str = TABLE, name: str = "Authorization", scheme: str = "Bearer") -> bytes:
    return f"GET /api/v1/seat HTTP/1.1\r\nHost: here\r\n{name}: {scheme} {table}.secret\r\n\r\n".encode()


class Repeats(asyncio.Protocol):
    """Says again what it is told, and what was told before."""

    def __init__(self, heard: bytes) -> None:
        self.heard = heard

    def connection_made(self, transport) -> None:
        self.transport = transport
        transport.write(self.heard)

    def data_received(self, data: bytes) -> None:
        self.transport.write(data)


@contextmanager
def line():
    """Both ends of a line between a program and the house."""
    with socket.create_server(("127.0.0.1", 0)) as door, socket.create_connection(door.getsockname()) as program:
        ours, _ = door.accept()
        with ours:
            yield program, ours


@pytest.fixture
def door(tmp_path):
    """Makes a worker's door: its number, and that of all workers."""
    with ExitStack() as made:
        yield lambda own, number: made.enter_context(closing(Doors(tmp_path, own, number)))


def test_all_lines_of_a_table_belong_to_one_door_and_tables_to_all(door):
    doors = [door(own, 3) for own in range(3)]
    for heard in (words(), words(name="authorization", scheme="bearer"), words() + b"and a body"):
        assert {one.door_of(heard) for one in doors} == {doors[0].door_of(words())}
    assert {doors[0].door_of(words(f"{number:020x}")) for number in range(50)} == {0, 1, 2}


@pytest.mark.parametrize("heard", [b"", b"GET / HTTP/1.1\r\n\r\n", words(table="-"), words() + bytes(20_000), bytes(500)])
def test_a_line_that_names_no_table_stays_where_it_came(door, heard):
    assert [door(own, 2).door_of(heard) for own in range(2)] == [0, 1]


def test_whoever_takes_a_line_hears_what_was_said_and_what_is_said_later(door):
    async def run():
        loop, here, there = asyncio.get_running_loop(), door(0, 2), door(1, 2)
        there.open(Repeats)
        with line() as (program, ours):
            program.setblocking(False)
            here.hand_over(1, ours.fileno(), b"first, ")
            ours.close()
            await loop.sock_sendall(program, b"second")
            heard = b""
            while len(heard) < len(b"first, second"):
                heard += await asyncio.wait_for(loop.sock_recv(program, 100), 5)
        there.close()
        return heard

    assert asyncio.run(run()) == b"first, second"


def test_a_line_for_a_worker_that_is_not_there_is_kept(door):
    async def run():
        here, there, later = door(0, 2), door(1, 2), door(1, 2)
        with line() as (_, ours):
            with pytest.raises(FileNotFoundError):  # it has not opened yet
                here.hand_over(1, ours.fileno(), b"words")
            there.open(Repeats)
            there.close()
            with pytest.raises(ConnectionRefusedError):  # it has gone
                here.hand_over(1, ours.fileno(), b"words")
            later.open(Repeats)  # another one in its place
            here.hand_over(1, ours.fileno(), b"words")
        later.close()

    asyncio.run(run())


def hand_over_very_many(here: Doors, ours: socket.socket) -> None:
    for _ in range(100_000):
        here.hand_over(1, ours.fileno(), b"words")


def test_a_worker_with_too_many_lines_in_hand_takes_more_when_it_has_looked_after_them(door):
    async def run():
        here, there, taken = door(0, 2), door(1, 2), []
        there.open(lambda heard: taken.append(heard) or Repeats(heard))
        with line() as (_, ours):
            with pytest.raises(BlockingIOError):
                hand_over_very_many(here, ours)
            await asyncio.sleep(0.1)
            before = len(taken)
            here.hand_over(1, ours.fileno(), b"another")
            await asyncio.sleep(0.1)
        there.close()
        return before, taken

    before, taken = asyncio.run(run())
    assert before and taken == [b"words"] * before + [b"another"]
