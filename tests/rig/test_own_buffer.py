"""A frame of the genuine picamera2 is converted out of the camera's own buffer: nothing copies it before."""

import os
from typing import Any

import cv2
import numpy as np
import pytest
from rig.virtual_camera import FRAMES, SIZE_PX, put_before_the_camera, virtual_picamera

from hardware import pi_camera, pixel_formats
from hardware.pi_camera import PiCamera

pytestmark = [
    pytest.mark.skipif(
        "COMPANION_RIG" not in os.environ or not FRAMES.is_dir(),
        reason="only in the rig's kernel and tree (make test-rig)",
    ),
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),  # picamera2's own
]


@pytest.mark.usefixtures("frames")
@pytest.mark.parametrize("full", [True, False])
def test_what_is_converted_is_the_cameras_own_buffer(monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    width, height = SIZE_PX
    put_before_the_camera(np.full((height, width, 3), (200, 120, 40), np.uint8))
    mapped: list[Any] = []
    own: list[bool] = []

    def mapper(request: Any, stream: str) -> Any:
        mapped.append(pi_camera._mapped_array(request, stream))
        return mapped[-1]

    convert = cv2.cvtColor

    def spy(data: Any, conversion: int) -> Any:
        own.append(np.shares_memory(data, mapped[-1].array))
        return convert(data, conversion)

    monkeypatch.setattr(pixel_formats.cv2, "cvtColor", spy)
    camera = PiCamera(size_px=SIZE_PX, opener=virtual_picamera, mapper=mapper)
    picture = camera.capture(full).image_bgr
    camera.close()
    assert own == [True]
    assert picture.shape == ((height, width, 3) if full else (648, 1152, 3))
    assert np.abs(picture.reshape(-1, 3).mean(axis=0) - (200, 120, 40)).max() < 16  # its range of grey is a JPEG's
