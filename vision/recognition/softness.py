"""Softness: is a picture much less sharp than those in which its faces were taught?

Out of focus, through a smeared lens or from too far away, a face loses what tells it from the next one, and resembles
that as well as it ever did: digits become bare squares, a squiggle an oval. A complete set, whose readings must only be
likelier than others, is then as careful as it must be.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.observation import Reading
from vision.photometry.normalise import Patches, Reals
from vision.pieceset.set_index import Exemplar
from vision.recognition.reading import doubted as doubted_one
from vision.registration.patches import MARGIN_PX, PATCH_PX

_EDGE, _MARGIN = PATCH_PX // 2, MARGIN_PX // 4
"""It is looked at in half size, with half of the margin: pieces lie aside."""
_NOISE_PX = 0.8
"""By how much it is smoothed, or a noisy picture would be a sharp one."""
_FLAT, _RANGE, _STEEP = 25.0, (3, 97), 99
"""Patches whose grey levels differ by less (of 255, between these percentiles) have no edges that tell; and at what
percentile the slopes of all places are the edges'."""
_SOFT = -0.4
"""A picture whose edges are so much less steep (log) than its faces' is soft: of the benchmark's, three of each
protocol, none is below -0.31; blurred by 5 % of a cell most are soft, and by 6 % all."""
_SURE_WHERE_SOFT = 3.0
"""Log odds from which on what a complete set reads in a soft picture is acted on: of 21 wrong readings of blurred ones
17 are asked about so, and of 4,975 right ones 370."""
_AT_ONCE = 64
"""Patches at a time: thousands at once take hundreds of megabytes."""

Sharpness = Mapping[str, float]
"""How sharp the exemplars of a face are: the log of their edges' slope (levels a pixel) by their contrast (levels)."""


def sharpness(examples: Sequence[Exemplar]) -> Sharpness:
    """Return how sharp the faces were taught, their exemplars' median, of those that have edges."""
    sharp = _sharp(np.stack([each.patch for each in examples])) if examples else np.zeros(0)
    labels = np.array([each.label for each in examples])
    found = {label: sharp[(labels == label) & np.isfinite(sharp)] for label in np.unique(labels)}
    return {str(label): float(np.median(values)) for label, values in found.items() if len(values)}


def sharper(readings: Sequence[Reading], patches: Patches, taught: Sharpness) -> float:
    """Return by how much (log) a picture's patches are sharper than the faces that they are read as were taught, their
    median; 0 where none tells."""
    known = [k for k, each in enumerate(readings) if each.label in taught]
    off = _sharp(patches[known]) - [taught[readings[k].label] for k in known] if known else np.zeros(0)
    told = off[np.isfinite(off)]
    return float(np.median(told)) if len(told) else 0.0


def doubted(readings: Sequence[Reading], patches: Patches, taught: Sharpness) -> tuple[Reading, ...]:
    """Return the readings of a picture's patches, (n, PATCH_PX, PATCH_PX, 3) uint8, of a complete set: where they are
    soft, what is not very likely is not sure."""
    if sharper(readings, patches, taught) > _SOFT:
        return tuple(readings)
    least = 1 / (1 + np.exp(-_SURE_WHERE_SOFT))
    return tuple(doubted_one(each) if each.confidence < least else each for each in readings)


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
