"""`companion new-game NAME`: write the folder of a new game. It is a sample game under another name: rules, mat,
reading, teach walk, practice set and simulated people, to be changed piece by piece."""

import argparse
import keyword
import re
import sys
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from companion.config import salvaged, usual_file
from companion.game import registry

SAMPLE = "sample_game"
SHAPES = ("grid", "free_pieces", "claims")
"""Whereof there is a sample: everybody has a grid of squares, or pieces that lie free, or claims places of a map."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion new-game` takes."""
    parser.add_argument("name", metavar="NAME", help="the game's name: small letters, digits and _")
    shapes = "what everybody has: a grid of squares, or pieces lying free; or claims in turn: places of one map"
    parser.add_argument("--shape", choices=SHAPES, default=SHAPES[0], help=shapes)


def run(args: argparse.Namespace) -> int:
    """Write; 0 done, 2 it could not be done with what was given."""
    name: str = args.name
    configured = salvaged(usual_file()).games
    folder: str = args.games or configured or ""
    why = _refused(name, folder)
    if why is not None:
        print(why, file=sys.stderr)
        return 2
    own = Path(folder) / name
    try:
        _copy(resources.files("companion.samples") / args.shape, own, name)
    except OSError as error:
        print(f"{own}: {error.strerror}; name a folder that can be written to with --games", file=sys.stderr)
        return 2
    given = "" if not args.games else f' --games "{folder}"' if " " in folder else f" --games {folder}"
    print(f"{own}: a whole game, to be changed. It runs already:")
    for words in (f"check-game {name}", f"demo --once --game {name}", f"print mat --game {name} --players 2"):
        print(f"  companion{given} {words}")
    if args.games and not configured:
        print(f"so that it is always there, write into the configuration: games = {str(Path(folder).absolute())!r}")
    return 0


def _refused(name: str, folder: str) -> str | None:
    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        return f"“{name}” is no name for a folder of code: take small letters, digits and _, a letter first"
    if not folder:
        return (
            "in which folder? name it in the configuration (games = …), or now: companion --games DIR new-game " + name
        )
    if name in registry.names() or (Path(folder) / name).exists():
        return f"there is a game called “{name}” already: take another name"
    return None


def _copy(source: Traversable, target: Path, name: str) -> None:
    """Copy a folder, the sample's name and title replaced."""
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            _copy(entry, target / entry.name, name)
        elif entry.is_file():
            text = entry.read_text(encoding="utf-8")
            title, class_name = name.replace("_", " ").capitalize(), name.title().replace("_", "") + "Game"
            text = text.replace(SAMPLE, name).replace("Sample game", title).replace("SampleGame", class_name)
            (target / entry.name).write_text(text, encoding="utf-8")
