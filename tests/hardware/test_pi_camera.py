"""The Pi camera over a scripted picamera2: formats, controls, buffers that are lent, silence and return."""

import gc
import sys
import time
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.errors import CameraError, CameraGone
from hardware.pi_camera import PiCamera

COLOUR = (30, 90, 200)
MODULE_3 = ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits")


class Request:
    def __init__(self, camera: "Picamera2") -> None:
        self.camera, self.released = camera, 0

    def get_metadata(self) -> dict[str, Any]:
        return self.camera.metadata()

    def release(self) -> None:
        self.released += 1


class Mapped:
    """A buffer in the camera's memory while it is entered."""

    def __init__(self, request: Request, stream: str) -> None:
        granted = request.camera.granted[stream]
        width, height = granted["size"]
        if granted["format"] == "RGB888":
            rows = np.full((height, granted["stride"]), 7, np.uint8)
            rows[:, : width * 3] = np.tile(np.array(COLOUR, np.uint8), width)
        else:
            picture = np.empty((height, width, 3), np.uint8)
            picture[:] = COLOUR
            rows = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
        self.array = rows.reshape(-1)
        self.open = 0
        request.camera.mapped.append(self)

    def __enter__(self) -> "Mapped":
        self.open += 1
        return self

    def __exit__(self, *_: object) -> None:
        self.open -= 1


class Picamera2:
    """What of picamera2 is used, with exposures that settle."""

    def __init__(self, controls: tuple[str, ...] = (*MODULE_3, "LensPosition", "AfMode"), padding: int = 0) -> None:
        self.camera_controls: dict[str, Any] = dict.fromkeys(controls, (0, 1, None))
        self.padding = padding
        self.set: list[Mapping[str, Any]] = []
        self.requests: list[Request] = []
        self.mapped: list[Mapped] = []
        self.granted: dict[str, Any] = {}
        self.started = self.closed = self.cycles = 0
        self.silent = self.hunting = self.given_up = False
        self._exposures = [40_000, 30_000, 24_000, 20_100, *[20_000] * 80]

    def create_video_configuration(self, **wished: Any) -> dict[str, Any]:
        return wished

    def configure(self, wished: dict[str, Any]) -> None:
        self.wished = wished
        width, height = wished["main"]["size"]
        self.granted = {"main": {"format": "RGB888", "size": (width, height), "stride": width * 3 + self.padding}}
        if "lores" in wished:
            small = wished["lores"]
            self.granted["lores"] = {"format": "YUV420", "size": small["size"], "stride": small["size"][0]}

    def camera_configuration(self) -> dict[str, Any]:
        return self.granted | {"raw": None}

    def start(self) -> None:
        self.started += 1

    def stop(self) -> None:
        assert not self.given_up, "picamera2 stops once the captures before are done: it waits for ever"
        self.started -= 1

    def close(self) -> None:
        self.started, self.closed = 0, self.closed + 1

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        assert set(controls) <= set(self.camera_controls), "a control that the camera does not list"
        self.set.append(dict(controls))

    def autofocus_cycle(self, wait: float) -> bool:  # noqa: ARG002 - picamera2's name
        self.cycles += 1
        self._wait(self.silent or self.hunting)
        return True

    def cancel_all_and_flush(self) -> None:
        self.given_up = False

    def metadata(self) -> dict[str, Any]:
        found: dict[str, Any] = {"SensorTimestamp": int((time.clock_gettime(time.CLOCK_BOOTTIME) - 0.25) * 1e9)}
        if "ExposureTime" in self.camera_controls:
            found |= {"ExposureTime": self._exposures.pop(0), "AnalogueGain": 2.0, "ColourGains": (1.9, 1.6)}
        if "LensPosition" in self.camera_controls:
            found["LensPosition"] = 1.25
        return found

    def capture_metadata(self, wait: float) -> dict[str, Any]:  # noqa: ARG002 - picamera2's name
        self._wait(self.silent)
        return self.metadata()

    def capture_request(self, wait: float) -> Request:  # noqa: ARG002 - picamera2's name
        self._wait(self.silent)
        self.requests.append(Request(self))
        return self.requests[-1]

    def _wait(self, never: bool) -> None:
        if never or self.given_up:  # who waits gives up, but the job stays, and those after it stand in line
            self.given_up = True
            raise TimeoutError


def opened(vendor: Picamera2, **more: Any) -> PiCamera:
    return PiCamera(opener=lambda: vendor, mapper=Mapped, **more)


def test_it_holds_what_had_settled() -> None:
    vendor = Picamera2()
    opened(vendor)
    held = vendor.set[-1]
    assert held == {
        "AeEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
        "AwbEnable": False,
        "ColourGains": (1.9, 1.6),
        "FrameDurationLimits": (100_000, 200_000),
    }
    assert vendor.cycles == 1
    assert {"AfMode": 0, "LensPosition": 1.25} in vendor.set


