"""The mat: a place for each player's open tiles, where they may lie as they like, in groups, touching or apart."""

from companion.game import Mat
from companion.language.message import Message, say
from companion.prints.mat_plan import Rows, plan
from vision.layout import Layout, Pieces

TILE_MM = 26.0
THICKNESS_MM = 2.0
TILES_ACROSS, TILES_DOWN = 8.1, 5.2  # forty tiles lie there, close together
FRAME_MM = 3.6
MARKER_MM = 24.0  # a large mat, seen from far
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def seats(players: int) -> int:
    """Return how many places that many players need: with two, the Ghost has one, too."""
    return 3 if players == 2 else players


def layout(seats: int, tile_mm: float = TILE_MM) -> Layout:
    """Return the mat for that many places ("place 1" to "place 6"); one place may be used in turn by all. `tile_mm` is
    the edge of a tile, 15 to 60."""
    if seats not in _COLS:
        raise ValueError(f"{seats} places: a mat has 1 to 6")
    if not 15 <= tile_mm <= 60:
        raise ValueError(f"a tile of {tile_mm:g} mm: its edge must be 15 to 60 mm")
    place_mm = (TILES_ACROSS * tile_mm, TILES_DOWN * tile_mm)
    beside = (0.5,) if seats == 1 else ()
    planned = plan(Rows(seats, _COLS[seats], place_mm, FRAME_MM, marker_mm=MARKER_MM, beside=beside))
    places = tuple(
        Pieces(f"place {number}", rect_mm, (tile_mm, tile_mm), THICKNESS_MM)
        for number, rect_mm in enumerate(planned.places, 1)
    )
    return Layout(f"Captain Stingy, {seats} places", planned.size_mm, places, planned.markers)


def called(zone: str) -> Message:
    """Return what people call a zone."""
    return say("place {number}", number=zone.partition(" ")[2])


MAT = Mat(layout, seats, called)
