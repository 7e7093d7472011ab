"""How well pieces are read, over wide ranges of pose, light and print: drawn docks, and real photos where a folder with
them is named (`PHOTOS=… make bench`). What is asked is printed; sure and wrong fails."""

import math
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

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
from vision.observe import observe, train

pytestmark = pytest.mark.bench
CELLS = int(os.environ.get("CELLS", "10000"))
PIECES = int(os.environ.get("PIECES", "1000"))
"""How many drawn cells and free pieces are read in each condition."""
OFF_MM, ASKEW_DEG = 3.0, 2.0


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    return simulated_table.teach("shipshape", tmp_path_factory.mktemp("pieces") / "shipshape")


def dropped(dice: random.Random) -> dict[str, object]:
    return {
        "offset_mm": (dice.gauss(0, OFF_MM / 2), dice.gauss(0, OFF_MM / 2)),
        "askew_deg": dice.gauss(0, ASKEW_DEG / 2),
    }


def docks(layout, dice: random.Random) -> dict[str, Dock]:
    """Return a hold with none to three crates in every dock, as hands lay them."""
    holds = dice.sample(HOLDS, len(layout.zones))
    crates = iter(dice.sample(CRATES, 3 * len(layout.zones)))
    return {
        zone.name: Dock(
            hold,
            tuple(
                LaidCrate(next(crates), dice.randrange(4), dice.random() < 0.5, **dropped(dice))
                for _ in range(dice.randrange(4))
            ),
            0,
            (dice.gauss(0, 0.5), dice.gauss(0, 0.5)),
            dice.gauss(0, 0.5),
        )
        for zone, hold in zip(layout.zones, holds, strict=True)
    }


def observed(pieces, layout, trained, hardness, seed):
    """Draw what lies there as it looks on such an evening, and read it."""
    look = simulated_table.evening(layout, seed, hardness)
    scene = drawn_table.scene(layout, pieces, None, look.printed)
    frame = render(scene, look.view, simulated_table.SIZE_PX, np.random.default_rng(seed))
    return observe(frame, layout, trained)


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("complete", [True, False])
def test_drawn_docks_are_read_right_or_asked_about(faces, hardness, complete):
    cv2.setNumThreads(1)
    layout = mat_layouts.layout_for("shipshape", 6)
    trained = train(replace(faces, complete=complete), layout)
    count = {
        "faces": 0,
        "empties": 0,
        "faces right": 0,
        "empties right": 0,
        "asked": 0,
        "sure and wrong": 0,
        "refused": 0,
    }
    seed = 7_000_000
    while count["faces"] + count["empties"] < CELLS:
        seed += 1
        laid = docks(layout, random.Random(seed))
        seen = observed(laying.lay(layout, laid), layout, trained, hardness, seed)
        if not hasattr(seen, "zones"):
            count["refused"] += 1
            continue
        for name, dock in laid.items():
            readings = [reading for row in seen.zones[name].cells for reading in row]
            for reading, label in zip(readings, dock.labels, strict=True):
                kind, right = "empties" if label == "empty" else "faces", reading.label == label
                count[kind] += 1
                count[f"{kind} right"] += right
                count["asked"] += not reading.sure
                count["sure and wrong"] += reading.sure and not right
    print(f"\ndrawn docks, {hardness.value}, {'complete' if complete else 'open'} set: {count}")
    assert count["sure and wrong"] == 0


@pytest.fixture(scope="module")
def tiles(tmp_path_factory):
    return simulated_table.teach("stingy", tmp_path_factory.mktemp("pieces") / "stingy")


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("complete", [True, False])
def test_drawn_free_tiles_are_found_and_read_right_or_asked_about(tiles, hardness, complete):
    cv2.setNumThreads(1)
    layout = mat_layouts.layout_for("stingy", 4)
    trained = train(replace(tiles, complete=complete), layout)
    every = [kind.tile for kind in kinds(COLOURS).values() for _ in range(kind.size)]
    count = {"lying": 0, "found": 0, "invented": 0, "right": 0, "asked": 0, "sure and wrong": 0, "refused": 0}
    seed = 8_000_000
    while count["lying"] < PIECES:
        seed += 1
        dice = random.Random(seed)
        places = {z.name: tile_laying.spread(dice.sample(every, dice.randrange(4, 11)), z, dice) for z in layout.zones}
        seen = observed(tile_laying.lay(layout, places, tile_artwork.art), layout, trained, hardness, seed)
        if not hasattr(seen, "zones"):
            count["refused"] += 1
            continue
        for name, lying in tile_laying.placed(layout, places).items():
            count["lying"] += len(lying)
            left = list(lying)
            for piece in seen.zones[name].pieces:
                apart = [math.dist(piece.center_mm, middle) for _, middle, _ in left]
                if not apart or min(apart) > layout.zone(name).piece_mm[0] / 2:
                    count["invented"] += 1
                    count["sure and wrong"] += piece.reading.sure
                    continue
                label = left.pop(apart.index(min(apart)))[0]
                right = piece.reading.label == label
                count["found"] += 1
                count["right"] += right
                count["asked"] += not piece.reading.sure
                count["sure and wrong"] += piece.reading.sure and not right
    print(f"\ndrawn free tiles, {hardness.value}, {'complete' if complete else 'open'} set: {count}")
    assert count["sure and wrong"] == 0


def test_real_photos():
    photos = os.environ.get("PHOTOS")
    if not photos:
        pytest.skip("PHOTOS names no folder with photos")
    table = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("accuracy.py")), photos, "--frames", "4"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    print("\n" + table)
    assert "sure+wrong" in table
    assert all(part.startswith("0 ") for part in table.split("sure+wrong ")[1:])
