"""The mat of a grid game: a place for each seat, with markers in the lanes between and around them."""

from companion.bases.grid.game import GridGame
from companion.bases.rounds import called
from companion.bases.squares import FRAME_MM, THICKNESS_MM, side_mm
from companion.game import Mat
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def mat(game: GridGame) -> Mat:
    """Return the mat of a game; one place may serve all in turn."""

    def layout(seats: int, tile_mm: float = game.tile_mm) -> Layout:
        """Return the places of so many seats and the markers for pieces of that width."""
        if seats not in _COLS:
            raise ValueError(f"{seats} places: a mat has 1 to 6")
        square_mm = side_mm(tile_mm, game.tile_mm)
        place_mm = (game.cols * square_mm, game.rows * square_mm)
        planned = plan(Rows(seats, _COLS[seats], place_mm, FRAME_MM, beside=(0.5,) if _COLS[seats] < 3 else ()))
        turns = 4 if game.turned else 1
        places = tuple(
            Grid(f"place {number}", rect_mm, game.rows, game.cols, turns, THICKNESS_MM)
            for number, rect_mm in enumerate(planned.places, 1)
        )
        return Layout(f"{game.title}, {seats} places", planned.size_mm, places, planned.markers)

    return Mat(layout, called=called)
