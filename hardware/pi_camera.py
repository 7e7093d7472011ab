"""A Raspberry Pi camera through picamera2: one configuration, a full stream for readings and a small one for watching.

picamera2 comes with Raspberry Pi OS and is imported when the camera is opened. Only controls that the camera lists are
set, and the formats are taken as they were granted, so the same class runs on every module and on libcamera's virtual
camera.
"""

import contextlib
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from hardware.camera import WATCHING_WIDTH_PX, Came, Clock, Frame, Picture, unheard
from hardware.errors import CameraError, CameraGone
from hardware.exposure_settling import at_rest
from hardware.pixel_formats import in_rows, to_bgr

BUFFERS = 4
LENT_AT_MOST = 2  # buffers that readers may hold; the camera needs the others to go on
SETTLING_PICTURES = 60
ANSWER_S = 5.0
SETTLING_US = (33_333, 200_000)  # a picture takes so long, 30 to 5 a second: dim rooms may expose longer
WATCHING_US = (100_000, 200_000)  # 10 to 5 a second: every picture costs, and no more than four of them are looked at
AF_MANUAL = 0  # libcamera's AfModeManual
AUTOMATIC: dict[str, Any] = {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0.0}  # 0: not held


def _picamera2() -> Any:
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - it exists on a Pi only
    except ImportError as error:
        raise CameraError(
            "picamera2 is missing: `sudo apt install python3-picamera2` on Raspberry Pi OS, and a Python environment "
            "made with --system-site-packages; elsewhere name a USB camera, such as 0 ({error})",
            error=error,
        ) from None
    try:
        return Picamera2()
    except (IndexError, RuntimeError) as error:
        raise CameraGone(
            "no Pi camera can be opened ({error}): close other programs that use it, or, with the power off, seat its "
            "ribbon cable at both ends",
            error=error,
        ) from None


def _mapped_array(request: Any, stream: str) -> Any:
    from picamera2 import MappedArray  # noqa: PLC0415

    return MappedArray(request, stream, reshape=False, write=False)


