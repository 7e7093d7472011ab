"""Does the simulated table flatter? `python tests/bench/flattery.py [--pictures N] [--seed N] [--light LIGHT …]
[--numbers FOLDER] [--scenes FILE.json …]`.

Drawn docks and drawn tiles, in normal and in hard light, are read as the photoreal scenes are, and stand in one table
with these: market beside docks, beach beside tiles; and beside tiles that are like beach's, near hues taught by close
views under two lights. FILEs are what `generalise.py --json` wrote; FOLDER is that of
`teaching_curves.py`: docks are read with the numbers that judge market, tiles with those that judge beach. What is
printed is the share that was right, asked about in an open and in a complete set, and how many were sure and wrong.
"""

import argparse
import json
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2

# First what imports the companion: it has numpy compute in one thread, if it is asked before numpy is there.
import drawn_tables
from drawn_tables import close_views
from patch_rows import read_by_the_other_half

from companion.simulation import simulated_table
from vision.drawing.views import Hardness
from vision.observe import train
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces

_SCENES = ("market", "beach")
_TAUGHT_IN = (5_000_001, 5_000_002)


def _practice(game: str) -> Faces:
    with tempfile.TemporaryDirectory() as folder:
        return simulated_table.teach(game, Path(folder) / game)


def _near_hues() -> Faces:
    with tempfile.TemporaryDirectory() as folder:
        return piece_sets.add(piece_sets.load_or_new(Path(folder)), close_views(drawn_tables.NEAR_HUES, _TAUGHT_IN))


_ROWS = {
    "docks": (partial(_practice, "shipshape"), drawn_tables.docks, drawn_tables.DOCKS, "A"),
    "tiles": (partial(_practice, "stingy"), drawn_tables.tiles, drawn_tables.TILES, "B"),
    "tiles of near hues": (
        _near_hues,
        partial(drawn_tables.tiles, deck=drawn_tables.NEAR_HUES),
        drawn_tables.TILES,
        "B",
    ),
}
"""What is taught, how a table of it is drawn and read, its layout, and of which half the scene beside it is."""


def main() -> None:
    """Draw, read and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=20)
    parser.add_argument("--seed", type=int, default=9_000_000)
    parser.add_argument("--light", type=Hardness, nargs="*", default=tuple(Hardness))
    parser.add_argument("--numbers", type=Path)
    parser.add_argument("--scenes", type=Path, nargs="*", default=())
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print("| pictures | set | cells | right | asked | sure and wrong | missed, invented, refused |")
    print("|---|---|---|---|---|---|---|")
    for file in args.scenes:
        for each in json.loads(file.read_text("utf-8"))["conditions"]:
            game, condition, complete = each["of"]
            if game in _SCENES:
                _row(
                    f"{game}, {condition}",
                    complete,
                    each["cells"],
                    each["right"],
                    each["asked"],
                    each["sure_wrong"],
                    f"{each['missed']}, {each['invented']}, –",
                )
    for name, (taught, read, layout, half) in _ROWS.items():
        faces = taught()
        read_by_the_other_half(half, args.numbers)
        for complete in (False, True):
            trained = train(replace(faces, complete=complete), layout)
            for hardness in args.light:
                _read(
                    f"drawn {name}, {hardness.value}",
                    complete,
                    [read(trained, hardness, args.seed + n) for n in range(args.pictures)],
                )


def _read(name, complete, pictures) -> None:
    pairs = [pair for picture in pictures if picture is not None for pair in picture]
    known = [(label, reading) for label, reading in pairs if label is not None]
    right = sum(reading is not None and reading.label == label for label, reading in known)
    asked = sum(reading is None or not reading.sure for _, reading in known)
    wrong = sum(reading is not None and reading.sure and reading.label != label for label, reading in pairs)
    missed, invented = sum(reading is None for _, reading in known), len(pairs) - len(known)
    _row(
        name,
        complete,
        len(known),
        right / len(known),
        asked / len(known),
        wrong,
        f"{missed}, {invented}, {pictures.count(None)}",
    )


def _row(name: str, complete: bool, cells: int, right: float, asked: float, wrong: int, others: str) -> None:
    which = "complete" if complete else "open"
    print(
        f"| {name} | {which} | {cells} | {100 * right:.1f} % | {100 * asked:.1f} % | {wrong} | {others} |", flush=True
    )


if __name__ == "__main__":
    main()
