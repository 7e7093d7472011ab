"""Who keeps a connection in a crowd, and who is served first."""

import http.client
import json
import socket
import time
from contextlib import closing

import pytest

from web.admission import LARGEST_SET, SMALL_BODY, Admission, Connection, Limits, to_close
from web.app import create_app
from web.serving import Server
from web.stream import Streams, StreamsTakenError

LIMITS = Limits(strangers=20, an_address=6, a_device=3)
NOW_S = 1000.0


def closed(*connections, proxy=""):
    return sorted(to_close(connections, Admission(proxy=proxy, limits=LIMITS), NOW_S))


def crowd(count, first=1, address="a", device="", ago_s=100.0, **more):
    return [Connection(first + n, address, device, NOW_S - ago_s + n / 1000, **more) for n in range(count)]


def test_a_few_are_left_alone():
    assert closed(*crowd(6), *crowd(6, 11, "b"), *crowd(3, 21, device="phone")) == []


def test_the_oldest_of_an_address_give_way():
    assert closed(*crowd(10), *crowd(2, 50, "b")) == [1, 2, 3, 4]


def test_who_has_just_come_has_a_moment_to_ask():
    assert closed(*crowd(6), *crowd(6, 50, ago_s=0.5)) == []
    assert len(closed(*crowd(6), *crowd(40, 50, ago_s=0.5))) == 40 - 4 * LIMITS.an_address


def test_who_is_being_answered_stays_and_who_holds_on_gives_way_after_who_waits_for_nothing():
    answered = crowd(2, 1, answering_s=NOW_S - 1)
    live = crowd(4, 11, answering_s=NOW_S - 60)
    idle = crowd(5, 21)
    assert closed(*answered, *live, *idle) == [21, 22, 23]


def test_devices_that_were_let_in_are_counted_apart_wherever_they_come_from():
    phones = [one for n in range(8) for one in crowd(3, 100 + 10 * n, device=f"phone {n}")]
    assert closed(*crowd(6), *phones) == []
    assert closed(*crowd(5, device="greedy")) == [1, 2]


def test_all_strangers_together_have_an_allowance_and_who_holds_most_gives_way():
    many = [one for n in range(4) for one in crowd(5, 100 * n + 1, f"address {n}")]
    assert closed(*many, *crowd(6, 900, "crowd")) == [900, 901, 902, 903, 904, 905]


def test_behind_a_declared_proxy_an_address_stands_for_many():
    assert closed(*crowd(18, address="proxy"), proxy="proxy") == []


@pytest.mark.parametrize(
    ("one", "late"),
    [
        ({"head_s": NOW_S - 9}, False),
        ({"head_s": NOW_S - 11}, True),
        ({"body_s": NOW_S - 29}, False),
        ({"body_s": NOW_S - 31}, True),
        ({"body_s": NOW_S - 31, "device": "host"}, False),
        ({"unread_s": NOW_S - 31}, True),
        ({"unread_s": NOW_S - 31, "device": "asleep"}, True),
        ({"answering_s": NOW_S - 900}, False),
    ],
)
def test_what_is_half_sent_or_unread_for_long_is_closed(one, late):
    assert bool(closed(*crowd(1, **one))) is late


# ---- streams


def test_a_device_that_was_let_in_takes_a_strangers_stream():
    streams = Streams(most=3, most_an_address=8)
    strangers = [streams.enter("a", device=f"stranger {n}") for n in range(3)]
    with pytest.raises(StreamsTakenError):
        streams.enter("a", device="stranger 3")
    mine = streams.enter("a", device="me", lets_in=lambda device: device == "me")
    assert [one.ended.is_set() for one in (*strangers, mine)] == [True, False, False, False]
    assert streams.count == 3


def test_a_device_has_a_few_streams_and_its_oldest_gives_way():
    streams = Streams(most_a_device=2)
    mine = [streams.enter("a", device="me", lets_in=lambda _: True) for _ in range(3)]
    assert [one.ended.is_set() for one in mine] == [True, False, False]


def test_pages_that_come_and_go_do_not_take_all_threads():
    streams = Streams()
    taken = 0
    with pytest.raises(StreamsTakenError):
        for taken in range(1, 100):  # each ends the one before, whose thread has not noticed yet
            streams.enter("a", page="mine", device=f"stranger {taken}")
    assert taken < 12
    assert streams.enter("b", device="me", lets_in=lambda _: True)


# ---- the real server


