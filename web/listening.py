"""An address that answers: waitress with a loop of our own in a thread of its own, which ends before the sockets close.

waitress' `close` leaves the loop to find that what it waits on is gone, and that ends it with an error. Its connections
are told here whose they are, so that whoever was let in is served first and strangers give way: see `web.admission`.
"""

import copy
import errno
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.trigger import trigger
from waitress.wasyncore import dispatcher, loop

from web.admission import Admission, Connection, to_close

_ENDED_S = 5  # what is being asked is answered within this, or never
_LOOP_ENDS_S = 1.0
_REST_S = 0.1
_ROUND_S = 0.25  # it comes round so often where nothing happens
_STRANGERS_AT_ONCE = 4
_HOLDS_ON_S = 0.1  # what takes longer than this is no page
_STUCK_S = 30.0  # longer than any request is answered for
_LOOK_S = 1.0  # how often slow connections are looked for where none comes or goes
_GIVEN_UP_S = 30  # a phone that went without a word is given up by the kernel after this, and its stream is free again
_ACCEPTED_AT_ONCE = 64
# Never reached while strangers give way; the select of Windows, which has no poll, takes 512 sockets.
_MOST_CONNECTIONS = 2000 if hasattr(select, "poll") else 500


@dataclass(frozen=True, slots=True)
class LoopWatch:
    """Who is told that the loop has come round, and that it failed and goes on; and in what it goes round, for it may
    never come back, resting for so many seconds at most."""

    beat: Callable[[], None] = lambda: None
    failed: Callable[[Exception], None] = lambda _: None
    round: Callable[[float], AbstractContextManager[object]] = nullcontext


class _Request(HTTPRequestParser):  # type: ignore[misc]
    """A request whose body may be as large as its path and whoever sends it allow."""

    adj: Any

    def __init__(self, settings: Any, admission: Admission) -> None:
        super().__init__(settings)
        self._admission = admission

    def parse_header(self, head: bytes) -> None:
        """Read the head, and from then on take no more than is allowed."""
        super().parse_header(head)
        self.adj = copy.copy(self.adj)
        self.adj.max_request_body_size = 1 + self._admission.largest_body(self.path, self.headers.get("COOKIE", ""))


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows whose it is."""

    device = ""
    began_s = answering_s = 0.0

    def __init__(self, *given: Any, **more: Any) -> None:
        self.opened_s = time.monotonic()
        super().__init__(*given, **more)

    @property
    def last_activity(self) -> float:
        """When something last came or went, by what the machine calls the time now: waitress reckons so, and a clock
        that is set meanwhile makes nobody idle."""
        return time.time() - (time.monotonic() - self._active_s)

    @last_activity.setter
    def last_activity(self, _: float) -> None:
        self._active_s = time.monotonic()

    def parser_class(self, settings: Any) -> _Request:
        """Return what reads the next request."""
        self.began_s = time.monotonic()
        return _Request(settings, self.server.admission)

    def service(self) -> None:
        """Answer the next request."""
        try:
            super().service()
        finally:
            self.server.task_dispatcher.done(self)

    def standing(self) -> Connection:
        """Return how this connection stands, for admission control."""
        half = self.request
        headed = half is not None and half.headers_finished
        asked = self.requests[:1] or ([half] if headed else [])  # looked at once: whoever answers takes it away
        if not self.device and asked:  # it may have been let in since it asked
            self.device = self.server.admission.device_of(asked[0].headers.get("COOKIE", ""))
        return Connection(
            self._fileno,
            self.addr[0],
            self.device,
            self.opened_s,
            head_s=self.began_s if half is not None and not headed else 0.0,
            body_s=self.began_s if headed else 0.0,
            answering_s=self.answering_s if self.requests else 0.0,
            unread_s=self._active_s if self.total_outbufs_len else 0.0,
        )


class _Workers(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Worker threads that serve whoever was let in before all strangers, and of those a few at a time: what a crowd
    asks for must not take the processor from the table."""

    def __init__(self) -> None:
        super().__init__()
        self._strangers: deque[_Channel] = deque()
        self._serving: dict[_Channel, float] = {}

    @property
    def behind(self) -> bool:
        """Whether a stranger waits for its turn."""
        return bool(self._strangers)

    def add_task(self, task: _Channel) -> None:
        """Queue a connection whose next request has come."""
        task.answering_s = time.monotonic()
        task.device = task.server.admission.device_of(task.requests[0].headers.get("COOKIE", ""))
        with self.lock:
            if task.device:
                self.queue.appendleft(task)
                self.queue_cv.notify()
            else:
                self._strangers.append(task)
                self._let_in()

    def done(self, task: _Channel) -> None:
        """Take note that a request was answered: the next stranger's turn."""
        with self.lock:
            self._serving.pop(task, None)
            self._let_in()

    def is_stuck(self) -> bool:
        """Return whether somebody whose turn has come waits for long: no thread answers any more."""
        with self.lock:
            return any(time.monotonic() - one.answering_s > _STUCK_S for one in self.queue)

    def turn(self) -> None:
        """Let those wait no longer whose turn has come as others hold on; to be called now and then."""
        with self.lock:
            self._let_in()

    def _let_in(self) -> None:
        now_s = time.monotonic()
        for task in [one for one, since_s in self._serving.items() if now_s - since_s > _HOLDS_ON_S]:
            del self._serving[task]  # a live stream, or somebody who reads slowly: that takes no processor
        while self._strangers and len(self._serving) < _STRANGERS_AT_ONCE:
            task = self._strangers.popleft()
            self._serving[task] = now_s
            self.queue.append(task)
            self.queue_cv.notify()


