"""Fellows: what the other patches of a picture say of a reading, by how colours differ within the picture.

All pieces of a picture lie in one light, so two patches differ in colour as their faces do, whatever the light is: a
light, a camera's tone curve and haze move both alike, and what they do to one colour they do to a near one. Where a
patch is read as one face and another face comes next, it is asked how it differs from what else was read as the former
(if as the next face does from the former, it may be that one) and from what was read as the latter.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.recognition.search import squared_distances

if TYPE_CHECKING:
    from vision.recognition.matching import Measured
    from vision.recognition.odds import Trust

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.intp]

_NEAR = 0.5
"""Two patches differ as two faces do where the rest is less than half of how these differ."""
_APART = 0.2
"""Faces whose colours differ by less (log) are not told by them."""
_TEXTURE_TELLS = 0.2
"""A patch whose texture tells its face from the next one by so much is not contradicted by colours: bare squares that
are printed in several."""
_AGAINST, _FOR = 0.25, 0.5
"""So many of the fellows that were read as a face must speak against a reading, or for it: some are misread themselves,
or lie under a mirror. These numbers were chosen on rendered games and on the cube's teaching curve; on these within 0.6
was better than within 0.5, but beach is asked about more by it."""


@dataclass(frozen=True, slots=True)
class Fellows:
    """Which readings, (n,), are `contradicted` by how they differ from what else is read as the same face, and which
    are `confirmed` by how they differ from what is read as the face that comes next; this is told of those alone whose
    next face differs `by_colours`."""

    contradicted: Flags
    confirmed: Flags
    by_colours: Flags


def fellows(measured: "Measured", trusted: "Trust", *, complete: bool) -> Fellows:
    """Return what the patches of one picture say of one another's readings: those that are themselves likelier right
    than not, and, where other faces may lie, likelier one of the taught than not."""
    n = len(trusted.face)
    each, first, second = np.arange(n), trusted.first, trusted.second
    faces_apart = _faces_apart(measured, first, second)
    length = np.linalg.norm(faces_apart, axis=1)
    told = (trusted.rival >= 0) & (length >= _APART)
    colour = chroma(measured.colour)
    speak = (trusted.odds >= 0) & (complete | (trusted.known >= 0))
    others = speak[None] & ~np.eye(n, dtype=bool)

    def say(way: Reals, of_face: npt.NDArray[np.intp], share: float) -> Flags:
        asked = others & (of_face[:, None] == trusted.face[None])
        off = squared_distances((colour - way).astype(np.float32), colour.astype(np.float32))
        said = asked & (off < (_NEAR * length[:, None]) ** 2)
        return np.asarray(told & said.any(axis=1) & (said.sum(axis=1) >= share * asked.sum(axis=1)))

    ahead = measured.texture[each, first] - measured.texture[each, second]
    against = say(faces_apart, trusted.face, _AGAINST) & ~(ahead > _TEXTURE_TELLS)
    return Fellows(against, say(-faces_apart, trusted.rival, _FOR), np.asarray(told))


def apart_by_colours(measured: "Measured", one: Numbers, other: Numbers) -> Flags:
    """Return of which patches two of the compared faces (n,) differ by their colours."""
    return np.asarray(np.linalg.norm(_faces_apart(measured, one, other), axis=1) >= _APART)


def _faces_apart(measured: "Measured", one: Numbers, other: Numbers) -> Reals:
    # The exemplars' colours are those of the patch less its tint: so the other face's differs from the one's by this.
    each = np.arange(len(one))
    return chroma(measured.tint[each, one] - measured.tint[each, other])


def chroma(colours: Reals) -> Reals:
    """Return log colours (n, 3) without what is light or dark in them."""
    return np.asarray(colours - colours.mean(axis=-1, keepdims=True))
