"""Where the area lies in a picture, or in words why it can't be told."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Grid, Layout, Marker, Zone
from vision.observation import Unseen
from vision.registration.consensus import Agreed, agree, stacked
from vision.registration.exposure import SMALLEST_PX, poor, useless
from vision.registration.homography import Array, local_scale
from vision.registration.lens import Lens, LensError
from vision.registration.markers import (
    Corners,
    Outline,
    as_large,
    find_apart,
    find_markers,
    find_near,
    in_the_mirror,
    outlines,
    refined,
)
from vision.registration.patches import CORE_PX, MARGIN_PX
from vision.registration.plane import CORNER_SIGMA_PX, Plane, fit
from vision.registration.rectify import from_corners, from_whole, px_per_mm, to_px, warp

LEAST_CELL_PX = 10.0
"""A cell or piece smaller than this in the picture shows nothing that could be read."""

_STEEPEST = 0.3
"""A square's shorter side in the picture by its longer one: a camera 17° above the table."""
_SHEET_MM = 0.4
"""Markers further off their common plane (root mean square), and than noise, are on sheets not quite joined."""
_NEAR_SHARE = 0.15
"""Of a zone's diagonal: how far from it a marker counts a quarter in the zone's own plane."""
_OUTSIDE_PX = 8.0
"""How far outside of the picture a marker's corner may be expected and still be looked for."""
_RIM = (0.02, 0.98)
"""Of a zone: what must be in view, but for one corner; the printed line around it need not be."""
_OF_A_PLACE = 0.25
"""Of a cell's sides, or a piece's: so far from a zone's corner it must be in view in any case. What lies in a cell
beyond the picture's edge is made of its last pixels, and looks like an empty one."""
_SHARE, _MOST_MM = 0.16, 5.0
"""Of a cell's side, and of any: where markers are hidden, the plane may be off by so much (two standard deviations). A
patch is cut out with a quarter of a cell around it, and the face is looked for in it."""
_WORST_SHARE = 0.5
"""Of a cell's side: where the plane may be further off, what is cut out shows a neighbour."""

_MODULES, _MODULE_PX = 6, 8
"""A marker's modules from edge to edge, its border's included, and how large each is drawn to measure its sharpness."""
_SOFT = 0.6
"""Of a module: where the edges of the markers that are found are wider, missing ones are too soft to be read. Sharp
pictures of two games' mats have 0.2 to 0.35, blurred and tiny ones in which markers were missed 0.66 to 1.1."""
_SLIPPED = MARGIN_PX / CORE_PX
"""Of a cell's side: what a patch shows around its cell. Where a marker lies further aside, a face may be out of it."""
_AROUND = 3.0
"""Times as far from a zone as the nearest marker: those within tell where it lies. One of them is on its own sheet of
the mat, where that has any."""
_TWICE = 3
"""Markers that lie elsewhere as on the mat: two do so now and then by chance, as of another game's mat."""
TWICE = Unseen("the mat is in view twice: take one of the two away")
CUT_OFF = Unseen("the mat is cut off at the picture's edge: move the camera or the mat")
_UNREADABLE = Unseen("the mat's markers are too blurred or too small: focus the camera, or bring it closer")


@dataclass(frozen=True, slots=True)
class Located:
    """Where the area lies in a picture.

    `plane` is that of the whole area; `zones` has one for each zone, which differs where the mat is not quite flat or
    its sheets not quite joined. `error_mm` is how far the worst point of the best zone may be off (one standard
    deviation), `px_per_mm` the picture's own scale in the area's middle. `markers` are the markers that it rests on.
    `doubtful` names the zones that must not be read, and why: too far from the markers in view, or cut off. `twice`:
    the mat lies in the picture once more, apart from there; some of its markers lie elsewhere as they do on it.
    """

    plane: Plane
    zones: Mapping[str, Plane]
    error_mm: float
    px_per_mm: float
    markers: tuple[int, ...] = ()
    doubtful: Mapping[str, Unseen] = field(default_factory=dict)
    twice: bool = False

    @property
    def mm_to_px(self) -> tuple[float, ...]:
        """The whole area's homography, row by row, as an Observation carries it."""
        return tuple(float(value) for value in self.plane.mm_to_px.ravel())


