"""A taught piece set: a folder with the taught patches as small PNG files, one subfolder a face, and `faces.json`, the
index, which anybody can read.

The index is what counts: it is replaced in one step after its patches are on disk, so a set that was being written when
the power went is the set as it was before. Files that no index names are strays and are ignored. Pictures that it
names and that are missing or damaged are left out and told (`Faces.damaged`); the others are read.
"""

import hashlib
import itertools
import logging
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision import durable
from vision.pieceset import set_index
from vision.pieceset.set_index import INDEX, Bgr, Damaged, Exemplar, FacesError, UnwrittenError, reason

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Faces:
    """A piece set as it lies in `folder`. `complete` says that every face of the game is in it: somebody has seen to
    that, and what lies on the table is one of them. Of the `damaged` ones no picture is there to read with; a set that
    has no face, or has `lost` one, is never complete, for it would surely read that face as another."""

    folder: Path
    examples: tuple[Exemplar, ...]
    complete: bool = False
    damaged: tuple[Damaged, ...] = ()

    @property
    def entries(self) -> tuple[Exemplar | Damaged, ...]:
        """All that its index names: the examples, then the damaged ones."""
        return (*self.examples, *self.damaged)

    @property
    def labels(self) -> tuple[str, ...]:
        """The faces' names, each once, sorted."""
        return tuple(sorted({example.label for example in self.examples}))

    @property
    def lost(self) -> tuple[str, ...]:
        """The faces' names of which every picture is damaged, each once, sorted."""
        return tuple(sorted({one.label for one in self.damaged}.difference(self.labels)))

    def of(self, label: str) -> tuple[Exemplar, ...]:
        """Return the examples of one face; raise a FacesError that lists the faces there are."""
        found = tuple(example for example in self.examples if example.label == label)
        if not found:
            known = ", ".join(self.labels) or "–"
            raise FacesError(
                "{place}: no face is called “{label}”; there are {known}", place=self.folder, label=label, known=known
            )
        return found


def load(folder: Path) -> Faces:
    """Return the piece set in a folder; raise a FacesError where there is none, or its index is broken or newer."""
    index, text = folder / INDEX, _index_of(folder)
    entries, complete = set_index.entries(index, text)
    found = [_loaded(folder, entry) for entry in entries]
    damaged = tuple(one for one in found if isinstance(one, Damaged))
    if damaged and _index_of(folder) != text:  # somebody changed the set meanwhile: what is missing is named no more
        return load(folder)
    examples = tuple(one for one in found if isinstance(one, Exemplar))
    return _open_if_lacking(Faces(folder, examples, complete, damaged))


def _index_of(folder: Path) -> str:
    index = folder / INDEX
    try:
        return index.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FacesError("{place}: there is no piece set here; make one with companion teach", place=folder) from None
    except NotADirectoryError:
        raise _of_file(folder) from None
    except (OSError, UnicodeDecodeError) as error:
        raise FacesError("{place}: can't be read ({reason})", place=index, reason=reason(error)) from None


def _of_file(place: Path) -> FacesError:
    return FacesError("{place}: this is a file; name a folder for the piece set", place=place)


def load_to_read(folder: Path) -> Faces:
    """Return the piece set in a folder, as `load`; raise a FacesError also where it has no face to read with. What is
    damaged is logged."""
    return _to_read(load(folder))


def load_if_taught(folder: Path) -> Faces | None:
    """Return the piece set in a folder, as `load_to_read`; None where nothing was taught yet."""
    faces = load_or_new(folder)
    return _to_read(faces) if faces.examples or faces.damaged else None


def load_or_new(folder: Path) -> Faces:
    """Return the piece set in a folder, an empty one where there is none yet."""
    if folder.exists() and not folder.is_dir():
        raise _of_file(folder)
    return load(folder) if (folder / INDEX).exists() else Faces(folder, ())


@contextmanager
def alone(folder: Path, *, make: bool = False) -> Iterator[None]:
    """Keep other processes that ask, too, from changing the piece set in a folder meanwhile: what is loaded in here is
    still what lies there when it is written. A folder that is not there yet is made where `make` says so."""
    try:
        if make and not folder.exists():
            durable.folder(folder)
    except OSError as error:
        raise set_index.unwritten(folder, error) from None
    with durable.alone(folder) if folder.is_dir() else nullcontext():
        yield


