"""Talking to systemd: ready, alive, and the port that it has opened for us. Silent where nobody listens."""

import os
import socket
import time
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from threading import Lock

FIRST_HANDED = 3  # the number of the first socket that systemd hands over


class Notifier:
    """Sends systemd's notifications to the socket named by `address`; to nobody where it is None."""

    def __init__(self, address: str | None) -> None:
        self._address = address and ("\0" + address[1:] if address.startswith("@") else address)

    @property
    def silent(self) -> bool:
        """Whether nobody listens: it was started by hand, and its output goes to a person and to no log."""
        return not self._address

    def ready(self, status: str = "") -> None:
        """Say that it is up: `systemctl start` returns now."""
        self._send("READY=1" + (f"\nSTATUS={status}" if status else ""))

    def alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that it is going down as it was told to."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address or not hasattr(socket, "AF_UNIX"):
            return
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.sendto(text.encode(), self._address)


class Watchdog:
    """Feeds systemd's watchdog only while every part of the companion beats: one loop that hangs is enough to starve
    it, and systemd starts the companion anew."""

    def __init__(
        self,
        notifier: Notifier,
        parts: tuple[str, ...],
        limit_s: float | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        now_s = clock()
        self._notifier, self._limit_s, self._clock = notifier, limit_s, clock
        self._beats = dict.fromkeys(parts, now_s)
        self._fed_s = now_s
        self._lock = Lock()

    def beat(self, part: str) -> None:
        """Say that a part's loop has come round; from any thread, as often as one likes."""
        if self._limit_s is None:
            return
        with self._lock:
            now_s = self._beats[part] = self._clock()
            if now_s - self._fed_s < self._limit_s / 4:
                return
            if all(now_s - beat_s < self._limit_s / 2 for beat_s in self._beats.values()):
                self._fed_s = now_s
                self._notifier.alive()


def notifier(environ: Mapping[str, str]) -> Notifier:
    """Return what talks to the systemd that has started this process, if one has."""
    return Notifier(environ.get("NOTIFY_SOCKET"))


def watchdog_limit_s(environ: Mapping[str, str], pid: int | None = None) -> float | None:
    """Return how often systemd wants to be fed at least; None where it does not."""
    meant = environ.get("WATCHDOG_PID", str(pid or os.getpid()))
    said = environ.get("WATCHDOG_USEC", "")
    return int(said) / 1e6 if said.isdigit() and int(said) > 0 and meant == str(pid or os.getpid()) else None


def handed_sockets(environ: MutableMapping[str, str], pid: int | None = None) -> list[socket.socket]:
    """Return the listening sockets that systemd has opened for this process, once: children don't inherit them."""
    mine = environ.pop("LISTEN_PID", None) == str(pid or os.getpid())
    count = environ.pop("LISTEN_FDS", "0")
    environ.pop("LISTEN_FDNAMES", None)
    if not mine or not count.isdigit():
        return []
    handed = []
    for number in range(FIRST_HANDED, FIRST_HANDED + int(count)):
        os.set_inheritable(number, False)
        handed.append(socket.socket(fileno=number))
    return handed
