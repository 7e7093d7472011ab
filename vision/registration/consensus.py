"""Which markers agree on one plane, and which lie elsewhere."""

from collections.abc import Mapping

import cv2
import numpy as np

from vision.registration.homography import Array, project
from vision.registration.lens import Lens
from vision.registration.plane import CORNER_SIGMA_PX, Plane, fit


def agree(
    markers_mm: Mapping[int, Array], markers_px: Mapping[int, Array], size_px: tuple[int, int], lens: Lens | None
) -> tuple[Plane, tuple[int, ...]] | None:
    """Return the plane that most markers agree on and the ids of these, or None where no two of several agree.

    Both mappings hold (4, 2) corners by id. A marker that lies elsewhere (of another mat, misread, shifted) is left
    out; two that contradict each other leave nobody to believe.
    """
    ids = tuple(sorted(markers_mm.keys() & markers_px.keys()))
    if not ids:
        return None
    plane = _joint(ids, markers_mm, markers_px, size_px, lens)
    if len(ids) == 1 or not _strangers(plane, ids, markers_mm, markers_px, 0.12):
        return plane, ids
    best: tuple[int, ...] = ()
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            pair = _joint((one, other), markers_mm, markers_px, size_px, lens)
            if _strangers(pair, (one, other), markers_mm, markers_px, 0.12):
                continue
            out = _strangers(pair, ids, markers_mm, markers_px, 0.6)
            if len(ids) - len(out) > len(best):
                best = tuple(number for number in ids if number not in out)
    if len(best) < 2:
        return None
    plane = _joint(best, markers_mm, markers_px, size_px, lens)
    out = _strangers(plane, best, markers_mm, markers_px, 0.3)
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
        if bent.rms_px < 0.7 * plane.rms_px:
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
        expected = project(plane.mm_to_px, markers_mm[number])
        if plane.lens:
            expected = plane.lens.bent(expected)
        side_px = np.sqrt(cv2.contourArea(markers_px[number].astype(np.float32)))
        off = np.linalg.norm(expected - markers_px[number], axis=1).max()
        if off > max(share * side_px, 2.0):
            out.add(number)
    return out
