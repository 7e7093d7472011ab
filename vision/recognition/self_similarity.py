"""How much the exemplars resemble each other: the measure for how much a reading must resemble its face.

Two exemplars of one face say how like itself it is from picture to picture; the exemplars of two faces, how near the
set's own twins come. Both are told by the network that compares (`vision.recognition.comparison`), and both face by
face.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.recognition import comparison
from vision.recognition.encoder import Embedded

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_COMPARED = 4
_PRIOR = 2.0
_ITSELF = 4.0
"""How like itself a face is that was taught by one picture only, where no other face tells: log odds."""
_NO_OTHER = -12.0


@dataclass(frozen=True, slots=True)
class Usual:
    """Log odds for each face: `own` (labels,), how much its exemplars are like its other ones; `others` (labels,
    labels), how much at most they are like those of each other face, where that was compared."""

    own: Floats
    others: Floats

    @property
    def habits(self) -> Floats:
        """What is usual for each face, (labels, 3): how much its exemplars are like its own others, how much at most
        like those of another face, and what this is on average in the whole set."""
        twin = self.others.max(axis=1, initial=_NO_OTHER)
        return np.stack([self.own, twin, np.full(len(twin), twin.mean())], axis=1).astype(np.float32)


def measure(exemplars: Embedded, owner: Numbers) -> Usual:
    """Return what is usual for each face, whose exemplars are those with its number in `owner` (k,)."""
    faces = int(owner.max()) + 1
    cosine = exemplars.vectors @ exemplars.vectors.T
    kin = owner[:, None] == owner[None]
    one, other, alike = _compared(exemplars, np.where(kin & ~np.eye(len(owner), dtype=bool), cosine, -np.inf))
    best = np.full(len(owner), -np.inf)
    np.maximum.at(best, one, alike)
    own = _means(best, owner, faces)
    one, other, alike = _compared(exemplars, np.where(kin, -np.inf, cosine))
    others = np.full((faces, faces), _NO_OTHER, np.float32)
    np.maximum.at(others, (owner[one], owner[other]), alike)
    return Usual(own, np.maximum(others, others.T))


def _means(best: npt.NDArray[np.float64], owner: Numbers, faces: int) -> Floats:
    """Return the mean for each face of what its exemplars reach, drawn towards that of all; -inf is nothing told."""
    told = np.isfinite(best)
    overall = (best[told].sum() + _PRIOR * _ITSELF) / (told.sum() + _PRIOR)
    sums = np.bincount(owner[told], best[told], faces) + _PRIOR * overall
    return np.asarray(sums / (np.bincount(owner[told], minlength=faces) + _PRIOR), np.float32)


def _compared(exemplars: Embedded, cosine: Floats) -> tuple[Numbers, Numbers, Floats]:
    """Return pairs of exemplars, each with the likest of those that `cosine` (k, k) leaves, and their log odds."""
    likely = np.argsort(-cosine, axis=1)[:, :_COMPARED]
    one, rank = np.nonzero(np.isfinite(np.take_along_axis(cosine, likely, 1)))
    other = likely[one, rank]
    return one, other, comparison.same(exemplars.maps, exemplars.maps, np.stack([one, other], axis=1))
