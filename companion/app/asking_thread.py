"""What is asked again and again how it does, by a thread of its own: a disk that dies may answer nobody, and who waits
for one device tells nothing of another."""

import threading
from collections.abc import Callable
from contextlib import nullcontext

from companion.app.supervision import Supervisor
from companion.language.message import Message
from companion.table.snapshot import Health


class Asker:
    """Asks a part every `every_s`. `silent` is what is told where it does not answer; without it, it may take its time.
    `run` is for a thread of its own; `health` may be called from any."""

    def __init__(
        self,
        part: str,
        ask: Callable[[], tuple[Health, ...]],
        every_s: float,
        supervisor: Supervisor,
        silent: Message | None = None,
    ) -> None:
        self._part, self._ask, self._every_s = part, ask, every_s
        self._supervisor, self._silent = supervisor, silent
        self._answer: tuple[Health, ...] = ()

    def run(self, stopped: threading.Event) -> None:
        """Ask until `stopped`."""
        silent = self._silent
        while not stopped.is_set():
            before = self._answer
            try:
                with nullcontext() if silent is None else self._supervisor.awaiting(self._part, silent):
                    self._answer = self._ask()
            except Exception as error:  # it may answer the next time
                self._supervisor.failed(self._part, error)
            if [one.state for one in self._answer] != [one.state for one in before]:
                self._supervisor.changed()
            stopped.wait(self._every_s)

    def health(self) -> tuple[Health, ...]:
        """Return how it answered last, nothing before it has for the first time."""
        return self._answer
