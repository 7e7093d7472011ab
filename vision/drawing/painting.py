"""Pieces painted on an easel, lowest first: their shadows, their cut edges, then their faces."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.canvas import Easel
from vision.drawing.scene import FlatPiece, Level, Picture, Scene, laid

Array = NDArray[np.float64]

Window = tuple[int, int, int, int]
"""A part of the canvas: left, top, right, bottom in pixels."""

_REACH = 2.5  # how far around a piece its shadow is painted, in thicknesses
_NEAR = 0.45  # how dark it is right beside a piece's edge, whatever the lamp
_WALL_COARSER = 2  # a cut edge is a few pixels wide, and hardly ever what is read
_COARSER = 4  # shadows are soft: they are computed that much smaller


def paint_mat(scene: Scene, easel: Easel) -> Picture:
    """Return the bare mat on its table, (h, w, 3) of `easel.canvas_px`."""
    level = scene.mat.level(easel.px_per_mm())
    return np.asarray(
        cv2.warpAffine(
            level.colour,
            _joined(easel.plane(0.0), level.to_mm()),
            easel.canvas_px,
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=scene.table,
        ),
        np.uint8,
    )


def paint_piece(picture: Picture, piece: FlatPiece, easel: Easel) -> None:
    """Paint one piece over the picture, in place."""
    place = window(piece, easel)
    if place is None:
        return
    left, top, right, bottom = place
    canvas = _Canvas(piece, easel, (left, top), (right - left, bottom - top))
    part = picture[top:bottom, left:right]
    face = canvas.face()
    rest = np.asarray(cv2.bitwise_not(cv2.extractChannel(face, 3)), np.uint8)
    if piece.thickness_mm > 0:
        wall = np.asarray(cv2.multiply(canvas.wall(), rest, scale=1 / 255), np.uint8)
        light = cv2.subtract(cv2.multiply(rest, canvas.shade(), scale=1 / 255), wall)
        part[:] = cv2.add(_dimmed(part, light), _tinted(wall, piece.edge))
    else:
        part[:] = _dimmed(part, rest)
    part[:] = cv2.add(part, cv2.cvtColor(face, cv2.COLOR_BGRA2BGR))


def _dimmed(part: Picture, light: Any) -> Any:
    """Return a picture (h, w, 3) times `light` (h, w; 255: as it is)."""
    return cv2.multiply(part, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), scale=1 / 255)


def _tinted(weight: Picture, colour: tuple[int, int, int]) -> Any:
    """Return a colour, somewhat in its own shade, as strong as `weight` (h, w) says; (h, w, 3)."""
    shares = np.array(colour) * 0.78 / 255
    return cv2.merge([cv2.convertScaleAbs(weight, alpha=float(share)) for share in shares])


@dataclass(frozen=True)
class _Canvas:
    """A window of the picture into which one piece is drawn at several heights."""

    piece: FlatPiece
    easel: Easel
    corner_px: tuple[int, int]
    size_px: tuple[int, int]
    coarser: int = 1

    def face(self) -> Picture:
        """Return the piece's face, (h, w, 4), multiplied by its last channel, which says where it is."""
        return self._warp(self._level.whole, self.piece.top_mm)

    def wall(self) -> Picture:
        """Return what the piece covers below its face: its outline at every height, laid over one another."""
        piece, small = self.piece, replace(self, coarser=_WALL_COARSER)
        solid, corners = small._level.solid, _corners(small._level)
        low, high = (_mapped(small._matrix(z_mm), corners) for z_mm in (piece.bottom_mm, piece.top_mm))
        slices = max(1, int(np.ceil(np.linalg.norm(high - low, axis=1).max())))
        wall = small._warp(solid, piece.bottom_mm)
        for step in range(1, slices):
            cv2.max(wall, small._warp(solid, piece.bottom_mm + piece.thickness_mm * step / slices), wall)
        return self._grown(wall, _WALL_COARSER)

    def shade(self) -> Picture:
        """Return how light it is around and below the piece, at the height of its underside (255: as without it)."""
        piece, (across, down, direct) = self.piece, self.easel.shadow
        small = replace(self, coarser=_COARSER)
        reach_px = piece.thickness_mm * self.easel.px_per_mm() / _COARSER
        aside_mm = (across * piece.thickness_mm, down * piece.thickness_mm)
        cast = _soft(small._warp(small._level.solid, piece.bottom_mm, aside_mm), 0.5 * reach_px)
        near = _soft(small._warp(small._level.solid, piece.bottom_mm), 1.6 * reach_px)
        dark = cv2.addWeighted(cast, 0.8 * direct, near, _NEAR * (1 - 0.5 * direct), 0)
        return self._grown(cv2.bitwise_not(dark), _COARSER)

    def _grown(self, small: Any, by: int) -> Picture:
        """Return a coarser mask in the window's own size."""
        full = cv2.resize(small, None, fx=by, fy=by, interpolation=cv2.INTER_LINEAR)
        return np.asarray(full[: self.size_px[1], : self.size_px[0]], np.uint8)

    @property
    def _level(self) -> Level:
        return self.piece.texture.level(self.easel.px_per_mm(self.piece.top_mm) / self.coarser)

    def _matrix(self, z_mm: float, aside_mm: tuple[float, float] = (0.0, 0.0)) -> Array:
        """Return what maps the texture's pixels to the window's, (2, 3)."""
        matrix = _joined(self.easel.plane(z_mm), _joined(self.piece.to_mat(), self._level.to_mm()))
        matrix[:, 2] += np.array(aside_mm) * self.easel.px_per_mm(z_mm) - self.corner_px
        matrix /= self.coarser
        matrix[:, 2] -= 0.5 - 0.5 / self.coarser
        return matrix

    def _warp(self, what: Picture, z_mm: float, aside_mm: tuple[float, float] = (0.0, 0.0)) -> Picture:
        size = (-(-self.size_px[0] // self.coarser), -(-self.size_px[1] // self.coarser))
        return np.asarray(cv2.warpAffine(what, self._matrix(z_mm, aside_mm), size, flags=cv2.INTER_LINEAR), np.uint8)


def _soft(mask: Picture, reach_px: float) -> Picture:
    """Return a mask with a soft edge, two box blurs of the given reach."""
    size = 2 * max(1, round(reach_px / 2)) + 1
    return np.asarray(cv2.blur(cv2.blur(mask, (size, size)), (size, size)), np.uint8)


def window(piece: FlatPiece, easel: Easel) -> Window | None:
    """Return the part of the canvas that a piece and its shadow may touch; None: no part."""
    size_mm = piece.texture.size_mm
    return _window(size_mm, piece.center_mm, piece.angle_deg, (piece.bottom_mm, piece.top_mm), easel)


@lru_cache(maxsize=256)
def _window(
    size_mm: tuple[float, float],
    center_mm: tuple[float, float],
    angle_deg: float,
    heights_mm: tuple[float, float],
    easel: Easel,
) -> Window | None:
    """Return that; what is remembered holds no texture."""
    (width_mm, height_mm), to_mat = size_mm, laid(size_mm, center_mm, angle_deg)
    corners = np.array([[0.0, 0.0], [width_mm, 0.0], [width_mm, height_mm], [0.0, height_mm]])
    seen = np.concatenate([_mapped(_joined(easel.plane(z_mm), to_mat), corners) for z_mm in heights_mm])
    reach_px = _REACH * (heights_mm[1] - heights_mm[0]) * easel.px_per_mm() + 2
    low, high = np.floor(seen.min(axis=0) - reach_px).astype(int), np.ceil(seen.max(axis=0) + reach_px).astype(int)
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(easel.canvas_px[0], int(high[0])), min(easel.canvas_px[1], int(high[1]))
    return (left, top, right, bottom) if left < right and top < bottom else None


def _corners(level: Level) -> Array:
    height, width = level.solid.shape
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _mapped(matrix: Array, points: Array) -> Array:
    """Return points (N, 2) mapped by an affine matrix (2, 3)."""
    return np.asarray(points @ matrix[:, :2].T + matrix[:, 2], np.float64)


def _joined(after: Array, before: Array) -> Array:
    """Return the affine matrix (2, 3) that does `before`, then `after`."""
    return np.asarray(
        np.column_stack([after[:, :2] @ before[:, :2], _mapped(after, before[None, :, 2])[0]]), np.float64
    )
