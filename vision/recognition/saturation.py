"""Saturation: how much of its faces' colour a picture shows, and a picture with as much as they have.

A camera's look (vivid, natural, flat), haze over the table or on the lens give a picture less or more colour than the
exemplars had. The faces that are read tell it: two of them differ, in the picture, by so much of that by which they
were taught to.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import Patches, Reals
from vision.recognition.fellows import chroma

if TYPE_CHECKING:
    from vision.recognition.matching import Measured
    from vision.recognition.odds import Trust

_COLOURS, _APART = 4, 0.1
"""So many colours tell it that differ by so much (log chroma): fewer may be misread, all of them alike."""
_QUARTILES = 0.25, 0.5, 0.75
"""Of what each two faces tell, by how much they differ: the second is what is told …"""
_PALER, _MORE_VIVID = 0.8, 1.1
"""… where the third is below, or the first above: else the picture is as the exemplars are, or they do not agree. Of
the benchmark's pictures one in a hundred is told to be another."""
_LEAST, _MOST = 0.2, 2.5
"""A picture that shows less has lost what there was, and one that shows more is misread."""


def saturation_of(measured: "Measured", trusted: "Trust") -> float:
    """Return how much of its faces' colour a picture shows, told by those that are likelier right than not: the median
    over each two of them, by how much they differ; 1 where few colours tell it, or where they do not agree."""
    seen, meant = colours_of_faces(measured, trusted)
    if not many_colours(meant, _COLOURS):
        return 1.0
    one, other = np.triu_indices(len(meant), 1)
    apart, shown = meant[one] - meant[other], seen[one] - seen[other]
    length = np.linalg.norm(apart, axis=1)
    far = length >= _APART
    share = (apart * shown).sum(axis=1)[far] / length[far] ** 2
    order = np.argsort(share)
    reached = np.cumsum(length[far][order])
    low, middle, high = share[order][np.searchsorted(reached, reached[-1] * np.array(_QUARTILES))]
    return float(middle) if high < _PALER or low > _MORE_VIVID else 1.0


def colours_of_faces(measured: "Measured", trusted: "Trust") -> tuple[Reals, Reals]:
    """Return the log chroma, (k, 3) each, of the faces that patches are likelier read rightly as than not: as they look
    in the picture, and as they were taught, the median each."""
    tells = (trusted.odds >= 0) & (trusted.face >= 0)
    faces = np.unique(trusted.face[tells])
    patches = chroma(measured.colour)
    exemplars = chroma(measured.colour - measured.tint[np.arange(len(tells)), trusted.first])
    seen, meant = (
        np.array([np.median(colours[tells & (trusted.face == face)], axis=0) for face in faces]).reshape(-1, 3)
        for colours in (patches, exemplars)
    )
    return seen, meant


def many_colours(colours: Reals, count: int) -> bool:
    """Return whether so many of the colours (k, 3), log chroma, are plainly apart."""
    distinct: list[Reals] = []
    for colour in colours:
        if all(np.linalg.norm(colour - other) >= _APART for other in distinct):
            distinct.append(colour)
    return len(distinct) >= count


def differs(saturation: float, *, complete: bool) -> bool:
    """Return whether a picture is to be read with the saturation that its exemplars have. In an open set a vivid one is
    not: its darkest channel is at its end, and an orange is then a red."""
    return _LEAST <= saturation < 1 or (complete and 1 < saturation <= _MOST)


def restored(patches: Patches, lamp_bgr: npt.ArrayLike, saturation: float) -> Patches:
    """Return patches, (n, s, s, 3) uint8 BGR under their lamp, (3,) or (n, 3), with the saturation that their exemplars
    have."""
    lamps = np.maximum(np.asarray(lamp_bgr, np.float64).reshape(-1, 1, 1, 3), 1.0)
    lit = patches / lamps
    grey = lit.mean(axis=3, keepdims=True)
    return np.asarray(np.clip((grey + (lit - grey) / saturation) * lamps + 0.5, 0, 255), np.uint8)
