"""Self-similarity: how much the exemplars of a set resemble their own face and the others, the measure for how much a
reading must resemble its face.

Each exemplar is compared with those of other pictures (with all others where one picture taught the set): what its own
face reaches is what may be hoped for, what the likest other face reaches is what a stranger may reach.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Reals = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.intp]

KINDS = 3
"""What is told of each face: by the comparison (log odds), by the vectors and by the textures (cosines)."""

_ITSELF = np.array([4.0, 0.9, 0.8])
"""How like itself a face is that was taught by one exemplar, where no other face tells: set by hand."""
_PRIOR = 2.0
"""As how many exemplars what is usual in the whole set counts for a face."""
_NO_OTHER = np.array([-12.0, 0.0, 0.0])
"""How like another face it is where there is no other: as unlike as a comparison can tell."""
_FIRST, _FEWEST = np.array([0.9, 2.5, 0.2]), 6
"""What the likest face of an exemplar reaches (see `usual_first`) where fewer exemplars than this tell, set by hand:
two of two faces told of a set as none had that was fitted to, and a `rat 2`, not taught yet, was surely a `rat 1`."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """`own` and `twin` (faces, KINDS): how like its own face, and the likest other one, the exemplars of a face are;
    `usual_twin` (KINDS,) the latter for the whole set; `usual_first` (3,) what the likest face of its exemplars, be
    it their own or not, reaches as a rule: by vectors (cosine), by the comparison of textures (log odds), and how far
    it lies on its side by colours; `pairs` (faces, faces) log odds of the likest exemplars of
    two faces. Of an open set `strangers` (s,) are the log odds of being known that exemplars reach where their own face
    is left out, of a complete one `mistaken` (faces, faces) the greatest of being right with which a probe (an exemplar
    as another evening would show it) is taken for the one face where it shows the other (inf where nothing tells).
    `ranking` (RANKED,) are the weights by which a complete set's faces rank; (0,) where those do that were fitted to
    games."""

    own: Reals
    twin: Reals
    usual_twin: Reals
    usual_first: Reals
    pairs: Reals
    strangers: Reals
    mistaken: Reals
    ranking: Reals


def unknown(faces: int) -> Similarity:
    """Return what is thought of a set before its exemplars were compared."""
    return Similarity(
        np.tile(_ITSELF, (faces, 1)),
        np.tile(_NO_OTHER, (faces, 1)),
        _NO_OTHER.copy(),
        _FIRST.copy(),
        np.full((faces, faces), _NO_OTHER[0]),
        np.empty(0),
        np.full((faces, faces), np.inf),
        np.empty(0),
    )


def measured(
    faces: int, owner: Numbers, own: Reals, twin: Reals, first: Reals, other: Numbers, alike: Reals
) -> Similarity:
    """Return how much a set's faces resemble themselves and one another.

    Parameters
    ----------
    faces : how many there are
    owner : (e,) of which face each exemplar is
    own, twin : (e, KINDS) what it reaches with its own face, and at most with another; nan where there is nothing
    first : (e, 3) what the likest face of each reaches, as `usual_first`; nan where there is none
    other, alike : (e, r) which other faces it was compared with (-1: none), and the log odds with each
    """
    overall = _mean(own, _ITSELF)
    least = _NO_OTHER[0]
    told = np.isfinite(twin)
    mean = np.where(told, twin, 0).sum(axis=0) / np.maximum(told.sum(axis=0), 1)
    usual_twin = np.where(told.any(axis=0), mean, _NO_OTHER)
    firsts = first[np.isfinite(first).all(axis=1)]
    usual_first = np.median(firsts, axis=0) if len(firsts) >= _FEWEST else _FIRST.copy()
    own_faces, twin_faces = np.tile(overall, (faces, 1)), np.tile(usual_twin, (faces, 1))
    for face in range(faces):
        mine = owner == face
        own_faces[face] = _mean(own[mine], overall)
        for kind in range(KINDS):
            reached = twin[mine, kind][told[mine, kind]]
            if len(reached):
                twin_faces[face, kind] = max(reached.max(), least)
    pairs = np.full((faces, faces), least)
    rows, columns = np.nonzero(other >= 0)
    np.maximum.at(pairs, (owner[rows], other[rows, columns]), alike[rows, columns])
    pairs, untold = np.maximum(pairs, pairs.T), np.full((faces, faces), np.inf)
    return Similarity(own_faces, twin_faces, usual_twin, usual_first, pairs, np.empty(0), untold, np.empty(0))


def _mean(values: Reals, usual: Reals) -> Reals:
    """Return the mean of each kind, drawn towards what is usual; nan tells nothing."""
    told = np.isfinite(values)
    return np.asarray((np.where(told, values, 0).sum(axis=0) + _PRIOR * usual) / (told.sum(axis=0) + _PRIOR))
