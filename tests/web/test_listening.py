"""An address that answers, and that is free again once it is closed."""

import socket
import urllib.request

import pytest

from web.listening import Listener


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
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
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


def test_what_never_answered_closes_too():
    listener = Listener(hello, "127.0.0.1", 0)
    listener.close()
    socket.create_server(("127.0.0.1", listener.port)).close()
