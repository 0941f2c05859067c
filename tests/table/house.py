"""A real server on loopback, and people who speak to it over real HTTP and WebSockets."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path

import httpx
from websockets.sync.client import ClientConnection, connect


def free_port() -> int:
    """A port that no client is given by chance: while a server is down, one who calls it would otherwise meet himself there."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("no port is free")


class House:
    """`families serve` as its host starts it."""

    def __init__(self, db: str | Path, *arguments: str) -> None:
        self.db, self.arguments, self.port = str(db), arguments, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None
        self.clients: list[httpx.Client] = []
        self.log = Path(f"{db}.log") if "://" not in str(db) else Path(f"/tmp/house-{self.port}.log")

    def open(self) -> "House":
        command = [
            sys.executable, "-m", "fivefamilies", "serve", "--no-open", "--no-prepare", "--db", self.db, "--port", str(self.port),
            "--pace", "0", "--grace", "0", "--rate", "5000", "--tables", "100000", "--sockets", "5000",
            "--log-level", "info", *self.arguments,
        ]  # fmt: skip
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
        return self.wait_until_well()

    def wait_until_well(self) -> "House":
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.base}/health", timeout=5).status_code == 200:
                    return self
            except httpx.HTTPError:
                time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=15)


LAUNCHER = """
import os, signal, sys
os.environ["FIVEFAMILIES_INTERPRETED"] = "1"
from fivefamilies.table.config import Config
from fivefamilies.table.serve import serve
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        limits = {"rate": float(sys.argv[3]), "sockets": int(sys.argv[4]), "tables": 10**5}
        config = Config(db=sys.argv[1], pace=0, grace=0, prepare=False, **limits)
        serve(config, "127.0.0.1", int(sys.argv[2]), False)
        os._exit(0)
    print(child, flush=True)
"""


class QuickHouse(House):
    """The same server, forked from a process that has imported everything: it opens in a moment, many times."""

    def __init__(self, db: str | Path, rate: float = 5000, sockets: int = 5000) -> None:
        super().__init__(db)
        self.limits = str(rate), str(sockets)

    def open(self) -> "QuickHouse":
        if self.process is None:
            command = [sys.executable, "-c", LAUNCHER, self.db, str(self.port), *self.limits]
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        self.process.stdin.write("open\n")
        self.process.stdin.flush()
        self.server = int(self.process.stdout.readline())
        self.wait_until_well()
        return self

    def kill(self) -> None:
        os.kill(self.server, signal.SIGKILL)
        while Path(f"/proc/{self.server}").exists():
            time.sleep(0.002)

    def close(self) -> int:
        self.kill()
        self.process.stdin.close()
        self.process.stdout.close()
        for client in self.clients:
            client.close()
        return self.process.wait(timeout=15)


@contextmanager
def open_house(db, *arguments):
    house = House(db, *arguments).open()
    try:
        yield house
    finally:
        for client in house.clients:
            client.close()
        if house.process is not None and house.process.poll() is None:
            house.close()


