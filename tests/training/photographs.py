"""Photographs of drawn faces: light, lamp, blur, shift, skew, shadows, neighbours, noise, JPEG, in small patches."""

from dataclasses import dataclass

import cv2
import numpy as np
import surfaces
from faces import FACE_PX
from families import CANVAS_PX, Family

MARGIN_PX = (CANVAS_PX - FACE_PX) // 2


@dataclass(frozen=True)
class Lamp:
    """One evening: lamp colour and brightness, camera, and how far the shadows fall. It is the same for every face of
    a family that is taught or read together."""

    colour_mix: np.ndarray
    gamma: float
    haze: float
    blur_px: float
    smear_px: int
    noise: float
    coarse: float
    sharpen: float
    jpeg: int
    shadow_px: tuple[float, float]
    wall: tuple[float, float]


def random_lamp(rng: np.random.Generator, harsh: float = 1.0) -> Lamp:
    """Return a lamp: mostly fair light, seldom a hard one; all the fairer, the less `harsh` (0 to 1)."""
    hard = rng.random() < 0.25 * harsh
    spread = 0.16 if hard else 0.07 * harsh
    gains = np.exp(rng.normal(0, spread, 3)) * np.exp(rng.normal(0, 0.35 if hard else 0.2 * harsh))
    saturation = float(np.clip(np.exp(rng.normal(0, 0.3 * harsh)), 0.45, 1.6))
    grey = np.float32([[0.114, 0.587, 0.299]] * 3)
    mix = (np.eye(3, dtype=np.float32) * saturation + grey * (1 - saturation)) * np.float32(gains)[:, None]
    angle = rng.uniform(0, 2 * np.pi)
    drop, wall = rng.uniform(0, 6), rng.uniform(0, 6)
    aside = rng.uniform(0, 2 * np.pi)
    return Lamp(
        colour_mix=mix,
        gamma=float(np.exp(rng.normal(0, 0.18 * harsh))),
        haze=float(max(0, rng.normal(0, 18 * harsh))),
        blur_px=float(abs(rng.normal(0, 0.9 if hard else 0.55 * harsh))),
        smear_px=int(rng.integers(2, 4)) if rng.random() < 0.1 * harsh else 0,
        noise=float(abs(rng.normal(0, 6 if hard else 3 * harsh))),
        coarse=float(rng.uniform(0.55, 1.0)) if rng.random() < 0.3 * harsh else 1.0,
        sharpen=float(rng.uniform(0.3, 1.5)) if rng.random() < 0.4 else 0.0,
        jpeg=int(rng.integers(35, 96)) if rng.random() < 0.6 else 0,
        shadow_px=(drop * np.cos(angle), drop * np.sin(angle)),
        wall=(wall * np.cos(aside), wall * np.sin(aside)),
    )


@dataclass(frozen=True)
class Cut:
    """How a cell is cut out: the patch's edge in pixels and in cells, and how far off it may be: `loose` times as far
    as an alignment that has failed."""

    patch_px: int
    cells: float = 1.0
    loose: float | None = None


def photograph(rng: np.random.Generator, family: Family, face: int, lamps: list[Lamp], cut: Cut) -> np.ndarray:
    """Return one patch a lamp (len(lamps), patch_px, patch_px, 3) uint8 BGR of one face of a family."""
    return np.stack([_photo(rng, family, face, lamp, cut) for lamp in lamps])


def _photo(rng: np.random.Generator, family: Family, face: int, lamp: Lamp, cut: Cut) -> np.ndarray:
    canvas = family.prints[int(rng.integers(len(family.prints)))].copy()
    slack_px = rng.uniform(1, 5)
    for row, col in ((0, -1), (0, 1), (-1, 0), (1, 0), (0, 0)):
        middle = row == 0 and col == 0
        if middle or not family.raised or rng.random() < 0.5:
            which = face if middle else int(rng.integers(len(family.faces)))
            loose_px = rng.normal(0, slack_px, 2) if family.raised and not middle else np.zeros(2)
            at = np.array([col, row]) * (FACE_PX + (3 if family.raised else 0)) + loose_px + MARGIN_PX
            _lay(canvas, family, which, int(rng.integers(60)), (int(at[0]), int(at[1])), lamp)
    if family.frame is not None:
        _framed(canvas, *family.frame, lamp)
    small = _seen(rng, canvas, cut)
    return _exposed(rng, small, lamp)


def _framed(canvas: np.ndarray, mask: np.ndarray, picture: np.ndarray, lamp: Lamp) -> None:
    """Lay a board with a hole over the canvas; its shadow falls into the hole."""
    (dx, dy), edge = lamp.shadow_px, CANVAS_PX
    shift = np.float32([[1, 0, dx * 1.5], [0, 1, dy * 1.5]])
    shade = cv2.warpAffine(mask, shift, (edge, edge), borderMode=cv2.BORDER_REPLICATE)
    cv2.copyTo((canvas * 0.6).astype(np.uint8), shade, canvas)
    cv2.copyTo(picture, mask, canvas)


