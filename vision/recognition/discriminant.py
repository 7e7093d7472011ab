"""Linear discriminant of two exemplars: on which side of the middle between them a patch lies, seen where they
differ.

How like a face a patch is drowns what tells it from another one (a colour, a dot, a fill) in all that is the same in
both. Here a patch is projected on the difference of two exemplars: 0.5 is the one, -0.5 the other.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]

_SAME = 0.1
"""Log BGR: where two exemplars differ by less, a patch tells how much more light it has than they."""
_FEW = 4.0
"""As how many places no difference of light at all counts."""
_NOISE = 0.03
"""Log BGR: by so much two prints of one face differ; two exemplars that differ no more are not told apart."""
_ALIKE = 0.02
"""The same as a difference of cosines, …"""
_MAP_NOISE = 0.05
"""… and as a share of a map's square."""


def of_colours(colours: Floats, exemplars: Floats) -> Reals:
    """Return on which side patches lie, by `colours` (n, t, 3) log BGR place by place, of those of each two compared
    exemplars (n, r, t, 3): (n, r, r), 0.5 like the first, -0.5 like the second. Light is told by where both are the
    same."""
    r, places = exemplars.shape[1:3]
    i, j = np.tril_indices(r, -1)
    one, other = exemplars[:, i], exemplars[:, j]
    apart = one - other
    off = colours[:, None] - (one + other) / 2
    square = np.einsum("nptc,nptc->npt", apart, apart)
    weight = np.exp(-square / (2 * _SAME**2))
    light = np.einsum("npt,nptc->npc", weight, off) / (weight.sum(axis=2) + _FEW)[:, :, None]
    along = np.einsum("nptc,nptc->np", off - light[:, :, None], apart)
    return _both_ways(along / (square.sum(axis=2) + places * 3 * _NOISE**2), r)


def of_unit_vectors(patches: Floats, exemplars: Floats) -> Reals:
    """Return the same by vectors of length 1: (n, d) of patches and (n, r, d) of the compared exemplars."""
    cosine = np.einsum("nd,nrd->nr", patches, exemplars).astype(np.float64)
    between = np.einsum("nid,njd->nij", exemplars, exemplars).astype(np.float64)
    return np.asarray((cosine[:, :, None] - cosine[:, None]) / (2 * (1 - between + _ALIKE)))


def of_maps(patches: npt.NDArray[np.floating], exemplars: npt.NDArray[np.floating]) -> Reals:
    """Return the same by maps, (n, d) and (n, r, d) flattened."""
    r = exemplars.shape[1]
    wide = exemplars.astype(np.float32)
    # (p - (a + b) / 2) · (a - b) and |a - b|², told by products: of each two of them, and with the patch.
    product = (wide @ wide.transpose(0, 2, 1)).astype(np.float64)
    with_patch = (wide @ patches[:, :, None].astype(np.float32))[:, :, 0].astype(np.float64)
    square = np.einsum("nrr->nr", product)
    i, j = np.tril_indices(r, -1)
    along = with_patch[:, i] - with_patch[:, j] - (square[:, i] - square[:, j]) / 2
    apart = np.maximum(square[:, i] + square[:, j] - 2 * product[:, i, j], 0)
    return _both_ways(along / (apart + _MAP_NOISE * square[:, i] + 1e-6), r)


def _both_ways(side: npt.NDArray[np.floating], r: int) -> Reals:
    """Return sides of each two of r, the later one first (n, pairs), as (n, r, r): what is 0.5 one way is -0.5 the
    other."""
    i, j = np.tril_indices(r, -1)
    every = np.zeros((len(side), r, r))
    every[:, i, j] = side
    every[:, j, i] = -side
    return every


def least(side: Reals, there: npt.NDArray[np.bool_]) -> Reals:
    """Return how each compared face fares against the one that does it worst, (n, r); 0.5 where there is no other,
    nan where the face itself is not `there` (n, r)."""
    r = side.shape[1]
    beyond = ~there[:, None, :] | np.eye(r, dtype=bool)[None]
    worst = np.where(beyond, np.inf, side).min(axis=2, initial=np.inf)
    return np.asarray(np.where(there, np.where(np.isfinite(worst), worst, 0.5), np.nan))
