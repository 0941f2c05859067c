"""Attack the web table with nonsense over HTTP and WebSockets, on loopback, and count what it answers.

    python bench/fuzz.py [requests] [seed] [database] [--minutes M]

A server of its own is started; every request is odd in its own way (seeded, so that a run can be repeated). Requests are written
byte for byte, since a library for clients would refuse to send some; only those that were sent and answered count. At the end the
table must be well: no answer 500, no failed task in the log, every table still plays, the server stops when it is told to.
"""

import argparse
import asyncio
import contextlib
import json
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import websockets

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.table.house import House, Person, Program, moves_on, open_house, token_of, wait_for

REQUESTS, CLIENTS, MINUTES = 100_000, 12, 50
NUMBERS = ["0", "1", "-1", "²", "٣", "9" * 5000, "1" * 400, "1e9", "NaN", "0x10", "2147483648", "99999999999", " 1", "1_0", ""]
TEXTS = ["", "all", "yes", "greedy", "don", "../..", "<script>", "{x}", "%s", "\0", "a\0b", "\u202e", "\ud800", "\U0001f3a9" * 9,
         "x" * 3000, "exec:id", "random:9", "[", "{}", "'; drop table tables; --"]  # fmt: skip
ORIGINS = ["http://[", "http://[::1", "null", "http://evil.example", "//", "http://\x00", "https://a:99999", "file://", "é"]
HEADERS = {
    "origin": ORIGINS,
    "accept-language": ["IT-it", "fr-FR-x", "it_IT", "fr;q=²", "it;q=9,*", ",,;;", "q=1", "en;q=0.1, fr;q=0.9", "é" * 50],
    "cookie": ["family=", "family=a.b", "lang=²; theme=\x01", "=;;=", "family=" + "x" * 4000, 'family="\\777"'],
    "authorization": ["Bearer", "Bearer .", "Basic x", "Bearer " + "x." * 900, "Bearer \x00.x", "bearer 0.0"],
    "hx-request": ["true", "²"], "last-event-id": NUMBERS[:8], "sec-fetch-site": ["cross-site", "same-origin", "²"],
    "content-length": ["²", "-5", "9" * 30], "content-encoding": ["gzip"], "x-forwarded-for": ["²", "1.2.3.4", "a" * 300],
    "content-type": ["application/x-www-form-urlencoded; charset=utf-7", "multipart/form-data", "application/json; charset=²",
                     "multipart/form-data; boundary=" + "b" * 90, "text/plain", "multipart/form-data; boundary=é"],
}  # fmt: skip
CHARSETS = ["utf-8", "unicode_escape", "utf-7", "utf-16", "idna", "rot13", "hex", "punycode", "raw_unicode_escape", "none such"]
FIELDS = ["move", "at", "seat", "bot", "text", "phrase", "answer", "invite", "name", "title", "seats", "who", "own", "clock",
          "clock_seconds", "spectators", "kind", "lang", "theme", "back", "notice", "max_turns", "turncoat",
          "moves", "file"]  # fmt: skip
FORMS = ["/tables", "/choose", "/import", "/leagues", "/push/subscribe", "/push/unsubscribe"]
TITLES = ("family_business", "the_boss", "der_pate", "parrain", "nostra_city")
WISHES = ["move", "moves", "hint", "chat", "sit", "bot", "agree", "undo", "consent", "replace", "curtain", "link", "token",
          "notice", "nil"]  # fmt: skip
NO_ANSWER = "the line was closed without an answer"


