"""Colourless: a picture that shows no colour, as by night, by infrared light or through a filter.

What colours alone tell apart is then all alike, and all of it is like what is white or grey. A reading of a face that
was taught in colours is not acted on. A camera may give such a picture a tint of its own; then all of it has the colour
of the lamp.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.photometry.normalise import Reals, under_white
from vision.pieceset.set_index import Exemplar
from vision.recognition.reading import doubted as doubted_one
from vision.registration.patches import MARGIN_PX, Picture

Flags = npt.NDArray[np.bool_]

_STEPS = 2
"""Of 255: a compressed picture's channels differ by so much where they were the same."""
_NEARLY_ALL = 0.99
"""Of a patch's pixels, so many."""
_PLACES, _GREY = 12, (8.0, 0.1)
"""Under its lamp a tinted picture is as grey as that (of 255, and of its light, channels differ by no more), seen in 12
by 12 places of each patch …"""
_OF_EACH, _OF_ALL = 0.9, 0.99
"""… in so many of each patch and of all. Made colourless, tinted and noisy, the benchmark's pictures are so in 0.944
and 0.98 at least (0.993 and 1 of nineteen in twenty); as they are, thinly drawn shapes on white in 0.924 and 0.978 at
most, newspapers apart."""
_FEW = 4
"""Of fewer patches, one pale piece say, the lamp does not tell whether the picture shows no colour."""
_BURNT = 253
"""Of 255."""
_VIVID, _SOME = (15.0, 0.2), 0.05
"""A face is vivid where channels differ by more in some of its places …"""
_VIVID_FACES = 0.1
"""… and so is a set, of whose exemplars so many are: black print on white paper is read in any tint."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Which faces of a set were taught in colours alone, and whether it is `vivid`, so that a picture of it shows some
    colour wherever there is any to see."""

    faces: frozenset[str] = frozenset()
    vivid: bool = False


def colours_of(examples: Sequence[Exemplar]) -> Colours:
    """Return the colours of a taught set."""
    if not examples:
        return Colours()
    seen = [bool(_all_grey(example.patch[None])[0]) for example in examples]
    grey = {example.label for example, is_grey in zip(examples, seen, strict=True) if is_grey}
    inner = slice(MARGIN_PX, -MARGIN_PX)
    patches = np.stack([example.patch[inner, inner] for example in examples])
    coloured = ~_near_grey(patches, np.array([example.lamp_bgr for example in examples]), *_VIVID)
    vivid = (coloured.mean(axis=1) >= _SOME).mean() >= _VIVID_FACES
    return Colours(frozenset(example.label for example in examples) - grey, bool(vivid))


def colourless(patches: Picture, lamps_bgr: npt.ArrayLike, colours: Colours) -> bool:
    """Return whether all patches of a picture of a set with these colours, (n, PATCH_PX, PATCH_PX, 3) uint8 as the
    camera saw them, show none, or only that of their lamps, (3,) or (n, 3); n is at least 1."""
    if _all_grey(patches).all():
        return True
    if len(patches) < _FEW or not colours.vivid:
        return False
    near = _near_grey(patches, lamps_bgr, *_GREY).mean(axis=1)
    return bool(near.min() >= _OF_EACH and near.mean() >= _OF_ALL)


def doubted(
    readings: Sequence[Reading], patches: Picture, lamps_bgr: npt.ArrayLike, colours: Colours
) -> tuple[Reading, ...]:
    """Return the readings of all patches of one picture, see `colourless`; where it shows no colour, faces that were
    taught in colours are not sure."""
    if not len(patches) or not colourless(patches, lamps_bgr, colours):
        return tuple(readings)
    return tuple(doubted_one(reading) if reading.label in colours.faces else reading for reading in readings)


def _all_grey(patches: Picture) -> Flags:
    """Return in which patches (n, s, s, 3) nearly all pixels have three channels that are the same, (n,)."""
    blue, green, red = cv2.split(patches[:, ::2, ::2].reshape(len(patches), -1, 3))
    apart = cv2.max(cv2.max(cv2.absdiff(blue, green), cv2.absdiff(green, red)), cv2.absdiff(blue, red))
    return np.asarray((apart <= _STEPS).mean(axis=1) >= _NEARLY_ALL)


def _near_grey(patches: Picture, lamps_bgr: npt.ArrayLike, steps: float, share: float) -> Flags:
    """Return where in patches (n, s, s, 3) channels differ by so little under those lamps, (n, _PLACES²); what is burnt
    out shows no colour."""
    lamps: Reals = np.broadcast_to(np.asarray(lamps_bgr, np.float64), (len(patches), 3))
    under = under_white(patches, lamps, _PLACES).astype(np.float32)
    most = under.max(axis=3)
    small = np.stack([cv2.resize(patch, (_PLACES, _PLACES), interpolation=cv2.INTER_AREA) for patch in patches])
    near = (most - under.min(axis=3) <= steps + share * most) | (small.max(axis=3) >= _BURNT)
    return np.asarray(near.reshape(len(patches), -1))
