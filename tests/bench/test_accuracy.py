"""How well pieces are read, over wide ranges of pose, light and print: drawn docks, and real photos where a folder with
them is named (`PHOTOS=… make bench`). What is asked is printed; sure and wrong fails."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import pytest
from bench import drawn_tables

from companion.simulation import simulated_table
from vision.drawing.views import Hardness
from vision.observe import train

pytestmark = pytest.mark.bench
CELLS = int(os.environ.get("CELLS", "10000"))
PIECES = int(os.environ.get("PIECES", "1000"))
"""How many drawn cells and free pieces are read in each condition."""


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    return simulated_table.teach("shipshape", tmp_path_factory.mktemp("pieces") / "shipshape")


def counted(draw, trained, hardness, seed, most):
    """Return how drawn tables are read, until so many pieces or squares lay there."""
    count = Counter()
    while count["empties"] + count["faces"] < most:
        seed += 1
        pairs = draw(trained, hardness, seed)
        if pairs is None:
            count["refused"] += 1
            continue
        for label, reading in pairs:
            kind = "invented" if label is None else "empties" if label == "empty" else "faces"
            count[kind] += 1
            if reading is None:
                count["missed"] += 1
                continue
            right = reading.label == label
            count[f"{kind} right"] += right
            count["asked"] += not reading.sure
            count["sure and wrong"] += reading.sure and not right
    return dict(count)


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("complete", [True, False])
def test_drawn_docks_are_read_right_or_asked_about(faces, hardness, complete):
    cv2.setNumThreads(1)
    trained = train(replace(faces, complete=complete), drawn_tables.DOCKS)
    count = counted(drawn_tables.docks, trained, hardness, 7_000_000, CELLS)
    print(f"\ndrawn docks, {hardness.value}, {'complete' if complete else 'open'} set: {count}")
    assert count["sure and wrong"] == 0


@pytest.fixture(scope="module")
def tiles(tmp_path_factory):
    return simulated_table.teach("stingy", tmp_path_factory.mktemp("pieces") / "stingy")


@pytest.mark.parametrize("hardness", list(Hardness))
@pytest.mark.parametrize("complete", [True, False])
def test_drawn_free_tiles_are_found_and_read_right_or_asked_about(tiles, hardness, complete):
    cv2.setNumThreads(1)
    trained = train(replace(tiles, complete=complete), drawn_tables.TILES)
    count = counted(drawn_tables.tiles, trained, hardness, 8_000_000, PIECES)
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
