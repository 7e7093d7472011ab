"""Twins: faces that look alike as each of them lies, a 6 and a 9, an arrow that points up or down, two that differ by
next to nothing.

A patch is placed as its nearest exemplar lies, and is compared with all other faces in that place. Exemplars do not lie
in their patches to a hair, so a twin, seen where another one lies, resembles less than it would where it lies itself,
and the nearest of the two is far ahead. So what another face comes near is placed once more as if its face had never
been taught, and where another one looks as much like it there, nobody knows which of the two it is.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches
from vision.recognition import matching
from vision.recognition.fellows import chroma

if TYPE_CHECKING:
    from vision.recognition.gallery import Recogniser

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]

_NEAR_VECTOR, _NEAR_TEXTURE = 0.2, 0.3
"""A face that is behind by no more (cosine) in the leading one's place may be its twin. Of the benchmark's readings
every sixth has such a one, of rendered games every third."""
_VECTOR_BEHIND, _TEXTURE_BEHIND, _LESS_ALIKE = 0.03, 0.05, 1.5
"""In its own place a twin is behind by no more (cosine), and less alike (log odds) by maps and by textures by no more
…"""
_ALIKE, _ALIKE_TEXTURE = 3.0, 2.5
"""… or so much alike that it need not be any more. Of drawn twins (arrows in four directions, 6 and 9, one look under
two names) 151 of 154 readings that led wrongly by more than 1.5 are told so, of 27 rendered games 31 of 98, and 17 of
the other 6,271 (ten of them the same two faces'); of the benchmark one wrong and 17 right ones of 18,000."""
_APART = 0.05
"""Faces that differ by more (log chroma) are told by their colours, wherever they lie."""


def near(measured: matching.Measured, leading: Numbers) -> Flags:
    """Return which patches (n,) a second one of the compared faces comes near, in the place of the one that leads, the
    `leading` (n,) of those that were compared when this was `measured`."""
    vector, texture, _, _, colours = _of(measured, leading)
    behind = (vector - measured.vector <= _NEAR_VECTOR) & (texture - measured.texture <= _NEAR_TEXTURE)
    another = np.arange(measured.face.shape[1]) != leading[:, None]
    return np.asarray((another & behind & _coloured_alike(measured, colours)).any(axis=1))


def confused(
    recogniser: "Recogniser",
    patches: Patches,
    lamps_bgr: npt.ArrayLike,
    blacks_bgr: npt.ArrayLike,
    measured: matching.Measured,
    leading: Numbers,
) -> Flags:
    """Return which patches (n,) look like another face, where that one lies itself, as much as like the one that leads,
    the `leading` (n,) of those that were compared when this was `measured` of them."""
    face = measured.face[np.arange(len(leading)), leading]
    again = matching.weighed(recogniser, patches, lamps_bgr, blacks_bgr, face).measured
    vector, texture, alike, alike_texture, colours = _of(measured, leading)
    behind = (vector - again.vector <= _VECTOR_BEHIND) & (texture - again.texture <= _TEXTURE_BEHIND)
    behind &= (alike - again.alike <= _LESS_ALIKE) | (again.alike >= _ALIKE)
    behind &= (alike_texture - again.alike_texture <= _LESS_ALIKE) | (again.alike_texture >= _ALIKE_TEXTURE)
    return np.asarray((behind & _coloured_alike(again, colours)).any(axis=1))


def _of(measured: matching.Measured, leading: Numbers) -> tuple[matching.Reals, ...]:
    """Return vector, texture, `alike` and `alike_texture` of the leading faces, (n, 1) each, and the colours of their
    exemplars, (n, 3)."""
    each = np.arange(len(leading))
    told = (measured.vector, measured.texture, measured.alike, measured.alike_texture)
    return *(values[each, leading][:, None] for values in told), measured.colour - measured.tint[each, leading]


def _coloured_alike(measured: matching.Measured, colours: matching.Reals) -> Flags:
    """Return which compared faces' exemplars (n, r) have these colours (n, 3), as near as tells nothing."""
    of_faces = measured.colour[:, None] - measured.tint
    return np.asarray(np.linalg.norm(chroma(of_faces - colours[:, None]), axis=2) < _APART)
