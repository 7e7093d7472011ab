"""Whether the light at the table has changed so much that the camera should adapt to it anew.

A camera's exposure and white balance are held once they have settled, so what it shows changes only with the light. A
lamp that is put on or out changes all of the picture, for good; a hand, a shadow or a piece does neither.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.regions import Picture

OTHER = 0.45  # a logarithm: half as much light again, or a third less; in one colour, too
ALIKE = 0.1  # as steady as this …
STEADY_S = 3.0  # … for so long
APART_S = 20.0  # from one adapting to the next
_EVERY_PX = 16
_DARK = 4.0  # of 255: darker is noise


@dataclass
class Lightmeter:
    """Hand it every watching picture; it remembers the light that the camera has adapted to."""

    _adapted: NDArray[np.float64] | None = None
    _adapted_s: float = 0.0
    _last: NDArray[np.float64] | None = None
    _since_s: float = 0.0

    def has_changed(self, picture: Picture, at_s: float) -> bool:
        """Return whether the light is another one and has been so for a while; the camera is then to adapt, and the
        next picture shows what it has adapted to. `picture` is (height, width, 3)."""
        level = np.log(np.median(picture[::_EVERY_PX, ::_EVERY_PX].reshape(-1, 3), axis=0) + _DARK)
        if self._adapted is None:
            self._adapted, self._adapted_s = level, at_s
        if self._last is None or np.abs(level - self._last).max() > ALIKE:
            self._last, self._since_s = level, at_s
        other = bool(np.abs(level - self._adapted).max() > OTHER)
        if not other or at_s - self._since_s < STEADY_S or at_s - self._adapted_s < APART_S:
            return False
        self._adapted = self._last = None
        return True
