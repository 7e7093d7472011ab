"""An address that answers: waitress with a loop of our own in a thread of its own, which ends before the sockets close.

waitress' `close` leaves the loop to find that what it waits on is gone, and that ends it with an error.
"""

import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from waitress.server import BaseWSGIServer, create_server
from waitress.trigger import trigger
from waitress.wasyncore import dispatcher, loop

_ENDED_S = 5
_REST_S = 0.1


@dataclass(frozen=True, slots=True)
class Watched:
    """Who is told that the loop has come round, and that it failed and goes on."""

    beat: Callable[[], None] = lambda: None
    failed: Callable[[Exception], None] = lambda _: None


class Listener:
    """Listens from the first; `port` is the one it got. Answer with `start`, end it with `close`.

    `sockets` are listening already (systemd opens port 80 for us); then `host` and `port` count for nothing. `settings`
    are waitress' own, `watched` is told how the loop does.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        host: str,
        port: int,
        sockets: Sequence[socket.socket] = (),
        watched: Watched | None = None,
        **settings: Any,
    ) -> None:
        where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
        self._parts: dict[int, Any] = {}  # what the loop waits on: doors, connections, and what wakes the loop
        server = create_server(app, map=self._parts, **where, **settings, asyncore_use_poll=True, ident=None)
        self._workers = server.task_dispatcher
        doors = [part for part in self._parts.values() if isinstance(part, BaseWSGIServer)]  # one for each address
        self.port = int(doors[0].effective_port)
        self._closed = threading.Event()
        self._watched = watched or Watched()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                loop(timeout=1, use_poll=True, map=self._parts, count=1)
            except Exception as error:  # one connection must not end the page for all
                self._watched.failed(error)
                self._closed.wait(_REST_S)
            self._watched.beat()

    def close(self) -> None:
        """Answer what is being asked, then close every connection and door."""
        self._workers.shutdown(timeout=_ENDED_S)
        self._closed.set()
        wakers = [part for part in self._parts.values() if isinstance(part, trigger)]
        for waker in wakers:
            waker.pull_trigger()
        if self._thread.is_alive():
            self._thread.join(timeout=_ENDED_S)
        for part in list(self._parts.values()):
            if part not in wakers:
                dispatcher.close(part)  # a door's own `close` takes its waker along
        if not self._workers.threads:  # whoever answers still may pull one
            for waker in wakers:
                waker.close()
