"""`companion print`: mats, practice pieces and the calibration board, at true scale."""

import argparse
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2

from companion.config import Config, data_folder
from companion.game import mat_layouts, piece_sizes, registry
from companion.prints import mat, raster
from companion.prints.calibration_board import calibration_board
from companion.prints.drawing import Drawing
from companion.prints.paper import pdf
from companion.prints.tiling import PAPERS_MM
from companion.settings.printing import mat_pdf, pieces_pdf
from hardware.camera_discovery import ACROSS_DEG
from vision import durable
from vision.layout import dump

PNG_PX_PER_MM = 8.0
HIGHEST_MM = 1200.0
"""A mat that a camera must hang higher over than this shows its pieces too small to read."""

# Name, and how far it sees across and along (degrees), as the makers say; a webcam's 78° is its picture's diagonal.
CAMERAS = (
    ("Pi Camera Module 3", ACROSS_DEG["imx708"], 41.0),
    ("Pi Camera Module 3 Wide", ACROSS_DEG["imx708_wide"], 67.0),
    ("Pi Camera Module 2", ACROSS_DEG["imx219"], 48.8),
    ("a webcam of 78°", 70.4, 43.3),
)


class PrintError(ValueError):
    """Something that can't be printed; the message says why and what to do."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion print` takes."""
    parser.add_argument("what", choices=["mat", "pieces", "calibration"], help="what to print")
    parser.add_argument("--game", help=f"for mat and pieces: one of {', '.join(registry.names())}")
    parser.add_argument("--players", metavar="N", help="for mat: how many play (as many as can)")
    parser.add_argument("--one", action="store_true", help="for mat: a single place, used by all in turn")
    parser.add_argument("--try", action="store_true", dest="tried", help="for pieces: a few sheets, to lay and read")
    parser.add_argument("--piece-mm", "--hold-mm", metavar="MM", help="how wide a piece is")
    parser.add_argument("--data", metavar="DIR", help="the folder in which the pieces' size was kept")
    parser.add_argument("--paper", default="a4", metavar="PAPER", help=f"one of {', '.join(PAPERS_MM)} (a4)")
    parser.add_argument("-o", "--output", default=".", metavar="DIR", help="where to write (here)")


def run(args: argparse.Namespace) -> int:
    """Print to files; 0 done, 2 it could not be done with what was given."""
    try:
        if args.paper not in PAPERS_MM:
            raise PrintError(f"no paper is called “{args.paper}”; there are {', '.join(PAPERS_MM)}")
        what: Callable[[argparse.Namespace], list[str]] = _WHAT[args.what]
        said = what(args)
    except OSError as error:
        print(f"{args.output}: {error.strerror}; name a directory that can be written to", file=sys.stderr)
        return 2
    except ValueError as error:  # PrintError, TilingError, and a layout's own
        print(error, file=sys.stderr)
        return 2
    for line in said:
        print(line)
    return 0


def _mat(args: argparse.Namespace) -> list[str]:
    game = _game(args)
    least, most = game.players.start, game.players.stop - 1
    players = most if args.players is None else _number("--players", args.players, whole=True)
    if players not in game.players:
        raise PrintError(f"--players {args.players}: {game.title} is for {least} to {most}")
    places = 1 if args.one else mat_layouts.mat_of(game.name).seats(int(players))
    layout = mat_layouts.layout_for(game.name, places, _size(args))
    height_mm = camera_height_mm(layout.size_mm, *CAMERAS[0][1:])
    if height_mm > HIGHEST_MM:
        raise PrintError(
            f"a mat of {_cm(layout.size_mm[0])} × {_cm(layout.size_mm[1])} is larger than a camera may see "
            f"(it would hang {_cm(height_mm)} high); take a smaller --piece-mm"
        )
    printed, sheets = mat_pdf(layout, args.paper)
    name = f"{game.name}-mat-{1 if args.one else int(players)}"
    folder = _folder(args)
    _write(folder / f"{name}.pdf", printed)
    _write(folder / f"{name}.png", _png(mat.drawing(layout)))
    _write(folder / "layout.toml", dump(layout).encode())
    return [
        f"{folder / name}.pdf: {sheets} {_sheets(sheets)} of {args.paper.upper()}, "
        "print at 100 % and measure the ruler",
        f"{folder / name}.png, {folder / 'layout.toml'}",
        *_said_size(args),
        f"the mat is {_cm(layout.size_mm[0])} × {_cm(layout.size_mm[1])}; hang the camera over its middle:",
        *(
            f"  {camera}: {_cm(camera_height_mm(layout.size_mm, across, along))} high"
            for camera, across, along in CAMERAS
        ),
    ]


