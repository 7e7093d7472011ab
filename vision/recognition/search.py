"""Which exemplars a patch is nearest to, wherever in its patch the face lies: the quick search over all of them.

First the place is found coarsely, by comparing with every exemplar at quarter size in 25 places; then the best two
places are tried to the half-size pixel in a space that was fitted to altered copies of the exemplars: directions in
which copies of one exemplar differ (light, a neighbour's edge, a degree askew) count little, the others count much (the
whitening of linear discriminant analysis, with one class an exemplar).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, EDGE, Channels, Patches, channels, halved, window
from vision.recognition.augmentation import copies

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_HALF = CORE // 2
_QUARTER = CORE // 4
_ROOM = (EDGE - CORE) // 2
"""How many half-size pixels the window can be moved in all."""
DIMENSIONS = 160
"""Of the fitted space; distances grow with it."""
_SHRINKAGE = 0.5
"""Of the covariance of the altered copies towards a sphere: these are few, and know less than light and hands do."""
_COPIES = 1200
"""Altered copies to which it is fitted, at least; four of each exemplar."""
_COARSE_STEPS, _PLACES = 5, 2
"""A face is looked for at 5 × 5 places, four working pixels apart, and finely about the two likeliest of them."""
_COLOUR_WEIGHT, _BRIGHTNESS_WEIGHT = 2.0, 0.1
"""A colour counts twice a brightness, as there are a quarter as many; how bright the whole is, which the lamp decides,
little."""
_AT_ONCE = 256
"""Copies at a time, for memory."""
_COARSE_SOFT, _FINE_SOFT = 0.25, 0.5
"""Of half the core: how far in from its edge pixels count less, for neighbours reach into a cell."""
_COARSE_WEIGHTS = window(_QUARTER, _COARSE_SOFT)
_FINE_WEIGHTS, _FINE_COLOUR_WEIGHTS = window(_HALF, _FINE_SOFT), window(_QUARTER, _FINE_SOFT)


@dataclass(frozen=True, slots=True)
class Nearness:
    """What `search` needs of the exemplars; made by `fit`."""

    coarse: Floats
    middle: Floats
    space: Floats
    exemplars: Floats


@dataclass(frozen=True, slots=True)
class Found:
    """How far (n, exemplars) each patch is from each look at its best place, and where that is: (n, exemplars, 2) the
    row and column in the working patch at which the face's core begins."""

    distance: Floats
    start: npt.NDArray[np.int16]


def fit(exemplars: Patches, rng: np.random.Generator) -> Nearness:
    """Return the space fitted to the exemplars, (k, EDGE, EDGE, 3) uint8 under a white lamp."""
    altered, sources = copies(exemplars, max(_COPIES, 4 * len(exemplars)), rng)
    vectors = np.concatenate([_middles(altered[k : k + _AT_ONCE]) for k in range(0, len(altered), _AT_ONCE)])
    middle = vectors.mean(axis=0).astype(np.float32)
    vectors = np.asarray(vectors - middle, np.float32)
    spread = (vectors.T @ vectors).astype(np.float64) / len(vectors)
    main = np.linalg.eigh(spread)[1][:, ::-1][:, :DIMENSIONS].astype(np.float32)
    flat = vectors @ main
    counts = np.bincount(sources, minlength=len(exemplars))[:, None]
    means = np.zeros((len(exemplars), flat.shape[1]), np.float32)
    np.add.at(means, sources, flat)
    means = np.asarray(means / np.maximum(counts, 1), np.float32)
    inside = flat - means[sources]
    scatter = (inside.T @ inside).astype(np.float64) / len(inside)
    scatter += np.eye(len(scatter)) * _SHRINKAGE * np.trace(scatter) / len(scatter)
    values, axes = np.linalg.eigh(scatter)
    whitening = (axes / np.sqrt(values)).astype(np.float32)
    third = np.full(len(exemplars), 3)
    coarse = _coarse(_quarter(halved(channels(exemplars))), third, third, np.arange(len(exemplars)))
    return Nearness(coarse, middle, main @ whitening, means @ whitening)


