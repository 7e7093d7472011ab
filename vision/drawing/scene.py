"""What lies on a drawn table: pictures of pieces and where they are, one on another."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Bgr = tuple[int, int, int]

WHITE: Bgr = (255, 255, 255)


@dataclass(frozen=True, eq=False)
class Texture:
    """A flat picture: `bgr` (h, w, 3), where it is solid (`alpha`, (h, w), 0 to 255; None: everywhere), and its scale.

    Textures are compared by being the same object, so that a drawn table can be remembered without looking at pixels.
    """

    bgr: Picture
    px_per_mm: float
    alpha: Picture | None = None

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return (self.bgr.shape[1] / self.px_per_mm, self.bgr.shape[0] / self.px_per_mm)

    @cached_property
    def levels(self) -> "tuple[Level, ...]":
        """The texture at its own scale and at halves of it, for cameras far off."""
        solid = self.alpha if self.alpha is not None else np.full(self.bgr.shape[:2], 255, np.uint8)
        whole: Any = cv2.merge([*cv2.split(cv2.multiply(self.bgr, cv2.merge([solid] * 3), scale=1 / 255)), solid])
        found = [Level(whole, self.px_per_mm)]
        while min(whole.shape[:2]) > 32 and found[-1].px_per_mm > 0.2:
            half = (-(-whole.shape[1] // 2), -(-whole.shape[0] // 2))
            whole = cv2.resize(whole, half, interpolation=cv2.INTER_AREA)
            found.append(Level(whole, found[-1].px_per_mm / 2))
        return tuple(found)

    def level(self, px_per_mm: float) -> "Level":
        """Return the coarsest level that is not coarser than a picture of this scale."""
        fine = [level for level in self.levels if level.px_per_mm >= 0.9 * px_per_mm]
        return fine[-1] if fine else self.levels[0]


@dataclass(frozen=True, eq=False)
class Level:
    """A texture at one scale: `whole` is blue, green and red, times the fourth channel, which says how solid."""

    whole: Picture
    px_per_mm: float

    @cached_property
    def solid(self) -> Picture:
        """How solid it is, (h, w), 0 to 255."""
        return np.asarray(cv2.extractChannel(self.whole, 3), np.uint8)

    @cached_property
    def colour(self) -> Picture:
        """Blue, green and red alone, (h, w, 3)."""
        return np.ascontiguousarray(self.whole[:, :, :3])

    def to_mm(self) -> NDArray[np.float64]:
        """Return what maps its pixels to its own millimetres (2, 3); a pixel's middle is half a pixel from its edge."""
        step = 1 / self.px_per_mm
        return np.array([[step, 0.0, step / 2], [0.0, step, step / 2]])


@dataclass(frozen=True)
class FlatPiece:
    """A flat piece: its texture, where its middle lies on the mat, how far it is turned clockwise, how high above the
    mat its underside is, how thick it is, and the colour of its cut edge."""

    texture: Texture
    center_mm: tuple[float, float]
    angle_deg: float = 0.0
    bottom_mm: float = 0.0
    thickness_mm: float = 0.0
    edge: Bgr = (214, 226, 232)

    @property
    def top_mm(self) -> float:
        """How high above the mat its face is."""
        return self.bottom_mm + self.thickness_mm

    def to_mat(self) -> NDArray[np.float64]:
        """Return what maps the texture's millimetres to the mat's (2, 3)."""
        return laid(self.texture.size_mm, self.center_mm, self.angle_deg)


def laid(size_mm: tuple[float, float], center_mm: tuple[float, float], angle_deg: float) -> NDArray[np.float64]:
    """Return what maps the millimetres of a flat piece to the mat's (2, 3)."""
    width_mm, height_mm = size_mm
    angle = np.radians(angle_deg)
    cos, sin = float(np.cos(angle)), float(np.sin(angle))
    x_mm, y_mm = center_mm
    return np.array(
        [
            [cos, -sin, x_mm - cos * width_mm / 2 + sin * height_mm / 2],
            [sin, cos, y_mm - sin * width_mm / 2 - cos * height_mm / 2],
        ]
    )


@dataclass(frozen=True)
class Hand:
    """A hand over the table: its fingertips' place, whence the arm comes (degrees clockwise from the mat's right), how
    high it is, how wide the palm, and its colour."""

    tip_mm: tuple[float, float]
    from_deg: float = 90.0
    height_mm: float = 60.0
    palm_mm: float = 85.0
    skin: Bgr = (120, 150, 205)


@dataclass(frozen=True)
class Scene:
    """A table: the mat (its top left is the origin, `table` all around it), pieces, lowest first, perhaps a hand."""

    mat: Texture
    pieces: tuple[FlatPiece, ...] = ()
    hand: Hand | None = None
    table: Bgr = (62, 84, 110)
