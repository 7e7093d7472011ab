"""How the disk does that holds the games. It is asked by a thread of its own, for one that dies may answer nobody, and
who waits for it can tell nothing."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.language.message import say
from companion.machine import facts, health
from companion.table.snapshot import Health

ASKED_S = 0.25
SILENT_S = 1.0  # it is told of after so long without an answer


class DiskWatch:
    """See the module. `run` is for a thread of its own; `health` may be called from any."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._clock = folder, clock
        self._answer: Health | None = None
        self._asked_s: float | None = None  # when it was asked what it has not answered yet

    def run(self, stopped: threading.Event) -> None:
        """Ask until `stopped`."""
        while not stopped.is_set():
            self._asked_s = self._clock()
            self._answer = self._asked()
            self._asked_s = None
            stopped.wait(ASKED_S)

    def _asked(self) -> Health:
        where = str(self._folder)
        try:
            self._folder.stat()
            if not os.access(self._folder, os.W_OK):
                return health.broken("disk", "{path} can't be written; look at its disk or card", path=where)
            return health.disk(facts.free_bytes(self._folder), where)
        except OSError as error:
            reason = error.strerror or str(error)
            return health.broken("disk", "{path}: {reason}; look at its disk or card", path=where, reason=reason)

    def health(self) -> tuple[Health, ...]:
        """Return how it does, nothing before it has answered for the first time."""
        asked_s = self._asked_s
        if asked_s is not None and self._clock() - asked_s > SILENT_S:
            text = say("{path} does not answer; look at its disk or card", path=str(self._folder))
            return (health.broken("disk", text),)
        return () if self._answer is None else (self._answer,)
