"""Does a mat lie where it was found? A glance at its markers' places tells, in a small part of the time that finding
them takes.

Each place is compared with what it showed when the mat was found, whatever the light: by correlation, and by the shift
that would explain the difference (one step of Gauss-Newton; Lucas and Kanade 1981).
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout, Marker
from vision.registration.locate import Located, corners_mm
from vision.registration.rectify import Picture, to_px

Reals = NDArray[np.float64]

_EDGE = 24
"""Of the small picture of a marker's place: three pixels for each of its eight modules."""
_ROUND_SHARE = 0.15
"""Of a marker's side: what is looked at around it, about a module."""
_LEAST_CONTRAST = 5.0
"""Levels of 255 (standard deviation): what differs by less shows no marker; in the dark it is noise."""
_ALIKE, _MOST_SHIFT_PX = 0.9, 0.3
"""A marker lies where it lay where it looks so much like itself (correlation), and no shift of more than what a corner
is measured to (CORNER_SIGMA_PX) would make it do so more."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What the place of one marker showed: its `window` (left, top, right, bottom) in pixels, the `pattern` (p,) of
    mean 0 and length 1, and `steps` (2, p), which make of a difference the shift across and down in pixels."""

    window: tuple[int, int, int, int]
    pattern: Reals
    steps: Reals


@dataclass(frozen=True, slots=True)
class Anchor:
    """A mat where it was found, in pictures of that size (width, height)."""

    located: Located
    size_px: tuple[int, int]
    spots: tuple[Spot, ...]


def anchor(picture: Picture, located: Located, layout: Layout) -> Anchor | None:
    """Return what to know the mat by where it lies in a picture, (h, w, 3) uint8 BGR; None where one of its markers was
    not found, for it may come into view, or is too faint."""
    if len(located.markers) < len(layout.markers):
        return None
    spots = tuple(_spot(picture, _window(marker, located, picture)) for marker in layout.markers)
    known = tuple(spot for spot in spots if spot is not None)
    return Anchor(located, _size(picture), known) if known and len(known) == len(spots) else None


def holds(known: Anchor, picture: Picture) -> bool:
    """Return whether the mat lies where it lay, with all of its markers in view, in a picture (h, w, 3) uint8 BGR."""
    return _size(picture) == known.size_px and all(_unmoved(spot, picture) for spot in known.spots)


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _window(marker: Marker, located: Located, picture: Picture) -> tuple[int, int, int, int]:
    """Return the place of a marker and a little around it."""
    places = to_px(located.plane, corners_mm(marker, _ROUND_SHARE * marker.size_mm))
    (left, top), (right, bottom) = np.floor(places.min(axis=0)), np.ceil(places.max(axis=0)) + 1
    width, height = _size(picture)
    return max(int(left), 0), max(int(top), 0), min(int(right), width), min(int(bottom), height)


def _pattern(picture: Picture, window: tuple[int, int, int, int]) -> Reals | None:
    """Return what a window shows, (_EDGE, _EDGE), of mean 0 and length 1; None where it shows nothing."""
    left, top, right, bottom = window
    if right - left < 4 or bottom - top < 4:
        return None
    seen = cv2.cvtColor(picture[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
    small = cv2.resize(seen, (_EDGE, _EDGE), interpolation=cv2.INTER_AREA).astype(np.float64)
    small -= small.mean()
    length = float(np.linalg.norm(small))
    return small / length if length > _LEAST_CONTRAST * _EDGE else None


def _spot(picture: Picture, window: tuple[int, int, int, int]) -> Spot | None:
    pattern = _pattern(picture, window)
    if pattern is None:
        return None
    left, top, right, bottom = window
    down, across = np.gradient(pattern)
    slopes = np.stack([across * _EDGE / (right - left), down * _EDGE / (bottom - top)]).reshape(2, -1)
    return Spot(window, pattern.ravel(), -np.linalg.solve(slopes @ slopes.T, slopes))


def _unmoved(spot: Spot, picture: Picture) -> bool:
    pattern = _pattern(picture, spot.window)
    if pattern is None:
        return False
    seen = pattern.ravel()
    shift = spot.steps @ (seen - spot.pattern)
    return bool(seen @ spot.pattern >= _ALIKE and np.abs(shift).max() <= _MOST_SHIFT_PX)
