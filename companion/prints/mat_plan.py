"""A mat's plan: places of one size in rows, with lanes between and around them in which the markers are.

A lane is wide enough for a marker with white around it beside the frames of its neighbours, so that a mat printed on
several sheets can be cut there.
"""

from dataclasses import dataclass

from companion.prints.drawing import Rect
from vision.layout import Marker

MARKER_MM = 18.0
BESIDE_MM = 14.0
WHITE_MM = 7.0  # left over in a lane beside marker and frames


@dataclass(frozen=True, slots=True)
class MatPlan:
    """Where the places and the markers are, and how large the mat is."""

    size_mm: tuple[float, float]
    places: tuple[Rect, ...]
    markers: tuple[Marker, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """What is to be planned: `count` places of `place_mm`, `cols` in a row, each with a frame that stands off by
    `frame_mm`. `beside` says how far down along the places' sides (in shares of a place) there are smaller markers,
    too: a hand that hides one corner of a small mat then leaves enough."""

    count: int
    cols: int
    place_mm: tuple[float, float]
    frame_mm: float
    marker_mm: float = MARKER_MM
    beside: tuple[float, ...] = ()


def plan(rows: Rows) -> MatPlan:
    """Return the plan; a marker, numbered from 0, is wherever two lanes cross."""
    lane_mm = rows.marker_mm + 2 * rows.frame_mm + WHITE_MM
    step = (rows.place_mm[0] + lane_mm, rows.place_mm[1] + lane_mm)
    cols, lines = rows.cols, -(-rows.count // rows.cols)
    places = tuple(
        (_at(lane_mm, number % cols, step[0]), _at(lane_mm, number // cols, step[1]), *rows.place_mm)
        for number in range(rows.count)
    )
    crossings = [(float(col), float(line), rows.marker_mm) for line in range(lines + 1) for col in range(cols + 1)]
    beside = [
        (float(col), line + (lane_mm / 2 + share * rows.place_mm[1]) / step[1], BESIDE_MM)
        for line in range(lines)
        for share in rows.beside
        for col in range(cols + 1)
    ]
    markers = tuple(
        Marker(
            number,
            (_at((lane_mm - size_mm) / 2, col, step[0]), _at((lane_mm - size_mm) / 2, line, step[1])),
            size_mm,
        )
        for number, (col, line, size_mm) in enumerate(crossings + beside)
    )
    return MatPlan((_at(lane_mm, cols, step[0]), _at(lane_mm, lines, step[1])), places, markers)


def _at(start_mm: float, steps: float, step_mm: float) -> float:
    return round(start_mm + steps * step_mm, 2)
