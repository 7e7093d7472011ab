"""What lies in one picture lies in one light: a reading in some doubt is borne out by others of its face in the same
picture that are sure.

The doubt is whether it is the taught face at all, seen otherwise than it was taught. Others of that face are seen
otherwise in the same way, so they are the better exemplars to compare with; what only resembles the face differs from
them, too. Two of those that are most alike must say so, for one may itself be mistaken.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.observation import Reading, assured
from vision.recognition import comparison
from vision.recognition.calibration import SURE
from vision.recognition.encoder import Embedded

LIKELY = 0.8
"""What must be thought of a reading before."""
ALIKE = 2.0
"""The log odds of the same face that the second of its fellows must reach: of strangers that were likely and had
fellows none reached 0.8 (docs/recogniser.md)."""
_LEAST_FELLOWS = 3
_COMPARED = 4


def borne_out(readings: Sequence[Reading], seen: Embedded, veiled: npt.NDArray[np.bool_]) -> tuple[Reading, ...]:
    """Return the readings of one picture's patches, sure also where their fellows bear them out.

    `seen` is what the network makes of each of the patches (n,) as they were seen, before any tone was led; `veiled`
    (n,) are those of which a reflection shows too little for that.
    """
    sure: dict[str, list[int]] = {}
    for index, reading in enumerate(readings):
        if reading.sure:
            sure.setdefault(reading.label, []).append(index)
    found = list(readings)
    for index, reading in enumerate(readings):
        fellows = np.array(sure.get(reading.label, []), np.intp)
        if reading.sure or veiled[index] or reading.confidence < LIKELY or len(fellows) < _LEAST_FELLOWS:
            continue
        near = fellows[np.argsort(-(seen.vectors[fellows] @ seen.vectors[index]), kind="stable")[:_COMPARED]]
        alike = comparison.same(seen.maps, seen.maps, np.stack([np.full(len(near), index), near], axis=1))
        if np.sort(alike)[-2] >= ALIKE:
            found[index] = assured(reading, SURE)
    return tuple(found)