class Fuzzer:
    """One seeded stream of odd requests."""

    def __init__(self, house: House, seed: str, people: list[Person], tables: list[str], tokens: list[str]) -> None:
        self.house, self.rng = house, random.Random(seed)
        self.people, self.tables, self.tokens = people, tables, tokens
        self.counts: Counter[str] = Counter()
        self.bad: list[str] = []
        self.answered = 0

    def odd(self) -> str:
        rng = self.rng
        kind = rng.random()
        if kind < 0.4:
            return rng.choice(NUMBERS)
        if kind < 0.8:
            return rng.choice(TEXTS)
        return "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x110000)))) for _ in range(rng.randrange(12)))

    def address(self) -> str:
        table = self.rng.choice([*self.tables, *self.tables, self.odd()])
        ends = ["", "/replay", f"/replay/{self.odd()}", "/export", "/fairness?verify=1", "/qr.svg", "/review", "/box",
                f"/preview?moves={self.odd()}", f"/about?thing={self.odd()}", f"/{self.odd()}"]  # fmt: skip
        title = self.rng.choice([*TITLES, self.odd()])
        paths = ["/", f"/t/{table}{self.rng.choice(ends)}", f"/new/{title}", f"/rules/{title}", f"/box/{title}",
                 f"/i/{self.odd()}", f"/seat/{table}/{self.odd()}", "/api/v1/seat", "/api/v1/seat/stream", "/api/v1/schema",
                 f"/league/{self.odd()}", "/preparing", "/health", "/metrics", "/push/key", "/manifest.webmanifest",
                 f"/static/{self.odd()}", f"/{self.odd()}"]  # fmt: skip
        keys = ["eyes", "after", "frame", "lang", "seat", "moves", "thing"]
        query, path = "&".join(f"{self.rng.choice(keys)}={self.odd()}" for _ in range(2)), self.rng.choice(paths)
        return path + ("&?"["?" not in path] + query if self.rng.random() < 0.5 else "")

    def form(self, person: Person) -> tuple[bytes, str]:
        """A form of odd fields, as any browser or none would send it."""
        fields = {self.rng.choice(FIELDS): self.odd() for _ in range(self.rng.randrange(6))}
        if self.rng.random() < 0.9:
            fields["csrf"] = person.csrf
        if self.rng.random() < 0.5:
            body = "&".join(f"{key}={quoted(value)}" for key, value in fields.items())
            return body.encode("utf-8", "replace"), "application/x-www-form-urlencoded"
        charset, parts = self.rng.choice(CHARSETS), []
        for key, value in fields.items():
            value = value if key == "csrf" else self.rng.choice([value, "\\ud800", "+2AA-", "\\x00"])
            file = '; filename="a.json"' if key == "file" else ""
            head = f'--B\r\nContent-Disposition: form-data; name="{key}"{file}\r\n'
            parts.append(f"{head}Content-Type: text/plain; charset={charset}\r\n\r\n{value}\r\n")
        return ("".join(parts) + "--B--\r\n").encode("utf-8", "replace"), f"multipart/form-data; boundary=B; charset={charset}"

    def request(self) -> tuple[Person, str, str, bytes | None, dict[str, str]]:
        rng, person = self.rng, self.rng.choice(self.people)
        headers = {key: rng.choice(HEADERS[key]) for key in rng.sample(sorted(HEADERS), rng.choice((0, 0, 1, 2)))}
        kind = rng.random()
        if kind < 0.45:
            return person, rng.choice(["GET", "GET", "HEAD", "PUT", "DELETE", "POST"]), self.address(), None, headers
        if kind < 0.8:
            table = rng.choice([*self.tables, self.odd()])
            path = rng.choice([f"/t/{table}/{rng.choice(WISHES)}", *FORMS, f"/learn/{rng.choice([*TITLES, self.odd()])}"])
            body, content = self.form(person)
            return person, "POST", path, body, {"content-type": content, **headers}
        wish = rng.choice([{"move": self.odd()}, {"move": 10**rng.randrange(40)}, {"move": 1, "at": rng.randrange(-9, 900)},
                           [1], {"move": [[]]}, self.odd()])  # fmt: skip
        headers["authorization"] = headers.get("authorization") or f"Bearer {rng.choice(self.tokens)}"
        return person, "POST", "/api/v1/seat/move", json.dumps(wish).encode(), headers

    async def run(self, count: int, deadline: float) -> None:
        number = 0
        while self.answered < count and time.monotonic() < deadline:
            number += 1
            await (self.socket() if number % 25 == 0 else self.ask())

    async def ask(self) -> None:
        """One request over a line of its own, and its whole answer."""
        person, method, path, body, headers = self.request()
        cookie = "; ".join(f"{key}={value}" for key, value in person.http.cookies.items())
        length = {"content-length": str(len(body))} if body is not None else {}
        fields = {"host": f"127.0.0.1:{self.house.port}", "connection": "close", "cookie": cookie, **length, **headers}
        head = [f"{method} {quoted(path, '/?&=%:')} HTTP/1.1", *(f"{key}: {value}" for key, value in fields.items()), "", ""]
        try:
            async with asyncio.timeout(60):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.house.port)
                with contextlib.closing(writer):
                    writer.write("\r\n".join(head).encode("utf-8", "replace") + (body or b""))
                    told = await reader.readuntil(b"\r\n\r\n")
                    if b"text/event-stream" not in told:
                        await reader.read()
            self.note(int(told[9:12]), method, path)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.counts[f"{NO_ANSWER}: {type(error).__name__}"] += 1
            if isinstance(error, TimeoutError):
                self.bad.append(f"no answer in a minute: {method} {path[:200]!r} {headers}")

    def note(self, status: int, method: str, path: str) -> None:
        self.answered += 1
        self.counts[f"{status}"] += 1
        if status >= 500:
            self.bad.append(f"{status} {method} {path[:200]!r}")

    async def socket(self) -> None:
        """A few odd frames over one line."""
        rng, address = self.rng, f"ws://127.0.0.1:{self.house.port}"
        frames = ['{"move": "no such words"}', '{"move": -1}', b"\xff", self.odd().encode("utf-8", "replace")]
        if rng.random() < 0.5:
            address += f"/api/v1/seat/ws?after={rng.randrange(99)}"
            headers = {"Authorization": f"Bearer {rng.choice(self.tokens)}"}
        else:
            cookies = rng.choice(self.people).http.cookies
            address += f"/t/{rng.choice(self.tables)}/live?eyes=%C2%B2"
            headers = {"Cookie": "; ".join(f"{key}={value}" for key, value in cookies.items()), "Origin": self.house.base}
        try:
            async with websockets.connect(address, additional_headers=headers, open_timeout=20) as line:
                self.answered += 1
                for frame in rng.sample(frames, rng.randrange(5)):
                    await line.send(frame)
                await asyncio.wait_for(line.recv(), 5)
            self.counts["sockets"] += 1
        except websockets.InvalidStatus as error:
            self.note(error.response.status_code, "SOCKET", address)
        except (websockets.WebSocketException, OSError, TimeoutError) as error:
            self.counts[f"socket: {type(error).__name__}"] += 1


