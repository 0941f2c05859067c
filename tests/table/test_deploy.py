"""The files in deploy, started: a table behind nginx and behind Caddy, with https, sockets and everybody's own address."""

import re
import shutil
import ssl
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fivefamilies.cli.app import command
from tests.table.house import OPERATOR, House, free_port, open_house, receive_until, wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
NGINX = """
pid {folder}/pid; error_log {folder}/errors; daemon off; worker_processes 1;
events {{}}
http {{
    access_log off; client_body_temp_path {folder}; proxy_temp_path {folder};
    fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
    {snippet}
}}
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificate")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=club.example",
               "-keyout", "key", "-out", "pem"]  # fmt: skip
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A server as it stands behind a proxy; it asks every three seconds whether a page is still there."""
    folder, port = tmp_path_factory.mktemp("table"), free_port()
    token = folder / "token"
    token.write_text(OPERATOR)
    more = ("--operator-token-file", str(token), "--public-url", f"https://127.0.0.1:{port}", "--patience", "3")
    with open_house(folder / "table.db", *more) as house:
        yield house, port


def nginx(folder: Path, certificate: Path, house: House, port: int) -> list[str]:
    """Our snippet, at this port and before this server; it waits for a silent line for 9 seconds instead of 90."""
    snippet = (DEPLOY / "nginx.conf").read_text()
    for old, new in (("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/etc/ssl/club.example.", f"{certificate}/"),
                     ("server 127.0.0.1:8500", f"server 127.0.0.1:{house.port}"), ("    server 127.0.0.1:8501;\n", ""),
                     ("proxy_read_timeout 90s", "proxy_read_timeout 9s")):  # fmt: skip
        assert old in snippet
        snippet = snippet.replace(old, new)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, snippet=snippet))
    return ["nginx", "-e", f"{folder}/errors", "-p", str(folder), "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, certificate: Path, house: House, port: int) -> list[str]:
    """Our file, with a certificate and one server that need not be looked up."""
    text = re.sub(r"dynamic a .*?\n\t\t\}", f"to 127.0.0.1:{house.port}", (DEPLOY / "Caddyfile").read_text(), flags=re.DOTALL)
    own = f"https://127.0.0.1:{port} {{\n\ttls {certificate}/pem {certificate}/key"
    text = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text.replace(":8500 {", own, 1)
    (folder / "Caddyfile").write_text(text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(command: list[str], port: int, folder: Path):
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_for(lambda: answers(port), 30)
        yield
    finally:
        process.terminate()
        process.wait(20)


def answers(port: int) -> bool:
    try:
        return httpx.get(f"https://127.0.0.1:{port}/health", verify=False).status_code == 200
    except httpx.HTTPError:
        return False


class Visitor:
    """Somebody behind a proxy, from an address of his own."""

    def __init__(self, base: str, address: str) -> None:
        road = httpx.HTTPTransport(local_address=address, verify=False)
        self.base, self.http = base, httpx.Client(base_url=base, timeout=30, transport=road)
        self.first = self.http.get("/")
        found = re.search(r'name="csrf" value="(\w+)"', self.first.text)
        self.csrf = found.group(1) if found else ""

    def post(self, address: str, **form) -> httpx.Response:
        headers = {"origin": self.base, "sec-fetch-site": "same-origin"}
        return self.http.post(address, data={"csrf": self.csrf, **form}, headers=headers)


def test_every_command_in_our_files_is_one_that_we_take():
    """Of containers and services: each is parsed as `families` parses it."""
    found = 0
    for file in ("compose.yaml", "Dockerfile", "families.service", "families-bots.service"):
        text = (DEPLOY / file).read_text().replace('", "', " ")
        for name, given in re.findall(
            r"^(?:CMD|ExecStart|[ ]+command)\W.*?families (serve|bots) ([^\n\"\]]*)", text, re.MULTILINE
        ):
            context = command().commands[name].make_context(name, given.split(), resilient_parsing=False)
            assert context.params["db"], file
            found += 1
    assert found == 5


@contextmanager
def visitors(base: str, *addresses: str):
    people = [Visitor(base, address) for address in addresses]
    try:
        yield people
    finally:
        for person in people:
            person.http.close()


@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_a_table_behind_a_proxy_as_our_files_set_it_up(proxy, table, certificate, tmp_path):
    if not shutil.which(proxy.__name__):
        pytest.skip(f"no {proxy.__name__} here: install it (.ci/run does)")
    house, port = table
    with running(proxy(tmp_path, certificate, house, port), port, tmp_path):
        base = f"https://127.0.0.1:{port}"
        with visitors(base, "127.5.0.1", "127.5.0.2", "127.9.0.1") as (anna, bruno, operator):
            assert anna.first.status_code == 200 and "secure" in anna.first.headers["set-cookie"].lower()
            assert len(anna.first.headers["x-request-id"]) >= 16 and anna.http.get("/metrics").status_code == 404
            form = {"title": "family_business", "seats": 3, "who": "bots", "bot": "random", "name": "Anna"}
            opened = anna.post("/tables", **form)
            assert opened.status_code == 303, opened.text
            assert_lines_last(port, opened.headers["location"].removeprefix(base), anna)
            assert_everybody_has_his_address(operator, anna, bruno)


def assert_lines_last(port: int, address: str, person: Visitor) -> None:
    """A page's line stays open though nothing is said on it for longer than the proxy waits; one of another site does not."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items())
    shown = {"additional_headers": {"Cookie": cookie}, "ssl": trusting}
    with connect(f"wss://127.0.0.1:{port}{address}/live", origin=person.base, **shown) as line:
        receive_until(line, 'id="status"', 20)
        time.sleep(11)
        line.send("still there?")
        wait_for(lambda: line.recv(timeout=20) == "", 20)
    with pytest.raises(InvalidStatus), connect(f"wss://127.0.0.1:{port}{address}/live", origin="https://evil.example", **shown):
        pass


def assert_everybody_has_his_address(operator: Visitor, person: Visitor, other: Visitor) -> None:
    """Whoever is banned by his address is shut out behind the proxy too, whatever he claims, and nobody else is."""
    assert operator.post("/operator/sign-in", token=OPERATOR).status_code == 303
    ban = {"kind": "address", "who": "127.5.0.1", "name": "", "reason": "cheats", "hours": 1}
    assert operator.post("/operator/ban", **ban).status_code == 303
    told = person.http.get("/"), person.http.get("/", headers={"x-forwarded-for": "127.5.0.9"})
    assert [answer.status_code for answer in told] == [403, 403] and "cheats" in told[0].text
    assert other.http.get("/").status_code == 200
    assert operator.post("/operator/unban", kind="address", who="127.5.0.1").status_code == 303
    wait_for(lambda: person.http.get("/").status_code == 200)
