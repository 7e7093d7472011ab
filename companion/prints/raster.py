"""Drawings as pictures: each shape is filled four times finer than asked for, then averaged."""

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.prints.drawing import Circle, Drawing, Path, Point, Polygon, Shape, Text
from companion.prints.letters import capital, font

Picture = NDArray[np.uint8]

_FINER = 4
_STRIP_PX = 512  # a whole mat at four times the size would take hundreds of megabytes
_SHIFT = 4  # cv2's fixed-point fraction bits


def picture(drawing: Drawing, px_per_mm: float) -> Picture:
    """Return the drawing as BGR (height × width × 3); its size is rounded to whole pixels."""
    width, height = (max(1, round(edge * px_per_mm)) for edge in drawing.size_mm)
    found = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _STRIP_PX):
        rows = min(_STRIP_PX, height - top)
        canvas = np.empty((rows * _FINER, width * _FINER, 3), np.uint8)
        cv2.rectangle(canvas, (0, 0), (canvas.shape[1], canvas.shape[0]), bgr(drawing.paper), cv2.FILLED)
        for shape in drawing.shapes:
            _paint(canvas, shape, px_per_mm * _FINER, top * _FINER)
        found[top : top + rows] = _averaged(canvas)
    return found


def mask(outline: Polygon, size_mm: tuple[float, float], px_per_mm: float) -> Picture:
    """Return where the outline is solid: 255 inside, 0 outside and in its holes (height × width)."""
    width, height = (max(1, round(edge * px_per_mm)) for edge in size_mm)
    canvas = np.zeros((height * _FINER, width * _FINER), np.uint8)
    rings = [_fixed(ring, px_per_mm * _FINER, 0) for ring in (outline.points_mm, *outline.inner_mm)]
    cv2.fillPoly(canvas, rings, (255,), shift=_SHIFT)
    return _averaged(canvas)


