"""A practice set of tiles to print, and people who play with it on the simulated table."""

import colorsys
from collections.abc import Mapping, Sequence
from functools import cache

from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Labels, Move, Press, Truth
from companion.prints.batch import Batch
from companion.prints.drawing import Drawing, rect
from companion.prints.numeral import numeral
from companion.prints.piece import Art, Drop, Laid, in_cell
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Grid, Layout

from .game import LAID, TILES
from .mat import ROOM_MM, TILE_MM

EACH = 4  # of every tile
Dropped = tuple[str, Drop]


@cache
def art(tile: str, width_mm: float = TILE_MM) -> Art:
    """Return a tile as a piece: its number on a colour of its own."""
    number = int(tile.split()[1])
    red, green, blue = (round(255 * part) for part in colorsys.hls_to_rgb(number * 4 % 9 / 9, 0.75, 0.7))
    ground = rect((0, 0, width_mm, width_mm), f"#{red:02x}{green:02x}{blue:02x}")
    middle = (width_mm / 2, width_mm / 2)
    return Art(Drawing((width_mm, width_mm), (ground, *numeral(str(number), middle, width_mm / 2))))


def batches(width_mm: float = TILE_MM) -> tuple[Batch, ...]:
    """Return what is printed: four of every tile."""
    return (Batch("Tiles", tuple(art(tile, width_mm) for tile in TILES for _ in range(EACH))),)


class Players:
    """The people of a game and what lies before each."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self._seats = seats
        self._lying: dict[str, tuple[Dropped, ...]] = {}
        self._truths: list[Truth] = []
        self._patience = Patience()

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is Step.OVER or snapshot.game is None:
            return []
        at = snapshot.events % len(self._seats)
        zone, seat = f"place {at + 1}", self._seats[at]
        if snapshot.events == len(self._truths):
            tiles = [dice.choice(TILES) for _ in range(LAID)]
            event = {"do": "lay", "player": seat, "tiles": tiles}
            self._truths.append(Truth(len(self._truths) + 1, {zone: tuple(tiles)}, event))
            return self._laid_out(at, tiles, dice)
        match self._patience.reaction(snapshot):
            case Reaction.WAIT:
                return []
            case Reaction.AGAIN:
                return self._laid_out(at, self._truths[-1].cells[zone], dice)
            case Reaction.BY_HAND:
                return [Ask(seat, Enter(dict(self._truths[-1].event or {})))]

    def _laid_out(self, at: int, tiles: Sequence[str], dice: Dice) -> list[Deed]:
        self._lying[f"place {at + 1}"] = tuple((tile, dropped(dice)) for tile in tiles)
        return [Move(f"place {at + 1}"), Press(at, Key.OK)]

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the tiles as they lie."""
        return lay(layout, self._lying)

    def answer(self, question: Question) -> str:
        """Return what really lies there."""
        return self._lying[question.zone][question.cell][0]

    def truths(self) -> tuple[Truth, ...]:
        """Return every turn as it really was."""
        return tuple(self._truths)


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Players:
    """Return the people of a new game."""
    return Players(seats)


def lessons(layout: Layout, dice: Dice, least: int = 4) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables that show every tile so often, and a bare place."""
    tiles = [tile for _ in range(least) for tile in dice.sample(TILES, len(TILES))]
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    while tiles:
        # The first place lacks a tile, so that a bare place is taught, too.
        room = {zone.name: LAID - (zone == layout.zones[0]) for zone in layout.zones}
        zones = {name: [tiles.pop() for _ in range(many) if tiles] for name, many in room.items()}
        lying = {name: tuple((tile, dropped(dice)) for tile in found) for name, found in zones.items()}
        labels = {name: (*found, *("empty",) * (LAID - len(found))) for name, found in zones.items()}
        tables.append((lay(layout, lying), labels))
    return tables


def sheets(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables with every tile once, as somebody lays them who teaches."""
    return lessons(layout, dice, 1)


def lay(layout: Layout, zones: Mapping[str, Sequence[Dropped]]) -> tuple[Laid, ...]:
    """Return tiles in their zones, from the left."""
    pieces = []
    for name, tiles in zones.items():
        zone = layout.zone(name)
        assert isinstance(zone, Grid)
        width_mm = zone.rect_mm[2] / zone.cols - ROOM_MM
        pieces += [in_cell(zone, cell, art(tile, width_mm), drop) for cell, (tile, drop) in enumerate(tiles)]
    return tuple(pieces)


def dropped(dice: Dice) -> Drop:
    """Return how a hand lays a tile: nearly on its place, nearly straight."""
    return Drop((dice.uniform(-1, 1), dice.uniform(-1, 1)), dice.uniform(-3, 3), dice.choice(range(4)))
