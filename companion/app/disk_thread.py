"""How the disk does that holds the games. It is asked by a thread of its own, for one that dies may answer nobody, and
who waits for it can tell nothing."""

import os
import threading
from pathlib import Path

from companion.app.supervision import Supervisor
from companion.language.message import say
from companion.machine import facts, health
from companion.table.snapshot import Health

ASKED_S = 0.25


class DiskWatch:
    """See the module. `run` is for a thread of its own; `health` may be called from any."""

    def __init__(self, folder: Path, supervisor: Supervisor) -> None:
        self._folder, self._supervisor = folder, supervisor
        self._answer: Health | None = None

    def run(self, stopped: threading.Event) -> None:
        """Ask until `stopped`."""
        silent = say("{path} does not answer; look at its disk or card", path=str(self._folder))
        while not stopped.is_set():
            before = self._answer
            with self._supervisor.awaiting("disk", silent):
                self._answer = answer = self._asked()
            if before is None or answer.state != before.state:
                self._supervisor.changed()
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
        """Return how it answered last, nothing before it has for the first time."""
        return () if self._answer is None else (self._answer,)
