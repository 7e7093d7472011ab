"""Whether a photo that somebody took of the mat can be used, told at once to whoever took it: sharp, whole, of one mat,
and of the mat itself, not of its mirror image."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.layout import Layout
from vision.observation import Unseen
from vision.registration import exposure
from vision.registration.homography import local_scale
from vision.registration.locate import TWICE, Located, corners_mm, locate
from vision.registration.markers import find_markers, seen_twice
from vision.registration.patches import Picture
from vision.registration.rectify import to_px, warp

BLURRED = Unseen("the picture is blurred: hold the phone still, tap the mat to focus, and take it again")
CUT_OFF = Unseen("the mat is cut off: step back until all of it is in the picture, and take it again")
TWO = Unseen("two mats are in the picture: take it of one alone")
MIRRORED = Unseen("the picture is mirrored: take it with the phone's rear camera")
STRANGERS = 2  # markers that lie otherwise than on this mat: one may be misread
EDGE_MM = 2.0  # so wide is the edge of a marker's black at most: sharp photos have 0.7 to 1.1, at 1.6 all is read right
_LONGER_PX = 1500
_BLURRED = 0.05  # share of variation that is fine: 0.12 and more on sharp photos, 0.04 where markers are missed


def wrong_with(picture: Picture, layout: Layout, located: Located) -> Unseen | None:
    """Return why a photo (h, w, 3) BGR can't be used in which this mat was found, None where it can."""
    if _mirrored(layout, located):
        return MIRRORED
    ids = {marker.id for marker in layout.markers}
    seen = find_markers(picture, thorough=False).keys()
    if len(seen - set(located.markers)) >= STRANGERS or seen_twice(picture, ids):
        return TWO
    if not _whole(picture, layout, located):
        return CUT_OFF
    return BLURRED if edge_mm(picture, layout, located) > EDGE_MM else None


def why_not_found(picture: Picture, layouts: Sequence[Layout], why: Unseen) -> Unseen:
    """Return why no mat was found in a photo, in what its taker can do about it; `why` where that is all there is."""
    if why is TWICE:
        return TWO
    factor = max(max(picture.shape[:2]) / _LONGER_PX, 1.0)
    size = round(picture.shape[1] / factor), round(picture.shape[0] / factor)
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    if exposure.sharpness(np.asarray(grey, np.uint8)) < _BLURRED:
        return why if exposure.useless(picture) is not None else BLURRED
    for layout in layouts:
        located = locate(picture, layout)
        if isinstance(located, Located) and not _whole(picture, layout, located):
            return CUT_OFF
    return why


def _mirrored(layout: Layout, located: Located) -> bool:
    width, height = layout.size_mm
    scale = local_scale(located.plane.mm_to_px, np.array([[width / 2, height / 2]]))
    return bool(np.linalg.det(scale[0]) < 0)


def _whole(picture: Picture, layout: Layout, located: Located) -> bool:
    """Return whether every marker of the mat would lie within the picture."""
    height, width = picture.shape[:2]
    corners = np.concatenate([corners_mm(marker) for marker in layout.markers])
    places = to_px(located.plane, corners)
    return bool((np.isfinite(places) & (places > -0.5) & (places < np.array([width, height]) - 0.5)).all())


def edge_mm(picture: Picture, layout: Layout, located: Located) -> float:
    """Return how wide the step from a marker's black to its white is, in millimetres of the mat: the middle one of the
    markers in view."""
    widths = []
    for marker in layout.markers:
        if marker.id not in located.markers:
            continue
        px_per_mm = float(np.clip(2 * located.px_per_mm, 4.0, 16.0))
        (x, y), side, around = marker.corner_mm, marker.size_mm, 0.15 * marker.size_mm
        rect = (x - around, y - around, side + 2 * around, side + 2 * around)
        grey = cv2.cvtColor(warp(picture, located.plane, rect, px_per_mm), cv2.COLOR_BGR2GRAY).astype(np.float32)
        steepest = np.percentile(np.hypot(*np.gradient(grey)), 98)
        low, high = np.percentile(grey, (5, 95))
        widths.append((high - low) / max(float(steepest), 1e-3) / px_per_mm)
    return float(np.median(widths)) if widths else 0.0
