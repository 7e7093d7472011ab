"""The plane of the table in the picture: the homography that markers agree on, and how far it can be trusted.

The fit is a Gauss-Newton descent on the reprojection error (Hartley and Zisserman, "Multiple View Geometry", 2nd ed.,
4.1 and 5.2.6), started from the direct linear transform. Two weak rules join the measured corners: a camera's pixels
are square, and its lens bends little. They change nothing where many markers are seen, and help much where one is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Lens

Array = NDArray[np.float64]

CORNER_SIGMA_PX = 0.25
"""How far a measured corner lies from the true one (one standard deviation), as drawn and real frames show it."""

_ROUNDS = 8
_BEND_SIGMA = 0.1
_HUBER = 3.0


@dataclass(frozen=True, slots=True)
class Plane:
    """A flat area in a picture.

    `mm_to_px` (3, 3) maps area millimetres to pixels of the straight picture; `lens` bends these to the real one, None
    where nothing is known to be bent. `covariance` (8, 8) is that of the scaled parameters that the fit used, with
    `scale_mm` (3, 3) and `scale_px` (3, 3) before and after them; `rms_px` how far the corners lie from the fit.
    """

    mm_to_px: Array
    lens: Lens | None
    rms_px: float
    covariance: Array
    scale_mm: Array
    scale_px: Array

    def error_mm(self, points_mm: Array) -> Array:
        """Return, for (N, 2) points of the area, how far from the truth the plane may put each, in mm (one standard
        deviation of the distance)."""
        points = np.asarray(points_mm, np.float64).reshape(-1, 2)
        parameters = _parameters(inverse(self.scale_px) @ self.mm_to_px @ inverse(self.scale_mm))
        scaled = project(self.scale_mm, points)
        jacobian = _jacobian(lambda p: project(_matrix(p), scaled), parameters)
        jacobian = jacobian.reshape(len(points), 2, 8) * self.scale_px[0, 0]
        spread_px = np.einsum("nij,jk,nlk->nil", jacobian, self.covariance, jacobian)
        per_mm = local_scale(self.mm_to_px, points)
        to_mm = inverse(per_mm)
        spread_mm = np.einsum("nij,njk,nlk->nil", to_mm, spread_px, to_mm)
        distance: Array = np.sqrt(np.maximum(np.trace(spread_mm, axis1=1, axis2=2), 0.0))
        return distance


def inverse(matrix: Array) -> Array:
    """Return the inverse of a square matrix."""
    return np.asarray(np.linalg.inv(matrix), np.float64)


def project(homography: Array, points: Array) -> Array:
    """Return (N, 2) points mapped by a (3, 3) homography. Points on its horizon come out far away, not infinite."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = points @ homography[:, :2].T + homography[:, 2]
    depth = mapped[:, 2:]
    depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
    result: Array = mapped[:, :2] / depth
    return result


