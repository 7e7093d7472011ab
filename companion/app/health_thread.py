"""How every part does: asked again and again, and at once where one fails; told where that is otherwise than it was."""

import logging
import threading
from collections.abc import Callable

from companion.app.supervision import Supervisor
from companion.machine import vitals
from companion.table.snapshot import Health

log = logging.getLogger("companion")
VITALS_S = 10.0
VITALS_LEAST_S = 0.5  # not more often than this, whatever fails
ANSWERING_S = 0.1  # whether all answer is looked at so often

Parts = tuple[Health, ...]


class HealthWatch:
    """See the module. `ask` and `listen` are each for a thread of its own; `asked` waits for nothing, and `tell` is
    told all parts together. Whoever sets `ailing` is not made to wait for the next turn."""

    def __init__(
        self,
        asked: Callable[[], Parts],
        tell: Callable[[Parts], None],
        supervisor: Supervisor,
        ailing: threading.Event,
    ) -> None:
        self._asked, self._tell, self._supervisor, self._ailing = asked, tell, supervisor, ailing
        self._telling = threading.Lock()
        self._parts: Parts = ()  # how each part did when it was asked last
        self._told: Parts = ()

    def ask(self, stopped: threading.Event) -> None:
        """Ask all parts, until `stopped`."""
        while not stopped.is_set():
            try:
                self._parts = self._asked()
            except Exception as error:  # a card that dies is no reason to fall silent: it may answer the next time
                self._parts = ()
                self._supervisor.failed("vitals", error)
            self._tell_all()
            stopped.wait(VITALS_LEAST_S)
            self._ailing.wait(VITALS_S)
            self._ailing.clear()

    def listen(self, stopped: threading.Event) -> None:
        """Tell of what does not answer. Nothing here waits for a device, so that nothing keeps it from telling."""
        told: Parts = ()
        while not stopped.is_set():
            silent = self._supervisor.silent()
            if silent != told:
                for part in silent:
                    if part not in told:
                        log.error("%s: %s", part.part, part.text)
                told = silent
                self._tell_all()
            stopped.wait(ANSWERING_S)

    def _tell_all(self) -> None:
        with self._telling:
            said = vitals.with_failures(self._parts, (*self._supervisor.silent(), *self._supervisor.health()))
            if said != self._told:
                self._told = said
                self._tell(said)
