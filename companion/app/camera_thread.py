"""Who looks through the camera, again and again: the game's watch, or the walk while pieces are taught."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.app.supervision import Supervisor
from companion.camera.play import Watch
from companion.language.message import say
from companion.machine.vitals import CameraState
from companion.session import Published
from companion.table.feed import Feed
from companion.table.signals import Looked, Signal
from companion.table.snapshot import Snapshot, Step
from companion.teaching.walker import Walker
from companion.teaching.worker import Teacher
from vision.observation import Unseen

REST_S = 0.25  # it looks this often while something may change …
IDLE_S = 0.5  # … and this often while nothing is awaited of it: one that hangs is told a second after it was asked
_SILENT = say("The camera does not answer; where that lasts, start the companion again: games go on by hand")
_BUSY = (Step.REVEAL, Step.LOOK, Step.ASK, Step.TURN, Step.SCORE, Step.OVER)


class Lookout:
    """See the module. `sight` is how the camera does now; `camera`: there is one from the start."""

    def __init__(
        self,
        watch: Watch,
        walker: Walker | None,
        teacher: Teacher | None,
        feed: Feed[Published],
        put: Callable[[Signal], None],
        camera: bool,
        beat: Callable[[str], None],
        supervisor: Supervisor,
    ) -> None:
        self._watch, self._walker, self._teacher = watch, walker, teacher
        self._feed, self._put, self._beat, self._supervisor = feed, put, beat, supervisor
        self.sight = CameraState(camera)
        self._taught_now = False
        watch.loop.asking = partial(supervisor.awaiting, "camera", _SILENT)

    def run(self, stopped: threading.Event) -> None:
        """Look until `stopped`, and tell the session what is seen."""
        while not stopped.is_set():
            number, published = self._feed.latest
            snapshot = published.snapshot
            try:
                looked = self.look(snapshot)
                self._put(looked)
                before, loop = self.sight, self._watch.loop
                self.sight = CameraState(before.there or looked.camera, looked.problem, loop.trouble, loop.picture)
                if self.sight.trouble != before.trouble:
                    self._supervisor.changed()
            except Exception as error:  # one picture that can't be looked at must not end it; the next one may
                self._supervisor.failed("camera", error)
            self._beat("camera")
            self._rest(stopped, number, REST_S if snapshot.step in _BUSY or self._taught_now else IDLE_S)

    def _rest(self, stopped: threading.Event, number: int, rest_s: float) -> None:
        """Rest between two looks. A folder hears at once that another look is taken, for what comes after that is
        new."""
        if self._watch.loop.folder is None or self._taught_now:
            stopped.wait(rest_s)
            return
        clock = self._supervisor.clock
        until_s = clock() + rest_s
        while not stopped.is_set() and (left_s := until_s - clock()) > 0:
            number = self._feed.wait(number, left_s)
            self._ask(self._feed.latest[1].snapshot)

    def _ask(self, snapshot: Snapshot) -> None:
        self._watch.loop.ask(snapshot.look if snapshot.game else None)

    def look(self, snapshot: Snapshot) -> Looked:
        """Look at the game's table; while pieces are taught the camera is the walk's, and the game is told so."""
        photos = self._watch.loop.photos
        self._taught_now = self._walker is not None and self._walker.active
        if self._walker is not None and self._taught_now:
            if photos is not None:
                photos.ask(self._walker.photo_wanted)
            self._watch.loop.ask(None)
            self._walker.look(self._watch.loop)
            return self._watch.away(Unseen("pieces are being taught; after that it looks at the game again"))
        self._watch.expect(snapshot.game.name if snapshot.game else None, len(snapshot.seats))
        self._ask(snapshot)
        request = "" if photos is None else photos.ask(snapshot.photo_wanted)
        looked = replace(self._watch.look(), photo=request)
        if self._teacher is None:
            return looked
        game = snapshot.game.name if snapshot.game else None
        learnt = self._teacher.learnt(game) if game is None or snapshot.step is Step.OVER else None
        return replace(looked, said=self._teacher.said(), learnt=learnt)
