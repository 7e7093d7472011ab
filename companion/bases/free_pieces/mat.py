"""The mat of a game of free pieces: an area for each seat, with markers in the lanes between and around them."""

from companion.bases.free_pieces.game import PiecesGame
from companion.bases.rounds import called
from companion.game import Mat
from companion.prints.mat_plan import Rows, plan
from vision.layout import Layout, Pieces

SPARE = (0.1, 0.2)  # of a piece: what is left over beside and below the pieces that find room, close together
FRAME_MM = 3.6
MARKER_MM = 24.0  # a large mat, seen from far
THICKNESS_MM = 2.0  # cardboard
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


def mat(game: PiecesGame) -> Mat:
    """Return the mat of a game; one area may serve all in turn."""

    def layout(seats: int, width_mm: float = game.piece_mm[0]) -> Layout:
        usual_mm, height_mm = game.piece_mm
        if not usual_mm / 2 <= width_mm <= 2 * usual_mm:
            raise ValueError(f"a piece of {width_mm:g} mm: it must be {usual_mm / 2:g} to {2 * usual_mm:g} mm wide")
        return areas(game.title, seats, (width_mm, round(height_mm * width_mm / usual_mm, 2)), game.room)

    return Mat(layout, called=called)


def areas(title: str, seats: int, piece_mm: tuple[float, float], room: tuple[int, int]) -> Layout:
    """Return the mat with that many areas ("place 1" to "place 6"), in each of which that many pieces find `room`
    beside and below one another."""
    if seats not in _COLS:
        raise ValueError(f"{seats} places: a mat has 1 to 6")
    area_mm = ((room[0] + SPARE[0]) * piece_mm[0], (room[1] + SPARE[1]) * piece_mm[1])
    beside = (0.5,) if seats == 1 else ()
    planned = plan(Rows(seats, _COLS[seats], area_mm, FRAME_MM, marker_mm=MARKER_MM, beside=beside))
    places = tuple(
        Pieces(f"place {number}", rect_mm, piece_mm, THICKNESS_MM) for number, rect_mm in enumerate(planned.places, 1)
    )
    return Layout(f"{title}, {seats} places", planned.size_mm, places, planned.markers)