def locate(
    picture: NDArray[np.uint8],
    layout: Layout,
    *,
    corners_px: Array | None = None,
    rectified: bool = False,
    lens: Lens | None = None,
) -> Located | Unseen:
    """Return where the layout's area lies in a picture, or why it can't be told.

    Parameters
    ----------
    picture : (H, W, 3) uint8
        BGR.
    layout : Layout
    corners_px : (4, 2) float, optional
        The area's corners, clockwise from its top left; then no marker is looked for.
    rectified : bool
        The picture is the area and nothing else.
    lens : Lens, optional
        The camera's, from `companion calibrate`; used with markers. Where it does not fit the picture, nothing is seen.
    """
    size_px = (picture.shape[1], picture.shape[0])
    if rectified or corners_px is not None:
        why = useless(picture)
        if why:
            return why
        if corners_px is None:
            plane = from_whole(layout.size_mm, size_px)
        else:
            plane = from_corners(layout.size_mm, corners_px, size_px)
        return _judged(picture, plane, {}, layout, ())
    if not layout.markers:
        return Unseen("this layout has no markers: show where its corners are")
    if min(size_px) < SMALLEST_PX:
        return useless(picture) or Unseen("the picture is too small")
    try:
        return _by_markers(picture, layout, lens.scaled(size_px) if lens else None)
    except LensError as error:
        return Unseen(error.why, error.values)


def _by_markers(picture: NDArray[np.uint8], layout: Layout, lens: Lens | None) -> Located | Unseen:
    size_px = (picture.shape[1], picture.shape[0])
    markers_mm = {marker.id: corners_mm(marker) for marker in layout.markers}
    seen = outlines(picture)
    found, agreed = _look(picture, seen, markers_mm, size_px, lens)
    if not found:
        return _nothing(picture)
    if agreed is None:
        return Unseen(
            "markers {ids} do not lie as on this mat: is it the right mat, and flat?",
            {"ids": ", ".join(str(number) for number in sorted(found))},
        )
    plane, ids = agreed
    located = _judged(picture, plane, {number: found[number] for number in ids}, layout, ids)
    if isinstance(located, Unseen):
        return located
    if _lies_twice(picture, seen, plane, markers_mm):
        return replace(located, twice=True)
    return _where_slipped(located, layout, _aside_mm(seen, plane, layout, ids))


def _aside_mm(seen: Sequence[Outline], plane: Plane, layout: Layout, ids: Collection[int]) -> dict[int, float]:
    """Return how far from their places those markers lie that were `seen` about as large as they are on the plane, and
    that the plane does not rest on (`ids`)."""
    aside: dict[int, float] = {}
    for marker in layout.markers:
        there = to_px(plane, corners_mm(marker))
        per_mm = px_per_mm(plane, (*marker.corner_mm, marker.size_mm, marker.size_mm))
        away = [
            float(np.linalg.norm((corners - there).mean(axis=0))) / per_mm
            for number, corners in seen
            if number == marker.id and as_large(corners, there)
        ]
        if away and marker.id not in ids:
            aside[marker.id] = min(away)
    return aside


def _where_slipped(located: Located, layout: Layout, aside_mm: Mapping[int, float]) -> Located | Unseen:
    """Return the same without the zones that have a marker around them which lies aside: that sheet of the mat slipped,
    or is folded, and nobody can tell where it ends."""
    doubtful = dict(located.doubtful)
    for zone in layout.zones:
        slipped = [
            marker.id
            for marker in _around(zone, layout.markers)
            if aside_mm.get(marker.id, 0.0) > _SLIPPED * _side_mm(zone)
        ]
        if slipped:
            ids = ", ".join(str(number) for number in sorted(slipped))
            why = Unseen(
                "a sheet of the mat lies aside (marker {ids}): lay it where it belongs, and flat", {"ids": ids}
            )
            doubtful.setdefault(zone.name, why)
    if len(doubtful) == len(layout.zones):
        return next(iter(doubtful.values()))
    return replace(located, doubtful=doubtful)


