"""A whole piece set as one zip file, to be taken to another companion."""

import zipfile
from pathlib import Path

from vision.pieceset import set_index
from vision.pieceset.faces import Faces, add
from vision.pieceset.set_index import INDEX, FacesError, reason

_LARGEST_ENTRY = 4_000_000


def export(faces: Faces, target: Path) -> None:
    """Write the whole set into one zip file; raise a FacesError where that can't be done."""
    draft = target.with_name(target.name + ".part")
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr(INDEX, set_index.written(faces.examples, complete=faces.complete))
            for example in faces.examples:
                archive.write(faces.folder / example.file, example.file)
        draft.replace(target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise FacesError("{place}: can't be written ({reason})", place=target, reason=reason(error)) from None


def import_zip(faces: Faces, source: Path) -> Faces:
    """Return the set with everything that an exported file holds, written to disk."""
    try:
        with zipfile.ZipFile(source) as archive:
            entries, _ = set_index.entries(source, _member(archive, source, INDEX).decode("utf-8"))
            examples = [set_index.example(entry, source, _member(archive, source, entry["file"])) for entry in entries]
    except FileNotFoundError:
        raise FacesError("{place}: no such file", place=source) from None
    except (OSError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise FacesError(
            "{place}: this is not an exported piece set ({reason})", place=source, reason=reason(error)
        ) from None
    return add(faces, examples)


def _member(archive: zipfile.ZipFile, source: Path, name: str) -> bytes:
    try:
        if archive.getinfo(name).file_size > _LARGEST_ENTRY * (25 if name == INDEX else 1):
            raise FacesError("{place}: {file} is too large for a piece set", place=source, file=name)
        return archive.read(name)
    except KeyError:
        raise FacesError("{place}: {file} is missing in it; export the set again", place=source, file=name) from None
