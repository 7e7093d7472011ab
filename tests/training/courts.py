"""Court figures as on playing cards: a head, a hat, a robe with a pattern and something held, drawn once and once
more turned by a half. All is drawn here, no card is copied."""

import functools

import cv2
import numpy as np

RANKS = ("knave", "queen", "king", "knight", "fool")
EDGE_PX = 96
_HALF = EDGE_PX // 2

Colour = tuple[int, int, int]


@functools.lru_cache(maxsize=256)
def picture(rank: str, deck: int, suit: int) -> np.ndarray:
    """Return a figure (EDGE_PX, EDGE_PX, 4) uint8 BGRA; figures of one `deck` are drawn in one manner, and those of
    one `suit` share their robes' tones."""
    manner, chance = np.random.default_rng(deck), np.random.default_rng([deck, suit, RANKS.index(rank)])
    tones = [tuple(int(c) for c in manner.integers(20, 256, 3)) for _ in range(5)]
    robe, trim, hair = tones[suit % 3], tones[(suit + 1) % 4], tones[int(chance.integers(5))]
    line = max(1, int(manner.integers(1, 3)))
    drawn = np.zeros((EDGE_PX, EDGE_PX, 4), np.uint8)
    middle = _HALF + int(chance.integers(-6, 7))
    _robe(drawn, chance, middle, robe, trim, int(manner.integers(4)), line)
    _held(drawn, chance, middle, trim, line)
    _head(drawn, rank, middle, hair, trim, line)
    slope = int(manner.integers(-14, 15))
    return _doubled(drawn, slope)


def _doubled(drawn: np.ndarray, slope_px: int) -> np.ndarray:
    """Return the upper part and the same turned by a half, parted by a slanting line."""
    upper = np.zeros((EDGE_PX, EDGE_PX), np.uint8)
    cut = np.array([[0, 0], [EDGE_PX, 0], [EDGE_PX, _HALF - slope_px], [0, _HALF + slope_px]])
    cv2.fillPoly(upper, [cut], 255)
    whole = np.where(upper[..., None] > 0, drawn, np.rot90(drawn, 2))
    whole = np.ascontiguousarray(whole)
    cv2.line(whole, (0, _HALF + slope_px), (EDGE_PX, _HALF - slope_px), (30, 30, 30, 255), 1, cv2.LINE_AA)
    return whole


def _shape(drawn: np.ndarray, points: list[tuple[float, float]], colour: Colour, line: int) -> None:
    corners = np.array(points, np.int32)
    cv2.fillPoly(drawn, [corners], (*colour, 255), cv2.LINE_AA)
    cv2.polylines(drawn, [corners], True, (25, 25, 25, 255), line, cv2.LINE_AA)


def _robe(
    drawn: np.ndarray, chance: np.random.Generator, middle: int, robe: Colour, trim: Colour, pattern: int, line: int
) -> None:
    wide = int(chance.integers(24, 40))
    _shape(drawn, [(middle - 9, 36), (middle + 9, 36), (middle + wide, 62), (middle + wide, 96), (middle - wide, 96),
                   (middle - wide, 62)], robe, line)  # fmt: skip
    inside = drawn[..., 3] > 0
    y, x = np.mgrid[0:EDGE_PX, 0:EDGE_PX]
    pitch = int(chance.integers(4, 11))
    marks = ((x // pitch) % 2, ((x + y) // pitch) % 2, ((x // pitch) + (y // pitch)) % 2, (y // pitch) % 2)[pattern]
    drawn[inside & (marks > 0) & (y > 44)] = (*trim, 255)
    _shape(drawn, [(middle - 4, 37), (middle + 4, 37), (middle + 3, 96), (middle - 3, 96)], trim, line)


def _held(drawn: np.ndarray, chance: np.random.Generator, middle: int, trim: Colour, line: int) -> None:
    side = middle + int(chance.choice([-1, 1])) * int(chance.integers(24, 34))
    dark = (30, 30, 30, 255)
    cv2.line(drawn, (side, 10), (side, 70), dark, line + 1, cv2.LINE_AA)
    what = int(chance.integers(4))
    if what == 0:  # a sword
        cv2.line(drawn, (side - 6, 48), (side + 6, 48), dark, line + 1, cv2.LINE_AA)
    elif what == 1:  # an orb on a staff
        cv2.circle(drawn, (side, 12), 6, (*trim, 255), -1, cv2.LINE_AA)
    elif what == 2:  # a flower
        for angle in np.arange(0, 6.28, 1.26):
            at = (int(side + 5 * np.cos(angle)), int(12 + 5 * np.sin(angle)))
            cv2.circle(drawn, at, 3, (*trim, 255), -1, cv2.LINE_AA)
    else:  # an axe
        _shape(drawn, [(side, 10), (side + 10, 6), (side + 10, 24), (side, 20)], trim, line)


def _head(drawn: np.ndarray, rank: str, middle: int, hair: Colour, trim: Colour, line: int) -> None:
    skin, dark = (190, 215, 240, 255), (25, 25, 25, 255)
    locks = 13 if rank == "queen" else 11
    cv2.ellipse(drawn, (middle, 29), (locks, 13), 0, 0, 360, (*hair, 255), -1, cv2.LINE_AA)
    cv2.ellipse(drawn, (middle, 27), (8, 10), 0, 0, 360, skin, -1, cv2.LINE_AA)
    cv2.ellipse(drawn, (middle, 27), (8, 10), 0, 0, 360, dark, line, cv2.LINE_AA)
    for side in (-3, 3):
        cv2.circle(drawn, (middle + side, 25), 1, dark, -1)
    cv2.line(drawn, (middle - 2, 32), (middle + 2, 32), (60, 60, 190, 255), 1)
    if rank == "king":
        cv2.ellipse(drawn, (middle, 35), (7, 6), 0, 0, 180, (*hair, 255), -1, cv2.LINE_AA)
    top, left, right = 18, middle - 11, middle + 11
    hats = {
        "king": [(left, top), (left, 4), (middle - 5, 11), (middle, 2), (middle + 5, 11), (right, 4), (right, top)],
        "queen": [(left + 2, top), (left, 9), (middle, 13), (right, 9), (right - 2, top)],
        "knave": [(left - 3, top), (left, 10), (right, 6), (right + 4, 14), (right, top)],
        "knight": [(left, 24), (left, 12), (middle, 5), (right, 12), (right, 24), (right - 5, top), (left + 5, top)],
        "fool": [(left, top), (left - 6, 6), (middle - 3, 12), (middle, 3), (middle + 3, 12), (right + 6, 6),
                 (right, top)],
    }  # fmt: skip
    _shape(drawn, hats[rank], trim, line)  # type: ignore[arg-type]
