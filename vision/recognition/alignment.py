"""An exemplar laid exactly over a patch: shifted, turned and scaled until they match.

Inverse compositional Gauss-Newton (Baker and Matthews, "Lucas-Kanade 20 years on", 2004) for a similarity, with gain
and offset of the brightness projected out, so that light and contrast do not pull.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, MARGIN, Channels, moved, window

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]
Places = npt.NDArray[np.float64]

_SOFT = 0.5
"""Of half the core: how far in from its edge pixels count less."""
_RIDGE = 2.0
"""Towards not moving, of the squares of the slopes: a face without edges stays where it was."""
_ROUNDS = 3
"""Of Gauss-Newton; the search has found the place to two pixels."""
_ARM = 14.0
"""Pixels from the middle at which a turn and a growth are as long as a shift: so the ridge holds all of them alike."""
_REACH_PX, _MOST_TURN_RAD, _MOST_GROWTH, _MOST_STEP_PX = 5.0, 0.15, 0.1, 2.0
"""How far a face may lie from where the search found it, be turned (9°) and be larger, and move in a round: further off
it would be laid over something else."""
_GAINS = (0.4, 2.5)
"""How much more contrast a patch may have than the exemplar, so that a bare one throws nothing far."""
_EVEN = 0.01
"""An exemplar's least contrast (standard deviation of the log of its brightness, squared)."""
_MIDDLE = (CORE - 1) / 2
_AT_ONCE = 64
"""Exemplars that are fitted at a time, for memory."""

WEIGHTS = window(CORE, _SOFT)
"""How much each pixel of a core counts: neighbours reach into a cell from its sides."""


@dataclass(frozen=True, slots=True)
class Aligner:
    """What `align` needs of the exemplars; made by `fit`."""

    steps: Floats
    centred: Floats
    energy: Floats


def fit(exemplars: Channels) -> Aligner:
    """Return the exemplars, (k, EDGE, EDGE, 3), ready to be aligned to."""
    # Many at once take a hundred megabytes, and no less time.
    parts = [_fit(exemplars[first : first + _AT_ONCE]) for first in range(0, len(exemplars), _AT_ONCE)]
    return Aligner(
        np.concatenate([part.steps for part in parts]),
        np.concatenate([part.centred for part in parts]),
        np.concatenate([part.energy for part in parts]),
    )


def _fit(exemplars: Channels) -> Aligner:
    inner = slice(MARGIN, MARGIN + CORE)
    bright = exemplars[:, inner, inner, 0]
    across = (
        exemplars[:, inner, MARGIN + 1 : MARGIN + CORE + 1, 0] - exemplars[:, inner, MARGIN - 1 : MARGIN + CORE - 1, 0]
    ) / 2
    down = (
        exemplars[:, MARGIN + 1 : MARGIN + CORE + 1, inner, 0] - exemplars[:, MARGIN - 1 : MARGIN + CORE - 1, inner, 0]
    ) / 2
    y, x = (np.mgrid[:CORE, :CORE] - _MIDDLE).astype(np.float32) / np.float32(_ARM)
    k = len(exemplars)
    root = np.sqrt(WEIGHTS).ravel()
    slopes = np.stack([across, down, x * down - y * across, x * across + y * down], axis=1).reshape(k, 4, -1) * root
    light = np.stack([np.ones_like(bright), bright], axis=1).reshape(k, 2, -1) * root
    basis = np.linalg.qr(light.transpose(0, 2, 1))[0]
    slopes = slopes - (slopes @ basis) @ basis.transpose(0, 2, 1)
    hessian = slopes @ slopes.transpose(0, 2, 1) + np.eye(4) * _RIDGE
    steps = (np.linalg.solve(hessian, slopes) * root).astype(np.float32)
    mean = (bright * WEIGHTS).sum(axis=(1, 2)) / WEIGHTS.sum()
    weighted = ((bright - mean[:, None, None]) * WEIGHTS).reshape(k, -1)
    energy = (weighted * (bright - mean[:, None, None]).reshape(k, -1)).sum(axis=1) + _EVEN * WEIGHTS.sum()
    return Aligner(steps, weighted.astype(np.float32), energy.astype(np.float32))


def align(aligner: Aligner, patches: Channels, which: Numbers, exemplar: Numbers, start: Places) -> Places:
    """Return where exemplars lie in patches.

    Parameters
    ----------
    patches : (n, EDGE, EDGE, 3)
    which, exemplar : (m,), pair by pair the patch and the exemplar that may lie in it
    start : (m, 2), the row and column in the patch at which the exemplar's core is thought to begin

    Returns
    -------
    (m, 2, 3), pair by pair the matrix from the core's pixels (x, y) to the patch's
    """
    bright = np.ascontiguousarray(patches[..., 0])
    steps, centred, energy = aligner.steps[exemplar], aligner.centred[exemplar], aligner.energy[exemplar]
    first = start[:, ::-1].astype(np.float64) + _MIDDLE
    middle, turn, size = first.copy(), np.zeros(len(which)), np.ones(len(which))
    seen = np.empty((len(which), CORE, CORE), np.float32)
    for _ in range(_ROUNDS):
        matrices = _matrices(middle, turn, size)
        for i, patch in enumerate(which):
            seen[i] = moved(bright[patch], matrices[i], CORE)
        flat = seen.reshape(len(which), CORE * CORE)
        move = (steps @ flat[:, :, None])[:, :, 0]
        gain = np.clip((flat * centred).sum(axis=1) / energy, *_GAINS)
        move = np.clip(move / gain[:, None], -_MOST_STEP_PX, _MOST_STEP_PX).astype(np.float64)
        a, b = matrices[:, 0, 0], matrices[:, 1, 0]
        middle = middle - np.stack([a * move[:, 0] - b * move[:, 1], b * move[:, 0] + a * move[:, 1]], axis=1)
        middle = np.clip(middle, first - _REACH_PX, first + _REACH_PX)
        turn = np.clip(turn - move[:, 2] / _ARM, -_MOST_TURN_RAD, _MOST_TURN_RAD)
        size = np.clip(size / (1 + move[:, 3] / _ARM), 1 - _MOST_GROWTH, 1 + _MOST_GROWTH)
    return _matrices(middle, turn, size)


def off_middle(places: Places) -> npt.NDArray[np.float64]:
    """Return how far the middles of cores that lie at (m, 2, 3) `places` are from those of their patches, (m,), along
    the longer way, as a share of a core's edge."""
    middle = places[:, :, :2].sum(axis=2) * _MIDDLE + places[:, :, 2]
    return np.asarray(np.abs(middle - (_MIDDLE + MARGIN)).max(axis=1) / CORE)


def unmoved(start: Places) -> Places:
    """Return the matrices (m, 2, 3) of cores that begin at (m, 2) rows and columns, neither turned nor scaled."""
    return _matrices(start[:, ::-1] + _MIDDLE, np.zeros(len(start)), np.ones(len(start)))


def _matrices(middle: Places, turn: Places, size: Places) -> Places:
    a, b = size * np.cos(turn), size * np.sin(turn)
    x, y = middle[:, 0] - (a - b) * _MIDDLE, middle[:, 1] - (a + b) * _MIDDLE
    return np.stack([np.stack([a, -b, x], axis=1), np.stack([b, a, y], axis=1)], axis=1)
