"""The printed mat of any game, drawn from its layout: markers, a frame around each zone, a ruler below.

Where the zones are numbered from 1 on, each number once ("place 1", "place 2", …), they are the seats': each has its
seat's colour, and the number beside it.
"""

from companion.prints.drawing import Drawing, Path, Polygon, Rect, Shape, Text, rect, rounded_box
from companion.prints.seat_colours import SEAT_COLOURS
from vision.layout import Grid, Layout, Marker, Pieces
from vision.registration.markers import marker_bits

FOOT_MM = 14.0
RULER_MM = 100.0
_INK, _FAINT = "#000000", "#b9b9b9"
_STAND_OFF = 0.18  # of a cell: a piece laid askew does not reach the frame
_MOST_OFF_MM = 7.0
_NUMBERS = tuple(str(number) for number in range(1, len(SEAT_COLOURS) + 1))


def drawing(layout: Layout) -> Drawing:
    """Return the mat: the layout's area, origin at its top left, and a foot of FOOT_MM with the ruler below it."""
    width_mm, height_mm = layout.size_mm
    shapes: list[Shape] = []
    shapes += [rect(patch.rect_mm, patch.colour) for patch in layout.patches]
    for zone in layout.zones:
        shapes += _zone(zone, seat_of(zone.name, layout))
    for marker in layout.markers:
        shapes += marker_shapes(marker)
    shapes += _ruler(5.0, height_mm + 3, layout.name, width_mm)
    return Drawing((width_mm, height_mm + FOOT_MM), tuple(shapes))


def keep_whole(layout: Layout) -> tuple[Rect, ...]:
    """Return what must not be cut where the mat is printed on several sheets: places, markers, the ruler."""
    height_mm = layout.size_mm[1]
    zones = tuple(_around(zone.rect_mm, stand_off_mm(zone) + 1) for zone in layout.zones)
    labels = tuple((zone.rect_mm[0], zone.rect_mm[1] - stand_off_mm(zone) - 7, 1, 7) for zone in layout.zones)
    markers = tuple(
        _around((*marker.corner_mm, marker.size_mm, marker.size_mm), marker.size_mm / 12) for marker in layout.markers
    )
    patches = tuple(patch.rect_mm for patch in layout.patches)
    return (*zones, *labels, *markers, *patches, (4.0, height_mm - 1, RULER_MM + 4, FOOT_MM))


def seat_of(zone: str, layout: Layout) -> int | None:
    """Return whose zone that is (1 to 6), by its name's number; None where the zones are nobody's."""
    numbers = [each.name.rpartition(" ")[2] for each in layout.zones]
    if sorted(numbers) != sorted(_NUMBERS[: len(numbers)]):
        return None
    return int(zone.rpartition(" ")[2])


def stand_off_mm(zone: Grid | Pieces) -> float:
    """Return how far a zone's frame stands off from it."""
    cell_mm = min(zone.rect_mm[2] / zone.cols, zone.rect_mm[3] / zone.rows) if isinstance(zone, Grid) else 20.0
    return min(_STAND_OFF * cell_mm, _MOST_OFF_MM)


def marker_shapes(marker: Marker) -> tuple[Shape, ...]:
    """Return a marker: a black square, and its white bits, each run of them in one piece."""
    x, y = marker.corner_mm
    bit_mm = marker.size_mm / 6
    shapes: list[Shape] = [rect((x, y, marker.size_mm, marker.size_mm), _INK)]
    for row, bits in enumerate(marker_bits(marker.id)):
        start = 0
        while start < 6:
            end = start
            while end < 6 and bits[end]:
                end += 1
            if end > start:
                shapes.append(rect((x + start * bit_mm, y + row * bit_mm, (end - start) * bit_mm, bit_mm), "#ffffff"))
            start = end + 1
    return tuple(shapes)


def _zone(zone: Grid | Pieces, seat: int | None) -> tuple[Shape, ...]:
    off_mm = stand_off_mm(zone)
    colour = SEAT_COLOURS[seat - 1].hex if seat else _FAINT
    frame = Polygon(rounded_box(_around(zone.rect_mm, off_mm), min(off_mm + 1.5, 8.0)), None, colour, 1.2)
    inner = _places(zone) if isinstance(zone, Grid) else ()
    if isinstance(zone, Grid) and seat is None:
        inner = (*_lozenges(zone), *inner)
    return (frame, *inner, *_label(zone, seat, off_mm))


