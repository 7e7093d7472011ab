"""Tables of the simulated kind, drawn by chance and read: what lies there beside what was read."""

import math
import random
from typing import Any

import numpy as np

from companion.bases.free_pieces import laying as tile_laying
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.practice import artwork as tile_artwork
from companion.simulation import drawn_table, simulated_table
from vision.drawing.render import render
from vision.drawing.views import Hardness
from vision.layout import Layout
from vision.observation import Reading, Unseen
from vision.observe import Trained, observe

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


def tiles(trained: Trained, hardness: Hardness, seed: int) -> list[Pair] | None:
    """Return the tiles of four warehouses, anywhere in them; None where the mat was refused."""
    every = [kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)]
    dice = random.Random(seed)
    places = {z.name: tile_laying.spread(dice.sample(every, dice.randrange(4, 11)), z, dice) for z in TILES.zones}
    seen = _observed(tile_laying.lay(TILES, places, tile_artwork.art), TILES, trained, hardness, seed)
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
    look = simulated_table.evening(layout, seed, hardness)
    scene = drawn_table.scene(layout, pieces, None, look.printed)
    seen = observe(render(scene, look.view, simulated_table.SIZE_PX, np.random.default_rng(seed)), layout, trained)
    return None if isinstance(seen, Unseen) else seen
