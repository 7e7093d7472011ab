"""A game's table as a path tracer sees it: table, sheet, pieces, bars, camera. It wants bpy (Blender as a module)."""

import math
from dataclasses import dataclass
from pathlib import Path

import bpy
import cv2
import numpy as np
import rendered_lights
import surfaces
from bpy_extras.object_utils import world_to_camera_view
from faces import Colour
from mathutils import Matrix, Vector
from rendered_specs import EMPTY, RenderedGame

_CELL_PX = 96
_SAMPLES, _BOUNCES = 8, 3
_RIM_MM = 8.0
"""So much of the table is rendered around the sheet."""


@dataclass(frozen=True)
class Sheet:
    """The sheet in millimetres: its size, how wide its edge is around the cells, and its markers: id → left, top,
    size."""

    width_mm: float
    height_mm: float
    edge_mm: float
    markers: dict[int, tuple[float, float, float]]


@dataclass(frozen=True)
class Photographed:
    """Linear light (h, w, 3) float32 BGR, where the sheet's corners lie in it (4, 2) in pixels, clockwise from its top
    left, and the main lamp's colour (3,)."""

    light: np.ndarray
    corners_px: np.ndarray
    lamp_bgr: np.ndarray


def sheet_of(game: RenderedGame) -> Sheet:
    """Return where things are printed on a game's sheet."""
    board = game.board
    marker_mm = max(12.0, 0.8 * board.cell_mm)
    edge_mm = 0.25 * board.cell_mm if board.first_marker is None else 1.6 * marker_mm
    width, height = board.cols * board.cell_mm + 2 * edge_mm, board.rows * board.cell_mm + 2 * edge_mm
    if board.first_marker is None:
        return Sheet(width, height, edge_mm, {})
    left, right, low = 0.3 * marker_mm, width - 1.3 * marker_mm, height - 1.3 * marker_mm
    spots = [(left, left), (right, left), (left, low), (right, low)]
    if height > 6 * marker_mm:
        spots += [(left, (height - marker_mm) / 2), (right, (height - marker_mm) / 2)]
    markers = {(board.first_marker + k) % 50: (x, y, marker_mm) for k, (x, y) in enumerate(spots)}
    return Sheet(width, height, edge_mm, markers)


