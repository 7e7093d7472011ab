"""How practice tiles lie in a place: group by group, some in a neat touching row, some strewn."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from companion.games.stingy.practice import artwork
from companion.prints.piece import Laid
from vision.layout import Layout, Pieces

TILE_THICK_MM = 1.5
_WIDEST_DEG = 20.0


class Dice(Protocol):
    """The chance that is handed in."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""
        ...

    def uniform(self, low: float, high: float) -> float:
        """Return a number between the two."""
        ...


@dataclass(frozen=True)
class LaidTile:
    """A tile as it lies: its middle from the place's top left, and how far it is turned clockwise."""

    tile: str
    center_mm: tuple[float, float]
    angle_deg: float = 0.0


def lay(layout: Layout, places: Mapping[str, Sequence[LaidTile]]) -> tuple[Laid, ...]:
    """Return the tiles in the places, by zone name."""
    pieces: list[Laid] = []
    for name, tiles in places.items():
        zone = layout.zone(name)
        if not isinstance(zone, Pieces):
            raise TypeError(f"zone {name} has cells")
        x, y, _, _ = zone.rect_mm
        for laid in tiles:
            middle = (x + laid.center_mm[0], y + laid.center_mm[1])
            art = artwork.art(laid.tile, zone.piece_mm[0])
            pieces.append(Laid(art, middle, laid.angle_deg, 0.0, TILE_THICK_MM))
    return tuple(pieces)


def placed(
    layout: Layout, places: Mapping[str, Sequence[LaidTile]]
) -> dict[str, tuple[tuple[str, tuple[float, float], float], ...]]:
    """Return what a camera should read in each place: tiles, their middles on the mat, and their angles."""
    found = {}
    for name, tiles in places.items():
        x, y, _, _ = layout.zone(name).rect_mm
        found[name] = tuple(
            (laid.tile, (x + laid.center_mm[0], y + laid.center_mm[1]), laid.angle_deg) for laid in tiles
        )
    return found


def spread(tiles: Sequence[str], zone: Pieces, dice: Dice) -> tuple[LaidTile, ...]:
    """Return how a player lays out tiles (sorted into groups), none over another; a ValueError when they do not fit."""
    groups = [list(group) for _, group in groupby(sorted(tiles))]
    for room in (0.35, 0.2, 0.1, 0.04, 0.0):  # between strewn tiles and groups, in tiles
        rows = _rows(groups, zone, room, dice)
        if len(rows) * zone.piece_mm[1] * (1 + room) <= zone.rect_mm[3]:
            return _placed(rows, zone, room)
    raise ValueError(f"{len(tiles)} tiles do not fit into {zone.name}")


@dataclass(frozen=True)
class _Spot:
    tile: str
    x_mm: float
    angle_deg: float


def _rows(groups: list[list[str]], zone: Pieces, room: float, dice: Dice) -> list[list[_Spot]]:
    """Return rows of tiles from left to right, a group broken only at a row's end."""
    size_mm = zone.piece_mm[0]
    rows: list[list[_Spot]] = [[]]
    x_mm = 0.0
    for group in groups:
        neat = dice.random() < 0.5
        quarters = math.floor(4 * dice.random())
        row_deg = 90 * quarters
        for number, tile in enumerate(group):
            x_mm += room * size_mm * (0 if neat and number else 1)
            if x_mm + size_mm * (1 + room / 2) > zone.rect_mm[2] and rows[-1]:
                rows.append([])
                x_mm = room * size_mm / 2
            swing = 0.0 if neat else min(_WIDEST_DEG, math.degrees(0.9 * room))
            rows[-1].append(_Spot(tile, x_mm + size_mm / 2, row_deg + dice.uniform(-swing, swing)))
            x_mm += size_mm
    return rows


def _placed(rows: list[list[_Spot]], zone: Pieces, room: float) -> tuple[LaidTile, ...]:
    """Return the rows with what room is left over between them."""
    height_mm = zone.piece_mm[1] * (1 + room)
    step_mm = min(zone.rect_mm[3] / len(rows), 1.6 * height_mm)
    return tuple(
        LaidTile(spot.tile, (spot.x_mm, step_mm * (number + 0.5)), (spot.angle_deg + 180) % 360 - 180)
        for number, row in enumerate(rows)
        for spot in row
    )
