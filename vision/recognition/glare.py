"""Glare: where a reflection hides what lies in a place, told by what the camera saw, before the lamp is taken off.

Where a patch is burnt out nothing of a face is left. And a mirror that leaves a little of it still drowns every figure,
so that what shows through resembles a plain face: a tile under a lamp looks like a bare square, and a red one like a
grey one. How bright a mirror is hangs on the picture: in a dark one it is only what is brightest there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches
from vision.recognition.close_view import tints
from vision.registration.patches import MARGIN_PX

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_BURNT = 250
"""Of 255, in all three channels: cameras compress the last steps."""
_BURNT_OUT = 0.25
"""Where so much more of a patch is burnt out than of any exemplar of its face, a reflection hides what lies there."""
_BRIGHT = 225
"""Of 255, the mean of the three channels: a lamp's mirror, or white in a picture that is exposed too long."""
_BRIGHTER = 0.15
"""Where so much more of a patch is that bright than of any exemplar of a plain face, it may be any face. Of rendered
tiles under a mirror that were surely bare squares 12 of 13 are told so where it was chosen, and 2 of 10 in other games
(docs/recogniser.md)."""
_LIGHTER, _BRIGHTEST = 0.28, 0.1
"""So much brighter (log) than its plain face, once the picture's tone is taken off, and among so many of the brightest
patches of its picture: a mirror. Bare squares are as much brighter at times, but not the brightest. At 0.25 thirteen of
the dim cube's stickers would be asked about."""
_AS_THE_TONE_SAYS = 0.05
"""What is no brighter (log) than its face would be in the picture's tone is as bright as it must be: in a picture that
is exposed too long white burns out, mirror or not. Of the cube's white stickers, taught in less light, 17 of 371 cells
were asked about for it; of 24 rendered games and all others of the benchmark nothing is read otherwise."""
_AS_BRIGHT = 0.02
"""What differs by less (log) is as bright."""
_MANY = 20
"""Among fewer patches one is always the brightest: nine bare squares of a dock, say."""
_PLAIN = 0.12
"""Root mean square (log BGR) by which the places of a plain face differ, the median of its exemplars: most bare
squares have 0.01 to 0.1, nine in ten tiles and letters 0.11 and more; bare colours and thin outlines are plain, too."""


@dataclass(frozen=True, slots=True)
class Glare:
    """Of patches, (n,) each: which share of their middle is `burnt_out`, and which share is `bright` or more."""

    burnt_out: Floats
    bright: Floats

    def of(self, which: Numbers) -> "Glare":
        """Return that of some of the patches, or what is allowed of some of the faces."""
        return Glare(self.burnt_out[which], self.bright[which])


def glare(patches: Patches) -> Glare:
    """Return how much of the middles of patches, (n, PATCH_PX, PATCH_PX, 3) uint8 as the camera saw them, tells of
    nothing but light."""
    middle = _middle(patches)[:, ::2, ::2]
    burnt_out = (middle.min(axis=3) >= _BURNT).mean(axis=(1, 2))
    bright = (middle.sum(axis=3, dtype=np.uint16) >= 3 * _BRIGHT).mean(axis=(1, 2))
    return Glare(np.asarray(burnt_out, np.float32), np.asarray(bright, np.float32))


def most(exemplars: Patches, owner: Numbers, faces: int) -> Glare:
    """Return how much glare a patch may have that is read as each of so many faces (faces,), by their exemplars (n,
    PATCH_PX, PATCH_PX, 3), whose `owner` is told (n,); inf bright where a face is not plain."""
    taught, greatest = glare(exemplars), np.zeros((2, faces), np.float32)
    for into, shares in zip(greatest, (taught.burnt_out, taught.bright), strict=True):
        np.maximum.at(into, owner, shares)
    places = tints(_middle(exemplars))
    spread = np.sqrt(np.square(places - places.mean(axis=1, keepdims=True)).mean(axis=(1, 2)))
    plain = np.array([np.median(spread[owner == face]) <= _PLAIN for face in range(faces)])
    bright = np.where(plain, greatest[1] + np.float32(_BRIGHTER), np.float32(np.inf))
    return Glare(greatest[0] + np.float32(_BURNT_OUT), bright)


def hidden(seen: Glare, allowed: Glare, lighter: Reals) -> Flags:
    """Return in which patches (n,) a reflection hides what lies there, by what is allowed of the face that each is read
    as, (n,), and by how much each is `lighter` (n,) than that face (inf where too few faces tell)."""
    more = (seen.burnt_out > allowed.burnt_out) | (seen.bright > allowed.bright)
    return np.asarray(more & (lighter > _AS_THE_TONE_SAYS))


def mirrored(colour: Reals, lighter: Reals, allowed: Glare) -> Flags:
    """Return which patches of one picture (n,) lie under a mirror, by their colours (n, 3), log BGR, and by how much
    each is `lighter` (n,) than the face that it is read as; `allowed` (n,) tells which faces are plain."""
    brightness = colour.mean(axis=1)
    if len(brightness) < _MANY:
        return np.zeros(len(brightness), np.bool_)
    brighter = (brightness[None] > brightness[:, None] + _AS_BRIGHT).mean(axis=1)
    return np.asarray(np.isfinite(allowed.bright) & (lighter >= _LIGHTER) & (brighter <= _BRIGHTEST))


def _middle(patches: Patches) -> Patches:
    return patches[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
