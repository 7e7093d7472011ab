"""Where a drawn camera hangs and what its lens bends.

A pinhole camera over the table: x to the right and y down on the mat, both in millimetres, z up from it (Hartley and
Zisserman, "Multiple View Geometry", 2nd ed., 6.1 and 8.1). Its lens is that of `vision.registration.lens`.
"""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registration.lens import Lens

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """Where the camera hangs.

    `aim_mm` is the point of the mat that the middle of the picture shows, `height_mm` the camera's height over the
    mat; it leans from the plumb line by `tilt_deg`, looking toward `toward_deg` (0 is right, 90 down the mat), and
    the picture is turned by `roll_deg`, clockwise.
    """

    aim_mm: tuple[float, float]
    height_mm: float
    tilt_deg: float = 0.0
    toward_deg: float = 0.0
    roll_deg: float = 0.0

    @cached_property
    def place(self) -> tuple[Array, Array]:
        """The rotation (3, 3) from the table to the camera, and where the camera is: x, y and its height in mm."""
        tilt, toward, roll = (math.radians(angle) for angle in (self.tilt_deg, self.toward_deg, self.roll_deg))
        away = self.height_mm * math.tan(tilt)
        at = (self.aim_mm[0] - away * math.cos(toward), self.aim_mm[1] - away * math.sin(toward), self.height_mm)
        lean, _ = cv2.Rodrigues(np.array([math.sin(toward), -math.cos(toward), 0.0]) * tilt)
        spin, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll]))
        return np.asarray(spin @ lean, np.float64), np.array(at)


@dataclass(frozen=True)
class Optics:
    """A lens: how much it takes in across the picture's width, and how it bends (Brown's k1 and k2)."""

    fov_deg: float = 66.0
    k1: float = 0.0
    k2: float = 0.0

    @lru_cache(maxsize=32)  # noqa: B019 (frozen; a handful of lenses)
    def lens(self, size_px: tuple[int, int]) -> Lens:
        """Return the lens for pictures of that size (width, height)."""
        width, height = size_px
        focal_px = width / 2 / math.tan(math.radians(self.fov_deg / 2))
        matrix = (focal_px, focal_px, (width - 1) / 2, (height - 1) / 2)
        return Lens(size_px, matrix, (self.k1, self.k2, 0.0, 0.0, 0.0))


def plane_to_px(pose: Pose, lens: Lens, z_mm: float = 0.0) -> Array:
    """Return the homography (3, 3) from millimetres on the plane `z_mm` above the mat to pixels of the straight
    picture (before the lens bends it)."""
    fx, fy, cx, cy = lens.matrix
    rotation, (x_mm, y_mm, height_mm) = pose.place
    ground = np.array([[1.0, 0.0, -x_mm], [0.0, 1.0, -y_mm], [0.0, 0.0, height_mm - z_mm]])
    camera = np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])
    return np.asarray(camera @ rotation @ ground, np.float64)


def seen_at(pose: Pose, lens: Lens, points_mm: Array, z_mm: float = 0.0) -> Array:
    """Return where points (N, 2) of the plane `z_mm` above the mat lie in the picture, lens included: (N, 2) px."""
    straight = cv2.perspectiveTransform(
        np.asarray(points_mm, np.float64).reshape(1, -1, 2), plane_to_px(pose, lens, z_mm)
    )
    return lens.bent(np.asarray(straight, np.float64).reshape(-1, 2))


def overhead(size_mm: tuple[float, float], optics: Optics, size_px: tuple[int, int], room: float = 1.08) -> Pose:
    """Return the pose straight above the middle of an area from which all of it is seen, `room` times its size."""
    fx, fy, _, _ = optics.lens(size_px).matrix
    height_mm = room * max(size_mm[0] * fx / size_px[0], size_mm[1] * fy / size_px[1])
    return Pose((size_mm[0] / 2, size_mm[1] / 2), height_mm)
