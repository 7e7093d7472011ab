"""Whether a picture can show anything: its light and its sharpness, judged on a small copy."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Unseen

SMALLEST_PX = 64

_LONGER_PX = 480
_DARK = 28.0
_BRIGHT = 228.0
_UNIFORM = 3.0
_BLURRED = 0.03


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
    if brightest - darkest < _UNIFORM or small.std() < 1.0:
        return Unseen("the picture is of one colour all over; is something lying on the lens?")
    return None


def poor(picture: NDArray[np.uint8]) -> Unseen | None:
    """Return what of the light or sharpness of a picture may be why no marker was found in it, or None."""
    small = _small(picture)
    low, middle, high = np.percentile(small, (5, 50, 97))
    if high < 60:
        return Unseen("too dark: put a light on")
    if middle > 235 and low > 120:
        return Unseen("too bright: dim the light or lower the exposure")
    if sharpness(small) < _BLURRED:
        return Unseen("the picture is blurred: hold the camera still and let it focus")
    return None


def sharpness(small: NDArray[np.uint8]) -> float:
    """Return the share of a grey picture's variation that is finer than two pixels, 0 to 1; a blurred picture has
    next to none."""
    values = np.asarray(cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8), np.float32)
    fine = values - cv2.GaussianBlur(values, (0, 0), 2.0)
    # The strongest hundredth counts: a sharp mat may lie on a plain table.
    return float(np.percentile(fine**2, 99) / max(float(values.var()), 25.0))


def _small(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    factor = max(max(height, width) // _LONGER_PX, 1)
    # Every n-th row and column is read before averaging: the judgement needs no more.
    small = cv2.resize(picture, (width // factor, height // factor), interpolation=cv2.INTER_AREA)
    return np.asarray(small if small.ndim == 2 else cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
