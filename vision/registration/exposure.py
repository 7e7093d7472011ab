"""Whether a picture can show anything: its light and its sharpness, judged on a small copy."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Unseen

SMALLEST_PX = 64
"""A picture of which a side is shorter is refused: markers would have a few pixels in it."""

_LONGER_PX = 480
"""The small copy's longer side, about: a blur of a pixel there is one of five in a camera's picture."""
_DARK, _BRIGHT, _UNIFORM, _LEVEL = 28.0, 228.0, 3.0, 1.0
"""Levels of 255, far from any ordinary picture: the brightest hundredth is darker, the darkest brighter, they differ by
less, or by less than this (standard deviation)."""
_DIM, _PALE, _PALE_BLACK = 60.0, 235.0, 120.0
"""Levels of 255 that are said to be why no marker was found: 97 in 100 places are darker, or half of them are brighter
and all but a twentieth are no darker than grey."""
_BLURRED = 0.03
"""Share of the variation that is finer than two pixels (`sharpness`)."""
_FINE_PX, _COARSE_PX = 0.8, 2.0
"""Finer than the latter (standard deviations) is what is sharp, than the former what is the camera's noise."""
_LEAST_VARIANCE = 25.0
"""Levels, squared: the share is told of so much at the least, or an even picture's noise would be its sharpness."""


def useless(picture: NDArray[np.uint8]) -> Unseen | None:
    """Return why nobody could see anything in a picture (black, white, of one colour, tiny), or None.

    These are refused even where the area's corners are given, so the thresholds are far from any ordinary picture.
    """
    if min(picture.shape[:2]) < SMALLEST_PX:
        return Unseen(
            "the picture is too small ({width}×{height}); take a larger one",
            {"width": picture.shape[1], "height": picture.shape[0]},
        )
    small = _small(picture)
    darkest, brightest = np.percentile(small, (1, 99))
    if brightest < _DARK:
        return Unseen("too dark: put a light on, or take the cap off the lens")
    if darkest > _BRIGHT:
        return Unseen("too bright: everything is white; dim the light or lower the exposure")
    if brightest - darkest < _UNIFORM or small.std() < _LEVEL:
        return Unseen("the picture is of one colour all over; is something lying on the lens?")
    return None


def poor(picture: NDArray[np.uint8]) -> Unseen | None:
    """Return what of the light or sharpness of a picture may be why no marker was found in it, or None."""
    small = _small(picture)
    low, middle, high = np.percentile(small, (5, 50, 97))
    if high < _DIM:
        return Unseen("too dark: put a light on")
    if middle > _PALE and low > _PALE_BLACK:
        return Unseen("too bright: dim the light or lower the exposure")
    if sharpness(small) < _BLURRED:
        return Unseen("the picture is blurred: hold the camera still and let it focus")
    return None


def sharpness(small: NDArray[np.uint8]) -> float:
    """Return the share of a grey picture's variation that is finer than two pixels, 0 to 1; a blurred picture has
    next to none."""
    values = np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), _FINE_PX), np.float32)
    fine = values - cv2.GaussianBlur(values, (0, 0), _COARSE_PX)
    # The strongest hundredth counts: a sharp mat may lie on a plain table.
    return float(np.percentile(fine**2, 99) / max(float(values.var()), _LEAST_VARIANCE))


def _small(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    factor = max(max(height, width) // _LONGER_PX, 1)
    # Every n-th row and column is read before averaging: the judgement needs no more.
    small = cv2.resize(picture, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
