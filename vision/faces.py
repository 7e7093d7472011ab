"""A taught piece set: a folder with the taught patches as small PNG files, one subfolder a face, and `faces.json`, the
index, which anybody can read.

The index is what counts: it is replaced in one step after its patches are on disk, so a set that was being written when
the power went is the set as it was before. Files that no index names are strays and are ignored.
"""

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.regions import PATCH_PX

INDEX = "faces.json"
VERSION = 1

_FORMAT = "table-companion faces"
_LARGEST_ENTRY = 4_000_000


class FacesError(ValueError):
    """A piece set that can't be used; the message names it and says what to do: a sentence with gaps (`why`), and what
    fills them (`values`), so that whoever shows it can say it in the reader's language."""

    def __init__(self, why: str, /, **values: object) -> None:
        super().__init__(why.format_map(values))
        self.why = why
        self.values = {gap: value if isinstance(value, int) else str(value) for gap, value in values.items()}


@dataclass(frozen=True, slots=True)
class Example:
    """One taught look of a face.

    `patch` is (PATCH_PX, PATCH_PX, 3) uint8 BGR as the camera saw it, `lamp_bgr` what white looked like in its
    picture, `ratio` the face's width by its height, `turned` whether it may lie in any of its quarter turns (as in a
    cell) or is known to be upright, `picture` tells pictures apart, `file` is its place in the set's folder, empty
    while it is not yet there.
    """

    label: str
    patch: npt.NDArray[np.uint8] = field(repr=False, compare=False)
    lamp_bgr: tuple[float, float, float]
    ratio: float = 1.0
    turned: bool = True
    picture: str = ""
    file: str = ""


@dataclass(frozen=True, slots=True)
class Faces:
    """A piece set as it lies in `folder`. `complete` says that every face of the game is in it: somebody has seen to
    that, and what lies on the table is one of them."""

    folder: Path
    examples: tuple[Example, ...]
    complete: bool = False

    @property
    def labels(self) -> tuple[str, ...]:
        """The faces' names, each once, sorted."""
        return tuple(sorted({example.label for example in self.examples}))

    def of(self, label: str) -> tuple[Example, ...]:
        """Return the examples of one face; raise a FacesError that lists the faces there are."""
        found = tuple(example for example in self.examples if example.label == label)
        if not found:
            known = ", ".join(self.labels) or "–"
            raise FacesError(
                "{place}: no face is called “{label}”; there are {known}", place=self.folder, label=label, known=known
            )
        return found


def load(folder: Path) -> Faces:
    """Return the piece set in a folder; raise a FacesError where there is none, or it is broken or newer."""
    index = folder / INDEX
    try:
        text = index.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FacesError("{place}: there is no piece set here; make one with companion teach", place=folder) from None
    except (OSError, UnicodeDecodeError) as error:
        raise FacesError("{place}: can't be read ({reason})", place=index, reason=_reason(error)) from None
    entries, complete = _entries(index, text)
    return Faces(folder, tuple(_loaded(folder, entry) for entry in entries), complete)


def load_to_read(folder: Path) -> Faces:
    """Return the piece set in a folder, as `load`; raise a FacesError also where it has no face."""
    faces = load(folder)
    if not faces.examples:
        raise FacesError("{place}: the piece set is empty; teach it some faces with companion teach", place=folder)
    return faces


def load_or_new(folder: Path) -> Faces:
    """Return the piece set in a folder, an empty one where there is none yet."""
    if folder.exists() and not folder.is_dir():
        raise FacesError("{place}: this is a file; name a folder for the piece set", place=folder)
    return load(folder) if (folder / INDEX).exists() else Faces(folder, ())


def add(faces: Faces, examples: Iterable[Example]) -> Faces:
    """Return the set with more examples, written to disk. What is there already, patch for patch, is left out."""
    known = {(example.label, _digest(example.patch)) for example in faces.examples}
    taken = {example.file for example in faces.examples}
    fresh = []
    for example in examples:
        digest = _digest(example.patch)
        if (example.label, digest) in known:
            continue
        known.add((example.label, digest))
        file = _free_name(example.label, taken)
        taken.add(file)
        fresh.append(_placed(example, example.label, file))
    try:
        for example in fresh:
            _write_patch(faces.folder / example.file, example.patch)
        # The patches must be on the disk before an index names them; one call, for a card is slow at each.
        os.sync()
    except OSError as error:
        raise FacesError("{place}: can't be written ({reason})", place=faces.folder, reason=_reason(error)) from None
    return _write_index(replace(faces, examples=(*faces.examples, *fresh)))


def rename(faces: Faces, old: str, new: str) -> Faces:
    """Return the set, written to disk, with a face under another name; one that there is already takes it in."""
    faces.of(old)
    if not new.strip():
        raise FacesError("a face's name must not be empty")
    changed = tuple(_placed(e, new, e.file) if e.label == old else e for e in faces.examples)
    return _write_index(replace(faces, examples=changed))


def remove(faces: Faces, label: str, file: str | None = None) -> Faces:
    """Return the set, written to disk, without a face, or without one of its pictures."""
    doomed = faces.of(label)
    if file is not None:
        doomed = tuple(example for example in doomed if example.file == file)
        if not doomed:
            raise FacesError(
                "{place}: “{label}” has no picture {file}; list them with companion pieces list",
                place=faces.folder,
                label=label,
                file=file,
            )
    kept = _write_index(replace(faces, examples=tuple(e for e in faces.examples if e not in doomed)))
    for example in doomed:
        (faces.folder / example.file).unlink(missing_ok=True)
    return kept


def declare(faces: Faces, *, complete: bool) -> Faces:
    """Return the set, written to disk, as one in which every face of its game is, or not."""
    return _write_index(replace(faces, complete=complete))


