"""Edges of a picture as a field that can be asked: how strongly does an edge with this direction run here?

Every pixel has one strength and one direction, of the colour channel that changes most; the strength is relative to
what is usual around it, so a pale tile on paper counts as much as a white one on slate, and the weave of a cloth
counts little. Direction is held as cosine and sine of the double angle: an edge is the same from dark to light and
from light to dark, and the field can be averaged and interpolated.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
Picture = NDArray[np.uint8]

_BLUR_PX = 0.7  # the camera's noise, of a picture whose pieces measure 22 to 44 pixels
_OF_USUAL = 1.2  # what is usual around an edge counts so much against it …
_OF_MEDIAN, _LEAST = 0.6, 6.0  # … and so much of the picture's median slope, and levels of 255: noise on an even cloth
_COLOUR = 1.2  # a slope of colour counts so much more than one of lightness: Lab's colours span less


@dataclass(frozen=True, slots=True)
class Edges:
    """`along_cos` and `along_sin` (h, w): strength (0 to 1) times cosine and sine of the double angle of the edge's
    normal; `along` (h, w, 2) is both of them, to be looked up at once."""

    along_cos: Field
    along_sin: Field
    along: Field

    def towards(self, angle_deg: float) -> Field:
        """Return (h, w): above 0 where an edge's normal lies along `angle_deg` (clockwise from the right), below 0
        where it is square to that."""
        double = np.radians(2 * angle_deg)
        return cv2.addWeighted(
            self.along_cos, float(np.cos(double)), self.along_sin, float(np.sin(double)), 0.0
        ).astype(np.float32, copy=False)


def edges(picture_bgr: Picture, reach_px: int) -> Edges:
    """Return the edges of a picture (h, w, 3); `reach_px` is how wide "around it" is, about half a piece."""
    soft = cv2.GaussianBlur(picture_bgr, (0, 0), _BLUR_PX)
    lab = np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2Lab), np.uint8)
    across, down, square = _strongest(lab)
    strength = _field(cv2.sqrt(square))
    usual = _field(cv2.blur(strength, (2 * reach_px + 1, 2 * reach_px + 1)))
    floor = np.float32(float(np.median(strength[::3, ::3])) * _OF_MEDIAN + _LEAST)
    # strength / (strength + usual): one half for an edge as strong as the place's own.
    weight = strength / (strength + np.float32(_OF_USUAL) * usual + floor)
    scale = weight / np.maximum(square, np.float32(1e-6))
    along_cos, along_sin = _field((across * across - down * down) * scale), _field(across * down * (scale + scale))
    return Edges(along_cos, along_sin, _field(cv2.merge([along_cos, along_sin])))


def _strongest(lab: Picture) -> tuple[Field, Field, Field]:
    """Return the derivative across and down and its square of the channel that changes most at each pixel."""
    across, down, square = _slopes(lab[..., 0], 1.0)
    for channel in (1, 2):
        # Colour shows edges that lightness does not.
        other = _slopes(lab[..., channel], _COLOUR)
        more = other[2] > square
        for kept, new in zip((across, down, square), other, strict=True):
            np.copyto(kept, new, where=more)
    return across, down, square


def _slopes(channel: Picture, weight: float) -> tuple[Field, Field, Field]:
    plane = np.ascontiguousarray(channel)
    across = _field(cv2.Scharr(plane, cv2.CV_32F, 1, 0, scale=weight / 16))
    down = _field(cv2.Scharr(plane, cv2.CV_32F, 0, 1, scale=weight / 16))
    return across, down, _field(across * across + down * down)


def _field(values: object) -> Field:
    return np.asarray(values, np.float32)
