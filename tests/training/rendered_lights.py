"""Light for a rendered table: lamps, windows, a mirror's glare, a post's shadow, by condition. It wants bpy."""

import math
from dataclasses import dataclass

import bpy
import numpy as np
from mathutils import Vector

_KELVIN = {
    "day": (5200, 7500), "room": (2900, 4500), "lamp": (2400, 3100), "dim": (2400, 4500), "mixed": (2500, 3100),
    "glare": (2800, 6000), "shadow": (3000, 6500), "tilt": (3500, 7000), "blur": (3500, 7000),
}  # fmt: skip
_AROUND = {"lamp": 0.08, "shadow": 0.15, "dim": 0.3, "glare": 0.3, "mixed": 0.15}
"""How bright the room itself is; by day and under a room's lamps by chance."""


@dataclass(frozen=True)
class Lit:
    """The sheet's width and height, and where the camera is, in metres from the sheet's middle."""

    width_m: float
    height_m: float
    camera: Vector


def black_body_rgb(kelvin: float) -> np.ndarray:
    """Return the linear colour (3,) of a black body, by T. Helland's fit of 2012 to the 10 degree observer."""
    t = kelvin / 100
    red = 255 if t <= 66 else 329.699 * (t - 60) ** -0.1332
    green = 99.4708 * math.log(t) - 161.1196 if t <= 66 else 288.1222 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else 138.5177 * math.log(t - 10) - 305.0448
    return np.clip(np.array([red, green, blue]) / 255, 0.02, 1) ** 2.2


def light(rng: np.random.Generator, condition: str, lit: Lit) -> np.ndarray:
    """Light the scene as the condition says; return the main lamp's linear colour, BGR (3,)."""
    kelvin = float(rng.uniform(*_KELVIN[condition]))
    room = kelvin if condition == "lamp" else float(rng.uniform(4000, 7500))
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    background = world.node_tree.nodes["Background"].inputs
    background["Color"].default_value = (*black_body_rgb(room), 1)
    background["Strength"].default_value = _AROUND.get(condition, float(rng.uniform(0.3, 0.8)))
    _LIGHTS[condition](rng, kelvin, lit)
    return black_body_rgb(kelvin)[::-1]


def _by_day(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    _area(_above(rng, (30, 70), 2.0), float(rng.uniform(0.8, 1.6)), kelvin, 60)


def _in_a_room(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    for _ in range(int(rng.integers(1, 4))):
        _area(_above(rng, (55, 85), 1.9), float(rng.uniform(0.1, 0.5)), kelvin * float(rng.uniform(0.95, 1.05)), 30)


def _by_a_lamp(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    _area(_above(rng, (40, 75), float(rng.uniform(0.6, 1.2))), float(rng.uniform(0.06, 0.2)), kelvin, 12)


def _mixed(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    side = float(rng.uniform(0, 2 * math.pi))
    _area(_above(rng, (35, 65), 0.9, side), 0.15, kelvin, 10)
    window = _above(rng, (15, 40), 2.0, side + math.pi + float(rng.normal(0, 0.5)))
    _area(window, 1.2, float(rng.uniform(6500, 9500)), 30 * float(rng.uniform(0.4, 1.2)))


def _with_shadows(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    lamp = _above(rng, (35, 60), 2.0)
    _area(lamp, float(rng.uniform(0.05, 0.25)), kelvin, 70)
    towards = Vector((lamp.x, lamp.y, 0)).normalized()
    for _ in range(int(rng.integers(1, 3))):
        spot = Vector((rng.uniform(-0.5, 0.5) * lit.width_m, rng.uniform(-0.5, 0.5) * lit.height_m, 0.35))
        where = spot + towards * float(rng.uniform(0.05, 0.15))
        # It ends above the table, so that no black foot of it is seen.
        bpy.ops.mesh.primitive_cylinder_add(radius=float(rng.uniform(0.006, 0.03)), depth=0.6, location=where)
        bpy.context.object.visible_camera = False


def _with_glare(rng: np.random.Generator, kelvin: float, lit: Lit) -> None:
    spot = Vector((rng.uniform(-0.4, 0.4) * lit.width_m, rng.uniform(-0.4, 0.4) * lit.height_m, 0))
    seen = (spot - lit.camera).normalized()
    mirrored = Vector((seen.x, seen.y, -seen.z))
    _area(spot + mirrored * float(rng.uniform(0.8, 1.3)), float(rng.uniform(0.06, 0.2)), kelvin, 10)
    _area(_above(rng, (40, 80), 1.9), 0.4, kelvin, 25)


_LIGHTS = {
    "day": _by_day, "tilt": _by_day, "blur": _by_day, "room": _in_a_room, "lamp": _by_a_lamp, "dim": _by_a_lamp,
    "mixed": _mixed, "shadow": _with_shadows, "glare": _with_glare,
}  # fmt: skip


def _above(
    rng: np.random.Generator, elevation_deg: tuple[float, float], far_m: float, side: float | None = None
) -> Vector:
    side = float(rng.uniform(0, 2 * math.pi)) if side is None else side
    up = math.radians(float(rng.uniform(*elevation_deg)))
    return Vector((math.cos(up) * math.cos(side), math.cos(up) * math.sin(side), math.sin(up))) * far_m


def _area(where: Vector, size_m: float, kelvin: float, watts: float) -> None:
    lamp = bpy.data.lights.new("lamp", "AREA")
    lamp.size, lamp.energy, lamp.color = size_m, watts, black_body_rgb(kelvin)
    placed = bpy.data.objects.new("lamp", lamp)
    bpy.context.scene.collection.objects.link(placed)
    placed.location, placed.rotation_euler = where, (-where).to_track_quat("-Z", "Y").to_euler()
