"""Sample game: in each of two rounds everybody lays three tiles. They count what is printed on them, and ten more where
all three are alike.
"""

from companion.bases.grid import Board, Boards, Face, GridGame, GridState, manifest
from companion.game import Part
from companion.language.message import Message, name, say

COLOURS = ("#f0a8a8", "#f0cf9c", "#ece88f", "#b6e3a0", "#a0e3d3", "#a3cdf0", "#b5b0f2", "#e0b0ee", "#d0d0d0")
ALIKE = 10


class SampleGame(GridGame):
    """What each of these means stands in `companion.bases.grid.game` and `companion.bases.rounds`."""

    name = "sample_game"
    title = "Sample game"
    players = range(2, 7)
    rows, cols, tile_mm = 1, 3, 40.0
    faces = tuple(Face(f"tile {number}", colour, many=4) for number, colour in enumerate(COLOURS, 1))
    rounds = 2
    task = say("lay three tiles")

    def wrong(self, state: GridState, board: Board) -> Message | None:
        """Tiles 1 and 9 don't go together."""
        return say("tiles 1 and 9 don't lie together") if {"tile 1", "tile 9"} <= {*board} else None

    def parts_of(self, state: GridState, boards: Boards, seat: str) -> tuple[Part, ...]:
        """What is printed on the tiles, and more where they are alike."""
        numbers = [int(tile.split()[1]) for tile in boards[seat]]
        tiles = Part(say("Tiles"), name(" + ".join(map(str, numbers))), sum(numbers))
        alike = Part(say("All alike"), name(f"{ALIKE}"), ALIKE)
        return (tiles, alike) if len({*numbers}) == 1 else (tiles,)


MANIFEST = manifest(SampleGame())
