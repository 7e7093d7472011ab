"""`companion pieces`: list, rename, remove, export or import what a piece set was taught, or say that it is whole."""

import argparse
import sys
from collections import Counter
from pathlib import Path

from companion.commands.arguments import AskedError, asked_folder, refuse, refuse_complete_without, set_arguments
from companion.settings.piece_sets import damage
from companion.teaching import evening_set
from vision.pieceset import faces, set_archive
from vision.pieceset.faces import Faces


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion pieces` takes."""
    set_arguments(parser)
    what = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    listing = what.add_parser("list", help="list the faces, or the pictures of one")
    listing.add_argument("face", nargs="?", metavar="FACE")
    renaming = what.add_parser("rename", help="give a face another name, or join it with one that has it")
    renaming.add_argument("old", metavar="OLD")
    renaming.add_argument("new", metavar="NEW")
    removing = what.add_parser("remove", help="remove a face, or one of its pictures")
    removing.add_argument("face", metavar="FACE")
    removing.add_argument("picture", nargs="?", metavar="PICTURE", help="as `list FACE` shows it")
    declaring = what.add_parser("complete", help="say that every face of the game is taught, so that less is asked")
    declaring.add_argument("--no", action="store_true", help="say that some are missing")
    exporting = what.add_parser("export", help="write the whole set into one file")
    exporting.add_argument("file", type=Path, metavar="FILE.zip")
    importing = what.add_parser("import", help="add everything in an exported file to the set")
    importing.add_argument("file", type=Path, metavar="FILE.zip")


def run(args: argparse.Namespace) -> int:
    """Do what was asked with the piece set and say what it holds then."""
    try:
        said = _done(args)
    except (ValueError, OSError) as error:
        return refuse(error)
    print(said)
    return 0


def _done(args: argparse.Namespace) -> str:
    folder = asked_folder(args)
    if args.what == "import":
        given = set_archive.contents(args.file)
        with faces.alone(folder, make=True):
            return _held(set_archive.take_in(faces.load_or_new(folder), given))
    with faces.alone(folder):
        return _with(args, faces.load(folder))


def _with(args: argparse.Namespace, known: Faces) -> str:
    if args.what == "list":
        _warn(known)
        return _listed(known, args.face)
    if args.what == "rename":
        return _changed(known, evening_set.rename(known, args.old, args.new))
    if args.what == "remove":
        return _changed(known, evening_set.remove(known, args.face, args.picture))
    if args.what == "complete":
        if not args.no:
            refuse_complete_without(len(known.labels), known.folder)
        known = faces.declare(known, complete=not args.no)
        _warn(known)
        return _held(known) + (": every face of the game" if known.complete else "")
    if args.what == "export":
        _warn(known)
        set_archive.export(known, args.file)
        return f"{args.file}: {len(known.labels)} faces, {len(known.examples)} pictures"
    raise AskedError(f"“{args.what}” can't be done with a piece set")


def _warn(known: Faces) -> None:
    """Print of which faces pictures are missing or damaged, where some are."""
    said = damage(known)
    if said is not None:
        print(said, file=sys.stderr)


def _listed(known: Faces, face: str | None) -> str:
    if face is not None:
        damaged = [f"{one.file}  missing or damaged" for one in known.damaged if one.label == face]
        whole = () if face in known.lost else known.of(face)
        return "\n".join([*(f"{one.file}  from {one.picture or 'nowhere'}" for one in whole), *damaged])
    counts = Counter(example.label for example in known.examples)
    faces_there = sorted((*known.labels, *known.lost))
    return "\n".join([f"{label}: {counts[label]}" for label in faces_there] or ["no face was taught yet"])


def _changed(before: Faces, after: Faces) -> str:
    return _held(after) + (": some faces may be missing now" if before.complete and not after.complete else "")


def _held(known: Faces) -> str:
    return f"{known.folder}: {len(known.labels)} faces, {len(known.examples)} pictures"
