"""Pictures from files, with one clear sentence where that fails."""

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import cv2
import numpy as np
import numpy.typing as npt

from companion.evaluation import webp_exif
from hardware import photo_file

SMALLEST_PX = 16
MOST_PX = 200_000_000
"""As many as the largest phones' photos have; each takes up to six bytes of memory while it is read."""
_STANDARD_ERROR = 2
_DAMAGED = re.compile(rb"Corrupt JPEG data: (?!\d extraneous bytes before marker 0xd9)")
"""What libjpeg says of a JPEG whose codes it can't follow: from there on the picture is grey, or lies aside. Some
webcams put a few bytes before its end (the marker D9), which harm nothing."""


class PictureError(ValueError):
    """A file that is no usable picture; the message names it."""


def load_picture(path: Path) -> npt.NDArray[np.uint8]:
    """Return the picture in a file, (height, width, 3) uint8 BGR, upright as its camera says; raise a PictureError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise PictureError(f"{path}: no such file") from None
    except ValueError:  # it has a character that no name can have
        raise PictureError(f"{str(path)!r}: no file can be called so") from None
    except OSError as error:
        raise PictureError(f"{path}: can't be read ({error.strerror})") from None
    if photo_file.breaks_off(data):
        raise PictureError(f"{path}: the picture breaks off; copy it again, or take it again")
    wide, high = _size_px(data)
    if wide * high > MOST_PX:
        raise PictureError(f"{path}: the picture is too large ({wide}×{high}); shrink it")
    with _notes() as said:
        try:
            with _standard_error_in(said):
                picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
        except cv2.error:
            picture = None
        said.seek(0)
        damaged = _DAMAGED.search(said.read()) is not None
    if damaged or (picture is None and (wide or high)):
        raise PictureError(f"{path}: the picture is damaged; copy it again, or take it again")
    if picture is None:
        raise PictureError(f"{path}: {_why_none(data)}")
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise PictureError(f"{path}: the picture is too small ({width}×{height}); take a larger one")
    return _turned(np.asarray(picture, np.uint8), webp_exif.orientation(data))


def _why_none(data: bytes) -> str:
    """Return what is to be done about a file that no picture could be made of. A HEIC may well have a JPEG's name."""
    if not data:
        return "this is not a picture, for the file is empty; copy it again"
    if photo_file.is_heic(data):
        return "this is a HEIC or AVIF, whatever it is called; save it as JPEG, or set the phone's camera to JPEG"
    return "this is not a picture that can be opened; JPEG and PNG can"


def _size_px(data: bytes) -> tuple[int, int]:
    """Return the width and height that the header of a PNG or JPEG tells, zeros for what is neither."""
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
    return photo_file.size_px(data) or (0, 0)


def _turned(picture: npt.NDArray[np.uint8], orientation: int) -> npt.NDArray[np.uint8]:
    """Return a picture upright that lies as an EXIF orientation from 1 to 8 says."""
    if orientation >= 5:  # rows are columns
        picture = picture.transpose(1, 0, 2)
    if orientation in (3, 4, 7, 8):
        picture = picture[::-1]
    if orientation in (2, 3, 6, 7):
        picture = picture[:, ::-1]
    return np.ascontiguousarray(picture)


def _notes() -> IO[bytes]:
    """Return a file of no name that is gone when it is closed; where no disk takes one, what is written is lost."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("w+b")


@contextmanager
def _standard_error_in(file: IO[bytes]) -> Iterator[None]:
    """Have what libpng, libjpeg and OpenCV print of a damaged picture themselves, past Python, in a file instead."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:  # it is closed: nobody hears them anyway
        yield
        return
    try:
        os.dup2(file.fileno(), _STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)
