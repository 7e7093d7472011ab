"""Where a piece would lie that touches one already found: people lay groups in rows, edge to edge, and between two
dark tiles no edge may be seen at all."""

import numpy as np
from numpy.typing import NDArray

from vision.detection.rectangles import Array, Rectangles

_APART = 0.8
"""Of a piece's shorter side: middles nearer than this can't be those of two pieces."""


def touching(
    pieces: Rectangles, every: Rectangles, size_px: tuple[float, float], area_px: tuple[int, int]
) -> Rectangles:
    """Return the rectangles that would lie edge to edge with `pieces` and in line with them, on each side where none of
    `every` piece lies and the area (height, width) goes on."""
    angle = np.radians(pieces.angle_deg)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1) * size_px[0]
    down = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * size_px[1]
    middles = np.concatenate([pieces.center_px + shift for shift in (across, -across, down, -down)])
    free = _within(middles, area_px) & _free(middles, every.center_px, _APART * min(size_px))
    return Rectangles(middles[free], np.tile(pieces.angle_deg, 4)[free], np.zeros(int(free.sum())))


def _within(middles: Array, area_px: tuple[int, int]) -> NDArray[np.bool_]:
    return np.asarray(((middles >= 0) & (middles < np.array(area_px[::-1]))).all(axis=1))


def _free(middles: Array, taken: Array, apart_px: float) -> NDArray[np.bool_]:
    away = np.linalg.norm(middles[:, None] - taken[None], axis=2)
    return np.asarray((away >= apart_px).all(axis=1))
