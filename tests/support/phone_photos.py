"""Photos of a drawn mat, taken by hand: each from elsewhere, turned and tilted; a phone's JPEG with what it notes."""

import io
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from companion.prints.piece import Laid
from companion.simulation import drawn_table
from companion.simulation.simulated_table import evening
from hardware.camera import Picture
from vision.drawing.camera_pose import Optics, overhead
from vision.drawing.light import Sensor
from vision.drawing.render import CameraView, render
from vision.layout import Layout

SIZE_PX = (2016, 1512)
ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825


def by_hand(layout: Layout, seed: int, size_px: tuple[int, int] = SIZE_PX) -> CameraView:
    """Return a view by somebody who stands beside the table: another one each time."""
    rng = np.random.default_rng(seed)
    optics = Optics(float(rng.uniform(62, 72)), float(rng.uniform(-0.02, 0.02)), 0.0)
    tilt_deg, roll_deg = float(rng.uniform(3, 16)), float(rng.normal(0, 6) + 180 * rng.integers(0, 2))
    lean = 1.05 + 0.02 * tilt_deg + 0.012 * min(abs(roll_deg), abs(180 - roll_deg))
    plumb = overhead(layout.size_mm, optics, size_px, lean)
    pose = replace(plumb, tilt_deg=tilt_deg, toward_deg=float(rng.uniform(0, 360)), roll_deg=roll_deg)
    return CameraView(pose, optics, evening(layout, seed).view.light, Sensor(blur=0.4, noise=2.0))


def taken(layout: Layout, laid: Sequence[Laid], seed: int, size_px: tuple[int, int] = SIZE_PX) -> Picture:
    """Return the pixels of a photo of what is laid on a mat."""
    scene = drawn_table.scene(layout, tuple(laid), None, evening(layout, 7).printed)
    return render(scene, by_hand(layout, seed, size_px), size_px, np.random.default_rng(seed))


def jpeg(picture: Picture, *, orientation: int = 1, quality: int = 90) -> bytes:
    """Return the file that a phone makes of it: with where it was taken and by which maker."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = orientation, "A Maker"
    exif[GPS] = {1: "N", 2: (52.0, 3.0, 1.0), 3: "E", 4: (4.0, 3.0, 1.0)}
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1])).save(file, "JPEG", quality=quality, exif=exif)
    return file.getvalue()
