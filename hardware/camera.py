"""A camera: something that gives frames, and the drawn one, its twin."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.errors import CameraError, HardwareError

Picture = NDArray[np.uint8]
Clock = Callable[[], float]

WATCHING_WIDTH_PX = 1152  # half of a Camera Module's binned picture: the mat's markers are still found in it


class Came(Protocol):
    """Hears that a device has answered, for one that never does can tell nobody."""

    def __call__(self, next_s: float = 0.0, /) -> None:
        """Take note; the next answer may take `next_s` seconds longer than others do."""
        ...


def unheard(next_s: float = 0.0, /) -> None:
    """Take no note."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: (height, width, 3) bytes in blue, green, red; when it was taken by the camera's clock; its number,
    counted from 1 since the camera was opened. Don't write to the picture: it may be the camera's own buffer. `trouble`
    is why no other picture comes after it. `photo`: a single one that somebody took, from wherever they stood, with a
    lens of its own; it lies as still as it ever will."""

    image_bgr: Picture
    time_s: float
    number: int
    trouble: HardwareError | None = None
    photo: bool = False


class Camera(Protocol):
    """Gives frames. Not to be used by two threads at once."""

    def capture(self, full: bool = True) -> Frame:
        """Return a picture taken now: at full resolution for a reading, or about half of it, cheaply, for watching.

        Raises CameraGone while the camera is away; a later capture opens it again once it is back.
        """
        ...

    def settle(self, came: Came = unheard) -> None:
        """Let exposure, white balance and focus adapt to the table anew, then hold them; without effect where the
        camera has nothing to adapt. It takes many pictures, and `came` hears of each."""
        ...

    def close(self) -> None:
        """Give the device back. A closed camera may be closed again."""
        ...


class DrawnCamera:
    """The twin: what it sees is what `draw` returns, (height, width, 3) bytes in blue, green, red."""

    def __init__(self, draw: Callable[[], Picture], *, clock: Clock = time.monotonic) -> None:
        self._draw, self._clock, self._number, self._closed = draw, clock, 0, False

    def capture(self, full: bool = True) -> Frame:
        """Return the drawn picture, every second pixel of it where `full` is not asked for."""
        if self._closed:
            raise CameraError("this drawn camera was closed; open another one")
        self._number += 1
        picture = self._draw()
        return Frame(picture if full else every_second(picture), self._clock(), self._number)

    def settle(self, came: Came = unheard) -> None:
        """Do nothing: a drawing needs no exposure."""

    def close(self) -> None:
        """Refuse further captures."""
        self._closed = True


def every_second(picture: Picture) -> Picture:
    """Return every second pixel of every second row of a picture, (height // 2, width // 2, …)."""
    import cv2  # noqa: PLC0415

    height, width = picture.shape[0] // 2, picture.shape[1] // 2
    even = picture[: 2 * height, : 2 * width]
    # Four times as fast as numpy's steps of two.
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_NEAREST), dtype=np.uint8)


def smaller(picture: Any, width_px: int = WATCHING_WIDTH_PX) -> Picture:
    """Return the picture at most `width_px` wide, for watching; one that is small enough comes back as it is."""
    import cv2  # noqa: PLC0415

    height, width = picture.shape[:2]
    if width <= width_px:
        return np.asarray(picture)
    size = (width_px, max(1, round(height * width_px / width)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