class Person:
    """A guest with a browser's cookies and none of its scripts."""

    def __init__(self, house: House, name: str = "Anna", language: str = "en", address: str = "127.0.0.1") -> None:
        self.house, self.name = house, name
        road = httpx.HTTPTransport(local_address=address)  # where he comes from: any address of loopback
        self.http = httpx.Client(base_url=house.base, timeout=30, headers={"accept-language": language}, transport=road)
        house.clients.append(self.http)
        page = self.http.get("/")
        assert page.status_code == 200, page.text
        self.csrf = re.search(r'name="csrf" value="(\w+)"', page.text).group(1)

    def post(self, address: str, **form) -> httpx.Response:
        return self.http.post(address, data={"csrf": self.csrf, **form})

    def get(self, address: str) -> httpx.Response:
        return self.http.get(address)

    def open_table(self, **form) -> str:
        """Open a table; answers with its id."""
        form = {"title": "family_business", "seats": 3, "who": "bots", "bot": "random", "name": self.name, **form}
        answer = self.post("/tables", **form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].split("/")[2]

    def page(self, table: str) -> str:
        answer = self.get(f"/t/{table}")
        assert answer.status_code == 200, answer.text
        return answer.text

    def wish(self, table: str, what: str, **form) -> httpx.Response:
        return self.post(f"/t/{table}/{what}", **form)

    def move(self, table: str, move: int, at: int) -> httpx.Response:
        return self.wish(table, "move", move=move, at=at)

    def play(self, table: str, choose=lambda moves: next(iter(moves.values()))) -> bool:
        """Make a move if it is our turn."""
        page = self.page(table)
        moves = moves_on(page)
        if not moves:
            return False
        answer = self.move(table, choose(moves), ply_of(page))
        assert answer.status_code == 303, answer.text
        return True

    @contextmanager
    def live(self, table: str):
        """An open page's socket."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        with connect(
            f"ws://127.0.0.1:{self.house.port}/t/{table}/live", additional_headers={"Cookie": cookie}, origin=self.house.base
        ) as socket_:
            yield socket_


OPERATOR = "the token of the operator"


def operator_of(house: House) -> Person:
    """Somebody who has shown the token of a house."""
    operator = Person(house, "Operator", address="127.9.0.1")
    assert operator.post("/operator/sign-in", token=OPERATOR).status_code == 303
    return operator


def receive_until(line: ClientConnection, wanted: str, seconds: float = 5) -> str:
    """All frames until one has these words."""
    deadline, heard = time.monotonic() + seconds, ""
    while wanted not in heard:
        left = deadline - time.monotonic()
        assert left > 0, f"{wanted!r} never came; the last frame: {heard[-1500:]}"
        heard += str(line.recv(timeout=left))
    return heard


def moves_on(page: str) -> dict[str, int]:
    """The legal moves that a page offers, by notation."""
    found = re.findall(r'name="move" value="(\d+)" data-notation="([^"]*)"', page)
    return {unescape(notation): int(number) for number, notation in found}


def ply_of(page: str) -> int:
    return int(re.search(r'name="at" value="(\d+)"', page).group(1))


def region(page: str, name: str) -> str:
    """A live region of a page, up to the next one."""
    start = page.index(f'id="{name}"')
    ends = [page.find(f'id="{other}"', start) for other in ("status", "seats", "board", "actions", "log", "chat", "controls")]
    return page[start : min([end for end in ends if end > start], default=len(page))]


def wait_for(check, seconds: float = 10):
    """The first true answer."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = check()
        if answer:
            return answer
        time.sleep(0.03)
    raise AssertionError("it did not happen in time")


def resident(pid: int) -> int:
    """The bytes that a process holds in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) * 1024


def cpu_of(*pids: int) -> float:
    """The seconds that these processes have worked, and those that they started."""
    seconds = 0.0
    for pid in pids:
        with suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            children = [task.read_text().split() for task in Path(f"/proc/{pid}/task").glob("*/children")]
            own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # with those that have ended
            seconds += own + cpu_of(*(int(child) for some in children for child in some))
    return seconds


class Program:
    """A bot that plays a seat by token."""

    def __init__(self, house: House, token: str) -> None:
        self.http = httpx.Client(base_url=house.base, timeout=30, headers={"authorization": f"Bearer {token}"})
        house.clients.append(self.http)

    def seat(self) -> dict:
        answer = self.http.get("/api/v1/seat")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def move(self, move: int | str, at: int | None = None) -> httpx.Response:
        return self.http.post("/api/v1/seat/move", content=json.dumps({"move": move, "at": at}))


def token_of(person: Person, table: str, seat: int) -> str:
    answer = person.wish(table, "token", seat=seat)
    assert answer.status_code == 200, answer.text
    return re.search(r"<code>([^<]+)</code>", answer.text).group(1)


def has_chromium() -> bool:
    return os.path.exists("/usr/bin/chromium")
