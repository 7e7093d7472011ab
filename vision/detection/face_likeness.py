"""How much a rectangle of the picture looks like one of the taught faces, in any turn it may lie in.

This only helps to find pieces (a tile with a star is where it looks like a star); which face it is, and how sure that
is, is told elsewhere from the full picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.edges import Field, Picture
from vision.detection.rectangles import Array, Rectangles

SHORT_PX = 20
"""The shorter side of the small pictures that are compared."""

_DARK = 16.0
"""Added before the logarithm: below it there is more noise than light (of 255)."""
_NOISE = 0.05
"""Log: a patch that differs by less than this is like nothing, rather than like anything."""
_TALLEST_PX = 32_766
"""OpenCV's `remap` makes no picture that is taller."""
_LIKELY, _MOST_SHIFTED = 0.4, 90
"""What looks so much like a face is looked at a little aside, too, the likeliest ones only."""
_REACH_PX = 3
"""How far aside: a seventh of a piece, as wide as the frames that are printed on faces."""
_BETTER = 0.08
"""Moved is what looks so much more like its face there; less is the camera's noise."""
_SOFT_RIM_PX = 2.5
"""Towards a picture's edge its pixels count less, over so many."""


@dataclass(frozen=True, slots=True)
class KnownFaces:
    """The faces in all their turns: `patches` (m, height, width, 3) log BGR, the same as unit `vectors`
    (m, 3 * height * width), their `size_px` (width, height), and the same at half that size (`half`)."""

    patches: Field
    vectors: Field
    size_px: tuple[int, int]
    half: "KnownFaces | None" = None


