"""Two-point radiometric calibration: what white and black look like, told by the printed markers, place by place.

Every marker is known black on known white. What a picture shows of them says how strong each channel is (the lamp, the
camera's white balance) and how far it is lifted off black (sensor black level, haze, veil), wherever a marker lies.
Over the area white follows a plane in the logarithm and black a plane in its share of white, each fitted robustly
(iteratively reweighted least squares, Huber's weights; Huber, "Robust Estimation of a Location Parameter", 1964), so
that one marker in a shadow or under a reflection does not tip it. With fewer than three markers both are the same
everywhere.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Layout, Marker
from vision.registration.locate import Located
from vision.registration.markers import marker_bits
from vision.registration.plane import Plane
from vision.registration.rectify import px_per_mm, warp

Reals = npt.NDArray[np.float64]
Masks = tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]

_MODULES, _MODULE_PX = 6, 8
"""A marker's modules from edge to edge, its border's included (DICT_4X4_50), and how large each is drawn to be
measured."""
_BLUR_PX = 2.0
"""Of the picture: how far from an edge blur and sharpening reach."""
_MOST_INSET = 0.4
"""Of a module: what is left of a small one is its middle."""
_MOST_SPREAD = 0.3
"""Of the contrast: where white differs by more within a marker, something lies on it, or the edge of a shadow."""
_LEAST_CONTRAST = 20.0
"""Levels of 255 between a marker's black and its white; below, neither tells anything."""
_LEAST_BLACK = 0.01
"""Of 255; zero stands for a black that nobody told."""
_LEAST_MARKERS = 3
"""So many fix a plane."""
_ROUNDS, _NEAR = 8, 0.06
"""Huber's rounds, and what a marker's log white, or its black's share, may be off by before it counts less: what print
and paper make."""
_LEVEL = 0.5, 1.0
"""Ridge that leans white's and black's planes towards level ones: of a plane over an area two units wide."""


@dataclass(frozen=True, slots=True)
class MarkerLight:
    """The light over an area, by its markers: coefficients (3, 3) of log white and of black's share of white, rows
    for 1, x and y in units of half the area's longer side from its middle, columns for blue, green, red; and between
    which whites (2, 3) all markers lie, for no plane tells of what is beyond."""

    size_mm: tuple[float, float]
    log_white: Reals
    black_share: Reals
    log_range: Reals

    def at(self, places_mm: Reals) -> tuple[Reals, Reals]:
        """Return what white and what printed black look like at places of the area, (n, 2) mm: (n, 3) BGR each."""
        terms = _terms(places_mm, self.size_mm)
        white = np.exp(np.clip(terms @ self.log_white, *self.log_range))
        return white, np.maximum(white * np.clip(terms @ self.black_share, 0.0, 1.0), _LEAST_BLACK)


def marker_light(picture: npt.NDArray[np.uint8], located: Located, layout: Layout) -> MarkerLight | None:
    """Return the light that the markers of a picture, (height, width, 3) uint8 BGR, tell; None where none tells
    any."""
    found = [
        (marker, seen)
        for marker in layout.markers
        if marker.id in located.markers and (seen := black_and_white(picture, located.plane, marker)) is not None
    ]
    if not found:
        return None
    places = np.array([marker.corner_mm for marker, _ in found])
    places += np.array([[marker.size_mm / 2] for marker, _ in found])
    black, white = (np.array([seen[which] for _, seen in found]) for which in (0, 1))
    log_white, share = np.log(white), black / white
    terms = _terms(places, layout.size_mm)
    return MarkerLight(
        layout.size_mm,
        _surface(terms, log_white, _LEVEL[0]),
        _surface(terms, share, _LEVEL[1]),
        np.stack([log_white.min(axis=0), log_white.max(axis=0)]),
    )


def black_and_white(picture: npt.NDArray[np.uint8], plane: Plane, marker: Marker) -> tuple[Reals, Reals] | None:
    """Return the levels of a marker's black and of its white, (3,) BGR each: medians well inside its modules, away
    from edges by the blur's reach. None where something covers it in part, a shadow's edge crosses it, or it is all
    one grey."""
    module_mm = marker.size_mm / _MODULES
    rect_mm = (*marker.corner_mm, marker.size_mm, marker.size_mm)
    flat = warp(picture, plane, rect_mm, _MODULE_PX / module_mm)
    inset = min(_BLUR_PX / (module_mm * px_per_mm(plane, rect_mm)), _MOST_INSET)
    dark, bright = (flat[mask].astype(np.float64) for mask in _inside(marker.id, round(inset, 2)))
    black, white = np.median(dark, axis=0), np.maximum(np.median(bright, axis=0), 1.0)
    contrast = float((white - black).mean())
    low, high = np.percentile(bright.mean(axis=1), (10, 90))
    if contrast < _LEAST_CONTRAST or high - low > _MOST_SPREAD * contrast:
        return None
    return black, white


@lru_cache(maxsize=256)
def _inside(number: int, inset: float) -> Masks:
    """Return which pixels of a marker seen from above lie inside its black and its white modules, that far from their
    edges (in modules), (48, 48) each."""
    bits = np.kron(np.array(marker_bits(number), np.uint8), np.ones((_MODULE_PX, _MODULE_PX), np.uint8))
    # Beyond the marker there is white, so the distance to an edge ends at its rim, too.
    inner = slice(_MODULE_PX, -_MODULE_PX)
    around = np.asarray(np.pad(bits, _MODULE_PX, constant_values=1), np.uint8)
    dark, bright = (cv2.distanceTransform(of, cv2.DIST_L2, 5)[inner, inner] / _MODULE_PX for of in (1 - around, around))
    return dark > inset, bright > inset


def _terms(places_mm: Reals, size_mm: tuple[float, float]) -> Reals:
    away = (np.asarray(places_mm, np.float64) - np.array(size_mm) / 2) / (max(size_mm) / 2)
    return np.column_stack([np.ones(len(away)), away])


def _surface(terms: Reals, values: Reals, ridge: float) -> Reals:
    """Return the coefficients (3, 3) of the plane through values (k, 3) at places given by their terms (k, 3)."""
    if len(terms) < _LEAST_MARKERS:
        return np.vstack([values.mean(axis=0), np.zeros((2, 3))])
    leaning, weight = np.diag([0.0, ridge, ridge]), np.ones(len(terms))
    found: Reals = np.zeros((3, 3))
    for _ in range(_ROUNDS):
        weighted = terms * weight[:, None]
        found = np.asarray(np.linalg.solve(weighted.T @ terms + leaning, weighted.T @ values), np.float64)
        off = np.linalg.norm(values - terms @ found, axis=1)
        weight[:] = _NEAR / np.maximum(off, _NEAR)
    return found
