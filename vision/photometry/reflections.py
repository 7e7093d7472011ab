"""Places that a lamp's reflection has washed out.

What is cut out around a cell or a piece shows something dark: a gap, a line, ink, the shadow of an edge. A reflection
lays a veil over all of it, and the bare pale place that is left may be just what one of the faces looks like. Haze lies
over the whole picture, a veil over a part of it; so what is darkest in a patch is compared with its picture's other
patches, and with the taught looks of the face that it is taken for. Where a lamp only shines brighter, what is bright
is brighter by as much.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_STEP_PX = 3
_DARKEST, _BRIGHTEST = 5, 95
_USUAL = 25
_MOST = 98
_WASHED = 35.0
_RIM, _USUAL_RIM = 10.0, -8.0
_FLATTER, _PLAINLY_FLATTER = 0.15, 0.25
_LEAST_PATCHES = 4
_BGR = np.array([0.114, 0.587, 0.299], np.float32)


@dataclass(frozen=True, slots=True)
class Veils:
    """Of the taught looks: the `shades` (labels, 2) of each face's looks at most, how bright the darkest place is and
    which share that is of the brightest; and how far the first may be above what is usual in its picture, `veil`. White
    is at 200."""

    shades: Floats
    veil: float


def shades(fine: Patches) -> Floats:
    """Return how bright the darkest place of each of the patches (n, s, s, 3) uint8 under a white lamp is, and which
    share that is of its brightest, (n, 2)."""
    if not len(fine):
        return np.empty((0, 2), np.float32)
    grey = (fine[:, ::_STEP_PX, ::_STEP_PX].astype(np.float32) @ _BGR).reshape(len(fine), -1)
    dark, bright = np.percentile(grey, (_DARKEST, _BRIGHTEST), axis=1)
    return np.stack([dark, dark / np.maximum(bright, 1)], axis=1).astype(np.float32)


def measure(seen: Floats, owner: Numbers, pictures: Sequence[str]) -> Veils:
    """Return what is usual for taught looks, whose `shades` (k, 2) are given, of which face (k,) and picture each
    is."""
    most = np.zeros((int(owner.max()) + 1, 2), np.float32)
    np.maximum.at(most, owner, seen)
    names = np.array(pictures)
    above = [_above(seen[names == name, 0]) for name in np.unique(names)]
    return Veils(most, float(np.percentile(np.concatenate(above), _MOST)))


def washed(taught: Veils, seen: Floats, face: Numbers) -> npt.NDArray[np.bool_]:
    """Return which patches of one picture (n,) lie under a veil or its rim, given their `shades` and the faces they
    resemble. A single patch that is not plainly washed out may be bright by itself, and shows no rim."""
    above = _above(seen[:, 0])
    dark, flat = (seen - taught.shades[face]).T
    found = (above > taught.veil + _WASHED) & (dark > _WASHED) & (flat > _FLATTER)
    if found.sum() < 2 and not (flat[found] > _PLAINLY_FLATTER).any():
        return np.asarray(found, np.bool_)
    return np.asarray(found | (above > max(_RIM, taught.veil + _USUAL_RIM)), np.bool_)


def _above(dark: Floats) -> Floats:
    """Return how far each of a picture's patches is above what is usual in it."""
    if len(dark) < _LEAST_PATCHES:
        return np.zeros_like(dark)
    return np.asarray(np.maximum(dark - np.percentile(dark, _USUAL), 0), np.float32)
