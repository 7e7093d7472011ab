"""Tables that show every tile of the practice set often enough to teach it."""

from collections.abc import Mapping

from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice import laying
from companion.practice.people import Dice
from companion.prints.piece import Laid
from vision.layout import Layout, Pieces

LEAST = 3
TILES_A_PLACE = 9

Placed = tuple[str, tuple[float, float], float]
"""A tile, where its middle lies on the mat, and how far it is turned clockwise."""


def lessons(
    layout: Layout, dice: Dice, least: int = LEAST
) -> list[tuple[tuple[Laid, ...], Mapping[str, tuple[Placed, ...]]]]:
    """Return tables with every tile `least` times or more, and where on the mat each lies, by place."""
    every = list(kinds(COLOURS))
    tiles = [tile for _ in range(least) for tile in dice.sample(every, len(every))]
    tables: list[tuple[tuple[Laid, ...], Mapping[str, tuple[Placed, ...]]]] = []
    while tiles:
        places: dict[str, tuple[laying.LaidTile, ...]] = {}
        for zone in layout.zones:
            if isinstance(zone, Pieces):
                drawn = [tiles.pop() for _ in range(min(TILES_A_PLACE, len(tiles)))]
                places[zone.name] = laying.spread(drawn, zone, dice)
        tables.append((laying.lay(layout, places), laying.placed(layout, places)))
    return tables


def sheets(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, tuple[Placed, ...]]]]:
    """Return tables with every piece once, as somebody lays them who teaches."""
    return lessons(layout, dice, 1)