def _lay(canvas: np.ndarray, family: Family, face: int, copy: int, at: tuple[int, int], lamp: Lamp) -> None:
    """Lay a piece on the canvas, with its shadow and the side wall that a camera off the middle sees."""
    left, top = at
    if family.raised:
        for (dx, dy), dark in ((lamp.shadow_px, 0.55), (lamp.wall, 0.75)):
            spot = _window(left + int(dx), top + int(dy))
            if spot:
                rows, cols, cut = spot
                under = canvas[rows, cols]
                cv2.copyTo((under * dark).astype(np.uint8), family.mask[cut], under)
    spot = _window(left, top)
    if spot:
        rows, cols, cut = spot
        shown = family.faces[face, copy % family.faces.shape[1]]
        cv2.copyTo(np.ascontiguousarray(shown[cut]), np.ascontiguousarray(family.mask[cut]), canvas[rows, cols])


def _window(left: int, top: int) -> tuple[slice, slice, tuple[slice, slice]] | None:
    rows, cols = slice(max(0, top), min(CANVAS_PX, top + FACE_PX)), slice(max(0, left), min(CANVAS_PX, left + FACE_PX))
    if rows.start >= rows.stop or cols.start >= cols.stop:
        return None
    return rows, cols, (slice(rows.start - top, rows.stop - top), slice(cols.start - left, cols.stop - left))


def _seen(rng: np.random.Generator, canvas: np.ndarray, cut: Cut) -> np.ndarray:
    """Return the cell as it is cut out of the picture: shifted, turned, skewed, a little too near or too far."""
    # Mostly as an alignment leaves it, now and then as where that has failed.
    loose = cut.loose or (1.0 if rng.random() < 0.3 else 0.4)
    half = FACE_PX / 2 * cut.cells
    corners = np.float32([[-half, -half], [half, -half], [half, half], [-half, half]])
    angle = np.deg2rad(np.clip(rng.normal(0, 1.8 * loose), -5, 5))
    turn = np.float32([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    scale = np.exp(rng.normal(0, 0.035 * loose)) * np.exp(rng.normal(0, 0.012, 2))
    shift = np.clip(rng.normal(0, 0.03 * loose, 2), -0.085 * max(1, loose), 0.085 * max(1, loose)) * FACE_PX
    skew = rng.normal(0, 0.008 * FACE_PX, (4, 2))
    source = ((corners * scale) @ turn.T + shift + skew + CANVAS_PX / 2).astype(np.float32)
    fine = 2 * cut.patch_px
    target = np.float32([[0, 0], [fine, 0], [fine, fine], [0, fine]]) - 0.5
    matrix = cv2.getPerspectiveTransform(source - 0.5, target)
    wide = cv2.warpPerspective(canvas, matrix, (fine, fine), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(wide, (cut.patch_px, cut.patch_px), interpolation=cv2.INTER_AREA)


def _exposed(rng: np.random.Generator, patch: np.ndarray, lamp: Lamp) -> np.ndarray:
    """Return the patch as the camera gives it under a lamp, with the light that falls on this very cell."""
    size = patch.shape[0]
    light = cv2.transform(patch.astype(np.float32), lamp.colour_mix)
    if lamp.blur_px > 0.2:
        light = cv2.GaussianBlur(light, (0, 0), lamp.blur_px)
    if lamp.smear_px:
        light = cv2.blur(light, (lamp.smear_px, 1) if lamp.noise > 2 else (1, lamp.smear_px))
    light *= (_shade(rng, size) * np.float32(np.exp(rng.normal(0, 0.06))))[..., None]
    light += np.float32(lamp.haze)
    np.clip(light, 0, 255, out=light)
    if abs(lamp.gamma - 1) > 0.03:
        light = 255 * cv2.pow(light / 255, lamp.gamma)
    if lamp.coarse < 1:
        edge = round(size * lamp.coarse)
        light = cv2.resize(cv2.resize(light, (edge, edge), interpolation=cv2.INTER_AREA), (size, size))
    light += rng.standard_normal(light.shape, np.float32) * np.float32(lamp.noise)
    if lamp.sharpen:
        light += (light - cv2.GaussianBlur(light, (0, 0), 1.0)) * np.float32(lamp.sharpen)
    seen = np.clip(light, 0, 255).astype(np.uint8)
    if lamp.jpeg:
        _, coded = cv2.imencode(".jpg", seen, (cv2.IMWRITE_JPEG_QUALITY, lamp.jpeg))
        seen = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return seen


def _shade(rng: np.random.Generator, size: int) -> np.ndarray:
    """Return how bright each pixel is lit (size, size) float32 around 1: a slope, seldom a shadow's edge or glare."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size - np.float32(0.5)
    slope = rng.normal(0, 0.1, 2).astype(np.float32)
    shade = 1 + slope[0] * x + slope[1] * y
    draw = rng.random()
    if draw < 0.15:
        angle, where, soft = rng.uniform(0, 2 * np.pi), rng.uniform(-0.4, 0.4), rng.uniform(5, 40)
        edge = (np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y - np.float32(where)) * np.float32(soft)
        shade *= 1 - np.float32(rng.uniform(0.15, 0.5)) * np.clip(edge + 0.5, 0, 1)
    elif draw < 0.22:
        cx, cy = rng.uniform(-0.6, 0.6, 2).astype(np.float32)
        shade += np.float32(rng.uniform(0.2, 0.7)) * np.exp(
            -((x - cx) ** 2 + (y - cy) ** 2) * np.float32(rng.uniform(8, 40))
        )
    return shade


def foreign(rng: np.random.Generator, patch_px: int) -> np.ndarray:
    """Return a patch of no face at all: some ground, out of focus or not."""
    ground = surfaces.paint(surfaces.random_surface(rng), CANVAS_PX)
    return _exposed(rng, _seen(rng, ground, Cut(patch_px)), random_lamp(rng))
