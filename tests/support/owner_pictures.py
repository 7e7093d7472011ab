"""The pictures of the owner's guide, drawn of what the program uses: the mat with its seams, the camera's stand with
the heights that `print mat` says, a pod with the parts that the pin map knows, and a sheet of the walk as it is seen.

They hold numbers and marks only, so that one picture serves every language; the guide says what they mean.
"""

import math

import cv2
import numpy as np
from support import phone_photos

from companion.commands.print_out import CAMERAS, camera_height_mm
from companion.game import mat_layouts
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate, lay
from companion.prints import mat
from companion.prints.drawing import Circle, Drawing, Path, Polygon, Shape, Text, box, moved, rect
from companion.prints.tiling import tile
from companion.prints.vector import svg
from companion.simulation.teaching_table import WalkTable

GAME, SEATS = "shipshape", 3
INK, SOFT, WOOD, PAPER = "#222222", "#777777", "#b98a58", "#f7f3ea"
WEBCAM = CAMERAS[-1]
WALK_SIZE_PX = (960, 540)
PHOTO_SIZE_PX = (800, 600)


def _number(number: int, at: tuple[float, float], radius: float = 9.0) -> tuple[Shape, ...]:
    return Circle(at, radius, "#1f5f8b"), Text(str(number), at, radius * 0.95, "#ffffff", bold=True)


def _measure(start: tuple[float, float], end: tuple[float, float], words: str, off: tuple[float, float]) -> list[Shape]:
    middle = ((start[0] + end[0]) / 2 + off[0], (start[1] + end[1]) / 2 + off[1])
    turned = -90.0 if start[0] == end[0] else 0.0
    return [Path((start, end), INK, 1.0), Text(words, middle, 9.0, INK, bold=True, angle_deg=turned)]


def mat_glued() -> str:
    """The mat in its true proportions, its sheets numbered and their seams dashed, with its measures."""
    layout = mat_layouts.layout_for(GAME, SEATS)
    whole = mat.drawing(layout)
    width, height = whole.size_mm
    shapes: list[Shape] = [rect((30, 40, width, height), whole.paper, INK, 1.0), *moved(whole.shapes, (30, 40))]
    for number, sheet in enumerate(tile(whole.size_mm, mat.keep_whole(layout), "a4").sheets, 1):
        x, y, wide, high = sheet.part_mm
        shapes.append(Path((*box((30 + x, 40 + y, wide, high)), (30 + x, 40 + y)), "#c0392b", 1.2, 5.0))
        shapes += _number(number, (30 + x + wide / 2, 40 + y + high - 12))
    shapes += _measure((30, 24), (30 + layout.size_mm[0], 24), f"{layout.size_mm[0] / 10:.0f} cm", (0, -10))
    left = [(16.0, 40.0), (16.0, 40 + layout.size_mm[1])]
    shapes += _measure(left[0], left[1], f"{layout.size_mm[1] / 10:.0f} cm", (-8, 0))
    return svg(Drawing((width + 50, height + 60), tuple(shapes), PAPER))


def stand() -> str:
    """Mat, camera and lamp from the side: 1 the camera, 2 its arm, 3 the mat, 4 the lamp."""
    wide_mm, _ = mat_layouts.layout_for(GAME, SEATS).size_mm
    high_mm = camera_height_mm(mat_layouts.layout_for(GAME, SEATS).size_mm, *WEBCAM[1:])
    middle, table = 360.0, high_mm + 110
    top = table - high_mm
    reach = high_mm * math.tan(math.radians(WEBCAM[1] / 2))
    left, right = middle - wide_mm / 2, middle + wide_mm / 2
    shapes: list[Shape] = [
        Polygon(((middle, top), (middle - reach, table), (middle + reach, table)), "#fdf0c4", "#d8b640", 1.0),
        rect((20, table, 680, 16), WOOD),
        rect((left, table - 5, wide_mm, 5), "#ffffff", INK, 1.0),
        Path(((660, table), (660, top - 30), (middle, top - 30), (middle, top - 12)), SOFT, 9.0),
        rect((middle - 20, top - 18, 40, 18), INK),
        Circle((middle, top), 6, "#4a90c2", INK, 1.0),
        Polygon(((60, table - 190), (105, table - 235), (135, table - 170)), "#f3d14e", INK, 1.0),
        Path(((70, table), (70, table - 200)), SOFT, 7.0),
        *_measure((left, table + 34), (right, table + 34), f"{wide_mm / 10:.0f} cm", (0, 12)),
        *_measure((right + 30, top), (right + 30, table), f"{high_mm / 10:.0f} cm", (-9, 0)),
    ]
    places = ((middle - 45, top - 8), (575.0, top - 30), (left + 30, table - 22), (60.0, table - 250))
    for number, at in enumerate(places, 1):
        shapes += _number(number, at, 13.0)
    return svg(Drawing((720, table + 66), tuple(shapes), PAPER))


