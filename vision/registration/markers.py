"""Printed ArUco markers (DICT_4X4_50) in a picture: found at half size, measured at full size.

The search is quick because it looks once, coarsely, and looks again only for what it missed. The corners are refined
on the full picture in small windows around each, so that the coarse search costs no accuracy.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]
"""A marker's corners in pixels, shape (4, 2): its own top left first, then clockwise as printed."""

Outline = tuple[int, Corners]
"""A marker's id, and about where its corners are."""

_HALF_FROM_PX = 1400
"""Longer pictures are searched at half size, and measured at their own."""
_SMALL_PX = 48
"""A marker's longest side below which it is enlarged: eight modules of six pixels."""
_LEAST_WINDOW_PX, _LEAST_SIDE_PX = 12, 8
"""Less of the picture, or of a marker, shows none: it has eight modules, its white rim included."""
_WINDOWS_PX = ((15,), (7, 27), (41,))
"""Windows of the adaptive threshold, in the picture that is searched: one first, and narrow, middle and wide ones for
what is missing then."""
_SMALLEST = 0.04
"""The least perimeter looked for, of the picture's longer side: a side of a hundredth."""
_WITHIN_BORDER, _LEAST_REACH_PX, _MOST_REACH_PX = 0.7, 2, 9
"""How far from a corner its edges are looked at: of a module, so that the border's inner edge stays out; in limits."""
_REFINE_ROUNDS, _REFINED_PX = 30, 0.01
"""When `cornerSubPix` stops, far below what a corner is measured to (CORNER_SIGMA_PX)."""
_LEAST_OF_A_MAT = 4
"""As many markers has any mat at the least; of a mirrored one at most two read as another."""
_AS_LARGE = 0.4
"""Of a marker's area: a second print of it beside the first is at least so large; one on a screen is smaller."""


def find_markers(
    picture: NDArray[np.uint8], ids: Collection[int] | None = None, *, thorough: bool = True
) -> dict[int, Corners]:
    """Return the markers that are in a picture.

    Parameters
    ----------
    picture : (H, W) or (H, W, 3) uint8
        Grey or BGR.
    ids : collection of int, optional
        The ids that may be there; others are ignored. By default all 50.
    thorough : bool
        Look again, with other thresholds, for those of `ids` that the first look missed (three times the cost).

    Returns
    -------
    dict
        id → (4, 2) corners in pixels (pixel centres are whole numbers). Of two markers with one id the larger is kept.
    """
    wanted = set(range(50)) if ids is None else set(ids)
    small = _coarse(picture)
    found: dict[int, Corners] = {}
    for windows in _WINDOWS_PX if thorough else _WINDOWS_PX[:1]:
        # A window suits some sizes and sharpnesses of marker; the next ones are tried only for what is missing.
        for number, corners in _largest(_outlines(small, picture.shape[1], windows), wanted).items():
            found.setdefault(number, corners)
        if ids is not None and wanted <= found.keys():
            break
        if ids is None and found:
            break
    return {number: _refined(picture, corners) for number, corners in found.items()}


def in_the_mirror(
    picture: NDArray[np.uint8], ids: Collection[int] | None = None, *, thorough: bool = False
) -> dict[int, Corners]:
    """Return the markers that the mirror image of a picture shows, with their corners in the picture."""
    mirrored = find_markers(np.ascontiguousarray(picture[:, ::-1]), ids, thorough=thorough)
    return {number: corners * (-1.0, 1.0) + (picture.shape[1] - 1, 0) for number, corners in mirrored.items()}


def find_either_way(picture: NDArray[np.uint8], *, thorough: bool = False) -> dict[int, Corners]:
    """Return the markers that are in a picture, also where a camera mirrors it: then it shows hardly any as they are,
    for few read as another one in the mirror."""
    found = find_markers(picture, thorough=thorough)
    if len(found) >= _LEAST_OF_A_MAT:
        return found
    return max(found, in_the_mirror(picture, thorough=thorough), key=len)