class _Door(TcpWSGIServer):  # type: ignore[misc]
    """A listening socket that takes all who wait there at once, so that nobody waits behind a crowd."""

    channel_class = _Channel

    def __init__(self, *given: Any, admission: Admission, **more: Any) -> None:
        self.admission = admission
        super().__init__(*given, **more)

    def handle_accept(self) -> None:
        """Take those who wait."""
        for _ in range(_ACCEPTED_AT_ONCE):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break

    def set_socket_options(self, conn: socket.socket) -> None:
        """Send at once, and give up whoever does not acknowledge."""
        super().set_socket_options(conn)
        if hasattr(socket, "TCP_USER_TIMEOUT") and conn.family in (socket.AF_INET, socket.AF_INET6):
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GIVEN_UP_S * 1000)


class Listener:
    """Listens from the first; `port` is the one it got. Answer with `start`, end it with `close`.

    `sockets` are listening already (systemd opens port 80 for us); then `host` and `port` count for nothing. `settings`
    are waitress' own, `watched` is told how the loop does, `admission` says who is served first.
    """

    def __init__(
        self,
        app: Callable[..., Iterable[bytes]],
        host: str,
        port: int,
        sockets: Sequence[socket.socket] = (),
        watched: LoopWatch | None = None,
        admission: Admission | None = None,
        **settings: Any,
    ) -> None:
        self._admission = admission or Admission()
        self._looked = (0, 0.0)
        self._parts: dict[int, Any] = {}  # what the loop waits on: doors, connections, and what wakes the loop
        self._workers = _Workers()
        where: dict[str, Any] = {"sockets": list(sockets)} if sockets else {"host": host, "port": port}
        try:
            adjustments = Adjustments(
                **where, **settings, connection_limit=_MOST_CONNECTIONS, asyncore_use_poll=True, ident=None
            )
        except ValueError as error:  # waitress' word for a name that leads nowhere
            raise OSError(errno.EADDRNOTAVAIL, str(error)) from None
        self._workers.set_thread_count(adjustments.threads)
        listening = [(one.family, one.type, one.proto, one.getsockname()) for one in sockets] or adjustments.listen
        try:
            doors = [  # one for each address
                _Door(
                    app,
                    self._parts,
                    _sock=sockets[number] if sockets else None,
                    dispatcher=self._workers,
                    adj=adjustments,
                    sockinfo=where_to,
                    bind_socket=not sockets,
                    admission=self._admission,
                )
                for number, where_to in enumerate(listening)
            ]
        except OSError:
            self._workers.shutdown(timeout=_ENDED_S)
            self._close_parts()
            raise
        self.port = int(doors[0].effective_port)
        self._closed = threading.Event()
        self._watched = watched or LoopWatch()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                rest_s = _HOLDS_ON_S if self._workers.behind else _ROUND_S
                with self._watched.round(rest_s):
                    loop(timeout=rest_s, use_poll=True, map=self._parts, count=1)
                    self._make_room()
                    self._workers.turn()
            except Exception as error:  # one connection must not end the page for all
                self._watched.failed(error)
                self._closed.wait(_REST_S)
            if not self._workers.is_stuck():
                self._watched.beat()

    def _make_room(self) -> None:
        """Close the connections that are too many or too slow."""
        now_s = time.monotonic()
        count, looked_s = self._looked
        if len(self._parts) <= count and now_s - looked_s < _LOOK_S:
            return
        channels = {key: part for key, part in self._parts.items() if isinstance(part, _Channel)}
        for key in to_close(
            (one.standing() for one in sorted(channels.values(), key=lambda one: one.opened_s)),
            self._admission,
            now_s,
        ):
            channels[key].handle_close()
        self._looked = (len(self._parts), now_s)

    def close(self) -> None:
        """Answer what is being asked, then close every connection and door."""
        self._workers.shutdown(timeout=_ENDED_S)
        self._closed.set()
        # The loop may be taking a connection in or out meanwhile, so what it waits on is copied first.
        wakers = [part for part in list(self._parts.values()) if isinstance(part, trigger)]
        for waker in wakers:
            waker.pull_trigger()
        if self._thread.is_alive():
            self._thread.join(timeout=_LOOP_ENDS_S)
        self._close_parts()

    def _close_parts(self) -> None:
        parts = list(self._parts.values())
        wakers = [part for part in parts if isinstance(part, trigger)]
        for part in parts:
            if part not in wakers:
                dispatcher.close(part)  # a door's own `close` takes its waker along
        if not self._workers.threads:  # whoever answers still may pull one
            for waker in wakers:
                waker.close()
