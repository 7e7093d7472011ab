"""Is a hand over a zone? A cautious answer: each cell's own doubt is the second guard."""

import cv2
import numpy as np

from vision.observation import Unseen
from vision.regions import Picture

_OTHER = 28  # grey levels from the calm picture
_SKIN_LOW = (0, 138, 80)  # Y, Cr, Cb: skin of any darkness lies here in white light
_SKIN_HIGH = (255, 178, 132)
_FINGER = 0.07  # a finger's width, in parts of the zone: what is narrower is no hand
_LEAST = 0.03  # of the zone


def covered(area: Picture, calm: Picture | None) -> Unseen | None:
    """Return why a zone can't be trusted, or None where nothing lies over it.

    Parameters
    ----------
    area : (h, w, 3) uint8
        The zone as it looks now with a margin around it, into which no piece reaches: a hand comes across it.
    calm : (h, w, 3) uint8, optional
        The same when it was last at rest. Only what is new since then can be a hand; without it none is reported.
    """
    if calm is None or calm.shape != area.shape:
        return None
    new = cv2.absdiff(area, calm).max(axis=2) > _OTHER
    tones = cv2.cvtColor(cv2.blur(area, (3, 3)), cv2.COLOR_BGR2YCrCb)
    skin = cv2.inRange(tones, np.array(_SKIN_LOW), np.array(_SKIN_HIGH)) > 0
    width = max(3, round(_FINGER * min(area.shape[:2])))
    hand = cv2.morphologyEx((new & skin).astype(np.uint8), cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(hand)
    height, across = area.shape[:2]
    for left, top, wide, high, size in stats[1:count]:
        at_border = left <= 0 or top <= 0 or left + wide >= across or top + high >= height
        if at_border and size >= _LEAST * height * across:
            return Unseen("a hand is in view")
    return None
