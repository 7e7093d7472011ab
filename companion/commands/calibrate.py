"""`companion calibrate`: measure the camera's lens from photos of the printed board and keep it as a camera file."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import numpy as np
from numpy.typing import NDArray

from companion.evaluation.pictures import load_picture
from vision import durable
from vision.registration import lens
from vision.registration.lens import LensError

POOR_RMS_PX = 1.5


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion calibrate` takes."""
    parser.add_argument(
        "pictures",
        nargs="+",
        metavar="PICTURE",
        help="photos of the board from `companion print calibration`, from different sides, ten or so",
    )
    parser.add_argument("-o", "--output", required=True, metavar="CAMERA.toml", help="the camera file to write")


def run(args: argparse.Namespace) -> int:
    """Do it; see `calibrate`."""
    return calibrate(args.pictures, Path(args.output), out=sys.stdout, err=sys.stderr)


def calibrate(pictures: Sequence[str], output: Path, *, out: TextIO, err: TextIO) -> int:
    """Measure the lens from the pictures, say what each showed, and write the camera file; return 0, or 2 with one
    sentence on `err` where that can't be done."""
    seen: list[tuple[NDArray[np.float32], NDArray[np.int32]]] = []
    size_px: tuple[int, int] | None = None
    try:
        for name in pictures:
            picture = load_picture(Path(name))
            height, width = picture.shape[:2]
            if size_px is not None and size_px != (width, height):
                raise LensError(
                    "{name}: it is {wide}×{high}, the first picture {width}×{height}; "
                    "take all with one camera, held the same way",
                    name=name,
                    wide=width,
                    high=height,
                    width=size_px[0],
                    height=size_px[1],
                )
            size_px = (width, height)
            seen.append(lens.corners_in(picture))
            print(f"{name}: {len(seen[-1][1])} of {lens.CORNERS} corners", file=out)
        if size_px is None:
            raise LensError("name the photos of the printed board")
        found = lens.measure(seen, size_px)
        _write(output, lens.dump(found))
    except ValueError as error:  # a LensError or a PictureError
        print(" ".join(str(error).split()), file=err)
        return 2
    print(f"{output}: corners lie {found.rms_px:.2f} pixels from where they should (below 1 is good)", file=out)
    if found.rms_px > POOR_RMS_PX:
        print("that is poor: lay the board flat, hold the camera still, and take the pictures again", file=out)
    return 0


def _write(output: Path, text: str) -> None:
    try:
        durable.write(output, text.encode())
    except OSError as error:
        raise LensError("{name}: {why}; name a file that can be written", name=output, why=error.strerror) from None
