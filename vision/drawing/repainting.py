"""What lies on a drawn table otherwise than before, painted anew; all else stays as it was painted."""

from collections import Counter
from collections.abc import Sequence

from vision.drawing.canvas import Easel
from vision.drawing.painting import Window, paint_board, window
from vision.drawing.scene import FlatPiece, Picture


def repaint(
    picture: Picture, bare: Picture, before: Sequence[FlatPiece], after: Sequence[FlatPiece], easel: Easel
) -> None:
    """Make of a picture on which the boards `before` were painted the one that painting `after` on the `bare` mat would
    give, to the bit, in place; (h, w, 3) of `easel.canvas_px` both."""
    anew = _anew(before, after, easel)
    for left, top, right, bottom in anew.values():
        picture[top:bottom, left:right] = bare[top:bottom, left:right]
    for board in after:
        if board in anew:
            paint_board(picture, board, easel)


def _anew(before: Sequence[FlatPiece], after: Sequence[FlatPiece], easel: Easel) -> dict[FlatPiece, Window]:
    """Return the boards that are to be wiped away or painted, each with where: what came or went, and whatever lies
    near any of them."""
    came, went = Counter(after) - Counter(before), Counter(before) - Counter(after)
    kept = [board for board in after if board not in came and board not in went]
    if kept != [board for board in before if board not in came and board not in went]:
        kept = []  # they may lie upon one another otherwise
    windows = {board: window(board, easel) for board in {*before, *after}}
    far = {board: place for board, place in windows.items() if place is not None}
    stays = set(kept)
    near = {board: place for board, place in far.items() if board not in stays}
    anew: dict[FlatPiece, Window] = {}
    while near:
        anew |= near
        far = {board: place for board, place in far.items() if board not in anew}
        near = {board: place for board, place in far.items() if any(_meet(place, other) for other in near.values())}
    return anew


def _meet(one: Window, other: Window) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
