"""The index of a taught piece set: `faces.json`, one line for each taught look; text → entries → examples, and back."""

import errno
import json
import re
import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.reasoned import ReasonedError
from vision.registration.patches import PATCH_PX

INDEX = "faces.json"
VERSION = 1
"""Of the file's format (vision.md): a later one is not read."""

_FORMAT = "table-companion faces"
_FULL = (errno.ENOSPC, errno.EDQUOT)
_PNG = b"\x89PNG\r\n\x1a\n"
_MOST_LEVEL = 1000.0
"""What a colour may be told as: seen at another place of the area it may come out above 255."""
_MOST_RATIO = 100.0
"""What a face's width may be of its height, or its height of its width: no piece of a game comes near."""


class FacesError(ReasonedError):
    """A piece set that can't be used; the message names it and says what to do."""


class UnwrittenError(FacesError):
    """A piece set that could not be written; what was there before is there still."""


Bgr = tuple[float, float, float]
UNTOLD: Bgr = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Exemplar:
    """One taught look of a face.

    `patch` is (PATCH_PX, PATCH_PX, 3) uint8 BGR as the camera saw it, `lamp_bgr` what white looked like in its
    picture, `ratio` the face's width by its height, `turned` whether it may lie in any of its quarter turns (as in a
    cell) or is known to be upright, `picture` tells pictures apart, `file` is its place in the set's folder, empty
    while it is not yet there. Where markers told the light at the patch's own place, `white_bgr` and `black_bgr` are
    what their white and black look like there (`vision.photometry.marker_light`), else zeros; `lamp_bgr` is told
    without them in any case, so that all sets, and all releases, have it in common. `patches_bgr` is what its
    picture's printed colour patches look like under the light there, by their names
    (`vision.photometry.colour_patches`).
    """

    label: str
    patch: npt.NDArray[np.uint8] = field(repr=False, compare=False)
    lamp_bgr: tuple[float, float, float]
    ratio: float = 1.0
    turned: bool = True
    picture: str = ""
    file: str = ""
    white_bgr: Bgr = UNTOLD
    black_bgr: Bgr = UNTOLD
    patches_bgr: Mapping[str, Bgr] = field(default_factory=dict, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Damaged:
    """A taught picture that is missing or damaged: of which face, where it should lie, the picture that it was taken
    from, and its entry of the index, which is kept until the face is taught again."""

    label: str
    file: str
    picture: str
    entry: Mapping[str, Any] = field(repr=False, compare=False)


def mostly_by_markers(examples: Sequence[Exemplar]) -> bool:
    """Return whether markers told the light of more than half of them."""
    return 2 * sum(any(example.white_bgr) for example in examples) > len(examples)


def entries(index: Path, text: str) -> tuple[list[dict[str, Any]], bool]:
    """Return an index's entries, and whether the set is complete; raise a FacesError where the text is none, broken or
    newer. `index` is where it came from."""
    try:
        raw = json.loads(text)
        json.dumps(raw, ensure_ascii=False).encode()  # half a surrogate pair can name no face and no file
    except (ValueError, RecursionError) as error:
        raise FacesError(
            "{place}: this is not the index of a piece set ({reason}); take it from a backup, or teach anew",
            place=index,
            reason=error,
        ) from None
    if not isinstance(raw, dict) or raw.get("format") != _FORMAT:
        raise FacesError(
            "{place}: this is not the index of a piece set; name the folder that companion teach made", place=index
        )
    version = raw.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise FacesError(
            "{place}: version {version} is newer than this program reads ({known}); update it",
            place=index,
            version=repr(version),
            known=VERSION,
        )
    found = raw.get("examples")
    if not isinstance(found, list) or not all(_sound(entry) for entry in found):
        raise FacesError("{place}: an example lacks its label, file or lamp; take it from a backup", place=index)
    return found, raw.get("complete") is True


def _sound(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    file = entry.get("file")
    return (
        isinstance(entry.get("label"), str)
        and bool(entry["label"])
        and isinstance(file, str)
        and re.fullmatch(r"[^/\\\0]+/[^/\\\0]+\.png", file) is not None
        and not file.startswith("..")
        and _is_bgr(entry.get("lamp_bgr"))
    )


def example(entry: dict[str, Any], where: Path, png: bytes) -> Exemplar:
    """Return the example of an entry and its picture; raise a FacesError where it is no taught picture. `where` is the
    folder or file that both came from."""
    ratio, patches = entry.get("ratio", 1.0), entry.get("patches_bgr")
    return Exemplar(
        entry["label"],
        _decoded(where, entry["file"], png),
        _bgr(entry["lamp_bgr"]),
        float(ratio) if isinstance(ratio, int | float) and 1 / _MOST_RATIO <= ratio <= _MOST_RATIO else 1.0,
        bool(entry.get("turned", True)),
        _picture(entry),
        entry["file"],
        *_told(entry.get("white_bgr"), entry.get("black_bgr")),
        {name: _bgr(bgr) for name, bgr in patches.items() if _is_bgr(bgr)} if isinstance(patches, dict) else {},
    )


def _told(white: object, black: object) -> tuple[Bgr, Bgr]:
    """Return the white and black that markers told, where an entry has both and they make sense."""
    return (_bgr(white), _bgr(black)) if _is_bgr(white) and _is_bgr(black) else (UNTOLD, UNTOLD)


def _is_bgr(values: object) -> bool:
    return (
        isinstance(values, list)
        and len(values) == 3
        and all(isinstance(value, int | float) and 0 < value <= _MOST_LEVEL for value in values)
    )


def _bgr(values: Any) -> Bgr:
    blue, green, red = values
    return float(blue), float(green), float(red)


def _decoded(where: Path, file: str, png: bytes) -> npt.NDArray[np.uint8]:
    # What it says of its size is asked first: a small file may unpack to a gigabyte.
    patch = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR) if _is_small(png) else None
    if patch is None or patch.shape != (PATCH_PX, PATCH_PX, 3):
        raise FacesError(
            "{place}: this is not a taught picture of {count} pixels; teach the face again",
            place=f"{where}/{file}",
            count=PATCH_PX,
        )
    return np.asarray(patch, np.uint8)


def _is_small(png: bytes) -> bool:
    """Return whether this is a PNG that says it is as large as a patch."""
    return png[:8] == _PNG and png[12:16] == b"IHDR" and struct.unpack_from(">2L", png, 16) == (PATCH_PX, PATCH_PX)


def damaged_one(entry: Mapping[str, Any]) -> Damaged:
    """Return the picture of an entry as one that can't be read."""
    return Damaged(entry["label"], entry["file"], _picture(entry), entry)


def _picture(entry: Mapping[str, Any]) -> str:
    return str(entry.get("picture", ""))


def written(examples: Iterable[Exemplar], damaged: Iterable[Damaged] = (), *, complete: bool) -> str:
    """Return the index of these examples, and of the damaged ones that are still missed, as text."""
    rows = [
        json.dumps(
            {
                "label": e.label,
                "file": e.file,
                "picture": e.picture,
                "lamp_bgr": rounded(e.lamp_bgr),
                "ratio": round(e.ratio, 4),
                "turned": e.turned,
            }
            | ({"white_bgr": rounded(e.white_bgr), "black_bgr": rounded(e.black_bgr)} if any(e.white_bgr) else {})
            | ({"patches_bgr": {n: rounded(bgr) for n, bgr in e.patches_bgr.items()}} if e.patches_bgr else {}),
            ensure_ascii=False,
        )
        for e in examples
    ]
    rows += [json.dumps({**one.entry, "label": one.label}, ensure_ascii=False) for one in damaged]
    whole = '"complete": true, ' if complete else ""
    return f'{{"format": "{_FORMAT}", "version": {VERSION}, {whole}"examples": [\n' + ",\n".join(rows) + "\n]}\n"


def rounded(bgr: Bgr) -> list[float]:
    """Return a colour as the index has it."""
    return [round(value, 2) for value in bgr]


def unwritten(place: Path, error: OSError) -> UnwrittenError:
    """Return the error of a folder or file that could not be written."""
    if error.errno in _FULL:
        return UnwrittenError("the disk of {place} is full: free some space on it, then try again", place=place)
    return UnwrittenError("{place}: can't be written ({reason})", place=place, reason=reason(error))


def reason(error: Exception) -> str:
    """Return why something failed, for a FacesError's message."""
    return str(getattr(error, "strerror", None) or error)
