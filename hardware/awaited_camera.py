"""A camera that is not there yet: it is looked for now and then, and is that camera from when it is found. Pulled and
plugged in again, it may have another number than before: then it is looked for once more."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from hardware.camera import Came, Camera, Clock, Frame, unheard
from hardware.errors import CameraGone, CameraMissing, HardwareError

LOOK_EVERY_S = 3.0


class AwaitedCamera:
    """See the module. `find` opens the camera if it is there: None or a HardwareError says that it is not. `there` is
    one that was found already; `by_name`: it comes back as what it was, and opens itself."""

    def __init__(
        self,
        find: Callable[[], Camera | None],
        *,
        there: Camera | None = None,
        by_name: bool = False,
        every_s: float = LOOK_EVERY_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self._find, self._every_s, self._clock = find, every_s, clock
        self._camera, self._by_name = there, by_name
        self._why: HardwareError | None = None  # it could not be opened when it was looked for last
        self._next_s = clock() + every_s  # it was looked for just now

    def capture(self, full: bool = True) -> Frame:
        """Return the found camera's picture; raise CameraMissing while none was found."""
        with self._found_again():
            frame = self._found().capture(full)
            self._next_s = self._clock() + self._every_s
            return frame

    def settle(self, came: Came = unheard) -> None:
        """Let the found camera adapt."""
        with self._found_again():
            self._found().settle(came)

    def close(self) -> None:
        """Close the found camera, and look for none any more."""
        if self._camera is not None:
            self._camera.close()
        self._next_s = float("inf")

    @contextmanager
    def _found_again(self) -> Iterator[None]:
        """Look for a camera that is gone by now: what is found gives the next picture."""
        try:
            yield
        except CameraGone:
            if not self._by_name and self._clock() >= self._next_s:
                with suppress(HardwareError):
                    self._camera = self._find() or self._camera
                self._next_s = self._clock() + self._every_s
            raise

    def _found(self) -> Camera:
        if self._camera is None and self._clock() >= self._next_s:
            self._why = None
            try:
                self._camera = self._find()
            except HardwareError as error:  # it is being plugged in just now, or another program has it
                self._why = error
            self._next_s = self._clock() + self._every_s
        if self._why is not None:
            raise CameraMissing(self._why.why, **self._why.values)
        if self._camera is None:
            raise CameraMissing("there is no camera yet: plug one in, it is then found by itself")
        return self._camera
