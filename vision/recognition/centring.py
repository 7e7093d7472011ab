"""Where each exemplar lies in its patch, and how it is turned: people lay pieces out of place when they teach, too.

What is drawn on the pieces differs, but not their outlines. So the edges in all exemplars, those at the rim above all,
are averaged; each exemplar is slid and turned until its edges fit that average best; and so again, until the average is
sharp ("congealing", Learned-Miller 2006).
"""

import functools

import cv2
import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import CORE, EDGE, Channels, Patches, halved, moved

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.float64]

_ANGLES_DEG = (0.0, -3.0, 3.0, -6.0, 6.0, -9.0, 9.0)
"""How askew an exemplar may lie: as much as the alignment follows."""
_ROUNDS, _UPRIGHT_ROUNDS = 5, 2
"""Rounds in all, and those in which none is turned yet: turned, anything fits a blurred average."""
_HALF = EDGE // 2
_REACH = 5
"""How far an exemplar may be slid, in half-size pixels."""
_WINDOW = _HALF - 2
_COLOUR_WEIGHT = 2.0
"""A slope of colour counts so much more than one of brightness: logs of colours differ by less."""
_SOFT, _SMOOTH_PX = 0.2, 0.7
"""A slope (log, a half-size pixel) that counts half, and by how much edges are smoothed, so that they meet."""
_INSIDE, _RIM, _RIM_SOFT, _FAR, _FAR_SOFT = 0.25, 0.55, 0.15, 1.15, 0.2
"""What a place counts, by how far from the middle it is (1: the cell's edge): so much up to the rim, all of it from
there, nothing from far on, each over a soft band. What faces have in common is their frame."""
_LEAST_FIT = 0.01
"""What fits nowhere counts as if it fitted so well (correlation), so that an average is told of whatever there is."""
_SLIDING, _TURNING = 0.0006, 0.0025
"""How much better it must fit for a half-size pixel squared, and for a degree: what fits anywhere stays."""


def places(exemplars: Channels) -> Places:
    """Return where most of the exemplars (k, EDGE, EDGE, 3) would have what each of them has: (k, 2, 3), the matrix
    from pixels (x, y) of the exemplar when centred to its pixels as it is."""
    if len(exemplars) < 3:
        return np.stack([_matrix(0, 0, 0)] * len(exemplars)) if len(exemplars) else np.empty((0, 2, 3))
    half = halved(exemplars)
    turned = [_Turned(half, angle) for angle in _ANGLES_DEG]
    shift, angle, fits = np.zeros((len(exemplars), 2)), np.zeros(len(exemplars), np.intp), np.ones(len(exemplars))
    for number in range(_ROUNDS):
        mean = _mean(turned, shift, angle, fits)
        tried = turned[: 1 if number < _UPRIGHT_ROUNDS else None]
        found = [_best(one, mean) for one in tried]
        likeness = np.stack([like for _, like in found]) - _TURNING * np.abs(_ANGLES_DEG[: len(tried)])[:, None]
        angle = likeness.argmax(axis=0)
        each = np.arange(len(exemplars))
        shift, fits = np.stack([at for at, _ in found])[angle, each], likeness[angle, each]
        # The average must not wander off: most exemplars lie where they should.
        shift = np.clip(shift - np.median(shift, axis=0), -_REACH, _REACH)
    degrees = np.array(_ANGLES_DEG)[angle]
    return np.stack([_matrix(2 * down, 2 * across, deg) for (down, across), deg in zip(shift, degrees, strict=True)])


def centred(exemplars: Patches, found: Places) -> Patches:
    """Return the exemplars, (k, edge, edge, 3) uint8 of any size, each moved back to where most of them lie."""
    edge = exemplars.shape[1]
    finer = edge / EDGE
    out = np.empty_like(exemplars)
    for exemplar, matrix, into in zip(exemplars, found, out, strict=True):
        # A pixel's middle is at a half.
        offset = finer * (matrix[:, :2].sum(axis=1) * (0.5 / finer - 0.5) + matrix[:, 2] + 0.5) - 0.5
        into[:] = moved(exemplar, np.column_stack([matrix[:, :2], offset]), edge)
    return out


class _Turned:
    """The edges of all exemplars, turned by an angle: `edges` (k, s, s, 2), and (k, steps, steps) how strong they are
    wherever the window lies."""

    def __init__(self, half: Channels, angle_deg: float) -> None:
        self.edges = np.stack([_edges(moved(exemplar, _matrix(0, 0, angle_deg, _HALF), _HALF)) for exemplar in half])
        self.strength = np.stack([_strength(edges) for edges in self.edges])


