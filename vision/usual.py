"""How much a face usually differs from itself: the measure for how much a reading may.

Five prints that all mean an empty square differ more from each other than one letter from another. So each taught face
is compared with its own other examples, and with altered copies of itself; what comes out, face by face, says what is
still the same face. Faces with few examples lean on what holds for the whole set.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision import alignment, nearness
from vision.alignment import Aligner
from vision.appearance import CORE, Patches, channels
from vision.augment import copies
from vision.embedding import embed
from vision.likeness import ink, middle_most, tint
from vision.nearness import Nearness

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_COPIES_A_LOOK = 2
_MOST_COPIES = 300
_OTHERS_A_FACE = 10
_SHARE = 0.85
_PRIOR = 6.0


@dataclass(frozen=True, slots=True)
class Taught:
    """All examples under a white lamp, (n, EDGE, EDGE, 3) uint8, and whose each is, (n,); and the looks that were made
    of some of them: (k, EDGE, EDGE, 3) uint8, and which example each is, (k,)."""

    white: Patches
    owner: Numbers
    looks: Patches
    chosen: Numbers


@dataclass(frozen=True, slots=True)
class Usual:
    """`parts` (labels, parts, parts), how much each part of a face's drawing usually differs; `whole` (labels, 3), how
    far its vectors, the oddest part of its drawing, and its colours are usually off."""

    parts: Floats
    whole: Floats


def measure(taught: Taught, near: Nearness, aligner: Aligner, vectors: Floats, rng: np.random.Generator) -> Usual:
    """Return what is usual for each face; `near`, `aligner` and `vectors` are the looks as they were fitted, and the
    chance comes from `rng`."""
    white, owner, looks, chosen = taught.white, taught.owner, taught.looks, taught.chosen
    owned = owner[chosen]
    altered, sources = copies(looks, min(_COPIES_A_LOOK * len(looks), max(_MOST_COPIES, len(looks))), rng)
    others = np.concatenate(
        [rng.permutation(np.flatnonzero(owner == face))[:_OTHERS_A_FACE] for face in range(owner.max() + 1)]
    )
    seen_white = np.concatenate([altered, white[others]])
    seen = channels(seen_white)
    whose = np.concatenate([owned[sources], owner[others]])
    itself = np.concatenate([np.full(len(sources), -1), others])
    found = nearness.search(near, seen)
    # Nothing is compared with another face's look, and no example with itself.
    barred = (owned[None] != whose[:, None]) | (chosen[None] == itself[:, None])
    distance = np.where(barred, np.inf, found.distance)
    which = np.flatnonzero(np.isfinite(distance.min(axis=1)))
    look = distance[which].argmin(axis=1)
    laid = alignment.align(aligner, seen, which, look, found.start[which, look].astype(np.float64))
    cosine = embed(np.asarray(alignment.cores(seen_white, which, laid), np.uint8)) @ vectors.T
    look = np.where(barred[which], -np.inf, cosine).argmax(axis=1)
    away = 1 - cosine[np.arange(len(which)), look]
    laid = alignment.align(aligner, seen, which, look, _start(laid))
    cores = np.asarray(alignment.cores(seen, which, laid), np.float32)
    parts = ink(cores, aligner.core[look])
    whole = np.stack([away, middle_most(parts), tint(cores, aligner.core[look])], axis=1)
    faces = int(owner.max()) + 1
    return Usual(_usual(parts, whose[which], faces), _usual(whole, whose[which], faces))


def _start(laid: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    half = (CORE - 1) / 2
    middle = laid @ np.array([half, half, 1.0])
    return np.asarray(middle[:, ::-1] - half)


def _usual(values: Floats, whose: Numbers, faces: int) -> Floats:
    """Return for each face the value that most of its own stay below, drawn towards that of all."""
    overall = np.quantile(values, _SHARE, axis=0)
    out = np.empty((faces, *values.shape[1:]), np.float32)
    for face in range(faces):
        own = values[whose == face]
        mine = np.quantile(own, _SHARE, axis=0) if len(own) else overall
        out[face] = (len(own) * mine + _PRIOR * overall) / (len(own) + _PRIOR)
    return out
