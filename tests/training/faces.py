"""A face of a piece as a value: its ground, its border, and the parts drawn on it; and how it is drawn."""

from dataclasses import dataclass

import art
import courts
import cv2
import glyphs
import numpy as np
import surfaces

FACE_PX = 96

Colour = tuple[float, float, float]
SHAPES = (
    "circle",
    "square",
    "diamond",
    "triangle",
    "star",
    "cross",
    "oval",
    "squiggle",
    "ring",
    "heart",
    "hexagon",
    "blob",
)
FILLS = ("solid", "outline", "striped", "dotted", "tinted")
PALE_FILLS = ("outline", "tinted", "hatched", "crossed", "veiled")
"""Fills that differ by a tint, or by lines near a pixel."""


@dataclass(frozen=True)
class Part:
    """One thing on a face. `kind` is text, symbol, art, court or shape and `what` says which: a text, a code point, the
    number of a picture, a rank. Lengths are shares of the face's edge: the middle `x`, `y` and the height `size`.
    `spots` are the middles of its copies beside the first, relative to it. `badge` is the colour of a disc behind it,
    if any; `hue_deg` turns a picture's hues; of a court figure `seed` is the deck and `suit` the suit."""

    kind: str
    what: str | int
    x: float
    y: float
    size: float
    colour: Colour
    font: str = ""
    fill: str = "solid"
    turn_deg: float = 0.0
    aspect: float = 1.0
    spots: tuple[tuple[float, float], ...] = ((0.0, 0.0),)
    badge: Colour | None = None
    rim: Colour | None = None
    seed: int = 0
    hue_deg: float = 0.0
    suit: int = 0


@dataclass(frozen=True)
class Face:
    """A face: ground, border (width as a share of the edge, and colour; none if 0), parts in the order of painting."""

    ground: surfaces.Surface
    parts: tuple[Part, ...]
    border: float = 0.0
    border_colour: Colour = (0.0, 0.0, 0.0)
    border_round: float = 0.0


def draw(face: Face) -> np.ndarray:
    """Return the face as drawn (FACE_PX, FACE_PX, 3) uint8 BGR."""
    picture = surfaces.paint(face.ground, FACE_PX).astype(np.float32)
    if face.border > 0:
        inside = np.zeros((FACE_PX, FACE_PX), np.uint8)
        _rounded(inside, face.border * FACE_PX, face.border_round * FACE_PX)
        _blend(picture, 255 - inside, face.border_colour)
    for part in face.parts:
        _draw_part(picture, part)
    return np.clip(picture, 0, 255).astype(np.uint8)


def rounded_mask(inset: float, corner: float) -> np.ndarray:
    """Return a rounded square's mask (FACE_PX, FACE_PX) uint8; inset and corner radius are shares of the edge."""
    mask = np.zeros((FACE_PX, FACE_PX), np.uint8)
    _rounded(mask, inset * FACE_PX, corner * FACE_PX)
    return mask


def _rounded(mask: np.ndarray, inset_px: float, corner_px: float) -> None:
    lo, hi, r = int(inset_px), FACE_PX - 1 - int(inset_px), int(corner_px)
    cv2.rectangle(mask, (lo + r, lo), (hi - r, hi), 255, -1)
    cv2.rectangle(mask, (lo, lo + r), (hi, hi - r), 255, -1)
    for x in (lo + r, hi - r):
        for y in (lo + r, hi - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)


def _blend(picture: np.ndarray, mask: np.ndarray, colour: Colour | np.ndarray) -> None:
    share = mask.astype(np.float32)[..., None] / 255
    picture += (np.float32(colour) - picture) * share


def _draw_part(picture: np.ndarray, part: Part) -> None:
    height = max(5, int(part.size * FACE_PX))
    stamp = _stamp(part, height)
    if stamp is None:
        return
    mask, paint = stamp
    for dx, dy in part.spots:
        x, y = (part.x + dx) * FACE_PX, (part.y + dy) * FACE_PX
        if part.badge is not None:
            disc = np.zeros((FACE_PX, FACE_PX), np.uint8)
            radius = int(max(mask.shape) * 0.5 + 2 + height * 0.15)
            cv2.circle(disc, (int(x), int(y)), radius, 255, -1, cv2.LINE_AA)
            _blend(picture, disc, part.badge)
        _stamp_at(picture, mask, paint, int(x - mask.shape[1] / 2), int(y - mask.shape[0] / 2), part.rim)


def _stamp_at(
    picture: np.ndarray, mask: np.ndarray, paint: Colour | np.ndarray, left: int, top: int, rim: Colour | None
) -> None:
    rows = slice(max(0, top), min(FACE_PX, top + mask.shape[0]))
    cols = slice(max(0, left), min(FACE_PX, left + mask.shape[1]))
    if rows.start >= rows.stop or cols.start >= cols.stop:
        return
    cut = (slice(rows.start - top, rows.stop - top), slice(cols.start - left, cols.stop - left))
    if rim is not None:
        wide = np.zeros((FACE_PX, FACE_PX), np.uint8)
        wide[rows, cols] = mask[cut]
        _blend(picture, cv2.dilate(wide, np.ones((5, 5), np.uint8)), rim)
    _blend(picture[rows, cols], mask[cut], paint[cut] if isinstance(paint, np.ndarray) else paint)


