"""Games to be rendered, as values: which faces they have, of what their pieces are, what lies where, and in which
light each picture is taken. No path tracer is needed here; `rendered_scenes.py` builds what these say."""

from dataclasses import dataclass

import cv2
import numpy as np
import surfaces
from faces import Colour
from families import Family, random_family

FAIR, HARD = ("day", "room"), ("lamp", "dim", "mixed", "glare", "shadow", "tilt", "blur")
EMPTY = -1
"""What a cell holds in which no piece lies."""
_LEAST_APART = 34.0
_QUARTER_ALIKE = 8.0
"""Mean difference (of 255) of two small pictures below which one face is another one turned by a quarter."""


@dataclass(frozen=True)
class PrintedFace:
    """One face of a family, by the name that is taught."""

    label: str
    family: Family
    number: int


@dataclass(frozen=True)
class Pieces:
    """How pieces are made and laid: shares are of a cell, `thick_mm` is 0 where faces are printed on the sheet."""

    thick_mm: float
    gap: float
    rounded: float
    slack: float
    twist_deg: float
    rough: float
    gloss: float
    coat: float
    bump: float
    side_bgr: Colour


@dataclass(frozen=True)
class Board:
    """The sheet: `lines_bgr` are printed around cells or stand between them as bars, `bar_mm` high (0: none)."""

    rows: int
    cols: int
    cell_mm: float
    ground: surfaces.Surface
    white: bool
    lines: bool
    lines_bgr: Colour
    bar_mm: float
    rough: float
    first_marker: int | None


@dataclass(frozen=True)
class RenderedGame:
    """A game: its faces, its pieces in `turns` quarter turns, its sheet and table, how many pixels its camera gives a
    cell, whether it is taught by crops of single pieces, and the light of each picture, by its name."""

    faces: tuple[PrintedFace, ...]
    pieces: Pieces
    board: Board
    table: surfaces.Surface
    turns: int
    with_empty: bool
    by_crops: bool
    cell_px: float
    jpeg: int
    pictures: dict[str, str]


def random_game(rng: np.random.Generator) -> RenderedGame:
    """Return a game of one or two families, taught by one to three pictures and asked in four.

    Raises
    ------
    ValueError
        If the fonts or the art that its faces need are not on this machine.
    """
    families = [random_family(rng, _LEAST_APART) for _ in range(int(rng.integers(1, 3)))]
    turns = int(rng.choice([1, 1, 1, 4]))
    faces = tuple(PrintedFace(f"{k} {i}", f, i) for k, f in enumerate(families) for i in range(len(f.faces)))
    if turns == 4:
        faces = _apart_when_turned(faces)
    raised = bool(rng.random() < 0.65)
    board = _random_board(rng, len(faces))
    taught = [str(rng.choice([*FAIR, "lamp"], p=[0.4, 0.4, 0.2])) for _ in range(int(rng.integers(1, 4)))]
    asked = [str(rng.choice(FAIR if k % 2 == 0 else HARD)) for k in range(4)]
    pictures = {f"teach-{k}": light for k, light in enumerate(taught)}
    return RenderedGame(
        faces,
        _random_pieces(rng, raised),
        board,
        quiet_surface(rng),
        turns,
        with_empty=raised and bool(rng.random() < 0.5),
        by_crops=raised and bool(rng.random() < 0.3),
        cell_px=float(rng.uniform(26, 62)),
        jpeg=int(rng.integers(65, 96)),
        pictures=pictures | {f"test-{k}": light for k, light in enumerate(asked)},
    )


def _random_board(rng: np.random.Generator, faces: int) -> Board:
    rows, cols = int(rng.integers(4, 8)), int(rng.integers(4, 9))
    while rows * cols < 1.2 * faces:
        cols += 1
    return Board(
        rows,
        cols,
        cell_mm=float(rng.uniform(14, 40)),
        ground=surfaces.random_surface(rng),
        white=bool(rng.random() < 0.3),
        lines=bool(rng.random() < 0.5),
        lines_bgr=surfaces.colour(rng),
        bar_mm=float(rng.uniform(1.5, 3.5)) if rng.random() < 0.25 else 0.0,
        rough=float(rng.uniform(0.3, 0.9)),
        first_marker=int(rng.integers(40)) if rng.random() < 0.5 else None,
    )


def _random_pieces(rng: np.random.Generator, raised: bool) -> Pieces:
    return Pieces(
        thick_mm=float(rng.choice([1.2, 2.2, 3.0, 6.0])) if raised else 0.0,
        gap=float(rng.uniform(0.02, 0.12)),
        rounded=float(rng.uniform(0.02, 0.2)),
        slack=float(rng.uniform(0.005, 0.035)),
        twist_deg=float(rng.uniform(0.5, 3.0)),
        rough=float(rng.uniform(0.15, 0.75)),
        gloss=float(rng.uniform(0.2, 0.6)),
        coat=float(rng.choice([0, 0, 0.3, 1.0])),
        bump=float(rng.choice([0, 0.15, 0.4])),
        side_bgr=surfaces.colour(rng),
    )


def quiet_surface(rng: np.random.Generator) -> surfaces.Surface:
    """Return a table as homes have them: wood, cloth, stone or plain, seldom of a loud colour."""
    kind = str(rng.choice(["wood", "planks", "cloth", "plain", "paper", "marble", "grit", "stripes"]))
    hue_deg = float(rng.uniform(15, 40) if rng.random() < 0.7 else rng.uniform(0, 360))
    first = surfaces.hue(hue_deg, float(rng.uniform(0, 0.55)), float(rng.uniform(0.2, 0.95)))
    blue, green, red = (float(np.clip(level * rng.uniform(0.7, 1.2), 0, 255)) for level in first)
    return surfaces.Surface(kind, (first, (blue, green, red), first), float(rng.random()), int(rng.integers(1 << 30)))


def dealt(rng: np.random.Generator, game: RenderedGame, *, every_face: bool) -> tuple[np.ndarray, np.ndarray]:
    """Return which face lies in each cell (rows, cols), EMPTY where none does, and by how many quarters it is turned;
    with `every_face` each is there once at least."""
    shape = game.board.rows, game.board.cols
    faces, cells = len(game.faces), shape[0] * shape[1]
    must = list(rng.permutation(faces)) + [EMPTY] * game.with_empty if every_face else []
    rest = rng.integers(faces, size=cells)
    rest[rng.random(cells) < 0.25 * game.with_empty] = EMPTY
    laid = rng.permutation(np.concatenate([np.array(must, np.int64), rest])[:cells]).reshape(shape)
    turns = rng.integers(4, size=shape) if game.turns == 4 else np.zeros(shape, np.int64)
    return laid, turns


def _apart_when_turned(faces: tuple[PrintedFace, ...]) -> tuple[PrintedFace, ...]:
    """Leave out faces that are others turned: where pieces lie in any quarter turn, nothing tells them apart."""
    kept: list[PrintedFace] = []
    small: list[np.ndarray] = []
    for face in faces:
        seen = cv2.resize(face.family.faces[face.number, 0], (24, 24), interpolation=cv2.INTER_AREA).astype(np.float32)
        ways = [np.rot90(seen, turn) for turn in (1, 2, 3)]
        if all(np.abs(way - other).mean() > _QUARTER_ALIKE for other in small for way in ways):
            kept.append(face)
            small.append(seen)
    return tuple(kept)
