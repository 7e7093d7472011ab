"""Jobs that take seconds, done aside: whoever watches the table must not stand still meanwhile."""

import logging
import queue
import threading
from collections.abc import Callable

log = logging.getLogger("companion")
ENDED_S = 5.0

Job = Callable[[], None]
Aside = Callable[[Job], None]
"""Does a job where it disturbs nobody."""


def at_once(job: Job) -> None:
    """Do a job in the caller's thread."""
    job()


class OneByOne:
    """Does jobs one after another in a thread of its name, which starts with the first."""

    def __init__(self, name: str, failed: str, after: Job | None = None) -> None:
        """`failed` is what the log says of a job that ends in an error; `after` is done after each."""
        self._name, self._failed, self._after = name, failed, after
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._closed = False

    def __call__(self, job: Job) -> None:
        """Do this job once those before it are done."""
        self._jobs.put(job)
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None and not self._closed:
            try:
                job()
            except Exception:
                log.exception(self._failed)
            del job  # what it held is free now
            if self._after is not None:
                self._after()

    def close(self) -> bool:
        """Do no more jobs; wait a while for the one at hand, and return whether it has ended."""
        self._closed = True
        if self._thread is None:
            return True
        self._jobs.put(None)
        self._thread.join(ENDED_S)
        return not self._thread.is_alive()
