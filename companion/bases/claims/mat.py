"""The mat of a game of claims: one map for all, with markers around it."""

from companion.bases.claims.game import ClaimsGame
from companion.bases.claims.place import Place
from companion.bases.squares import FRAME_MM, THICKNESS_MM, side_mm
from companion.game import Mat
from companion.language.message import say
from companion.prints.drawing import Rect
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout


def mat(game: ClaimsGame) -> Mat:
    """Return the mat of a game, the same for any number of players. For wider or narrower pieces the map grows or
    shrinks with them."""

    def layout(_: int, tile_mm: float = game.tile_mm) -> Layout:
        """Return the map and the markers for pieces of that width."""
        space_mm = side_mm(tile_mm, game.tile_mm)
        scale = space_mm / side_mm(game.tile_mm, game.tile_mm)
        rects = [_rect(place, space_mm, scale) for place in game.places]
        size_mm = (max(x + width for x, _, width, _ in rects), max(y + height for _, y, _, height in rects))
        planned = plan(Rows(1, 1, size_mm, FRAME_MM, beside=(0.25, 0.75)))
        left_mm, top_mm = planned.places[0][:2]
        zones = tuple(
            Grid(
                place.name,
                (round(left_mm + x, 2), round(top_mm + y, 2), width, height),
                place.spaces if place.down else 1,
                1 if place.down else place.spaces,
                4,
                THICKNESS_MM,
            )
            for place, (x, y, width, height) in zip(game.places, rects, strict=True)
        )
        return Layout(game.title, planned.size_mm, zones, planned.markers)

    return Mat(layout, seats=lambda _: 1, called=say)


def _rect(place: Place, space_mm: float, scale: float) -> Rect:
    x_mm, y_mm = place.at_mm
    across, down = (1, place.spaces) if place.down else (place.spaces, 1)
    return (round(x_mm * scale, 2), round(y_mm * scale, 2), round(across * space_mm, 2), round(down * space_mm, 2))