def _stamp(part: Part, height: int) -> tuple[np.ndarray, Colour | np.ndarray] | None:
    """Return a part's mask and its colour, or its coloured pixels."""
    paint: Colour | np.ndarray = part.colour
    if part.kind in ("art", "court"):
        if part.kind == "art":
            drawn = art.picture(int(part.what), part.hue_deg)
        else:
            drawn = courts.picture(str(part.what), part.seed, part.suit)
        drawn = _turned(_scaled(drawn, height, part.aspect), part.turn_deg)
        return np.ascontiguousarray(drawn[..., 3]), drawn[..., :3].astype(np.float32)
    if part.kind == "shape":
        mask = _shape(str(part.what), height, part.seed)
        mask = _scaled(mask, height, part.aspect)
    else:
        text = chr(part.what) if isinstance(part.what, int) else part.what
        found = glyphs.text_mask(part.font, text, 64)
        if found is None:
            return None
        mask = _scaled(found, height, part.aspect)
    return _turned(_filled(mask, part.fill, part.seed), part.turn_deg), paint


def _scaled(mask: np.ndarray, height: int, aspect: float) -> np.ndarray:
    width = max(3, round(mask.shape[1] * height / mask.shape[0] * aspect))
    if width > 1.3 * FACE_PX:
        height, width = max(3, int(height * 1.3 * FACE_PX / width)), int(1.3 * FACE_PX)
    return cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)


def _turned(mask: np.ndarray, turn_deg: float) -> np.ndarray:
    if turn_deg == 0:
        return mask
    height, width = mask.shape[:2]
    edge = int(np.hypot(height, width)) + 2
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -turn_deg, 1)
    matrix[:, 2] += (edge - width) / 2, (edge - height) / 2
    return cv2.warpAffine(mask, matrix, (edge, edge))


def _filled(mask: np.ndarray, fill: str, seed: int) -> np.ndarray:
    if fill == "solid":
        return mask
    padded = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    rng = np.random.default_rng(seed)
    thick = 3 if rng.random() < 0.5 else 5
    rim = mask - cv2.min(cv2.erode(padded, np.ones((thick, thick), np.uint8))[1:-1, 1:-1], mask)
    if fill == "outline":
        return rim
    if fill in ("tinted", "veiled"):
        share = rng.uniform(0.1, 0.4) if fill == "tinted" else rng.uniform(0.4, 0.7)
        return np.maximum(rim, (mask * share).astype(np.uint8))
    y, x = np.mgrid[0 : mask.shape[0], 0 : mask.shape[1]]
    if fill in ("hatched", "crossed"):
        return np.maximum(rim, (mask * _hatching(rng, x, y, fill == "crossed")).astype(np.uint8))
    pitch = np.exp(rng.uniform(np.log(2), np.log(9)))
    run = x if rng.random() < 0.6 else y if rng.random() < 0.5 else x + y
    lines = (run % pitch) < pitch * 0.4
    if fill == "dotted":
        lines &= (y % pitch) < pitch * 0.4
    return np.maximum(rim, np.where(lines, mask, 0)).astype(np.uint8)


def _hatching(rng: np.random.Generator, x: np.ndarray, y: np.ndarray, crossed: bool) -> np.ndarray:
    """Return how much of each pixel fine lines cover, 0 to 1: lines 1.4 to 5 pixels apart, at any angle."""
    pitch, share, angle = np.exp(rng.uniform(np.log(1.4), np.log(5))), rng.uniform(0.25, 0.6), rng.uniform(0, np.pi)
    # A line is as soft as a pixel is wide; finer ones fade into a tint.
    sharp = max(0.3, pitch / 2.5)
    covered = [
        np.clip(
            0.5 + sharp * (np.cos((x * np.cos(a) + y * np.sin(a)) * 2 * np.pi / pitch) - np.cos(np.pi * share)), 0, 1
        )
        for a in (angle, angle + np.pi / 2)
    ]
    return np.maximum(*covered) if crossed else covered[0]


def _shape(what: str, height: int, seed: int) -> np.ndarray:
    size = max(height, 12)
    mask = np.zeros((size, size), np.uint8)
    if what in ("circle", "ring", "oval"):
        axes = (size // 2 - 1, size // 2 - 1 if what != "oval" else size // 3)
        cv2.ellipse(mask, (size // 2, size // 2), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
        if what == "ring":
            cv2.circle(mask, (size // 2, size // 2), size // 4, 0, -1, cv2.LINE_AA)
        return mask
    points = (_outline(what, seed) * (size / 2 - 1) + size / 2).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA)
    return mask


def _outline(what: str, seed: int) -> np.ndarray:
    """Return a shape's corners (n, 2), from −1 to 1."""
    if what == "square":
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    if what == "cross":
        arm = [[-0.35, -1], [0.35, -1], [0.35, -0.35], [1, -0.35], [1, 0.35], [0.35, 0.35]]
        return np.array([*arm, *[[-x, -y] for x, y in arm]], float)
    corners = {"diamond": 4, "triangle": 3, "star": 10, "hexagon": 6}.get(what, 48)
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False) - np.pi / 2
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if what == "star":
        ring[1::2] *= 0.42
    if what == "heart":
        x = np.sin(angle + np.pi / 2)
        return np.stack([x**3, -(0.8 * np.cos(angle + np.pi / 2) - 0.35 * np.cos(2 * angle + np.pi))], axis=1).clip(
            -1, 1
        )
    if what == "squiggle":
        return np.stack([ring[:, 0], 0.35 * ring[:, 1] + 0.25 * np.sin(ring[:, 0] * 3)], axis=1)
    if what == "blob":
        rng = np.random.default_rng(seed)
        waves = sum(rng.normal(0, 0.25 / k) * np.cos(k * angle + rng.uniform(0, 6)) for k in range(1, 6))
        return (ring * (0.7 + waves)[:, None]).clip(-1, 1)
    return ring
