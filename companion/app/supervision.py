"""Supervision: each loop has a thread, and none dies. One that fails is reported, started anew and shown in health; who
gets no answer from a device is shown, too."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from companion.language.message import Message, say, say_count
from companion.machine.health import ATTENTION, BROKEN
from companion.table.snapshot import Health
from hardware.camera import Came

log = logging.getLogger("companion")
FIRST_REST_S = 0.5  # before a loop is started anew; twice as long each time, …
LONGEST_REST_S = 8.0  # … but never so long that people give up, nor the watchdog takes it for one that hangs
SOUND_S = 60.0  # a loop that ran for so long before it failed rests shortly again
BROKEN_S = 30.0  # a part that failed this recently counts as broken …
TOLD_S = 600.0  # … and this recently as worth attention
SILENT_S = 1.0  # what has not answered for so long is told of …
LOOK_S = 0.2  # … in looks that count for so much at most: where they come late, all is late, and nothing hangs
CALLED = {  # loops by the words that a person reads; the others are called as their device is
    "session": str(say("game")),
    "walk": str(say("teaching")),
    "vitals": str(say("list of health")),
    "machine": str(say("list of health")),
    "silence": str(say("list of health")),
    "page": str(say("page")),
    "upkeep": str(say("games")),
    "people": str(say("simulated people")),
}
LOGGED_S = 60.0  # the same part's failures are logged this often: 50 a second would fill the card


@dataclass(frozen=True, slots=True)
class _Failures:
    count: int
    last_s: float
    logged_s: float
    error: str


@dataclass(eq=False, slots=True)
class _Wait:
    part: str
    text: Message
    since_s: float  # in time to come where its next answer may take longer


class Supervisor:
    """See the module. `told` is called when a part fails that was well, or does otherwise; `failed` and `changed`
    may be called from any thread. `clock` is what all that is watched goes by."""

    def __init__(self, told: Callable[[], None] = lambda: None, clock: Callable[[], float] = time.monotonic) -> None:
        self.stopped = threading.Event()
        self._told, self.clock = told, clock
        self._failures: dict[str, _Failures] = {}
        self._waits: list[_Wait] = []
        self._looked_s, self._passed_s = clock(), 0.0
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []

    def run(self, name: str, job: Callable[[threading.Event], None]) -> threading.Thread:
        """Run a loop, which ends once the event it is given is set, in a thread of its own."""
        thread = threading.Thread(target=self._keep, args=(name, job), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()
        return thread

    def _keep(self, name: str, job: Callable[[threading.Event], None]) -> None:
        rest_s = 0.0
        while not self.stopped.is_set():
            began_s = self.clock()
            try:
                job(self.stopped)
                return
            except Exception as error:
                self.failed(name, error)
            again = rest_s > 0 and self.clock() - began_s <= SOUND_S
            rest_s = min(2 * rest_s, LONGEST_REST_S) if again else FIRST_REST_S
            self.stopped.wait(rest_s)

    def failed(self, part: str, error: Exception) -> None:
        """Report that a part failed and goes on: in the log, and in health for a while."""
        now_s = self.clock()
        with self._lock:
            before = self._failures.get(part)
            count = 1 if before is None or now_s - before.last_s > TOLD_S else before.count + 1
            again = before is not None and count > 1 and now_s - before.logged_s < LOGGED_S
            said = " ".join(str(error).split())[:120] or type(error).__name__
            logged_s = before.logged_s if before is not None and again else now_s
            self._failures[part] = _Failures(count, now_s, logged_s, said)
        if not again:
            log.error("%s failed and goes on (%d times by now)", part, count, exc_info=error)
            self._told()

    @contextmanager
    def awaiting(self, part: str, text: Message, rest_s: float = 0.0) -> Iterator[Came]:
        """Wait inside for what may never come back: where it does not within SILENT_S, and `rest_s` beside, `silent`
        says so in these words. What is handed says that an answer has come, and by how many seconds later the next one
        may."""
        wait, came = self._begun(part, text, rest_s)
        try:
            yield came
        finally:
            with self._lock:
                self._waits.remove(wait)

    def watched(self, part: str, text: Message, rest_s: float = 0.0) -> Came:
        """Await for good what comes round again and again, also while its thread has ended and is not yet started anew.
        What is returned says that it has, as in `awaiting`."""
        return self._begun(part, text, rest_s)[1]

    def _begun(self, part: str, text: Message, rest_s: float) -> tuple[_Wait, Came]:
        with self._lock:
            wait = _Wait(part, text, self._passed() + rest_s)
            self._waits.append(wait)

        def came(next_s: float = 0.0, /) -> None:
            with self._lock:
                wait.since_s = self._passed() + next_s

        return wait, came

    def silent(self) -> tuple[Health, ...]:
        """Return the parts that do not answer just now, the longest first. To be called ten times a second; it waits
        for nothing itself."""
        with self._lock:
            self._passed_s, self._looked_s = self._passed(), self.clock()
            silent = [wait for wait in self._waits if self._passed_s - wait.since_s > SILENT_S]
        return tuple(Health(CALLED.get(wait.part, wait.part), BROKEN, wait.text) for wait in silent)

    def _passed(self) -> float:
        return self._passed_s + min(self.clock() - self._looked_s, LOOK_S)

    def changed(self) -> None:
        """Report that a part does otherwise than it did: its health is asked for at once."""
        self._told()

    def health(self) -> tuple[Health, ...]:
        """Return the parts that failed lately."""
        now_s = self.clock()
        with self._lock:
            recent = [(part, one) for part, one in self._failures.items() if now_s - one.last_s < TOLD_S]
        return tuple(
            Health(
                CALLED.get(part, part),
                BROKEN if now_s - one.last_s < BROKEN_S else ATTENTION,
                say_count(
                    "{part}: it failed and was started anew: {error}. The log says more",
                    "{part}: it failed and was started anew; {count} times, the last: {error}. The log says more",
                    part=Message(CALLED.get(part, part)),
                    count=one.count,
                    error=one.error,
                ),
            )
            for part, one in recent
        )

    def stop(self, timeout_s: float) -> bool:
        """End every loop; return whether all have ended within `timeout_s`, all together."""
        self.stopped.set()
        return all_ended(self._threads, self.clock() + timeout_s, self.clock)


def all_ended(threads: Sequence[threading.Thread], until_s: float, clock: Callable[[], float]) -> bool:
    """Wait for threads to end; return whether all have by then."""
    for thread in threads:
        thread.join(timeout=max(0.0, until_s - clock()))
    return not any(thread.is_alive() for thread in threads)
