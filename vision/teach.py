"""Labelled pictures → exemplars: what `vision.pieceset.faces` stores and a recogniser is fitted to."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.detection.free_pieces import Candidate
from vision.layout import Grid, Layout, Pieces
from vision.observation import Unseen
from vision.observe import Illumination, area_light, cell_middles_mm, found_pieces, patches_seen, ratio_of
from vision.photometry.normalise import WHITE, Reals, slope
from vision.photometry.white_balance import lamp_bgr, lamps_of_one_teaching
from vision.pieceset.set_index import UNTOLD, Bgr, Exemplar
from vision.registration.homography import Array
from vision.registration.lens import Lens
from vision.registration.locate import locate, one_of
from vision.registration.patches import Picture, cell_patches, face_patch, piece_patch

_NEAR_SHARE, _ANGLE_SLACK_DEG = 0.3, 12.0
"""How far from where it is said to lie (of its shorter side), and how much otherwise turned, a piece that was found may
be and still be the one that is meant."""

_FEW_FACES = 3
"""In a picture of nothing else, so many are still taken for its lamp. Tried with one, two and three of a cube's six."""

Cells = Sequence[Sequence[str | None]]
Placed = tuple[str, tuple[float, float], float | None]


def example_of_face(picture: Picture, label: str, name: str) -> Exemplar:
    """Return what a picture of that name teaches which shows one whole face, upright, from straight above, and nothing
    else."""
    ratio = picture.shape[1] / picture.shape[0]
    return Exemplar(label, face_patch(picture), lamp_bgr(picture), ratio, False, name)


def under_one_lamp(pictures: Sequence[Sequence[Exemplar]], show_no_more: Sequence[bool]) -> tuple[Exemplar, ...]:
    """Return what several pictures of one teaching teach; those that show few of its faces, and nothing else, under the
    lamp of all of them: crops of tiles, a solved cube's six sides, tiles laid out colour by colour have no white, and
    their own colour would be taken for the lamp's."""
    taught = [(examples, alone) for examples, alone in zip(pictures, show_no_more, strict=True) if examples]
    faces = [{example.label for example in examples} for examples, _ in taught]
    every = set().union(*faces)
    few = [
        alone and len(shown) <= _FEW_FACES and shown < every for (_, alone), shown in zip(taught, faces, strict=True)
    ]
    lamps = lamps_of_one_teaching([examples[0].lamp_bgr for examples, _ in taught], few)
    return tuple(
        replace(example, lamp_bgr=lamp)
        for (examples, _), lamp in zip(taught, lamps, strict=True)
        for example in examples
    )


def examples_of_frame(
    frame_bgr: Picture,
    layout: Layout,
    cells: Mapping[str, Cells],
    pieces: Mapping[str, Sequence[Placed]],
    *,
    picture: str = "",
    corners_px: Array | None = None,
    rectified: bool = False,
    lens: Lens | None = None,
) -> tuple[Exemplar, ...] | Unseen:
    """Return what a frame teaches, or why the area can't be found in it.

    `cells` holds the faces of grid zones by the zone's name, rows × cols, None teaching nothing; `pieces` those of
    pieces zones: label, middle in millimetres, and angle where it is known.
    """
    located = one_of(locate(frame_bgr, layout, corners_px=corners_px, rectified=rectified, lens=lens))
    if isinstance(located, Unseen):
        return located
    light = area_light(frame_bgr, located, layout, by_markers=True)
    colours = patches_seen(frame_bgr, located, layout, light) if layout.patches else {}
    taught: list[Exemplar] = []
    said = [name for name, rows in cells.items() if any(label is not None for row in rows for label in row)]
    for name in (*said, *(name for name, listed in pieces.items() if listed)):
        if name in located.doubtful:
            return located.doubtful[name]
        zone, plane = layout.zone(name), located.zones[name]
        if isinstance(zone, Grid):
            patches = cell_patches(frame_bgr, plane, zone)
            labels = [label for row in cells[name] for label in row]
            told = _told(light, cell_middles_mm(zone), colours)
            taught += [
                Exemplar(label, patch, light.lamp, ratio_of(zone), True, picture, "", *under)
                for label, patch, under in zip(labels, patches, told, strict=True)
                if label is not None
            ]
        elif isinstance(zone, Pieces):
            found = found_pieces(frame_bgr, plane, zone)
            for label, center_mm, angle_deg in pieces[name]:
                place = _placed(found, zone, center_mm, angle_deg)
                patch = piece_patch(frame_bgr, plane, zone, *place)
                (under,) = _told(light, np.array([place[0]]), colours)
                turned = angle_deg is None
                taught.append(Exemplar(label, patch, light.lamp, ratio_of(zone), turned, picture, "", *under))
    return tuple(taught)


def _told(light: Illumination, places_mm: Reals, colours: Mapping[str, Reals]) -> list[tuple[Bgr, Bgr, dict[str, Bgr]]]:
    """Return of places (n, 2) of the area the white and black there, where markers told them, and what colour patches
    would look like there, `colours` being what they are under a white lamp."""
    told = []
    for white, black in zip(*light.at(places_mm), strict=True):
        here = {name: _bgr(white + (colour - WHITE) / slope(white, black)) for name, colour in colours.items()}
        told.append((_bgr(white), _bgr(black), here) if light.told else (UNTOLD, UNTOLD, here))
    return told


def _bgr(values: Reals) -> Bgr:
    blue, green, red = values
    return float(blue), float(green), float(red)


def _placed(
    found: Sequence[Candidate], zone: Pieces, center_mm: tuple[float, float], angle_deg: float | None
) -> tuple[tuple[float, float], float]:
    """Return where a piece lies that somebody says lies about there: exactly, where its outline is found."""
    wanted_deg = angle_deg or 0.0
    near = [
        (float(np.hypot(c.center_mm[0] - center_mm[0], c.center_mm[1] - center_mm[1])), c.center_mm, c.angle_deg)
        for c in found
    ]
    away_mm, there_mm, turn_deg = min(near, default=(float("inf"), center_mm, wanted_deg))
    if away_mm > _NEAR_SHARE * min(zone.piece_mm):
        return center_mm, wanted_deg
    period_deg = 90.0 if zone.piece_mm[0] == zone.piece_mm[1] else 180.0
    # The outline says the angle but for half or quarter turns; which of these it is, the label says.
    off_deg = (turn_deg - wanted_deg + period_deg / 2) % period_deg - period_deg / 2
    if angle_deg is not None and abs(off_deg) > _ANGLE_SLACK_DEG:
        return center_mm, wanted_deg
    return there_mm, wanted_deg + off_deg
