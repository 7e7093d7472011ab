"""Pieces of one known size lying free: where each is and how it is turned, and its picture cut out upright.

What a piece shows is told elsewhere; so a square piece's angle is found modulo 90°, another's modulo 180°.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Pieces
from vision.outlines import edges
from vision.rectangles import Array, Rectangles, corners, fitted, sides, vote

Picture = NDArray[np.uint8]

_VOTE_PX = 22
_FIT_PX = 44
_MOST = 260
_OVERLAP = 0.2
_LEAST_SIDE = 0.5
_LEAST_MEAN = 0.72
_LEAST_SEEN = 0.55


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece that may lie here: its middle in the area's mm, its turn clockwise (0 to 90° for square pieces, 0 to
    180° for others), and how well its outline is seen, 0 to 1."""

    center_mm: tuple[float, float]
    angle_deg: float
    score: float


def find_pieces(area_bgr: Picture, zone: Pieces, px_per_mm: float) -> tuple[Candidate, ...]:
    """Return the pieces in a rectified picture of a zone, those seen best first.

    Parameters
    ----------
    area_bgr : (h, w, 3) uint8
        The zone's rectangle, `px_per_mm` pixels a millimetre; a margin is neither needed nor expected.
    zone : Pieces
    px_per_mm : float
        At least 12 pixels should fall on a piece's shorter side; 40 or more serve best.
    """
    height, width = area_bgr.shape[:2]
    short_mm = min(zone.piece_mm)
    coarse, fine = _VOTE_PX / short_mm / px_per_mm, _FIT_PX / short_mm / px_per_mm
    capacity = int(height * width / px_per_mm**2 / (zone.piece_mm[0] * zone.piece_mm[1])) + 1
    most = min(_MOST, 30 + 4 * capacity)
    close = _scaled(area_bgr, fine)
    far = _scaled(close, coarse / fine)
    found = vote(edges(far, _VOTE_PX // 2), _size_px(zone, far, area_bgr, px_per_mm), most)
    if not len(found.score):
        return ()
    ratio = np.array(close.shape[1::-1]) / far.shape[1::-1]
    start = Rectangles((found.center_px + 0.5) * ratio - 0.5, found.angle_deg, found.score)
    size_px = _size_px(zone, close, area_bgr, px_per_mm)
    field = edges(close, _FIT_PX // 2)
    fit = fitted(field, start, size_px)
    strength, places = sides(field, fit, size_px)
    chosen, quality = _chosen(fit, strength, places, size_px)
    per_mm = px_per_mm * close.shape[1] / width
    period = 90.0 if zone.piece_mm[0] == zone.piece_mm[1] else 180.0
    return tuple(
        Candidate(
            (
                zone.rect_mm[0] + float(fit.center_px[i, 0] + 0.5) / per_mm,
                zone.rect_mm[1] + float(fit.center_px[i, 1] + 0.5) / per_mm,
            ),
            float(fit.angle_deg[i] % period),
            quality[i],
        )
        for i in chosen
    )


def _scaled(picture: Picture, factor: float) -> Picture:
    if abs(factor - 1) < 0.02:
        return picture
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def _size_px(zone: Pieces, picture: Picture, area: Picture, px_per_mm: float) -> tuple[float, float]:
    per_mm = px_per_mm * picture.shape[1] / area.shape[1]
    return (zone.piece_mm[0] * per_mm, zone.piece_mm[1] * per_mm)


def _chosen(
    fit: Rectangles, strength: Array, places: Array, size_px: tuple[float, float]
) -> tuple[list[int], dict[int, float]]:
    """Return which rectangles are pieces, best first, and how well each is seen. One that lies partly under those
    taken before is judged by what sticks out."""
    quads = corners(fit, size_px)
    area = size_px[0] * size_px[1]
    means = strength.mean(axis=2)
    order = np.argsort(-(fit.score + means.min(axis=1) + means.sum(axis=1) * 0.5))
    taken: list[int] = []
    quality: dict[int, float] = {}
    diagonal = float(np.hypot(*size_px))
    for i in order:
        near = [j for j in taken if np.hypot(*(fit.center_px[i] - fit.center_px[j])) < diagonal]
        if any(_common(quads[i], quads[j]) > _OVERLAP * area for j in near):
            continue
        seen = np.ones(strength.shape[1:], bool)
        for j in near:
            seen &= ~_within(places[i], fit.center_px[j], fit.angle_deg[j], size_px, 2.5)
        value = _judged(strength[i], seen)
        if value is not None:
            taken.append(int(i))
            quality[int(i)] = value
    return taken, quality


def _judged(strength: Array, seen: NDArray[np.bool_]) -> float | None:
    """Return how well a rectangle's sides are seen where nothing lies on them, or None where that is too little."""
    if seen.mean() < _LEAST_SEEN:
        return None
    weakest = 1.0
    for side, clear in zip(strength, seen, strict=True):
        if clear.mean() > 0.3:
            weakest = min(weakest, float(side[clear].mean()))
    mean = float(strength[seen].mean())
    return None if weakest < _LEAST_SIDE or mean < _LEAST_MEAN else mean


def _common(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0])


def _within(
    places: Array, center_px: Array, angle_deg: float, size_px: tuple[float, float], inset: float
) -> NDArray[np.bool_]:
    """Return which places (..., 2) lie inside a rectangle by more than `inset` pixels."""
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    apart = places - center_px
    across = np.abs(apart[..., 0] * cos + apart[..., 1] * sin)
    down = np.abs(apart[..., 1] * cos - apart[..., 0] * sin)
    inside: NDArray[np.bool_] = (across < size_px[0] / 2 - inset) & (down < size_px[1] / 2 - inset)
    return inside


def cut(
    area_bgr: Picture, candidate: Candidate, zone: Pieces, px_per_mm: float, px: int = 64, margin: float = 0.0
) -> Picture:
    """Return a candidate's picture, turned upright (modulo the piece's symmetry), its shorter side `px` pixels, with
    `margin` (a share of the shorter side) of what lies around it."""
    short = min(zone.piece_mm)
    edge = margin * short
    size_mm = (zone.piece_mm[0] + 2 * edge, zone.piece_mm[1] + 2 * edge)
    size = (round(size_mm[0] / short * px), round(size_mm[1] / short * px))
    step = short / px * px_per_mm
    cos, sin = np.cos(np.radians(candidate.angle_deg)) * step, np.sin(np.radians(candidate.angle_deg)) * step
    x = (candidate.center_mm[0] - zone.rect_mm[0]) * px_per_mm - 0.5
    y = (candidate.center_mm[1] - zone.rect_mm[1]) * px_per_mm - 0.5
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    matrix = np.array([[cos, -sin, x - cos * u + sin * v], [sin, cos, y - sin * u - cos * v]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(area_bgr, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
