"""Tables of the simulated kind, drawn by chance and read: what lies there beside what was read."""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from companion.bases.free_pieces import laying as tile_laying
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice import artwork as tile_artwork
from companion.prints.drawing import Circle, Drawing, Shape, moved, rect
from companion.prints.piece import Art
from companion.simulation import drawn_table, simulated_table
from vision.drawing.render import render
from vision.drawing.views import Hardness
from vision.layout import Layout
from vision.observation import Reading, Unseen
from vision.observe import Trained, observe
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import MARGIN_PX, Picture
from vision.teach import example_of_face, examples_of_frame, under_one_lamp

OFF_MM, ASKEW_DEG = 3.0, 2.0
DOCKS, TILES = mat_layouts.layout_for("shipshape", 6), mat_layouts.layout_for("stingy", 4)


Pair = tuple[str | None, Reading | None]
"""What lies there (None: nothing, a piece was invented) and what was read (None: it was not found)."""


def docks(trained: Trained, hardness: Hardness, seed: int) -> list[Pair] | None:
    """Return the squares of six docks with none to three crates each, as hands lay them; None where the mat was
    refused."""
    dice = random.Random(seed)
    laid = _docks(DOCKS, dice)
    seen = _observed(laying.lay(DOCKS, laid), DOCKS, trained, hardness, seed)
    if seen is None:
        return None
    return [
        (label, reading)
        for name, dock in laid.items()
        for label, reading in zip(dock.labels, (r for row in seen.zones[name].cells for r in row), strict=True)
    ]


def _docks(layout: Layout, dice: random.Random) -> dict[str, Dock]:
    holds = dice.sample(HOLDS, len(layout.zones))
    crates = iter(dice.sample(CRATES, 3 * len(layout.zones)))
    return {
        zone.name: Dock(
            hold,
            tuple(
                LaidCrate(next(crates), dice.randrange(4), dice.random() < 0.5, **_dropped(dice))
                for _ in range(dice.randrange(4))
            ),
            0,
            (dice.gauss(0, 0.5), dice.gauss(0, 0.5)),
            dice.gauss(0, 0.5),
        )
        for zone, hold in zip(layout.zones, holds, strict=True)
    }


def _dropped(dice: random.Random) -> dict[str, Any]:
    return {
        "offset_mm": (dice.gauss(0, OFF_MM / 2), dice.gauss(0, OFF_MM / 2)),
        "askew_deg": dice.gauss(0, ASKEW_DEG / 2),
    }


@dataclass(frozen=True)
class Deck:
    """All tiles of a game, and what each kind shows at what size."""

    tiles: tuple[str, ...]
    art: Callable[[str, float], Art]


STINGY = Deck(tuple(kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)), tile_artwork.art)


def tiles(trained: Trained, hardness: Hardness, seed: int, deck: Deck = STINGY) -> list[Pair] | None:
    """Return the tiles of four warehouses, anywhere in them; None where the mat was refused."""
    dice = random.Random(seed)
    places = {z.name: tile_laying.spread(dice.sample(deck.tiles, dice.randrange(4, 11)), z, dice) for z in TILES.zones}
    seen = _observed(tile_laying.lay(TILES, places, deck.art), TILES, trained, hardness, seed)
    if seen is None:
        return None
    pairs: list[Pair] = []
    for name, lying in tile_laying.placed(TILES, places).items():
        left = list(lying)
        for piece in seen.zones[name].pieces:
            apart = [math.dist(piece.center_mm, middle) for _, middle, _ in left]
            near = bool(apart) and min(apart) <= TILES.zone(name).piece_mm[0] / 2
            pairs.append((left.pop(apart.index(min(apart)))[0] if near else None, piece.reading))
        pairs += [(label, None) for label, _, _ in left]
    return pairs


def _observed(pieces: Any, layout: Layout, trained: Trained, hardness: Hardness, seed: int) -> Any:
    """Draw what lies there as it looks on such an evening, and read it; None where the mat was refused."""
    seen = observe(_drawn(pieces, layout, hardness, seed), layout, trained)
    return None if isinstance(seen, Unseen) else seen


def _drawn(pieces: Any, layout: Layout, hardness: Hardness, seed: int) -> Picture:
    look = simulated_table.evening(layout, seed, hardness)
    scene = drawn_table.scene(layout, pieces, None, look.printed)
    return render(scene, look.view, simulated_table.SIZE_PX, np.random.default_rng(seed))


# ---- tiles as those of the photoreal scene: six grounds, of which two pairs are near hues, four things, and a flag

_GROUNDS = {
    "teal": "#2a9aa0", "blue": "#3a7cc8", "pink": "#e0708f", "red": "#c83a3e", "lime": "#9cc43c", "brown": "#8a5f3c",
}  # fmt: skip
_ALONE, _NIGHT, _PAPER = "flag", "#4b4b55", "#f6efdf"
_KINDS = (*(f"{ground} {thing}" for ground in _GROUNDS for thing in tile_artwork.THINGS if thing != _ALONE), _ALONE)
_CLOSE_VIEWS_AT_ONCE = 12


@cache
def _near_hues(tile: str, size_mm: float) -> Art:
    ground, _, thing = tile.rpartition(" ")
    shapes: list[Shape] = [rect((-0.5, -0.5, 1, 1), _GROUNDS.get(ground, _NIGHT)), Circle((0, 0), 0.36, _PAPER)]
    shapes += tile_artwork.THINGS[thing]()
    return Art(Drawing((size_mm, size_mm), moved(tuple(shapes), (size_mm / 2, size_mm / 2), scale=size_mm)))


NEAR_HUES = Deck(2 * _KINDS, _near_hues)


def close_views(deck: Deck, seeds: tuple[int, ...]) -> tuple[Exemplar, ...]:
    """Return each kind of tile as a close view teaches it, cut out upright, once for each seed: an evening in everyday
    light."""
    views: list[tuple[Exemplar, ...]] = []
    core = slice(MARGIN_PX, -MARGIN_PX)
    for seed in seeds:
        left = sorted(set(deck.tiles))
        random.Random(seed).shuffle(left)
        while left:
            some, left = left[:_CLOSE_VIEWS_AT_ONCE], left[_CLOSE_VIEWS_AT_ONCE:]
            dice, count = random.Random(seed), len(TILES.zones)
            places = {z.name: tile_laying.spread(some[k::count], z, dice) for k, z in enumerate(TILES.zones)}
            frame = _drawn(tile_laying.lay(TILES, places, deck.art), TILES, Hardness.NORMAL, seed)
            taught = examples_of_frame(frame, TILES, {}, tile_laying.placed(TILES, places))
            if isinstance(taught, Unseen):
                raise RuntimeError(f"a drawn table could not be read: {taught}")
            views += [(example_of_face(each.patch[core, core], each.label, f"{each.label} {seed}"),) for each in taught]
    return under_one_lamp(views, [True] * len(views))
