"""Practice pieces of our own drawing: a number or sign on a colour."""

from functools import cache

from companion.bases.faces import Face, split
from companion.prints.drawing import Drawing, Shape, rect
from companion.prints.numeral import numeral
from companion.prints.piece import Art


@cache
def art(face: Face, width_mm: float, height_mm: float) -> Art:
    """Return a face as a piece: its number or sign on its colour."""
    sign, middle = face.sign or split(face.label)[1], (width_mm / 2, height_mm / 2)
    drawn: tuple[Shape, ...] = numeral(sign, middle, min(width_mm, height_mm) / 2) if sign else ()
    return Art(Drawing((width_mm, height_mm), (rect((0, 0, width_mm, height_mm), face.colour), *drawn)))