def _middles(patches: Patches) -> Floats:
    """Return what is compared closely of patches, (n, EDGE, EDGE, 3) uint8, whose face lies in their middle."""
    centre = np.full(len(patches), _ROOM // 2)
    return _fine(_Halves(halved(channels(patches))), centre, centre, np.arange(len(patches)))


def search(near: Nearness, patches: Channels) -> Found:
    """Return how near each of the patches, (n, EDGE, EDGE, 3), is to each exemplar."""
    n, places, half = len(patches), _COARSE_STEPS**2, halved(patches)
    every = np.repeat(np.arange(n), places)
    down, across = np.divmod(np.tile(np.arange(places), n), _COARSE_STEPS)
    there = _coarse(_quarter(half), down + 1, across + 1, every)
    best = _least_distance(there, near.coarse).reshape(n, places)
    order = np.argpartition(best, _PLACES, axis=1)[:, :_PLACES]
    steps = np.arange(9)
    rows = np.clip(2 * (order // _COARSE_STEPS)[:, :, None] + 1 + steps // 3 - 1, 0, _ROOM).reshape(n, -1)
    columns = np.clip(2 * (order % _COARSE_STEPS)[:, :, None] + 1 + steps % 3 - 1, 0, _ROOM).reshape(n, -1)
    tried = rows.shape[1]
    fine = _fine(_Halves(half), rows.ravel(), columns.ravel(), np.repeat(np.arange(n), tried))
    flat = (fine - near.middle) @ near.space
    away = squared_distances(np.asarray(flat, np.float32), near.exemplars).reshape(n, tried, -1)
    chosen = away.argmin(axis=1)
    distance = np.take_along_axis(away, chosen[:, None], axis=1)[:, 0]
    start = 2 * np.stack([np.take_along_axis(rows, chosen, 1), np.take_along_axis(columns, chosen, 1)], axis=2)
    return Found(distance, start.astype(np.int16))


class _Halves:
    """Working patches at half size, brightness and colours apart, the colours averaged over two pixels each way."""

    def __init__(self, half: Channels) -> None:
        self.bright = np.ascontiguousarray(half[..., 0])
        colour = half[..., 1:]
        across = colour[:, :, :-1] + colour[:, :, 1:]
        self.colour = (across[:, :-1] + across[:, 1:]) * np.float32(0.25)


def squared_distances(ones: Floats, others: Floats) -> Floats:
    """Return how far each of the ones (n, k) is from each of the others (m, k), squared, (n, m)."""
    away = (ones**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None]
    both = ones @ others.T
    both *= 2
    away -= both
    return np.asarray(np.maximum(away, 0.0, out=away), np.float32)


def _least_distance(ones: Floats, others: Floats) -> Floats:
    """Return how far each is from the nearest of the others."""
    both = ones @ (-2 * others.T)
    both += (others**2).sum(axis=1)
    return np.asarray(np.maximum(both.min(axis=1) + (ones**2).sum(axis=1), 0.0), np.float32)


def _quarter(half: Channels) -> Channels:
    return halved(np.pad(half, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge"))


def _coarse(quarter: Channels, row: Numbers, column: Numbers, which: Numbers) -> Floats:
    """Return the vectors of quarter-size windows: of which patch, and where each begins."""
    windows = np.lib.stride_tricks.sliding_window_view(quarter, (_QUARTER, _QUARTER), axis=(1, 2))
    seen = windows[which, row, column]
    return _vectors(seen[:, 0], seen[:, 1:], _COARSE_WEIGHTS, _COARSE_WEIGHTS)


def _fine(halves: _Halves, row: Numbers, column: Numbers, which: Numbers) -> Floats:
    """Return the vectors of half-size windows: of which patch, and where each begins."""
    bright = np.lib.stride_tricks.sliding_window_view(halves.bright, (_HALF, _HALF), axis=(1, 2))
    colour = np.lib.stride_tricks.sliding_window_view(halves.colour, (_HALF - 1, _HALF - 1), axis=(1, 2))
    colours = colour[..., ::2, ::2][which, row, column]
    return _vectors(bright[which, row, column], colours, _FINE_WEIGHTS, _FINE_COLOUR_WEIGHTS)


def _vectors(bright: Floats, colour: Floats, weights: Floats, colour_weights: Floats) -> Floats:
    """Return one vector a window: its brightness but for the mean, its colours, and a little of the mean."""
    n, pixels = len(bright), weights.size
    root, colour_root = np.sqrt(weights).ravel(), np.sqrt(colour_weights).ravel()
    colour_root = colour_root * np.float32(_COLOUR_WEIGHT * len(weights) / len(colour_weights))
    flat = bright.reshape(n, pixels)
    mean = flat @ weights.ravel() / weights.sum()
    out = np.empty((n, pixels + 2 * colour_root.size + 1), np.float32)
    np.multiply(flat - mean[:, None], root, out=out[:, :pixels])
    np.multiply(colour.reshape(n, 2, -1), colour_root, out=out[:, pixels:-1].reshape(n, 2, -1))
    out[:, -1] = mean * (root.sum() * _BRIGHTNESS_WEIGHT)
    return out