def _label(zone: Grid | Pieces, seat: int | None, off_mm: float) -> tuple[Shape, ...]:
    """Return the seat's number on its colour in the frame's top edge, or the zone's name there."""
    x, y, width, _ = zone.rect_mm
    middle = (x + width / 2, y - off_mm - 2.5)
    if seat is None:
        long_mm = len(zone.name) * 3.0 + 6
        return (
            rect((middle[0] - long_mm / 2, middle[1], long_mm, 5), "#ffffff"),
            Text(zone.name, (middle[0], middle[1] + 2.5), 2.6, "#555555"),
        )
    colour = SEAT_COLOURS[seat - 1]
    tab = rounded_box((middle[0] - 13, middle[1] - 4, 26, 8.6), 3.0)
    return (
        Polygon(tab, colour.hex),
        Text(str(seat), (middle[0], middle[1] + 0.3), 5.0, colour.ink, bold=True),
    )


def _places(zone: Grid) -> tuple[Shape, ...]:
    """Return where the pieces go: ticks at the corners of the zone, and, where a cell is a place of its own, of
    each."""
    x, y, width, height = zone.rect_mm
    tick = min(width / zone.cols, height / zone.rows) * 0.18
    lines: list[Shape] = []
    for cx, toward_x in ((x, 1), (x + width, -1)):
        for cy, toward_y in ((y, 1), (y + height, -1)):
            lines.append(Path(((cx + toward_x * tick, cy), (cx, cy), (cx, cy + toward_y * tick)), _FAINT, 0.35))
    for col in range(1, zone.cols):
        at = x + width * col / zone.cols
        lines += [Path(((at, start), (at, start + tick)), _FAINT, 0.35) for start in (y, y + height - tick)]
    for row in range(1, zone.rows):
        at = y + height * row / zone.rows
        lines += [Path(((start, at), (start + tick, at)), _FAINT, 0.35) for start in (x, x + width - tick)]
    return tuple(lines)


def _lozenges(zone: Grid) -> tuple[Shape, ...]:
    """Return what shows that a place for a card is empty: lozenges in it, unlike anything that may lie there."""
    x, y, width, height = zone.rect_mm
    cell = (width / zone.cols, height / zone.rows)
    shapes: list[Shape] = []
    for at in range(zone.rows * zone.cols):
        middle = (x + (at % zone.cols + 0.5) * cell[0], y + (at // zone.cols + 0.5) * cell[1])
        for share in (0.36, 0.27, 0.18, 0.09):
            reach = (cell[0] * share, cell[1] * share)
            corners = ((0, -reach[1]), (reach[0], 0), (0, reach[1]), (-reach[0], 0))
            ring = tuple((middle[0] + across, middle[1] + down) for across, down in corners)
            shapes.append(Polygon(ring, None, "#9aa7b3", 1.2))
    return tuple(shapes)


def _ruler(x_mm: float, y_mm: float, name: str, width_mm: float) -> tuple[Shape, ...]:
    """Return a ruler of RULER_MM, to see whether the printer kept the scale."""
    ticks: list[Shape] = [Path(((x_mm, y_mm), (x_mm + RULER_MM, y_mm)), _INK, 0.25)]
    for mm in range(0, int(RULER_MM) + 1, 5):
        long_mm = 3.0 if mm % 50 == 0 else 2.0 if mm % 10 == 0 else 1.2
        ticks.append(Path(((x_mm + mm, y_mm), (x_mm + mm, y_mm + long_mm)), _INK, 0.25))
    words = Text(f"{RULER_MM:g} mm: measure it; print at 100 %", (x_mm + RULER_MM / 2, y_mm + 6.5), 2.4, _INK)
    title = (Text(name, (x_mm + RULER_MM + (width_mm - RULER_MM - x_mm) / 2, y_mm + 3), 3.0, _INK),)
    return (*ticks, words, *(title if width_mm > RULER_MM + 60 else ()))


def _around(rect_mm: Rect, by_mm: float) -> Rect:
    x, y, width, height = rect_mm
    return (x - by_mm, y - by_mm, width + 2 * by_mm, height + 2 * by_mm)
