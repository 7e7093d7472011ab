"""`companion evaluate`: measure a piece set against labelled pictures, or against readings that were wrong, and keep a
picture of every miss."""

import argparse
import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
import numpy.typing as npt

from companion.commands.arguments import AskedError, asked_faces, asked_layout, layout_arguments, refuse
from companion.evaluation import cases
from companion.evaluation.labels import LabelledPicture, PieceLabel, corners_array, load_labels
from companion.evaluation.pictures import load_picture
from companion.evaluation.tally import LabelTally
from companion.game import registry
from companion.store.cases import read
from vision.layout import Grid, Layout, Pieces
from vision.observation import GridSeen, Observation, Piece, PiecesSeen, Reading, Unseen
from vision.observe import Trained, observe, train

_NEAR_SHARE = 0.4
_EMPTY = ("empty", "nothing")
_MISS_PX = 160


@dataclass(frozen=True, slots=True)
class Miss:
    """One reading that was wrong, or sure of what was never taught: where, what lay there, what was read."""

    picture: str
    where: str
    truth: str
    reading: Reading
    image: npt.NDArray[np.uint8] = field(repr=False)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion evaluate` takes."""
    layout_arguments(parser)
    parser.add_argument("--misses", type=Path, metavar="DIR", help="where pictures of the misses go (default: misses)")
    parser.add_argument("--empty", action="append", metavar="LABEL", help="a face that means nothing lies there")
    parser.add_argument(
        "--cases", type=Path, metavar="FILE", help="readings that were wrong, as the page hands them on (with --game)"
    )
    parser.add_argument(
        "truth", type=Path, nargs="?", metavar="TRUTH.json", help="labelled pictures, in the form that teach takes"
    )


def run(args: argparse.Namespace) -> int:
    """Measure; print the table and leave a folder with every miss."""
    try:
        labelled = _asked(args)
        faces = asked_faces(args)
        tally, misses = LabelTally(tuple(args.empty or _EMPTY)), list[Miss]()
        trained: dict[Layout, Trained] = {}
        for picture, kept in labelled:
            if picture.layout is None:
                return refuse(f"{picture.file}: a picture of one face has no place to read; label zones instead")
            frame = load_picture(picture.file) if kept is None else kept
            if picture.layout not in trained:
                trained[picture.layout] = train(faces, picture.layout)
            begin_s = perf_counter()
            seen = observe(
                frame,
                picture.layout,
                trained[picture.layout],
                corners_px=corners_array(picture.corners_px),
                rectified=picture.rectified,
            )
            tally.time(perf_counter() - begin_s)
            misses += _judged(tally, picture, frame, seen, frozenset(faces.labels))
        print(tally.table())
        if misses:
            folder = args.misses or Path("misses")
            _write_misses(folder, misses)
            print(f"{len(misses)} misses: {folder / 'index.html'}")
    except (ValueError, OSError) as error:
        return refuse(error)
    return 0


def _asked(args: argparse.Namespace) -> list[tuple[LabelledPicture, npt.NDArray[np.uint8] | None]]:
    """Return what is measured: labelled pictures, or cases of one game, which bring theirs."""
    if (args.truth is None) == (args.cases is None):
        raise AskedError("give one of TRUTH.json and --cases FILE")
    if args.truth is not None:
        return [(picture, None) for picture in load_labels(args.truth, asked_layout(args)).pictures]
    if args.game not in registry.names():
        raise AskedError("--cases needs --game GAME: which game's readings are measured")
    found: list[tuple[LabelledPicture, npt.NDArray[np.uint8] | None]] = list(
        cases.labelled(read(args.cases), args.game)
    )
    if not found:
        raise AskedError(f"{args.cases}: no case of {args.game} is in it")
    return found


def _judged(
    tally: LabelTally,
    picture: LabelledPicture,
    frame: npt.NDArray[np.uint8],
    seen: Observation | Unseen,
    known: frozenset[str],
) -> list[Miss]:
    if isinstance(seen, Unseen):
        tally.refuse(f"{picture.file.name}: {seen}")
        return []
    misses = []
    before = tally.worst
    to_px = np.array(seen.mm_to_px).reshape(3, 3)
    for where, truth, reading, corners_mm in _pairs(tally, picture, seen):
        if tally.count(truth, reading, known=truth in known):
            cut = _cut(frame, to_px, corners_mm)
            misses.append(Miss(picture.file.name, where, truth, reading, cut))
    tally.picture(clean=tally.worst == before)
    return misses


def _pairs(
    tally: LabelTally, picture: LabelledPicture, seen: Observation
) -> Iterator[tuple[str, str, Reading, npt.NDArray[np.float64]]]:
    """Yield, for everything labelled that was found: where it is, what it is, what was read, its corners."""
    layout = picture.layout
    if layout is None:
        return
    for name, cells in picture.cells.items():
        zone, zone_seen = layout.zone(name), seen.zones[name]
        if isinstance(zone, Grid) and isinstance(zone_seen, GridSeen):
            width, height = zone.rect_mm[2] / zone.cols, zone.rect_mm[3] / zone.rows
            for row, labels in enumerate(cells):
                for col, label in enumerate(labels):
                    if label is not None:
                        left, top = zone.rect_mm[0] + col * width, zone.rect_mm[1] + row * height
                        corners = _rectangle(left + width / 2, top + height / 2, width, height, 0.0)
                        yield f"{name} {row + 1}.{col + 1}", label, zone_seen.cells[row][col], corners
    for name, pieces in picture.pieces.items():
        zone, zone_seen = layout.zone(name), seen.zones[name]
        if isinstance(zone, Pieces) and isinstance(zone_seen, PiecesSeen):
            pairs, missed, invented = paired(pieces, zone_seen.pieces, _NEAR_SHARE * min(zone.piece_mm))
            tally.pieces(len(pieces), len(missed), len(invented))
            for placed, piece in pairs:
                x, y = piece.center_mm
                corners = _rectangle(x, y, *zone.piece_mm, piece.angle_deg)
                yield f"{name} {x:.0f},{y:.0f}", placed.label, piece.reading, corners


def paired(
    labels: tuple[PieceLabel, ...], pieces: tuple[Piece, ...], reach_mm: float
) -> tuple[list[tuple[PieceLabel, Piece]], list[PieceLabel], list[Piece]]:
    """Return which piece was found for which label, the labels without a piece, and the pieces without a label; the
    nearest two belong together, `reach_mm` apart at most."""
    away = sorted(
        (float(np.hypot(a.center_mm[0] - b.center_mm[0], a.center_mm[1] - b.center_mm[1])), i, j)
        for i, a in enumerate(labels)
        for j, b in enumerate(pieces)
    )
    label_of: dict[int, int] = {}
    for distance, i, j in away:
        if distance <= reach_mm and i not in label_of.values() and j not in label_of:
            label_of[j] = i
    pairs = [(labels[i], pieces[j]) for j, i in sorted(label_of.items())]
    missed = [label for i, label in enumerate(labels) if i not in label_of.values()]
    return pairs, missed, [piece for j, piece in enumerate(pieces) if j not in label_of]


def _rectangle(x: float, y: float, width: float, height: float, angle_deg: float) -> npt.NDArray[np.float64]:
    cos, sin = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    corners: npt.NDArray[np.float64] = half @ np.array([[cos, sin], [-sin, cos]]) + np.array([x, y])
    return corners


def _cut(
    frame: npt.NDArray[np.uint8], to_px: npt.NDArray[np.float64], corners_mm: npt.NDArray[np.float64]
) -> npt.NDArray[np.uint8]:
    places = cv2.perspectiveTransform(corners_mm[None], to_px)[0].astype(np.float32)
    edge = float(_MISS_PX - 1)
    target = np.array([[0, 0], [edge, 0], [edge, edge], [0, edge]], np.float32)
    matrix = cv2.getPerspectiveTransform(places, target)
    return np.asarray(cv2.warpPerspective(frame, matrix, (_MISS_PX, _MISS_PX)), np.uint8)


def _write_misses(folder: Path, misses: list[Miss]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = ["<!doctype html><meta charset=utf-8><title>Misses</title><table>"]
    for number, miss in enumerate(misses):
        file = f"{number:04}.png"
        cv2.imwrite(str(folder / file), miss.image)
        read = ", ".join(f"{label} {chance:.3f}" for label, chance in miss.reading.ranking)
        words = (miss.picture, miss.where, f"is {miss.truth}", f"read {read}", "SURE" if miss.reading.sure else "")
        rows.append(f"<tr><td><img src={file}>" + "".join(f"<td>{html.escape(word)}" for word in words))
    (folder / "index.html").write_text("\n".join(rows) + "\n", encoding="utf-8")
