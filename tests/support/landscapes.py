"""A drawn board of five by five landscapes: fields of plain colours with a little on them, the hardest to tell from a
bare mat once a lamp shines on them."""

from dataclasses import replace

import cv2
import numpy as np

from companion.simulation.drawn_table import mat_texture
from vision.drawing.render import render
from vision.drawing.scene import FlatPiece, Scene, Texture
from vision.drawing.views import Hardness, random_view
from vision.layout import Grid, Layout, Marker

CELL_MM, EDGE_MM, SIZE_PX = 34.0, 40.0, (1640, 1232)
_PX_PER_MM = 5.0
_ROWS = 5

LAYOUT = Layout(
    "landscapes",
    (_ROWS * CELL_MM + 2 * EDGE_MM, _ROWS * CELL_MM + 2 * EDGE_MM),
    (Grid("board", (EDGE_MM, EDGE_MM, _ROWS * CELL_MM, _ROWS * CELL_MM), _ROWS, _ROWS, 4),),
    tuple(
        Marker(number, (x_mm, y_mm), 22.0)
        for number, (x_mm, y_mm) in enumerate(((8.0, 8.0), (220.0, 8.0), (8.0, 220.0), (220.0, 220.0)))
    ),
)

GROUNDS = {
    "wheat": (90, 205, 240),
    "meadow": (110, 200, 130),
    "forest": (60, 100, 45),
    "lake": (205, 140, 60),
    "swamp": (95, 125, 150),
    "mine": (70, 70, 75),
    "sand": (175, 215, 235),
}
EMPTY = "empty"
FACES = (EMPTY, *GROUNDS)


def tile(face: str, seed: int) -> np.ndarray:
    """Return a landscape as it is printed, (px, px, 3) BGR: each copy a little otherwise."""
    rng = np.random.default_rng(seed)
    px = round(CELL_MM * _PX_PER_MM)
    ground = np.array(GROUNDS[face], np.float32)
    rough = cv2.GaussianBlur(rng.normal(0, 1, (px, px)).astype(np.float32), (0, 0), 6)
    picture = ground + rough[..., None] * 60
    ink = tuple(float(v) for v in ground * 0.55)
    for _ in range(14):
        x, y = (int(v) for v in rng.uniform(10, px - 10, 2))
        if face == "wheat":
            cv2.line(picture, (x, y), (x + 3, y - 12), ink, 2, cv2.LINE_AA)
        elif face == "forest":
            cv2.fillPoly(picture, [np.array([[x, y - 14], [x - 9, y + 8], [x + 9, y + 8]])], ink, cv2.LINE_AA)
        elif face == "lake":
            cv2.ellipse(picture, (x, y), (9, 4), 0, 180, 360, ink, 2, cv2.LINE_AA)
        elif face == "mine":
            cv2.rectangle(picture, (x - 4, y - 4), (x + 4, y + 4), (40.0, 190.0, 230.0), -1)
        elif face in ("swamp", "sand"):
            cv2.circle(picture, (x, y), 3, ink, -1, cv2.LINE_AA)
    return np.clip(picture, 0, 255).astype(np.uint8)


def board(seed: int) -> list[list[str]]:
    """Return what lies where, by chance; every face is there at least once."""
    rng = np.random.default_rng(seed)
    faces = [*FACES, *(FACES[k] for k in rng.integers(0, len(FACES), _ROWS * _ROWS - len(FACES)))]
    return [[faces[k] for k in row] for row in rng.permutation(_ROWS * _ROWS).reshape(_ROWS, _ROWS)]


def photo(faces: list[list[str]], seed: int, hardness: Hardness, *, mirrored: bool = False) -> np.ndarray:
    """Return a picture of that board under a view by chance; `mirrored`: with a lamp's reflection on the board, and all
    of it exposed too long."""
    rng = np.random.default_rng([seed, 7])
    pieces = []
    for row, names in enumerate(faces):
        for column, face in enumerate(names):
            if face == EMPTY:
                continue
            middle = (EDGE_MM + (column + 0.5) * CELL_MM, EDGE_MM + (row + 0.5) * CELL_MM)
            off = rng.normal(0, 0.5, 2)
            place = (middle[0] + float(off[0]), middle[1] + float(off[1]))
            turn_deg = 90.0 * float(rng.integers(0, 4)) + float(rng.normal(0, 1.0))
            texture = Texture(tile(face, int(rng.integers(1 << 30))), _PX_PER_MM * CELL_MM / (CELL_MM - 1.0))
            pieces.append(FlatPiece(texture, place, turn_deg, 0.0, 2.0))
    scene = Scene(mat_texture(LAYOUT), tuple(pieces))
    view = random_view(rng, LAYOUT.size_mm, SIZE_PX, hardness)
    if mirrored:
        at = (float(rng.uniform(0.35, 0.65)), float(rng.uniform(0.3, 0.7)))
        light = replace(view.light, strength=float(rng.uniform(1.1, 1.5)), glare=0.8, glare_at=at, glare_size=0.1)
        view = replace(view, light=light)
    return render(scene, view, SIZE_PX, rng)
