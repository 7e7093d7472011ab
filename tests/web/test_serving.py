"""The server under load: sixty live pages, and a fresh one still comes at once."""

import errno
import http.client
import json
import socket
import tempfile
import threading
import time

import pytest
from support.served_table import LONG

from companion.language.catalogue import LANGUAGES
from web.admission import LARGEST_SET
from web.app import create_app
from web.device import COOKIE, new_token
from web.serving import Server
from web.stream import Streams

LIVE = 60


def open_stream(port, address):
    """Open a live stream from one of this machine's own addresses and read until its first event is whole."""
    link = socket.create_connection(("127.0.0.1", port), timeout=10, source_address=(address, 0))
    link.sendall(b"GET /stream HTTP/1.1\r\nHost: localhost\r\nAccept-Language: en\r\n\r\n")
    return link, read_until(link, b"event: full")


def read_until(link, wanted):
    got = b""
    while wanted not in got or not got.endswith(b"\r\n"):
        part = link.recv(65536)
        if not part:
            return got
        got += part
    return got


def page(port):
    began_s = time.perf_counter()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    link.request("GET", "/")
    answer = link.getresponse()
    body = answer.read()
    link.close()
    return answer.status, body, time.perf_counter() - began_s


def test_what_is_larger_than_any_set_is_refused_before_it_is_sent(server):
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    link.putrequest("POST", "/pieces/shipshape/file")
    link.putheader("Content-Type", "application/zip")
    link.putheader("Content-Length", str(LARGEST_SET + 1))
    link.endheaders()
    assert link.getresponse().status == 413
    link.close()


@pytest.fixture
def no_room(monkeypatch):
    """A machine on whose disk no temporary file can be made."""

    def full(*_args, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tempfile, "TemporaryFile", full)


def test_a_photo_is_taken_where_no_temporary_file_can_be_made(table, server, no_room):
    token = new_token()
    table.let_in(token)
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    head = {"Content-Type": "image/jpeg", "Cookie": f"{COOKIE}={token}", "Origin": f"http://127.0.0.1:{server.port}"}
    link.request("POST", "/photo?for=gone", b"\xff" * 4_000_000, head)
    answer = link.getresponse()
    assert (answer.status, json.loads(answer.read())["ok"]) == (200, False)
    link.close()


@pytest.fixture
def full_server(table):
    table.begin(*LONG)
    table.voyage()
    server = Server(create_app(table.door, Streams(most=LIVE, most_an_address=8)), "127.0.0.1")
    server.start()
    yield server
    server.close()


@pytest.fixture
def live(full_server):
    links = [open_stream(full_server.port, f"127.0.0.{2 + number // 6}")[0] for number in range(LIVE)]
    yield links
    for link in links:
        link.close()


def test_a_fresh_page_comes_within_300_ms_while_sixty_are_live(full_server, live):
    page(full_server.port)
    took_s = sorted(page(full_server.port)[2] for _ in range(9))
    assert took_s[4] < 0.3, took_s
    status, body, _ = page(full_server.port)
    assert status == 200
    assert b"</html>" in body


def test_a_change_reaches_all_sixty(table, full_server, live):
    deadline_s = 5
    done = []

    def wait(link):
        link.settimeout(deadline_s)
        done.append(b"event: change" in read_until(link, b"event: change"))

    readers = [threading.Thread(target=wait, args=(link,)) for link in live]
    for reader in readers:
        reader.start()
    table.deal()
    for reader in readers:
        reader.join(deadline_s)
    assert done == [True] * LIVE


def test_the_next_page_is_told_to_come_back(full_server, live):
    link = http.client.HTTPConnection("127.0.0.1", full_server.port, timeout=10)
    link.request("GET", "/stream")
    assert link.getresponse().status == 503
    link.close()


def test_a_page_that_goes_gives_its_place_back(table):
    streams = Streams(most=2, most_an_address=2)
    server = Server(create_app(table.door, streams), "127.0.0.1")
    server.start()
    link, first = open_stream(server.port, "127.0.0.1")
    assert b"event: full" in first
    assert streams.count == 1
    link.close()
    until_s = time.monotonic() + 10
    while streams.count and time.monotonic() < until_s:
        table.begin("Ana", "Rui", "Mia")  # something to write, which finds nobody there
        table.feed.wait(table.feed.latest[0], 0.05)
    assert streams.count == 0
    server.close()


def test_the_first_page_weighs_under_100_kb(full_server):
    link = http.client.HTTPConnection("127.0.0.1", full_server.port, timeout=10)
    total = 0
    for path in (
        "/",
        "/static/companion.css",
        "/static/companion.js",
        "/static/forms.js",
        "/static/icons.svg",
        "/static/icon.svg",
    ):
        link.request("GET", path, headers={"Accept-Encoding": "gzip"})
        total += len(link.getresponse().read())
    link.close()
    assert total < 100_000


def test_the_first_page_waits_for_no_template(table, monkeypatch):
    app = create_app(table.door)
    server = Server(app, "127.0.0.1")
    server.start()
    server.warm()
    made = app.extensions["table"].renderer._environment
    monkeypatch.setattr(made, "compile", lambda *_: pytest.fail("a template was not made yet"))
    for language in LANGUAGES:
        assert app.test_client().get("/", headers={"Accept-Language": language}).status_code == 200
    server.close()


def test_closing_ends_everything_quickly(table):
    server = Server(create_app(table.door), "127.0.0.1")
    server.start()
    link, _ = open_stream(server.port, "127.0.0.1")
    began_s = time.perf_counter()
    server.close()
    assert time.perf_counter() - began_s < 5
    assert not server._thread.is_alive()
    link.close()
