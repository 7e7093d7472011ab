"""The inverse of seeing: draws a table as a camera would see it.

The simulated table and the tests live on it, so it is quick and repeatable: what lies still is painted once and
remembered, and the same scene, view and state of `rng` give the same picture, to the bit.
"""

import threading
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arm import paint_hand
from vision.easel import Easel, leaning
from vision.light import Light, Sensor, blurred, lit, sensed
from vision.painting import paint_board, paint_mat
from vision.remembered import Remembered
from vision.scene import Bgr, Board, Picture, Scene, Texture
from vision.viewpoint import Optics, Pose


@dataclass(frozen=True)
class View:
    """How the table is seen: from where, through which lens, in which light, by which sensor."""

    pose: Pose
    optics: Optics = field(default_factory=Optics)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)


def render(scene: Scene, view: View, size_px: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Return the picture (height × width × 3, BGR) that the camera takes of the table.

    Parameters
    ----------
    scene : Scene
    view : View
    size_px : (width, height)
    rng : numpy.random.Generator
        Chance: the sensor's noise.
    """
    easel = Easel(view.pose, view.optics.lens(size_px), scene.mat.size_mm, view.light.shadow)
    with _lock:
        picture = _exposed(scene, easel, view)
    return sensed(picture, view.sensor, rng)


_Still = tuple[Texture, Bgr, Easel, tuple[Board, ...]]
_lock = threading.Lock()
_canvases: "Remembered[_Still, tuple[Picture, Picture]]" = Remembered(3)
_pictures: "Remembered[tuple[_Still, View], Picture]" = Remembered(2)


def forget() -> None:
    """Forget what was painted: its pictures take some ten megabytes each."""
    with _lock:
        _canvases.clear()
        _pictures.clear()


def _exposed(scene: Scene, easel: Easel, view: View) -> Picture:
    """Return what falls on the sensor, (h, w, 3); not to be written to. A table without a hand is remembered."""
    key = ((scene.mat, scene.table, easel, scene.boards), view)
    known = _pictures.get(key) if scene.hand is None else None
    if known is not None:
        return known
    picture = _still(scene, easel)
    if scene.hand is not None:
        picture = paint_hand(picture, scene.hand, easel.pose, easel.lens)
    found = blurred(lit(picture, view.light), view.sensor)
    if scene.hand is None:
        _pictures.put(key, found)
    return found


def _still(scene: Scene, easel: Easel) -> Picture:
    """Return the table without a hand; not to be written to. Of what was drawn last, the picture that lacks the fewest
    boards is painted further."""
    canvas: Picture | None = None
    for given in range(len(scene.boards), -1, -1):
        known = _canvases.get((scene.mat, scene.table, easel, scene.boards[:given]))
        if known is not None and given == len(scene.boards):
            return known[1]
        if known is not None:
            canvas = known[0].copy()
            break
    if canvas is None:
        given, canvas = 0, paint_mat(scene, easel)
    for board in scene.boards[given:]:
        paint_board(canvas, board, easel)
    found = _leaning(canvas, easel, scene.table)
    _canvases.put((scene.mat, scene.table, easel, scene.boards), (canvas, found))
    return found


def _leaning(canvas: Picture, easel: Easel, table: tuple[int, int, int]) -> Picture:
    maps = leaning(easel)
    return np.asarray(
        cv2.remap(canvas, maps.whole, maps.fraction, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, table), np.uint8
    )
