"""What is drawn on a practice piece: goods, rats and planks, as shapes in millimetres.

Values of a kind differ only by the numeral and by how many things lie around it. A 6 and a 9 stand on a line, so that
neither can be mistaken for the other on a piece that lies turned.
"""

import math
from collections.abc import Callable

from companion.games.shipshape.pieces import Kind, square
from companion.games.shipshape.practice.box import CRATES, HOLDS, Cells, Hold, flip, turn, visible
from companion.games.shipshape.table import HOLD_MM
from companion.prints.batch import Batch
from companion.prints.drawing import Circle, Drawing, Path, Polygon, Shape, Text, box, moved, rect, rounded_box
from companion.prints.piece import Art

HOLE = 0.9  # a hole's edge, in squares; the rest is the crate's frame, just wide enough to be cut
_GROUND = {Kind.GOLD: "#f2b927", Kind.CANNON: "#97a3ad", Kind.CONTRABAND: "#7a4f9f"}
_PLANK, _SEAM, _FRAME, _INK = "#c08a52", "#8a5c30", "#e3cfa6", "#1c1c1c"


def face(label: str, size_mm: float) -> tuple[Shape, ...]:
    """Return the face that the record calls `label`, on a square of that edge with its top left at the origin."""
    seen = square(label)
    shapes = list(_ground(seen.kind))
    if seen.kind is not Kind.EMPTY:
        draw = _THINGS[seen.kind]
        for thing in range(seen.value):
            around = 360 * thing / seen.value
            x, y = 0.37 * math.sin(math.radians(around)), -0.37 * math.cos(math.radians(around))
            shapes += moved(draw(), (x, y), scale=1.1)
        shapes += _numeral(seen.kind, seen.value)
    return moved(shapes, (size_mm / 2, size_mm / 2), scale=size_mm)


def hold(what: Hold, size_mm: float = HOLD_MM) -> Drawing:
    """Return a hold: nine squares, and its voyage and number in the rim of the middle square."""
    return Drawing((size_mm, size_mm), (*_squares(what.cells, size_mm), *_hold_name(what, size_mm)))


def crate(cells: Cells, size_mm: float = HOLD_MM) -> Drawing:
    """Return a crate as it is printed: its goods, and a frame around the holes that `outline` says are cut out."""
    ground = rect((0, 0, size_mm, size_mm), _FRAME)
    return Drawing((size_mm, size_mm), (ground, *_squares(cells, size_mm)))


