"""Squares of a mat on which square pieces lie: how much room a piece has, and how wide it may be."""

ROOM_MM = 2.0  # how much wider than a piece its square is
FRAME_MM = 7.0
THICKNESS_MM = 2.0  # cardboard


def side_mm(tile_mm: float, usual_mm: float) -> float:
    """Return how wide a square is for a piece of that width; a ValueError where the piece is less than half or more
    than twice as wide as usual."""
    if not usual_mm / 2 <= tile_mm <= 2 * usual_mm:
        raise ValueError(f"a tile of {tile_mm:g} mm: it must be {usual_mm / 2:g} to {2 * usual_mm:g} mm")
    return tile_mm + ROOM_MM
