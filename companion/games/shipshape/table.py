"""The mat: a dock for each seat's hold, with markers in the lanes between and around them."""

from vision.layout import Grid, Layout, Marker

HOLD_MM = 110.0
LAYER_MM = 3.2  # foam board
MARKER_MM = 18.0
BESIDE_MM = 14.0
LANE_MM = 7.0  # white in a lane beside marker and frames: sheets are cut there
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
    lane_mm = MARKER_MM + 2 * FRAME * hold_mm / 3 + LANE_MM
    step_mm = hold_mm + lane_mm
    cols = _COLS[seats]
    rows = -(-seats // cols)
    docks = tuple(
        Grid(
            f"dock {seat + 1}",
            (
                round(lane_mm + seat % cols * step_mm, 2),
                round(lane_mm + seat // cols * step_mm, 2),
                hold_mm,
                hold_mm,
            ),
            rows=3,
            cols=3,
            turns=4,
            thickness_mm=3 * LAYER_MM,
        )
        for seat in range(seats)
    )
    size_mm = (round(lane_mm + cols * step_mm, 2), round(lane_mm + rows * step_mm, 2))
    return Layout(f"ShipShape, {seats} docks", size_mm, docks, _markers(cols, rows, lane_mm, step_mm))


def _markers(cols: int, rows: int, lane_mm: float, step_mm: float) -> tuple[Marker, ...]:
    """Return a marker wherever two lanes cross; a small mat has smaller ones beside its docks, too, so that a hand that
    hides one corner leaves enough."""
    crossings = [(float(col), float(row), MARKER_MM) for row in range(rows + 1) for col in range(cols + 1)]
    beside = [(float(col), row + 0.5, BESIDE_MM) for row in range(rows) for col in range(cols + 1)] if cols < 3 else []
    return tuple(
        Marker(number, (_at(col, size_mm, lane_mm, step_mm), _at(row, size_mm, lane_mm, step_mm)), size_mm)
        for number, (col, row, size_mm) in enumerate(crossings + beside)
    )


def _at(lane: float, size_mm: float, lane_mm: float, step_mm: float) -> float:
    return round(lane_mm / 2 + lane * step_mm - size_mm / 2, 2)