def pod_open() -> str:
    """A pod from above, its lid off: 1 add, 2 ok, 3 the lamp, 4 its resistor, 5 the cable's four wires. Each key lies
    between its wire and ground, the lamp with its resistor likewise."""
    ground_y = 166.0
    shapes: list[Shape] = [rect((16, 16, 262, 172), "#ffffff", INK, 2.5)]
    for colour, x, y in (("#e0a020", 62.0, 34.0), ("#2e7d32", 134.0, 48.0), ("#1565c0", 206.0, 62.0)):
        shapes.append(Path(((345.0, y), (x, y), (x, 80.0)), colour, 3.0))
        shapes.append(Path(((x, 126.0), (x, ground_y)), INK, 3.0))
    shapes.append(Path(((60.5, ground_y), (345.0, ground_y)), INK, 3.0))
    for x in (62.0, 134.0):
        shapes += [rect((x - 22, 80, 44, 46), "#d8d8d8", INK, 1.5), Circle((x, 103), 14, "#b03a2e", INK, 1.5)]
    shapes += [
        rect((199, 78, 14, 34), "#e8d7b0", INK, 1.5),
        *(Path(((199, y), (213, y)), "#c87f2a", 2.0) for y in (86.0, 95.0, 104.0)),
        Path(((206, 112), (206, 126)), INK, 3.0),
        Circle((206, 136), 12, "#f6c344", INK, 1.5),
        Text("330 Ω", (254, 96), 6.0, INK),
    ]
    for number, at in enumerate(((30.0, 103.0), (102.0, 103.0), (228.0, 136.0), (228.0, 95.0), (312.0, 100.0)), 1):
        shapes += _number(number, at, 8.0)
    return svg(Drawing((360, 204), tuple(shapes), PAPER))


def walk_seen() -> bytes:
    """A sheet of the walk as the camera sees it, JPEG: hold and crate on every dock."""
    table = WalkTable(GAME, 7, seats=SEATS)
    table._pieces = table.sheets[0][0]
    seen = cv2.resize(table.picture(), WALK_SIZE_PX, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])


def evening_seen() -> bytes:
    """A voyage's end as a phone held over the table takes it, JPEG: a hold and three crates on every dock."""
    layout = mat_layouts.layout_for(GAME, SEATS)
    docks = {
        f"dock {n}": Dock(HOLDS[n], tuple(LaidCrate(CRATES[3 * n + at], quarters=at) for at in range(3)))
        for n in range(1, SEATS + 1)
    }
    seen = cv2.resize(phone_photos.taken(layout, lay(layout, docks), 0), PHOTO_SIZE_PX, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])


def alike(one: bytes, other: bytes) -> bool:
    """Whether two pictures show the same: another OpenCV rounds otherwise."""
    seen = [cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).astype(int) for data in (one, other)]
    return seen[0].shape == seen[1].shape and float(np.abs(seen[0] - seen[1]).mean()) < 4


SEEN = {"walk.jpg": walk_seen, "evening.jpg": evening_seen}
DRAWN = {"mat.svg": mat_glued, "stand.svg": stand, "pod.svg": pod_open}
