"""The plane of the table in the picture: the homography that points fit, and how far it can be trusted.

The fit is a Gauss-Newton descent on the reprojection error (Hartley and Zisserman, "Multiple View Geometry", 2nd ed.,
4.1 and 5.2.6), started from the direct linear transform. Two weak rules join the measured corners: a camera's pixels
are square, and its lens bends little. They change nothing where many markers are seen, and help much where one is.
"""

from dataclasses import dataclass

import numpy as np

from vision.registration.homography import (
    Array,
    derivative,
    inverse,
    local_scale,
    matrix_of,
    parameters_of,
    picture_scaling,
    project,
    scaling,
    start,
)
from vision.registration.lens import Lens, LensError
from vision.registration.square_pixels import skew, skew_sigma, skew_slope, to_camera

CORNER_SIGMA_PX = 0.25
"""How far a measured corner lies from the true one (one standard deviation), as drawn and real frames show it."""

_ROUNDS = 8
"""Of the descent, at the most."""
_STILL = 1e-6  # of half the picture: a thousandth of a pixel
_BEND_SIGMA = 0.1
"""How bent (the first coefficient, of half the picture's width; one standard deviation) a lens that nobody measured may
well be."""
_HUBER = 3.0
"""Standard deviations from which on a corner counts less than its square (Huber 1964)."""
_MOST_EXCESS = 100.0
"""A coordinate of a corner counts at the most as one ten standard deviations off in how doubtful the plane is."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A flat area in a picture.

    `mm_to_px` (3, 3) maps area millimetres to pixels of the straight picture; `lens` bends these to the real one, None
    where nothing is known to be bent. `covariance` (8, 8) is that of the scaled parameters that the fit used, with
    `scale_mm` (3, 3) and `scale_px` (3, 3) before and after them; `rms_px` how far the corners lie from the fit,
    each as much as it counts.
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
        parameters = parameters_of(inverse(self.scale_px) @ self.mm_to_px @ inverse(self.scale_mm))
        scaled = project(self.scale_mm, points)
        jacobian = derivative(matrix_of(parameters), scaled) * self.scale_px[0, 0]
        spread_px = np.einsum("nij,jk,nlk->nil", jacobian, self.covariance, jacobian)
        per_mm = local_scale(self.mm_to_px, points)
        to_mm = inverse(per_mm)
        spread_mm = np.einsum("nij,njk,nlk->nil", to_mm, spread_px, to_mm)
        distance: Array = np.sqrt(np.maximum(np.trace(spread_mm, axis1=1, axis2=2), 0.0))
        return distance


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the parameters p (8,), or (9,) with a bend, are to fulfil: `source` (N, 2) is to fall on `target` (N, 2), as
    near as `sigma` (all in scaled units), and the area to be as square as the camera's `rays` let it be."""

    source: Array
    target: Array
    sigma: float
    rays: Array
    scale_mm: Array
    bend: bool

    def misfit(self, p: Array) -> Array:
        """Return how far off each point falls, (N, 2), in sigmas."""
        mapped = project(matrix_of(p), self.source)
        if self.bend:
            mapped = mapped * (1 + p[8] * np.sum(mapped**2, axis=1, keepdims=True))
        off: Array = (mapped - self.target) / self.sigma
        return off

    def slope(self, p: Array) -> Array:
        """Return the derivative of `misfit` by the parameters, (2 N, len(p))."""
        moving = derivative(matrix_of(p), self.source)
        if self.bend:
            mapped = project(matrix_of(p), self.source)
            far2 = np.sum(mapped**2, axis=1)
            outward = 2 * p[8] * mapped[:, :, None] * np.einsum("ni,nij->nj", mapped, moving)[:, None]
            moving = moving * (1 + p[8] * far2)[:, None, None] + outward
            moving = np.concatenate([moving, (mapped * far2[:, None])[:, :, None]], axis=2)
        out: Array = moving.reshape(-1, moving.shape[2]) / self.sigma
        return out

    def square(self, p: Array) -> Array:
        """Return how far from square the area is, (2,), see `vision.registration.square_pixels`."""
        return skew(self.rays @ matrix_of(p) @ self.scale_mm)

    def square_slope(self, p: Array) -> Array:
        """Return the derivative of `square` by the parameters, (2, len(p)); a bend changes nothing of it."""
        out = np.zeros((2, len(p)))
        out[:, :8] = skew_slope(self.rays, matrix_of(p), self.scale_mm)
        return out


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
        Of this picture's size; where it is given nothing about the lens is guessed. Raises a LensError where it is none
        at these points.
    weights : (N,) float, optional
        How much each point counts.
    bend : bool
        Also look for how much the lens bends (one radial parameter); for points spread over the picture only.
    """
    straight: Array = lens.straight(points_px) if lens else np.asarray(points_px, np.float64)
    if lens and not lens.is_told_at(points_px):
        raise LensError("the lens was measured badly: measure it again, with the board near the picture's edges, too")
    scale_mm, scale_px = scaling(points_mm), picture_scaling(size_px)
    source = project(scale_mm, points_mm)
    target = project(inverse(scale_px), straight)
    begun = start(source, target)
    root = np.ones(len(source)) if weights is None else np.sqrt(np.asarray(weights, np.float64))
    parameters = np.append(parameters_of(begun), 0.0) if bend else parameters_of(begun)
    rays = to_camera(size_px, lens, scale_px)
    wanted = _Wanted(source, target, CORNER_SIGMA_PX / scale_px[0, 0], rays, scale_mm, bend)
    slack = skew_sigma(parameters, scale_mm, size_px, lens, scale_px)
    parameters, jacobian = _descended(wanted, parameters, root, slack)
    return _plane(parameters, wanted.misfit(parameters), root**2, jacobian, lens, size_px, scale_mm, scale_px)


def _descended(wanted: _Wanted, parameters: Array, root: Array, slack: Array) -> tuple[Array, Array]:
    """Return the parameters after a Gauss-Newton descent with Huber's weights, and the last step's Jacobian. `root`
    (N,) is the root of how much each point counts, `slack` (2,) how far from square the area may well be."""
    for _ in range(_ROUNDS):
        error = wanted.misfit(parameters)
        far = np.linalg.norm(error, axis=1)
        trust = root * np.sqrt(np.minimum(1.0, _HUBER / np.maximum(far, 1e-9)))
        full = np.append(np.repeat(trust, 2), 1 / slack)
        residual = np.append(error.ravel(), wanted.square(parameters)) * full
        jacobian = np.concatenate([wanted.slope(parameters), wanted.square_slope(parameters)]) * full[:, None]
        if wanted.bend:
            residual = np.append(residual, parameters[8] / _BEND_SIGMA)
            jacobian = np.vstack([jacobian, np.append(np.zeros(8), 1 / _BEND_SIGMA)])
        step = np.linalg.lstsq(jacobian, -residual, rcond=None)[0]
        parameters = parameters + step
        if np.abs(step).max() < _STILL:
            break
    return parameters, jacobian


def _plane(
    parameters: Array,
    error: Array,
    weights: Array,
    jacobian: Array,
    lens: Lens | None,
    size_px: tuple[int, int],
    scale_mm: Array,
    scale_px: Array,
) -> Plane:
    # What counts little tells as little of how well the rest fits: a far sheet askew makes no near one doubtful.
    counted = weights[:, None] * error**2
    freedom = max(2 * float(weights.sum()) - len(parameters), 1.0)
    excess = max(1.0, float(np.minimum(counted, _MOST_EXCESS).sum()) / freedom) if error.size > 8 else 1.0
    covariance = np.asarray(np.linalg.pinv(jacobian.T @ jacobian)[:8, :8] * excess, np.float64)
    matrix = scale_px @ matrix_of(parameters) @ scale_mm
    if len(parameters) == 9:
        # The fit's radius is in halves of the picture's width; as a lens: focal length half the width.
        width, height = size_px
        matrix_px = (width / 2, width / 2, (width - 1) / 2, (height - 1) / 2)
        lens = Lens(size_px, matrix_px, (float(parameters[8]), 0.0, 0.0, 0.0, 0.0))
    rms = float(np.sqrt(counted.sum() / weights.sum())) * CORNER_SIGMA_PX
    return Plane(matrix / matrix[2, 2], lens, rms, covariance, scale_mm, scale_px)
