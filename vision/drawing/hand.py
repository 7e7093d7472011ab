"""A hand that passes over a drawn table, with its arm and its shadow."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawing.camera_pose import Pose, seen_at
from vision.drawing.scene import Hand, Picture
from vision.registration.lens import Lens

Array = NDArray[np.float64]

_ARM_MM = 700.0
_SHADOW = 0.45

# Fingers, palm and arm as thick strokes: (from, to, width), in palm widths; the tip of the middle finger is the origin
# and the arm comes from the right.
_STROKES = (
    ((0.05, -0.36), (0.9, -0.2), 0.2),
    ((0.0, 0.0), (0.9, 0.0), 0.21),
    ((0.02, -0.18), (0.9, -0.1), 0.21),
    ((0.12, 0.2), (0.9, 0.15), 0.19),
    ((0.45, 0.62), (1.1, 0.2), 0.24),
    ((0.95, -0.08), (1.35, -0.05), 0.8),
    ((1.4, 0.0), (1.4 + _ARM_MM / 85, 0.0), 0.62),
)


def paint_hand(picture: Picture, hand: Hand, pose: Pose, lens: Lens) -> Picture:
    """Return a copy of the bent picture with the hand over it, its shadow below."""
    found = picture.copy()
    shadow = _shape(hand, pose, lens, found.shape[:2], 0.0)
    soft = max(3, found.shape[1] // 60) | 1
    _lay(found, np.asarray(cv2.blur(shadow, (soft, soft)), np.uint8), (0, 0, 0), _SHADOW)
    skin = _shape(hand, pose, lens, found.shape[:2], hand.height_mm)
    edge = max(3, found.shape[1] // 250) | 1
    _lay(found, np.asarray(cv2.blur(skin, (edge, edge)), np.uint8), hand.skin, 1.0)
    return found


def _shape(hand: Hand, pose: Pose, lens: Lens, size: tuple[int, ...], z_mm: float) -> Picture:
    """Return where the hand, or at `z_mm` 0 its shadow, lies in the picture (h × w, 0 or 255)."""
    mask = np.zeros(size[:2], np.uint8)
    angle = math.radians(hand.from_deg)
    spin = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]) * hand.palm_mm
    for start, end, width in _STROKES:
        middle = np.asarray(np.linspace(np.array(start), np.array(end), 9) @ spin + np.array(hand.tip_mm), np.float64)
        aside = np.array([0.5 * width * hand.palm_mm, 0.0])
        seen, beside = seen_at(pose, lens, middle, z_mm), seen_at(pose, lens, middle + aside, z_mm)
        thick = max(1, round(2 * float(np.linalg.norm(beside - seen, axis=1).mean())))
        points = np.clip(seen, -20000, 20000).round().astype(np.int32)
        cv2.polylines(mask, [points], False, (255,), min(thick, 2000), cv2.LINE_AA)
    return mask


def _lay(picture: Picture, mask: Picture, colour: tuple[int, int, int], weight: float) -> None:
    """Blend a colour into the picture where the mask says, in place."""
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return
    part, cover = picture[top : top + height, left : left + width], mask[top : top + height, left : left + width]
    table = (np.arange(256)[:, None] * weight * np.array(colour)[None, :] / 255).round().astype(np.uint8)
    laid = cv2.LUT(cv2.merge([cover] * 3), table.reshape(256, 1, 3))
    rest = cv2.bitwise_not(cv2.convertScaleAbs(cover, alpha=weight))
    part[:] = cv2.add(cv2.multiply(part, cv2.merge([rest] * 3), scale=1 / 255), laid)