def local_scale(homography: Array, points: Array) -> Array:
    """Return the (N, 2, 2) derivative of the homography at (N, 2) points: how many pixels a millimetre makes there."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    mapped = points @ homography[:, :2].T + homography[:, 2]
    depth = mapped[:, 2][:, None, None]
    result: Array = (
        homography[None, :2, :2] - (mapped[:, :2] / mapped[:, 2:])[:, :, None] * homography[None, 2:, :2]
    ) / depth
    return result


def fit(
    points_mm: Array,
    points_px: Array,
    size_px: tuple[int, int],
    *,
    lens: Lens | None = None,
    weights: Array | None = None,
    bend: bool = False,
) -> Plane:
    """Return the plane that maps (N, 2) points of the area to (N, 2) pixels of a picture of `size_px`.

    Parameters
    ----------
    points_mm, points_px : (N, 2) float, N >= 4
    size_px : (width, height)
    lens : Lens, optional
        Of this picture's size; where it is given nothing about the lens is guessed.
    weights : (N,) float, optional
        How much each point counts.
    bend : bool
        Also look for how much the lens bends (one radial parameter); for points spread over the picture only.
    """
    straight: Array = lens.straight(points_px) if lens else np.asarray(points_px, np.float64)
    scale_mm, scale_px = _scaling(points_mm), _picture_scaling(size_px)
    source = project(scale_mm, points_mm)
    target = project(inverse(scale_px), straight)
    start: Array = _start(source, target)
    sigma = CORNER_SIGMA_PX / scale_px[0, 0]
    root = np.ones(len(source)) if weights is None else np.sqrt(np.asarray(weights, np.float64))
    parameters = np.append(_parameters(start), 0.0) if bend else _parameters(start)
    to_camera = _to_camera(size_px, lens, scale_px)

    def misfit(p: Array) -> Array:
        mapped = project(_matrix(p), source)
        if bend:
            mapped = mapped * (1 + p[8] * np.sum(mapped**2, axis=1, keepdims=True))
        off: Array = (mapped - target) / sigma
        return off

    def square(p: Array) -> Array:
        return _skew(to_camera @ _matrix(p) @ scale_mm)

    slack = _skew_sigma(parameters, scale_mm, size_px, lens, scale_px)
    for _ in range(_ROUNDS):
        error = misfit(parameters)
        far = np.linalg.norm(error, axis=1)
        trust = root * np.sqrt(np.minimum(1.0, _HUBER / np.maximum(far, 1e-9)))
        full = np.append(np.repeat(trust, 2), 1 / slack)

        def residual(p: Array, full: Array = full) -> Array:
            rows = np.concatenate([misfit(p).ravel(), square(p)]) * full
            return np.append(rows, p[8] / _BEND_SIGMA) if bend else rows

        jacobian = _jacobian(residual, parameters)
        step = np.linalg.lstsq(jacobian, -residual(parameters), rcond=None)[0]
        parameters = parameters + step
        if np.abs(step).max() < 1e-7:
            break
    return _plane(parameters, misfit(parameters), jacobian, lens, size_px, scale_mm, scale_px)


def _plane(
    parameters: Array,
    error: Array,
    jacobian: Array,
    lens: Lens | None,
    size_px: tuple[int, int],
    scale_mm: Array,
    scale_px: Array,
) -> Plane:
    freedom = max(error.size - len(parameters), 1)
    excess = max(1.0, float(np.sum(np.minimum(error**2, 100.0))) / freedom) if error.size > 8 else 1.0
    covariance = np.asarray(np.linalg.pinv(jacobian.T @ jacobian)[:8, :8] * excess, np.float64)
    matrix = scale_px @ _matrix(parameters) @ scale_mm
    if len(parameters) == 9:
        # The fit's radius is in halves of the picture's width; as a lens: focal length half the width.
        width, height = size_px
        matrix_px = (width / 2, width / 2, (width - 1) / 2, (height - 1) / 2)
        lens = Lens(size_px, matrix_px, (float(parameters[8]), 0.0, 0.0, 0.0, 0.0))
    rms = float(np.sqrt(np.mean(np.sum(error**2, axis=1)))) * CORNER_SIGMA_PX
    return Plane(matrix / matrix[2, 2], lens, rms, covariance, scale_mm, scale_px)


def agree(
    markers_mm: Mapping[int, Array], markers_px: Mapping[int, Array], size_px: tuple[int, int], lens: Lens | None
) -> tuple[Plane, tuple[int, ...]] | None:
    """Return the plane that most markers agree on and the ids of these, or None where no two of several agree.

    Both mappings hold (4, 2) corners by id. A marker that lies elsewhere (of another mat, misread, shifted) is left
    out; two that contradict each other leave nobody to believe.
    """
    ids = tuple(sorted(markers_mm.keys() & markers_px.keys()))
    if not ids:
        return None
    plane = _joint(ids, markers_mm, markers_px, size_px, lens)
    if len(ids) == 1 or not _strangers(plane, ids, markers_mm, markers_px, 0.12):
        return plane, ids
    best: tuple[int, ...] = ()
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            pair = _joint((one, other), markers_mm, markers_px, size_px, lens)
            if _strangers(pair, (one, other), markers_mm, markers_px, 0.12):
                continue
            out = _strangers(pair, ids, markers_mm, markers_px, 0.6)
            if len(ids) - len(out) > len(best):
                best = tuple(number for number in ids if number not in out)
    if len(best) < 2:
        return None
    plane = _joint(best, markers_mm, markers_px, size_px, lens)
    out = _strangers(plane, best, markers_mm, markers_px, 0.3)
    if out and len(best) - len(out) >= 2:
        best = tuple(number for number in best if number not in out)
        plane = _joint(best, markers_mm, markers_px, size_px, lens)
    return plane, best


def stacked(ids: tuple[int, ...], markers: Mapping[int, Array]) -> Array:
    """Return the (4N, 2) corners of the markers `ids`, in that order."""
    return np.concatenate([markers[number] for number in ids])


def _joint(
    ids: tuple[int, ...],
    markers_mm: Mapping[int, Array],
    markers_px: Mapping[int, Array],
    size_px: tuple[int, int],
    lens: Lens | None,
) -> Plane:
    source, target = stacked(ids, markers_mm), stacked(ids, markers_px)
    plane = fit(source, target, size_px, lens=lens)
    if lens is None and len(ids) >= 4 and plane.rms_px > 2 * CORNER_SIGMA_PX:
        bent = fit(source, target, size_px, bend=True)
        if bent.rms_px < 0.7 * plane.rms_px:
            return bent
    return plane


def _strangers(
    plane: Plane,
    ids: tuple[int, ...],
    markers_mm: Mapping[int, Array],
    markers_px: Mapping[int, Array],
    share: float,
) -> set[int]:
    """Return the ids whose corners lie further than `share` of the marker's side from where the plane puts them."""
    out = set()
    for number in ids:
        expected = project(plane.mm_to_px, markers_mm[number])
        if plane.lens:
            expected = plane.lens.bent(expected)
        side_px = np.sqrt(cv2.contourArea(markers_px[number].astype(np.float32)))
        off = np.linalg.norm(expected - markers_px[number], axis=1).max()
        if off > max(share * side_px, 2.0):
            out.add(number)
    return out


