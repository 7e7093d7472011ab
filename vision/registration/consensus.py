"""Which markers agree on one plane, and which lie elsewhere."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.registration.homography import Array, project
from vision.registration.lens import Lens
from vision.registration.plane import CORNER_SIGMA_PX, Plane, fit

Agreed = tuple[Plane, tuple[int, ...]]
"""The plane that markers agree on, and their ids."""

_OFF, _OFF_FAR, _OFF_STILL = 0.12, 0.6, 0.3
"""Of a marker's side, but two pixels at the least: how far its corners lie from where a plane puts them, at the most.
By the plane of all, or of two beside each other, a bent mat or another print; by that of two far away, which tells it
badly, a marker that is no part of the mat; by that of those which then agree, one of a sheet that was moved."""
_LEAST_OFF_PX = 2.0
"""What blur and a shadow's edge make of the corner of a small marker."""
_BENT_BETTER = 0.7
"""A lens that nobody measured is taken as bent where four markers and more then fit so much better."""
_CLIPPED = 0.08
"""Of a marker's side: how far a corner lies from where the other three put it, at the most. Whole ones of drawn tables
are 0.01 off; one that a thumb touched was 0.15."""
_STANDS_OUT = 5.0
"""… and times as far as such corners of the other markers lie: noise makes all of them crooked."""


def agree(
    markers_mm: Mapping[int, Array], markers_px: Mapping[int, Array], size_px: tuple[int, int], lens: Lens | None
) -> Agreed | None:
    """Return the plane that most markers agree on and the ids of these, or None where no two of several agree.

    Both mappings hold (4, 2) corners by id. A marker that lies elsewhere (of another mat, misread, shifted) is left
    out, and so is one that something lies over the corner of; two that contradict each other leave nobody to believe.
    """
    agreed = _agreeing(markers_mm, markers_px, size_px, lens)
    if agreed is None:
        return None
    plane, ids = agreed
    clipped = _clipped(plane, ids, markers_mm, markers_px)
    whole = tuple(number for number in ids if number not in clipped)
    if not 2 <= len(whole) < len(ids):
        return agreed
    return _joint(whole, markers_mm, markers_px, size_px, lens), whole


def _agreeing(
    markers_mm: Mapping[int, Array], markers_px: Mapping[int, Array], size_px: tuple[int, int], lens: Lens | None
) -> Agreed | None:
    ids = tuple(sorted(markers_mm.keys() & markers_px.keys()))
    if not ids:
        return None
    plane = _joint(ids, markers_mm, markers_px, size_px, lens)
    if len(ids) == 1 or not _strangers(plane, ids, markers_mm, markers_px, _OFF):
        return plane, ids
    best: tuple[int, ...] = ()
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            pair = _joint((one, other), markers_mm, markers_px, size_px, lens)
            if _strangers(pair, (one, other), markers_mm, markers_px, _OFF):
                continue
            out = _strangers(pair, ids, markers_mm, markers_px, _OFF_FAR)
            if len(ids) - len(out) > len(best):
                best = tuple(number for number in ids if number not in out)
    if len(best) < 2:
        return None
    plane = _joint(best, markers_mm, markers_px, size_px, lens)
    out = _strangers(plane, best, markers_mm, markers_px, _OFF_STILL)
    if out and len(best) - len(out) >= 2:
        best = tuple(number for number in best if number not in out)
        plane = _joint(best, markers_mm, markers_px, size_px, lens)
    return plane, best


def stacked(ids: tuple[int, ...], markers: Mapping[int, Array]) -> Array:
    """Return the (4N, 2) corners of the markers `ids`, in that order."""
    return np.concatenate([markers[number] for number in ids])


def _joint(
    ids: tuple[int, ...],
    markers_mm: Mapping[int, Array],
    markers_px: Mapping[int, Array],
    size_px: tuple[int, int],
    lens: Lens | None,
) -> Plane:
    source, target = stacked(ids, markers_mm), stacked(ids, markers_px)
    plane = fit(source, target, size_px, lens=lens)
    if lens is None and len(ids) >= 4 and plane.rms_px > 2 * CORNER_SIGMA_PX:
        bent = fit(source, target, size_px, bend=True)
        if bent.rms_px < _BENT_BETTER * plane.rms_px:
            return bent
    return plane


def _strangers(
    plane: Plane,
    ids: tuple[int, ...],
    markers_mm: Mapping[int, Array],
    markers_px: Mapping[int, Array],
    share: float,
) -> set[int]:
    """Return the ids whose corners lie further than `share` of the marker's side from where the plane puts them."""
    out = set()
    for number in ids:
        off = np.linalg.norm(_off_px(plane, markers_mm[number], markers_px[number]), axis=1).max()
        if off > max(share * _side_px(markers_px[number]), _LEAST_OFF_PX):
            out.add(number)
    return out


def _clipped(
    plane: Plane, ids: tuple[int, ...], markers_mm: Mapping[int, Array], markers_px: Mapping[int, Array]
) -> set[int]:
    """Return the ids of markers whose corners lie so that no square explains them, however it lies on the plane, while
    it does the others': something is over one of them, or its shadow ends there. A sheet glued askew moves, turns or
    leans all four alike; in a blurred or noisy picture each marker is a little crooked."""
    crooked_px = {}
    for number in ids:
        first, second, third, fourth = _off_px(plane, markers_mm[number], markers_px[number])
        crooked_px[number] = float(np.linalg.norm(first - second + third - fourth))
    usual_px = sorted(crooked_px.values())[(len(ids) - 1) // 2]
    return {
        number
        for number, px in crooked_px.items()
        if px > max(_CLIPPED * _side_px(markers_px[number]), _STANDS_OUT * usual_px, _LEAST_OFF_PX)
    }


def _off_px(plane: Plane, corners_mm: Array, corners_px: Array) -> Array:
    """Return how far a marker's corners (4, 2) lie from where the plane puts them."""
    expected = project(plane.mm_to_px, corners_mm)
    return corners_px - (plane.lens.bent(expected) if plane.lens else expected)


def _side_px(corners_px: Array) -> float:
    return float(np.sqrt(cv2.contourArea(corners_px.astype(np.float32))))
