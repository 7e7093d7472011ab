"""Drawn sets: small piece sets as the teach walk and `companion teach` write them from pictures of drawn tables, and
pictures of the same tables in another light, to be read with them."""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from formats import answering
from support.walking_people import Walkers

from companion.game import mat_layouts
from companion.simulation import drawn_table
from companion.simulation.simulated_table import evening, pretending
from vision.drawing.render import render
from vision.layout import Grid, Layout, dump
from vision.pieceset import faces

SIZE_PX = (1152, 648)  # enough for a mat with one place
SHEETS = {  # that are walked through; of ShipShape a hold, then crates
    "shipshape": (0, 18, 19, 20),
    "stingy": (0, 1),
    "alcatraz": (0, 1),
    "allaboard": (0, 1, 2),
}
LESSONS = {"shipshape": 3, "stingy": 2, "alcatraz": 2, "allaboard": 3}  # that are taught
WALK_SEEDS = {"shipshape": 3, "stingy": 5, "alcatraz": 3, "allaboard": 3}
TEACH_SEEDS = {"shipshape": 11, "stingy": 12, "alcatraz": 11, "allaboard": 11}
QUALITY = 88  # of the pictures to be read
Sheet = tuple[Any, Mapping[str, Any]]


def write(folder: Path, scratch: Path) -> None:
    """Write sets, layouts and pictures of every game into a folder of formats."""
    for name in ("sets", "pictures", "walks", "layouts"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for game in SHEETS:
        mat = folder / "layouts" / f"{game}-one.toml"
        mat.write_text(dump(mat_layouts.layout_for(game, 1)), encoding="utf-8")
        _walked(folder, scratch, game)
        _taught(folder, scratch, game, mat)


def _walked(folder: Path, scratch: Path, game: str) -> None:
    """Walk through some sheets, every question answered right; keep a picture of the first and of the last."""
    seed = WALK_SEEDS[game]
    people = Walkers(scratch / "walk", game, seed=seed)
    people.begin()
    for number in SHEETS[game]:
        people.table.laid = number
        people.lay()
        people.settle()
    assert people.wrong == []
    people.walker.finish()
    people.walker.leave()
    (scratch / "walk" / "pieces" / game).rename(folder / "sets" / f"{game}-walked")
    (scratch / "walk" / "walks" / f"{game}.json").rename(folder / "walks" / f"{game}.json")
    _also_complete(folder / "sets" / f"{game}-walked")
    for which, number in (("first", SHEETS[game][0]), ("last", SHEETS[game][-1])):
        file = folder / "pictures" / f"{game}-walked-{which}.jpg"
        _photograph(file, people.table.layout, people.table.sheets[number], seed + 100 + number, QUALITY)


def _taught(folder: Path, scratch: Path, game: str, mat: Path) -> None:
    """Teach some tables from labelled pictures; keep a picture of the first, and of one that was never taught."""
    layout, seed, count = mat_layouts.layout_for(game, 1), TEACH_SEEDS[game], LESSONS[game]
    lessons = pretending(game).lessons(layout, random.Random(seed))
    pictures = [
        _photograph(scratch / f"{game}-{number}.png", layout, lesson, seed + number)
        for number, lesson in enumerate(lessons[:count])
    ]
    labels = scratch / f"{game}.json"
    labels.write_text(json.dumps({"pictures": pictures}), encoding="utf-8")
    pieces = folder / "sets" / f"{game}-taught"
    status, _, err = answering.asked("teach", "--layout", mat, "--pieces", pieces, labels)
    assert status == 0, err
    _also_complete(pieces)
    _photograph(folder / "pictures" / f"{game}-taught.jpg", layout, lessons[0], seed + 100, QUALITY)
    _photograph(folder / "pictures" / f"{game}-taught-strange.jpg", layout, lessons[count], seed + 200, QUALITY)


def _also_complete(pieces: Path) -> None:
    """Keep beside a set its index as it is once the set is declared complete: the pictures are the same."""
    opened = (pieces / "faces.json").read_bytes()
    assert not faces.load(pieces).complete
    assert answering.asked("pieces", "--pieces", pieces, "complete")[0] == 0
    (pieces / "faces.json").rename(pieces.with_name(f"{pieces.name}.complete.json"))
    (pieces / "faces.json").write_bytes(opened)


def _photograph(file: Path, layout: Layout, sheet: Sheet, seed: int, quality: int = 100) -> dict[str, Any]:
    """Write a picture of a sheet and, beside it, what lies there; return that, as LABELS.json says it."""
    laid, shown = sheet
    look = evening(layout, seed)
    scene = drawn_table.scene(layout, laid, None, look.printed)
    picture = render(scene, look.view, SIZE_PX, np.random.default_rng(seed))
    cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, quality] if file.suffix == ".jpg" else [])
    zones = {zone.name: _labels(zone, shown[zone.name]) for zone in layout.zones if zone.name in shown}
    truth = {"file": file.name, "zones": zones}
    if file.suffix == ".jpg":
        file.with_suffix(".truth.json").write_text(json.dumps({"pictures": [truth]}, indent=1) + "\n", encoding="utf-8")
    return truth


def _labels(zone: Any, shown: Any) -> Any:
    if isinstance(zone, Grid):
        return [list(shown[at : at + zone.cols]) for at in range(0, len(shown), zone.cols)]
    return {
        "pieces": [
            {
                "label": label,
                "center_mm": [round(float(value), 2) for value in middle],
                "angle_deg": round(float(angle), 2),
            }
            for label, middle, angle in shown
        ]
    }
