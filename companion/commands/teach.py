"""`companion teach`: teach the faces of a piece set from labelled pictures, or piece by piece on the page."""

import argparse
from collections import Counter
from pathlib import Path

from companion.commands import run as running
from companion.commands.arguments import (
    CAMERAS,
    asked_folder,
    asked_layout,
    layout_arguments,
    refuse,
    refuse_complete_without,
)
from companion.evaluation.exemplars import exemplars_of
from companion.evaluation.labels import load_labels
from companion.language.message import english
from companion.teaching.advice import one_more_picture, repeats
from vision.pieceset import faces

_OF_A_RUN = ("camera", "config", "data", "host", "port", "layout", "game")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion teach` takes."""
    layout_arguments(parser)
    parser.add_argument("labels", nargs="?", type=Path, metavar="LABELS.json", help="pictures and what lies in them")
    parser.add_argument("--walk", action="store_true", help="teach piece by piece on the page, before the camera")
    parser.add_argument("--simulated", action="store_true", help="with --walk: on the simulated table")
    parser.add_argument("--config", help="the configuration file")
    for name, what in (
        ("camera", CAMERAS),
        ("host", "the address to serve the page at"),
        ("port", "the port to serve the page at"),
    ):
        parser.add_argument(f"--{name}", help=f"with --walk: {what}")
    parser.add_argument("--practice", action="store_true", help="teach the game's printed practice set, with --game")


def run(args: argparse.Namespace) -> int:
    """Teach; print what the set holds now. Nothing is taught where anything is wrong."""
    if args.walk:
        return _walk(args)
    try:
        folder = asked_folder(args)
        faces.load_or_new(folder)  # what is wrong with it is said before pictures are read
        if args.practice:
            return _practice(args, folder)
        if args.labels is None:
            return refuse("no LABELS.json is named; give one, or --practice --game GAME for the printed practice set")
        labelled = load_labels(args.labels, asked_layout(args))
        examples = exemplars_of(labelled.pictures)
        if not examples and labelled.complete is None:
            return refuse(f"{args.labels}: its pictures name no face, so there is nothing to teach")
        with faces.alone(folder, make=bool(examples)):
            before = faces.load_or_new(folder)
            if labelled.complete:
                refuse_complete_without(len(before.labels) + len(examples), folder)
            known, named = faces.spelled(before, examples)
            after = faces.add(known, faces.told_apart(known, named), complete=labelled.complete)
    except (ValueError, OSError) as error:
        return refuse(error)
    held, holds = ({example.file for example in one.examples} for one in (before, after))
    new, gone = len(holds - held), len(held - holds)
    counts = Counter(example.label for example in after.examples)
    whole = ": every face of the game" if after.complete else ""
    anew = f", {gone} of them under another name than before" if gone else ""
    print(
        f"{folder}: {new} new pictures of faces{anew};"
        f" {len(counts)} faces, {len(after.examples)} pictures in all{whole}"
    )
    read_with, repeated = repeats(after)
    for said in (repeated, one_more_picture(read_with)):
        if said is not None:
            print(english(said))
    return 0


def _walk(args: argparse.Namespace) -> int:
    """Serve the page opened at the teach walk, with no game taken up, until a signal ends it."""
    given = "--pieces" if args.pieces is not None else args.labels
    if given is not None:
        return refuse(f"{given}: --walk teaches the set that games are read with; leave this out, or name --data DIR")
    parser = argparse.ArgumentParser("companion teach --walk")
    running.arguments(parser)
    words = ["--simulated"] if args.simulated else []
    for name in _OF_A_RUN:
        if getattr(args, name) is not None:
            words += [f"--{name}", str(getattr(args, name))]
    asked = parser.parse_args(words)
    asked.walk, asked.taught = True, args.game
    return running.run(asked)


def _practice(args: argparse.Namespace, folder: Path) -> int:
    """Teach a game's practice set as it is drawn; what is corrected in play adds how it really looks. Beside pieces
    that are taught already it is not taught: it has the names of one's own."""
    if args.game is None:
        return refuse("--practice needs --game GAME: whose practice set?")
    if args.labels is not None:
        return refuse(f"{args.labels}: --practice teaches the printed practice set alone; teach yours without it")
    from companion.simulation import simulated_table  # noqa: PLC0415 - the renderer is needed for this alone

    with faces.alone(folder):
        known = faces.load_or_new(folder).examples
        taught = simulated_table.teach(args.game, folder)
    already = "; pieces are taught there already, so nothing was added" if known else ""
    print(f"{folder}: {len(taught.labels)} faces, {len(taught.examples)} pictures in all{already}")
    return 0
