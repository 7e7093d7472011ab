"""Reads sheets in a thread of its own: fitting a set to what was named takes seconds, and nobody waits for it."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from companion.teaching import sheet_reading
from companion.teaching.places import Readings, Sheet
from companion.teaching.sheet_reading import Shot
from vision.layout import Layout
from vision.observation import Unseen
from vision.observe import SetAside, Trained, train
from vision.pieceset.faces import Faces

log = logging.getLogger("companion")


@dataclass(frozen=True)
class Job:
    """A picture with its sheet, to be read with this set; without a picture the set is only fitted, for the next
    one."""

    faces: Faces = field(repr=False)
    layout: Layout
    shot: Shot | None = None
    sheet: Sheet | None = None
    named: frozenset[str] = frozenset()  # places of the sheet whose names are in the set


class Reader:
    """Does the newest job; those asked for before it and not begun are forgotten. `done` hears what was read."""

    def __init__(self, done: Callable[[Job, Sheet, Readings], None]) -> None:
        self._tell = done
        self._asked = threading.Condition()
        self._job: Job | None = None
        self._at_work = False
        self._fitted: tuple[Faces, Layout, Trained] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is still to be read."""
        with self._asked:
            return self._job is not None or self._at_work

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """What of the set is not read with, as it was fitted last."""
        fitted = self._fitted
        return () if fitted is None else fitted[2].set_aside

    def ask(self, job: Job) -> None:
        """Do this job, and none that was asked for earlier."""
        with self._asked:
            self._job = job
            self._asked.notify_all()

    def work(self, stopped: threading.Event) -> None:
        """Do jobs until `stopped`."""
        while not stopped.is_set():
            with self._asked:
                self._asked.wait_for(lambda: self._job is not None, 0.5)
            self.work_off()

    def work_off(self) -> None:
        """Do what is asked for now, in the caller's thread."""
        while True:
            with self._asked:
                job, self._job = self._job, None
                self._at_work = job is not None
            if job is None:
                return
            try:
                self._do(job)
            except Exception:  # one picture that can't be read must not end the walk
                log.exception("a sheet could not be read")
            with self._asked:
                self._at_work = False

    def _do(self, job: Job) -> None:
        trained = self._trained(job)
        if job.shot is None or job.sheet is None:
            return
        found = sheet_reading.read(job.shot, job.sheet, trained)
        if not isinstance(found, Unseen):
            self._tell(job, *found)

    def _trained(self, job: Job) -> Trained | None:
        if not job.faces.examples:
            return None
        if self._fitted is None or self._fitted[0] is not job.faces or self._fitted[1] != job.layout:
            # What nobody has shown yet may lie there: a walk never takes the set for complete.
            self._fitted = (job.faces, job.layout, train(replace(job.faces, complete=False), job.layout))
        return self._fitted[2]
