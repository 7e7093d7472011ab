"""Labelled pictures: what somebody says lies where, in the form that teaching and evaluating share."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from vision import layout as layouts
from vision.layout import Grid, Layout, LayoutError, Pieces
from vision.registration.rectify import goes_clockwise


class LabelsError(ValueError):
    """Labels that can't be used; the message names file, picture and key."""


@dataclass(frozen=True, slots=True)
class PieceLabel:
    """One free piece: its face, where its middle lies, and how far it is turned clockwise where that is known."""

    label: str
    center_mm: tuple[float, float]
    angle_deg: float | None = None


Cells = tuple[tuple[str | None, ...], ...]


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """One picture with what lies in it. `face` is set where the whole picture is one face; otherwise `cells` holds the
    faces of each grid zone by its name, row by row, None where nothing is said, and `pieces` those of pieces zones."""

    file: Path
    face: str | None = None
    layout: Layout | None = None
    rectified: bool = False
    corners_px: tuple[tuple[float, float], ...] | None = None
    cells: Mapping[str, Cells] = field(default_factory=dict)
    pieces: Mapping[str, tuple[PieceLabel, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Labels:
    """The labelled pictures of a file, and whether it declares that every face of the game has been taught; None where
    it says nothing of that."""

    pictures: tuple[LabelledPicture, ...]
    complete: bool | None = None


def corners_array(corners: tuple[tuple[float, float], ...] | None) -> npt.NDArray[np.float64] | None:
    """Return four corners as an array (4, 2), or None."""
    return None if corners is None else np.array(corners, np.float64)


def load_labels(path: Path, layout: Layout | None) -> Labels:
    """Return what a file of labels says, each picture with its own layout or else `layout`; raise a LabelsError."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
        raw = json.loads(text, parse_constant=_no_constant)
        json.dumps(raw, ensure_ascii=False).encode()
    except FileNotFoundError:
        raise LabelsError(f"{path}: no such file") from None
    except OSError as error:
        raise LabelsError(f"{path}: can't be read ({error.strerror})") from None
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise LabelsError(f"{path}: {half} is half a character: put a whole one there") from None
    except (ValueError, RecursionError) as error:
        raise LabelsError(f"{path}: this is not JSON ({error})") from None
    pictures = raw.get("pictures") if isinstance(raw, dict) else None
    if not isinstance(pictures, list):
        raise LabelsError(f'{path}: write it as {{"pictures": […]}}')
    complete = raw.get("complete")
    if "complete" in raw and not isinstance(complete, bool):
        raise LabelsError(f"{path}: complete: it must be true or false, or left out")
    if not pictures and complete is None:
        raise LabelsError(f"{path}: there is no picture in it")
    return Labels(tuple(_picture(path, i, entry, layout) for i, entry in enumerate(pictures)), complete)


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def _picture(path: Path, number: int, raw: Any, layout: Layout | None) -> LabelledPicture:
    where = f"{path}: pictures[{number}]"
    if not isinstance(raw, dict) or not isinstance(raw.get("file"), str) or not raw["file"]:
        raise LabelsError(f"{where}.file: it must name a picture")
    where = f"{where} ({raw['file']})"
    file = path.parent / raw["file"]
    if "face" in raw:
        if not isinstance(raw["face"], str) or not raw["face"].strip():
            raise LabelsError(f"{where}.face: it must be the face's name")
        if raw.get("zones"):
            raise LabelsError(f'{where}: it is one face or holds zones; say "face" or "zones", not both')
        return LabelledPicture(file, face=raw["face"])
    own = _own_layout(path, raw, where) or layout
    if own is None:
        raise LabelsError(f"{where}: it needs a layout; name one with --layout")
    zones = raw.get("zones")
    if not isinstance(zones, dict):
        raise LabelsError(f'{where}: say what lies in it, with "zones" or "face"')
    cells: dict[str, Cells] = {}
    pieces: dict[str, tuple[PieceLabel, ...]] = {}
    for name, value in zones.items():
        try:
            zone = own.zone(name)
        except LayoutError as error:
            raise LabelsError(f"{where}.zones: {error}") from None
        if isinstance(zone, Grid):
            cells[name] = _cells(value, zone, f"{where}.zones.{name}")
        else:
            pieces[name] = _pieces(value, zone, f"{where}.zones.{name}")
    rectified = raw.get("rectified", False)
    if not isinstance(rectified, bool):
        raise LabelsError(f"{where}.rectified: it must be true or false")
    return LabelledPicture(file, None, own, rectified, _corners(raw, where), cells, pieces)


def _own_layout(path: Path, raw: Mapping[str, Any], where: str) -> Layout | None:
    if "layout" not in raw:
        return None
    if not isinstance(raw["layout"], str):
        raise LabelsError(f"{where}.layout: it must name a layout file")
    try:
        return layouts.load(path.parent / raw["layout"])
    except ValueError as error:  # a LayoutError, or a name that no file can have
        raise LabelsError(f"{where}.layout: {error}") from None


def _corners(raw: Mapping[str, Any], where: str) -> tuple[tuple[float, float], ...] | None:
    if "corners" not in raw:
        return None
    corners = raw["corners"]
    if not isinstance(corners, list) or len(corners) != 4 or not all(_is_point(corner) for corner in corners):
        raise LabelsError(f"{where}.corners: it must be four points [x, y], clockwise from the area's top left")
    if not goes_clockwise(np.array(corners, np.float64)):
        raise LabelsError(f"{where}.corners: they must go clockwise around the area, from its top left")
    return tuple((float(x), float(y)) for x, y in corners)


def _cells(raw: Any, zone: Grid, where: str) -> Cells:
    if not isinstance(raw, list) or len(raw) != zone.rows:
        raise LabelsError(f"{where}: it must have {zone.rows} rows")
    for row in raw:
        if not isinstance(row, list) or len(row) != zone.cols:
            raise LabelsError(f"{where}: each row must have {zone.cols} cells")
        for cell in row:
            if cell is not None and not (isinstance(cell, str) and cell.strip()):
                raise LabelsError(f"{where}: a cell is {json.dumps(cell)}; it must be a face's name or null")
    return tuple(tuple(row) for row in raw)


def _pieces(raw: Any, zone: Pieces, where: str) -> tuple[PieceLabel, ...]:
    listed = raw.get("pieces") if isinstance(raw, dict) else None
    if not isinstance(listed, list):
        raise LabelsError(f'{where}: write it as {{"pieces": […]}}, for this is a zone of free pieces')
    return tuple(_piece(entry, zone, f"{where}.pieces[{i}]") for i, entry in enumerate(listed))


def _piece(raw: Any, zone: Pieces, where: str) -> PieceLabel:
    if not isinstance(raw, dict) or not isinstance(raw.get("label"), str) or not raw["label"].strip():
        raise LabelsError(f"{where}.label: it must be the face's name")
    if not _is_point(raw.get("center_mm")):
        raise LabelsError(f"{where}.center_mm: it must be a point [x, y] in millimetres")
    angle = raw.get("angle_deg")
    if angle is not None and not _is_number(angle):
        raise LabelsError(f"{where}.angle_deg: it must be a number")
    x_mm, y_mm = raw["center_mm"]
    left, top, width, height = zone.rect_mm
    beside = max(left - x_mm, x_mm - left - width, top - y_mm, y_mm - top - height)
    if beside > max(zone.piece_mm):
        raise LabelsError(
            f"{where}.center_mm: [{x_mm:g}, {y_mm:g}] is not in the zone, which goes from [{left:g}, {top:g}] to"
            f" [{left + width:g}, {top + height:g}], in millimetres from the area's top left"
        )
    return PieceLabel(raw["label"], (float(x_mm), float(y_mm)), None if angle is None else float(angle))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_is_number(part) for part in value)
