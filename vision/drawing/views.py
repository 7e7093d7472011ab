"""Views to draw a table under: an everyday one, a hard one, and ones by chance."""

from dataclasses import replace
from enum import StrEnum

import numpy as np

from vision.drawing.camera_pose import Optics, Pose, overhead
from vision.drawing.light import Light, Sensor
from vision.drawing.render import CameraView


class Hardness(StrEnum):
    """How much a scene asks of a reader. NORMAL is a lamp arm over a lit table; HARD a crooked camera, poor light."""

    NORMAL = "normal"
    HARD = "hard"


def everyday(size_mm: tuple[float, float], size_px: tuple[int, int]) -> CameraView:
    """Return a camera almost straight above an area, in even light."""
    optics = Optics(66.0, -0.03, 0.005)
    pose = overhead(size_mm, optics, size_px, 1.1)
    return CameraView(replace(pose, tilt_deg=1.5, toward_deg=70.0, roll_deg=0.8), optics)


def random_view(
    rng: np.random.Generator,
    size_mm: tuple[float, float],
    size_px: tuple[int, int],
    hardness: Hardness = Hardness.NORMAL,
) -> CameraView:
    """Return a view by chance of an area of `size_mm`, of which all four corners are in the picture."""
    hard = hardness is Hardness.HARD
    optics = Optics(
        float(rng.uniform(58, 78)), float(rng.uniform(-0.12, 0.04) if hard else rng.uniform(-0.05, 0.01)), 0.005
    )
    pose = _pose(rng, size_mm, optics, size_px, hard)
    if not hard:
        return CameraView(pose, optics, _light(rng), _in_its_tone(rng, _sensor(rng)))
    light, sensor = _as_at_home(rng, _hard_light(rng), _hard_sensor(rng))
    return CameraView(pose, optics, light, _in_its_tone(rng, sensor))


def _pose(
    rng: np.random.Generator, size_mm: tuple[float, float], optics: Optics, size_px: tuple[int, int], hard: bool
) -> Pose:
    tilt_deg = float(rng.uniform(4, 14) if hard else rng.uniform(0, 5))
    roll_deg = float(rng.normal(0, 4.0 if hard else 1.5))
    lean = 1 + 0.022 * tilt_deg + 0.012 * abs(roll_deg)
    plumb = overhead(size_mm, optics, size_px, 1.08 * lean)
    aim_mm = (
        plumb.aim_mm[0] + float(rng.normal(0, 0.01)) * size_mm[0],
        plumb.aim_mm[1] + float(rng.normal(0, 0.01)) * size_mm[1],
    )
    return Pose(aim_mm, plumb.height_mm, tilt_deg, float(rng.uniform(0, 360)), roll_deg)


def _light(rng: np.random.Generator) -> Light:
    return Light(
        strength=float(rng.uniform(0.82, 1.08)),
        warmth=float(rng.uniform(-0.1, 0.22)),
        from_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(45, 75)),
        direct=float(rng.uniform(0.15, 0.5)),
        gradient=float(rng.uniform(0, 0.14)),
        vignette=float(rng.uniform(0.05, 0.2)),
    )


def _hard_light(rng: np.random.Generator) -> Light:
    return Light(
        strength=float(rng.uniform(0.5, 1.1)),
        warmth=float(rng.uniform(-0.2, 0.45)),
        from_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(28, 60)),
        direct=float(rng.uniform(0.4, 0.85)),
        gradient=float(rng.uniform(0.1, 0.32)),
        vignette=float(rng.uniform(0.1, 0.35)),
        glare=float(rng.choice([0.0, rng.uniform(0.15, 0.6)])),
        glare_at=(float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))),
        glare_size=float(rng.uniform(0.04, 0.12)),
    )


def _as_at_home(rng: np.random.Generator, light: Light, sensor: Sensor) -> tuple[Light, Sensor]:
    """Return a hard light and sensor with what else homes and cameras have: a window across the lamp, a bottle's
    shadow, stray light, few lumens, and edges as cameras overdo them."""
    dim = float(rng.choice([1.0, 1.0, rng.uniform(0.55, 0.9)]))
    return (
        replace(
            light,
            strength=light.strength * dim,
            mixed=float(rng.choice([0.0, rng.uniform(0.1, 0.35)])),
            post=float(rng.choice([0.0, 0.0, rng.uniform(0.35, 0.75)])),
            post_at=(float(rng.uniform(0.15, 0.85)), float(rng.uniform(0.1, 0.9))),
            post_size=float(rng.uniform(0.015, 0.06)),
            haze=float(rng.uniform(0.0, 0.1)),
        ),
        replace(sensor, sharpening=float(rng.uniform(0.0, 0.7))),
    )


def _sensor(rng: np.random.Generator) -> Sensor:
    return Sensor(blur=float(rng.uniform(0.15, 0.45)), noise=float(rng.uniform(1.0, 3.0)))


def _in_its_tone(rng: np.random.Generator, sensor: Sensor) -> Sensor:
    """Return a sensor in a tone by chance: cameras differ in it, and one camera from one evening to the next."""
    return replace(
        sensor,
        gamma=float(np.exp(rng.normal(0, 0.12))),
        contrast=float(rng.uniform(0, 0.5)),
        saturation=float(rng.uniform(0.95, 1.35)),
    )


def _hard_sensor(rng: np.random.Generator) -> Sensor:
    return Sensor(
        blur=float(rng.uniform(0.3, 0.8)),
        motion=float(rng.choice([0.0, rng.uniform(0.3, 1.2)])),
        motion_deg=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(3.0, 8.0)),
        jpeg=int(rng.integers(55, 90)),
    )
