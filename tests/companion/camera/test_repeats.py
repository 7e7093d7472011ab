"""A camera that gives one picture for ever is said to, and nothing is read from it; a table that lies still is not."""

from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from companion.camera.loop import REPEATED, Blind, Glance, Loop, WatchedMat
from companion.camera.repeats import SAME_S
from companion.game import mat_layouts
from companion.simulation import drawn_table
from hardware.camera import Came, Camera, DrawnCamera, Frame, unheard
from vision.drawing.render import render
from vision.drawing.views import everyday

LAYOUT = mat_layouts.layout_for("shipshape", 2)
SIZE_PX = (1152, 648)
LOOK_S = 0.5


class RealCamera:
    """A camera whose sensor is noisy until it `hangs`; then it goes on sending its last picture."""

    def __init__(self) -> None:
        self.now_s, self.hangs = 0.0, False
        view = everyday(LAYOUT.size_mm, SIZE_PX)
        self._picture = render(drawn_table.scene(LAYOUT, ()), view, SIZE_PX, np.random.default_rng(1))
        self.drawn = DrawnCamera(self._draw, clock=lambda: self.now_s)

    def _draw(self) -> Any:
        if not self.hangs:
            self._picture = self._picture.copy()
            self._picture[0, 0] ^= 1
        return self._picture

    def capture(self, full: bool = True) -> Frame:
        return self.drawn.capture(full=full)

    def settle(self, came: Came = unheard) -> None:
        """There is nothing to settle."""

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def camera() -> RealCamera:
    return RealCamera()


def looks(loop: Loop, camera: RealCamera, mat: WatchedMat) -> list[Glance | Blind]:
    """Look for a little longer than the same picture may last."""
    seen = []
    for _ in range(round(SAME_S / LOOK_S) + 2):
        camera.now_s += LOOK_S
        seen.append(loop.look(mat))
    return seen


def test_a_camera_that_gives_the_same_picture_for_ever_sees_nothing_and_that_is_said(camera: RealCamera) -> None:
    loop, mat = Loop(camera, clock=lambda: camera.now_s), WatchedMat((LAYOUT,))
    assert all(isinstance(look, Glance) for look in looks(loop, camera, mat))
    assert loop.trouble is None
    camera.hangs = True
    *before, last = looks(loop, camera, mat)
    assert isinstance(before[0], Glance)
    assert last == Blind(ANY, REPEATED)
    assert loop.trouble == REPEATED
    camera.hangs = False
    assert isinstance(loop.look(mat), Glance)
    assert loop.trouble is None


def test_a_drawing_may_stay_as_it_is(camera: RealCamera) -> None:
    camera.hangs = True
    drawn: Camera = camera.drawn
    seen = looks(Loop(drawn, clock=lambda: camera.now_s), camera, WatchedMat((LAYOUT,)))
    assert all(isinstance(look, Glance) for look in seen)
