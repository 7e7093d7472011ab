"""Measuring the lens on the page: pictures of the printed board, one after another, until they are enough."""

import threading

import numpy as np
from numpy.typing import NDArray

from companion.language.message import Message, Translate, because, say, words
from companion.settings.camera import CameraLoop
from companion.settings.installation import Premises
from companion.table.signals import Reply
from vision import durable
from vision.registration import lens as lenses
from vision.registration.lens import Lens, LensError
from vision.registration.patches import Picture
from web.settings_contract import LensMeasured

ENOUGH = 8
POOR_RMS_PX = 1.5
MOVED_SHARE = 0.03  # of the picture's width, by which the board must lie otherwise than before

Seen = tuple[NDArray[np.float32], NDArray[np.int32]]


class Measuring:
    """See the module. Pages of several hosts share one row of pictures."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._lock = threading.Lock()
        self._seen: list[Seen] = []
        self._size_px = (0, 0)
        self._found: Lens | None = None

    def take(self, picture: Picture) -> Reply:
        """Take one more picture; once there are enough, the lens is measured."""
        corners = lenses.corners_in(picture)
        size_px = (picture.shape[1], picture.shape[0])
        with self._lock:
            if size_px != self._size_px:
                self._seen, self._size_px = [], size_px
            if len(corners[1]) < lenses.LEAST_CORNERS:
                return Reply(False, say("The board is not seen well: all of it in view, flat, in even light"))
            if any(_alike(corners, before, size_px[0]) for before in self._seen):
                return Reply(False, say("The board lies as in a picture before: move it, or tilt it"))
            self._seen.append(corners)
            return self._measured()

    def _measured(self) -> Reply:
        count = len(self._seen)
        if count < ENOUGH:
            return Reply(True, say("{count} of {enough} pictures", count=count, enough=ENOUGH))
        try:
            self._found = lenses.measure(self._seen, self._size_px)
        except LensError as error:
            return Reply(False, because(error))
        return Reply(True, _result(self._found))

    def again(self) -> Reply:
        """Forget the pictures."""
        with self._lock:
            self._seen, self._found = [], None
        return Reply(True)

    def keep(self, eye: CameraLoop) -> Reply:
        """Keep the measured lens as the camera file, and look through it from now on."""
        with self._lock:
            if self._found is None:
                return Reply(False, say("The lens is not measured yet"))
            try:
                durable.write(self._premises.lens, lenses.dump(self._found).encode())
            except OSError as error:
                why = str(error.strerror)
                return Reply(False, say("{file} can't be written: {why}", file=str(self._premises.lens), why=why))
            eye.use(self._found)
            self._seen, self._found = [], None
        return Reply(True, say("The lens is kept: the camera looks through it from now on"))

    def state(self, eye: CameraLoop | None, translate: Translate) -> LensMeasured:
        """Return how far the lens is measured."""
        with self._lock:
            found = self._found
            return LensMeasured(
                camera=eye is not None,
                taken=len(self._seen),
                enough=ENOUGH,
                result="" if found is None else words(_result(found), translate),
                good=found is not None and found.rms_px <= POOR_RMS_PX,
                kept="" if eye is None or eye.lens is None else words(_result(eye.lens), translate),
            )


def _result(found: Lens) -> Message:
    off = round(found.rms_px, 2)
    if found.rms_px > POOR_RMS_PX:
        return say("Corners lie {px} pixels from where they should: poor. Take them again, the board flat", px=off)
    return say("Corners lie {px} pixels from where they should: good", px=off)


def _alike(one: Seen, other: Seen, width_px: int) -> bool:
    """Return whether the board lies in both pictures alike."""
    both = np.intersect1d(one[1], other[1])
    if not len(both):
        return False
    first = one[0][np.isin(one[1], both)][np.argsort(one[1][np.isin(one[1], both)])]
    second = other[0][np.isin(other[1], both)][np.argsort(other[1][np.isin(other[1], both)])]
    return float(np.abs(first - second).max()) < MOVED_SHARE * width_px
