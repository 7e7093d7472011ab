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

SURE = 0.98
"""From which probability on a reading is acted on, where one in five of what lies there was never taught: a stranger
costs more than a question."""
SURE_WHERE_ALL_IS_TAUGHT = 0.95
"""The same for a set of which somebody said that every face of the game is in it."""
FARTHEST = (0.28, 0.6)
"""How far a vector may be from the face's nearest look for a reading to be acted on (1 - cosine), and how many times as
far as usual for that face (as a logarithm)."""

_RANK = np.array([12.00, 0.70, 3.00, 0.00, 4.00, 0.50, 0.30, 0.00, 0.50, 0.00])
_OFFSET = 1.20
_TRUST = np.array(
    [
        -0.39,
        -0.01,
        3.05,
        0.47,
        -6.16,
        -0.99,
        1.08,
        0.85,
        -3.57,
        -0.38,
        4.43,
        0.79,
        -1.40,
        -1.84,
        -1.66,
        0.40,
        0.62,
        -1.51,
        -1.11,
        1.05,
        -0.92,
        0.95,
        1.16,
    ]
)
# What is said is for tables on which three in a hundred were never taught.
_SAID = (0.96, 1.06)
_ALONE = np.array([0.6, 1.0, 0.5, 0.4, 0.5, 1.5, 1.5, 0.2, 0.3, 0.3])
_FAR = 6.0
_LEAST = np.array([0.02, 0.03, 0.03])


@dataclass(frozen=True, slots=True)
class Judged:
    """`chance` (n, r) of each face that was compared, `sure` (n,) whether the likeliest may be acted on."""

    chance: Reals
    sure: npt.NDArray[np.bool_]


def judge(face: npt.NDArray[np.intp], measured: Floats, closest: Floats, usual: Floats, *, complete: bool) -> Judged:
    """Return how likely each compared face is.

    Parameters
    ----------
    face : (n, r) which faces were compared
    measured : (n, r, 10), see `vision.reading.Evidence`
    closest : (labels,), see `vision.reading.Recogniser`
    usual : (labels, 3), see `vision.usual.Usual`
    complete : no other face than the taught ones may lie there
    """
    scaled = straightened(measured)
    score = -(scaled @ _RANK)
    first = score.argmax(axis=1)
    trust = clues(scaled, score, face, closest, usual) @ _TRUST + _OFFSET
    right = _chance(_SAID[0] * trust + _SAID[1])
    each = np.arange(len(face))
    others = np.exp(score - score.max(axis=1, keepdims=True))
    others[each, first] = 0
    # What is left is shared among the rivals and all that was never taught.
    others = others / np.maximum(others.sum(axis=1, keepdims=True), 1e-9)
    rest = np.minimum(0.8 * (1 - right), 0.95 * right)
    chance = others * rest[:, None]
    chance[each, first] = right
    away = scaled[each, first, 0]
    times = np.log((away + _LEAST[0]) / (usual[face[each, first], 0] + _LEAST[0]))
    like_it = (away <= FARTHEST[0]) & (times <= FARTHEST[1])
    return Judged(chance, like_it & (_chance(trust) >= (SURE_WHERE_ALL_IS_TAUGHT if complete else SURE)))


def _chance(log_odds: Reals) -> Reals:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def straightened(measured: Floats) -> Reals:
    """Return the measurements (…, 10) such that equal steps mean about equally much."""
    out = measured.astype(np.float64)
    out[..., 1] = np.log(np.maximum(out[..., 1], 0.02))
    out[..., 2] = np.sqrt(np.maximum(out[..., 2], 0))
    return out


def clues(scaled: Reals, score: Reals, face: npt.NDArray[np.intp], closest: Floats, usual: Floats) -> Reals:
    """Return what the second model looks at, (n, 23)."""
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
    likeliest = face[each, order[:, 0]]
    habit = usual[likeliest]
    near = closest[likeliest][:, None]
    # How many times as far as usual, as logarithms: vector, oddest part, colours.
    times = np.log((best[:, [0, 4, 7]] + _LEAST) / (habit + _LEAST))
    steps = np.stack([np.tanh(lead / 6), np.tanh(lead / 2)], axis=1)
    return np.concatenate(
        [best, steps, np.clip(behind[:, [0, 2, 4, 5]], -0.5, 1), near, times, np.log(habit + _LEAST)], axis=1
    )
