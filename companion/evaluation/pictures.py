"""Pictures from files, with one clear sentence where that fails."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from hardware import photo_file

SMALLEST_PX = 16
_STANDARD_ERROR = 2


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
    try:
        with _unheard():
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError(f"{path}: this is not a picture that can be opened; JPEG and PNG can")
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise PictureError(f"{path}: the picture is too small ({width}×{height}); take a larger one")
    return np.asarray(picture, np.uint8)


@contextmanager
def _unheard() -> Iterator[None]:
    """Drop what libpng, libjpeg and OpenCV print of a damaged file themselves, past Python, on standard error."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:  # it is closed: nobody hears them anyway
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, _STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
