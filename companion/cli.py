"""`companion COMMAND …`: the commands, each in its own file, imported only when it is the one asked for.

A command's file offers `arguments(parser)`, which declares what it takes, and `run(args)`, which does it and returns
the exit status: 0 done, 1 the answer is no, 2 it could not be done with what was given.
"""

import argparse
import importlib
import importlib.metadata
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.commands.terminal import FULL, flush, print_nothing_more, read_or_not
from companion.config import salvaged, usual_file
from companion.game import registry

COMMANDS = {
    "run": ("companion.commands.run", "start the companion: camera, pods, display and page"),
    "room": ("companion.commands.room", "listen to many tables: walls, an evening's ranking, a director's page"),
    "demo": ("companion.commands.demo", "play a whole game on the simulated table and check every score"),
    "replay": ("companion.commands.replay", "judge a game record line by line"),
    "teach": ("companion.commands.teach", "teach the faces of a piece set from pictures"),
    "read": ("companion.commands.read", "read what lies where in pictures"),
    "evaluate": ("companion.commands.evaluate", "measure a piece set against labelled pictures"),
    "calibrate": ("companion.commands.calibrate", "measure the camera's lens from pictures of the printed board"),
    "pieces": ("companion.commands.pieces", "list, rename, remove, export or import taught faces"),
    "print": ("companion.commands.print_out", "print mats, practice pieces and the calibration board"),
    "export": ("companion.commands.export", "write a stored game as a record"),
    "import": ("companion.commands.import_record", "take a record into the store"),
    "new-game": ("companion.commands.new_game", "write the folder of a new game, which runs at once"),
    "check-game": ("companion.commands.check_game", "check a game's folder: its rules, its mat, its words"),
    "doctor": ("companion.commands.doctor", "check camera, light, pods, display and disk"),
    "key": ("companion.commands.key", "print the address that lets a host in, or forget every phone"),
    "setup": ("companion.commands.setup", "find what is connected and write the configuration"),
}

BROKEN_OFF = 130  # as shells call the end by Ctrl+C


def _look_for_games(words: list[str]) -> None:
    """Look in the folder that the configuration names, and in the one named here: which games there are must be known
    before a command says what it takes."""
    early = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    early.add_argument("--games", type=Path)
    early.add_argument("--config", type=Path)
    named, _ = early.parse_known_args(words)
    configured = salvaged(named.config or usual_file()).games
    for folder in (configured, named.games):
        if folder:
            registry.look_in(Path(folder).absolute())


def _version() -> str:
    try:
        return importlib.metadata.version("table-companion")
    except importlib.metadata.PackageNotFoundError:
        return "of a folder that is not installed"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status. Who reads no further, as `| head`, or presses Ctrl+C, ends it without a
    word."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a console that lacks a letter is shown a mark in its place
    with read_or_not():
        try:
            try:
                return _run(argv)
            finally:
                flush()
        except OSError as error:
            if error.errno not in FULL or error.filename is not None:
                raise
            print_nothing_more()
            print(f"{error.strerror}: not all could be printed or written", file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return BROKEN_OFF
    return 0


def _run(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    parser = argparse.ArgumentParser(prog="companion", description="A companion for board games on a real table.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    parser.add_argument("--games", metavar="DIR", help="a folder of further games, besides the configuration's")
    _look_for_games(words)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in words if word in COMMANDS), None)
    for name, (_, summary) in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary)
        if name == chosen:
            importlib.import_module(COMMANDS[name][0]).arguments(command)
    args = parser.parse_args(words)
    return int(importlib.import_module(COMMANDS[args.command][0]).run(args))
