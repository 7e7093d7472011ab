"""A whole piece set as one zip file, to be taken to another companion."""

import io
import struct
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from vision import durable
from vision.pieceset import set_index
from vision.pieceset.faces import Faces, add, shown
from vision.pieceset.set_index import INDEX, Exemplar, FacesError, reason
from vision.zip_member import undated

_LARGEST_PICTURE = 64 * 1024  # a taught picture has 12 kB unpacked
_LARGEST_INDEX = 4 * 1024 * 1024  # of 8000 exemplars, 500 bytes each
_MOST_EXEMPLARS = 8000  # 100 MB in memory; the largest file that the page takes holds as many
_LARGEST_CONTENTS = 2 * 1024 * 1024  # the central directory: zipfile reads all of it before anything can be asked
_END = struct.Struct("<4s4H2LH")  # the end of central directory record
_LONGEST_NOTE = 0xFFFF  # the length of a zip file's comment has 16 bits


@dataclass(frozen=True, slots=True)
class Contents:
    """What an exported file holds; `complete`: it was said that every face of the game is in it."""

    examples: tuple[Exemplar, ...]
    complete: bool = False


def packed(faces: Faces) -> bytes:
    """Return the whole set as one zip file; raise an OSError where a picture can't be read."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(undated(INDEX), set_index.written(faces.examples, complete=faces.complete))
        for example in faces.examples:
            archive.writestr(undated(example.file), (faces.folder / example.file).read_bytes())
    return data.getvalue()


def export(faces: Faces, target: Path) -> None:
    """Write the whole set into one zip file; raise a FacesError where that can't be done."""
    try:
        durable.write(target, packed(faces))
    except OSError as error:
        raise set_index.unwritten(target, error) from None


def import_zip(faces: Faces, source: Path) -> Faces:
    """Return the set with everything that an exported file holds, written to disk; raise a FacesError where it is no
    such file, as `contents`, or the set can't be written."""
    return take_in(faces, contents(source))


def take_in(faces: Faces, given: Contents) -> Faces:
    """Return the set with the contents of an exported file, written to disk. A set that had nothing is as complete as
    the one that was exported; any other is as complete as it was."""
    # What the set has a name for, be it damaged meanwhile, was perhaps corrected since the file was exported.
    named = {shown(example) for example in faces.examples}
    missed = {(one.file, one.picture): one.label for one in faces.damaged}
    new = [each for each in given.examples if shown(each) not in named]
    named_anew = [replace(each, label=missed.get((each.file, each.picture), each.label)) for each in new]
    return add(faces, named_anew, complete=None if faces.entries else given.complete)


def contents(source: Path) -> Contents:
    """Return what an exported file holds, as `unpacked`."""
    try:
        with source.open("rb") as file:
            return unpacked(file, source)
    except FileNotFoundError:
        raise FacesError("{place}: no such file", place=source) from None
    except OSError as error:
        raise _no_set(source, error) from None


def unpacked(file: IO[bytes], source: Path) -> Contents:
    """Return what an exported file holds, of which people know `source`; raise a FacesError where it is none. A small
    file that would unpack to much more than a set is refused before it takes the memory."""
    try:
        _check_contents(file, source)
        with zipfile.ZipFile(file) as archive:
            folder = _folder_of_index(archive)
            index = _member(archive, source, folder + INDEX, _LARGEST_INDEX).decode("utf-8")
            entries, complete = set_index.entries(source, index)
            files = {entry["file"] for entry in entries}
            if len(entries) > _MOST_EXEMPLARS or len(files) < len(entries):
                raise _too_large(source, INDEX)
            examples = [
                set_index.example(entry, source, _member(archive, source, folder + entry["file"], _LARGEST_PICTURE))
                for entry in entries
            ]
            return Contents(tuple(examples), complete)
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, UnicodeDecodeError) as error:
        raise _no_set(source, error) from None


def _folder_of_index(archive: zipfile.ZipFile) -> str:
    """Return in which folder of the archive the set lies: "" as it is kept. A Mac's browser unpacks what it downloads,
    and who packs the folder again has it in the archive, too."""
    found = [name for name in archive.namelist() if name == INDEX or name.endswith(f"/{INDEX}")]
    return min(found, key=len, default=INDEX).removesuffix(INDEX)


def _check_contents(file: IO[bytes], source: Path) -> None:
    """Raise a FacesError where the archive's list of contents is longer than any set's."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - _END.size - _LONGEST_NOTE - 20))
    tail = file.read()
    at = tail.rfind(b"PK\5\6")
    if at < 0 or len(tail) < at + _END.size:
        return  # no archive at all: zipfile says so
    if _END.unpack_from(tail, at)[5] > _LARGEST_CONTENTS or b"PK\6\7" in tail[max(0, at - 20) : at]:
        raise _too_large(source, source.name)


def _member(archive: zipfile.ZipFile, source: Path, name: str, most: int) -> bytes:
    """Return a member's bytes. What it says of its own size may be a lie, so no more than `most` is ever unpacked."""
    try:
        member = archive.getinfo(name)
    except KeyError:
        raise FacesError("{place}: {file} is missing in it; export the set again", place=source, file=name) from None
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # the others unpack without a bound
        raise zipfile.BadZipFile(f"{name} is packed otherwise than by deflate")
    if member.file_size > most:
        raise _too_large(source, name)
    with archive.open(member) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large(source, name)
    return data


def _no_set(source: Path, error: Exception) -> FacesError:
    return FacesError("{place}: this is not an exported piece set ({reason})", place=source, reason=reason(error))


def _too_large(source: Path, name: str) -> FacesError:
    return FacesError("{place}: {file} is too large for a piece set", place=source, file=name)
