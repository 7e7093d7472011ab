"""Whether a camera gives the same picture again and again: what it shows may be long past.

The sensor's noise makes any two pictures differ, however still the table lies. A camera that hangs may go on sending
its last one; so may an app that serves a phone's camera after that has gone to sleep.
"""

from dataclasses import dataclass

import numpy as np

from vision.registration.patches import Picture

SAME_S = 10.0
"""A stream's coder may repeat a quiet picture until it next sends one whole: most do every second or two."""


@dataclass
class Repeats:
    """Hand it every watching picture; it remembers the last one that differed."""

    _last: Picture | None = None
    _since_s: float = 0.0

    def are_seen(self, picture: Picture, at_s: float) -> bool:
        """Return whether the picture, (height, width, 3), has been the same to the bit for a while."""
        if self._last is None or not np.array_equal(self._last, picture):
            self._last, self._since_s = picture, at_s
        return at_s - self._since_s >= SAME_S
