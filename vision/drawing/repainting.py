"""What lies on a drawn table otherwise than before, painted anew; all else stays as it was painted."""

from collections import Counter
from collections.abc import Sequence

from vision.drawing.canvas import Easel
from vision.drawing.painting import Window, paint_piece, window
from vision.drawing.scene import FlatPiece, Picture


def repaint(
    picture: Picture, bare: Picture, before: Sequence[FlatPiece], after: Sequence[FlatPiece], easel: Easel
) -> None:
    """Make of a picture on which the pieces `before` were painted the one that painting `after` on the `bare` mat would
    give, to the bit, in place; (h, w, 3) of `easel.canvas_px` both."""
    anew = _anew(before, after, easel)
    for left, top, right, bottom in anew.values():
        picture[top:bottom, left:right] = bare[top:bottom, left:right]
    for piece in after:
        if piece in anew:
            paint_piece(picture, piece, easel)


def _anew(before: Sequence[FlatPiece], after: Sequence[FlatPiece], easel: Easel) -> dict[FlatPiece, Window]:
    """Return the pieces that are to be wiped away or painted, each with where: what came or went, and whatever lies
    near any of them."""
    came, went = Counter(after) - Counter(before), Counter(before) - Counter(after)
    kept = [piece for piece in after if piece not in came and piece not in went]
    if kept != [piece for piece in before if piece not in came and piece not in went]:
        kept = []  # they may lie upon one another otherwise
    windows = {piece: window(piece, easel) for piece in {*before, *after}}
    far = {piece: place for piece, place in windows.items() if place is not None}
    stays = set(kept)
    near = {piece: place for piece, place in far.items() if piece not in stays}
    anew: dict[FlatPiece, Window] = {}
    while near:
        anew |= near
        far = {piece: place for piece, place in far.items() if piece not in anew}
        near = {piece: place for piece, place in far.items() if any(_meet(place, other) for other in near.values())}
    return anew


def _meet(one: Window, other: Window) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
