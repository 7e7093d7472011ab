"""Twins: faces that look alike as each of them lies, a 6 and a 9, an arrow that points up or down, two of one look.

A patch is placed as its nearest exemplar lies, and is compared with all other faces in that place. Exemplars do not lie
in their patches to a hair, so a twin, seen where another one lies, resembles less than it would where it lies itself,
and the nearest of the two is far ahead. So what is read as a face that has a twin is placed once more as if its face
had never been taught, and where the twin looks the same there, nobody knows which of the two it is.
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches
from vision.recognition import matching
from vision.recognition.fellows import chroma

if TYPE_CHECKING:
    from vision.recognition.gallery import Recogniser

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]


class _Near(NamedTuple):
    """How near a twin is: by so much behind in vector and in texture (cosine) at the most, and as likely the same as
    not by so much at the least (log odds), by maps and by textures."""

    vector: float
    texture: float
    alike: float
    alike_texture: float


_TWIN = _Near(0.03, 0.035, 3.0, 2.5)
"""Of drawn twins (arrows in four directions, 6 and 9, one look under two names; 1 to 4 pictures) 251 of 288 were sure,
and 157 of them wrong; of 144 one is now, and wrong."""
_MAY_BE = _Near(0.1, 0.15, 1.0, 0.0)
"""What exemplars must reach so that their faces are looked at once more: a patch may be liker than these."""
_APART = 0.1
"""Faces that differ by more (log chroma) are told by their colours, wherever they lie."""


def with_twins(recogniser: "Recogniser", view: matching.PatchView, owner: Numbers) -> Flags:
    """Return which faces (faces,) may have a twin, told by some of their exemplars, which have these owners (n,)."""
    found = np.zeros(len(recogniser.labels), np.bool_)
    if len(found) > 1:
        again = matching.weigh(recogniser, view, owner).measured
        own = np.ones(len(owner))
        alike = _alike(again, own, own, _own_colours(recogniser, owner), _MAY_BE)
        found[owner[alike.any(axis=1)]] = True
        found[again.face[alike]] = True
    return found


def confused(
    recogniser: "Recogniser",
    patches: Patches,
    lamps_bgr: npt.ArrayLike,
    blacks_bgr: npt.ArrayLike,
    measured: matching.Measured,
    leading: Numbers,
) -> Flags:
    """Return which patches (n,) look like a twin as well as like the face that leads, the `leading` (n,) of those that
    were compared when this was `measured` of them."""
    each = np.arange(len(leading))
    again = matching.weighed(recogniser, patches, lamps_bgr, blacks_bgr, measured.face[each, leading]).measured
    colours = measured.colour - measured.tint[each, leading]
    vector, texture = measured.vector[each, leading], measured.texture[each, leading]
    return np.asarray(_alike(again, vector, texture, colours, _TWIN).any(axis=1))


def _alike(
    again: matching.Measured, vector: matching.Reals, texture: matching.Reals, colours: matching.Reals, near: _Near
) -> Flags:
    """Return which of the compared faces (n, r) are so `near` a leading one of that vector, texture and colour."""
    apart = np.linalg.norm(chroma(again.colour[:, None] - again.tint - colours[:, None]), axis=2)
    behind = (vector[:, None] - again.vector <= near.vector) & (texture[:, None] - again.texture <= near.texture)
    alike = (again.alike >= near.alike) & (again.alike_texture >= near.alike_texture)
    return np.asarray(behind & alike & (apart < _APART))


def _own_colours(recogniser: "Recogniser", owner: Numbers) -> matching.Reals:
    of_rows = np.median(recogniser.gallery.tints, axis=1).astype(np.float64)
    return np.stack([np.median(of_rows[recogniser.gallery.owner == face], axis=0) for face in owner])