def _around(zone: Zone, markers: Sequence[Marker]) -> list[Marker]:
    """Return the markers nearest to a zone."""
    x, y, width, height = zone.rect_mm
    far_mm = []
    for marker in markers:
        (left, top), side = marker.corner_mm, marker.size_mm
        across, down = max(x - left - side, left - x - width, 0.0), max(y - top - side, top - y - height, 0.0)
        far_mm.append(float(np.hypot(across, down)))
    return [marker for marker, mm in zip(markers, far_mm, strict=True) if mm <= _AROUND * min(far_mm)]


def _lies_twice(
    picture: NDArray[np.uint8], seen: Sequence[Outline], plane: Plane, markers_mm: Mapping[int, Array]
) -> bool:
    """Return whether the mat with these markers lies in a picture, where those are `seen`, off its plane, too."""
    apart = find_apart(picture, seen, {number: to_px(plane, corners) for number, corners in markers_mm.items()})
    lens = plane.lens
    if lens is not None and not all(lens.is_told_at(corners) for corners in apart.values()):
        lens = None  # it is a lens where the mat lies, not there
    agreed = agree(markers_mm, apart, (picture.shape[1], picture.shape[0]), lens)
    return agreed is not None and len(agreed[1]) >= _TWICE


def one_of(located: Located | Unseen) -> Located | Unseen:
    """Return where the area lies, or that its mat lies there twice: then nobody can tell which of the two is meant."""
    return TWICE if isinstance(located, Located) and located.twice else located


def corners_mm(marker: Marker, around_mm: float = 0.0) -> Array:
    """Return a marker's corners (4, 2) in the area, clockwise from its top left; with so much around it."""
    (x, y), side = marker.corner_mm, marker.size_mm
    left, top, right, bottom = x - around_mm, y - around_mm, x + side + around_mm, y + side + around_mm
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _look(
    picture: NDArray[np.uint8],
    seen: Sequence[Outline],
    markers_mm: Mapping[int, Array],
    size_px: tuple[int, int],
    lens: Lens | None,
) -> tuple[dict[int, Corners], Agreed | None]:
    """Return the markers in view, and what they agree on. What the quick look has `seen` comes first, a thorough one
    only where that is nothing. Where too few agree, a look in the mirror may find more, for some markers read as
    themselves there; else the missing ones are looked for where they should be."""
    found = refined(picture, seen, markers_mm) or find_markers(picture, markers_mm)
    agreed = agree(markers_mm, found, size_px, lens)
    enough = min(2, len(markers_mm))
    if agreed is None or len(agreed[1]) < enough:
        mirrored = in_the_mirror(picture, markers_mm)
        agreed_there = agree(markers_mm, mirrored, size_px, lens)
        if agreed_there is not None and len(agreed_there[1]) >= enough:
            return mirrored, agreed_there
    missing = markers_mm.keys() - found.keys()
    if not missing or agreed is None:
        return found, agreed
    plane, ids = agreed
    found = {number: found[number] for number in ids}
    expected = {number: to_px(plane, markers_mm[number]) for number in missing}
    found |= find_near(picture, {n: c for n, c in expected.items() if _inside(c, size_px, _OUTSIDE_PX)})
    return found, agree(markers_mm, found, size_px, lens)


def _inside(points_px: Array, size_px: tuple[int, int], margin_px: float) -> bool:
    return bool(
        np.isfinite(points_px).all()
        and (points_px > -margin_px).all()
        and (points_px < np.array(size_px) + margin_px).all()
    )


def _beyond_edge(points_px: Array, size_px: tuple[int, int]) -> NDArray[np.bool_]:
    """Return of points (N, 2) which are in the picture nowhere, (N,)."""
    beyond = (points_px < -0.5) | (points_px > np.array(size_px) - 0.5) | ~np.isfinite(points_px)
    return np.asarray(beyond.any(axis=1), np.bool_)


