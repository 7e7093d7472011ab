"""How practice pieces lie in an area: alike ones together, some in a neat touching row, some strewn; and tables that
show every face often enough to teach it."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.practice.people import Dice, Placed
from companion.prints.piece import Art, Laid
from vision.layout import Layout, LayoutError, Pieces

THICK_MM = 1.5
MOST_IN_A_LESSON = 9  # pieces in an area, and half of what finds room there: they lie apart
_WIDEST_DEG = 20.0

ArtOf = Callable[[str, float], Art]
"""A face's piece, by its label and its width in mm."""


@dataclass(frozen=True)
class LaidPiece:
    """A piece as it lies: its middle from the area's top left, and how far it is turned clockwise."""

    label: str
    center_mm: tuple[float, float]
    angle_deg: float = 0.0


Tables = list[tuple[tuple[Laid, ...], Mapping[str, tuple[Placed, ...]]]]
"""Tables to be taught from: the pieces, and what a camera should read in each area."""

Areas = Mapping[str, Sequence[LaidPiece]]
"""What lies in each area, by its name."""


def lay(layout: Layout, areas: Areas, art: ArtOf) -> tuple[Laid, ...]:
    """Return the pieces in the areas."""
    pieces: list[Laid] = []
    for name, lying in areas.items():
        area = area_of(layout, name)
        x, y, _, _ = area.rect_mm
        for one in lying:
            middle = (x + one.center_mm[0], y + one.center_mm[1])
            pieces.append(Laid(art(one.label, area.piece_mm[0]), middle, one.angle_deg, 0.0, THICK_MM))
    return tuple(pieces)


def placed(layout: Layout, areas: Areas) -> dict[str, tuple[Placed, ...]]:
    """Return what a camera should read in each area: labels, middles on the mat, angles."""
    found = {}
    for name, lying in areas.items():
        x, y, _, _ = layout.zone(name).rect_mm
        found[name] = tuple((one.label, (x + one.center_mm[0], y + one.center_mm[1]), one.angle_deg) for one in lying)
    return found


def nearest(lying: Sequence[Placed], at_mm: tuple[float, float]) -> str | None:
    """Return what lies nearest to a place of the mat; None where nothing lies."""
    best = min(lying, key=lambda one: math.dist(one[1], at_mm), default=None)
    return None if best is None else best[0]


def area_of(layout: Layout, name: str) -> Pieces:
    """Return the area of that name; a LayoutError where its pieces have cells."""
    zone = layout.zone(name)
    if not isinstance(zone, Pieces):
        raise LayoutError("“{name}” has squares: no pieces lie freely there", name=name)
    return zone


def capacity(area: Pieces) -> int:
    """Return how many pieces find room in an area, close together."""
    (_, _, width, height), (piece_width, piece_height) = area.rect_mm, area.piece_mm
    return int(width / piece_width) * int(height / piece_height)


def lessons(layout: Layout, labels: Sequence[str], least: int, dice: Dice, art: ArtOf) -> Tables:
    """Return tables with every label `least` times or more, and where on the mat each lies, by area."""
    left = [label for _ in range(least) for label in dice.sample(labels, len(labels))]
    tables: Tables = []
    while left:
        areas: dict[str, tuple[LaidPiece, ...]] = {}
        for zone in layout.zones:
            if isinstance(zone, Pieces):
                most = max(1, min(MOST_IN_A_LESSON, capacity(zone) // 2))
                shown = [left.pop() for _ in range(min(most, len(left)))]
                areas[zone.name] = spread(shown, zone, dice)
        tables.append((lay(layout, areas, art), placed(layout, areas)))
    return tables


def spread(labels: Sequence[str], area: Pieces, dice: Dice) -> tuple[LaidPiece, ...]:
    """Return how a player lays out pieces (sorted into groups), none over another; a ValueError when they do not
    fit."""
    groups = [list(group) for _, group in groupby(sorted(labels))]
    for room in (0.35, 0.2, 0.1, 0.04, 0.0):  # between strewn pieces and groups, in pieces
        rows = _rows(groups, area, room, dice)
        if len(rows) * area.piece_mm[1] * (1 + room) <= area.rect_mm[3]:
            return _placed(rows, area, room)
    raise ValueError(f"{len(labels)} pieces do not fit into {area.name}")


@dataclass(frozen=True)
class _Spot:
    label: str
    x_mm: float
    angle_deg: float


def _rows(groups: list[list[str]], area: Pieces, room: float, dice: Dice) -> list[list[_Spot]]:
    """Return rows of pieces from left to right, a group broken only at a row's end."""
    width_mm, height_mm = area.piece_mm
    ways = 4 if width_mm == height_mm else 2  # in which a piece lies along a row
    rows: list[list[_Spot]] = [[]]
    x_mm = 0.0
    for group in groups:
        neat = dice.random() < 0.5
        row_deg = 360 // ways * math.floor(ways * dice.random())
        for number, label in enumerate(group):
            x_mm += room * width_mm * (0 if neat and number else 1)
            if x_mm + width_mm * (1 + room / 2) > area.rect_mm[2] and rows[-1]:
                rows.append([])
                x_mm = room * width_mm / 2
            swing = 0.0 if neat else min(_WIDEST_DEG, math.degrees(0.9 * room)) * min(1.0, width_mm / height_mm)
            rows[-1].append(_Spot(label, x_mm + width_mm / 2, row_deg + dice.uniform(-swing, swing)))
            x_mm += width_mm
    return rows


def _placed(rows: list[list[_Spot]], area: Pieces, room: float) -> tuple[LaidPiece, ...]:
    """Return the rows with what room is left over between them."""
    height_mm = area.piece_mm[1] * (1 + room)
    step_mm = min(area.rect_mm[3] / len(rows), 1.6 * height_mm)
    return tuple(
        LaidPiece(spot.label, (spot.x_mm, step_mm * (number + 0.5)), (spot.angle_deg + 180) % 360 - 180)
        for number, row in enumerate(rows)
        for spot in row
    )
