"""Two small pictures of one place: is all still, and which cells look otherwise?

What a lamp does (it dims, warms, leans, a shadow falls) multiplies the light smoothly and without colour; what a piece
does is fine or coloured. So logarithms are compared, and of their difference the smooth grey part counts little.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.registration.patches import Picture

MOVED = 0.14
"""A block of a still picture differs by less than this."""
OTHER = 0.125
"""A cell that shows another piece differs by this on average; `changed_cells` counts it as 1."""

_BLOCKS = 18
"""A side is compared in so many blocks: a fingertip fills one."""
_TRIM = 12.0
"""Added before the logarithm: below it there is more noise than light (of 255)."""
_SMOOTH_SHARE, _COLOUR_SHARE = 0.15, 1.5
"""What changes smoothly and in all colours alike, as lamps and shadows do, counts so much of what is fine; what changes
in one colour more."""
_FULL = 250
"""Levels of 255 from which on a colour is burnt out."""


def still(before: Picture, after: Picture) -> bool:
    """Return whether nothing moved between two pictures of one place, (h, w, 3) uint8 each.

    The pictures are compared block by block, so noise averages out and a fingertip does not.
    """
    if before.shape != after.shape:
        return False
    blocks = cv2.resize(_difference(before, after), (_BLOCKS, _BLOCKS), interpolation=cv2.INTER_AREA)
    return float(blocks.max()) < MOVED


def changed_cells(before: Picture, after: Picture, rows: int, cols: int) -> NDArray[np.float64]:
    """Return how much each cell of a grid looks otherwise, (rows, cols): 0 as before, 1 and more another piece.

    The two pictures, (h, w, 3) uint8, show the same place at the same size; ValueError otherwise.
    """
    if before.shape != after.shape:
        raise ValueError(f"pictures of different sizes can't be compared: {before.shape} and {after.shape}")
    cells = cv2.resize(_difference(before, after), (cols, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(cells, np.float64) / OTHER


def relit(before: Picture, after: Picture) -> NDArray[np.float32]:
    """Return the logarithm of how much more light each place gives, (h, w, 3), once what the lamp did to all of the
    picture is taken out; both pictures (h, w, 3) uint8."""
    change = _light(after) - _light(before)
    blue, green, red = np.moveaxis((before < _FULL) | (after < _FULL), 2, 0)
    measured = blue & green & red
    # What most of the picture agrees on is the lamp's doing; where both are white nothing was measured.
    agreed = change[measured] if measured.sum() * 4 > measured.size else change.reshape(-1, 3)
    return np.asarray(change - np.median(agreed, axis=0), np.float32)


def parted(change: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return of a difference (h, w, 3) what is the same in all colours, and how far any colour is from that."""
    blue, green, red = np.moveaxis(change, 2, 0)
    grey = (blue + green + red) / np.float32(3)
    return grey, _greatest(np.abs(change - grey[..., None]))


def _greatest(values: NDArray[Any]) -> NDArray[Any]:
    """Return the greatest of three channels, (h, w)."""
    blue, green, red = np.moveaxis(values, 2, 0)  # numpy's own over so short an axis takes ten times as long
    return np.asarray(np.maximum(np.maximum(blue, green), red))


def _difference(before: Picture, after: Picture) -> NDArray[np.float32]:
    """Return how much each place differs, (h, w), in parts of its light, what lamps and shadows do counting little."""
    change = relit(before, after)
    grey, colour = parted(change)
    reach = max(max(before.shape[:2]) // 8, 3) | 1
    smooth = cv2.blur(grey, (reach, reach))
    total = np.abs(grey - smooth) + _SMOOTH_SHARE * np.abs(smooth) + _COLOUR_SHARE * colour
    # Dark places are mostly noise.
    sure = np.sqrt(_greatest(np.maximum(before, after)).astype(np.float32) / 255)
    return np.asarray(total * sure, np.float32)


def _light(picture: Picture) -> NDArray[np.float32]:
    return np.asarray(np.log(cv2.blur(picture, (3, 3)).astype(np.float32) + np.float32(_TRIM)), np.float32)