def _coarse(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture in grey, a large one at half its size."""
    height, width = picture.shape[:2]
    if max(height, width) <= _HALF_FROM_PX:
        return _grey(picture)
    half = cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return _grey(np.asarray(half, np.uint8))


def outlines(picture: NDArray[np.uint8]) -> list[Outline]:
    """Return every marker that a quick look at a picture (H, W) or (H, W, 3) shows, as often as there is one, and about
    where its corners are."""
    return _outlines(_coarse(picture), picture.shape[1], _WINDOWS_PX[0])


def _outlines(small: NDArray[np.uint8], width_px: int, windows: tuple[int, ...]) -> list[Outline]:
    scale = width_px / small.shape[1]
    return [(number, (corners + 0.5) * scale - 0.5) for number, corners in _quads(small, windows)]


def refined(picture: NDArray[np.uint8], seen: Sequence[Outline], ids: Collection[int]) -> dict[int, Corners]:
    """Return those of `ids` that were `seen` in a picture, as `find_markers` does."""
    return {number: _refined(picture, corners) for number, corners in _largest(seen, ids).items()}


def seen_twice(picture: NDArray[np.uint8], ids: Collection[int]) -> set[int]:
    """Return those of `ids` that are in a picture (H, W) or (H, W, 3) more than once, apart from each other."""
    found: dict[int, list[Corners]] = {}
    for number, corners in outlines(picture):
        found.setdefault(number, []).append(corners)
    return {number for number in found.keys() & set(ids) if _apart(found[number])}


def _apart(quads: list[Corners]) -> bool:
    """Return whether two of a marker's outlines are those of two markers: its black has an outer and an inner one."""
    middles = np.array([corners.mean(axis=0) for corners in quads])
    side = max(float(np.linalg.norm(corners[0] - corners[1])) for corners in quads)
    return bool(np.linalg.norm(middles - middles[0], axis=1).max() > side)


def find_apart(picture: NDArray[np.uint8], seen: Sequence[Outline], known: Mapping[int, Corners]) -> dict[int, Corners]:
    """Return those of the `known` markers (id → its corners in pixels) that were `seen` in a picture once more: apart
    from where they are known to be, and about as large. Of several the largest is kept."""
    others = [
        (number, corners)
        for number, corners in seen
        if number in known and as_large(corners, known[number]) and _apart([known[number], corners])
    ]
    return refined(picture, others, known)


def as_large(corners: Corners, known: Corners) -> bool:
    """Return whether a marker with these corners may be another print of the known one, and no picture of it."""
    return _area(corners) >= _AS_LARGE * _area(known)


def find_near(picture: NDArray[np.uint8], expected: Mapping[int, Corners]) -> dict[int, Corners]:
    """Return those of the `expected` markers (id → about where its corners are) that are there, looking at full size
    around each place and nowhere else."""
    found: dict[int, Corners] = {}
    height, width = picture.shape[:2]
    for number, corners in expected.items():
        side_px = float(np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1).max())
        margin = 0.5 * side_px + 4
        left, top = np.maximum(np.floor(corners.min(axis=0) - margin), 0).astype(int)
        right, bottom = np.ceil(corners.max(axis=0) + margin + 1).astype(int)
        window = picture[top : min(bottom, height), left : min(right, width)]
        if min(window.shape[:2]) < _LEAST_WINDOW_PX or side_px < _LEAST_SIDE_PX:
            continue
        # The detector samples whole pixels: a marker of few is enlarged for it.
        factor = 2 if side_px < _SMALL_PX else 1
        looked = _grey(window)
        if factor > 1:
            looked = np.asarray(cv2.resize(looked, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
        for windows in _WINDOWS_PX:
            seen = _largest(_quads(looked, windows), {number})
            if seen:
                coarse = (seen[number] + 0.5) / factor - 0.5
                found[number] = _refined(picture, coarse + np.array([left, top]))
                break
    return found


@cache
def marker_bits(number: int) -> tuple[tuple[bool, ...], ...]:
    """Return the six rows of a marker, its black border included; True is white."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return tuple(tuple(bool(bit) for bit in row) for row in cv2.aruco.generateImageMarker(dictionary, number, 6))


@cache
def _detector(windows: tuple[int, ...]) -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = windows[0], windows[-1]
    parameters.adaptiveThreshWinSizeStep = max(windows[-1] - windows[0], 1)
    parameters.minMarkerPerimeterRate = _SMALLEST
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), parameters)


def _largest(seen: Iterable[Outline], wanted: Collection[int]) -> dict[int, Corners]:
    found: dict[int, Corners] = {}
    for number, corners in seen:
        if number in wanted and _area(corners) > _area(found.get(number)):
            found[number] = corners
    return found


def _quads(grey: NDArray[np.uint8], windows: tuple[int, ...]) -> list[Outline]:
    """Return every marker's id and outline, as often as there is one."""
    quads, numbers, _ = _detector(windows).detectMarkers(grey)
    ids = np.ravel([] if numbers is None else numbers)
    return [(int(number), np.asarray(quad, np.float64).reshape(4, 2)) for number, quad in zip(ids, quads, strict=True)]


def _area(corners: Corners | None) -> float:
    return 0.0 if corners is None else float(cv2.contourArea(corners.astype(np.float32)))


def _refined(picture: NDArray[np.uint8], corners: Corners) -> Corners:
    """Return the corners to a fraction of a pixel. The window stays within the marker's black border, whose inner edge
    would otherwise pull the corner inwards."""
    sides = np.linalg.norm(np.roll(corners, 1, axis=0) - corners, axis=1)
    reach = int(np.clip(sides.min() / 6 * _WITHIN_BORDER, _LEAST_REACH_PX, _MOST_REACH_PX))
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - reach - 4, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + reach + 5
    window = _grey(picture[low[1] : high[1], low[0] : high[0]])
    if min(window.shape) < 2 * reach + 6:
        return corners
    start = np.ascontiguousarray((corners - low).astype(np.float32).reshape(-1, 1, 2))
    until = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, _REFINE_ROUNDS, _REFINED_PX)
    fine = cv2.cornerSubPix(window, start, (reach, reach), (-1, -1), until)
    moved: Corners = fine.reshape(4, 2).astype(np.float64) + low
    # A corner that ran away followed something else (a shadow's edge, a pen stroke): keep the coarse one.
    astray = np.linalg.norm(moved - corners, axis=1) > reach
    moved[astray] = corners[astray]
    return moved


def _grey(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.ascontiguousarray(grey, dtype=np.uint8)