class PiCamera:
    """The first camera that libcamera finds. `focus_mm` is the distance to the mat; without it the camera looks for
    itself once. `opener` and `mapper` stand for picamera2 in tests."""

    def __init__(
        self,
        *,
        size_px: tuple[int, int] = (2304, 1296),
        focus_mm: float | None = None,
        clock: Clock = time.monotonic,
        opener: Callable[[], Any] = _picamera2,
        mapper: Callable[[Any, str], Any] = _mapped_array,
    ) -> None:
        if focus_mm is not None and focus_mm <= 0:
            raise CameraError(
                "the mat is {focus_mm} mm away from the camera; write a number above 0", focus_mm=focus_mm
            )
        self._size_px, self._focus_mm, self._clock = size_px, focus_mm, clock
        self._opener, self._mapper = opener, mapper
        self._number = 0
        self._lent = 0
        self._formats: Mapping[str, Any] = {}
        self._camera: Any = None
        try:
            self._connect()
        except CameraGone as gone:
            raise CameraError(gone.why, **gone.values) from gone

    def capture(self, full: bool = True) -> Frame:
        """Return the latest picture. A full one that needs no conversion is the camera's own buffer, given back when
        the frame is forgotten."""
        if self._camera is None:
            self._connect()
        try:
            request = self._camera.capture_request(wait=ANSWER_S)
            metadata = request.get_metadata()
        except (RuntimeError, OSError) as error:  # TimeoutError is an OSError
            raise self._lost(error) from None
        self._number += 1
        stream = "main" if full or "lores" not in self._formats else "lores"
        return Frame(self._picture(request, stream), self._taken_s(metadata), self._number)

    def settle(self, came: Came = unheard) -> None:
        """Let focus, exposure, gain and white balance come to rest on what lies there, then hold them all."""
        if self._camera is None:
            self._connect()
            return
        try:
            self._settle(came)
        except (RuntimeError, OSError) as error:
            raise self._lost(error) from None

    def _lost(self, error: Exception) -> CameraGone:
        self.close()
        return CameraGone(
            "the Pi camera gives no picture any more ({error}): look at its ribbon cable, with the power off",
            error=str(error) or type(error).__name__,
        )

    def _settle(self, came: Came) -> None:
        offered = self._camera.camera_controls
        self._set(AUTOMATIC | {"FrameDurationLimits": SETTLING_US}, offered)
        self._focus(offered, came)
        light: list[float] = []
        found: Mapping[str, Any] = {}
        for _ in range(SETTLING_PICTURES):
            found = self._metadata()
            came()
            light.append(_light(found))
            if at_rest(light):
                break
        self._set(_held(found) | {"FrameDurationLimits": WATCHING_US}, offered)

    def close(self) -> None:
        """Stop the camera and give it back. Pictures that were lent stay valid."""
        camera, self._camera = self._camera, None
        if camera is not None:
            with contextlib.suppress(RuntimeError):  # it may be gone already
                camera.close()  # stops it, too; its own stop would wait for ever behind a capture that was given up

    def _connect(self) -> None:
        self._camera = self._opener()
        try:
            self._configure()
            self._camera.start()
            self._settle(unheard)
        except (RuntimeError, OSError) as error:
            self.close()
            raise CameraGone(
                "the Pi camera does not start ({error}): close other programs that use it", error=error
            ) from None

    def _configure(self) -> None:
        width, height = self._size_px
        streams: dict[str, Any] = {"main": {"size": self._size_px, "format": "RGB888"}, "buffer_count": BUFFERS}
        if width > WATCHING_WIDTH_PX:
            low = round(WATCHING_WIDTH_PX * height / width) & ~1
            streams["lores"] = {"size": (WATCHING_WIDTH_PX, low), "format": "YUV420"}
        if "FrameDurationLimits" in self._camera.camera_controls:
            streams["controls"] = {"FrameDurationLimits": SETTLING_US}
        self._camera.configure(self._camera.create_video_configuration(**streams))
        granted = self._camera.camera_configuration()
        self._formats = {name: dict(granted[name]) for name in ("main", "lores") if granted.get(name)}

    def _set(self, wished: Mapping[str, Any], offered: Mapping[str, Any]) -> None:
        controls = {name: value for name, value in wished.items() if name in offered}
        if controls:
            self._camera.set_controls(controls)

    def _metadata(self) -> Mapping[str, Any]:
        """Return what the camera says of its next picture. Raises a TimeoutError where none comes."""
        metadata: Mapping[str, Any] = self._camera.capture_metadata(wait=ANSWER_S)
        return metadata

    def _focus(self, offered: Mapping[str, Any], came: Came) -> None:
        if "LensPosition" not in offered:
            return
        if self._focus_mm is not None:
            self._set({"AfMode": AF_MANUAL, "LensPosition": 1000.0 / self._focus_mm}, offered)  # in dioptres
            return
        came(ANSWER_S)
        try:
            self._camera.autofocus_cycle(wait=ANSWER_S)
        except TimeoutError:
            self._camera.cancel_all_and_flush()  # it would go on with it, and give no picture before it is done
        came()
        found = self._metadata().get("LensPosition")
        if found is not None:
            self._set({"AfMode": AF_MANUAL, "LensPosition": found}, offered)

    def _taken_s(self, metadata: Mapping[str, Any]) -> float:
        """Return when the picture was taken, by the clock: the sensor's stamp counts nanoseconds since boot."""
        stamp_ns = metadata.get("SensorTimestamp")
        age_s = 0.0 if stamp_ns is None else _since_boot_s() - stamp_ns / 1e9
        return self._clock() - (age_s if 0 <= age_s < 10 else 0.0)

    def _picture(self, request: Any, stream: str) -> Picture:
        granted = self._formats[stream]
        if granted["format"] == "RGB888" and self._lent < LENT_AT_MOST:
            return self._lend(request, stream)
        try:
            with self._mapper(request, stream) as mapped:
                return _converted(mapped.array, granted)
        finally:
            request.release()

    def _lend(self, request: Any, stream: str) -> Picture:
        """Return a view of the camera's buffer; the camera gets it back when the last view of it is forgotten."""
        granted = self._formats[stream]
        mapped = self._mapper(request, stream)
        mapped.__enter__()
        lent = np.frombuffer(memoryview(mapped.array), np.uint8)  # every view keeps this array, and it alone, alive
        lent.flags.writeable = False
        self._lent += 1
        weakref.finalize(lent, self._take_back, mapped, request).atexit = False
        return to_bgr(in_rows(lent, granted["format"], granted["size"], granted["stride"]), "RGB888", granted["size"])

    def _take_back(self, mapped: Any, request: Any) -> None:
        self._lent -= 1
        with contextlib.suppress(BufferError):  # where a mapping ends with the request, Python unmaps it a moment later
            mapped.__exit__(None, None, None)
        request.release()


def _light(found: Mapping[str, Any]) -> float:
    """Return one number that moves while exposure, gain or white balance do."""
    red, blue = found.get("ColourGains") or (1.0, 1.0)
    return float(found.get("ExposureTime", 1)) * float(found.get("AnalogueGain", 1.0)) * (red + 3 * blue)


def _held(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the controls that hold what the automatics had found."""
    held: dict[str, Any] = {}
    if "ExposureTime" in found and "AnalogueGain" in found:
        held |= {"AeEnable": False, "ExposureTime": found["ExposureTime"], "AnalogueGain": found["AnalogueGain"]}
    if "ColourGains" in found:
        held |= {"AwbEnable": False, "ColourGains": found["ColourGains"]}
    return held


def _since_boot_s() -> float:
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _converted(buffer: Any, granted: Mapping[str, Any]) -> Picture:
    """Return the buffer's picture in memory of its own."""
    rows = in_rows(buffer, granted["format"], granted["size"], granted["stride"])
    picture = to_bgr(rows, granted["format"], granted["size"])
    return picture.copy() if np.shares_memory(picture, buffer) else picture
