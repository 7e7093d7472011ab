"""The USB camera over a scripted driver: what is asked of it, stale pictures, torn ones, unplugged and back."""

import time

import cv2
import numpy as np
import pytest

from hardware.errors import CameraError, CameraGone
from hardware.usb_camera import UsbCamera


class Driver:
    """What behaves as cv2.VideoCapture; `shade` is the picture's, `queue_s` the ages of pictures that wait."""

    def __init__(self, *, present: bool = True, compressed: bool = True, fourcc: bytes = b"") -> None:
        self.present, self.compressed = present, compressed
        self.fourcc = fourcc or (b"MJPG" if compressed else b"YUYV")
        self.wishes: list[tuple[int, float]] = []
        self.shade = 100
        self.ages_s: list[float] = []
        self.edge_px: int | None = None
        self.blank = 0
        self.torn, self.torn_at = 0, 9
        self.grabs = self.released = 0
        self._age_s = 0.0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.present

    def set(self, what: int, value: float) -> bool:
        self.wishes.append((what, value))
        return True

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_FOURCC:
            return float(int.from_bytes(self.fourcc, "little"))
        if what in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            return 1920.0 if what == cv2.CAP_PROP_FRAME_WIDTH else 1080.0
        return (time.monotonic() - self._age_s) * 1000

    def grab(self) -> bool:
        self.grabs += 1
        self._age_s = self.ages_s.pop(0) if self.ages_s else 0.0
        return self.present

    def retrieve(self) -> tuple[bool, np.ndarray]:
        picture = np.full((1080, 1920, 3), self.shade, np.uint8)
        if self.edge_px is not None:  # of a table that is in focus where the edge is narrow
            picture[:, 960:] = 20
            picture = cv2.blur(picture, (max(self.edge_px - 2 * self.grabs, 1), 1))
        if self.grabs <= self.blank:
            picture[:] = (0, self.shade, 0)
        if not self.compressed:
            picture[:, :, 0] = 7
            return True, picture if self.fourcc == b"YUYV" else picture.reshape(1, -1)
        data = cv2.imencode(".jpg", picture)[1].reshape(1, -1)
        if self.torn:
            self.torn -= 1
            data = data[:, : self.torn_at]
        return True, data

    def release(self) -> None:
        self.released += 1


def test_it_asks_for_compressed_pictures_first_and_then_for_the_size() -> None:
    driver = Driver()
    UsbCamera(0, opener=lambda _: driver)
    asked = [what for what, _ in driver.wishes]
    assert asked.index(cv2.CAP_PROP_FOURCC) < asked.index(cv2.CAP_PROP_FRAME_WIDTH)
    assert (cv2.CAP_PROP_FRAME_WIDTH, 2304) in driver.wishes
    assert driver.wishes[-1] == (cv2.CAP_PROP_AUTOFOCUS, 0), "the focus is held after the warm-up"


@pytest.mark.parametrize("compressed", [True, False])
def test_pictures_come_whole_and_smaller(compressed: bool) -> None:
    driver = Driver(compressed=compressed)
    camera = UsbCamera(0, opener=lambda _: driver)
    assert camera.capture().image_bgr.shape == (1080, 1920, 3)
    small = camera.capture(full=False)
    assert small.image_bgr.shape in [(540, 960, 3), (648, 1152, 3)]
    assert small.number == 2


@pytest.mark.parametrize(("fourcc", "blue", "red"), [(b"BGR3", 7, 100), (b"RGB3", 100, 7)])
def test_pixels_in_one_long_row_are_put_in_order(fourcc: bytes, blue: int, red: int) -> None:
    camera = UsbCamera(0, opener=lambda _: Driver(compressed=False, fourcc=fourcc))
    picture = camera.capture().image_bgr
    assert picture.shape == (1080, 1920, 3)
    assert (picture[9, 9, 0], picture[9, 9, 2]) == (blue, red)
    with pytest.raises(CameraError, match="GREY' of 6220800 bytes"):
        UsbCamera(0, opener=lambda _: Driver(compressed=False, fourcc=b"GREY")).capture()


def test_a_picture_that_waited_in_the_driver_is_thrown_away() -> None:
    driver = Driver()
    camera = UsbCamera(0, opener=lambda _: driver, clock=lambda: 1000.0)
    driver.ages_s, driver.grabs = [3.0, 2.9, 0.01], 0
    frame = camera.capture()
    assert driver.grabs == 3
    assert frame.time_s == pytest.approx(999.99, abs=0.2)


def test_a_torn_picture_is_taken_again() -> None:
    driver = Driver()
    camera = UsbCamera(0, opener=lambda _: driver)
    driver.torn = 1
    assert camera.capture().image_bgr[0, 0, 0] == pytest.approx(100, abs=2)
    driver.torn = 2
    with pytest.raises(CameraError, match="breaks off"):
        camera.capture()


@pytest.mark.parametrize("torn_at", [0, 9])
def test_a_camera_whose_first_pictures_are_torn_or_empty_is_opened_all_the_same(torn_at: int) -> None:
    driver = Driver()
    driver.torn, driver.torn_at = 2, torn_at
    assert UsbCamera(0, opener=lambda _: driver).capture().number == 1


def test_focus_is_held_once_it_has_come_to_rest() -> None:
    driver = Driver()
    driver.edge_px = 41
    UsbCamera(0, opener=lambda _: driver)
    assert driver.grabs >= 20


@pytest.mark.parametrize("shade", [0, 135])
def test_black_and_green_pictures_at_the_start_are_none_to_come_to_rest_on(shade: int) -> None:
    driver = Driver()
    driver.edge_px, driver.blank, driver.shade = 1, 12, shade
    camera = UsbCamera(0, opener=lambda _: driver)
    assert driver.grabs > 12
    assert camera.capture().image_bgr[0, -1].tolist() == pytest.approx([20, 20, 20], abs=2)


def test_unplugged_it_says_so_and_plugged_in_again_it_goes_on() -> None:
    plugged = [Driver()]
    camera = UsbCamera(2, opener=lambda _: plugged[-1])
    camera.capture()
    plugged[-1].present = False
    with pytest.raises(CameraGone, match=r"/dev/video2 gives no picture: plug it in again"):
        camera.capture()
    with pytest.raises(CameraGone, match="is away"):
        camera.capture()
    plugged.append(Driver())
    plugged[-1].shade = 222
    frame = camera.capture()
    assert frame.image_bgr[0, 0, 0] == pytest.approx(222, abs=2)
    assert frame.number == 2, "numbers go on"
    assert plugged[0].released >= 1


def test_a_camera_that_was_never_there_is_an_error_of_the_opening() -> None:
    with pytest.raises(CameraError, match="no camera answers as /dev/video7") as caught:
        UsbCamera(7, opener=lambda _: Driver(present=False))
    assert not isinstance(caught.value, CameraGone)


def test_settling_looks_anew_and_holds_the_focus() -> None:
    driver = Driver()
    camera = UsbCamera(0, opener=lambda _: driver)
    driver.wishes.clear()
    came = list[float]()
    camera.settle(lambda next_s=0.0: came.append(next_s))
    assert len(came) > 2, "of each picture it is told"
    assert driver.wishes == [(cv2.CAP_PROP_AUTOFOCUS, 1), (cv2.CAP_PROP_AUTOFOCUS, 0)]


def test_closing_gives_the_device_back_once() -> None:
    driver = Driver()
    camera = UsbCamera(0, opener=lambda _: driver)
    camera.close()
    camera.close()
    assert driver.released == 1
