"""Homographies: (3, 3) matrices that map points of one plane to another; how they move with their numbers."""

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


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


def scaling(points: Array) -> Array:
    """Return what centres (N, 2) points and brings them to -1…1."""
    middle = points.mean(axis=0)
    spread = max(float(np.abs(points - middle).max()), 1e-9)
    return np.array([[1 / spread, 0, -middle[0] / spread], [0, 1 / spread, -middle[1] / spread], [0, 0, 1.0]])


def picture_scaling(size_px: tuple[int, int]) -> Array:
    """Return what brings -1…1 across the picture, its middle at 0, to pixels."""
    width, height = size_px
    return np.array([[width / 2, 0, (width - 1) / 2], [0, width / 2, (height - 1) / 2], [0, 0, 1.0]])


def start(source: Array, target: Array) -> Array:
    """Return the homography of (N, 2) points by the direct linear transform; a ValueError where they lie on a line."""
    if len(source) == 4:
        four = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
        return np.asarray(four, np.float64)
    many, _ = cv2.findHomography(source, target, 0)
    if many is None:
        raise ValueError("the points lie on one line; a plane needs four that do not")
    return np.asarray(many, np.float64)


def parameters_of(matrix: Array) -> Array:
    """Return the eight numbers (8,) of a homography."""
    parameters: Array = (matrix / matrix[2, 2]).ravel()[:8]
    return parameters


def matrix_of(parameters: Array) -> Array:
    """Return the homography (3, 3) of its eight numbers."""
    return np.append(parameters[:8], 1.0).reshape(3, 3)


def derivative(homography: Array, points: Array) -> Array:
    """Return how (N, 2) points, mapped by a homography whose last number is 1, move with its other eight: (N, 2, 8)."""
    points = np.asarray(points, np.float64).reshape(-1, 2)
    full = np.column_stack([points, np.ones(len(points))])
    depth = full @ homography[2]
    near = full / np.where(np.abs(depth) < 1e-9, 1e-9, depth)[:, None]
    mapped = near @ homography[:2].T
    out = np.zeros((len(points), 2, 8))
    out[:, 0, 0:3] = out[:, 1, 3:6] = near
    out[:, :, 6:] = -mapped[:, :, None] * near[:, None, :2]
    return out
