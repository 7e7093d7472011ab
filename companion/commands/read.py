"""`companion read`: say what lies where in pictures, how sure that is, and what else it could be."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from companion.camera import which_mat
from companion.commands.arguments import AskedError, asked_faces, asked_mats, layout_arguments, refuse
from companion.evaluation.pictures import load_picture
from vision.layout import Layout
from vision.observation import GridSeen, Observation, Reading, Unseen, ZoneSeen
from vision.observe import SetAside, Trained, observe, train
from vision.pieceset.faces import Faces
from vision.registration.rectify import goes_clockwise


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion read` takes."""
    layout_arguments(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--corners", metavar='"x,y x,y x,y x,y"', help="the area's corners, clockwise from its top left")
    where.add_argument("--rectified", action="store_true", help="each picture is the area and nothing else")
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture, a line each")
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="the pictures to read")


def run(args: argparse.Namespace) -> int:
    """Read the pictures and print what was seen; what can't be opened is named, and the others are read."""
    try:
        mats = asked_mats(args)
        corners = None if args.corners is None else parse_corners(args.corners)
        fitted = _Fitted(asked_faces(args))
        fitted.to(mats[0])
    except (ValueError, OSError) as error:
        return refuse(error)
    status = 0
    for path in args.images:
        try:
            picture, layout = load_picture(path), mats[0]
            if len(mats) > 1 and corners is None and not args.rectified:
                found = which_mat.lying(picture, mats)
                layout = layout if isinstance(found, Unseen) else found[0]
            seen = observe(picture, layout, fitted.to(layout), corners_px=corners, rectified=args.rectified)
        except ValueError as error:
            status = refuse(error)
            continue
        print(_json(path, seen) if args.json else _plain(path, seen, layout), flush=True)
    return status


class _Fitted:
    """The taught faces fitted for each layout that is met; says once which of their pictures are not read with."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._made: dict[Layout, Trained] = {}
        self._told: set[str] = set()

    def to(self, layout: Layout) -> Trained:
        """Return the faces fitted for a layout."""
        if layout not in self._made:
            self._made[layout] = train(self._faces, layout)
            said = dict.fromkeys(map(_left_out, self._made[layout].set_aside))
            for sentence in (sentence for sentence in said if sentence not in self._told):
                print(sentence, file=sys.stderr)
            self._told |= said.keys()
        return self._made[layout]


def _left_out(one: SetAside) -> str:
    """Return in a sentence which picture of the set is not read with, and why."""
    named, other, picture = one.exemplar, one.looks_like, one.exemplar.picture or "nowhere"
    return (
        f"{named.file} from {picture} was taught as “{named.label}” but looks like “{other}”, so it is left out;"
        " if that was a slip, remove it with companion pieces remove"
    )


def parse_corners(text: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return four corners, (4, 2), from "x,y x,y x,y x,y"; raise an AskedError where it is something else."""
    try:
        points = [[float(number) for number in part.split(",")] for part in text.split()]
        corners = np.array(points, np.float64)
    except ValueError:
        corners = np.empty(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise AskedError(f'--corners: it is “{text}”; write four points as "x,y x,y x,y x,y", clockwise from top left')
    if not goes_clockwise(corners):
        raise AskedError(f"--corners: “{text}” must go clockwise around the area, from its top left")
    return corners


def as_json(seen: Observation | Unseen) -> dict[str, Any]:
    """Return what was seen in a picture as a JSON-ready value."""
    if isinstance(seen, Unseen):
        return {"found": False, "why": str(seen)}
    return {"found": True, "zones": {name: _zone(zone) for name, zone in seen.zones.items()}}


def _zone(zone: ZoneSeen) -> dict[str, Any]:
    covered = {"covered": str(zone.covered)} if zone.covered else {}
    if isinstance(zone, GridSeen):
        return {"cells": [[_reading(cell) for cell in row] for row in zone.cells]} | covered
    pieces = [
        _reading(piece.reading)
        | {
            "center_mm": [round(value, 2) for value in piece.center_mm],
            "angle_deg": round(piece.angle_deg, 2),
        }
        for piece in zone.pieces
    ]
    return {"pieces": pieces} | covered


def _reading(reading: Reading) -> dict[str, Any]:
    return {
        "label": reading.label,
        "confidence": round(reading.confidence, 4),
        "sure": reading.sure,
        "rival": reading.rival,
        "ranking": [[label, round(chance, 4)] for label, chance in reading.ranking],
    }


def _json(path: Path, seen: Observation | Unseen) -> str:
    told = {"file": str(path), **as_json(seen)}
    # Where the stream lacks letters, as a pipe of some systems does, two labels must not become the same mark.
    return json.dumps(told, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


def _plain(path: Path, seen: Observation | Unseen, layout: Layout) -> str:
    if isinstance(seen, Unseen):
        return f"{path}: {seen}"
    rows = [f"{path}: {layout.name}"]
    for name, zone in seen.zones.items():
        rows.append(f"  {name}:" + (f" {zone.covered}" if zone.covered else ""))
        if isinstance(zone, GridSeen):
            words = [[_word(cell) for cell in row] for row in zone.cells]
            wide = max(len(word) for row in words for word in row)
            rows += ["    " + "  ".join(word.ljust(wide) for word in row).rstrip() for row in words]
        else:
            rows += [
                f"    {_word(p.reading)} at {p.center_mm[0]:.1f}, {p.center_mm[1]:.1f} mm, turned {p.angle_deg:z.0f}°"
                for p in zone.pieces
            ]
    return "\n".join(rows)


def _word(reading: Reading) -> str:
    return reading.label if reading.sure else f"{reading.label}?"
