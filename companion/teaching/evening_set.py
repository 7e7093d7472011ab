"""What play taught this evening: a set of its own inside the owner's. It is read with on this evening, for it shows the
evening's own light, and becomes part of the owner's set only where the host says so."""

import logging
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import INDEX, Exemplar, FacesError, unwritten

log = logging.getLogger("companion")
_FOLDER = "evening"
EVENING_S = 12 * 3600.0  # since the last lesson: what is played later is played in another light
_taught_s: dict[Path, float] = {}  # the last lessons of this run, by a clock that nobody sets


def folder_of(folder: Path) -> Path:
    """Return where the evening's set of the owner's set in `folder` lies."""
    return folder / _FOLDER


def waiting(folder: Path) -> Faces:
    """Return what waits for the host's word, of this evening or of an earlier one; raise a FacesError where that can't
    be read."""
    return piece_sets.load_or_new(folder_of(folder))


def begin(folder: Path) -> None:
    """Make room for this evening's lessons: what nobody wished to keep of an earlier evening is gone, and so is what
    can't be read any more."""
    try:
        waiting(folder)
    except FacesError as error:
        log.warning("this evening's lessons are lost: %s", error)
        drop(folder)
    if not _is_tonights(folder):
        drop(folder)


def add(folder: Path, lessons: Iterable[Exemplar]) -> None:
    """Add lessons to the evening's set, for which there is room; raise a FacesError where it can't be written."""
    piece_sets.add(waiting(folder), lessons)
    _taught_s[folder] = _running_s()


def with_tonight(faces: Faces | None, folder: Path) -> Faces | None:
    """Return the owner's set as it is read with on this evening; None where neither has anything."""
    try:
        tonight = waiting(folder).examples if _is_tonights(folder) else ()
    except FacesError as error:
        log.warning("this evening's lessons are left out: %s", error)
        return faces
    if not tonight:
        return faces
    owners = Faces(folder, ()) if faces is None else faces
    return replace(owners, examples=(*owners.examples, *tonight))


def written(folder: Path) -> tuple[object, ...]:
    """Return what is another once the owner's set in `folder`, or its evening's, was written since, by whichever
    process."""
    return tuple(_stamp(where / INDEX) for where in (folder, folder_of(folder)))


def _stamp(index: Path) -> tuple[int, int, int] | None:
    try:
        known = index.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_ino, known.st_size  # a lesson that is taken back leaves the time as it was


def keep(owners: Faces) -> Faces:
    """Return the owner's set, written to disk, with what play taught."""
    kept = piece_sets.add(owners, waiting(owners.folder).examples)
    drop(owners.folder)
    return kept


def refuse(owners: Faces) -> Faces:
    """Return the owner's set, written to disk, without what play taught, which is forgotten: of a `keep` that was cut
    short it may be in there by now."""
    taught = {piece_sets.shown(one) for one in waiting(owners.folder).examples}
    kept = [one for one in owners.examples if piece_sets.shown(one) in taught]
    left = piece_sets.without(owners, kept) if kept else owners
    drop(owners.folder)
    return left


def drop(folder: Path) -> None:
    """Forget what play taught; raise a FacesError where that can't be done."""
    evening = folder_of(folder)
    try:
        (evening / INDEX).unlink(missing_ok=True)
    except OSError as error:
        raise unwritten(evening, error) from None
    shutil.rmtree(evening, ignore_errors=True)  # without an index these are strays


def file_of(one: Exemplar) -> str:
    """Return where the picture of one that waits lies, from the owner's set's folder."""
    return f"{_FOLDER}/{one.file}"


def rename(owners: Faces, old: str, new: str) -> Faces:
    """Return the owner's set, written to disk, with a face under another name, as what play taught of it is; raise a
    FacesError as `faces.rename`."""
    _change_waiting(owners, old, lambda taught: piece_sets.rename(taught, old, new))
    return piece_sets.rename(owners, old, new)


def remove(owners: Faces, label: str, file: str | None = None) -> Faces:
    """Return the owner's set, written to disk, without a face, of which what play taught goes, too; or without one of
    its pictures, the owner's or one that waits. Raises a FacesError as `faces.remove`."""
    folder = owners.folder
    if file is not None and file.startswith(f"{_FOLDER}/"):
        with of_its_evening(folder):
            piece_sets.remove(waiting(folder), label, file.removeprefix(f"{_FOLDER}/"))
        return owners
    if file is None:
        _change_waiting(owners, label, lambda taught: piece_sets.remove(taught, label))
    return piece_sets.remove(owners, label, file)


def _change_waiting(owners: Faces, label: str, change: Callable[[Faces], Faces]) -> None:
    """Change what play taught of a face of the owner's set, where it taught any. It goes first: cut short in between,
    the face still stands in the owner's set, and whoever asks once more finds it there."""
    try:
        taught = waiting(owners.folder)
    except FacesError as error:
        log.warning("this evening's lessons are left out: %s", error)
        return
    if all(any(one.label == label for one in faces.entries) for faces in (owners, taught)):
        with of_its_evening(owners.folder):
            change(taught)


@contextmanager
def of_its_evening(folder: Path) -> Iterator[None]:
    """Change what an evening taught, and leave it that evening's: only a lesson makes it another's."""
    index = folder_of(folder) / INDEX
    try:
        written_ns = index.stat().st_mtime_ns
    except OSError:
        written_ns = None
    yield
    if written_ns is not None:
        with suppress(OSError):
            os.utime(index, ns=(written_ns, written_ns))


def _is_tonights(folder: Path) -> bool:
    """Whether its last lesson is of this evening. Of an earlier run's the file's time tells; a clock that was set
    meanwhile makes it another one."""
    if folder in _taught_s:
        return _running_s() - _taught_s[folder] < EVENING_S
    try:
        return abs(time.time() - (folder_of(folder) / INDEX).stat().st_mtime) < EVENING_S
    except OSError:
        return False


def _running_s() -> float:
    """Return seconds that only go up, also while the machine sleeps, where its system counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)
