"""The inverse of seeing: draws a table as a camera would see it.

The simulated table and the tests live on it, so it is quick and repeatable: what lies still is painted once and
remembered, and the same scene, view and state of `rng` give the same picture, to the bit.
"""

import threading
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.drawing.cache import Remembered
from vision.drawing.camera_pose import Optics, Pose
from vision.drawing.canvas import Easel, leaning
from vision.drawing.hand import paint_hand
from vision.drawing.light import Light, Sensor, blurred, gain, lit, sensed
from vision.drawing.painting import paint_mat
from vision.drawing.repainting import repaint
from vision.drawing.scene import Bgr, FlatPiece, Picture, Scene, Texture


@dataclass(frozen=True)
class CameraView:
    """How the table is seen: from where, through which lens, in which light, by which sensor."""

    pose: Pose
    optics: Optics = field(default_factory=Optics)
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)


def render(scene: Scene, view: CameraView, size_px: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Return the picture (height × width × 3, BGR) that the camera takes of the table.

    Parameters
    ----------
    scene : Scene
    view : CameraView
    size_px : (width, height)
    rng : numpy.random.Generator
        Chance: the sensor's noise.
    """
    easel = Easel(view.pose, view.optics.lens(size_px), scene.mat.size_mm, view.light.shadow)
    with _lock:
        picture = _exposed(scene, easel, view)
    return sensed(picture, view.sensor, rng)


_Ground = tuple[Texture, Bgr, Easel]
_Still = tuple[_Ground, tuple[FlatPiece, ...]]
_lock = threading.Lock()
_bare: "Remembered[_Ground, Picture]" = Remembered(1)
_canvases: "Remembered[_Still, tuple[Picture, Picture]]" = Remembered(3)
_pictures: "Remembered[tuple[_Still, CameraView], Picture]" = Remembered(2)


def forget() -> None:
    """Forget what was painted, and through which lens and in which light: some ten megabytes each."""
    with _lock:
        _bare.clear()
        _canvases.clear()
        _pictures.clear()
        leaning.cache_clear()
        gain.cache_clear()


def _exposed(scene: Scene, easel: Easel, view: CameraView) -> Picture:
    """Return what falls on the sensor, (h, w, 3); not to be written to. A table without a hand is remembered."""
    key = (((scene.mat, scene.table, easel), scene.pieces), view)
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
    """Return the table without a hand; not to be written to."""
    key = ((scene.mat, scene.table, easel), scene.pieces)
    known = _canvases.get(key)
    if known is not None:
        return known[1]
    canvas = _painted(scene, easel)
    found = _leaning(canvas, easel, scene.table)
    _canvases.put(key, (canvas, found))
    return found


def _painted(scene: Scene, easel: Easel) -> Picture:
    """Return the table without a hand as a plumb camera sees it: what was drawn last, changed where it lies otherwise
    now."""
    ground = (scene.mat, scene.table, easel)
    bare = _bare.get(ground)
    if bare is None:
        bare = paint_mat(scene, easel)
        _bare.put(ground, bare)
    last = _canvases.newest()
    lying: tuple[FlatPiece, ...] = ()
    canvas = bare
    if last is not None and last[0][0] == ground:
        (_, lying), (canvas, _) = last
    canvas = canvas.copy()
    repaint(canvas, bare, lying, scene.pieces, easel)
    return canvas


def _leaning(canvas: Picture, easel: Easel, table: tuple[int, int, int]) -> Picture:
    maps = leaning(easel)
    return np.asarray(
        cv2.remap(canvas, maps.whole, maps.fraction, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, table), np.uint8
    )