def quoted(text: str, safe: str = "") -> str:
    """Percent signs for what an address cannot hold; lone halves of letters go as their bytes."""
    from urllib.parse import quote

    return quote(text.encode("utf-8", "surrogatepass"), safe=safe)


async def attack(fuzzers: list[Fuzzer], requests: int, deadline: float) -> None:
    async with asyncio.timeout(deadline - time.monotonic() + 120):
        await asyncio.gather(*(fuzzer.run(-(-requests // len(fuzzers)), deadline) for fuzzer in fuzzers))


def fuzz(house: House, requests: int, seed: int, minutes: float = MINUTES) -> tuple[Counter[str], list[str]]:
    """Send so many odd requests; answers with what came back, and what should not have."""
    people = [Person(house, f"Boss {n}") for n in range(4)]
    tables = [people[n % 4].open_table(title=slug, seats=3) for n, slug in enumerate((*TITLES, "family_business"))]
    tokens = [token_of(people[n % 4], table, 0) for n, table in enumerate(tables)]
    fuzzers = [Fuzzer(house, f"{seed} {number}", people, tables, tokens) for number in range(CLIENTS)]
    asyncio.run(attack(fuzzers, requests, time.monotonic() + 60 * minutes))
    counts = sum((fuzzer.counts for fuzzer in fuzzers), Counter({"answered": sum(fuzzer.answered for fuzzer in fuzzers)}))
    bad = [line for fuzzer in fuzzers for line in fuzzer.bad]
    assert people[0].get("/health").status_code == 200, "the house is unwell"
    for number, table in enumerate(tables):
        plays_on(house, people[number % 4], table, tokens[number])
    fresh = people[0].open_table(seats=2)
    wait_for(lambda: moves_on(people[0].page(fresh)))
    assert people[0].play(fresh), "a new table does not play"
    bad += [line for line in house.log.read_text().splitlines() if re.search(r'"level": "(error|critical)"|Traceback', line)]
    return counts, bad


def plays_on(house: House, person: Person, table: str, token: str) -> None:
    """A table is not stuck: its player moves, or it is over, or it goes on elsewhere."""
    program = Program(house, token_of(person, table, 0) if "/token?" in person.page(table) else token)

    def has_moved() -> bool:
        answer = program.http.get("/api/v1/seat")
        if answer.status_code != 200 or answer.json()["state"] != "playing":
            return True
        legal = answer.json()["legal"]
        return bool(legal) and program.move(legal[0]["id"]).status_code == 200

    wait_for(has_moved, 30)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("requests", nargs="?", type=int, default=REQUESTS)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("database", nargs="?", help="a file or an address; a new file unless given")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="at most")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        with open_house(asked.database or str(Path(folder) / "fuzz.db")) as house:
            counts, bad = fuzz(house, asked.requests, asked.seed, asked.minutes)
            assert house.close() in (0, -15), "the server does not stop"
    answered = counts.pop("answered")
    print(f"fuzz: {answered} requests answered in {time.perf_counter() - began:.0f} s, seed {asked.seed}: {len(bad)} bad")
    for what, count in counts.most_common():
        print(f"  {count:7} {what}")
    print("\n".join(bad[:20]))
    raise SystemExit(bool(bad))


if __name__ == "__main__":
    main()