def _averaged(canvas: Picture) -> Picture:
    """Return the canvas four times smaller, by halves: OpenCV has a quick way for these."""
    for _ in range(2):
        canvas = np.asarray(
            cv2.resize(canvas, (canvas.shape[1] // 2, canvas.shape[0] // 2), interpolation=cv2.INTER_AREA), np.uint8
        )
    return canvas


def bgr(colour: str) -> tuple[int, int, int]:
    """Return "#rrggbb" as blue, green, red."""
    return (int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16))


def _paint(canvas: Picture, shape: Shape, scale: float, top_px: int) -> None:
    match shape:
        case Polygon():
            _polygon(canvas, shape, scale, top_px)
        case Circle():
            _circle(canvas, shape, scale, top_px)
        case Path():
            for run in dashes(shape):
                cv2.polylines(
                    canvas,
                    [_fixed(run, scale, top_px)],
                    False,
                    bgr(shape.line),
                    _pen(shape.line_mm, scale),
                    shift=_SHIFT,
                )
        case Text():
            _text(canvas, shape, scale, top_px)


def _fixed(points_mm: tuple[Point, ...], scale: float, top_px: int) -> NDArray[np.int32]:
    """Return points as cv2 counts them: a pixel's middle is a whole number, so edges lie half a pixel before."""
    points = np.asarray(points_mm, np.float64) * scale - (0.5, 0.5 + top_px)
    return np.round(points * (1 << _SHIFT)).astype(np.int32)


def _pen(line_mm: float, scale: float) -> int:
    return max(1, round(line_mm * scale))


def _polygon(canvas: Picture, shape: Polygon, scale: float, top_px: int) -> None:
    rings = [_fixed(ring, scale, top_px) for ring in (shape.points_mm, *shape.inner_mm)]
    if shape.fill is not None:
        upright = _upright(shape.points_mm) if not shape.inner_mm else None
        if upright is not None:  # to the pixel: cv2 would grow markers and squares by half a pixel each side
            left, up, right, down = (round(edge * scale) for edge in upright)
            if left < right and up < down:
                corners = ((left, up - top_px), (right - 1, down - top_px - 1))
                cv2.rectangle(canvas, *corners, bgr(shape.fill), cv2.FILLED)
        else:
            cv2.fillPoly(canvas, rings, bgr(shape.fill), shift=_SHIFT)
    if shape.line is not None:
        cv2.polylines(canvas, rings, True, bgr(shape.line), _pen(shape.line_mm, scale), shift=_SHIFT)


def _upright(points: tuple[Point, ...]) -> tuple[float, float, float, float] | None:
    """Return (left, top, right, bottom) of an upright rectangle, None for anything else."""
    xs, ys = sorted(x for x, _ in points), sorted(y for _, y in points)
    if len(points) != 4 or max(xs[1] - xs[0], xs[3] - xs[2], ys[1] - ys[0], ys[3] - ys[2]) > 1e-9:
        return None
    return xs[0], ys[0], xs[3], ys[3]


def _circle(canvas: Picture, shape: Circle, scale: float, top_px: int) -> None:
    (middle,) = _fixed((shape.center_mm,), scale, top_px).tolist()
    radius = round(shape.radius_mm * scale * (1 << _SHIFT))
    if shape.fill is not None:
        cv2.circle(canvas, middle, radius, bgr(shape.fill), cv2.FILLED, shift=_SHIFT)
    if shape.line is not None:
        cv2.circle(canvas, middle, radius, bgr(shape.line), _pen(shape.line_mm, scale), shift=_SHIFT)


def _text(canvas: Picture, shape: Text, scale: float, top_px: int) -> None:
    stamp = _stamp(shape.words, shape.height_mm * scale, shape.bold, shape.angle_deg)
    left = round(shape.center_mm[0] * scale) - stamp.shape[1] // 2
    up = round(shape.center_mm[1] * scale) - stamp.shape[0] // 2 - top_px
    if up >= canvas.shape[0] or left >= canvas.shape[1] or up + stamp.shape[0] <= 0 or left + stamp.shape[1] <= 0:
        return
    ink = stamp[max(0, -up) : canvas.shape[0] - up, max(0, -left) : canvas.shape[1] - left]
    under = canvas[max(0, up) :, max(0, left) :][: ink.shape[0], : ink.shape[1]]
    under[ink > 127] = bgr(shape.fill)


@lru_cache(maxsize=256)
def _stamp(words: str, height_px: float, bold: bool, angle_deg: float) -> Picture:
    """Return words (h, w; 255 is ink) around the middle of a picture whose sides are even."""
    letters = font(max(1, round(height_px / capital(bold=bold))), bold=bold)
    width_px = letters.getlength(words)
    across, down = math.ceil(width_px / 2) + 8, math.ceil(height_px) + 8
    if angle_deg:
        across = down = math.ceil(math.hypot(across, down))
    stamp = Image.new("L", (2 * across, 2 * down))
    ImageDraw.Draw(stamp).text((across - width_px / 2, down + height_px / 2), words, 255, letters, anchor="ls")
    return np.asarray(stamp.rotate(-angle_deg, Image.Resampling.BILINEAR) if angle_deg else stamp)


def dashes(path: Path) -> list[tuple[Point, ...]]:
    """Return the runs of a path that are drawn: all of it, or one in two dash lengths."""
    if path.dash_mm <= 0:
        return [path.points_mm]
    runs: list[tuple[Point, ...]] = []
    for (ax, ay), (bx, by) in zip(path.points_mm, path.points_mm[1:], strict=False):
        length = float(np.hypot(bx - ax, by - ay))
        for start in np.arange(0.0, length, 2 * path.dash_mm):
            ends = (start / length, min(start + path.dash_mm, length) / length)
            runs.append(tuple((ax + (bx - ax) * at, ay + (by - ay) * at) for at in ends))
    return runs
