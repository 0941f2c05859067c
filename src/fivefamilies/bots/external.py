"""Bots of other people, in any language: a process that speaks JSON lines on stdin and stdout (`exec:COMMAND`).

    we:  {"hello": "fivefamilies bot 1", "title": "family_business", "seat": 0, "seats": 4, "options": {...}}
    it:  {"ready": "name of the bot"}
    we:  {"turn": 1, "view": {...}, "history": [{"event": "draws", "boss": "capone", "card": null, "told": "..."}, ...],
          "legal": [{"id": 23, "notation": "play contract", "kind": "play", "arguments": {"card": "contract"}, ...}, ...]}
    it:  {"move": 23}        or   {"move": "play contract"}
    we:  {"bye": true}

What it writes to its standard error is kept, the end of it, and told with its faults.
It sees what its seat may know, and nothing else. An answer that is late, illegal or no JSON is noted among the `faults`; a move
that looks good at first sight is played instead, and the match goes on. A bot that fails too often is left alone.
"""

import contextlib
import json
import os
import re
import select
import shlex
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from typing import IO, ClassVar
from weakref import WeakSet

import msgspec

from fivefamilies.bots.simple import Greedy
from fivefamilies.core.contract import Value
from fivefamilies.core.errors import UnknownBot
from fivefamilies.core.seen import Seen

HELLO = "fivefamilies bot 1"
PATIENCE = 5.0  # seconds for a move; `exec:500ms:COMMAND` gives less
MOST_PATIENCE = 3600
LONGEST_LINE = 1 << 20
LAST_WORDS = 2000  # bytes of its standard error that are kept
STARTS = 3  # how often a bot that died or hung is started in one match


class Fault(Exception):
    """What an external bot did wrong, in a few words."""


def listen(stream: IO[bytes], kept: bytearray) -> None:
    """Keep the end of what a bot writes to its standard error, so that it never waits for a reader."""
    with stream, contextlib.suppress(OSError, ValueError):
        while got := os.read(stream.fileno(), 1 << 16):
            kept += got
            del kept[:-LAST_WORDS]


class External:
    """Asks another program, and plays on without it if it fails."""

    process: subprocess.Popen | None = None
    running: ClassVar[WeakSet["External"]] = WeakSet()

    def __init__(self, parameters: str = "") -> None:
        found = re.fullmatch(r"(?:([0-9]{1,9})(ms|s):)?(.+)", parameters, re.DOTALL)
        try:
            self.command = shlex.split(found[3]) if found else []
        except ValueError as error:
            raise UnknownBot("bot exec: '{command}' is not a command: {error}", command=parameters, error=error) from error
        if not found or not self.command:
            raise UnknownBot("bot exec needs a command, as in exec:./my_bot or exec:500ms:./my_bot")
        self.patience = int(found[1]) / (1000 if found[2] == "ms" else 1) if found[1] else PATIENCE
        if not 0 < self.patience <= MOST_PATIENCE:
            raise UnknownBot("bot exec: give it from 1ms to {most}s for a move", most=MOST_PATIENCE)
        self.faults: list[str] = []
        self.starts = self.turns = self.told = 0
        self.buffer = b""
        self.last_words = bytearray()
        self.listener: threading.Thread | None = None

    def choose(self, seen: Seen) -> int:
        self.turns += 1
        try:
            return self.ask(seen)
        except Fault as fault:
            self.faults.append(f"turn {self.turns}: {fault}{self.said()}")
            return Greedy().choose(seen)

    def ask(self, seen: Seen) -> int:
        """The bot's own answer, or a Fault."""
        self.start_if_needed(seen)
        history = seen.history
        self.send({
            "turn": self.turns, "view": msgspec.to_builtins(seen.view()), "history": history[self.told :],
            "legal": [msgspec.to_builtins(move) for move in seen.legal],
        })  # fmt: skip
        self.told = len(history)
        answer = self.receive().get("move")
        move = seen.id_of(answer)
        if move is None:
            raise Fault(f"{json.dumps(answer)[:60]} is no legal move")
        return move

    def start_if_needed(self, seen: Seen) -> None:
        """Start the process, a few times at most."""
        if self.process is not None:
            return
        if self.starts == STARTS:
            raise Fault("is no longer asked")
        self.starts += 1
        self.start(seen.title.slug, seen.seat, seen.seats, seen.options)

    def start(self, title: str, seat: int, seats: int, options: Mapping[str, Value] | None = None) -> None:
        """Start the process and shake hands; its last words are in the Fault if it does not."""
        try:
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as error:
            raise Fault(f"cannot be started: {getattr(error, 'strerror', None) or error}") from error
        self.running.add(self)
        self.buffer, self.last_words = b"", bytearray()
        self.listener = threading.Thread(target=listen, args=(self.process.stderr, self.last_words), daemon=True)
        self.listener.start()
        self.told = 0
        self.send({"hello": HELLO, "title": title, "seat": seat, "seats": seats, "options": dict(options or {})})
        if "ready" not in self.receive():
            self.close()
            raise Fault("did not say that it is ready")

    def said(self) -> str:
        """The last line of its standard error, to be told with a fault."""
        if self.listener is not None and self.process is None:
            self.listener.join(0.2)
        lines = self.last_words.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" (it says: {last[:200]})" if last else ""

    def send(self, message: dict[str, object]) -> None:
        """One line to the bot."""
        assert self.process is not None and self.process.stdin is not None
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        descriptor, deadline = self.process.stdin.fileno(), time.monotonic() + self.patience
        os.set_blocking(descriptor, False)
        try:
            while line:
                if not select.select([], [descriptor], [], max(0.0, deadline - time.monotonic()))[1]:
                    self.close()
                    raise Fault(f"did not listen for {self.patience:g} s")
                line = line[os.write(descriptor, line) :]
        except OSError as error:
            self.close()
            raise Fault("ended") from error

    def receive(self) -> dict[str, object]:
        """One line from the bot, within its time."""
        assert self.process is not None and self.process.stdout is not None
        descriptor, deadline = self.process.stdout.fileno(), time.monotonic() + self.patience
        while b"\n" not in self.buffer:
            if not select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]:
                self.close()
                raise Fault(f"gave no answer within {self.patience:g} s")
            got = os.read(descriptor, 1 << 16)
            self.buffer += got
            if not got or len(self.buffer) > LONGEST_LINE:
                self.close()
                raise Fault("ended" if not got else "talks without end")
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            answer = json.loads(line)
        except ValueError as error:
            raise Fault("answered no JSON") from error
        if not isinstance(answer, dict):
            raise Fault("answered no JSON object")
        return answer

    def close(self) -> None:
        """Say goodbye, and end the process if it does not go."""
        process, self.process = self.process, None
        if process is None:
            return
        assert process.stdin is not None and process.stdout is not None
        with contextlib.suppress(OSError):
            os.set_blocking(process.stdin.fileno(), False)
            os.write(process.stdin.fileno(), b'{"bye": true}\n')
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)  # it leads a group of its own: whatever it started goes too
            process.wait()
        process.stdout.close()
        self.running.discard(self)

    @classmethod
    def dismiss_all(cls) -> None:
        """End every program that this process asks."""
        for bot in list(cls.running):
            bot.close()

    def __del__(self) -> None:
        self.close()
