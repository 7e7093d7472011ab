"""Is a hand over a zone? A cautious answer: each cell's own doubt is the second guard."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.motion.change import parted, relit
from vision.observation import HAND, Unseen
from vision.registration.patches import Picture

_OTHER = 0.22  # a place of skin's colour is new where it is brighter by this (a logarithm)
_STRANGE = 0.55  # a place of any colour is new where it differs by this: more than a shadow does
_TINTED = 0.2  # or where one colour differs from the others by this: a shadow has no colour
_SKIN_LOW, _SKIN_HIGH = (40, 135, 77), (250, 180, 132)  # Y, Cr, Cb: skin of any darkness lies between in white light
_FINGER = 0.07  # a finger's width, in parts of the zone: what is narrower is no hand
_RIM = 0.07  # as wide as the margin around a zone, in parts of the zone with it
_HAND = 0.03  # of the zone: what comes in and has skin's colour
_ARM = 0.07  # of the zone: a sleeve, a glove, or a hand in coloured light


def covered(area: Picture, calm: Picture | None = None) -> Unseen | None:
    """Return why a zone can't be trusted, or None where nothing lies over it.

    Parameters
    ----------
    area : (h, w, 3) uint8
        The zone as it looks now with a margin around it, into which no piece reaches: a hand comes across it.
    calm : (h, w, 3) uint8, optional
        The same when it was last at rest. Only what is new since then can be a hand; without it none is reported, for
        wood and warm light have skin's colour, too. For the same reason a hand as brown and as bright as the wood under
        it passes for a shadow.
    """
    if calm is None or calm.shape != area.shape:
        return None
    change = relit(calm, area)
    # A piece may fill most of its place, but none reaches the rim: what most of that agrees on is the lamp's doing.
    lamp = np.asarray(np.median(change[_rim(change.shape)], axis=0), np.float32)
    grey, tint = parted(change - lamp)
    # A shadow darkens and has no colour: what only darkens must do so by more than shadows do.
    strange = (np.abs(grey) > _STRANGE) | (tint > _TINTED)
    like_skin = ((grey > _OTHER) | (tint > _TINTED / 2) | (grey < -_STRANGE)) & _skin(area)
    if _enters(like_skin, _HAND) or _enters(strange, _ARM):
        return HAND
    return None


def _rim(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which of a picture's pixels (h, w) lie at its border."""
    rim = np.ones(shape[:2], np.bool_)
    wide = max(2, round(_RIM * min(shape[:2])))
    rim[wide:-wide, wide:-wide] = False
    return rim


def _skin(area: Picture) -> NDArray[np.bool_]:
    tones = cv2.cvtColor(cv2.blur(area, (3, 3)), cv2.COLOR_BGR2YCrCb)
    return cv2.inRange(tones, np.array(_SKIN_LOW), np.array(_SKIN_HIGH)) > 0


def _enters(where: NDArray[np.bool_], least: float) -> bool:
    """Return whether a patch, nowhere narrower than a finger and at least this share of the picture, comes in over its
    border."""
    height, across = where.shape
    finger = max(3, round(_FINGER * min(height, across)))
    solid = cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_OPEN, np.ones((finger, finger), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(solid)
    for left, top, wide, high, size in stats[1:count]:
        at_border = left <= 0 or top <= 0 or left + wide >= across or top + high >= height
        if at_border and size >= least * height * across:
            return True
    return False
