"""EXIF orientation of a WebP, which OpenCV passes over (it follows a JPEG's, a PNG's and a TIFF's): how to turn the
picture upright (RFC 9649, 2.7; Exif 2.32, 4.6.4)."""

_UPRIGHT = 1
_ORIENTATION = 0x0112
_ENTRY_BYTES = 12


def orientation(data: bytes) -> int:
    """Return the orientation that a file says, 1 to 8; 1, upright, where it is no WebP or says none."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return _UPRIGHT
    at = 12
    while at + 8 <= len(data):
        kind, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if kind == b"EXIF":
            return _in_tiff(data[at + 8 : at + 8 + size].removeprefix(b"Exif\0\0"))
        at += 8 + size + size % 2
    return _UPRIGHT


def _in_tiff(tiff: bytes) -> int:
    """Return what the first directory of a TIFF structure says."""

    def number(at: int, count: int) -> int:
        return int.from_bytes(tiff[at : at + count], "little" if tiff[:2] == b"II" else "big")

    first = number(4, 4)
    for entry in range(number(first, 2)):
        at = first + 2 + entry * _ENTRY_BYTES
        if number(at, 2) == _ORIENTATION:
            said = number(at + 8, 2)
            return said if 1 <= said <= 8 else _UPRIGHT
    return _UPRIGHT
