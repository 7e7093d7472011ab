"""Two small pictures of one place: is all still, and which cells look otherwise? Lamps that drift change neither."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.regions import Picture

MOVED = 16.0
"""A block of a still picture differs by less than this (grey levels, after the lamp's drift is taken out)."""
OTHER = 20.0
"""A cell that shows another piece differs by this on average; `changed_cells` counts it as 1."""
_BLOCKS = 18
_TRIM = 25.0


def still(before: Picture, after: Picture) -> bool:
    """Return whether nothing moved between two pictures of one place, (h, w, 3) uint8 each.

    The pictures are compared block by block, so noise averages out and a fingertip does not.
    """
    if before.shape != after.shape:
        return False
    difference = cv2.resize(_difference(before, after), (_BLOCKS, _BLOCKS), interpolation=cv2.INTER_AREA)
    return float(difference.max()) < MOVED


def changed_cells(before: Picture, after: Picture, rows: int, cols: int) -> NDArray[np.float64]:
    """Return how much each cell of a grid looks otherwise, (rows, cols): 0 as before, 1 and more another piece.

    The two pictures, (h, w, 3) uint8, show the same place at the same size; ValueError otherwise.
    """
    if before.shape != after.shape:
        raise ValueError(f"pictures of different sizes can't be compared: {before.shape} and {after.shape}")
    difference = cv2.resize(_difference(before, after), (cols, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(difference, np.float64) / OTHER


def _difference(before: Picture, after: Picture) -> NDArray[np.float32]:
    """Return the largest difference of the three channels, (h, w), with the lamp's drift taken out."""
    first = cv2.blur(before, (3, 3)).astype(np.float32)
    second = cv2.blur(after, (3, 3)).astype(np.float32)
    # what most of the picture agrees on is the lamp's doing: the ratio in the middle of all ratios, channel by channel
    drift = np.median((second + _TRIM) / (first + _TRIM), axis=(0, 1))
    return np.asarray(np.abs((first + _TRIM) * drift - (second + _TRIM)).max(axis=2), np.float32)
