"""The close view of a patch: cut out where the face lies, larger than it was searched for; and its colours."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, EDGE, Patches, moved
from vision.recognition.encoder import PATCH_PX
from vision.registration.patches import PATCH_PX as WHOLE_PX

_TINT_EDGE, _TINT_RIM_PX = 9, 6
"""Colours are told in 9 × 9 places of a close view, an eighth of its edge away from its rim, where neighbours reach
in."""
DARK = 12.0
"""Added before the logarithm: below it a sensor's black is noise (of 255)."""
_FINER = WHOLE_PX / EDGE
_SMALLER = CORE / PATCH_PX

Numbers = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.float64]


def cut(fine: Patches, which: Numbers, places: Places) -> Patches:
    """Return what lies in patches where `vision.recognition.alignment.align` says, (m, PATCH_PX, PATCH_PX, 3) uint8.

    Parameters
    ----------
    fine : (n, WHOLE_PX, WHOLE_PX, 3) uint8 under a white lamp, as they were cut out of the picture
    which, places : (m,) of which patch, and (m, 2, 3) where in it, in working pixels
    """
    out = np.empty((len(which), PATCH_PX, PATCH_PX, 3), np.uint8)
    for i, (patch, place) in enumerate(zip(which, _scaled(places), strict=True)):
        out[i] = moved(fine[patch], place, PATCH_PX)
    return out


def _scaled(places: Places) -> Places:
    """Return matrices between working pixels as matrices from the network's pixels to those of whole patches."""
    # A pixel's middle is at a half: x' + ½ = finer · (A · ((x + ½) · smaller − ½) + b + ½).
    turned = places[:, :, :2]
    offset = turned.sum(axis=2) * (0.5 * _SMALLER - 0.5) + places[:, :, 2] + 0.5
    out = np.empty_like(places)
    out[:, :, :2] = turned * (_SMALLER * _FINER)
    out[:, :, 2] = offset * _FINER - 0.5
    return out


def tints(crops: Patches) -> Floats:
    """Return the colours of close views (n, s, s, 3) uint8, place by place: (n, t, 3) log BGR."""
    out = np.empty((len(crops), _TINT_EDGE, _TINT_EDGE, 3), np.float32)
    rim = _TINT_RIM_PX
    for i, crop in enumerate(crops):
        inner = crop[rim:-rim, rim:-rim].astype(np.float32)
        out[i] = cv2.resize(inner, (_TINT_EDGE, _TINT_EDGE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(out.reshape(len(crops), _TINT_EDGE**2, 3) + np.float32(DARK)), np.float32)
