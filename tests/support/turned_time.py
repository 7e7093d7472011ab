"""Time that a test turns by hand, for code with threads: they run one at a time, each when its wait is over, so that
what takes an evening takes a moment and comes out alike each time."""

import queue
import threading
from collections import deque
from collections.abc import Callable
from typing import Any


class TurnedTime:
    """See the module: a clock, threads by `run`, and what threads wait with in place of `threading` and `queue`."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.ended = Event(self)
        self._changed = threading.Condition()
        self._running: int | None = None
        self._threads = 0
        self._waiting: dict[int, tuple[float, Callable[[], bool]]] = {}

    def __call__(self) -> float:
        return self.now_s

    def run(self, name: str, job: Callable[[Any], object]) -> threading.Thread:
        """Run a loop, which ends once the event it is given is set, from the next `until` on."""

        def whole() -> None:
            self.wait(0.0)
            try:
                job(self.ended)
            finally:
                with self._changed:
                    self._threads, self._running = self._threads - 1, None
                    self._changed.notify_all()

        self._threads += 1
        thread = threading.Thread(target=whole, name=name, daemon=True)
        thread.start()
        return thread

    def wait(self, timeout_s: float, ready: Callable[[], bool] = lambda: False) -> bool:
        """Wait until something is ready, or for so long; return whether it is. For the threads that `run` began."""
        me = threading.get_ident()
        with self._changed:
            self._waiting[me] = (self.now_s + timeout_s, ready)
            self._running = None
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._running == me)
            del self._waiting[me]
        return ready()

    def until(self, holds: Callable[[], bool], limit_s: float) -> float | None:
        """Let time pass until something holds; return how much did, None where it does not within the limit."""
        began_s = self.now_s
        while True:
            with self._changed:
                assert self._changed.wait_for(self._all_wait, 30), "a thread waits for something else"
                if holds():
                    return self.now_s - began_s
                if not self._waiting:
                    return None
                due = {me: self.now_s if ready() else at_s for me, (at_s, ready) in self._waiting.items()}
                first = min(due, key=lambda me: due[me])
                if due[first] > began_s + limit_s:
                    self.now_s = began_s + limit_s
                    return None
                self.now_s = max(self.now_s, due[first])
                self._running = first
                self._changed.notify_all()

    def _all_wait(self) -> bool:
        return self._running is None and len(self._waiting) == self._threads

    def end(self) -> None:
        """End all threads."""
        self.ended.set()
        assert self.until(lambda: self._threads == 0, 3600) is not None

    # ---- in place of `threading` and `queue`

    Lock = staticmethod(threading.Lock)
    Thread = threading.Thread
    Empty = queue.Empty

    def Event(self) -> "Event":  # noqa: N802 - as threading's
        """Return an event of this time."""
        return Event(self)

    def Queue(self) -> "Queue":  # noqa: N802 - as queue's
        """Return a queue of this time."""
        return Queue(self)


class Event:
    """`threading.Event`, in a turned time."""

    def __init__(self, time: TurnedTime) -> None:
        self._time, self._set = time, False

    def set(self) -> None:
        self._set = True

    def clear(self) -> None:
        self._set = False

    def is_set(self) -> bool:
        return self._set

    def wait(self, timeout: float) -> bool:
        return self._time.wait(timeout, self.is_set)


class Queue:
    """`queue.Queue`, in a turned time."""

    def __init__(self, time: TurnedTime) -> None:
        self._time, self._items = time, deque[Any]()

    def put(self, item: Any) -> None:
        self._items.append(item)

    def get(self, timeout: float) -> Any:
        if not self._time.wait(timeout, lambda: bool(self._items)):
            raise queue.Empty
        return self._items.popleft()
