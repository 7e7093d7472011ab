"""A still picture of the mat → a sheet to ask about, what the set makes of it, and what a naming teaches."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.teaching import bare_mat, similarity
from companion.teaching.places import Sheet, SheetPlace
from vision.layout import Grid, Layout, Pieces
from vision.observation import GridSeen, Observation, PiecesSeen, Reading, Unseen, ZoneSeen
from vision.observe import Trained, found_pieces, observe
from vision.pieceset.set_index import Exemplar
from vision.registration.lens import Lens
from vision.registration.locate import Located
from vision.registration.patches import Picture
from vision.registration.rectify import warp
from vision.teach import examples_of_frame

PICTURE_PX = 1500
_CROP_PX_PER_MM = 2.0
_NEAR = 0.35  # of a piece's width: a piece found so near is the same one


@dataclass(frozen=True)
class Shot:
    """A full picture of the mat with what is needed to read it again and to teach from it. `name` tells pictures
    apart."""

    frame_bgr: Picture = field(repr=False)
    layout: Layout
    located: Located = field(repr=False)
    lens: Lens | None = None
    name: str = ""


def picture(shot: Shot) -> bytes:
    """Return the mat, seen straight from above, as JPEG."""
    area = warp(
        shot.frame_bgr, shot.located.plane, (0.0, 0.0, *shot.layout.size_mm), PICTURE_PX / max(shot.layout.size_mm)
    )
    return bytes(cv2.imencode(".jpg", area, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


def mat(shot: Shot) -> Picture:
    """Return the whole mat as `bare_mat.bare_squares` compares it."""
    return warp(shot.frame_bgr, shot.located.plane, (0.0, 0.0, *shot.layout.size_mm), bare_mat.scale(shot.layout))


def covered_zones(shot: Shot) -> tuple[str, ...]:
    """Return the zones in which something lies, though the mat is said to be bare: a square looks otherwise than it was
    printed, or a free piece is found (on none of 64 drawn bare mats of free pieces one is)."""
    free = {place.zone for place in sheet_of(shot, None).places if place.middle_mm is not None}
    squares = bare_mat.covered_zones(shot.layout, mat(shot))
    return tuple(zone.name for zone in shot.layout.zones if zone.name in free or zone.name in squares)


def sheet_of(shot: Shot, bare: Picture | None) -> Sheet:
    """Return the places of a picture at which something lies; where the bare mat is unknown, every square."""
    nothing = bare_mat.bare_squares(shot.layout, bare, mat(shot)) if bare is not None else frozenset()
    places: list[SheetPlace] = []
    for zone in shot.layout.zones:
        if zone.name in shot.located.doubtful:
            continue
        if isinstance(zone, Pieces):
            found = found_pieces(shot.frame_bgr, shot.located.zones[zone.name], zone)
            places += [_free(zone, at, each.center_mm) for at, each in enumerate(found)]
        else:
            squares = (_square(zone, at) for at in range(zone.rows * zone.cols))
            places += [square for square in squares if square.key not in nothing]
    return Sheet(shot.name, shot.layout, tuple(places))


def read(shot: Shot, sheet: Sheet, trained: Trained | None) -> tuple[Sheet, dict[str, Reading]] | Unseen:
    """Return what the set makes of the sheet (None: it has no face yet), and the sheet with what looks alike and with
    those free pieces that are found only now that some faces are known."""
    if not sheet.alike:
        sheet = replace(sheet, alike=similarity.alike(_crops(shot, sheet)))
    if trained is None:
        return sheet, {}
    seen = observe(shot.frame_bgr, shot.layout, trained, lens=shot.lens)
    return seen if isinstance(seen, Unseen) else _matched(sheet, seen)


def _matched(sheet: Sheet, seen: Observation) -> tuple[Sheet, dict[str, Reading]]:
    readings: dict[str, Reading] = {}
    places = list(sheet.places)
    for name, zone_seen in seen.zones.items():
        if isinstance(zone_seen, GridSeen):
            readings |= {place.key: zone_seen.readings[place.number] for place in places if place.zone == name}
        elif (zone := sheet.layout.zone(name)) and isinstance(zone, Pieces):
            places = _with_found(places, zone, zone_seen, readings)
    return replace(sheet, places=tuple(places)), readings


def _with_found(
    places: list[SheetPlace], zone: Pieces, seen: ZoneSeen, readings: dict[str, Reading]
) -> list[SheetPlace]:
    """Return the places with those pieces that were not found before; fill in what each reads."""
    if not isinstance(seen, PiecesSeen):
        return places
    for piece in seen.pieces:
        own = [place for place in places if place.zone == zone.name]
        known = next((place for place in own if _apart(place, piece.center_mm) < _NEAR * min(zone.piece_mm)), None)
        if known is None:
            known = _free(zone, 1 + max((place.number for place in own), default=-1), piece.center_mm)
            places = [*places, known]
        readings[known.key] = piece.reading
    return places


def taught(shot: Shot, sheet: Sheet, labels: Mapping[str, str]) -> dict[str, Exemplar]:
    """Return what each named place teaches, by its key, with the look of this picture; nothing where the mat can't be
    found in it any more."""
    cells: dict[str, list[list[str | None]]] = {}
    pieces: dict[str, list[tuple[str, tuple[float, float], float | None]]] = {}
    order: dict[str, list[str]] = {}
    for key in sorted(labels, key=lambda key: int(key.rpartition("/")[2])):
        name, _, number = key.rpartition("/")
        zone, place = shot.layout.zone(name), sheet.place(key)
        if isinstance(zone, Grid):
            rows = cells.setdefault(name, [[None] * zone.cols for _ in range(zone.rows)])
            rows[int(number) // zone.cols][int(number) % zone.cols] = labels[key]
        elif place is not None and place.middle_mm is not None:
            pieces.setdefault(name, []).append((labels[key], place.middle_mm, None))
        order.setdefault(name, []).append(key)
    found = examples_of_frame(shot.frame_bgr, shot.layout, cells, pieces, picture=shot.name, lens=shot.lens)
    if isinstance(found, Unseen):
        return {}
    each = [key for name in (*cells, *pieces) for key in order[name]]
    return dict(zip(each, found, strict=True))


def _crops(shot: Shot, sheet: Sheet) -> dict[str, Picture]:
    """Return each place as it looks from straight above."""
    area = warp(shot.frame_bgr, shot.located.plane, (0.0, 0.0, *shot.layout.size_mm), _CROP_PX_PER_MM)
    crops = {}
    for place in sheet.places:
        x, y, width, height = (round(side * _CROP_PX_PER_MM) for side in place.box_mm)
        crops[place.key] = area[max(0, y) : y + height, max(0, x) : x + width]
    return crops


def _square(zone: Grid, number: int) -> SheetPlace:
    x, y, width, height = zone.rect_mm
    across, down = width / zone.cols, height / zone.rows
    row, col = divmod(number, zone.cols)
    return SheetPlace(zone.name, number, (x + col * across, y + row * down, across, down))


def _free(zone: Pieces, number: int, middle_mm: tuple[float, float]) -> SheetPlace:
    width, height = zone.piece_mm
    side = min(max(width, height), 1.15 * min(width, height))
    box = (middle_mm[0] - side / 2, middle_mm[1] - side / 2, side, side)
    return SheetPlace(zone.name, number, box, middle_mm)


def _apart(place: SheetPlace, middle_mm: tuple[float, float]) -> float:
    x_mm, y_mm = place.middle_mm or (place.box_mm[0], place.box_mm[1])
    return float(np.hypot(x_mm - middle_mm[0], y_mm - middle_mm[1]))
