"""Families of faces: the faces of one kind of piece, which differ in one or two things only. They are what a
recogniser confuses, so they are what the network learns to hold apart."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import fine_kinds as fine
import illustrated_kinds as illustrated
import numpy as np
import printed_kinds as printed
import surfaces
import terrain
from faces import FACE_PX, Face, draw, rounded_mask

MOST_FACES = 12
COPIES = 3
CANVAS_PX = FACE_PX + 2 * (FACE_PX * 3 // 8)
"""Edge of what is drawn around a face: more than its cell."""
LEAST_APART = 24.0
_REGRAINED = ("plain", "paper", "wood", "cloth", "flags", "marble", "planks", "grit", *terrain.KINDS)


@dataclass(frozen=True)
class Family:
    """Drawn faces of one `kind` (n, copies, FACE_PX, FACE_PX, 3) uint8, each in some copies as prints and grains differ
    from piece to piece; the mask of the piece in its cell (all 255 where a face is printed on the board itself), and
    the prints (m, CANVAS_PX square) that may lie under and around a piece. `frame` is the mask of a frame with a hole
    around the piece, and its picture, where the cell is a hole."""

    kind: str
    faces: np.ndarray
    mask: np.ndarray
    prints: np.ndarray
    raised: bool
    frame: tuple[np.ndarray, np.ndarray] | None = None


@dataclass(frozen=True)
class Kind:
    """How the faces of a family are drawn, how often; how near they may come to each other, as a share of what is
    asked of all; and whether light must be `gentle` to their colours, as these are all that tells them apart."""

    draw: Callable[[np.random.Generator], list[Face]]
    weight: float
    slack: float = 1.0
    gentle: bool = False


KINDS = {
    "letters": Kind(printed.letters, 0.11),
    "numerals": Kind(printed.numerals, 0.09),
    "pictures": Kind(printed.pictures, 0.05),
    "colours": Kind(printed.colours, 0.05),
    "counts": Kind(printed.counts, 0.04),
    "fills": Kind(printed.fills, 0.07),
    "one more": Kind(printed.one_more, 0.06),
    "grounds": Kind(printed.grounds, 0.03),
    "mixed": Kind(printed.mixed, 0.04),
    "twins": Kind(printed.twins, 0.06),
    "counted": Kind(printed.counted, 0.04),
    "tones": Kind(printed.tones, 0.03, gentle=True),
    "themed": Kind(illustrated.themed, 0.06),
    "scenes": Kind(illustrated.scenes, 0.05),
    "landscapes": Kind(illustrated.landscapes, 0.06),
    "textures": Kind(illustrated.textures, 0.03),
    "court cards": Kind(illustrated.court_cards, 0.03),
    "art counted": Kind(illustrated.art_counted, 0.03),
    "near hues": Kind(fine.near_hues, 0.06, 0.8, True),
    "pale fills": Kind(fine.pale_fills, 0.06, 0.5, True),
    "hatchings": Kind(fine.hatchings, 0.03, 0.7, True),
    "plain colours": Kind(fine.plain_colours, 0.03, 0.8, True),
    "pips": Kind(fine.pips, 0.05),
}
NAMES = tuple(KINDS)


def random_family(rng: np.random.Generator, least_apart: float = LEAST_APART, kind: str | None = None) -> Family:
    """Return a family of that kind, or of any, of at least two faces that a good eye can tell apart in a small
    picture: the 24 most different pixels of two faces differ by `least_apart` of 255 at least."""
    weights = np.array([one.weight for one in KINDS.values()])
    while True:
        name = kind or str(rng.choice(NAMES, p=weights / weights.sum()))
        faces = KINDS[name].draw(rng)
        kept = _apart(rng, faces, least_apart * KINDS[name].slack)
        if len(kept) >= 2:
            return _set_out(rng, name, _copied(rng, kept), faces[0])


def _copied(rng: np.random.Generator, kept: list[tuple[Face, int]]) -> np.ndarray:
    """Return each face as some pieces show it: printed a little aside and, in some families, on other grain."""
    grained, slack = rng.random() < 0.4, abs(rng.normal(0, 0.01))
    copies = COPIES if grained or slack > 0.006 else 1
    return np.stack([[_copy(rng, face, turn, slack, grained) for _ in range(copies)] for face, turn in kept])


def _copy(rng: np.random.Generator, face: Face, turn: int, slack: float, grained: bool) -> np.ndarray:
    aside = rng.normal(0, slack, 2) if face.parts else np.zeros(2)
    parts = tuple(replace(part, x=part.x + aside[0], y=part.y + aside[1]) for part in face.parts)
    still = not grained or face.ground.kind not in _REGRAINED
    ground = face.ground if still else replace(face.ground, seed=int(rng.integers(1 << 30)))
    return np.ascontiguousarray(np.rot90(draw(replace(face, parts=parts, ground=ground)), turn))


def _set_out(rng: np.random.Generator, kind: str, kept: np.ndarray, base: Face) -> Family:
    raised = bool(rng.random() < 0.55)
    mask = (
        rounded_mask(rng.uniform(0, 0.06), rng.uniform(0, 0.2))
        if raised
        else np.full((FACE_PX, FACE_PX), 255, np.uint8)
    )
    count = int(rng.integers(1, 4))
    grounds = [surfaces.random_surface(rng) for _ in range(count)]
    if not raised and rng.random() < 0.6:
        grounds = [base.ground]
    prints = np.stack([surfaces.paint(ground, CANVAS_PX) for ground in grounds])
    return Family(kind, kept, mask, prints, raised, _frame(rng) if rng.random() < 0.2 else None)


def _frame(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return a frame's mask and picture: a board with a hole that shows most of the piece under it."""
    edge = CANVAS_PX
    mask = np.full((edge, edge), 255, np.uint8)
    inset, margin = rng.uniform(0.0, 0.1), (CANVAS_PX - FACE_PX) // 2
    mask[margin : margin + FACE_PX, margin : margin + FACE_PX] = 255 - rounded_mask(inset, rng.uniform(0, 0.3))
    return mask, surfaces.paint(surfaces.random_surface(rng), edge)


def _apart(rng: np.random.Generator, faces: list[Face], least: float) -> list[tuple[Face, int]]:
    """Keep what differs visibly from all that is kept, and now and then a face turned by a quarter or a half: the
    faces and by how many quarters."""
    kept: list[tuple[Face, int]] = []
    small: list[np.ndarray] = []
    turns = [(faces[0], k) for k in (1, 2, 3)] if rng.random() < 0.3 else []
    for face, turn in [*((face, 0) for face in faces[: MOST_FACES - len(turns)]), *turns]:
        drawn = np.rot90(draw(face), turn)
        seen = cv2.GaussianBlur(cv2.resize(drawn, (36, 36), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
        if all(_difference(seen.astype(np.float32), other) > least for other in small):
            kept.append((face, turn))
            small.append(seen.astype(np.float32))
    return kept


def _difference(a: np.ndarray, b: np.ndarray) -> float:
    """Return how much the 24 most different pixels of two small pictures differ on average, 0 to 255."""
    apart = np.abs(a - b).max(axis=2).ravel()
    return float(np.partition(apart, -24)[-24:].mean())
