"""What a table is painted on: the picture that the camera would take if it hung plumb, only where the mat is.

To turn a camera about its own middle moves each ray as a whole, whatever it meets (Hartley and Zisserman, "Multiple
View Geometry", 2nd ed., 8.4.2). So the pieces are painted for a plumb camera, where a plane at any height is the mat
scaled and shifted, and one map makes of that what the leaning camera's lens shows.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.camera_pose import Pose
from vision.registration.lens import Lens

Array = NDArray[np.float64]

_STEP_PX = 16  # lens and lean are computed that coarsely and filled in between: they bend too gently to need more
_MARGIN_MM = 20.0  # painted around the mat: shadows, and what stands high at its edge


@dataclass(frozen=True)
class Easel:
    """A plumb camera's picture of a mat of `size_mm`. `shadow` is the lamp's (see `Light.shadow`)."""

    pose: Pose
    lens: Lens
    size_mm: tuple[float, float]
    shadow: tuple[float, float, float]

    def px_per_mm(self, z_mm: float = 0.0) -> float:
        """Return the scale of the plane `z_mm` above the mat."""
        return float(self.lens.matrix[0] / (self.pose.place[1][2] - z_mm))

    @property
    def corner_px(self) -> tuple[int, int]:
        """The canvas's top left, counted from the point below the camera."""
        return _window(self)[0]

    @property
    def canvas_px(self) -> tuple[int, int]:
        """The canvas's width and height."""
        return _window(self)[1]

    def plane(self, z_mm: float) -> Array:
        """Return what maps millimetres of the plane `z_mm` above the mat to canvas pixels (2, 3)."""
        (x_mm, y_mm, _), scale = self.pose.place[1], self.px_per_mm(z_mm)
        left, top = self.corner_px
        return np.array([[scale, 0.0, -scale * x_mm - left], [0.0, scale, -scale * y_mm - top]])


@dataclass(frozen=True)
class Map:
    """Where each of the camera's pixels is on the canvas: cv2.remap's two maps."""

    whole: NDArray[np.int16]
    fraction: NDArray[np.uint16]


@lru_cache(maxsize=8)
def _window(easel: Easel) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the canvas: the mat with its margin, as far as the camera sees it."""
    (x_mm, y_mm, _), scale = easel.pose.place[1], easel.px_per_mm(_MARGIN_MM)
    mat = np.array([[-_MARGIN_MM, -_MARGIN_MM], np.array(easel.size_mm) + _MARGIN_MM])
    low, high = (mat - (x_mm, y_mm)) * scale
    rays = _rays(easel)
    seen = rays[np.isfinite(rays).all(axis=-1)]
    low, high = np.maximum(low, seen.min(axis=0)), np.minimum(high, seen.max(axis=0))
    size = np.maximum(np.ceil(high) - np.floor(low), 1).astype(int)
    return (math.floor(low[0]), math.floor(low[1])), (int(size[0]), int(size[1]))


def _rays(easel: Easel) -> Array:
    """Return where every _STEP_PX-th of the camera's pixels meets the plumb picture, (rows, cols, 2) px from the
    point below the camera; a ray that goes up is infinite."""
    width, height = easel.lens.size_px
    cols, rows = width // _STEP_PX + 2, height // _STEP_PX + 2
    coarse = np.stack(np.meshgrid(np.arange(cols) * _STEP_PX, np.arange(rows) * _STEP_PX), axis=-1).astype(np.float64)
    straight = easel.lens.straight(coarse.reshape(-1, 2))
    fx, fy, cx, cy = easel.lens.matrix
    rays = np.column_stack([(straight[:, 0] - cx) / fx, (straight[:, 1] - cy) / fy, np.ones(len(straight))])
    plumb = rays @ easel.pose.place[0]
    down = np.where(plumb[:, 2:] > 0.05, plumb[:, 2:], np.nan)
    return np.asarray((plumb[:, :2] / down * fx).reshape(rows, cols, 2), np.float64)


@lru_cache(maxsize=2)
def leaning(easel: Easel) -> Map:
    """Return what makes of the canvas the picture of the camera as it hangs, its lens included."""
    coarse = np.nan_to_num(_rays(easel) - easel.corner_px, nan=-1e5).astype(np.float32)
    grow = np.array([[float(_STEP_PX), 0.0, 0.0], [0.0, float(_STEP_PX), 0.0]])
    fine = cv2.warpAffine(coarse, grow, easel.lens.size_px)
    whole, fraction = cv2.convertMaps(fine[..., 0], fine[..., 1], cv2.CV_16SC2)
    return Map(np.asarray(whole, np.int16), np.asarray(fraction, np.uint16))
