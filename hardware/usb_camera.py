"""Any V4L2 or USB camera through OpenCV: compressed pictures where it has them, decoded only as large as needed."""

import contextlib
import sys
import time
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np

from hardware.camera import WATCHING_WIDTH_PX, Came, Clock, Frame, Picture, smaller, unheard
from hardware.errors import CameraError, CameraGone
from hardware.exposure_settling import at_rest
from hardware.pixel_formats import from_jpeg, in_rows, to_bgr

Opener = Callable[[int | str], Any]  # returns what behaves as cv2.VideoCapture

WARM_UP_PICTURES = 40
BLANK = 3.0  # of 255, the standard deviation of each colour: black or green, as some cameras' first pictures are
STALE_S = 0.05  # an older picture was waiting in the driver: it shows the table before the question
QUEUED_PICTURES = 4
ERRORS_ONLY = 2  # of OpenCV's log levels


def errors_only() -> None:
    """Keep OpenCV from writing lines of its own at every try: a camera that is away is told by us, in words."""
    # OpenCV 4 has the switch at its top, OpenCV 5 beside its other utilities.
    switch: Any = getattr(cv2.utils, "logging", cv2)
    switch.setLogLevel(ERRORS_ONLY)


def _open(device: int | str) -> Any:
    errors_only()
    return cv2.VideoCapture(device, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)


class UsbCamera:
    """A camera by number or device path. Unplugged, it raises CameraGone; plugged in again, a capture opens it."""

    def __init__(
        self,
        device: int | str,
        *,
        size_px: tuple[int, int] = (2304, 1296),
        clock: Clock = time.monotonic,
        opener: Opener = _open,
    ) -> None:
        self._device, self._size_px, self._clock, self._opener = device, size_px, clock, opener
        self._number = 0
        self._fourcc = b""
        self._compressed = False
        self._capture: Any = None
        try:
            self._connect()
        except CameraGone as gone:
            raise CameraError(
                "no camera answers as {name}: plug it in, see what is there with `companion setup`, and close other "
                "programs that use it",
                name=self._name,
            ) from gone

    def capture(self, full: bool = True) -> Frame:
        """Return a picture taken after the call, or at most a moment before it."""
        if self._capture is None:
            self._connect()
        time_s = self._grab_fresh()
        try:
            picture = self._picture(full)
        except CameraError:  # one torn picture is not the end: the next one decides
            time_s = self._grab_fresh()
            picture = self._picture(full)
        self._number += 1
        return Frame(picture, time_s, self._number)

    def settle(self, came: Came = unheard) -> None:
        """Let focus and brightness come to rest, then hold the focus."""
        if self._capture is None:
            self._connect()
            return
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1)
        self._warm_up(came)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        """Give the device back."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None

    @property
    def _name(self) -> str:
        if isinstance(self._device, str):
            return self._device
        return f"/dev/video{self._device}" if sys.platform == "linux" else str(self._device)

    def _connect(self) -> None:
        capture = self._opener(self._device)
        if not capture.isOpened():
            capture.release()
            raise CameraGone("the camera {name} is away: plug it in again, it is then found by itself", name=self._name)
        # The order matters: the sizes on offer depend on the format.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._fourcc = int(capture.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little")
        # Uncompressed by us, a watching picture needs only a quarter of the decoding.
        self._compressed = self._fourcc in (b"MJPG", b"JPEG") and bool(capture.set(cv2.CAP_PROP_CONVERT_RGB, 0))
        self._capture = capture
        self._warm_up()
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _warm_up(self, came: Came = unheard) -> None:
        levels: list[float] = []
        edges: list[float] = []  # they grow as long as the focus is looked for
        for _ in range(WARM_UP_PICTURES):
            self._grab_fresh()
            came()
            with contextlib.suppress(CameraError):
                rows = self._picture(full=False)[::8].astype(np.float32)
                if rows.std(axis=(0, 1)).max() >= BLANK:
                    levels.append(float(rows.mean()))
                    edges.append(float(np.diff(rows, axis=1).std()))
            if at_rest(levels) and at_rest(edges):
                return

    def _grab_fresh(self) -> float:
        """Take the next picture into the driver's hand; return when it was taken, by the clock."""
        asked_s = time.monotonic()
        taken_s = asked_s
        for _ in range(QUEUED_PICTURES):
            if self._capture is None or not self._capture.grab():
                self._lost()
            taken_s = self._taken_s()
            if taken_s >= asked_s - STALE_S:
                break
        return self._clock() - max(0.0, time.monotonic() - taken_s)

    def _taken_s(self) -> float:
        """Return the driver's own time of the picture, which is monotonic time; now, where the driver gives none."""
        now_s = time.monotonic()
        stamp_s = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return stamp_s if 0 < stamp_s <= now_s and now_s - stamp_s < 10 else now_s

    def _picture(self, full: bool) -> Picture:
        good, data = self._capture.retrieve()
        if not good:
            raise CameraError(
                "the camera {name} sent an empty picture; try another cable or USB socket", name=self._name
            )
        if not self._compressed or (data.ndim == 3 and data.shape[2] == 3):
            picture = self._arranged(np.asarray(data, dtype=np.uint8))
            return picture if full else smaller(picture)
        wide = self._capture.get(cv2.CAP_PROP_FRAME_WIDTH) > WATCHING_WIDTH_PX
        return from_jpeg(data, 1 if full or not wide else 2)

    def _arranged(self, data: Picture) -> Picture:
        """Return the picture in rows: OpenCV hands over what a camera gives as 24 bits a pixel in one long row."""
        if data.ndim == 3:
            return data
        width, height = (int(self._capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        order = {b"BGR3": "RGB888", b"RGB3": "BGR888"}.get(self._fourcc)  # libcamera's names, which read the other way
        if order is None or data.size < width * height * 3:
            raise CameraError(
                "the camera {name} gives pictures as {form} of {size} bytes, which is unknown; use another camera",
                name=self._name,
                form=repr(self._fourcc),
                size=data.size,
            )
        return to_bgr(in_rows(data.reshape(-1), order, (width, height), data.size // height), order, (width, height))

    def _lost(self) -> None:
        self.close()
        raise CameraGone(
            "the camera {name} gives no picture: plug it in again, it is then found by itself", name=self._name
        )
