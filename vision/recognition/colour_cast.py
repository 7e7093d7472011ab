"""Cast: the colour that lies over a whole picture because its lamp is not what was taken for it, told by the faces that
are read: each differs from its exemplars by that cast, whatever colour it has itself."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Reals
from vision.recognition.saturation import colours_of_faces, many_colours

if TYPE_CHECKING:
    from vision.recognition.matching import Measured
    from vision.recognition.odds import Trust

Cast = tuple[float, float, float]
"""What lies over the patches, log BGR, without brightness: its parts sum to zero."""
NONE: Cast = (0.0, 0.0, 0.0)

_FACES, _COLOURS = 3, 2
"""So many faces tell it, of so many colours: one colour under a lamp looks like another one."""
_LEAST, _MOST = 0.03, 1.0
"""Less (log) is no cast, and more is a picture that is misread."""
_MOST_SPREAD = 2.0
"""Nor is it one where the faces lie, in the middle, further from it than so many times its size."""


def cast_of(measured: "Measured", trusted: "Trust", saturation: float) -> Cast:
    """Return the cast of a picture that shows so much of its faces' colour, told by what is likelier read rightly than
    not: the median over its faces; none where too few tell it, or where they do not agree."""
    seen, meant = colours_of_faces(measured, trusted)
    if len(seen) < _FACES or not many_colours(meant, _COLOURS):
        return NONE
    apart = seen - saturation * meant
    cast = np.median(apart, axis=0)
    cast -= cast.mean()
    size, spread = np.linalg.norm(cast), np.median(np.linalg.norm(apart - cast, axis=1))
    if not _LEAST <= size < _MOST or spread >= _MOST_SPREAD * size:
        return NONE
    blue, green, red = cast.tolist()
    return blue, green, red


def under(lamp_bgr: npt.ArrayLike, cast: Cast) -> Reals:
    """Return a lamp, or a black, (3,) or (n, 3), as it is where that cast lies over all."""
    return np.asarray(np.asarray(lamp_bgr, np.float64) * np.exp(cast))
