"""Talking to systemd, over the real sockets that it would use."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.machine.notify import Notifier, Watchdog, handed_sockets, notifier, watchdog_limit_s


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.settimeout(30)
    yield listening
    listening.close()


def test_ready_and_stopping_are_said(systemd: socket.socket) -> None:
    talk = notifier({"NOTIFY_SOCKET": systemd.getsockname()})
    talk.ready("open http://companion.local/")
    assert systemd.recv(999) == b"READY=1\nSTATUS=open http://companion.local/"
    talk.stopping()
    assert systemd.recv(999) == b"STOPPING=1"


def test_an_abstract_socket_is_reached_too() -> None:
    name = f"companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind("\0" + name)
        listening.settimeout(30)
        Notifier("@" + name).alive()
        assert listening.recv(99) == b"WATCHDOG=1"


def test_without_systemd_nothing_happens(tmp_path: Path) -> None:
    notifier({}).ready()
    Notifier(str(tmp_path / "nobody")).ready()


class Hand:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def test_the_watchdog_is_fed_while_all_parts_beat_and_starves_when_one_hangs(systemd: socket.socket) -> None:
    clock = Hand()
    dog = Watchdog(Notifier(systemd.getsockname()), ("session", "camera"), 8.0, clock)
    systemd.setblocking(False)
    fed = 0
    for tenth in range(400):
        clock.now_s = tenth / 10
        dog.beat("session")
        if tenth < 200:
            dog.beat("camera")
        try:
            fed += systemd.recv(99) == b"WATCHDOG=1"
            last_s = clock.now_s
        except BlockingIOError:
            pass
    assert 8 <= fed <= 13, "every quarter of the limit, for 24 seconds"
    assert last_s < 20 + 4


def test_no_limit_no_feeding(systemd: socket.socket) -> None:
    Watchdog(Notifier(systemd.getsockname()), ("session",), None).beat("session")
    systemd.setblocking(False)
    with pytest.raises(BlockingIOError):
        systemd.recv(9)


def test_the_limit_is_read_where_it_is_meant_for_us() -> None:
    assert watchdog_limit_s({"WATCHDOG_USEC": "30000000"}) == 30
    assert watchdog_limit_s({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, pid=77) is None
    assert watchdog_limit_s({}) is None


def test_a_handed_socket_is_taken_once() -> None:
    """As systemd does it: a child is started with the listening socket as its number 3."""
    code = (
        "import os, sys\n"
        "from companion.machine.notify import handed_sockets\n"
        "os.dup2(int(sys.argv[1]), 3)\n"
        "os.environ['LISTEN_PID'] = str(os.getpid())\n"
        "first = handed_sockets(os.environ)\n"
        "print(len(first), first[0].getsockname()[1], len(handed_sockets(os.environ)))\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-c", code, str(listening.fileno())],
            env={**os.environ, "LISTEN_FDS": "1"},
            pass_fds=(listening.fileno(),),
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout.split() == ["1", str(port), "0"]


def test_sockets_meant_for_another_process_are_left_alone() -> None:
    assert handed_sockets({"LISTEN_PID": "1", "LISTEN_FDS": "1"}, pid=77) == []
    assert handed_sockets({}) == []
