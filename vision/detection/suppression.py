"""Which of many rectangles that may be pieces are pieces: those seen best first, none in the place of another, and one
that lies partly under others judged by what sticks out."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.rectangles import Array, Rectangles, corners

OVERLAP = 0.22
"""The share of a piece that may lie under or over another one."""

LIKE_WHOLE = 0.75
"""A rectangle that looks so much like a face is a piece even where only two of its sides are seen."""

_LIKE, _HALF_SEEN, _SECOND_SIDE = 0.62, 0.5, 0.45
"""A piece looks so much like a face, and so much of its outline, and of its second weakest side, is seen …"""
_LIKE_ENDLESS = 0.75
"""… more where its sides' lines run on, as a checked cloth's do."""
_BETTER = 0.8
"""Or it looks like a face through and through, and two of its sides are seen so well."""
_LIKE_OUTLINED, _OUTLINE, _WEAKEST, _SCORE_ALIKE = 0.42, 0.8, 0.55, 2.6
"""Or it looks a little like a face, and its outline, its weakest side and the fit's score are so good."""
_UNKNOWN, _SCORE_UNKNOWN = (0.92, 0.8), 2.8
"""Or it looks like none, and its outline, weakest side and score have no fault."""
_ALONE, _SCORE_ALONE = (0.72, 0.5), 2.3
"""Where no faces are known the outline alone tells."""
_OWN = 0.3
"""Of an outline: so much of it, and of a side, must be its own, and not a neighbour's edge."""
_NO_FACE = 0.6
"""What looks like no face counts for so much less."""
_RUN_ON, _OWN_BEYOND = 0.58, 0.2
"""Sides run on where so much of what lies beyond the corners, a fifth and more of it no neighbour's, is an edge."""
_LOOK_WEIGHT = 1.5
"""What looks like a face comes first by so much, of 1.25 for a fit and an outline without fault."""
_ROUNDS = 3
"""A piece in a block shows once its neighbours are known: three deep."""
_MORE_THAN_ONE = 1.5
"""Of `OVERLAP`: what may lie under or over several others together."""
_NEAR = 1.3
"""Of the diagonal: pieces further apart have nothing in common, nor with what is looked at beyond their corners."""
_COVERED_PX, _BESIDE_PX = 1.5, 3.0
"""A place of an outline so far inside a neighbour is covered; one less far outside may be of the neighbour's edge."""


@dataclass(frozen=True, slots=True)
class EdgeEvidence:
    """What speaks for and against each of K rectangles: `strength` (K, 4, n) of the sides at `places` (K, 4, n, 2) px,
    `beyond` (K, 4, m) that of the sides' lines beyond the corners at `beyond_places`, and `likeness` (K,) to a taught
    face, None where no faces are known."""

    strength: Array
    places: Array
    beyond: Array
    beyond_places: Array
    likeness: Array | None

    def joined(self, other: "EdgeEvidence") -> "EdgeEvidence":
        """Return what speaks for and against these rectangles and then those of `other`."""
        ones, others = self.likeness, other.likeness
        return EdgeEvidence(
            np.concatenate([self.strength, other.strength]),
            np.concatenate([self.places, other.places]),
            np.concatenate([self.beyond, other.beyond]),
            np.concatenate([self.beyond_places, other.beyond_places]),
            None if ones is None or others is None else np.concatenate([ones, others]),
        )


Chosen = list[tuple[int, float]]
"""Numbers of rectangles that are pieces, each with how well it is seen (0 to 1)."""


def choose(
    found: Rectangles,
    evidence: EdgeEvidence,
    size_px: tuple[float, float],
    already: Chosen | None = None,
    start: int = 0,
) -> Chosen:
    """Return those rectangles that are pieces, best first, after those that were chosen `already`; the ones before
    number `start` have been looked at. All of them must be `hopeful`."""
    likeness = evidence.likeness
    order = found.score / 4 + 0.25 * evidence.strength.mean(axis=(1, 2))
    if likeness is not None:
        order = order + _LOOK_WEIGHT * likeness
    quads = corners(found, size_px)
    most = OVERLAP * size_px[0] * size_px[1]
    diagonal = float(np.hypot(*size_px))
    taken = list(already or [])
    left = [int(i) for i in np.argsort(-order, kind="stable") if i >= start]
    middle = found.center_px.tolist()
    # A piece within a block shows only once its neighbours are known; so those refused are looked at again.
    for _ in range(_ROUNDS):
        refused = []
        before = len(taken)
        for i in left:
            near = [j for j, _ in taken if math.dist(middle[i], middle[j]) < _NEAR * diagonal]
            shared = [_common(quads[i], quads[j]) for j in near]
            if sum(shared) > _MORE_THAN_ONE * most or any(share > most for share in shared):
                continue
            quality = _quality(evidence, found, i, near, size_px)
            if quality is None:
                refused.append(i)
            else:
                taken.append((i, quality))
        left = refused
        if len(taken) == before:
            break
    return taken