def _nothing(picture: NDArray[np.uint8]) -> Unseen:
    why = useless(picture) or poor(picture)
    if why:
        return why
    strangers = find_markers(picture, None, thorough=False)
    if len(strangers) >= 2:
        return Unseen("the markers in view belong to another mat")
    return Unseen("no mat in view: lay it so that the camera sees its black and white markers")


def _judged(
    picture: NDArray[np.uint8], plane: Plane, seen: Mapping[int, Corners], layout: Layout, ids: tuple[int, ...]
) -> Located | Unseen:
    size_px = (picture.shape[1], picture.shape[0])
    planes = {zone.name: plane for zone in layout.zones}
    markers_mm = {marker.id: corners_mm(marker) for marker in layout.markers}
    whole = (0.0, 0.0, *layout.size_mm)
    scale = px_per_mm(plane, whole)
    # Sheets not quite joined show as misfit beyond what blur and noise make.
    if len(ids) > 2 and plane.rms_px > max(_SHEET_MM * scale, 4 * CORNER_SIGMA_PX):
        planes = {zone.name: _nearby(zone, plane, ids, markers_mm, seen, size_px) for zone in layout.zones}
    doubtful: dict[str, Unseen] = {}
    errors = []
    found = [marker for marker in layout.markers if marker.id in ids]
    missing = [marker for marker in layout.markers if ids and marker.id not in ids]
    why_missing: Unseen | None = None
    for zone in layout.zones:
        error = float(planes[zone.name].error_mm(_points(zone, (0.0, 1.0))).max())
        if missing and _badly_told(zone, error):
            why_missing = why_missing or _why_missing(picture, plane, found, missing)
            why: Unseen | None = why_missing
        else:
            why = _doubt(zone, planes[zone.name], error, size_px, by_markers=bool(ids))
        if why:
            doubtful[zone.name] = why
        else:
            errors.append(error)
    if not errors:
        return next(iter(doubtful.values()))
    return Located(plane, planes, min(errors), scale, ids, doubtful)


def _nearby(
    zone: Zone,
    plane: Plane,
    ids: tuple[int, ...],
    markers_mm: Mapping[int, Array],
    seen: Mapping[int, Corners],
    size_px: tuple[int, int],
) -> Plane:
    """Return the plane as the markers nearest to the zone see it: sheets glued askew, or a mat that is not flat, move
    the far ones. Where these few tell it badly, and the plane of all lies near what they see, as where the picture is
    soft, it stays that."""
    x, y, width, height = zone.rect_mm
    points = stacked(ids, markers_mm)
    outside = np.maximum(np.maximum(np.array([x, y]) - points, points - np.array([x + width, y + height])), 0)
    reach = _NEAR_SHARE * float(np.hypot(width, height))
    weights = 1 / (1 + (np.linalg.norm(outside, axis=1) / reach) ** 2) ** 2
    corners = stacked(ids, seen)
    straight = plane.lens.straight(corners) if plane.lens else corners
    local = fit(points, straight, size_px, weights=weights)
    apart_px = np.linalg.norm(to_px(plane, points) - corners, axis=1)
    apart_mm = float(np.sqrt(np.average(apart_px**2, weights=weights))) / px_per_mm(plane, zone.rect_mm)
    if 2 * float(local.error_mm(_points(zone, (0.0, 1.0))).max()) > _SHARE * _side_mm(zone) >= apart_mm:
        return plane
    return Plane(local.mm_to_px, plane.lens, local.rms_px, local.covariance, local.scale_mm, local.scale_px)


def _points(zone: Zone, share: tuple[float, float]) -> Array:
    x, y, width, height = zone.rect_mm
    steps = np.linspace(share[0], share[1], 5)
    grid = np.stack(np.meshgrid(x + steps * width, y + steps * height), axis=-1)
    points: Array = grid.reshape(-1, 2)
    return points


