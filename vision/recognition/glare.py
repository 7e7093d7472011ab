"""Glare: where a reflection hides what lies in a place, told by what the camera saw, before the lamp is taken off.

Where a patch is burnt out nothing of a face is left. And a mirror that leaves a little of it still drowns every figure,
so that what shows through resembles a plain face: a tile under a lamp looks like a bare square, and a red one like a
grey one. How bright a mirror is hangs on the picture: in a dark one it is only what is brightest there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches
from vision.recognition.close_view import DARK, tints
from vision.recognition.fellows import chroma
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
_AT_ITS_END, _AS_WELL, _OTHER_COLOUR = 0.5, 0.1, 0.1
"""Where a channel is burnt out in so much more of a patch than in any exemplar of its face, it is not known how much of
it there is: an orange whose red is at its end is a yellow. A face of another colour (log chroma) that, without the
channel, fits as well (log), may lie there."""
_VEIL_STEP, _THICKEST, _THINNEST = 10.0, 220.0, 40.0
"""A veil of white light adds as much to all three channels of what lies under it, of 255: so an orange looks tan. Veils
are tried in such steps up to the thickest; a thinner one than the last hides nothing."""
_BETTER, _OF_OTHER_COLOUR = 0.05, 0.15
"""What is read as a plain face, and which another face of so much other a colour (log chroma) fits so much better (log)
under a veil, may be that one. Of 58 rendered games 6 of 33 wrong readings are told so and some 45 of 6,600 right ones,
of the benchmark one of 6 and 2 of 9,000 (complete sets)."""
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
    """Of patches, (n,) each: which share of their middle is `burnt_out`, and which share is `bright` or more; and in
    which share each `channel` is burnt out, (n, 3) BGR."""

    burnt_out: Floats
    bright: Floats
    channel: Floats

    def of(self, which: Numbers) -> "Glare":
        """Return that of some of the patches, or what is allowed of some of the faces."""
        return Glare(self.burnt_out[which], self.bright[which], self.channel[which])


def glare(patches: Patches) -> Glare:
    """Return how much of the middles of patches, (n, PATCH_PX, PATCH_PX, 3) uint8 as the camera saw them, tells of
    nothing but light."""
    middle = _middle(patches)[:, ::2, ::2]
    burnt = middle >= _BURNT
    burnt_out, channel = burnt.all(axis=3).mean(axis=(1, 2)), burnt.mean(axis=(1, 2))
    bright = (middle.sum(axis=3, dtype=np.uint16) >= 3 * _BRIGHT).mean(axis=(1, 2))
    return Glare(*(np.asarray(share, np.float32) for share in (burnt_out, bright, channel)))


def most(exemplars: Patches, owner: Numbers, faces: int) -> Glare:
    """Return how much glare a patch may have that is read as each of so many faces (faces,), by their exemplars (n,
    PATCH_PX, PATCH_PX, 3), whose `owner` is told (n,); inf bright where a face is not plain."""
    taught = glare(exemplars)
    burnt_out, bright, channel = (np.zeros((faces, *shares.shape[1:]), np.float32) for shares in _shares(taught))
    for into, shares in zip((burnt_out, bright, channel), _shares(taught), strict=True):
        np.maximum.at(into, owner, shares)
    places = tints(_middle(exemplars))
    spread = np.sqrt(np.square(places - places.mean(axis=1, keepdims=True)).mean(axis=(1, 2)))
    plain = np.array([np.median(spread[owner == face]) <= _PLAIN for face in range(faces)])
    bright = np.where(plain, bright + np.float32(_BRIGHTER), np.float32(np.inf))
    return Glare(burnt_out + np.float32(_BURNT_OUT), bright, channel + np.float32(_AT_ITS_END))


def hidden(seen: Glare, allowed: Glare, lighter: Reals) -> Flags:
    """Return in which patches (n,) a reflection hides what lies there, by what is allowed of the face that each is read
    as, (n,), and by how much each is `lighter` (n,) than that face (inf where too few faces tell)."""
    more = (seen.burnt_out > allowed.burnt_out) | (seen.bright > allowed.bright)
    return np.asarray(more & (lighter > _AS_THE_TONE_SAYS))


def washed_out(seen: Glare, allowed: Glare, apart: Reals, leading: Numbers) -> Flags:
    """Return which patches (n,) are lit so much that a face of another colour fits as well as the one that each is read
    as, by what is `allowed` of that face, (n,), by which of the compared ones it is, `leading` (n,), and by how much
    the patch's colours lie `apart` from those of all of them, (n, r, 3) log BGR, once the picture's tone is taken
    off."""
    ends = seen.channel > _AT_ITS_END
    light = (apart * ~ends[:, None]).sum(axis=2) / np.maximum((~ends).sum(axis=1), 1)[:, None]
    off = apart - light[:, :, None]
    # What is at its end shows no more than there is: it may lie below a face's, not above.
    misfit = np.linalg.norm(np.where(ends[:, None], np.maximum(off, 0), off), axis=2)
    each = np.arange(len(leading))
    other = np.linalg.norm(chroma(apart - apart[each, leading][:, None]), axis=2) >= _OTHER_COLOUR
    as_well = other & (misfit <= misfit[each, leading][:, None] + _AS_WELL)
    return np.asarray((seen.channel > allowed.channel).any(axis=1) & as_well.any(axis=1))


def veiled(colour: Reals, allowed: Glare, apart: Reals, leading: Numbers) -> Flags:
    """Return which patches (n,) of these colours (n, 3), log BGR, are read as a plain face that another face fits
    better under a veil of light; `allowed` (n,), `apart` (n, r, 3) and `leading` (n,) as of `washed_out`."""
    veils = np.arange(0.0, _THICKEST + 1, _VEIL_STEP)
    faces = np.exp(colour[:, None] - apart) - DARK
    lit = np.clip(faces[:, :, None] + veils[:, None], 0, 255)
    off = np.linalg.norm(np.log(lit + DARK) - colour[:, None, None], axis=3)
    off = np.where(np.isnan(off), np.inf, off)
    misfit, veil = off.min(axis=2), veils[off.argmin(axis=2)]
    each = np.arange(len(leading))
    by_itself = misfit[each, leading][:, None]
    other = np.linalg.norm(chroma(apart - apart[each, leading][:, None]), axis=2) >= _OF_OTHER_COLOUR
    better = other & (misfit + _BETTER <= by_itself) & (veil >= _THINNEST)
    return np.asarray(np.isfinite(allowed.bright) & better.any(axis=1))


def mirrored(colour: Reals, lighter: Reals, allowed: Glare) -> Flags:
    """Return which patches of one picture (n,) lie under a mirror, by their colours (n, 3), log BGR, and by how much
    each is `lighter` (n,) than the face that it is read as; `allowed` (n,) tells which faces are plain."""
    brightness = colour.mean(axis=1)
    if len(brightness) < _MANY:
        return np.zeros(len(brightness), np.bool_)
    brighter = (brightness[None] > brightness[:, None] + _AS_BRIGHT).mean(axis=1)
    return np.asarray(np.isfinite(allowed.bright) & (lighter >= _LIGHTER) & (brighter <= _BRIGHTEST))


def _shares(of: Glare) -> tuple[Floats, Floats, Floats]:
    return of.burnt_out, of.bright, of.channel


def _middle(patches: Patches) -> Patches:
    return patches[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
