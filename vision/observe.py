"""All of it in a row: a frame, a layout and a taught piece set → what lies where, or why nothing was seen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vision.detection.face_likeness import KnownFaces, known_faces
from vision.detection.free_pieces import Candidate, find_pieces
from vision.layout import Grid, Layout, Pieces, Zone
from vision.observation import GridSeen, Observation, Piece, PiecesSeen, Reading, Unseen, ZoneSeen
from vision.photometry.colour_patches import Line, led, measured, tie
from vision.photometry.marker_light import MarkerLight, marker_light
from vision.photometry.normalise import Reals, brought
from vision.photometry.white_balance import Lamp, lamp_bgr
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import UNTOLD, Exemplar, mostly_by_markers
from vision.recognition import colourless, fit_cache, juts, plainness, reading
from vision.recognition.colourless import Colours, colours_of
from vision.recognition.recogniser import Recogniser
from vision.registration.homography import Array
from vision.registration.lens import Lens
from vision.registration.locate import Located, locate, one_of
from vision.registration.patches import MARGIN_PX, Picture, cell_patches, piece_patch
from vision.registration.plane import Plane
from vision.registration.rectify import Rect, px_per_mm, warp

_LAMP_PX = 128
"""The longer side of the area's picture by which the lamp is told."""
_FINDING_PX = 64
"""A piece's shorter side in the picture in which it is looked for: half as much again as the finest fit takes."""
_AS_SQUARE = 1.02
"""Sides that differ by no more are a square piece's."""
_OTHER_SHAPE = 1.3
"""Faces whose widths by their heights differ by this factor are of other pieces."""
_FEW_CELLS = 3
"""A picture of no more places, and no markers, shows hardly anything by which to tell its lamp but what lies there."""
_RIM = 0.15
"""Of a piece's shorter side: how much around a zone of free pieces is looked at, too."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A taught picture that all others of the set surely read as another face."""

    exemplar: Exemplar
    looks_like: str


@dataclass(frozen=True, slots=True)
class Trained:
    """A piece set fitted for each zone of a layout, by the zone's name, for each zone of free pieces what they look
    like from afar, the structure of faces without a figure, which faces are `blank`, and the set's `colours`.
    `by_markers` says that what is read is freed of the light that markers tell, as most of the set was taught;
    `patches` are the colours of printed patches under a white lamp, (3,) BGR each, as they were taught. `set_aside` are
    the pictures of the set that are not read with, for all others say that they show another face."""

    layout: Layout
    zones: dict[str, Recogniser]
    known: dict[str, KnownFaces]
    structures: plainness.Structures
    blank: frozenset[str] = frozenset()
    colours: Colours = field(default_factory=Colours)
    by_markers: bool = False
    patches: Mapping[str, Reals] = field(default_factory=dict)
    set_aside: tuple[SetAside, ...] = ()


@dataclass(frozen=True, slots=True)
class Illumination:
    """What white looks like over an area: everywhere the same (`lamp`), or, with black, place by place, as the markers
    `told`; `tied` leads colours on to the taught ones, as colour patches tell."""

    lamp: Lamp
    told: MarkerLight | None = None
    tied: Line | None = None

    def at(self, places_mm: Reals) -> tuple[Reals, Reals]:
        """Return white and black at places of the area, (n, 2) mm: (n, 3) BGR each; black is zeros where untold."""
        if self.told is None:
            white, black = np.tile(np.array(self.lamp), (len(places_mm), 1)), np.zeros((len(places_mm), 3))
        else:
            white, black = self.told.at(places_mm)
        return led(self.tied, white, black) if self.tied else (white, black)


def train(faces: Faces, layout: Layout) -> Trained:
    """Return the taught faces fitted for each zone of the layout; the set must hold a face at least."""
    by_markers = mostly_by_markers(faces.examples)
    fitted: dict[tuple[int, float], Recogniser] = {}
    zones: dict[str, Recogniser] = {}
    aside: dict[int, SetAside] = {}
    for zone in layout.zones:
        key = (turns_of(zone), round(ratio_of(zone), 2))
        if key not in fitted:
            alike = fitting(faces.examples, layout, key[1])
            made = fit_cache.fitted(faces.folder, alike, key[0], complete=faces.complete, by_markers=by_markers)
            aside |= {id(alike[one]): SetAside(alike[one], made.labels[face]) for one, face in made.set_aside}
            fitted[key] = made
        zones[zone.name] = fitted[key]
    known = {
        zone.name: known_faces(_from_afar(faces.examples, layout, ratio_of(zone)), zone.piece_mm)
        for zone in layout.zones
        if isinstance(zone, Pieces)
    }
    patches = _patches_taught(faces.examples, by_markers=by_markers)
    structures = plainness.structures(faces.examples)
    blank = juts.blank_faces(faces.examples) if layout.markers else frozenset[str]()  # a printed mat, no ruled board
    colours = colours_of(faces.examples)
    told = structures, blank, colours, by_markers, patches
    return Trained(layout, zones, known, *told, tuple(aside.values()))


