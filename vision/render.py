"""The inverse of seeing: draws a table as a camera would see it.

The simulated table and the tests live on it, so it is quick and repeatable: what lies still is painted once and
remembered, and the same scene, view and state of `rng` give the same picture, to the bit.
"""

from collections import OrderedDict
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arm import paint_hand
from vision.easel import Easel, leaning
from vision.light import Light, Sensor, lit, sensed
from vision.painting import paint_board, paint_mat
from vision.scene import Board, Picture, Scene, Texture
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
    lens = view.optics.lens(size_px)
    easel = Easel(view.pose, lens, scene.mat.size_mm, view.light.shadow)
    picture = _still(scene, easel)
    if scene.hand is not None:
        picture = paint_hand(picture, scene.hand, easel.pose, lens)
    return sensed(lit(picture, view.light), view.sensor, rng)


_Key = tuple[Texture, tuple[int, int, int], Easel, tuple[Board, ...]]
_REMEMBERED = 3
_seen: "OrderedDict[_Key, tuple[Picture, Picture]]" = OrderedDict()


def forget() -> None:
    """Forget what was painted: its pictures take some ten megabytes each."""
    _seen.clear()


def _still(scene: Scene, easel: Easel) -> Picture:
    """Return the table without a hand; not to be written to. Of what was drawn last, the picture that lacks the fewest
    boards is painted further."""
    for given in range(len(scene.boards), -1, -1):
        key = (scene.mat, scene.table, easel, scene.boards[:given])
        known = _seen.get(key)
        if known is not None:
            break
    if known is not None and given == len(scene.boards):
        _seen.move_to_end(key)
        return known[1]
    canvas = paint_mat(scene, easel) if known is None else known[0].copy()
    for board in scene.boards[given if known is not None else 0 :]:
        paint_board(canvas, board, easel)
    found = _leaning(canvas, easel, scene.table)
    _seen[(scene.mat, scene.table, easel, scene.boards)] = (canvas, found)
    while len(_seen) > _REMEMBERED:
        _seen.popitem(last=False)
    return found


def _leaning(canvas: Picture, easel: Easel, table: tuple[int, int, int]) -> Picture:
    maps = leaning(easel)
    return np.asarray(
        cv2.remap(canvas, maps.whole, maps.fraction, cv2.INTER_LINEAR, None, cv2.BORDER_CONSTANT, table), np.uint8
    )
