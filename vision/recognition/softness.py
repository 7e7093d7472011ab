"""Softness: how much less sharp a picture is than those in which its faces were taught, and the picture as sharp as
these.

Out of focus, through a smeared lens or from too far away, a face loses what tells it from the next one, and resembles
that as well as it ever did: digits become bare squares, a squiggle an oval. What is there still, but faint, an unsharp
mask brings back.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches, Reals
from vision.registration.patches import MARGIN_PX, PATCH_PX

_EDGE, _MARGIN = PATCH_PX // 2, MARGIN_PX // 4
"""It is looked at in half size, with half of the margin: pieces lie aside."""
_NOISE_PX = 0.8
"""By how much it is smoothed, or a noisy picture would be a sharp one."""
_FLAT, _RANGE, _STEEP = 25.0, (3, 97), 99
"""Patches whose grey levels differ by less (of 255, between these percentiles) have no edges that tell; and at what
percentile the slopes of all places are the edges'."""
_SOFTER = -0.15
"""A picture whose edges are so much less steep (log) than its faces' is sharpened …"""
_MASK_PX, _AMOUNTS = 2.0, (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
"""… by an unsharp mask so wide, and by that of these shares of it with which it comes nearest to them."""
_AT_ONCE = 64
"""Patches at a time: thousands at once take hundreds of megabytes."""


def sharpness(patches: Patches, owner: npt.NDArray[np.intp], faces: int) -> Reals:
    """Return how sharp each face was taught, (faces,): the log of the edges' slope (levels a pixel) by their contrast
    (levels), the median over its exemplars, (n, PATCH_PX, PATCH_PX, 3), each of the face `owner` (n,); nan where none
    has edges."""
    sharp = _sharp(patches)
    told = [sharp[(owner == face) & np.isfinite(sharp)] for face in range(faces)]
    return np.array([np.median(values) if len(values) else np.nan for values in told])


def sharper(patches: Patches, taught: Reals) -> float:
    """Return by how much (log) a picture's patches are sharper than what they are read as was `taught` (n,), their
    median; 0 where none tells."""
    off = _sharp(patches) - taught
    told = off[np.isfinite(off)]
    return float(np.median(told)) if len(told) else 0.0


def sharpened(patches: Patches, taught: Reals) -> Patches | None:
    """Return a picture's patches about as sharp as what they are read as was `taught` (n,); None where they are."""
    if sharper(patches, taught) > _SOFTER:
        return None
    ways = (_masked(patches, amount) for amount in _AMOUNTS)
    return min(ways, key=lambda way: abs(sharper(way, taught)))


def _masked(patches: Patches, amount: float) -> Patches:
    out = np.empty_like(patches)
    for at, patch in enumerate(patches):
        out[at] = cv2.addWeighted(patch, 1 + amount, cv2.GaussianBlur(patch, (0, 0), _MASK_PX), -amount, 0)
    return out


def _sharp(patches: Patches) -> Reals:
    """Return how sharp each patch (n, PATCH_PX, PATCH_PX, 3) is, (n,): nan where it has no edges that tell."""
    parts = [_sharp_of_few(patches[k : k + _AT_ONCE]) for k in range(0, len(patches), _AT_ONCE)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _sharp_of_few(patches: Patches) -> Reals:
    inner = slice(_MARGIN, -_MARGIN)
    grey = np.empty((len(patches), _EDGE - 2 * _MARGIN, _EDGE - 2 * _MARGIN), np.float32)
    slope = np.empty_like(grey)
    for at, patch in enumerate(patches):
        small = cv2.resize(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), (_EDGE, _EDGE), interpolation=cv2.INTER_AREA)
        seen = cv2.GaussianBlur(small.astype(np.float32), (0, 0), _NOISE_PX)
        across, down = (cv2.Sobel(seen, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
        grey[at], slope[at] = seen[inner, inner], np.hypot(across, down)[inner, inner]
    low, high = np.percentile(grey, _RANGE, axis=(1, 2))
    steep = np.percentile(slope, _STEEP, axis=(1, 2))
    contrast = high - low
    return np.where(contrast >= _FLAT, np.log(np.maximum(steep, 1e-3) / np.maximum(contrast, 1.0)), np.nan)
