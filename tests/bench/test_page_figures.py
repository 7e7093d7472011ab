"""How fast the page is, with as many phones as a table can have; run by `make bench`."""

import multiprocessing
import os
import selectors
import socket
import statistics
import time

import pytest
from support.served_table import LONG, ServedTable

from companion.table import requests
from web.app import create_app
from web.serving import Server
from web.stream import Streams

PHONES = 50
EVENTS = 20
PAUSE_S = 0.3


def token(number):
    """Return by what a phone is known."""
    return f"{number:043}"


def phones(port, ready, results):
    """Be fifty phones that were let in, half of them in another language: note when each change comes, until told to
    stop by a second of silence after the last."""
    watched = selectors.DefaultSelector()
    for number in range(PHONES):
        link = socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{2 + number // 6}", 0))
        head = f"Host: localhost\r\nCookie: device={token(number)}\r\nAccept-Language: {('en', 'pt')[number % 2]}"
        link.sendall(f"GET /stream HTTP/1.1\r\n{head}\r\n\r\n".encode())
        watched.register(link, selectors.EVENT_READ)
    seen = []
    ready.set()
    silent_since_s = time.time()
    while not seen or time.time() - silent_since_s < 2:
        for key, _ in watched.select(0.2):
            data, now_s = key.fileobj.recv(1 << 17), time.time()
            if b"event: change" in data:
                number = data.partition(b"event: change\nid: ")[2].partition(b"\n")[0]
                seen.append((int(number), now_s))
                silent_since_s = now_s
    results.put(seen)


@pytest.mark.bench
def test_an_event_reaches_fifty_phones():
    table = ServedTable()
    table.begin(*LONG)
    table.voyage()
    table.deal()
    for number in range(PHONES):
        table.let_in(token(number))
    for number, seat in enumerate(LONG):
        table.ask(requests.Free(seat))
        if number:  # five play, each with a hand of its own; the first seat is taken and freed all the time
            assert table.ask(requests.Sit(seat), token(number)).ok
    server = Server(create_app(table.door, Streams(60, 8)), "127.0.0.1")
    server.start()
    context = multiprocessing.get_context("spawn")
    ready, results = context.Event(), context.Queue()
    crowd = context.Process(target=phones, args=(server.port, ready, results))
    crowd.start()
    ready.wait(20)
    sent_s, before = {}, os.times()
    began_s = time.time()
    for turn in range(EVENTS):
        at_s = time.time()
        seat, number = LONG[0], table.snapshot.number
        assert table.ask(requests.Free(seat) if turn % 2 else requests.Sit(seat)).ok
        sent_s[number + 1] = at_s
        assert table.snapshot.number == number + 1
        table.feed.wait(table.feed.latest[0], PAUSE_S)
    after = os.times()
    cpu = (after.user + after.system - before.user - before.system) / (time.time() - began_s)
    late_ms = sorted((now_s - sent_s[number]) * 1000 for number, now_s in results.get(timeout=20) if number in sent_s)
    crowd.join()
    server.close()
    p99 = late_ms[int(len(late_ms) * 0.99)]
    print(
        f"\nevent → {PHONES} pages: median {statistics.median(late_ms):.0f} ms, p99 {p99:.0f} ms, "
        f"most {late_ms[-1]:.0f} ms; {cpu:.0%} of a core at {1 / PAUSE_S:.0f} events a second; "
        f"load {os.getloadavg()[0]:.1f}"
    )
    assert p99 <= 100
    assert cpu < 0.2
