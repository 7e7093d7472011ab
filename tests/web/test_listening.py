"""An address that answers, and that is free again once it is closed."""

import socket
import threading
import time
import urllib.request
from functools import partial
from types import SimpleNamespace

import pytest

from companion.app import supervision
from companion.app.supervision import Supervisor
from companion.language.message import say
from web import listening
from web.admission import Admission
from web.listening import Listener, LoopWatch


def hello(_asked, begin):
    begin("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


@pytest.fixture
def handed():
    """Two listening sockets, as systemd hands them over."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    yield sockets
    for one in sockets:
        one.close()


def answer(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
        return page.read()


def test_every_socket_answers_until_it_is_closed(handed):
    ports = [one.getsockname()[1] for one in handed]
    listener = Listener(hello, "unused", 0, handed)
    listener.start()
    assert listener.port == ports[0]
    assert [answer(port) for port in ports] == [b"hello", b"hello"]
    listener.close()
    assert not listener._thread.is_alive()
    for port in ports:
        socket.create_server(("127.0.0.1", port)).close()


@pytest.mark.parametrize("set_by_s", [86400.0, -86400.0])
def test_a_machines_clock_that_is_set_makes_no_connection_idle(monkeypatch, set_by_s):
    listener, real_s = Listener(hello, "127.0.0.1", 0), time.time
    listener.start()
    with socket.create_connection(("127.0.0.1", listener.port), timeout=5) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert phone.recv(4096)
        (channel,) = [part for part in listener._parts.values() if isinstance(part, listening._Channel)]
        wall = SimpleNamespace(time=lambda: real_s() + set_by_s, monotonic=time.monotonic)
        monkeypatch.setattr(listening, "time", wall)
        channel.server.maintenance(wall.time())
        assert not channel.will_close
        channel.total_outbufs_len = 1
        assert 0 <= time.monotonic() - channel.standing().unread_s < 60
        channel.total_outbufs_len = 0
    monkeypatch.undo()
    listener.close()


def test_what_never_answered_closes_too():
    listener = Listener(hello, "127.0.0.1", 0)
    listener.close()
    socket.create_server(("127.0.0.1", listener.port)).close()


def test_a_connection_that_comes_while_it_closes_does_not_break_the_close():
    class Arriving:
        """A part that is looked at while the loop takes another one in."""

        @property
        def __class__(self):
            listener._parts[-2] = listener._parts[-1]
            return object

    listener = Listener(hello, "127.0.0.1", 0)
    listener.start()
    whole, listener._close_parts = listener._close_parts, lambda: None
    listener._parts[-1] = Arriving()
    listener.close()
    for key in (-1, -2):
        del listener._parts[key]
    whole()
    socket.create_server(("127.0.0.1", listener.port)).close()


def test_a_loop_that_fails_goes_on_and_is_told_of(monkeypatch):
    failed, come_round, real = [], threading.Semaphore(0), listening.loop

    def loop(**how):
        if len(failed) < 3:
            raise OSError("bad file descriptor")
        real(**how)

    monkeypatch.setattr(listening, "loop", loop)
    monkeypatch.setattr(listening, "_REST_S", 0.001)
    listener = Listener(hello, "127.0.0.1", 0, watched=LoopWatch(come_round.release, failed.append))
    listener.start()
    assert answer(listener.port) == b"hello"
    listener.close()
    assert [str(one) for one in failed] == ["bad file descriptor"] * 3
    assert come_round.acquire(timeout=30)


def test_a_loop_that_hangs_is_not_taken_for_alive(monkeypatch):
    beats, hung, go_on = [], threading.Event(), threading.Event()

    def loop(**_how):
        hung.set()
        go_on.wait(90)

    monkeypatch.setattr(listening, "loop", loop)
    supervisor, silent = Supervisor(), say("The page does not answer")
    monkeypatch.setattr(supervision, "SILENT_S", -1.0)
    watched = LoopWatch(lambda: beats.append(1), round=partial(supervisor.awaiting, "page", silent))
    listener = Listener(hello, "127.0.0.1", 0, watched=watched)
    listener.start()
    assert hung.wait(30)
    assert beats == []
    assert [(part.part, part.text) for part in supervisor.silent()] == [("page", silent)]
    go_on.set()
    listener.close()
    assert supervisor.silent() == ()


class Answering:
    """A connection whose one request is answered, by another thread, as soon as it was looked at."""

    request, device, _fileno, addr = None, "", 1, ("127.0.0.1", 1)
    opened_s = began_s = answering_s = last_activity = total_outbufs_len = 0
    server = SimpleNamespace(admission=Admission(device_of=lambda cookie: cookie))

    def __init__(self):
        self._left = [[SimpleNamespace(headers={"COOKIE": "phone"})]]

    @property
    def requests(self):
        return self._left.pop() if self._left else []


def test_a_request_that_is_answered_while_it_is_looked_at_does_not_end_the_look():
    assert listening._Channel.standing(Answering()).device == "phone"


def test_a_page_whose_threads_all_hang_is_not_taken_for_alive(monkeypatch):
    monkeypatch.setattr(listening, "_STUCK_S", 0.05)
    hang, hung, beats = threading.Event(), threading.Semaphore(0), []

    def hanging(_asked, _begin):
        hung.release()
        hang.wait(90)
        raise OSError("it ends at last")

    knows = Admission(device_of=lambda cookie: cookie)  # so that nobody waits as a stranger
    listener = Listener(hanging, "127.0.0.1", 0, (), LoopWatch(lambda: beats.append(1)), knows, threads=2)
    listener.start()
    links = []
    for _ in range(3):
        links.append(socket.create_connection(("127.0.0.1", listener.port)))
        links[-1].sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: phone\r\n\r\n")
    assert hung.acquire(timeout=30)
    assert hung.acquire(timeout=30)
    until_s = time.monotonic() + 30
    while not listener._workers.is_stuck():
        assert time.monotonic() < until_s
        hung.acquire(timeout=0.01)
    turns = listener._workers.turn
    came = threading.Semaphore(0)
    monkeypatch.setattr(listener._workers, "turn", lambda: (turns(), came.release()))
    assert came.acquire(timeout=30)
    beats.clear()
    assert came.acquire(timeout=30)
    assert came.acquire(timeout=30)
    assert beats == []
    hang.set()
    for link in links:
        link.close()
    listener.close()