@pytest.fixture
def serving(table):
    """A server whose strangers have little patience and few connections."""
    limits = Limits(strangers=40, an_address=10, half_sent_s=0.3, slow_body_s=0.3, new_s=0.2)
    server = Server(create_app(table.door), "127.0.0.1", limits=limits)
    server.start()
    yield server
    server.close()


def connected(port, data=b""):
    link = socket.create_connection(("127.0.0.1", port), timeout=30)
    link.sendall(data)
    return link


def ended(link):
    """Wait until the other side has closed a connection; what it says before is thrown away."""
    try:
        while link.recv(65536):
            pass
    except ConnectionResetError:
        pass
    link.close()
    return True


def asked(port, method, path, body=None, cookie="", **headers):
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as link:
        link.request(method, path, body, {"Cookie": cookie, **{k.replace("_", "-"): v for k, v in headers.items()}})
        answer = link.getresponse()
        text, given = answer.read(), answer.getheader("Set-Cookie")
    return answer.status, text, str(given).partition(";")[0]


def seconds(port, cookie):
    """Return how long the page took."""
    began_s = time.perf_counter()
    assert asked(port, "GET", "/", cookie=cookie)[0] == 200
    return time.perf_counter() - began_s


def host(serving, table):
    """Return the cookie of a phone that has begun a game and is its host."""
    cookie = asked(serving.port, "GET", "/")[2]
    asked(serving.port, "GET", f"/in/{table.session.key}", cookie=cookie)
    game = {"do": "new_game", "game": "shipshape", "players": ["Ana", "Rui", "Mia"]}
    assert asked(serving.port, "POST", "/do", json.dumps(game), cookie, Content_Type="application/json")[0] == 200
    return cookie


def test_a_crowd_from_one_address_keeps_neither_a_seated_phone_nor_a_new_one_out(serving, table):
    cookie = host(serving, table)
    quiet_s = min(seconds(serving.port, cookie) for _ in range(3))  # the first one reads the templates
    half = [connected(serving.port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") for _ in range(300)]
    for phone in (cookie, ""):
        assert seconds(serving.port, phone) < 1.0 + 10 * quiet_s, "on a busy machine a page takes longer"
    assert all(ended(link) for link in half)


def test_what_a_stranger_may_send_is_little_and_is_refused_unread(serving, table):
    cookie = host(serving, table)
    for path in ("/do", "/pieces/shipshape/file"):
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {SMALL_BODY + 1}\r\n\r\n"
        link = connected(serving.port, head.encode())
        assert link.recv(100).startswith(b"HTTP/1.1 413")
        link.close()
    head = f"POST /pieces/shipshape/file HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Length: "
    link = connected(serving.port, f"{head}{LARGEST_SET + 1}\r\n\r\n".encode())
    assert link.recv(100).startswith(b"HTTP/1.1 413")
    link.close()


def test_a_body_without_a_length_is_cut_off_too(serving, table):
    link = connected(serving.port, b"POST /do HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    try:
        for _ in range(40):
            link.sendall(b"1000\r\n" + bytes(4096) + b"\r\n")
    except (ConnectionResetError, BrokenPipeError):
        pass
    else:
        assert link.recv(100).startswith(b"HTTP/1.1 413")
    link.close()


def test_a_strangers_slow_body_is_closed_and_a_hosts_is_waited_for(serving, table):
    cookie = host(serving, table)
    head = "POST /do HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n"
    theirs = connected(serving.port, f"{head}\r\n{{".encode())
    hosts = connected(serving.port, f"{head}Cookie: {cookie}\r\n\r\n{{".encode())
    assert ended(theirs)
    hosts.settimeout(0.2)
    with pytest.raises(TimeoutError):
        hosts.recv(1)
    hosts.close()


def test_whoever_was_let_in_is_served_before_all_strangers(serving, table):
    """The workers' queue itself: its order is what counts."""
    cookie = host(serving, table)
    workers = serving._workers
    workers.set_thread_count(0)
    until_s = time.monotonic() + 30
    while workers.threads and time.monotonic() < until_s:
        with workers.lock:
            workers.thread_exit_cv.wait(0.1)
    strangers = [connected(serving.port, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n") for _ in range(5)]
    phone = connected(serving.port, f"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n\r\n".encode())
    until_s = time.monotonic() + 30
    while not (workers.queue and workers.queue[0].device) and time.monotonic() < until_s:
        phone.settimeout(0.02)
        with pytest.raises(TimeoutError):
            phone.recv(1)
    assert workers.queue[0].device in cookie
    assert [bool(one.device) for one in workers.queue] == [True, False, False, False, False]
    assert workers.behind
    for link in (*strangers, phone):
        link.close()