def _side_mm(zone: Zone) -> float:
    if isinstance(zone, Grid):
        return min(zone.rect_mm[2] / zone.cols, zone.rect_mm[3] / zone.rows)
    return min(zone.piece_mm)


def _in_the_corners(zone: Zone) -> Array:
    """Return of a zone's four corner places the points, (4, 2) mm, outside of which lies no more than a face can do
    without."""
    x, y, width, height = zone.rect_mm
    sides = (width / zone.cols, height / zone.rows) if isinstance(zone, Grid) else (_side_mm(zone), _side_mm(zone))
    across, down = (_OF_A_PLACE * side for side in sides)
    left, top, right, bottom = x + across, y + down, x + width - across, y + height - down
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def _badly_told(zone: Zone, error_mm: float) -> bool:
    """Return whether so much error is too much for a zone where markers are missing."""
    return 2 * error_mm > min(_SHARE * _side_mm(zone), _MOST_MM)


def _why_missing(
    picture: NDArray[np.uint8], plane: Plane, found: Sequence[Marker], missing: Sequence[Marker]
) -> Unseen:
    """Return why markers are missing though others were found: of the light, the picture's edge, its sharpness, and
    what lies on them, whatever comes first."""
    why = poor(picture)
    if why:
        return why
    middles = np.array([corners_mm(marker).mean(axis=0) for marker in missing])
    if not all(_inside(middle, (picture.shape[1], picture.shape[0]), 0.0) for middle in to_px(plane, middles)):
        return CUT_OFF
    if np.median([_edge_modules(picture, plane, marker) for marker in found]) > _SOFT:
        return _UNREADABLE
    if len(missing) == 1:
        return Unseen("marker {id} is hidden", {"id": missing[0].id})
    ids = sorted(marker.id for marker in missing)
    return Unseen("markers {ids} are hidden", {"ids": ", ".join(str(number) for number in ids)})


def _edge_modules(picture: NDArray[np.uint8], plane: Plane, marker: Marker) -> float:
    """Return how wide the step from a marker's black to its white is, in widths of its modules."""
    (x, y), side, around = marker.corner_mm, marker.size_mm, marker.size_mm / _MODULES
    per_mm = _MODULE_PX * _MODULES / side
    seen = warp(picture, plane, (x - around, y - around, side + 2 * around, side + 2 * around), per_mm)
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY).astype(np.float32)
    low, high = np.percentile(grey, (5, 95))
    steepest = float(np.percentile(np.hypot(*np.gradient(grey)), 98))
    return float(high - low) / max(steepest, 1e-3) / _MODULE_PX


def _cut_off_as_told(zone: Zone) -> Unseen:
    """Return that a zone is cut off where somebody said where the area lies: moving the camera may be no help there."""
    return Unseen(
        "“{zone}” is cut off at the picture's edge: check the corners that were given, and its rect_mm in the layout",
        {"zone": zone.name},
    )


def _doubt(
    zone: Zone, plane: Plane, error_mm: float, size_px: tuple[int, int], *, by_markers: bool = True
) -> Unseen | None:
    """Return why a zone can't be read, or None."""
    side_mm = _side_mm(zone)
    if by_markers and error_mm > _WORST_SHARE * side_mm:
        return _UNREADABLE
    points = _points(zone, _RIM)
    out = _beyond_edge(to_px(plane, points), size_px)
    if out.sum() >= 2 or _beyond_edge(to_px(plane, _in_the_corners(zone)), size_px).any():
        return CUT_OFF if by_markers else _cut_off_as_told(zone)
    stretch = np.linalg.svd(local_scale(plane.mm_to_px, points), compute_uv=False)
    if stretch[:, 1].min() * side_mm < LEAST_CELL_PX:
        return Unseen("the picture is too small: bring the camera closer, or take a larger picture")
    if (stretch[:, 1] / stretch[:, 0]).min() < _STEEPEST:
        return Unseen("the camera is tilted too far: hang it more nearly above the mat")
    return None
