"""What was measured of the likeliest faces → one probability each, and whether it may be acted on without asking.

Two small linear models, fitted to real and drawn photographs of games that nobody reads here (docs/recogniser.md): the
first ranks the faces that were compared; the second gives the probability that the first of them is right, from how
well it fits, how far the next one is behind, and how alike the set's own faces are. A face that was never taught is
among what it was fitted to.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Reals = npt.NDArray[np.float64]

SURE = 0.97
"""From which probability on a reading is acted on."""

_RANK = np.array([8.9, 2.04, 0.49, 0.0, 8.53, 0.46, 0.44])
_OFFSET = 0.06
_TRUST = np.array([-5.44, 0.01, 2.65, 2.1, -9.54, 0.24, 0.79, 5.06, 1.08, -1.95, 0.66, -2.97, 0.0, 0.0, 0.0])
_ALONE = np.array([0.6, 1.0, 0.5, 0.5, 0.5, 0.2, 0.3])
_FAR = 6.0


@dataclass(frozen=True, slots=True)
class Judged:
    """`chance` (n, r) of each face that was compared, `sure` (n,) whether the likeliest may be acted on."""

    chance: Reals
    sure: npt.NDArray[np.bool_]


def judge(face: npt.NDArray[np.intp], measured: Floats, closest: Floats) -> Judged:
    """Return how likely each compared face is.

    Parameters
    ----------
    face : (n, r) which faces were compared
    measured : (n, r, 7), see `vision.reading.Evidence`
    closest : (labels,), see `vision.reading.Recogniser`
    """
    scaled = straightened(measured)
    score = -(scaled @ _RANK)
    first = score.argmax(axis=1)
    right = 1 / (1 + np.exp(-(clues(scaled, score, face, closest) @ _TRUST + _OFFSET)))
    each = np.arange(len(face))
    others = np.exp(score - score.max(axis=1, keepdims=True))
    others[each, first] = 0
    # What is left is shared among the rivals and all that was never taught.
    others = others / np.maximum(others.sum(axis=1, keepdims=True), 1e-9)
    rest = np.minimum(0.8 * (1 - right), 0.95 * right)
    chance = others * rest[:, None]
    chance[each, first] = right
    return Judged(chance, right >= SURE)


def straightened(measured: Floats) -> Reals:
    """Return the measurements (…, 7) such that equal steps mean about equally much."""
    out = measured.astype(np.float64)
    out[..., 1] = np.log(np.maximum(out[..., 1], 0.02))
    out[..., 2] = np.sqrt(np.maximum(out[..., 2], 0))
    return out


def clues(scaled: Reals, score: Reals, face: npt.NDArray[np.intp], closest: Floats) -> Reals:
    """Return what the second model looks at, (n, 15)."""
    each = np.arange(len(face))
    order = np.argsort(-score, axis=1)
    best = scaled[each, order[:, 0]]
    if face.shape[1] > 1:
        second = scaled[each, order[:, 1]]
        lead = score[each, order[:, 0]] - score[each, order[:, 1]]
        behind = second - best
    else:
        lead = np.full(len(face), _FAR)
        behind = np.broadcast_to(_ALONE, best.shape)
    near = np.stack(
        [closest[face[each, order[:, 0]]], np.full(len(face), closest.max()), np.full(len(face), 1 / len(closest))],
        axis=1,
    )
    steps = np.stack([np.tanh(lead / 6), np.tanh(lead / 2)], axis=1)
    return np.concatenate([best, steps, np.clip(behind[:, [0, 2, 3]], -0.5, 1), near], axis=1)
