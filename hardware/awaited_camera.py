"""A camera that is not there yet: it is looked for now and then, and is that camera from when it is found."""

import time
from collections.abc import Callable

from hardware.camera import Came, Camera, Clock, Frame, unheard
from hardware.errors import CameraMissing, HardwareError

LOOK_EVERY_S = 3.0


class AwaitedCamera:
    """See the module. `find` opens the camera if it is there: None or a HardwareError says that it is not."""

    def __init__(
        self, find: Callable[[], Camera | None], *, every_s: float = LOOK_EVERY_S, clock: Clock = time.monotonic
    ) -> None:
        self._find, self._every_s, self._clock = find, every_s, clock
        self._camera: Camera | None = None
        self._next_s = clock() + every_s  # it was looked for just now

    def capture(self, full: bool = True) -> Frame:
        """Return the found camera's picture; raise CameraMissing while none was found."""
        return self._found().capture(full)

    def settle(self, came: Came = unheard) -> None:
        """Let the found camera adapt."""
        self._found().settle(came)

    def close(self) -> None:
        """Close the found camera, and look for none any more."""
        if self._camera is not None:
            self._camera.close()
        self._next_s = float("inf")

    def _found(self) -> Camera:
        if self._camera is None and self._clock() >= self._next_s:
            try:
                self._camera = self._find()
            except HardwareError:
                self._camera = None  # it is being plugged in just now, or another program has it
            self._next_s = self._clock() + self._every_s
        if self._camera is None:
            raise CameraMissing("there is no camera yet: plug one in, it is then found by itself")
        return self._camera