def hopeful(found: Rectangles, likeness: Array | None) -> NDArray[np.bool_]:
    """Return which of the rectangles (K,) could be chosen at all, whatever their neighbours turn out to be."""
    if likeness is None:
        return found.score >= _SCORE_ALONE
    return (likeness > _LIKE_OUTLINED) | (found.score >= _SCORE_UNKNOWN)


@dataclass(frozen=True, slots=True)
class _Seen:
    """How well the part of an outline that is not covered is seen: its mean, its weakest and second weakest side, and
    the weaker of the two that are seen best."""

    mean: float
    weakest: float
    second: float
    better: float


def _seen(strength: Array, clear: NDArray[np.bool_]) -> _Seen | None:
    if clear.mean() < 0.5:
        return None
    each = sorted(float(side[ok].mean()) for side, ok in zip(strength, clear, strict=True) if ok.mean() > _OWN)
    if len(each) < 2:
        return None
    return _Seen(float(strength[clear].mean()), each[0], each[1], each[-2])


def _quality(
    evidence: EdgeEvidence, found: Rectangles, i: int, near: list[int], size_px: tuple[float, float]
) -> float | None:
    """Return how well a rectangle is seen as a piece, None where it is not one.

    Where the faces are known, looking like one of them lets a weak outline pass (a tile half under its twin), and
    looking like none asks for an outline without fault that is not made of the neighbours' (a gap between tiles).
    """
    clear, alone = _clear(evidence.places[i], found, near, size_px)
    seen = _seen(evidence.strength[i], clear)
    if seen is None:
        return None
    like = None if evidence.likeness is None else float(evidence.likeness[i])
    endless = _endless(evidence.beyond[i], evidence.beyond_places[i], found, near, size_px)
    if like is not None and _alike(seen, float(found.score[i]), like, endless):
        return min(1.0, 0.5 * seen.mean + 0.5 * like)
    least = (*_ALONE, _SCORE_ALONE) if like is None else (*_UNKNOWN, _SCORE_UNKNOWN)
    if seen.mean < least[0] or seen.weakest < least[1] or found.score[i] < least[2] or alone < _OWN:
        return None
    if endless:
        return None
    return _NO_FACE * seen.mean if like is not None else seen.mean


def _alike(seen: _Seen, score: float, like: float, endless: bool) -> bool:
    """Return whether looking like a face, and an outline that fits that much, make a piece."""
    if seen.mean > _HALF_SEEN and seen.second > _SECOND_SIDE and like > (_LIKE_ENDLESS if endless else _LIKE):
        return True
    if seen.better > _BETTER and like > LIKE_WHOLE:
        return True
    outlined = seen.mean > _OUTLINE and seen.weakest > _WEAKEST and score >= _SCORE_ALIKE and not endless
    return like > _LIKE_OUTLINED and outlined


def _endless(beyond: Array, places: Array, found: Rectangles, near: list[int], size_px: tuple[float, float]) -> bool:
    """Return whether the sides' lines run on beyond the corners where no neighbour explains it, as a pattern's do."""
    own = np.ones(beyond.shape, bool)
    for j in near:
        own &= _depth(places, found.center_px[j], float(found.angle_deg[j]), size_px) < -_BESIDE_PX
    return bool(own.mean() > _OWN_BEYOND and beyond[own].mean() > _RUN_ON)


def _clear(
    places: Array, found: Rectangles, near: list[int], size_px: tuple[float, float]
) -> tuple[NDArray[np.bool_], float]:
    """Return which places (4, n) of an outline lie under none of the `near` rectangles, and the share of the outline
    that is not an edge of theirs too."""
    clear = np.ones(places.shape[:2], bool)
    alone = np.ones(places.shape[:2], bool)
    for j in near:
        depth = _depth(places, found.center_px[j], float(found.angle_deg[j]), size_px)
        clear &= depth < _COVERED_PX
        alone &= depth < -_BESIDE_PX
    return clear, float(alone.mean())


def _depth(places: Array, center_px: Array, angle_deg: float, size_px: tuple[float, float]) -> Array:
    """Return how far inside a rectangle places (..., 2) lie, in pixels; below 0 outside."""
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    apart = places - center_px
    across = size_px[0] / 2 - np.abs(apart[..., 0] * cos + apart[..., 1] * sin)
    down = size_px[1] / 2 - np.abs(apart[..., 1] * cos - apart[..., 0] * sin)
    depth: Array = np.minimum(across, down)
    return depth


def _common(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(cv2.intersectConvexConvex(one, other)[0])
