"""What the small display shows all evening: the newest snapshot, its pages turned; the table's PIN for a while when the
host asks for it; and while the wiring is tested, that."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from PIL import Image

from companion.app.supervision import Supervisor
from companion.display import panel, screens
from companion.language.message import Translate, say, words
from companion.machine.wiring import Wiring
from companion.machine.wiring_test import WiringTest
from companion.session import Published
from companion.table.feed import Feed
from companion.table.signals import PIN_SHOWN_S
from hardware.burn_in import SparedDisplay
from hardware.display import Display

_LOOK_S = 0.5  # whether a page is due, or the wiring test has gone on, is looked at so often
_SILENT = say("The display's bus does not answer: look at its wires, with the power off; games go on without it")


class Screen:
    """See the module. `run` is for a thread of its own; `show_pin` and `wake` may be called from any."""

    def __init__(
        self,
        display: Display,
        feed: Feed[Published],
        wiring: WiringTest,
        translate: Translate,
        clock: Callable[[], float] = time.monotonic,
        supervisor: Supervisor | None = None,
    ) -> None:
        self._display, self._feed, self._wiring = display, feed, wiring
        self._translate, self._clock, self._supervisor = translate, clock, supervisor or Supervisor()
        self._pin = ("", 0.0)  # and until when it is shown
        self._touched = False  # since the last turn of the loop

    def show_pin(self, pin: str) -> None:
        """Show the table's PIN for a while."""
        self._pin = (pin, self._clock() + PIN_SHOWN_S)

    def wake(self) -> None:
        """Let it be bright again: somebody is there, though what they do may be nobody's to see."""
        self._touched = True

    def run(self, stopped: threading.Event) -> None:
        """Keep the display showing what matters until `stopped`."""
        display = SparedDisplay(self._display, now_s=self._clock())
        number, since_s = -1, self._clock()
        away = False
        while not stopped.is_set():
            newest, now_s = self._feed.wait(number, _LOOK_S), self._clock()
            test = self._wiring.now
            woken = newest != number or test is not None or self._touched
            self._touched = False
            if newest != number:
                number, since_s = newest, now_s
            try:
                picture = self._picture(test, now_s, since_s)
                with self._supervisor.awaiting("display", _SILENT):
                    if woken:
                        display.touch(now_s)
                    display.show(picture, now_s)
            except Exception as error:  # a snapshot that can't be drawn must not end the display; the next one may
                self._supervisor.failed("display", error)
            if away != (self._display.gone is not None):
                away = not away
                self._supervisor.changed()

    def _picture(self, test: Wiring | None, now_s: float, since_s: float) -> Image.Image:
        """Return what is to be seen now; the snapshot has stood since `since_s`."""
        size, translate = self._display.size, self._translate
        if test is not None:
            wrong = [] if test.wrong is None else [words(test.wrong, translate)]
            return panel.sentence(size, words(test.line, translate), wrong)[0]
        pin, until_s = self._pin
        if now_s < until_s:
            return screens.draw_pin(pin, size, translate=translate)
        page = int((now_s - since_s) / screens.PAGE_S)
        published = self._feed.latest[1]
        snapshot = published.snapshot
        if any(snapshot.join.values()):
            snapshot = replace(snapshot, join={**snapshot.join, "key": published.key})
        return screens.draw(snapshot, size, page=page, translate=translate)