def _edges(exemplar: Channels) -> Floats:
    """Return how much an exemplar at half size changes to the right and downwards, (s, s, 2), 0 to 1, with room
    around."""
    weights = np.array([1, _COLOUR_WEIGHT, _COLOUR_WEIGHT], np.float32)
    found = [cv2.Sobel(exemplar * weights, cv2.CV_32F, x, 1 - x, ksize=3, scale=1 / 8) for x in (1, 0)]
    steep = np.stack([np.sqrt((slope**2).sum(axis=2)) for slope in found], axis=2)
    steep = cv2.GaussianBlur(steep / (steep + _SOFT), (0, 0), _SMOOTH_PX)
    room = (_WINDOW + 2 * _REACH - _HALF) // 2
    return np.asarray(cv2.copyMakeBorder(steep, room, room, room, room, cv2.BORDER_REPLICATE), np.float32)


@functools.cache
def _weights() -> Floats:
    """Return how much each place of the window counts, (_WINDOW, _WINDOW, 2): most at the rim of the cell."""
    off = np.abs(np.arange(_WINDOW) - (_WINDOW - 1) / 2) / (CORE / 4)
    far = np.maximum(off[:, None], off[None])
    rim = _INSIDE + (1 - _INSIDE) * np.clip((far - _RIM) / _RIM_SOFT, 0, 1)
    weights = rim * np.clip((_FAR + _FAR_SOFT - far) / _FAR_SOFT, 0, 1)
    return np.repeat(weights[:, :, None], 2, axis=2).astype(np.float32)


def _strength(edges: Floats) -> Floats:
    """Return the weighted standard deviation of the edges wherever the window lies, times the root of all weight."""
    weights = _weights()
    sums = cv2.matchTemplate(edges, weights, cv2.TM_CCORR)
    squares = cv2.matchTemplate(edges**2, weights, cv2.TM_CCORR)
    return np.asarray(np.sqrt(np.maximum(squares - sums**2 / weights.sum(), 1e-3)), np.float32)


def _mean(turned: list[_Turned], shift: Places, angle: npt.NDArray[np.intp], fits: Places) -> Floats:
    """Return the average of the edges in the windows where the exemplars lie, which count the more the better they
    fit."""
    at = np.rint(shift).astype(int) + _REACH
    share = np.maximum(fits, _LEAST_FIT) ** 2
    total = np.zeros((_WINDOW, _WINDOW, 2), np.float32)
    for exemplar, ((down, across), number, weight) in enumerate(zip(at, angle, share, strict=True)):
        total += turned[number].edges[exemplar, down : down + _WINDOW, across : across + _WINDOW] * np.float32(weight)
    return total / np.float32(share.sum())


def _best(turned: _Turned, mean: Floats) -> tuple[Places, Places]:
    """Return for each exemplar how far (k, 2) down and across it lies from the average, and how well it fits there."""
    weights = _weights()
    apart = mean - (mean * weights).sum() / weights.sum()
    sought, norm = apart * weights, max(float(np.sqrt((apart**2 * weights).sum())), 1e-3)
    steps = np.arange(-_REACH, _REACH + 1)
    cost = _SLIDING * (steps[:, None] ** 2 + steps[None] ** 2)
    where, likeness = np.empty((len(turned.edges), 2)), np.empty(len(turned.edges))
    for exemplar, (edges, strength) in enumerate(zip(turned.edges, turned.strength, strict=True)):
        alike = cv2.matchTemplate(edges, sought, cv2.TM_CCORR) / (strength * norm) - cost
        down, across = np.unravel_index(int(alike.argmax()), alike.shape)
        where[exemplar] = down + _between(alike[:, across], down), across + _between(alike[down], across)
        likeness[exemplar] = alike[down, across]
    return where - _REACH, likeness


def _between(values: npt.NDArray[np.floating], top: np.intp) -> float:
    """Return how far from its greatest value a parabola through it and its neighbours has its top, -0.5 to 0.5."""
    if not 0 < top < len(values) - 1:
        return 0.0
    before, at, after = (float(values[top + k]) for k in (-1, 0, 1))
    return 0.5 * (before - after) / min(before - 2 * at + after, -1e-9)


def _matrix(down: float, across: float, angle_deg: float, edge: int = EDGE) -> Places:
    """Return the matrix (2, 3) that turns a picture's pixels about its middle after moving them."""
    cos, sin = np.cos(np.deg2rad(angle_deg)), np.sin(np.deg2rad(angle_deg))
    turn = np.array([[cos, sin], [-sin, cos]])
    middle = np.full(2, (edge - 1) / 2)
    return np.column_stack([turn, middle + turn @ (np.array([across, down]) - middle)])
