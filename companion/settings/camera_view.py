"""The camera's picture with what is found in it drawn over: markers, places, the board; and in words what is amiss.

While a game is played only the mat is shown: what lies or is held beside it is nobody else's business.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.camera import which_mat
from companion.game import mat_layouts
from companion.language.message import Translate, because, say, words
from companion.machine import health
from companion.machine.health import PictureHealth
from companion.settings.inline_picture import as_data
from companion.table.snapshot import Health
from vision.layout import Layout
from vision.observation import Unseen
from vision.registration import exposure
from vision.registration import lens as lenses
from vision.registration.lens import Lens, LensError
from vision.registration.locate import Located
from vision.registration.markers import find_either_way
from vision.registration.patches import Picture
from vision.registration.rectify import to_px
from web.settings_contract import Sight, SightLine

WIDTH_PX = 960
AROUND_MM = 12.0  # of the table beside the mat may be seen during a game
COARSE_PX = 24  # so wide is the picture of which nothing may be seen but where it is light
_FOUND, _PLACE, _DOUBTFUL = (90, 200, 60), (230, 160, 30), (40, 90, 240)


def look(
    picture: Picture, layouts: Sequence[Layout], lens: Lens | None, translate: Translate, *, playing: bool
) -> Sight:
    """Return the picture with what was found in it drawn over, and what is amiss."""
    found = which_mat.lying(picture, layouts, lens)
    seen = find_either_way(picture)
    shown = picture
    if isinstance(found, Unseen):
        lines = [Health("mat", health.ATTENTION, because(found))]
        shown = _coarse(shown) if playing else _with_markers(shown.copy(), seen)
    else:
        mat, located = found
        shown = _only_mat(shown, mat, located) if playing else shown.copy()
        shown = _with_places(_with_markers(shown, seen), mat, located)
        lines = [health.fine("mat", "{name}: {seen}", name=mat.name, seen=health.markers_seen(len(located.markers)))]
        lines += [_doubtful(mat, zone, why) for zone, why in located.doubtful.items()]
    lines += [one for one in health.sight(_sight(picture, found, seen, lens)) if one.part != "mat"]
    told = tuple(SightLine(one.state, words(one.text, translate)) for one in lines)
    return Sight(as_data(_small(shown)), not isinstance(found, Unseen), told)


def look_for_board(picture: Picture, translate: Translate) -> Sight:
    """Return, as `look`, the picture with the corners of the printed board that are seen."""
    corners, _ = lenses.corners_in(picture)
    shown = picture.copy()
    for x, y in corners:
        cv2.circle(shown, (round(float(x)), round(float(y))), max(4, picture.shape[1] // 220), _FOUND, -1)
    text = say("{count} of {all} corners of the board are seen", count=len(corners), all=lenses.CORNERS)
    state = health.OK if len(corners) >= lenses.LEAST_CORNERS else health.ATTENTION
    return Sight(as_data(_small(shown)), len(corners) > 0, (SightLine(state, words(text, translate)),))


def _doubtful(mat: Layout, zone: str, why: Unseen) -> Health:
    told = say("{place}: {why}", place=mat_layouts.called(mat_layouts.game_of(mat), zone), why=because(why))
    return Health("mat", health.ATTENTION, told)


def _sight(
    picture: Picture, found: tuple[Layout, Located] | Unseen, seen: Mapping[int, Any], lens: Lens | None
) -> PictureHealth:
    grey = np.asarray(picture[::4, ::4].mean(axis=2), np.uint8)
    why = exposure.useless(picture) or exposure.poor(picture)
    height, width = picture.shape[:2]
    return PictureHealth(
        size_px=(width, height),
        poor=None if why is None else because(why),
        sharpness=exposure.sharpness(grey),
        brightness=float(grey.mean()),
        markers=tuple(sorted(seen)),
        px_per_mm=None if isinstance(found, Unseen) else found[1].px_per_mm,
        focal_px=_focal_px(lens, (width, height)),
    )


def _focal_px(lens: Lens | None, size_px: tuple[int, int]) -> float | None:
    """Return the focal length in a picture of this size; None of a lens that was measured for others, which is said of
    the mat."""
    try:
        return None if lens is None else lens.scaled(size_px).matrix[0]
    except LensError:
        return None


def _small(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    if width <= WIDTH_PX:
        return picture
    size = (WIDTH_PX, round(height * WIDTH_PX / width))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _coarse(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    tiny = cv2.resize(picture, (COARSE_PX, max(1, round(COARSE_PX * height / width))), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(tiny, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8)


def _only_mat(picture: Picture, mat: Layout, located: Located) -> Picture:
    """Return the picture with everything beside the mat made coarse."""
    width_mm, height_mm = mat.size_mm
    around = (-AROUND_MM, -AROUND_MM, width_mm + 2 * AROUND_MM, height_mm + 2 * AROUND_MM)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [_outline(located, around)], (255,))
    shown = _coarse(picture)
    shown[mask > 0] = picture[mask > 0]
    return shown


def _outline(located: Located, rect_mm: tuple[float, float, float, float]) -> NDArray[np.int32]:
    x, y, width, height = rect_mm
    corners = np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    return np.asarray(np.round(to_px(located.plane, corners)), np.int32)


def _with_markers(picture: Picture, seen: Mapping[int, Any]) -> Picture:
    for corners in seen.values():
        outline = np.asarray(np.round(corners), np.int32).reshape(-1, 1, 2)
        cv2.polylines(picture, [outline], True, _FOUND, max(2, picture.shape[1] // 400))
    return picture


def _with_places(picture: Picture, mat: Layout, located: Located) -> Picture:
    thick = max(2, picture.shape[1] // 400)
    for zone in mat.zones:
        outline = _outline(located, zone.rect_mm)
        colour = _DOUBTFUL if zone.name in located.doubtful else _PLACE
        cv2.polylines(picture, [outline.reshape(-1, 1, 2)], True, colour, thick)
        x, y = outline.min(axis=0)
        at = (int(x) + 2 * thick, int(y) + 14 * thick)
        number = zone.name.rpartition(" ")[2] if zone.name[-1].isdigit() else zone.name[:1].upper()
        for weight, ink in ((4 * thick, (255, 255, 255)), (thick, (0, 0, 0))):
            cv2.putText(picture, number, at, cv2.FONT_HERSHEY_SIMPLEX, thick / 2, ink, weight)
    return picture
