"""Pieces of one known size lying free: where each is and how it is turned, and its picture cut out upright.

What a piece shows is told elsewhere; so a square piece's angle is found modulo 90°, another's modulo 180°.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.adjacency import touching
from vision.detection.edges import Edges, Picture, edges
from vision.detection.face_likeness import KnownFaces, likeness, shifted
from vision.detection.rectangles import Array, Rectangles, ends, fitted, graded, joined, refined, sides, vote
from vision.detection.suppression import LIKE_WHOLE, Chosen, EdgeEvidence, choose, hopeful
from vision.layout import Pieces

_VOTE_PX, _FIT_PX = 22, 44
"""A piece's shorter side in the pictures in which it is voted for and fitted: the least that shows its sides, and twice
that, where a pixel is half a millimetre of a tile."""
_LEAST_VOTED, _A_PIECE, _MOST_VOTED = 30, 4, 260
"""How many rectangles are looked at: so many, and so many for each piece that would fit, of all no more (for time)."""
_BY_LOOK = 2.0
"""What looks like a face through and through has so much more, of 3.6 for four clear sides, where it is chosen which
rectangles are fitted."""
_SAME_SIZE = 0.02
"""A picture is not scaled by less."""
_SIDES_SEEN, _LOOKS_LIKE = 2.0, 0.4
"""What shows neither after a first fit is given up: on 63 drawn tables one of 579 that became pieces, whose piece was
found by another, and three quarters of all."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece that may lie here: its middle in the area's mm, its turn clockwise (0 to 90° for square pieces, 0 to
    180° for others), and how well its outline is seen, 0 to 1."""

    center_mm: tuple[float, float]
    angle_deg: float
    score: float


def find_pieces(
    area_bgr: Picture, zone: Pieces, px_per_mm: float, known: KnownFaces | None = None
) -> tuple[Candidate, ...]:
    """Return the pieces in a rectified picture of a zone, those seen best first.

    Parameters
    ----------
    area_bgr : (h, w, 3) uint8
        The zone's rectangle, `px_per_mm` pixels a millimetre; a margin is neither needed nor expected.
    zone : Pieces
    px_per_mm : float
        At least 12 pixels should fall on a piece's shorter side; 40 or more serve best.
    known : Looks, optional
        The taught faces (`vision.detection.face_likeness`). With them patterned tables invent no pieces, and pieces
        whose outline is lost against their neighbours are found.
    """
    short_mm = min(zone.piece_mm)
    close = _scaled(area_bgr, _FIT_PX / short_mm / px_per_mm)
    far = _scaled(close, _VOTE_PX / _FIT_PX)
    close_scale = _Scale(close, area_bgr, px_per_mm, zone)
    far_scale = _Scale(far, area_bgr, px_per_mm, zone)
    most = _most(area_bgr, zone, px_per_mm)
    found = vote(edges(far, _VOTE_PX // 2), far_scale.piece_px, most if known is None else 3 * most)
    if known is not None:
        # Of 579 voted rectangles that became pieces the last was the 128th, 99 in 100 were among the first 38.
        found = _likeliest(far, found, zone, px_per_mm * far.shape[1] / area_bgr.shape[1], known, most // 2)
    if not len(found.score):
        return ()
    field = edges(close, _FIT_PX // 2)
    finer = _Finer(far, far_scale, field, close_scale)
    fit = fitted(field, _rescaled(found, far_scale, close_scale), close_scale.piece_px)
    if known is None:
        fit = refined(field, fit, close_scale.piece_px)
        fit = fit.chosen(hopeful(fit, None))
        chosen = choose(fit, finer.evidence(fit, None), close_scale.piece_px) if len(fit.score) else []
    else:
        fit = refined(field, finer.promising(fit, known), close_scale.piece_px)
        fit, chosen = finer.grown(*finer.compared(fit, known), known)
    return tuple(_candidate(fit, i, quality, zone, close_scale.px_per_mm) for i, quality in chosen)


def _candidate(fit: Rectangles, i: int, quality: float, zone: Pieces, px_per_mm: float) -> Candidate:
    """Return a fitted rectangle in the area's millimetres."""
    x_mm, y_mm = np.array(zone.rect_mm[:2]) + (fit.center_px[i] + 0.5) / px_per_mm
    period = 90.0 if zone.piece_mm[0] == zone.piece_mm[1] else 180.0
    return Candidate((float(x_mm), float(y_mm)), float(fit.angle_deg[i] % period), quality)


def _likeliest(
    far: Picture, found: Rectangles, zone: Pieces, px_per_mm: float, known: KnownFaces, most: int
) -> Rectangles:
    """Return the `most` of the voted rectangles that look most like pieces; on a patterned table the edges alone would
    fill the list with the pattern."""
    if known.half is None or not len(found.score):
        return found
    tiny = _scaled(far, 0.5)
    scale = _Scale(tiny, far, px_per_mm, zone)
    small = _rescaled(found, _Scale(far, far, px_per_mm, zone), scale)
    like = likeness(tiny, small, scale.piece_px, known.half).value
    best = np.argsort(-(found.score + _BY_LOOK * like), kind="stable")[:most]
    return found.chosen(best)


class _Scale:
    """A scaled copy of the area: its pixels a mm, and the piece's size in them."""

    def __init__(self, copy: Picture, area: Picture, px_per_mm: float, zone: Pieces) -> None:
        self.px_per_mm = px_per_mm * copy.shape[1] / area.shape[1]
        self.piece_px = (zone.piece_mm[0] * self.px_per_mm, zone.piece_mm[1] * self.px_per_mm)


