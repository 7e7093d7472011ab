"""The USB camera over the kernel's own V4L2: the rig has a webcam that draws colour bars (make test-rig)."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.camera_discovery import found_cameras
from hardware.cameras import open_camera
from hardware.errors import CameraGone

DRIVER = Path("/sys/bus/platform/drivers/vivid")
pytestmark = pytest.mark.skipif(
    "COMPANION_RIG" not in os.environ or not DRIVER.is_dir(),
    reason="a webcam is simulated in the rig's kernel only (make test-rig)",
)


def plug(present: bool) -> None:
    (DRIVER / ("bind" if present else "unbind")).write_text("vivid.0")


@pytest.fixture
def webcam() -> Iterator[str]:
    yield found_cameras(pi_camera=lambda: None)[0].spec
    if not (DRIVER / "vivid.0").exists():
        plug(True)


def test_it_is_found_by_its_name(webcam: str) -> None:
    assert webcam.startswith("/dev/video")
    assert "vivid" in found_cameras(pi_camera=lambda: None)[0].name


def test_it_gives_fresh_pictures_whole_and_smaller(webcam: str) -> None:
    camera = open_camera(webcam, size_px=(1280, 720))
    first, second = camera.capture(), camera.capture(full=False)
    camera.close()
    assert first.image_bgr.ndim == 3
    assert first.image_bgr.std() > 30, "colour bars"
    assert second.image_bgr.shape[1] <= first.image_bgr.shape[1]
    assert 0 <= time.monotonic() - second.time_s < 2
    assert second.time_s > first.time_s


def test_unplugged_and_back(webcam: str) -> None:
    camera = open_camera(webcam, size_px=(640, 360))
    camera.capture()
    plug(False)
    with pytest.raises(CameraGone, match="plug it in again"):
        camera.capture()
    with pytest.raises(CameraGone):
        camera.capture()
    plug(True)
    assert camera.capture().image_bgr.std() > 30
    camera.close()
