"""Rectangles of one known size at any angle, found by their edges: a vote over all places and angles, coarse, then a
fit of each likely one, fine.

A piece is looked for by its four sides at once, so one that touches others, or lies on a patterned cloth, is found as
well as one that lies apart. No colour of table or piece is assumed.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.edges import Edges, Field

Array = NDArray[np.float64]

STEP_DEG = 5.0
"""Angles tried by the vote; the fit finds what lies between."""

_SIDE_SHARE = 0.84
"""Of a side: its middle part that is looked at, for corners are round or worn."""
_SQUARE = 0.03
"""A piece whose sides differ by less (of the shorter one) is looked for in one of two directions only."""
_CLEAR_EDGE, _LEAST_VOTE = 0.6, 0.9
"""In the vote no place of a side is stronger than one clear edge makes it, and of what six sides (the weakest counts
three times) reach at most so much is asked: a quarter, so that pale sides on a pale cloth stay in the list."""
_FITTED, _REFINED = (6, 5.0, 1.0, 11), (3, 1.5, 0.5, 17)
"""How far a side is moved (px), how far a rectangle is turned and by what step (degrees), and by how many samples of a
side that is judged: first by what the vote may be off, then by what a step may be off."""
_SAMPLES = 21
"""Of a side, where it is judged as it lies."""
_SEEN = 0.3
"""An edge so strong is fully seen; one as strong as what is usual around it has 0.45."""
_BEYOND = (0.62, 0.7, 0.8)
"""Where, of a side's length from its middle, it is looked whether its line runs on: beyond the corner (0.5), and short
of a neighbour's far one."""
_FULL = 0.5
"""No place of a side counts for more in a fit than an edge as strong as what is usual around it."""
_STIFF = 0.012
"""What it costs to move opposite sides apart or together, by the square of the pixels: at three pixels a tenth of what
a clear side brings. A piece's size is known; what is left is its thickness, and how slantwise it is seen."""
_ROUNDS, _SETTLE_PX, _SETTLE_STEP_PX, _MOST_TURN_DEG = 3, 2.0, 0.5, 2.0
"""The last fit: lines through each side's strongest places, looked for so far aside, in rounds; no round turns by
more."""
_APART_PX = 3
"""Voted rectangles nearer than this and a step of angle are one."""
_AROUND = np.ones((2 * _APART_PX + 1, 2 * _APART_PX + 1), np.uint8)
_OUTWARD = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]])
"""The directions of left, right, top, bottom: no setting."""
_TURN_SIGN = np.array([1.0, -1.0, -1.0, 1.0])
"""Which way each of these leans where the rectangle turns: no setting."""


@dataclass(frozen=True, slots=True)
class Rectangles:
    """K rectangles of one size: middles (K, 2) px, angles (K,) degrees clockwise, and a score (K,), 0 to about 4."""

    center_px: Array
    angle_deg: Array
    score: Array

    def chosen(self, which: NDArray[np.intp] | NDArray[np.bool_]) -> "Rectangles":
        """Return those that an index array or mask picks."""
        return Rectangles(self.center_px[which], self.angle_deg[which], self.score[which])


def vote(field: Edges, size_px: tuple[float, float], most: int) -> Rectangles:
    """Return the likeliest rectangles of `size_px` (width, height), at most `most`, best first; each true one is among
    them, some of them more than once, within a few pixels and 4°.

    `field` is that of a picture in which the shorter side measures 20 to 30 pixels.
    """
    width, height = size_px
    square = abs(width - height) < _SQUARE * min(width, height)
    found: list[Array] = []
    for angle in np.arange(0.0, 90.0, STEP_DEG):
        matrix, size = _turning(field.along_cos.shape, angle)
        turned = cv2.warpAffine(field.towards(angle), matrix, size)
        upright = _thick(np.maximum(turned, 0.0), (3, 1))
        level = _thick(np.maximum(np.negative(turned, out=turned), 0.0, out=turned), (1, 3))
        for wide, high, more_deg in ((width, height, 0.0), (height, width, 90.0))[: 1 if square else 2]:
            found.append(_peaks(upright, level, wide, high, matrix, angle + more_deg))
    every = np.concatenate(found)
    every = every[np.argsort(-every[:, 0], kind="stable")]
    kept = _apart(every, 90.0 if square else 180.0, most)
    return Rectangles(kept[:, 1:3], kept[:, 3], kept[:, 0])


