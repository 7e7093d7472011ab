"""The genuine picamera2 that gives no picture is given up, closed, and opened anew: nothing waits for it for ever."""

import os
import threading

import numpy as np
import pytest
from rig.virtual_camera import FRAMES, SIZE_PX, put_before_the_camera, virtual_picamera

from hardware import pi_camera
from hardware.errors import CameraGone
from hardware.pi_camera import BUFFERS, PiCamera

pytestmark = [
    pytest.mark.skipif(
        "COMPANION_RIG" not in os.environ or not FRAMES.is_dir(),
        reason="only in the rig's kernel and tree (make test-rig)",
    ),
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),  # picamera2's own
]


@pytest.mark.usefixtures("frames")
def test_a_camera_that_gives_no_picture_is_closed_and_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    put_before_the_camera(np.full((SIZE_PX[1], SIZE_PX[0], 3), 120, np.uint8))
    camera = PiCamera(size_px=SIZE_PX, opener=virtual_picamera)
    held = [camera._camera.capture_request(wait=60) for _ in range(BUFFERS)]  # it has no buffer left to fill
    said: list[CameraGone] = []

    def capture() -> None:
        try:
            camera.capture()
        except CameraGone as gone:
            said.append(gone)

    monkeypatch.setattr(pi_camera, "ANSWER_S", 1.0)
    waiting = threading.Thread(target=capture, daemon=True)
    waiting.start()
    waiting.join(30.0)
    assert len(said) == 1, "it still waits"
    monkeypatch.undo()
    assert camera.capture().number == 1
    camera.close()
    for request in held:
        request.release()
