"""What a camera allows: its pixels are square, so the two axes of a plane are square and equally long to its rays."""

import numpy as np

from vision.registration.homography import Array, inverse, matrix_of
from vision.registration.lens import Lens

_FOCAL = 0.85
"""Focal length, of the longer side, where no lens was measured: a field of 61°, between phones and webcams."""
_FOCALS, _SHIFT = (0.6, 1.4), 0.15
"""What it may be instead (a field of 80° and one of 39°), and how far a crop may move the middle, of the longer
side."""
_MEASURED_SIGMA, _GUESSED_SIGMA = 0.002, 0.003
"""How far a plane's axes may be from square to a measured lens, and to a guessed one besides: what pixels and print are
off by."""


def to_camera(
    size_px: tuple[int, int], lens: Lens | None, scale_px: Array, focal: float = _FOCAL, shift: float = 0.0
) -> Array:
    """Return what maps scaled pixels to rays. Without a lens file the focal length is guessed."""
    longer = max(size_px)
    if lens:
        fx, fy, cx, cy = lens.matrix
    else:
        fx = fy = focal * longer
        cx, cy = size_px[0] / 2 + shift * longer, size_px[1] / 2 + shift * longer
    camera = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    result: Array = inverse(camera) @ scale_px
    return result


def skew(homography: Array) -> Array:
    """Return how far the plane's two axes are from equally long and square to each other, as the camera's rays see
    them; both are 0 for a real camera."""
    one, two = homography[:, 0], homography[:, 1]
    long, wide = float(np.linalg.norm(one)), float(np.linalg.norm(two))
    return np.array([np.log(long / wide), float(one @ two) / (long * wide)])


def skew_slope(before: Array, homography: Array, after: Array) -> Array:
    """Return how the two numbers of `skew(before @ homography @ after)` move with the homography's first eight:
    (2, 8)."""
    whole = before @ homography @ after
    one, two = whole[:, 0], whole[:, 1]
    by_one = np.einsum("ri,j->rij", before, after[:, 0]).reshape(3, 9)[:, :8]
    by_two = np.einsum("ri,j->rij", before, after[:, 1]).reshape(3, 9)[:, :8]
    longer, wider = one @ by_one / (one @ one), two @ by_two / (two @ two)
    size = np.sqrt((one @ one) * (two @ two))
    turning = (two @ by_one + one @ by_two) / size - (one @ two) / size * (longer + wider)
    return np.stack([longer - wider, turning])


def skew_sigma(
    parameters: Array, scale_mm: Array, size_px: tuple[int, int], lens: Lens | None, scale_px: Array
) -> Array:
    """Return how far `skew` may be off because the focal length and the picture's middle are only guessed."""
    if lens:
        return np.full(2, _MEASURED_SIGMA)
    matrix = matrix_of(parameters) @ scale_mm
    known = skew(to_camera(size_px, None, scale_px) @ matrix)
    spread = np.full(2, _GUESSED_SIGMA)
    for focal, shift in (*((focal, 0.0) for focal in _FOCALS), (_FOCAL, _SHIFT), (_FOCAL, -_SHIFT)):
        other = skew(to_camera(size_px, None, scale_px, focal, shift) @ matrix)
        spread = np.hypot(spread, other - known)
    return spread