def outline(cells: Cells, size_mm: float = HOLD_MM) -> Polygon:
    """Return what is cut: a crate's edge, and its holes as `inner_mm`."""
    pitch_mm, edge_mm = size_mm / 3, size_mm / 3 * HOLE
    rim_mm = (pitch_mm - edge_mm) / 2
    holes = tuple(
        rounded_box((at % 3 * pitch_mm + rim_mm, at // 3 * pitch_mm + rim_mm, edge_mm, edge_mm), 0.06 * pitch_mm)
        for at, label in enumerate(cells)
        if label is None
    )
    return Polygon(box((0, 0, size_mm, size_mm)), inner_mm=holes)


def batches(size_mm: float = HOLD_MM) -> tuple[Batch, ...]:
    """Return what is printed for the practice game: first six finished holds to try the camera with, then the holds of
    the three voyages, then the crates, which show the same goods on both sides."""
    tried = tuple(_finished(number, size_mm) for number in range(6))
    holds = tuple(
        Batch(
            f"Holds of voyage {voyage}",
            tuple(Art(hold(one, size_mm)) for one in HOLDS if one.voyage == voyage),
        )
        for voyage in (1, 2, 3)
    )
    fronts = tuple(Art(crate(one.cells, size_mm), outline(one.cells, size_mm)) for one in CRATES)
    backs = tuple(Art(crate(flip(one.cells), size_mm), outline(flip(one.cells), size_mm)) for one in CRATES)
    return (
        Batch("To try: finished holds, lay one on each dock", tried),
        *holds,
        Batch("Crates: glue on foam board of 3 mm, cut out the holes", fronts, backs),
    )


def finished(number: int) -> tuple[str, ...]:
    """Return what is seen of a hold of voyage 2 (0 to 5) as it may look after three crates."""
    crates = [turn(CRATES[3 * number + turned].cells, number + turned) for turned in range(3)]
    return visible(HOLDS[6 + number].cells, crates)


def _finished(number: int, size_mm: float) -> Art:
    """Return that hold, all on one sheet."""
    return Art(Drawing((size_mm, size_mm), _squares(finished(number), size_mm)))


def _squares(cells: Cells, size_mm: float) -> tuple[Shape, ...]:
    pitch_mm = size_mm / 3
    return tuple(
        shape
        for at, label in enumerate(cells)
        if label is not None
        for shape in moved(face(label, pitch_mm), (at % 3 * pitch_mm, at // 3 * pitch_mm))
    )


def _hold_name(what: Hold, size_mm: float) -> tuple[Shape, ...]:
    """Return the hold's voyage (bars) and number, so small and so near the edge that no face is changed by it."""
    x, y = size_mm / 2, size_mm - size_mm * 0.016
    words = f"{'I' * what.voyage} · {what.number}"
    return (
        rect((x - size_mm * 0.07, y - size_mm * 0.015, size_mm * 0.14, size_mm * 0.03), "#fff7e6"),
        Text(words, (x, y), size_mm * 0.017, _INK, bold=True),
    )


# ---- a square, from -0.5 to 0.5


def _ground(kind: Kind) -> tuple[Shape, ...]:
    if kind in _GROUND:
        return (rect((-0.5, -0.5, 1, 1), _GROUND[kind], "#4a4a4a", 0.008),)
    seams = tuple(Path(((-0.5, y), (0.5, y)), _SEAM, 0.014) for y in (-0.25, 0.0, 0.25))
    ends = tuple(
        Path(((x, y), (x, y + 0.25)), _SEAM, 0.012) for x, y in ((-0.2, -0.5), (0.25, -0.25), (-0.3, 0), (0.1, 0.25))
    )
    return (rect((-0.5, -0.5, 1, 1), _PLANK, _SEAM, 0.012), *seams, *ends)


def _numeral(kind: Kind, value: int) -> tuple[Shape, ...]:
    """Return the numeral on its plaque; each kind has its own shape of plaque, so that a lamp's colour is not all that
    tells gold from rats."""
    paper, ink = ("#1c1c1c", "#ffffff") if kind is Kind.RAT else ("#ffffff", _INK)
    foot = (rect((-0.12, 0.175, 0.24, 0.036), ink),) if value in (6, 9) else ()
    height = 0.24 if value > 9 else 0.3 if foot else 0.37
    return (_plaque(kind, paper), Text(str(value), (0, -0.02 if foot else 0), height, ink, bold=True), *foot)


def _plaque(kind: Kind, paper: str) -> Shape:
    match kind:
        case Kind.CANNON:
            return Polygon(box((-0.25, -0.25, 0.5, 0.5)), paper, _INK, 0.014)
        case Kind.CONTRABAND:
            corner, side = 0.31, 0.155
            points = ((0, -corner), (0.27, -side), (0.27, side), (0, corner), (-0.27, side), (-0.27, -side))
            return Polygon(points, paper, _INK, 0.014)
        case _:
            return Circle((0, 0), 0.275, paper, _INK, 0.014)


def _coin() -> tuple[Shape, ...]:
    return (Circle((0, 0), 0.078, "#fff0a8", "#7a5200", 0.014), Circle((0, 0), 0.04, None, "#7a5200", 0.01))


def _cannon() -> tuple[Shape, ...]:
    barrel = Polygon(((-0.08, 0.01), (-0.07, -0.045), (0.085, -0.075), (0.09, -0.02), (-0.06, 0.045)), "#1f2429")
    return (barrel, Circle((-0.015, 0.04), 0.038, "#7c4a1e", "#1f2429", 0.012))


def _bottle() -> tuple[Shape, ...]:
    points = ((-0.02, -0.085), (0.02, -0.085), (0.022, -0.035), (0.05, 0.0), (0.05, 0.08))
    mirrored = tuple((-x, y) for x, y in reversed(points))
    label = rect((-0.05, 0.015, 0.1, 0.035), "#7a4f9f")
    return (Polygon((*points, *mirrored), "#d9f2c4", "#23152f", 0.01), label)


def _rat() -> tuple[Shape, ...]:
    body = tuple(
        (0.072 * math.cos(math.radians(step)) - 0.008, 0.042 * math.sin(math.radians(step)) + 0.015)
        for step in range(0, 360, 20)
    )
    tail = Path(((-0.07, 0.02), (-0.1, -0.015), (-0.075, -0.05)), "#2a1a14", 0.014)
    return (
        tail,
        Polygon(body, "#2a1a14"),
        Circle((0.055, -0.012), 0.033, "#2a1a14"),
        Circle((0.045, -0.045), 0.018, "#b0615a"),
    )


_THINGS: dict[Kind, Callable[[], tuple[Shape, ...]]] = {
    Kind.GOLD: _coin,
    Kind.CANNON: _cannon,
    Kind.CONTRABAND: _bottle,
    Kind.RAT: _rat,
}