class _Finer:
    """The area at both scales, and what is told from them of rectangles that were fitted in the close one."""

    def __init__(self, far: Picture, far_scale: "_Scale", field: Edges, close_scale: "_Scale") -> None:
        self._far, self._far_scale = far, far_scale
        self._field, self._scale = field, close_scale
        self._area_px = field.along_cos.shape[:2]

    def promising(self, fit: Rectangles, known: KnownFaces) -> Rectangles:
        """Return those of the rectangles whose sides are seen, or that look like a face."""
        like = likeness(self._far, _rescaled(fit, self._scale, self._far_scale), self._far_scale.piece_px, known).value
        return fit.chosen((fit.score > _SIDES_SEEN) | (like > _LOOKS_LIKE))

    def compared(self, fit: Rectangles, known: KnownFaces) -> tuple[Rectangles, Array]:
        """Return the rectangles, and those that look more like a face a little aside, with each one's likeness."""
        small = _rescaled(fit, self._scale, self._far_scale)
        seen = likeness(self._far, small, self._far_scale.piece_px, known)
        like = seen.value
        for _ in range(2):
            small = shifted(self._far, small, self._far_scale.piece_px, known, seen)
            seen = likeness(self._far, small, self._far_scale.piece_px, known)
            fit = joined(fit, graded(self._field, _rescaled(small, self._far_scale, self._scale), self._scale.piece_px))
            like = np.concatenate([like, seen.value])
        return fit, like

    def grown(self, fit: Rectangles, like: Array, known: KnownFaces) -> tuple[Rectangles, list[tuple[int, float]]]:
        """Return rectangles and which of them are pieces, those too that touch one that was found."""
        likely = hopeful(fit, like)
        fit, like = fit.chosen(likely), like[likely]
        if not len(like):
            return fit, []
        evidence = self.evidence(fit, like)
        chosen = choose(fit, evidence, self._scale.piece_px)
        fresh = chosen
        while fresh:
            beside, like = self._beside(fit.chosen(_numbers(fresh)), fit.chosen(_numbers(chosen)), known)
            if not len(like):
                break
            start, before = len(fit.score), len(chosen)
            fit, evidence = joined(fit, beside), evidence.joined(self.evidence(beside, like))
            chosen = choose(fit, evidence, self._scale.piece_px, chosen, start)
            fresh = chosen[before:]
        return fit, chosen

    def _beside(self, pieces: Rectangles, every: Rectangles, known: KnownFaces) -> tuple[Rectangles, Array]:
        """Return what touches `pieces`, is none of `every` piece yet and looks like a face through and through."""
        beside = touching(pieces, every, self._scale.piece_px, self._area_px)
        beside, like = self.compared(graded(self._field, beside, self._scale.piece_px), known)
        alike = like > LIKE_WHOLE
        return beside.chosen(alike), like[alike]

    def evidence(self, fit: Rectangles, like: Array | None) -> EdgeEvidence:
        """Return what speaks for and against each rectangle."""
        strength, places = sides(self._field, fit, self._scale.piece_px)
        beyond, beyond_places = ends(self._field, fit, self._scale.piece_px)
        return EdgeEvidence(strength, places, beyond, beyond_places, like)


def _numbers(chosen: Chosen) -> NDArray[np.intp]:
    return np.array([i for i, _ in chosen], np.intp)


def _rescaled(found: Rectangles, old: _Scale, new: _Scale) -> Rectangles:
    ratio = new.px_per_mm / old.px_per_mm
    return Rectangles((found.center_px + 0.5) * ratio - 0.5, found.angle_deg, found.score)


def _most(area: Picture, zone: Pieces, px_per_mm: float) -> int:
    """Return how many rectangles to look at: some for each piece that would fit."""
    fit = area.shape[0] * area.shape[1] / px_per_mm**2 / (zone.piece_mm[0] * zone.piece_mm[1])
    return min(_MOST_VOTED, _LEAST_VOTED + int(_A_PIECE * fit))


def _scaled(picture: Picture, factor: float) -> Picture:
    if abs(factor - 1) < _SAME_SIZE:
        return picture
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def cut(
    area_bgr: Picture, candidate: Candidate, zone: Pieces, px_per_mm: float, px: int = 64, margin: float = 0.0
) -> Picture:
    """Return a candidate's picture, turned upright (modulo the piece's symmetry), its shorter side `px` pixels, with
    `margin` (a share of the shorter side) of what lies around it."""
    short = min(zone.piece_mm)
    edge = margin * short
    size_mm = (zone.piece_mm[0] + 2 * edge, zone.piece_mm[1] + 2 * edge)
    size = (round(size_mm[0] / short * px), round(size_mm[1] / short * px))
    step = short / px * px_per_mm
    cos, sin = np.cos(np.radians(candidate.angle_deg)) * step, np.sin(np.radians(candidate.angle_deg)) * step
    x = (candidate.center_mm[0] - zone.rect_mm[0]) * px_per_mm - 0.5
    y = (candidate.center_mm[1] - zone.rect_mm[1]) * px_per_mm - 0.5
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    matrix = np.array([[cos, -sin, x - cos * u + sin * v], [sin, cos, y - sin * u - cos * v]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(area_bgr, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