def _patches_taught(examples: tuple[Exemplar, ...], *, by_markers: bool) -> dict[str, Reals]:
    """Return what colour patches usually looked like under a white lamp when the set was taught."""
    seen: dict[str, list[Reals]] = {}
    for e in examples:
        marked = by_markers and any(e.white_bgr)
        white, black = (e.white_bgr, e.black_bgr) if marked else (e.lamp_bgr, UNTOLD)
        for name, bgr in e.patches_bgr.items():
            seen.setdefault(name, []).append(brought(np.array(bgr), np.array(white), np.array(black)))
    return {name: np.median(colours, axis=0) for name, colours in seen.items()}


def _from_afar(examples: tuple[Exemplar, ...], layout: Layout, ratio: float) -> list[Picture]:
    """Return the whole faces of the examples of about that shape, of each face the last two that were taught."""
    latest: dict[str, list[Picture]] = {}
    for example in fitting(examples, layout, ratio):
        face = example.patch[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
        latest[example.label] = [*latest.get(example.label, [])[-1:], face]
    return [face for faces in latest.values() for face in faces]


def observe(
    frame_bgr: Picture,
    layout: Layout,
    trained: Trained,
    *,
    corners_px: Array | None = None,
    rectified: bool = False,
    lens: Lens | None = None,
) -> Observation | Unseen:
    """Return what lies where in a frame, or why nothing was seen.

    Parameters
    ----------
    frame_bgr : (height, width, 3) uint8
    layout : where to look
    trained : the taught set, from `train` with the same layout
    corners_px : (4, 2), the area's corners where no markers locate it, clockwise from its top left
    rectified : the frame is the area and nothing else
    lens : the camera's, where it was measured
    """
    located = one_of(locate(frame_bgr, layout, corners_px=corners_px, rectified=rectified, lens=lens))
    return located if isinstance(located, Unseen) else observe_located(frame_bgr, located, layout, trained)


def observe_located(frame_bgr: Picture, located: Located, layout: Layout, trained: Trained) -> Observation:
    """Return what lies where in a frame, (height, width, 3) uint8, in which the layout's area was found already."""
    light = area_light(frame_bgr, located, layout, by_markers=trained.by_markers)
    if trained.patches and layout.patches:
        light = replace(light, tied=tie(patches_seen(frame_bgr, located, layout, light), trained.patches))
    seen: dict[str, ZoneSeen] = dict(_grids_seen(frame_bgr, located, layout, trained, light))
    for zone in layout.zones:
        if isinstance(zone, Pieces):
            seen[zone.name] = _pieces_seen(frame_bgr, located, zone, trained, light)
    return Observation({zone.name: seen[zone.name] for zone in layout.zones}, located.mm_to_px)


def area_light(frame_bgr: Picture, located: Located, layout: Layout, *, by_markers: bool) -> Illumination:
    """Return the light over the area that was located in a frame: shades of grey over all of it, and, `by_markers`,
    what these tell."""
    rect_mm = (0.0, 0.0, *layout.size_mm)
    scale = min(_LAMP_PX / max(layout.size_mm), px_per_mm(located.plane, rect_mm))
    lamp = lamp_bgr(warp(frame_bgr, located.plane, rect_mm, scale))
    return Illumination(lamp, marker_light(frame_bgr, located, layout) if by_markers else None)


def patches_seen(frame_bgr: Picture, located: Located, layout: Layout, light: Illumination) -> dict[str, Reals]:
    """Return what the layout's colour patches look like in a frame, brought under a white lamp by the light where each
    lies: (3,) BGR by name."""
    found = measured(frame_bgr, located.plane, layout.patches)
    rects = {patch.name: patch.rect_mm for patch in layout.patches}
    middles = np.array([(x + w / 2, y + h / 2) for x, y, w, h in (rects[name] for name in found)]).reshape(-1, 2)
    under = brought(np.array(list(found.values())).reshape(-1, 3), *light.at(middles))
    return dict(zip(found, under, strict=True))


def found_pieces(
    picture: Picture, plane: Plane, zone: Pieces, known: KnownFaces | None = None
) -> tuple[Candidate, ...]:
    """Return the pieces that lie in a zone of a picture, where each is and how it is turned; `known` are the faces that
    were taught, with which more is found and less invented. A piece is in the zone in which its middle lies; people lay
    some along the printed line and over it, so the picture shows a little of what is beyond."""
    scale = min(px_per_mm(plane, zone.rect_mm), _FINDING_PX / min(zone.piece_mm))
    rim_mm = _RIM * min(zone.piece_mm)
    x_mm, y_mm, width, height = zone.rect_mm
    wider = replace(zone, rect_mm=(x_mm - rim_mm, y_mm - rim_mm, width + 2 * rim_mm, height + 2 * rim_mm))
    found = find_pieces(warp(picture, plane, wider.rect_mm, scale), wider, scale, known)
    return tuple(each for each in found if _within(zone.rect_mm, each.center_mm))


def _within(rect_mm: Rect, place_mm: tuple[float, float]) -> bool:
    x_mm, y_mm, width, height = rect_mm
    return 0 <= place_mm[0] - x_mm < width and 0 <= place_mm[1] - y_mm < height


def cell_middles_mm(zone: Grid) -> Reals:
    """Return where the cells of a grid have their middles in the area, row by row, (rows * cols, 2)."""
    x_mm, y_mm, width, height = zone.rect_mm
    across, down = (np.arange(zone.cols) + 0.5) / zone.cols, (np.arange(zone.rows) + 0.5) / zone.rows
    grid = np.stack(np.meshgrid(x_mm + across * width, y_mm + down * height), axis=-1)
    return np.asarray(grid.reshape(-1, 2), np.float64)


def turns_of(zone: Zone) -> int:
    """Return in how many quarter turns a face may lie in a zone once its piece is found."""
    if isinstance(zone, Grid):
        return zone.turns
    width, height = zone.piece_mm
    return 4 if max(width, height) / min(width, height) < _AS_SQUARE else 2


def ratio_of(zone: Zone) -> float:
    """Return the width of a face of the zone by its height."""
    if isinstance(zone, Grid):
        return (zone.rect_mm[2] / zone.cols) / (zone.rect_mm[3] / zone.rows)
    return zone.piece_mm[0] / zone.piece_mm[1]


def fitting(examples: tuple[Exemplar, ...], layout: Layout, ratio: float) -> tuple[Exemplar, ...]:
    """Return the examples of about a zone's shape, and those of faces that were taught in no shape of the layout, by
    close views that were cut too wide, say: a face that is not read with would be read as another."""
    shapes = {ratio_of(zone) for zone in layout.zones}
    placed = {e.label for e in examples if any(_same_shape(e.ratio, shape) for shape in shapes)}
    alike = tuple(e for e in examples if _same_shape(e.ratio, ratio) or e.label not in placed)
    return alike or examples


def _same_shape(ratio: float, other: float) -> bool:
    return bool(abs(np.log(ratio / other)) < np.log(_OTHER_SHAPE))


def _grids_seen(
    picture: Picture, located: Located, layout: Layout, trained: Trained, light: Illumination
) -> Iterator[tuple[str, GridSeen]]:
    """Yield each grid zone by its name; the cells of all zones that share a recogniser are read at once."""
    shared: dict[int, list[Grid]] = {}
    for zone in layout.zones:
        if isinstance(zone, Grid):
            shared.setdefault(id(trained.zones[zone.name]), []).append(zone)
    for zones in shared.values():
        recogniser = trained.zones[zones[0].name]
        patches = np.concatenate([cell_patches(picture, located.zones[zone.name], zone) for zone in zones])
        under = light.at(np.concatenate([cell_middles_mm(zone) for zone in zones]))
        few = not layout.markers and len(patches) <= _FEW_CELLS
        readings = reading.read(recogniser, patches, *under, no_more_seen=few)
        readings = colourless.doubted(readings, patches, under[0], trained.colours)
        readings = plainness.doubted(readings, patches, trained.structures)
        start = 0
        for zone in zones:
            count = zone.rows * zone.cols
            part = slice(start, start + count)
            cells = juts.doubted(readings[part], patches[part], trained.blank, zone.cols)
            yield zone.name, _grid_seen(zone, cells, located.doubtful.get(zone.name))
            start += count


def _grid_seen(zone: Grid, readings: tuple[Reading, ...], covered: Unseen | None) -> GridSeen:
    if covered:
        readings = tuple(reading.doubted(each) for each in readings)
    return GridSeen(tuple(readings[row * zone.cols : (row + 1) * zone.cols] for row in range(zone.rows)), covered)


def _pieces_seen(picture: Picture, located: Located, zone: Pieces, trained: Trained, light: Illumination) -> PiecesSeen:
    plane, covered = located.zones[zone.name], located.doubtful.get(zone.name)
    found = found_pieces(picture, plane, zone, trained.known.get(zone.name))
    if not found:
        return PiecesSeen((), covered)
    patches = np.stack([piece_patch(picture, plane, zone, each.center_mm, each.angle_deg) for each in found])
    under = light.at(np.array([each.center_mm for each in found]))
    seen = reading.read_turned(trained.zones[zone.name], patches, *under)
    readings = colourless.doubted([read for read, _ in seen], patches, under[0], trained.colours)
    pieces = []
    for candidate, read, (_, turn_deg) in zip(found, readings, seen, strict=True):
        angle_deg = (candidate.angle_deg + turn_deg + 180.0) % 360.0 - 180.0
        trusted = read if covered is None else reading.doubted(read)
        pieces.append(Piece(trusted, candidate.center_mm, angle_deg))
    return PiecesSeen(tuple(pieces), covered)
