"""The mat: a place for each player, three tiles wide. Places numbered 1, 2, 3 … are the seats', in their colours."""

from companion.game import Mat
from companion.language.message import Message, say
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

TILE_MM = 40.0
ROOM_MM = 4.0  # how much wider than a tile its place is
FRAME_MM = 7.0
THICKNESS_MM = 2.0
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def layout(seats: int, tile_mm: float = TILE_MM) -> Layout:
    """Return the mat for so many places; one may serve all in turn."""
    if seats not in _COLS:
        raise ValueError(f"{seats} places: a mat has 1 to 6")
    if not 15 <= tile_mm <= 80:
        raise ValueError(f"a tile of {tile_mm:g} mm: its edge must be 15 to 80 mm")
    side_mm = tile_mm + ROOM_MM
    planned = plan(Rows(seats, _COLS[seats], (3 * side_mm, side_mm), FRAME_MM))
    places = tuple(
        Grid(f"place {number}", rect_mm, rows=1, cols=3, turns=4, thickness_mm=THICKNESS_MM)
        for number, rect_mm in enumerate(planned.places, 1)
    )
    return Layout(f"Three tiles, {seats} places", planned.size_mm, places, planned.markers)


def called(zone: str) -> Message:
    """Return what people call a zone."""
    return say("place {number}", number=zone.split()[1])


MAT = Mat(layout, called=called)
