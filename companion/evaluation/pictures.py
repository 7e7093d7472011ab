"""Pictures from files, with one clear sentence where that fails."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from hardware import photo_file

SMALLEST_PX = 16


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
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError(f"{path}: this is not a picture that can be opened; JPEG and PNG can")
    height, width = picture.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise PictureError(f"{path}: the picture is too small ({width}×{height}); take a larger one")
    return np.asarray(picture, np.uint8)
