"""The camera's present picture for whoever asks, taken by the one thread that may use the camera."""

import threading
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from hardware.camera import Camera
from hardware.errors import CameraError, HardwareError
from vision.registration.patches import Picture

WAIT_S = 25.0  # its thread may be fitting a set just now; a camera that is silent for longer is away


@dataclass
class _Waiting:
    """Those who wait for a picture of one resolution: all get the same one."""

    pictures: list[Future[Picture]] = field(default_factory=list)


class Viewfinder:
    """See the module. Any thread calls `picture`; the camera's thread calls `serve` whenever it has a moment."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._waiting = {True: _Waiting(), False: _Waiting()}

    def picture(self, *, full: bool = True) -> Picture:
        """Return a picture taken after the call, (height, width, 3) BGR: a copy, one's own to draw on. Raises a
        HardwareError where the camera is away or does not answer."""
        answer: Future[Picture] = Future()
        with self._lock:
            self._waiting[full].pictures.append(answer)
        try:
            return answer.result(self._wait_s)
        except TimeoutError:
            raise CameraError("the camera is busy, or does not answer: try again in a moment") from None

    def serve(self, camera: Camera) -> None:
        """Take the pictures that are waited for."""
        for full in self._waiting:
            with self._lock:
                asking, self._waiting[full] = self._waiting[full].pictures, _Waiting()
            if asking:
                _answer(asking, camera, full=full)


def _answer(asking: list[Future[Picture]], camera: Camera, *, full: bool) -> None:
    try:
        picture = camera.capture(full=full).image_bgr
    except HardwareError as error:
        for answer in asking:
            answer.set_exception(error)
        return
    for answer in asking:
        answer.set_result(np.array(picture, np.uint8))
