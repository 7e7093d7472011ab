"""Which taught looks a patch is nearest to, wherever in its patch the face lies: the quick search over all of them.

First the place is found coarsely, by comparing with every taught look at quarter size in 25 places; then the best two
places are tried to the half-size pixel in a space that was fitted to altered copies of the taught looks: directions in
which copies of one look differ (light, a neighbour's edge, a degree askew) count little, the others count much (the
whitening of linear discriminant analysis, with one class a look).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.appearance import CORE, EDGE, Channels, Patches, channels, halved, window
from vision.augment import copies

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

_HALF = CORE // 2
_QUARTER = CORE // 4
_ROOM = (EDGE - CORE) // 2
"""How many half-size pixels the window can be moved in all."""
_DIMENSIONS = 160
_SHRINKAGE = 0.5
_COPIES = 1200
_PLACES = 2
_COLOUR_WEIGHT = 2.0
_BRIGHTNESS_WEIGHT = 0.1
_SOFT_COARSE, _SOFT_FINE = 0.25, 0.5


@dataclass(frozen=True, slots=True)
class Nearness:
    """What `search` needs of the taught looks; made by `fit`."""

    coarse: Floats
    middle: Floats
    space: Floats
    looks: Floats


@dataclass(frozen=True, slots=True)
class Found:
    """How far (n, looks) each patch is from each look at its best place, and where that is: (n, looks, 2) the row and
    column in the working patch at which the face's core begins."""

    distance: Floats
    start: npt.NDArray[np.int16]


def fit(looks: Patches, rng: np.random.Generator) -> Nearness:
    """Return the space fitted to the taught looks, (k, EDGE, EDGE, 3) uint8 under a white lamp."""
    altered, sources = copies(looks, max(_COPIES, 4 * len(looks)), rng)
    centre = np.full(len(altered), _ROOM // 2)
    vectors = _fine(_Halves(channels(altered)), centre, centre)
    middle = vectors.mean(axis=0).astype(np.float32)
    vectors = np.asarray(vectors - middle, np.float32)
    spread = (vectors.T @ vectors).astype(np.float64) / len(vectors)
    main = np.linalg.eigh(spread)[1][:, ::-1][:, :_DIMENSIONS].astype(np.float32)
    flat = vectors @ main
    counts = np.bincount(sources, minlength=len(looks))[:, None]
    means = np.zeros((len(looks), flat.shape[1]), np.float32)
    np.add.at(means, sources, flat)
    means = np.asarray(means / np.maximum(counts, 1), np.float32)
    inside = flat - means[sources]
    scatter = (inside.T @ inside).astype(np.float64) / len(inside)
    scatter += np.eye(len(scatter)) * _SHRINKAGE * np.trace(scatter) / len(scatter)
    values, axes = np.linalg.eigh(scatter)
    whitening = (axes / np.sqrt(values)).astype(np.float32)
    third = np.full(len(looks), 3)
    coarse = _coarse(_quarter(channels(looks)), third, third)
    return Nearness(coarse, middle, main @ whitening, means @ whitening)


def search(near: Nearness, patches: Channels) -> Found:
    """Return how near each of the patches, (n, EDGE, EDGE, 3), is to each taught look."""
    n = len(patches)
    places = [(row, column) for row in range(1, 6) for column in range(1, 6)]
    quarter = _quarter(patches)
    best = np.empty((len(places), n), np.float32)
    for i, (row, column) in enumerate(places):
        there = _coarse(quarter, np.full(n, row), np.full(n, column))
        best[i] = _distance(there, near.coarse).min(axis=1)
    order = np.argsort(best, axis=0)[:_PLACES]
    row0 = np.array([place[0] for place in places])[order] * 2 - 1
    column0 = np.array([place[1] for place in places])[order] * 2 - 1
    around = [(down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)]
    tried = [(first, *step) for first in range(_PLACES) for step in around]
    rows = np.stack([np.clip(row0[first] + down, 0, _ROOM) for first, down, _ in tried], axis=1)
    columns = np.stack([np.clip(column0[first] + across, 0, _ROOM) for first, _, across in tried], axis=1)
    halves = _Halves(patches)
    there = np.stack([_fine(halves, rows[:, i], columns[:, i]) for i in range(len(tried))], axis=1)
    flat = (there.reshape(n * len(tried), -1) - near.middle) @ near.space
    away = _distance(np.asarray(flat, np.float32), near.looks).reshape(n, len(tried), -1)
    chosen = away.argmin(axis=1)
    distance = np.take_along_axis(away, chosen[:, None], axis=1)[:, 0]
    start = 2 * np.stack([np.take_along_axis(rows, chosen, 1), np.take_along_axis(columns, chosen, 1)], axis=2)
    return Found(distance, start.astype(np.int16))


class _Halves:
    """Working patches at half size, brightness and colours apart, the colours averaged over two pixels each way."""

    def __init__(self, patches: Channels) -> None:
        half = halved(patches)
        self.bright = np.ascontiguousarray(half[..., 0])
        colour = half[..., 1:]
        across = colour[:, :, :-1] + colour[:, :, 1:]
        self.colour = (across[:, :-1] + across[:, 1:]) * np.float32(0.25)


def _distance(ones: Floats, others: Floats) -> Floats:
    away = (ones**2).sum(axis=1)[:, None] + (others**2).sum(axis=1)[None] - 2 * (ones @ others.T)
    return np.asarray(np.maximum(away, 0.0), np.float32)


def _quarter(patches: Channels) -> Channels:
    half = halved(patches)
    return halved(np.pad(half, ((0, 0), (1, 1), (1, 1), (0, 0)), mode="edge"))


def _coarse(quarter: Channels, row: Numbers, column: Numbers) -> Floats:
    """Return the vectors of the quarter-size windows of which each begins at its own row and column."""
    windows = np.lib.stride_tricks.sliding_window_view(quarter, (_QUARTER, _QUARTER), axis=(1, 2))
    seen = windows[np.arange(len(quarter)), row, column]
    return _vectors(seen[:, 0], seen[:, 1:], window(_QUARTER, _SOFT_COARSE), window(_QUARTER, _SOFT_COARSE))


def _fine(halves: _Halves, row: Numbers, column: Numbers) -> Floats:
    """Return the vectors of the half-size windows of which each begins at its own row and column."""
    bright = np.lib.stride_tricks.sliding_window_view(halves.bright, (_HALF, _HALF), axis=(1, 2))
    colour = np.lib.stride_tricks.sliding_window_view(halves.colour, (_HALF - 1, _HALF - 1), axis=(1, 2))
    each = np.arange(len(halves.bright))
    colours = colour[..., ::2, ::2][each, row, column]
    return _vectors(bright[each, row, column], colours, window(_HALF, _SOFT_FINE), window(_QUARTER, _SOFT_FINE))


def _vectors(bright: Floats, colour: Floats, weights: Floats, colour_weights: Floats) -> Floats:
    """Return one vector a window: its brightness but for the mean, its colours, and a little of the mean."""
    n = len(bright)
    mean = (bright * weights).sum(axis=(1, 2)) / weights.sum()
    root, colour_root = np.sqrt(weights), np.sqrt(colour_weights)
    colour_root = colour_root * (_COLOUR_WEIGHT * bright.shape[1] / colour.shape[2])
    parts = [
        ((bright - mean[:, None, None]) * root).reshape(n, -1),
        (colour * colour_root).reshape(n, -1),
        mean[:, None] * (root.sum() * _BRIGHTNESS_WEIGHT),
    ]
    return np.concatenate(parts, axis=1).astype(np.float32)