def _pieces(args: argparse.Namespace) -> list[str]:
    game = _game(args)
    artwork, size = registry.manifest(game.name).art, _size(args)
    if artwork is None:
        raise registry.PartError(game.name, "practice pieces to print")
    printed, pages = pieces_pdf(game.name, args.paper, size, tried=args.tried)
    path = _folder(args) / f"{game.name}-{'try' if args.tried else 'pieces'}.pdf"
    _write(path, printed)
    sheets = f"{path}: {pages} {'page' if pages == 1 else 'pages'} of {args.paper.upper()}"
    if args.tried:
        return [f"{sheets} to lay on the mat and have read; print at 100 %", *_said_size(args)]
    batches = artwork.batches() if size is None else artwork.batches(size)
    counts = ", ".join(f"{len(batch.fronts)} {batch.title.split(':')[0].lower()}" for batch in batches)
    return [f"{sheets} ({counts}); print at 100 %", *_said_size(args)]


def _calibration(args: argparse.Namespace) -> list[str]:
    path = _folder(args) / "calibration.pdf"
    board = calibration_board(PAPERS_MM[args.paper])
    _write(path, pdf([board], "calibration board"))
    return [f"{path}: print at 100 %, lay it flat, photograph it from different sides, then: companion calibrate"]


_WHAT = {"mat": _mat, "pieces": _pieces, "calibration": _calibration}


def camera_height_mm(size_mm: tuple[float, float], across_deg: float, along_deg: float) -> float:
    """Return how high a camera must hang to see an area with a twentieth to spare on each side."""
    width_mm, height_mm = size_mm
    half = [math.tan(math.radians(angle / 2)) for angle in (across_deg, along_deg)]
    return 1.1 * max(width_mm / 2 / half[0], height_mm / 2 / half[1])


def _game(args: argparse.Namespace) -> Any:
    if not args.game:
        raise PrintError(f"which game? say --game and one of {', '.join(registry.names())}")
    if args.game not in registry.names():
        raise PrintError(f"no game is called “{args.game}”; there are {', '.join(registry.names())}")
    return registry.find(args.game)


def _size(args: argparse.Namespace) -> float | None:
    """Return the pieces' width: as given, else as it was kept when the pieces were taught, else none."""
    if args.piece_mm is not None:
        return _number("--piece-mm", args.piece_mm)
    return piece_sizes.of(data_folder(Config(data=args.data)), args.game)


def _said_size(args: argparse.Namespace) -> list[str]:
    """Return in words which kept size was taken."""
    size = _size(args) if args.piece_mm is None else None
    return [] if size is None else [f"for pieces {size:g} mm wide, as kept in {piece_sizes.FILE}; another: --piece-mm"]


def _number(what: str, given: str, *, whole: bool = False) -> float:
    try:
        found = int(given) if whole else float(given)
    except ValueError:
        raise PrintError(f"{what} {given}: it must be a {'whole ' if whole else ''}number") from None
    if not math.isfinite(found) or found <= 0:
        raise PrintError(f"{what} {given}: it must be above 0")
    return found


def _folder(args: argparse.Namespace) -> Path:
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _write(path: Path, data: bytes) -> None:
    durable.write(path, data)


def _png(drawing: Drawing) -> bytes:
    done, packed = cv2.imencode(".png", raster.picture(drawing, PNG_PX_PER_MM))
    if not done:
        raise PrintError("the picture could not be packed as PNG")
    return bytes(packed)


def _cm(length_mm: float) -> str:
    return f"{length_mm / 10:.0f} cm"


def _sheets(count: int) -> str:
    return "sheet" if count == 1 else "sheets"
