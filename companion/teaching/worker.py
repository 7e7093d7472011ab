"""Teaches the piece sets what people settled in play, in a thread of its own: fitting takes seconds, and the camera
must not stand still meanwhile."""

import logging
import queue
from collections.abc import Callable
from contextlib import suppress

from companion.camera.aside import Aside, OneByOne
from companion.game import registry
from companion.language.message import Message, because, say
from companion.table.signals import Lesson
from companion.table.snapshot import Learnt
from companion.teaching import evening_set, feedback
from companion.teaching.feedback import LessonLeftOut
from companion.teaching.shelf import Shelf
from vision.layout import Layout
from vision.pieceset.set_index import FacesError, UnwrittenError

log = logging.getLogger("companion")


class Teacher:
    """See the module. `aside` does a job where it disturbs nobody; tests do it at once. `forgotten` (set by whoever
    keeps what is to be taken back) is told the sources of which nothing is left."""

    def __init__(self, shelf: Shelf, aside: Aside | None = None) -> None:
        self._shelf = shelf
        self._own = OneByOne("teacher", "what was settled could not be taught")
        self._aside = aside or self._own
        self.forgotten: Callable[[tuple[str, ...]], None] = lambda _: None
        self._said: queue.SimpleQueue[Message] = queue.SimpleQueue()

    def close(self) -> bool:
        """Teach nothing more; return whether what was being taught has ended."""
        return self._own.close()

    def teach(self, game: str, mats: tuple[Layout, ...], given: tuple[Lesson, ...]) -> None:
        """Add what people settled to the game's set; it lay on one of these mats, the likeliest first."""

        def job() -> None:
            try:
                with self._shelf.alone():
                    left_out, changed = feedback.learn(self._shelf.folder_of(game), feedback.mat_of(mats, given), given)
            except FacesError as error:
                log.warning("nothing was learnt: %s", error)
                self._said.put(say("What was corrected could not be learnt: {why}", why=because(error)))
                return
            for one in left_out:
                self._said.put(_words(one))
            if changed:
                self._shelf.changed(game)

        self._aside(job)

    def forget(self, game: str, sources: tuple[str, ...]) -> None:
        """Take back what was taught from these sources."""

        def job() -> None:
            try:
                with self._shelf.alone():
                    changed = feedback.forget(self._shelf.folder_of(game), sources)
            except FacesError as error:
                log.warning("not all was taken back: %s", error)
                if isinstance(error, UnwrittenError):  # one that can't be read is not read with
                    self._said.put(say("What was learnt could not be taken back yet: {why}", why=because(error)))
                return
            if changed:
                self._shelf.changed(game)
            self.forgotten(sources)

        self._aside(job)

    def learnt(self, game: str | None) -> Learnt | None:
        """Return what play taught of a game, None: of any, and the host has not yet said whether it stays."""
        for name in registry.names() if game is None else (game,):
            with suppress(FacesError):
                pictures = len(evening_set.waiting(self._shelf.folder_of(name)).examples)
                if pictures:
                    return Learnt(name, registry.title(name), pictures)
        return None

    def said(self) -> tuple[Message, ...]:
        """Return what was not learnt, or not taken back, since somebody asked last, in words."""
        said = []
        while True:
            try:
                said.append(self._said.get_nowait())
            except queue.Empty:
                return tuple(said)


def _words(left_out: LessonLeftOut) -> Message:
    label = left_out.lesson.label
    if left_out.worse:
        return say("“{label}” was not learnt: with it the set would read its own pictures worse", label=label)
    return say("“{label}” was not learnt: the set is sure that this picture shows something else", label=label)