def _scaling(points: Array) -> Array:
    middle = points.mean(axis=0)
    spread = max(float(np.abs(points - middle).max()), 1e-9)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])


def _picture_scaling(size_px: tuple[int, int]) -> Array:
    width, height = size_px
    return np.array([[width / 2, 0, (width - 1) / 2], [0, width / 2, (height - 1) / 2], [0, 0, 1.0]])


def _start(source: Array, target: Array) -> Array:
    if len(source) == 4:
        four = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        return np.asarray(four, np.float64)
    many, _ = cv2.findHomography(source, target, 0)
    if many is None:
        raise ValueError("the points lie on one line; a plane needs four that do not")
    return np.asarray(many, np.float64)


def _parameters(matrix: Array) -> Array:
    parameters: Array = (matrix / matrix[2, 2]).ravel()[:8]
    return parameters


def _matrix(parameters: Array) -> Array:
    return np.append(parameters[:8], 1.0).reshape(3, 3)


def _jacobian(function: Callable[[Array], Array], at: Array) -> Array:
    base = np.ravel(function(at))
    columns = []
    for i in range(len(at)):
        step = 1e-6 * max(1.0, abs(at[i]))
        moved = at.copy()
        moved[i] += step
        columns.append((np.ravel(function(moved)) - base) / step)
    return np.stack(columns, axis=1)


def _to_camera(
    size_px: tuple[int, int], lens: Lens | None, scale_px: Array, focal: float = 0.85, shift: float = 0.0
) -> Array:
    """Return what maps scaled pixels to rays. Without a lens file the focal length is taken as 0.85 of the longer side
    (a field of 61°, between phones and webcams)."""
    longer = max(size_px)
    if lens:
        fx, fy, cx, cy = lens.matrix
    else:
        fx = fy = focal * longer
        cx, cy = size_px[0] / 2 + shift * longer, size_px[1] / 2 + shift * longer
    camera = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    result: Array = inverse(camera) @ scale_px
    return result


def _skew(homography: Array) -> Array:
    """Return how far the plane's two axes are from equally long and square to each other, as the camera's rays see
    them; both are 0 for a real camera."""
    one, two = homography[:, 0], homography[:, 1]
    long, wide = float(np.linalg.norm(one)), float(np.linalg.norm(two))
    return np.array([np.log(long / wide), float(one @ two) / (long * wide)])


def _skew_sigma(
    parameters: Array, scale_mm: Array, size_px: tuple[int, int], lens: Lens | None, scale_px: Array
) -> Array:
    """Return how far `_skew` may be off because the focal length and the picture's middle are only guessed."""
    if lens:
        return np.full(2, 0.002)
    matrix = _matrix(parameters) @ scale_mm
    known = _skew(_to_camera(size_px, None, scale_px) @ matrix)
    spread = np.full(2, 0.003)
    for focal, shift in ((0.6, 0.0), (1.4, 0.0), (0.85, 0.15), (0.85, -0.15)):
        other = _skew(_to_camera(size_px, None, scale_px, focal, shift) @ matrix)
        spread = np.hypot(spread, other - known)
    return spread
