"""Where each taught look lies in its patch, seen by the others: people lay pieces out of place when they teach, too.

Every look is slid over every other; what fits says how far the two lie apart. One place for each is then found that
agrees with most of these (least squares, the misfits counted less and less), and looks that resemble no other stay.
"""

import numpy as np
import numpy.typing as npt

from vision.appearance import EDGE, Channels, Patches, halved, moved, window

_HALF_CORE = 20
_REACH = 5
_SOFT = 0.5
_LEAST_LIKENESS = 0.6
_STAY = 0.02
_MOST_PX = 9.0
_ROUNDS = 30
_MOST_LOOKS = 320


def offsets(looks: Channels) -> npt.NDArray[np.float64]:
    """Return how far down and to the right, (k, 2) working pixels, the content of each of the looks (k, EDGE, EDGE, 3)
    lies from where most of them have it. With more looks than can be compared in a moment they all stay."""
    if not 2 < len(looks) <= _MOST_LOOKS:
        return np.zeros((len(looks), 2))
    apart, likeness = _apart(halved(looks)[..., 0])
    weight = np.clip(likeness - _LEAST_LIKENESS, 0, 1) ** 2
    np.fill_diagonal(weight, 0)
    # Two looks must say the same of each other, whoever is slid.
    weight[np.hypot(*(apart + apart.transpose(1, 0, 2)).transpose(2, 0, 1)) > 3] = 0
    weight = np.minimum(weight, weight.T)
    places = np.zeros((len(looks), 2))
    for _ in range(_ROUNDS):
        misfit = apart - (places[:, None] - places[None])
        trust = weight / (1 + (misfit**2).sum(axis=2) / 4)
        pulled = (trust[..., None] * (apart + places[None])).sum(axis=1)
        places = pulled / (trust.sum(axis=1)[:, None] + _STAY)
    return np.clip(places, -_MOST_PX, _MOST_PX)


def centred(looks: Patches, places: npt.NDArray[np.float64]) -> Patches:
    """Return the looks, (k, edge, edge, 3) uint8 of any size, each moved back by its offset in working pixels."""
    edge = looks.shape[1]
    places = places * (edge / EDGE)
    shifts = [np.array([[1.0, 0.0, across], [0.0, 1.0, down]]) for down, across in places]
    return np.stack([np.asarray(moved(look, m, edge), np.uint8) for look, m in zip(looks, shifts, strict=True)])


def _apart(half: npt.NDArray[np.float32]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float32]]:
    """Return for each two looks how far the first lies from the second, (k, k, 2), and how well it fits, -1 to 1."""
    k, steps = len(half), 2 * _REACH + 1
    weights = window(_HALF_CORE, _SOFT)
    windows = np.lib.stride_tricks.sliding_window_view(half, (_HALF_CORE, _HALF_CORE), axis=(1, 2))
    flat = windows.reshape(k, steps * steps, _HALF_CORE, _HALF_CORE)
    flat = flat - ((flat * weights).sum(axis=(2, 3)) / weights.sum())[:, :, None, None]
    vectors = (flat * np.sqrt(weights)).reshape(k, steps * steps, -1)
    vectors /= np.sqrt((vectors**2).sum(axis=2, keepdims=True) + 0.01 * weights.sum())
    middle = vectors[:, steps * steps // 2]
    fit = (vectors.reshape(k * steps * steps, -1) @ middle.T).reshape(k, steps * steps, k)
    best = fit.argmax(axis=1)
    apart = 2.0 * np.stack([best // steps - _REACH, best % steps - _REACH], axis=2)
    return apart, fit.max(axis=1)
