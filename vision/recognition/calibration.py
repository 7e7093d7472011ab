"""What was measured of the likeliest faces → one probability each, and whether it may be acted on without asking.

Two small linear models, fitted by `tests/training/fit_trust.py` to drawn games (docs/recogniser.md): the first ranks
the faces that were compared; the second gives the probability that the first of them is right, from how alike it is,
how far the next one is behind, and how alike the set's own exemplars are. Faces that were never taught are among what
it was fitted to.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.recognition.self_similarity import Usual

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]

SURE = 0.97
"""From which probability on a reading is acted on, where one in five of what lies there was never taught: a stranger
costs more than a question."""
SURE_WHERE_ALL_IS_TAUGHT = 0.97
"""The same for a set of which somebody said that every face of the game is in it."""
LEAST_ALIKE = -1.0
"""The log odds of the same face that a reading must reach to be acted on, whatever else speaks for it, where the face
may be one that was never taught."""
LEAST_COSINE = 0.7
"""The cosine of the vectors that it must reach."""
LEAST_COSINE_WHERE_ALL_IS_TAUGHT = 0.5
"""The same for a set of which somebody said that every face of the game is in it."""

_RANK = np.array([0.890, 0.011, 3.834, -2.817])
_OFFSET = -2.527
_TRUST = np.array([
    0.316, 0.618, 0.602, 0.183, 0.241, -0.237, 3.186, 4.419, 0.331, -1.462, -0.048, 0.224, -0.418, 0.098,
])  # fmt: skip
_SAID = (0.870, 1.338)
_ALONE = np.array([4.0, 4.0, 0.3, -0.5])
_MOST = 12.0


@dataclass(frozen=True, slots=True)
class Judged:
    """`chance` (n, r) of each face that was compared, `sure` (n,) whether the likeliest may be acted on."""

    chance: Reals
    sure: npt.NDArray[np.bool_]


def judge(face: npt.NDArray[np.intp], measured: Floats, usual: Usual, *, complete: bool) -> Judged:
    """Return how likely each compared face is.

    Parameters
    ----------
    face : (n, r) which faces were compared
    measured : (n, r, 4), see `vision.recognition.matching.Evidence`
    usual : what is usual for the faces
    complete : no other face than the taught ones may lie there
    """
    scaled = straightened(measured)
    score = scaled @ _RANK
    first = score.argmax(axis=1)
    trust = clues(scaled, score, usual.habits[face]) @ _TRUST + _OFFSET
    right = _chance(_SAID[0] * trust + _SAID[1])
    each = np.arange(len(face))
    others = np.exp(score - score.max(axis=1, keepdims=True))
    others[each, first] = 0
    # What is left is shared among the rivals and all that was never taught.
    others = others / np.maximum(others.sum(axis=1, keepdims=True), 1e-9)
    rest = np.minimum(0.8 * (1 - right), 0.95 * right)
    chance = others * rest[:, None]
    chance[each, first] = right
    alike, _, cosine, _ = measured[each, first].T
    if complete:
        near = cosine >= LEAST_COSINE_WHERE_ALL_IS_TAUGHT
        return Judged(chance, near & (_chance(trust) >= SURE_WHERE_ALL_IS_TAUGHT))
    return Judged(chance, (cosine >= LEAST_COSINE) & (alike >= LEAST_ALIKE) & (_chance(trust) >= SURE))


def _chance(log_odds: Reals) -> Reals:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def straightened(measured: Floats) -> Reals:
    """Return the measurements (…, 4) such that equal steps mean about equally much."""
    out = measured.astype(np.float64)
    out[..., :2] = np.clip(out[..., :2], -_MOST, _MOST)
    out[..., 3] = np.log(np.maximum(out[..., 3], 0.02))
    return out


def clues(scaled: Reals, score: Reals, habits: Floats) -> Reals:
    """Return what the second model looks at, (n, clues), of `scaled` (n, r, 4), its `score` (n, r) and what is usual
    for the faces (n, r, 3)."""
    each = np.arange(len(score))
    order = np.argsort(-score, axis=1)
    best = scaled[each, order[:, 0]]
    behind = best - scaled[each, order[:, 1]] if score.shape[1] > 1 else np.broadcast_to(_ALONE, best.shape)
    behind = np.where(np.isfinite(behind), behind, _ALONE)
    own, twin, twins = habits[each, order[:, 0]].T
    alike, both = best[:, 0], best[:, 1]
    return np.stack(
        [
            alike, np.minimum(alike, 0), np.maximum(alike - 4, 0), both, behind[:, 0], np.minimum(behind[:, 0], 3),
            best[:, 2], behind[:, 2], best[:, 3], behind[:, 3],
            own, twin, twins,
            np.minimum(both - own, 2),
        ],
        axis=1,
    )  # fmt: skip
