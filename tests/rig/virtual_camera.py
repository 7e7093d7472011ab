"""The genuine picamera2 over libcamera's virtual camera, which shows the pictures in FRAMES. In the rig's tree only."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from hardware.camera import Came, Frame, unheard
from hardware.pi_camera import PiCamera

FRAMES = Path("/opt/frames")
SIZE_PX = (1536, 864)  # as virtual.yaml offers it: two thirds of a Camera Module's, enough for the mat of three
PACE_S = 0.1  # the virtual camera waits for no sensor: left alone it fills buffers as fast as a processor can
CHANGED = 8  # of 255, in a small copy: more than noise, less than a piece


def virtual_picamera() -> Any:
    """Open it: without a raw stream, which it has not, with its own buffers, at ten pictures a second."""
    import libcamera  # noqa: PLC0415 - exists in the rig's tree only
    from picamera2 import Picamera2  # noqa: PLC0415
    from picamera2.allocators import LibcameraAllocator  # noqa: PLC0415

    def modes(self: Any) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.StillCapture]).at(0).formats
        return [
            {"format": str(pixels), "size": (size.width, size.height)}
            for pixels in formats.pixel_formats
            for size in formats.sizes(pixels)
        ]

    Picamera2._get_raw_modes = modes
    camera = Picamera2()
    camera.allocator = LibcameraAllocator(camera.camera)
    camera.pre_callback = lambda _request: time.sleep(PACE_S)
    create = camera.create_video_configuration
    camera.create_video_configuration = lambda **wished: create(**{**wished, "raw": None})
    return camera


def put_before_the_camera(picture: Any) -> None:
    """Let a camera that is opened from now on see `picture`, (height, width, 3) in blue, green, red."""
    cv2.imwrite(str(FRAMES / "table.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


class TableInFrontOfTheCamera:
    """What the virtual camera sees is the drawn table: another picture needs the camera opened anew."""

    def __init__(self, draw: Callable[[], Any], clock: Callable[[], float]) -> None:
        self._draw, self._clock = draw, clock
        self._shown: Any = None
        self._camera: PiCamera | None = None
        self.opened = 0

    def capture(self, full: bool = True) -> Frame:
        picture = self._draw()
        small = cv2.resize(picture, (192, 108), interpolation=cv2.INTER_AREA).astype(int)
        if self._camera is None or self._shown is None or abs(small - self._shown).max() > CHANGED:
            self.close()
            put_before_the_camera(picture)
            self._camera, self._shown = PiCamera(size_px=SIZE_PX, opener=virtual_picamera), small
            self.opened += 1
        frame = self._camera.capture(full)
        seen = frame.image_bgr.copy()
        seen[0, 0] ^= frame.number & 1  # it has no sensor, whose noise makes any two pictures differ
        return Frame(seen, self._clock(), frame.number)

    def settle(self, came: Came = unheard) -> None:
        pass

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
        self._camera = None