def add(faces: Faces, examples: Iterable[Exemplar], *, complete: bool | None = None) -> Faces:
    """Return the set with more examples, written to disk. What is there already, patch for patch, is left out; what the
    same picture showed under another name until now has the new one, and what was damaged of a face is no longer missed
    once there is another picture of it. `complete` declares it as `declare` does; None leaves that as it is, but where
    a face's last picture now shows one that was known already it is as after `rename`."""
    examples = tuple(examples)
    known = {(example.label, _digest(example.patch)) for example in faces.examples}
    said: dict[tuple[str, bytes], set[str]] = {}
    for example in examples:
        said.setdefault(shown(example), set()).add(example.label)
    renamed = [example for example in faces.examples if example.label not in said.get(shown(example), {example.label})]
    taken = {one.file for one in faces.entries}
    fresh = []
    for example in examples:
        digest = _digest(example.patch)
        if (example.label, digest) in known:
            continue
        known.add((example.label, digest))
        file = _free_name(example.label, taken)
        taken.add(file)
        fresh.append(replace(example, file=file))
    names = {one.label for one in faces.entries}
    stay = {one.label for one in (*faces.entries, *fresh) if one not in renamed}
    joined = any(one.label not in stay and said[shown(one)] & names for one in renamed)
    whole = faces.complete and not joined if complete is None else complete
    added = replace(faces, examples=(*faces.examples, *fresh), complete=whole)
    shown_again = {example.label for example in fresh}
    try:
        _write_patches(faces.folder, fresh)
        return _without(added, [*renamed, *(one for one in faces.damaged if one.label in shown_again)])
    except UnwrittenError:
        with suppress(FacesError):  # a full disk needs the room of what no index names
            named = {one.file for one in load_or_new(faces.folder).entries}
            _unlink(faces.folder, [example.file for example in fresh if example.file not in named])
        raise


def spelled(faces: Faces, examples: Iterable[Exemplar]) -> tuple[Faces, tuple[Exemplar, ...]]:
    """Return the set, not yet written, and the examples with one spelling of each name, where nobody sees a difference:
    a blank at the end, or an accent that is a letter of its own, as in names of files from a Mac. One face under two
    names would never be sure. It is spelled without any such thing where it is so anywhere, else as it came first."""
    examples = tuple(examples)
    names = dict[str, str]()
    for one in (*faces.entries, *examples):
        seen = _as_seen(one.label)
        names[seen] = seen if one.label == seen else names.get(seen, one.label)
    known = tuple(replace(one, label=names[_as_seen(one.label)]) for one in faces.examples)
    damaged = tuple(replace(one, label=names[_as_seen(one.label)]) for one in faces.damaged)
    named = tuple(replace(example, label=names[_as_seen(example.label)]) for example in examples)
    return replace(faces, examples=known, damaged=damaged), named


def _as_seen(label: str) -> str:
    return " ".join(unicodedata.normalize("NFC", label).split())


def told_apart(faces: Faces, examples: Iterable[Exemplar]) -> tuple[Exemplar, ...]:
    """Return the examples, with a name of its own for each picture that the set has another one of the same name of:
    a camera counts from 1 again, a script writes each picture in the place of the one before. It is the same picture
    where a place in it is the same to the pixel, or its lamp."""
    examples = tuple(examples)
    known, new = _marks(faces.examples), _marks(examples)
    called = dict[str, str]()
    for name, marks in new.items():
        names = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
        called[name] = next(free for free in names if free not in known or not known[free].isdisjoint(marks))
    return tuple(replace(example, picture=called[example.picture]) for example in examples)


def _marks(examples: Iterable[Exemplar]) -> dict[str, set[bytes | Bgr]]:
    """Return of each picture by its name what tells it from others: what its places show, and its lamp as an index has
    it."""
    found: dict[str, set[bytes | Bgr]] = {}
    for example in examples:
        blue, green, red = set_index.rounded(example.lamp_bgr)
        found.setdefault(example.picture, set()).update((_digest(example.patch), (blue, green, red)))
    return found


def rename(faces: Faces, old: str, new: str) -> Faces:
    """Return the set, written to disk, with a face under another name; one that there is already takes it in. Then the
    set is no longer complete, as where a face is removed: no face has the old name any more."""
    _all_of(faces, old)
    if not new.strip():
        raise FacesError("a face's name must not be empty")
    changed = tuple(replace(e, label=new) if e.label == old else e for e in faces.examples)
    damaged = tuple(replace(one, label=new) if one.label == old else one for one in faces.damaged)
    joined = new != old and any(one.label == new for one in faces.entries)
    whole = faces.complete and not joined
    return _write_index(replace(faces, examples=changed, damaged=damaged, complete=whole))


