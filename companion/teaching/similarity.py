"""Which places of a sheet look alike, at a glance: so that nobody is asked for the same face twice while the set is
still being read. It decides nothing else."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.registration.patches import Picture

ALIKE = 0.7  # two crops that correlate so much may show the same face
_EDGE_PX = 24
_RIM_PX = 4


def alike(crops: Mapping[str, Picture]) -> dict[str, frozenset[str]]:
    """Return for each place, by its key, those that look like it, however they are turned. Each crop is its place's
    picture, (h, w, 3) uint8."""
    small = {key: _small(crop) for key, crop in crops.items() if crop.size}
    keys = list(small)
    found: dict[str, set[str]] = {key: set() for key in crops}
    for at, one in enumerate(keys):
        turned = _turned_middles(small[one])
        for other in keys[at + 1 :]:
            if _correlation(turned, small[other]) >= ALIKE:
                found[one].add(other)
                found[other].add(one)
    return {key: frozenset(others) for key, others in found.items()}


def _small(crop: Picture) -> Picture:
    return np.asarray(cv2.resize(crop, (_EDGE_PX, _EDGE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _turned_middles(small: Picture) -> Sequence[Picture]:
    middle = small[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]
    return [np.ascontiguousarray(np.rot90(middle, quarters)) for quarters in range(4)]


def _correlation(middles: Sequence[Picture], other: Picture) -> float:
    """Return how much the best of the turned middles correlates with where it fits best in the other crop."""
    return max(float(cv2.matchTemplate(other, middle, cv2.TM_CCOEFF_NORMED).max()) for middle in middles)