def test_it_settles_by_many_pictures_a_second_and_watches_with_few() -> None:
    vendor = Picamera2()
    camera = opened(vendor)
    assert vendor.wished["controls"] == {"FrameDurationLimits": (33_333, 200_000)}
    camera.settle()
    shortest = [one["FrameDurationLimits"][0] for one in vendor.set if "FrameDurationLimits" in one]
    assert shortest == [33_333, 100_000, 33_333, 100_000]


def test_each_picture_is_told_while_it_settles_and_that_focusing_takes_longer() -> None:
    vendor, came = Picamera2(), list[float]()
    opened(vendor).settle(lambda next_s=0.0: came.append(next_s))
    assert came[:2] == [5.0, 0.0]
    assert len(came) > 4


def test_one_that_gives_no_picture_while_it_settles_is_gone_and_opened_again() -> None:
    vendor = Picamera2()
    camera = opened(vendor)
    vendor.silent = True
    with pytest.raises(CameraGone, match="gives no picture any more"):
        camera.settle()
    vendor.silent = False
    assert camera.capture().number == 1


def test_a_lens_that_finds_no_focus_keeps_no_picture_back() -> None:
    vendor = Picamera2()
    vendor.hunting = True
    assert opened(vendor).capture().number == 1
    assert {"AfMode": 0, "LensPosition": 1.25} in vendor.set, "it stays where it is"


def test_the_focus_is_set_to_the_mats_distance_without_looking_for_it() -> None:
    vendor = Picamera2()
    opened(vendor, focus_mm=800)
    assert vendor.cycles == 0
    assert {"AfMode": 0, "LensPosition": 1.25} in vendor.set


def test_a_camera_without_controls_is_asked_for_none() -> None:
    vendor = Picamera2(controls=())
    camera = opened(vendor)
    assert vendor.set == []
    assert "controls" not in vendor.wished
    assert camera.capture().image_bgr.shape == (1296, 2304, 3)


def test_a_full_picture_is_the_cameras_own_buffer_until_it_is_forgotten() -> None:
    vendor = Picamera2(padding=64)
    camera = opened(vendor)
    frame = camera.capture()
    request, mapped = vendor.requests[-1], vendor.mapped[-1]
    assert np.shares_memory(frame.image_bgr, mapped.array)
    assert (frame.image_bgr.shape, tuple(frame.image_bgr[5, 2303])) == ((1296, 2304, 3), COLOUR)
    assert not frame.image_bgr.flags.writeable
    crop = frame.image_bgr[100:200, 100:200]
    del frame
    gc.collect()
    assert (request.released, mapped.open) == (0, 1), "a part of it is still looked at"
    del crop
    gc.collect()
    assert (request.released, mapped.open) == (1, 0)


def test_who_keeps_many_pictures_is_given_copies_so_that_the_camera_never_starves() -> None:
    vendor = Picamera2()
    camera = opened(vendor)
    frames = [camera.capture() for _ in range(6)]
    assert sum(request.released for request in vendor.requests) == 4
    assert all(tuple(frame.image_bgr[0, 0]) == COLOUR for frame in frames)
    frames.clear()
    gc.collect()
    assert all(request.released == 1 for request in vendor.requests)


def test_watching_takes_the_small_stream_and_gives_it_back_at_once() -> None:
    vendor = Picamera2()
    frame = opened(vendor).capture(full=False)
    assert frame.image_bgr.shape == (648, 1152, 3)
    assert np.abs(frame.image_bgr[9, 9].astype(int) - COLOUR).max() <= 4
    assert vendor.requests[-1].released == 1


def test_a_frame_carries_the_time_at_which_it_was_taken() -> None:
    frame = opened(Picamera2(), clock=lambda: 500.0).capture()
    assert frame.time_s == pytest.approx(499.75, abs=0.2)


def test_a_silent_camera_is_gone_and_is_opened_again() -> None:
    vendors = [Picamera2()]
    camera = PiCamera(opener=lambda: vendors[-1], mapper=Mapped)
    camera.capture()
    vendors[-1].silent = True
    with pytest.raises(CameraGone, match="look at its ribbon cable"):
        camera.capture()
    assert (vendors[0].started, vendors[0].closed) == (0, 1)
    vendors.append(Picamera2())
    assert camera.capture().number == 2
    assert vendors[1].started == 1


def test_without_picamera2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="sudo apt install python3-picamera2"):
        open_camera("pi")


def test_closing_stops_and_gives_it_back_once() -> None:
    vendor = Picamera2()
    camera = opened(vendor)
    camera.close()
    camera.close()
    assert (vendor.started, vendor.closed) == (0, 1)
