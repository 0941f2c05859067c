"""The doors of one house: workers that share a port hand a program's line to the one where its table is.

The kernel gives a new line to any of them. Each serves every table, but a game whose programs are at all of them is played out
at all of them. So whoever hears the first words of a line finds the table in its token and hands the line on, as it is, to the
worker that this table falls to. It only ever makes them quicker: a line that nobody takes is served where it came.
"""

import asyncio
import logging
import re
import socket
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

log = logging.getLogger("fivefamilies.table")
BEARER = re.compile(rb"\r\nauthorization:[ \t]*bearer[ \t]+([0-9a-f]{1,64})\.", re.IGNORECASE)
LONGEST = 16 * 1024  # bytes of the first words; whoever says more at once is served where he came


class Doors:
    """One worker's door, and the way to the others'."""

    def __init__(self, folder: Path, own: int, number: int) -> None:
        self.own, self.paths = own, [str(folder / f"door-{door}") for door in range(number)]
        self.ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.ear.setblocking(False)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.tasks: set[asyncio.Task] = set()

    def open(self, make: Callable[[bytes], asyncio.Protocol]) -> None:
        """Take lines from now on; each gets a protocol that is told what was heard of it."""
        Path(self.paths[self.own]).unlink(missing_ok=True)  # of a worker that died
        try:
            self.ear.bind(self.paths[self.own])
        except OSError as error:
            log.warning("no other worker can hand lines to this one", extra={"error": str(error)})
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.ear, self.take, make)

    def close(self) -> None:
        if self.loop is not None:
            self.loop.remove_reader(self.ear)
        self.ear.close()

    def door_of(self, heard: bytes) -> int:
        """Where a line that begins like this belongs."""
        token = BEARER.search(heard) if len(heard) <= LONGEST else None
        return zlib.crc32(token[1]) % len(self.paths) if token else self.own

    def hand_over(self, door: int, line: int, heard: bytes) -> None:
        """Give an open line to another worker; raises an OSError if that one is not there, or has too many in hand."""
        rights = socket.SOL_SOCKET, socket.SCM_RIGHTS, line.to_bytes(4, sys.byteorder)  # `send_fds` forgets whom to send it
        self.ear.sendmsg([heard], [rights], 0, self.paths[door])

    def take(self, make: Callable[[bytes], asyncio.Protocol]) -> None:
        """Go on with the lines that others have handed over."""
        while True:
            try:
                heard, lines, _, _ = socket.recv_fds(self.ear, LONGEST, 1)
            except BlockingIOError:
                return
            for line in lines:
                task = asyncio.create_task(self.serve(socket.socket(fileno=line), make(heard)))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def serve(self, line: socket.socket, protocol: asyncio.Protocol) -> None:
        line.setblocking(False)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, line)
        except OSError:  # whoever called has hung up
            line.close()
