"""The mat of a grid game: a place for each seat, with markers in the lanes between and around them."""

from companion.bases.grid.game import GridGame
from companion.bases.rounds import called
from companion.game import Mat
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

ROOM_MM = 2.0  # how much wider than a piece its square is
FRAME_MM = 7.0
THICKNESS_MM = 2.0  # cardboard
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def mat(game: GridGame) -> Mat:
    """Return the mat of a game; one place may serve all in turn."""

    def layout(seats: int, tile_mm: float = game.tile_mm) -> Layout:
        if seats not in _COLS:
            raise ValueError(f"{seats} places: a mat has 1 to 6")
        if not game.tile_mm / 2 <= tile_mm <= 2 * game.tile_mm:
            raise ValueError(f"a tile of {tile_mm:g} mm: it must be {game.tile_mm / 2:g} to {2 * game.tile_mm:g} mm")
        side_mm = tile_mm + ROOM_MM
        place_mm = (game.cols * side_mm, game.rows * side_mm)
        planned = plan(Rows(seats, _COLS[seats], place_mm, FRAME_MM, beside=(0.5,) if _COLS[seats] < 3 else ()))
        turns = 4 if game.turned else 1
        places = tuple(
            Grid(f"place {number}", rect_mm, game.rows, game.cols, turns, THICKNESS_MM)
            for number, rect_mm in enumerate(planned.places, 1)
        )
        return Layout(f"{game.title}, {seats} places", planned.size_mm, places, planned.markers)

    return Mat(layout, called=called)
