"""What is printed, as shapes in millimetres: x to the right, y down, origin at the drawing's top left.

One list of shapes serves the printer (`paper.py`) and the pictures (`raster.py`), so both show the same.
Colours are "#rrggbb"; `fill` or `line` None draws none.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

Point = tuple[float, float]
Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape through `points_mm`; `inner_mm` are holes in it."""

    points_mm: tuple[Point, ...]
    fill: str | None = None
    line: str | None = None
    line_mm: float = 0.3
    inner_mm: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or ring."""

    center_mm: Point
    radius_mm: float
    fill: str | None = None
    line: str | None = None
    line_mm: float = 0.3


@dataclass(frozen=True, slots=True)
class Path:
    """An open line through `points_mm`; `dash_mm` above 0 breaks it into dashes of that length."""

    points_mm: tuple[Point, ...]
    line: str = "#000000"
    line_mm: float = 0.3
    dash_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """Words whose middle lies at `center_mm`; `height_mm` is that of a capital letter, `angle_deg` turns clockwise."""

    words: str
    center_mm: Point
    height_mm: float
    fill: str = "#000000"
    bold: bool = False
    angle_deg: float = 0.0


Shape = Polygon | Circle | Path | Text
Put = Callable[[Point], Point]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes, first lowest, on a sheet of `size_mm` (width, height) that is white (or what `paper` says)."""

    size_mm: tuple[float, float]
    shapes: tuple[Shape, ...]
    paper: str = "#ffffff"


def rect(rect_mm: Rect, fill: str | None = None, line: str | None = None, line_mm: float = 0.3) -> Polygon:
    """Return an upright rectangle: (x, y, width, height)."""
    return Polygon(box(rect_mm), fill, line, line_mm)


def box(rect_mm: Rect) -> tuple[Point, ...]:
    """Return the corners of an upright rectangle, clockwise from its top left."""
    x, y, width, height = rect_mm
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def rounded_box(rect_mm: Rect, radius_mm: float) -> tuple[Point, ...]:
    """Return the outline of an upright rectangle with round corners, clockwise from its top left."""
    left, top, width, height = rect_mm
    low_x, low_y, high_x, high_y = left + radius_mm, top + radius_mm, left + width - radius_mm, top + height - radius_mm
    corners = ((low_x, low_y, 180), (high_x, low_y, 270), (high_x, high_y, 0), (low_x, high_y, 90))
    return tuple(
        (x + radius_mm * math.cos(math.radians(start + step)), y + radius_mm * math.sin(math.radians(start + step)))
        for x, y, start in corners
        for step in range(0, 91, 15)
    )


def moved(shapes: Iterable[Shape], by_mm: Point, angle_deg: float = 0.0, scale: float = 1.0) -> tuple[Shape, ...]:
    """Return the shapes scaled and turned (clockwise) about the origin, then moved."""
    cos, sin = math.cos(math.radians(angle_deg)) * scale, math.sin(math.radians(angle_deg)) * scale

    def put(point: Point) -> Point:
        x, y = point
        return (by_mm[0] + x * cos - y * sin, by_mm[1] + x * sin + y * cos)

    return tuple(_put(shape, put, angle_deg, scale) for shape in shapes)


def _put(shape: Shape, put: Put, angle_deg: float, scale: float) -> Shape:
    match shape:
        case Polygon():
            inner = tuple(tuple(put(point) for point in hole) for hole in shape.inner_mm)
            outer = tuple(put(point) for point in shape.points_mm)
            return replace(shape, points_mm=outer, inner_mm=inner, line_mm=shape.line_mm * scale)
        case Circle():
            return replace(
                shape,
                center_mm=put(shape.center_mm),
                radius_mm=shape.radius_mm * scale,
                line_mm=shape.line_mm * scale,
            )
        case Path():
            points = tuple(put(point) for point in shape.points_mm)
            return replace(shape, points_mm=points, line_mm=shape.line_mm * scale, dash_mm=shape.dash_mm * scale)
        case Text():
            return replace(
                shape,
                center_mm=put(shape.center_mm),
                height_mm=shape.height_mm * scale,
                angle_deg=shape.angle_deg + angle_deg,
            )