def _thick(lines: Field, size_px: tuple[int, int]) -> Field:
    """Return lines summed over so many pixels (across, down), no place stronger than one clear edge makes it."""
    thick = cv2.blur(lines, size_px)
    thick *= 3
    return np.asarray(np.minimum(thick, _CLEAR_EDGE, out=thick), np.float32)


def _turning(shape: tuple[int, ...], angle_deg: float) -> tuple[Array, tuple[int, int]]:
    """Return the (2, 3) map that turns a picture so that `angle_deg` points right, and the size that then holds it."""
    height, width = shape[:2]
    matrix = np.array(cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle_deg, 1.0), np.float64)
    cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
    size = (int(width * cos + height * sin) + 2, int(width * sin + height * cos) + 2)
    matrix[:, 2] += np.array([(size[0] - width) / 2, (size[1] - height) / 2])
    return matrix, size


def _peaks(upright: Field, level: Field, wide: float, high: float, matrix: Array, angle_deg: float) -> Array:
    """Return (n, 4): score, x, y in the unturned picture, angle, of the local maxima of the four sides' support."""
    across, down = 2 * round(wide / 2), 2 * round(high / 2)
    rows, cols = upright.shape
    if rows <= down + 2 or cols <= across + 2:
        return np.zeros((0, 4))
    beside = cv2.blur(upright, (1, int(high * _SIDE_SHARE) | 1))
    above = cv2.blur(level, (int(wide * _SIDE_SHARE) | 1, 1))
    inner_rows, inner_cols = slice(down // 2, rows - down // 2), slice(across // 2, cols - across // 2)
    left, right = beside[inner_rows, : cols - across], beside[inner_rows, across:]
    top, bottom = above[: rows - down, inner_cols], above[down:, inner_cols]
    weakest = cv2.min(cv2.min(left, right), cv2.min(top, bottom))
    # The weakest side counts three times: shifted by half a piece, two sides of a row of tiles still run on.
    score = left + right + top + bottom + 2 * weakest
    at = np.divmod(np.flatnonzero((score >= cv2.dilate(score, _AROUND)) & (score > _LEAST_VOTE)), score.shape[1])
    places = np.stack([at[1] + across / 2, at[0] + down / 2], axis=1)
    back = cv2.invertAffineTransform(matrix)
    places = places @ back[:, :2].T + back[:, 2]
    return np.column_stack([score[at], places, np.full(len(places), angle_deg)])


def _apart(every: Array, period_deg: float, most: int) -> Array:
    """Return of (n, 4), best first, at most `most` that no better one stands for (within 3 pixels and a step)."""
    if not len(every):
        return every
    steps = round(period_deg / STEP_DEG)
    step = np.round(every[:, 3] / STEP_DEG).astype(int) % steps
    x, y = (np.maximum(every[:, axis], 0).astype(int) + _APART_PX for axis in (1, 2))
    stood_for = np.zeros((steps, y.max() + _APART_PX + 1, x.max() + _APART_PX + 1), bool)
    kept: list[int] = []
    for i, at in enumerate(zip(step.tolist(), y.tolist(), x.tolist(), strict=True)):
        if stood_for[at]:
            continue
        kept.append(i)
        if len(kept) >= most:
            break
        rows, cols = (slice(middle - _APART_PX, middle + _APART_PX + 1) for middle in at[1:])
        stood_for[max(at[0] - 1, 0) : at[0] + 2, rows, cols] = True
        if at[0] in (0, steps - 1):  # the first angle follows upon the last
            stood_for[steps - 1 - at[0], rows, cols] = True
    return every[kept]


def joined(one: Rectangles, other: Rectangles) -> Rectangles:
    """Return the rectangles of both."""
    return Rectangles(
        np.concatenate([one.center_px, other.center_px]),
        np.concatenate([one.angle_deg, other.angle_deg]),
        np.concatenate([one.score, other.score]),
    )


def fitted(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> Rectangles:
    """Return voted rectangles moved and turned to where their sides fit well, in the picture of `field`, whose shorter
    side measures 40 to 60 pixels; their score is the sides' mean strength, summed, less what they had to be stretched.
    """
    if not len(found.score):
        return found
    return _searched(field, found, size_px, *_FITTED)


def refined(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> Rectangles:
    """Return `fitted` rectangles moved and turned to where their sides fit best; their score as before."""
    if not len(found.score):
        return found
    found = _searched(field, found, size_px, *_REFINED)
    return _settled(field, found, size_px)


def graded(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> Rectangles:
    """Return the rectangles where they are, with the score that `fitted` would give them there."""
    if not len(found.score):
        return found
    return _searched(field, found, size_px, 0, 0.0, 1.0, _SAMPLES)


def sides(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> tuple[Array, Array]:
    """Return how well each side is seen: strength (K, 4, 21), 0 to 1, left, right, top, bottom, and where the
    samples lie, (K, 4, 21, 2) px."""
    strength, _ = _profiles(field, found, size_px, np.array([-1.0, 0.0, 1.0]), _shares(_SAMPLES))
    x, y, _ = _samples(found, size_px, np.zeros(1), _shares(_SAMPLES))
    places = np.concatenate([x, y], axis=3).astype(np.float64)
    return np.minimum(strength.max(axis=-1) / _SEEN, 1.0).astype(np.float64), places


def ends(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> tuple[Array, Array]:
    """Return how strongly the lines of the sides run on beyond the corners, (K, 4, 6), 0 to 1, and where that was
    looked at, (K, 4, 6, 2) px. A piece's sides end; the lines of a checked cloth do not."""
    share = np.array([*(-far for far in reversed(_BEYOND)), *_BEYOND])
    offsets = np.array([-1.0, 0.0, 1.0])
    strength, _ = _profiles(field, found, size_px, offsets, share)
    x, y, _ = _samples(found, size_px, np.zeros(1), share)
    places = np.concatenate([x, y], axis=3).astype(np.float64)
    return np.minimum(strength.max(axis=-1) / _SEEN, 1.0).astype(np.float64), places


def corners(found: Rectangles, size_px: tuple[float, float]) -> NDArray[np.float32]:
    """Return (K, 4, 2) px: each rectangle's corners, clockwise from its own top left."""
    angle = np.radians(found.angle_deg)
    across = np.stack([np.cos(angle), np.sin(angle)], axis=1) * size_px[0] / 2
    down = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * size_px[1] / 2
    shifts = np.stack([-across - down, across - down, across + down, down - across], axis=1)
    return (found.center_px[:, None] + shifts).astype(np.float32)


def _shares(samples: int) -> Array:
    """Return where along a side its samples lie, in shares of its length from its middle."""
    return np.linspace(-0.5, 0.5, samples) * _SIDE_SHARE


def _samples(
    found: Rectangles, size_px: tuple[float, float], offsets_px: Array, shares: Array
) -> tuple[Field, Field, Array]:
    """Return places x and y, (K, 4, shares, offsets) px, at `shares` of the sides' lengths, `offsets_px` outwards, and
    how far along, (4, shares) px from each side's middle."""
    width, height = size_px
    half = np.array([width, width, height, height]) / 2
    run = np.array([height, height, width, width])[:, None] * shares
    out = (half[:, None] + offsets_px)[:, None, :]
    side = run[:, :, None]
    local_x = (_OUTWARD[:, 0, None, None] * out + np.abs(_OUTWARD[:, 1, None, None]) * side).astype(np.float32)
    local_y = (_OUTWARD[:, 1, None, None] * out + np.abs(_OUTWARD[:, 0, None, None]) * side).astype(np.float32)
    angle = np.radians(found.angle_deg)
    cos, sin = (np.asarray(f(angle), np.float32)[:, None, None, None] for f in (np.cos, np.sin))
    middle = found.center_px.astype(np.float32)[:, :, None, None, None]
    x = middle[:, 0] + cos * local_x - sin * local_y
    y = middle[:, 1] + sin * local_x + cos * local_y
    return x, y, run


def _profiles(
    field: Edges, found: Rectangles, size_px: tuple[float, float], offsets_px: Array, shares: Array
) -> tuple[Field, Array]:
    """Return the strength of edges along the sides' direction at `_samples`, (K, 4, samples, offsets), and `run`."""
    x, y, run = _samples(found, size_px, offsets_px, shares)
    maps = (x.reshape(len(x) * 4, -1), y.reshape(len(x) * 4, -1))
    border = cv2.BORDER_CONSTANT
    along = cv2.remap(field.along, *maps, cv2.INTER_LINEAR, borderMode=border).reshape(*x.shape, 2)
    double = np.radians(2 * found.angle_deg)
    towards = np.array([1.0, 1.0, -1.0, -1.0])[None, :, None, None]
    strength = along[..., 0] * (np.cos(double)[:, None, None, None] * towards).astype(np.float32)
    strength += along[..., 1] * (np.sin(double)[:, None, None, None] * towards).astype(np.float32)
    return np.asarray(np.maximum(strength, 0.0, out=strength), np.float32), run


def _searched(
    field: Edges,
    found: Rectangles,
    size_px: tuple[float, float],
    reach: int,
    most_deg: float,
    step_deg: float,
    samples: int,
) -> Rectangles:
    """Try every tilt up to `most_deg`, every shift of each side up to `reach` pixels, and return the best of each
    rectangle, judged by `samples` of each side."""
    tilts_deg = np.arange(-most_deg, most_deg + step_deg / 2, step_deg)
    longest = max(size_px) / 2 * _SIDE_SHARE
    border = reach + int(np.ceil(longest * np.radians(np.abs(tilts_deg).max()))) + 1
    strength, run = _profiles(field, found, size_px, np.arange(-border, border + 1.0), _shares(samples))
    # The rectangles last: whatever is done to one is done to its neighbours in memory, many at once.
    strength = np.minimum(np.ascontiguousarray(strength.transpose(1, 2, 3, 0)), _FULL)
    strength[:, :, 1:-1] += 0.5 * (strength[:, :, :-2] + strength[:, :, 2:])
    shifts = np.arange(-reach, reach + 1)
    count, tilts = len(found.score), np.radians(tilts_deg)
    along = np.empty((len(tilts), 4, len(shifts), count), np.float32)
    total = np.empty((len(tilts), count), np.float32)
    stretch = (_STIFF * (shifts[:, None] + shifts[None, :]) ** 2).astype(np.float32)
    each_side, each_sample = np.arange(4)[:, None, None], np.arange(samples)[None, :, None]
    for i, tilt in enumerate(tilts):
        lean = np.round(_TURN_SIGN[:, None] * run * tilt).astype(int)
        index = lean[:, :, None] + shifts + border
        along[i] = strength[each_side, each_sample, index].sum(axis=1)
        along[i] /= samples
        level, upright = (_stretched(along[i, side], along[i, side + 1], stretch).max(axis=0) for side in (0, 2))
        total[i] = level + upright
    best, each = total.argmax(axis=0), np.arange(count)
    own = along[best, :, :, each].transpose(1, 2, 0)
    left, right = np.divmod(_stretched(own[0], own[1], stretch).argmax(axis=0), len(shifts))
    top, bottom = np.divmod(_stretched(own[2], own[3], stretch).argmax(axis=0), len(shifts))
    return _moved(found, (right - left) / 2, (bottom - top) / 2, tilts_deg[best], total[best, each])


def _stretched(one: Field, other: Field, stretch: Field) -> Field:
    """Return what two opposite sides, each in all its shifts (shifts, K), are worth together, (shifts * shifts, K)."""
    both = one[:, None] + other[None]
    both -= stretch[:, :, None]
    return both.reshape(-1, both.shape[2])


def _moved(found: Rectangles, across: Array, down: Array, tilt_deg: Array, score: Array) -> Rectangles:
    angle = found.angle_deg + tilt_deg
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    shift = np.stack([cos * across - sin * down, sin * across + cos * down], axis=1)
    return Rectangles(found.center_px + shift, angle, score)


def _settled(field: Edges, found: Rectangles, size_px: tuple[float, float]) -> Rectangles:
    """Fit a line to each side's strongest places and follow the four lines by fractions of a pixel and degree; in
    rounds, because an edge near the window's rim is drawn towards its middle."""
    offsets = np.arange(-_SETTLE_PX, _SETTLE_PX + _SETTLE_STEP_PX / 2, _SETTLE_STEP_PX)
    for _ in range(_ROUNDS):
        strength, run = _profiles(field, found, size_px, offsets, _shares(_REFINED[-1]))
        weight = np.square(np.square(np.minimum(strength, _FULL))) + 1e-9
        each = weight.sum(axis=3)
        mass = each.sum(axis=2)
        mean_run = (each * run).sum(axis=2) / mass
        mean_out = (weight * offsets).sum(axis=(2, 3)) / mass
        apart = run - mean_run[:, :, None]
        lean = (weight * (offsets - mean_out[:, :, None, None])).sum(axis=3)
        lean = (lean * apart).sum(axis=2)
        spread = (each * apart**2).sum(axis=2)
        tilt = np.degrees((lean * _TURN_SIGN).sum(axis=1) / spread.sum(axis=1))
        middle = mean_out - lean / spread * mean_run
        shares = mass / (mass[:, [1, 0, 3, 2]] + mass)
        across = middle[:, 1] * shares[:, 1] - middle[:, 0] * shares[:, 0]
        down = middle[:, 3] * shares[:, 3] - middle[:, 2] * shares[:, 2]
        found = _moved(found, across, down, np.clip(tilt, -_MOST_TURN_DEG, _MOST_TURN_DEG), found.score)
    return found
