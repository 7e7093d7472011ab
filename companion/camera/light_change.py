"""Whether the light at the table has changed so much that the camera should adapt to it anew.

A camera's exposure and white balance are held once they have settled, so what it shows changes only with the light. A
lamp that is put on or out changes nearly all of the picture, for good; a hand, a shadow or a piece does neither, and
not even pieces that are laid in every area do.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.registration.patches import Picture

OTHER = 0.45  # a logarithm: half as much light again, or a third less; in one colour, too
ALIKE = 0.1  # as steady as this …
STEADY_S = 3.0  # … for so long
APART_S = 20.0  # from one adapting to the next
_NEARLY_ALL = 0.75  # of the places that are looked at
_EVERY_PX = 16
_DARK = 4.0  # of 255: darker is noise
_FULL = float(np.log(250 + _DARK))  # brighter than this a place may be as bright as it likes
_LEAST_TOLD = 1 / 3  # of the places, or a colour tells nothing

Levels = NDArray[np.float64]


@dataclass
class Lightmeter:
    """Hand it every watching picture; it remembers the light that the camera has adapted to."""

    _adapted: Levels | None = None
    _adapted_s: float = 0.0
    _last: Levels | None = None
    _since_s: float = 0.0

    def has_changed(self, picture: Picture, at_s: float) -> bool:
        """Return whether the light is another one and has been so for a while; the camera is then to adapt, and the
        next picture shows what it has adapted to. `picture` is (height, width, 3)."""
        levels = np.log(picture[::_EVERY_PX, ::_EVERY_PX].reshape(-1, 3) + _DARK)
        if self._adapted is None or self._adapted.shape != levels.shape:
            self._adapted, self._adapted_s = levels, at_s
        if self._last is None or self._last.shape != levels.shape or np.abs(_shift(levels, self._last)).max() > ALIKE:
            self._last, self._since_s = levels, at_s
        other = _risen(levels, self._adapted) > OTHER or _risen(self._adapted, levels) > OTHER
        if not other or at_s - self._since_s < STEADY_S or at_s - self._adapted_s < APART_S:
            return False
        self._adapted = self._last = None
        return True


def _shift(levels: Levels, earlier: Levels) -> Levels:
    """Return how far each colour has shifted in the middle of all places."""
    return np.asarray(np.median(levels - earlier, axis=0))


def _risen(levels: Levels, earlier: Levels) -> float:
    """Return by how much nearly all places are brighter now, in the colour that shows it most. A place that is full,
    as white paper under a lamp is, has changed by at least what is seen of it; where that is little, it tells
    nothing."""
    rise = levels - earlier
    told = (np.maximum(levels, earlier) < _FULL) | (np.abs(rise) > OTHER)
    enough = told.mean(axis=0) > _LEAST_TOLD
    if not enough.any():
        return 0.0
    return float(np.nanquantile(np.where(told, rise, np.nan)[:, enough], 1 - _NEARLY_ALL, axis=0).max())