def photographed(
    rng: np.random.Generator, game: RenderedGame, laid: np.ndarray, turns: np.ndarray, condition: str, file: Path
) -> Photographed:
    """Build the table with what is laid, light it, and render it; `file` is written on the way."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    sheet = sheet_of(game)
    _lay_sheet(rng, game, sheet, laid, turns)
    if game.pieces.thick_mm:
        _lay_pieces(rng, game, laid, turns)
    if game.board.bar_mm:
        _put_bars(game)
    camera = _put_camera(rng, game, sheet, condition)
    lit = rendered_lights.Lit(sheet.width_mm / 1000, sheet.height_mm / 1000, camera.location.copy())
    lamp_bgr = rendered_lights.light(rng, condition, lit)
    bpy.context.view_layer.update()
    corners_px = _framed(camera, sheet)
    return Photographed(_rendered(file), corners_px, lamp_bgr)


def _lay_sheet(rng: np.random.Generator, game: RenderedGame, sheet: Sheet, laid: np.ndarray, turns: np.ndarray) -> None:
    board, scale = game.board, _CELL_PX / game.board.cell_mm
    width, height = round(sheet.width_mm * scale), round(sheet.height_mm * scale)
    if board.white:
        picture = np.full((height, width, 3), (245, 247, 248), np.uint8)
    else:
        edge = max(width, height)
        tiled = np.tile(surfaces.paint(board.ground, 256), (3, 3, 1))
        picture = cv2.resize(tiled, (edge, edge), interpolation=cv2.INTER_AREA)[:height, :width].copy()
    for number, place in sheet.markers.items():
        _print_marker(picture, number, [round(each * scale) for each in place])
    for (row, col), face in np.ndenumerate(laid):
        left, top = (round((sheet.edge_mm + k * board.cell_mm) * scale) for k in (col, row))
        if not game.pieces.thick_mm:
            printed = game.faces[face].family.faces[game.faces[face].number]
            print_ = np.rot90(printed[int(rng.integers(len(printed)))], int(turns[row, col]))
            window = picture[top : top + _CELL_PX, left : left + _CELL_PX]
            window[:] = print_[: window.shape[0], : window.shape[1]]
        elif board.lines:
            cv2.rectangle(picture, (left, top), (left + _CELL_PX, top + _CELL_PX), board.lines_bgr, 2)
    half_m = sheet.width_mm / 2000, sheet.height_mm / 2000
    _plane(half_m, 0.0, _material("sheet", board.rough, picture))
    _plane((1.2, 1.2), -0.0004, _material("table", float(rng.uniform(0.2, 0.8)), surfaces.paint(game.table, 1024)))


def _print_marker(picture: np.ndarray, number: int, place: list[int]) -> None:
    left, top, size = place
    rim = round(0.18 * size)
    picture[max(0, top - rim) : top + size + rim, max(0, left - rim) : left + size + rim] = 250
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    picture[top : top + size, left : left + size] = cv2.aruco.generateImageMarker(dictionary, number, size)[..., None]


def _lay_pieces(rng: np.random.Generator, game: RenderedGame, laid: np.ndarray, turns: np.ndarray) -> None:
    made, cell_m = game.pieces, game.board.cell_mm / 1000
    size, thick_m = cell_m * (1 - made.gap), made.thick_mm / 1000
    side = _material("side", made.rough, colour_bgr=made.side_bgr)
    tops: dict[tuple[int, int], bpy.types.Material] = {}
    for (row, col), face in np.ndenumerate(laid):
        if face == EMPTY:
            continue
        printed = game.faces[face].family.faces[game.faces[face].number]
        key = int(face), int(rng.integers(len(printed)))
        if key not in tops:
            tops[key] = _material(str(key), made.rough, printed[key[1]], (made.gloss, made.coat, made.bump))
        piece = _slab((size, size), made.rounded * size, thick_m, min(0.03 * size, 0.3 * thick_m), tops[key], side)
        aside = rng.normal(0, made.slack, 2) * cell_m
        x, y = (col - (game.board.cols - 1) / 2) * cell_m, ((game.board.rows - 1) / 2 - row) * cell_m
        piece.location = (x + aside[0], y + aside[1], 0.0001)
        tilt = [math.radians(each) for each in rng.normal(0, 0.6, 2)]
        turn_deg = rng.normal(0, made.twist_deg) + 90 * turns[row, col]
        piece.rotation_euler = (*tilt, math.radians(float(turn_deg)))


def _put_bars(game: RenderedGame) -> None:
    board, cell_m = game.board, game.board.cell_mm / 1000
    made = _material("bar", 0.6, colour_bgr=board.lines_bgr)
    width, height, thin = board.cols * cell_m, board.rows * cell_m, 0.06 * cell_m
    for number in range(board.cols + 1):
        bar = _slab((thin, height + thin), 1e-4, board.bar_mm / 1000, 2e-4, made, made)
        bar.location = (number * cell_m - width / 2, 0, 0)
    for number in range(board.rows + 1):
        bar = _slab((width + thin, thin), 1e-4, board.bar_mm / 1000, 2e-4, made, made)
        bar.location = (0, height / 2 - number * cell_m, 0)


def _put_camera(rng: np.random.Generator, game: RenderedGame, sheet: Sheet, condition: str) -> bpy.types.Object:
    far_m = float(rng.uniform(0.45, 0.75))
    tilt = math.radians(float(rng.uniform(13, 20) if condition == "tilt" else rng.uniform(0, 8)))
    side = float(rng.uniform(0, 2 * math.pi))
    place = Vector((math.sin(tilt) * math.cos(side), math.sin(tilt) * math.sin(side), math.cos(tilt))) * far_m
    aim = Vector((*rng.normal(0, 0.02, 2), 0))
    roll = math.radians(float(rng.normal(0, 4))) + (math.pi if rng.random() < 0.3 else 0)
    back = (place - aim).normalized()
    up = Vector((math.sin(roll), math.cos(roll), 0))
    up = (up - back * up.dot(back)).normalized()
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = place
    camera.rotation_euler = Matrix((up.cross(back), up, back)).transposed().to_euler()
    camera.data.lens_unit = "FOV"
    reach_m = math.hypot(sheet.width_mm, sheet.height_mm) / 2000 + 0.05
    camera.data.angle = 2 * math.atan(reach_m / (far_m - 0.05))
    scene = bpy.context.scene
    scene.collection.objects.link(camera)
    scene.camera = camera
    edge_px = int(2 * math.tan(camera.data.angle / 2) * far_m * 1000 * game.cell_px / game.board.cell_mm)
    scene.render.resolution_x = scene.render.resolution_y = edge_px
    return camera


def _framed(camera: bpy.types.Object, sheet: Sheet) -> np.ndarray:
    """Have only what lies around the sheet rendered; return where the sheet's corners then lie (4, 2), in pixels."""
    render = bpy.context.scene.render
    edge_px = render.resolution_x

    def seen(rim_mm: float) -> np.ndarray:
        x, y = sheet.width_mm / 2 + rim_mm, sheet.height_mm / 2 + rim_mm
        corners = [Vector((sx * x / 1000, sy * y / 1000, 0)) for sx, sy in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        told = [world_to_camera_view(bpy.context.scene, camera, corner) for corner in corners]
        return np.array([(each.x * edge_px, (1 - each.y) * edge_px) for each in told])

    wide = seen(_RIM_MM)
    low, high = np.clip(np.floor(wide.min(axis=0)), 0, edge_px), np.clip(np.ceil(wide.max(axis=0)), 0, edge_px)
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = low[0] / edge_px, high[0] / edge_px
    render.border_min_y, render.border_max_y = 1 - high[1] / edge_px, 1 - low[1] / edge_px
    return seen(0) - low - 0.5


def _rendered(file: Path) -> np.ndarray:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device, cycles.samples, cycles.max_bounces, cycles.sample_clamp_indirect = "CPU", _SAMPLES, _BOUNCES, 4
    cycles.use_denoising, cycles.denoising_input_passes = True, "RGB_ALBEDO_NORMAL"
    cycles.denoising_quality, cycles.denoising_prefilter = "BALANCED", "FAST"
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.view_settings.view_transform = "Raw"
    scene.render.image_settings.file_format, scene.render.image_settings.color_depth = "OPEN_EXR", "32"
    scene.render.filepath = str(file)
    bpy.ops.render.render(write_still=True)
    shown = bpy.data.images.load(str(file))
    width, height = shown.size
    levels = np.empty(width * height * 4, np.float32)
    shown.pixels.foreach_get(levels)
    return np.ascontiguousarray(levels.reshape(height, width, 4)[::-1, :, 2::-1])


def _material(
    name: str,
    rough: float,
    picture: np.ndarray | None = None,
    finish: tuple[float, float, float] = (0.4, 0.0, 0.0),
    colour_bgr: Colour | None = None,
) -> bpy.types.Material:
    """Return a material with a picture or a colour; `finish` is its gloss, its coat and how bumpy it is."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    inputs = nodes["Principled BSDF"].inputs
    inputs["Roughness"].default_value, inputs["Coat Roughness"].default_value = rough, 0.08
    inputs["Specular IOR Level"].default_value, inputs["Coat Weight"].default_value = finish[:2]
    if picture is not None:
        shown = nodes.new("ShaderNodeTexImage")
        shown.image, shown.interpolation, shown.extension = _image(name, picture), "Cubic", "EXTEND"
        links.new(shown.outputs["Color"], inputs["Base Color"])
    if colour_bgr is not None:
        red, green, blue = ((level / 255) ** 2.2 for level in colour_bgr[::-1])
        inputs["Base Color"].default_value = (red, green, blue, 1)
    if finish[2]:
        bump, grain = nodes.new("ShaderNodeBump"), nodes.new("ShaderNodeTexNoise")
        bump.inputs["Strength"].default_value, bump.inputs["Distance"].default_value = finish[2], 0.0003
        grain.inputs["Scale"].default_value = 900
        links.new(grain.outputs["Fac"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], inputs["Normal"])
    return made


def _image(name: str, picture: np.ndarray) -> bpy.types.Image:
    height, width = picture.shape[:2]
    levels = np.ones((height, width, 4), np.float32)
    levels[..., :3] = picture[::-1, :, ::-1].astype(np.float32) / 255
    image = bpy.data.images.new(name, width, height, alpha=True)
    image.colorspace_settings.name = "sRGB"
    image.pixels.foreach_set(levels.ravel())
    image.update()
    return image


def _plane(half_m: tuple[float, float], z_m: float, made: bpy.types.Material) -> None:
    x, y = half_m
    mesh = bpy.data.meshes.new("plane")
    mesh.from_pydata([(-x, -y, z_m), (x, -y, z_m), (x, y, z_m), (-x, y, z_m)], [], [[0, 1, 2, 3]])
    mesh.materials.append(made)
    places = mesh.uv_layers.new()
    for number, corner in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        places.data[number].uv = corner
    bpy.context.collection.objects.link(bpy.data.objects.new("plane", mesh))


def _slab(
    size_m: tuple[float, float],
    corner_m: float,
    thick_m: float,
    bevel_m: float,
    top: bpy.types.Material,
    side: bpy.types.Material,
) -> bpy.types.Object:
    """Return a slab with rounded corners and a bevel; its top's picture reaches to its edges."""
    width, height = size_m
    outer = _rounded(width, height, max(corner_m, 1e-4))
    inner = _rounded(width - 2 * bevel_m, height - 2 * bevel_m, max(corner_m - bevel_m, 5e-5))
    n = len(outer)
    points = [(x, y, thick_m) for x, y in inner]
    points += [(x, y, thick_m - bevel_m) for x, y in outer] + [(x, y, 0.0) for x, y in outer]
    sides = [list(range(n))]
    for k in range(n):
        after = (k + 1) % n
        sides += [[k, n + k, n + after, after], [n + k, 2 * n + k, 2 * n + after, n + after]]
    mesh = bpy.data.meshes.new("slab")
    mesh.from_pydata(points, [], sides)
    mesh.materials.append(top)
    mesh.materials.append(side)
    places = mesh.uv_layers.new()
    for polygon in mesh.polygons:
        # The top and its bevel show the picture.
        polygon.material_index = 0 if polygon.index == 0 or polygon.index % 2 else 1
        for loop in polygon.loop_indices:
            x, y, _ = points[mesh.loops[loop].vertex_index]
            places.data[loop].uv = (x / width + 0.5, y / height + 0.5)
    slab = bpy.data.objects.new("slab", mesh)
    bpy.context.collection.objects.link(slab)
    return slab


def _rounded(width: float, height: float, radius: float, steps: int = 5) -> list[tuple[float, float]]:
    points = []
    for number, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps + 1):
            angle = math.pi / 2 * (number + step / steps)
            x, y = sx * (width / 2 - radius), sy * (height / 2 - radius)
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points
