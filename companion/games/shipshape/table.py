"""The mat: a dock for each seat's hold, with markers in the lanes between and around them."""

from companion.bases.rounds import called
from companion.game import Mat
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

HOLD_MM = 110.0
LAYER_MM = 3.2  # foam board
FRAME = 0.18  # how far a dock's frame stands off, in squares: a crate laid askew does not reach it
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def seats(players: int) -> int:
    """Return how many docks that many players need: with two, the Cap'n sits down, too."""
    return 3 if players == 2 else players


def layout(seats: int, hold_mm: float = HOLD_MM) -> Layout:
    """Return the mat for that many docks ("dock 1" to "dock 6", row by row as one sits before it); one dock may serve a
    small table in turn. `hold_mm` is the edge of a hold, 40 to 400."""
    if seats not in _COLS:
        raise ValueError(f"{seats} docks: a mat has 1 to 6")
    if not 40 <= hold_mm <= 400:
        raise ValueError(f"a hold of {hold_mm:g} mm: its edge must be 40 to 400 mm")
    cols = _COLS[seats]
    planned = plan(Rows(seats, cols, (hold_mm, hold_mm), FRAME * hold_mm / 3, beside=(0.5,) if cols < 3 else ()))
    docks = tuple(
        Grid(f"dock {number}", rect_mm, rows=3, cols=3, turns=4, thickness_mm=3 * LAYER_MM)
        for number, rect_mm in enumerate(planned.places, 1)
    )
    return Layout(f"ShipShape, {seats} docks", planned.size_mm, docks, planned.markers)


MAT = Mat(layout, seats, called)
