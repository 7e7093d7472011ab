"""The mat: a place for each player's open tiles, where they may lie as they like, in groups, touching or apart."""

from companion.bases.free_pieces.mat import areas
from companion.bases.rounds import called
from companion.game import Mat
from vision.layout import Layout

TILE_MM = 26.0
ROOM = (8, 5)  # forty tiles lie there, close together


def seats(players: int) -> int:
    """Return how many places that many players need: with two, the Ghost has one, too."""
    return 3 if players == 2 else players


def layout(seats: int, tile_mm: float = TILE_MM) -> Layout:
    """Return the mat for that many places ("place 1" to "place 6"); one place may be used in turn by all. `tile_mm` is
    the edge of a tile, 15 to 60."""
    if not 15 <= tile_mm <= 60:
        raise ValueError(f"a tile of {tile_mm:g} mm: its edge must be 15 to 60 mm")
    return areas("Captain Stingy", seats, (tile_mm, tile_mm), ROOM)


MAT = Mat(layout, seats, called)