def export(faces: Faces, target: Path) -> None:
    """Write the whole set into one zip file; raise a FacesError where that can't be done."""
    draft = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(INDEX, _index_text(faces))
            for example in faces.examples:
                archive.write(faces.folder / example.file, example.file)
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise FacesError("{place}: can't be written ({reason})", place=target, reason=_reason(error)) from None


def import_zip(faces: Faces, source: Path) -> Faces:
    """Return the set with everything that an exported file holds, written to disk."""
    try:
        with zipfile.ZipFile(source) as archive:
            entries, _ = _entries(source, _member(archive, source, INDEX).decode("utf-8"))
            examples = [
                _example(entry, _decoded(source, entry["file"], _member(archive, source, entry["file"])))
                for entry in entries
            ]
    except FileNotFoundError:
        raise FacesError("{place}: no such file", place=source) from None
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise FacesError(
            "{place}: this is not an exported piece set ({reason})", place=source, reason=_reason(error)
        ) from None
    return add(faces, examples)


def _member(archive: zipfile.ZipFile, source: Path, name: str) -> bytes:
    try:
        if archive.getinfo(name).file_size > _LARGEST_ENTRY * (25 if name == INDEX else 1):
            raise FacesError("{place}: {file} is too large for a piece set", place=source, file=name)
        return archive.read(name)
    except KeyError:
        raise FacesError("{place}: {file} is missing in it; export the set again", place=source, file=name) from None


def _entries(index: Path, text: str) -> tuple[list[dict[str, Any]], bool]:
    try:
        raw = json.loads(text)
    except ValueError as error:
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
    entries = raw.get("examples")
    if not isinstance(entries, list) or not all(_sound(entry) for entry in entries):
        raise FacesError("{place}: an example lacks its label, file or lamp; take it from a backup", place=index)
    return entries, raw.get("complete") is True


def _sound(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    lamp, file = entry.get("lamp_bgr"), entry.get("file")
    return (
        isinstance(entry.get("label"), str)
        and bool(entry["label"])
        and isinstance(file, str)
        and re.fullmatch(r"[^/\\]+/[^/\\]+\.png", file) is not None
        and not file.startswith("..")
        and isinstance(lamp, list)
        and len(lamp) == 3
        and all(isinstance(value, int | float) and value > 0 for value in lamp)
    )


def _loaded(folder: Path, entry: dict[str, Any]) -> Example:
    path = folder / entry["file"]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FacesError(
            "{place}: a taught picture is missing ({reason}); remove it with companion pieces, or teach anew",
            place=path,
            reason=_reason(error),
        ) from None
    return _example(entry, _decoded(folder, entry["file"], data))


def _decoded(where: Path, file: str, data: bytes) -> npt.NDArray[np.uint8]:
    patch = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if patch is None or patch.shape != (PATCH_PX, PATCH_PX, 3):
        raise FacesError(
            "{place}: this is not a taught picture of {count} pixels; teach the face again",
            place=f"{where}/{file}",
            count=PATCH_PX,
        )
    return np.asarray(patch, np.uint8)


def _example(entry: dict[str, Any], patch: npt.NDArray[np.uint8]) -> Example:
    blue, green, red = entry["lamp_bgr"]
    ratio = entry.get("ratio", 1.0)
    return Example(
        entry["label"],
        patch,
        (float(blue), float(green), float(red)),
        float(ratio) if isinstance(ratio, int | float) and ratio > 0 else 1.0,
        bool(entry.get("turned", True)),
        str(entry.get("picture", "")),
        entry["file"],
    )


def _placed(example: Example, label: str, file: str) -> Example:
    return Example(label, example.patch, example.lamp_bgr, example.ratio, example.turned, example.picture, file)


def _digest(patch: npt.NDArray[np.uint8]) -> bytes:
    return hashlib.blake2b(patch.tobytes(), digest_size=16).digest()


def _free_name(label: str, taken: set[str]) -> str:
    plain = re.sub(r"[^0-9A-Za-zÀ-ɏ]+", "-", label).strip("-")[:40] or "face"
    # Labels that look alike as file names ("a/b", "a b", "A", "a") must not share a folder.
    folder = f"{plain}-{hashlib.blake2b(label.encode(), digest_size=3).hexdigest()}"
    number = 1 + sum(name.startswith(folder + "/") for name in taken)
    while f"{folder}/{number:04}.png" in taken:
        number += 1
    return f"{folder}/{number:04}.png"


def _write_patch(path: Path, patch: npt.NDArray[np.uint8]) -> None:
    done, data = cv2.imencode(".png", patch)
    if not done:
        raise FacesError("{place}: the patch can't be saved as PNG", place=path)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(data.tobytes())
    draft.replace(path)


def _write_index(faces: Faces) -> Faces:
    try:
        faces.folder.mkdir(parents=True, exist_ok=True)
        _replace(faces.folder / INDEX, _index_text(faces).encode())
    except OSError as error:
        raise FacesError("{place}: can't be written ({reason})", place=faces.folder, reason=_reason(error)) from None
    return faces


def _index_text(faces: Faces) -> str:
    rows: Sequence[str] = [
        json.dumps(
            {
                "label": e.label,
                "file": e.file,
                "picture": e.picture,
                "lamp_bgr": [round(value, 2) for value in e.lamp_bgr],
                "ratio": round(e.ratio, 4),
                "turned": e.turned,
            },
            ensure_ascii=False,
        )
        for e in faces.examples
    ]
    complete = '"complete": true, ' if faces.complete else ""
    return f'{{"format": "{_FORMAT}", "version": {VERSION}, {complete}"examples": [\n' + ",\n".join(rows) + "\n]}\n"


def _replace(path: Path, data: bytes) -> None:
    draft = path.with_name(path.name + ".part")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
