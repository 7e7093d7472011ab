"""A photo as a phone sends it: a JPEG with EXIF → its pixels, upright, at most 12 megapixels, and nothing else of it.

Its size is read from its header (ITU-T T.81, B.2.2) before anything is decoded; a larger one is decoded at half its
size, which a JPEG can be without making the whole picture. Position, maker and time stay in the file, which is dropped.
"""

import cv2
import numpy as np

from hardware.camera import Picture
from hardware.errors import CameraError

MOST_PX = 12_600_000  # 12 megapixels: 4096 × 3072
LARGEST_PX = 4 * MOST_PX  # twice as wide and high; what is larger is refused
LARGEST_BYTES = 24_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
_START_OF_SCAN = 0xDA
_END_OF_IMAGE = b"\xff\xd9"
_START_OF_FRAME = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
_BEFORE_IT = {0xC4, 0xCC, 0xDB, 0xDD, *range(0xE0, 0xF0), 0xFE}  # tables, restarts, what programs add: with a length
_HEIC = {b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"heim", b"heis", b"avif"}


def decoded(data: bytes) -> Picture:
    """Return a photo's pixels, (height, width, 3) in blue, green, red, as it was held. Raises a CameraError for what is
    no JPEG, breaks off, or is larger than 48 megapixels."""
    if is_heic(data):
        raise CameraError("this photo is a HEIC: set the phone's camera to JPEG (“most compatible”) and take it again")
    size = size_px(data)
    if size is None:
        raise CameraError("this is no JPEG that can be read: take the picture with the phone's camera")
    pixels = size[0] * size[1]
    if pixels > LARGEST_PX:
        raise CameraError(
            "this photo has {megapixels} megapixels: set the phone's camera to 12 and take it again",
            megapixels=round(pixels / 1e6),
        )
    flag = cv2.IMREAD_COLOR if pixels <= MOST_PX else cv2.IMREAD_REDUCED_COLOR_2
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), flag)  # turned as its EXIF says
    if picture is None or breaks_off(data):
        raise CameraError("this photo breaks off: send it again")
    return np.asarray(picture, np.uint8)


def is_heic(data: bytes) -> bool:
    """Return whether this is a HEIC, or the like, as phones write it where they are not told otherwise."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIC


def breaks_off(data: bytes) -> bool:
    """Return whether a JPEG or PNG ends before its picture does: decoders show the rest grey, which is no piece. A
    JPEG's end is a marker after the start of the scan (ITU-T T.81, B.1.1.3: within a scan no byte FF stands before
    another than 00), a PNG's is a chunk of its own (PNG, third edition, 11.2.4)."""
    if data[: len(_PNG)] == _PNG:
        return _png_breaks_off(data)
    if data[:2] != b"\xff\xd8":
        return False
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != _START_OF_SCAN:
        at += 1 if data[at + 1] == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4])
    return data.find(_END_OF_IMAGE, at) < 0


def _png_breaks_off(data: bytes) -> bool:
    at = len(_PNG)
    while at + 12 <= len(data):  # each chunk: how long it is, its kind, what it holds, and a checksum
        kind, at = data[at + 4 : at + 8], at + 12 + int.from_bytes(data[at : at + 4])
        if kind == b"IEND":
            return at > len(data)
    return True


def size_px(data: bytes) -> tuple[int, int] | None:
    """Return the width and height that a JPEG's header tells, None for what is none."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        kind = data[at + 1]
        if kind == 0xFF:  # a filler
            at += 1
        elif kind in _START_OF_FRAME:
            height, width = int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 7 : at + 9])
            return (width, height) if width and height else None
        elif kind not in _BEFORE_IT:  # a decoder passes it otherwise, and may find another size
            return None
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None
