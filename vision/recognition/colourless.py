"""Colourless: a picture that shows no colour, as by night, by infrared light or through a filter.

What colours alone tell apart is then all alike, and all of it is like what is white or grey. A reading of a face that
was taught in colours is not acted on.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition.reading import doubted as doubted_one
from vision.registration.patches import Picture

Flags = npt.NDArray[np.bool_]

_STEPS = 2
"""Of 255: a compressed picture's channels differ by so much where they were the same."""
_NEARLY_ALL = 0.99
"""Of a patch's pixels, so many."""


def colourless(patches: Picture) -> Flags:
    """Return which patches, (n, PATCH_PX, PATCH_PX, 3) uint8 as the camera saw them, show no colour, (n,)."""
    some = patches[:, ::2, ::2].astype(np.int16)
    return np.asarray((np.ptp(some, axis=3) <= _STEPS).mean(axis=(1, 2)) >= _NEARLY_ALL)


def coloured(examples: Sequence[Exemplar]) -> frozenset[str]:
    """Return the faces that are taught in colours alone."""
    seen = [bool(colourless(example.patch[None])[0]) for example in examples]
    grey = {example.label for example, is_grey in zip(examples, seen, strict=True) if is_grey}
    return frozenset(example.label for example in examples) - grey


def doubted(readings: Sequence[Reading], patches: Picture, in_colours: frozenset[str]) -> tuple[Reading, ...]:
    """Return the readings of all patches of one picture, (n, PATCH_PX, PATCH_PX, 3) uint8; where none shows any colour,
    faces that are taught `in_colours` are not sure."""
    if not len(patches) or not colourless(patches).all():
        return tuple(readings)
    return tuple(doubted_one(reading) if reading.label in in_colours else reading for reading in readings)