def known_faces(faces: Sequence[Picture], piece_mm: tuple[float, float]) -> KnownFaces:
    """Return the looks of upright face pictures (one at least; any size, BGR, filling the picture) in every turn that a
    piece of `piece_mm` can lie in: four for a square one, two for another."""
    short = min(piece_mm)
    size = (round(piece_mm[0] / short * SHORT_PX), round(piece_mm[1] / short * SHORT_PX))
    return _known(faces, size, _known(faces, (size[0] // 2, size[1] // 2), None))


def _known(faces: Sequence[Picture], size: tuple[int, int], half: KnownFaces | None) -> KnownFaces:
    turns = (0, 1, 2, 3) if size[0] == size[1] else (0, 2)
    small = [_logs(cv2.resize(face, size, interpolation=cv2.INTER_AREA)) for face in faces]
    patches = np.stack([np.ascontiguousarray(np.rot90(face, turn)) for face in small for turn in turns])
    return KnownFaces(patches, _unit(patches), size, half)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much each of K rectangles looks like the face that it looks like most (`value`, −1 to 1, a normalised
    correlation of logs over all three colours, light taken off), and the number of that face's patch (`best`)."""

    value: Array
    best: NDArray[np.intp]


def likeness(picture_bgr: Picture, found: Rectangles, size_px: tuple[float, float], known: KnownFaces) -> Likeness:
    """Return how much each rectangle of `size_px` (width, height in pixels of `picture_bgr`) looks like a face."""
    if not len(found.score):
        return Likeness(np.zeros(0), np.zeros(0, np.intp))
    patches = _patches(picture_bgr, found, size_px, known.size_px, 0)
    every = _unit(patches) @ known.vectors.T
    best = every.argmax(axis=1)
    return Likeness(every[np.arange(len(best)), best].astype(np.float64), best)


def shifted(
    picture_bgr: Picture, found: Rectangles, size_px: tuple[float, float], known: KnownFaces, like: Likeness
) -> Rectangles:
    """Return those rectangles that would look more like their face a little aside, moved there. A frame printed on a
    face, or a shadow beside it, may have been taken for its edge."""
    likely = np.flatnonzero(like.value > _LIKELY)
    likely = likely[np.argsort(-like.value[likely], kind="stable")][:_MOST_SHIFTED]
    if not len(likely):
        return found.chosen(likely)
    wide = _patches(picture_bgr, found.chosen(likely), size_px, known.size_px, _REACH_PX)
    index, shifts = [], []
    for i, patch in zip(likely, wide, strict=True):
        alike = cv2.matchTemplate(patch, known.patches[like.best[i]], cv2.TM_CCOEFF_NORMED)
        row, col = divmod(int(alike.argmax()), alike.shape[1])
        if alike[row, col] > alike[_REACH_PX, _REACH_PX] + _BETTER:
            index.append(int(i))
            shifts.append((_summit(alike[row], col), _summit(alike[:, col], row)))
    moved = found.chosen(np.array(index, np.intp))
    step = np.array([size_px[0] / known.size_px[0], size_px[1] / known.size_px[1]])
    across, down = ((np.array(shifts).reshape(-1, 2) - _REACH_PX) * step).T
    angle = np.radians(moved.angle_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    shift = np.stack([cos * across - sin * down, sin * across + cos * down], axis=1)
    return Rectangles(moved.center_px + shift, moved.angle_deg, moved.score)


def _summit(values: Field, top: int) -> float:
    """Return where the highest of `values`, at `top`, lies between its neighbours (a parabola through the three)."""
    if not 0 < top < len(values) - 1:
        return float(top)
    low, middle, high = (float(value) for value in values[top - 1 : top + 2])
    bend = low - 2 * middle + high
    return top + (0.5 * (low - high) / bend if bend < -1e-6 else 0.0)


def _patches(
    picture: Picture, found: Rectangles, size_px: tuple[float, float], out_px: tuple[int, int], margin_px: int
) -> Field:
    """Return the rectangles upright, (K, height, width, 3) logs, with `margin_px` more on every side."""
    width, height = out_px[0] + 2 * margin_px, out_px[1] + 2 * margin_px
    u = ((np.arange(width) + 0.5 - width / 2) / out_px[0]) * size_px[0]
    v = ((np.arange(height) + 0.5 - height / 2) / out_px[1]) * size_px[1]
    angle = np.radians(found.angle_deg)[:, None, None]
    cos, sin = np.cos(angle), np.sin(angle)
    x = found.center_px[:, 0, None, None] + cos * u[None, None, :] - sin * v[None, :, None]
    y = found.center_px[:, 1, None, None] + sin * u[None, None, :] + cos * v[None, :, None]
    at_once = max(_TALLEST_PX // height, 1)
    flat = []
    for first in range(0, len(x), at_once):
        across, down = (part[first : first + at_once].reshape(-1, width).astype(np.float32) for part in (x, y))
        flat.append(cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))
    return _logs(np.concatenate(flat).reshape(-1, height, width, 3))


def _logs(picture: NDArray[np.integer | np.floating]) -> Field:
    return np.asarray(np.log(np.asarray(picture, np.float32) + _DARK), np.float32)


def _unit(logs: Field) -> Field:
    """Return pictures (K, h, w, 3), logs, as unit vectors, free of the lamp's strength and colour and of light that
    changes over the piece (a shadow's edge across it): of all that a quadratic surface explains. The outermost pixels
    and corners count little: what they show depends on the cut and on the table."""
    count, height, width = logs.shape[:3]
    weight, light = _window_and_light(height, width)
    rows = logs.reshape(count, -1) * weight
    rows -= (rows @ light) @ light.T
    rows /= np.sqrt((rows**2).sum(axis=1, keepdims=True) + rows.shape[1] * _NOISE**2)
    return rows


@cache
def _window_and_light(height: int, width: int) -> tuple[Field, Field]:
    """Return how much each number of a picture counts, (3 * height * width,), and what light does to it: an orthonormal
    basis (3 * height * width, 8) of each colour's strength and of a quadratic surface over all three."""
    window = np.sqrt(np.minimum(_ramp(height)[:, None], _ramp(width)[None, :]))
    down, across = np.mgrid[0:height, 0:width]
    x, y = (across + 0.5) / width - 0.5, (down + 0.5) / height - 0.5
    surfaces = [surface[:, :, None] * np.ones(3) for surface in (x, y, x * x, x * y, y * y)]
    strengths = [np.ones((height, width, 1)) * colour for colour in np.eye(3)]
    basis = np.stack([(window[:, :, None] * each).ravel() for each in (*strengths, *surfaces)], axis=1)
    return np.repeat(window.ravel(), 3), np.asarray(np.linalg.qr(basis)[0], np.float32)


def _ramp(count: int) -> Field:
    steps = np.minimum(np.arange(count), np.arange(count)[::-1]) + 0.5
    return np.clip(steps / _SOFT_RIM_PX, 0.0, 1.0).astype(np.float32)
