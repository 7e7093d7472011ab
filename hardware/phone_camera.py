"""Phones' photos as a camera: people take a picture when one is asked for, and the page hands it over.

Whoever looks asks by a name; a photo answers one asking and no other. It stands until something else is asked for, then
the next one is awaited. The page's threads hand photos over, the camera's thread looks at them and says what became of
each.
"""

import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass, field

from hardware.camera import Came, Clock, Frame, Picture, smaller, unheard
from hardware.errors import CameraError, PhotoAwaited

PHONE = "phone"  # its name as a camera
WAIT_S = 25.0  # the camera's thread may be fitting a set just now


class PhotoLate(CameraError):  # noqa: N818 - as above
    """A photo that answers nothing that is asked for now."""


@dataclass(frozen=True)
class _Photo:
    """A photo, when it was handed over, and its number; its answer is why it can't be used, or None."""

    picture: Picture = field(repr=False)
    time_s: float
    number: int
    answer: Future[object] = field(default_factory=Future, repr=False)


class PhoneCamera:
    """See the module."""

    def __init__(self, *, clock: Clock = time.monotonic, wait_s: float = WAIT_S) -> None:
        self._clock, self._wait_s = clock, wait_s
        self._lock = threading.Lock()
        self._asked = ""
        self._taken = 0  # photos that answered it
        self._number = 0
        self._stands: _Photo | None = None
        self._offered: _Photo | None = None  # handed over and not judged yet

    @property
    def request(self) -> str:
        """What the next photo must answer to; "" where none is asked for. Each photo answers to another one."""
        with self._lock:
            return self._request()

    def _request(self) -> str:
        return f"{self._asked}.{self._taken + 1}" if self._asked else ""

    def ask(self, name: str) -> str:
        """Ask for a photo by a name, "" for none; return what it must answer to. A photo of something else goes."""
        with self._lock:
            if name != self._asked:
                self._asked, self._taken, self._stands = name, 0, None
                self._answer(PhotoLate("the table has gone on meanwhile: this picture changes nothing"))
            return self._request()

    def hand_over(self, request: str, picture: Picture) -> object:
        """Hand over a photo that answers to `request`, wait until it was looked at, and return why it can't be used,
        None where it is. Raises PhotoLate for one that answers nothing (any more)."""
        with self._lock:
            self._check(request)
            self._taken += 1
            self._number += 1
            offered = self._offered = _Photo(picture, self._clock(), self._number)
        try:
            return offered.answer.result(self._wait_s)
        except TimeoutError:
            raise CameraError("the companion is busy: look at the table's page in a moment") from None

    def check(self, request: str) -> None:
        """Raise PhotoLate for a photo that answers nothing (any more), before anybody decodes it."""
        with self._lock:
            self._check(request)

    def _check(self, request: str) -> None:
        if request and request == self._request():
            return
        if self._asked and request.rpartition(".")[0] == self._asked:
            raise PhotoLate("another picture was taken already: this one changes nothing")
        raise PhotoLate("no such picture is asked for now: this one changes nothing")

    def capture(self, full: bool = True) -> Frame:
        """Return the photo that was handed over last, or the one that stands; raise PhotoAwaited while there is
        none."""
        with self._lock:
            photo = self._offered or self._stands
        if photo is None:
            raise PhotoAwaited("the table's picture is taken with a phone, when the page asks for it")
        picture = photo.picture if full else smaller(photo.picture)
        return Frame(picture, photo.time_s, photo.number, photo=True)

    def judge(self, number: int, why: object | None) -> None:
        """Say what became of the photo of that number: it stands, or goes for a reason, and the one before stands."""
        with self._lock:
            if self._offered is not None and self._offered.number == number:
                self._stands = self._offered if why is None else self._stands
                self._answer(why)

    def _answer(self, why: object | None) -> None:
        """Tell whoever handed a photo over what became of it."""
        offered, self._offered = self._offered, None
        if offered is None:
            return
        if isinstance(why, PhotoLate):
            offered.answer.set_exception(why)
        else:
            offered.answer.set_result(why)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: the phone has seen to that."""

    def close(self) -> None:
        """Ask for nothing more."""
        self.ask("")