def remove(faces: Faces, label: str, file: str | None = None) -> Faces:
    """Return the set, written to disk, without a face, or without one of its pictures; see `without`."""
    doomed = known = _all_of(faces, label)
    if file is not None:
        doomed = tuple(one for one in known if one.file == file)
        if not doomed:
            raise FacesError(
                "{place}: “{label}” has no picture {file}; list them with companion pieces list",
                place=faces.folder,
                label=label,
                file=file,
            )
    return without(faces, doomed)


def without(faces: Faces, doomed: Collection[Exemplar | Damaged]) -> Faces:
    """Return the set, written to disk, without these of its pictures. Where a face has none left, the set is no longer
    complete: it would surely read that face as another."""
    files = {one.file for one in doomed}
    left = {one.label for one in faces.entries if one.file not in files}
    return _without(replace(faces, complete=faces.complete and left.issuperset(one.label for one in doomed)), doomed)


def _without(faces: Faces, doomed: Collection[Exemplar | Damaged]) -> Faces:
    files = {one.file for one in doomed}
    examples = tuple(one for one in faces.examples if one.file not in files)
    damaged = tuple(one for one in faces.damaged if one.file not in files)
    kept = _write_index(replace(faces, examples=examples, damaged=damaged))
    _unlink(faces.folder, files)
    return kept


def declare(faces: Faces, *, complete: bool) -> Faces:
    """Return the set, written to disk, as one in which every face of its game is, or not. One that has no face, or has
    lost one, stays incomplete."""
    return _write_index(replace(faces, complete=complete))


def shown(example: Exemplar) -> tuple[str, bytes]:
    """Return which place of which picture an exemplar shows."""
    return example.picture, _digest(example.patch)


def _loaded(folder: Path, entry: dict[str, Any]) -> Exemplar | Damaged:
    try:
        return set_index.example(entry, folder, (folder / entry["file"]).read_bytes())
    except (OSError, FacesError):
        return set_index.damaged_one(entry)


def _open_if_lacking(faces: Faces) -> Faces:
    """Return the set, incomplete where it has no face, or has lost one."""
    return replace(faces, complete=faces.complete and bool(faces.examples) and not faces.lost)


def _to_read(faces: Faces) -> Faces:
    if faces.damaged:
        named = ", ".join(f"{one.file} of “{one.label}”" for one in faces.damaged)
        log.warning("%s: pictures are missing or damaged and left out: %s", faces.folder, named)
    if faces.examples:
        return faces
    if faces.damaged:
        raise FacesError(
            "{place}: all taught pictures are missing or damaged; teach anew, or add a kept file", place=faces.folder
        )
    raise FacesError("{place}: the piece set is empty; teach it some faces with companion teach", place=faces.folder)


def _all_of(faces: Faces, label: str) -> tuple[Exemplar | Damaged, ...]:
    """Return the entries of one face; raise a FacesError as `Faces.of` where there is none."""
    return tuple(one for one in faces.entries if one.label == label) or faces.of(label)


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


def _write_patches(folder: Path, examples: Collection[Exemplar]) -> None:
    """Write the patches, which must be on the disk before an index names them."""
    try:
        durable.folder(folder)
        for example in examples:
            _write_patch(folder / example.file, example.patch)
        durable.sync_all(folder / example.file for example in examples)
    except OSError as error:
        raise set_index.unwritten(folder, error) from None


def _write_patch(path: Path, patch: npt.NDArray[np.uint8]) -> None:
    done, data = cv2.imencode(".png", patch)
    if not done:
        raise FacesError("{place}: the patch can't be saved as PNG", place=path)
    if not path.parent.is_dir():
        path.parent.mkdir(parents=True)
        durable.hand_over(path.parent)
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_bytes(data.tobytes())
        durable.hand_over(draft)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _unlink(folder: Path, files: Iterable[str]) -> None:
    for file in files:
        with suppress(OSError):  # one that stays is a stray
            (folder / file).unlink()


def _write_index(faces: Faces) -> Faces:
    faces = _open_if_lacking(faces)
    index = set_index.written(faces.examples, faces.damaged, complete=faces.complete)
    try:
        durable.folder(faces.folder)
        durable.write(faces.folder / INDEX, index.encode())
    except OSError as error:
        raise set_index.unwritten(faces.folder, error) from None
    return faces
