"""What the commands that look at pictures share: their layout, their piece set, and one line for what is wrong."""

import argparse
import sys
from pathlib import Path

import msgspec

from companion import config
from companion.config import Config
from companion.game import mat_layouts, piece_sizes, registry
from vision import layout as layouts
from vision.layout import Layout
from vision.observation import Unseen
from vision.pieceset import faces
from vision.pieceset.faces import Faces

_PLAYERS = 3
CAMERAS = "pi, phone, a number, a device, an address, a folder of pictures, a film, or none"


def port(text: str) -> int:
    """Return the port that an option names; 0 for a free one."""
    if not (text.isascii() and text.isdecimal() and int(text) <= config.LAST_PORT):
        raise argparse.ArgumentTypeError(f"{text} is no port: name a number from 0 to {config.LAST_PORT}")
    return int(text)


class AskedError(ValueError):
    """Arguments that contradict each other or lack something; the message says what to do."""


def set_arguments(parser: argparse.ArgumentParser, game: str = "use the taught set of this game") -> None:
    """Declare how a command is told which taught set is meant; `game` says what that option does."""
    parser.add_argument("--pieces", metavar="DIR", help="the taught piece set")
    parser.add_argument("--game", metavar="GAME", help=game)
    parser.add_argument("--data", metavar="DIR", help="the folder for games and taught pieces")


def layout_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare how a command is told where to look and what was taught."""
    set_arguments(parser, "use the layout and the taught set of this game")
    parser.add_argument("--layout", type=Path, metavar="LAYOUT.toml", help="where to look")
    parser.add_argument("--players", type=int, metavar="N", help="for how many players that game's mat is")


def asked_layout(args: argparse.Namespace) -> Layout | None:
    """Return the layout that the arguments name, None where they name none; raise where they can't be followed."""
    if args.game is None:
        return layouts.load(args.layout) if args.layout else None
    if args.layout:
        raise AskedError("--layout and --game contradict each other; give one of them")
    if args.game not in registry.names():
        raise AskedError(f"--game: no game is called “{args.game}”")
    places = mat_layouts.mat_of(args.game).seats(_PLAYERS if args.players is None else args.players)
    return mat_layouts.layout_for(args.game, places, _size(args))


def asked_mats(args: argparse.Namespace) -> tuple[Layout, ...]:
    """Return the layouts of which one lies in a picture: of a game's mats those for any number of players, where none
    is named; raise as `asked_layout`, and where no layout is named."""
    layout = asked_layout(args)
    if layout is None:
        raise AskedError("no layout is named; give --layout LAYOUT.toml or --game GAME")
    if args.game is None or args.players is not None:
        return (layout,)
    return tuple(dict.fromkeys((layout, *mat_layouts.of_any_number(args.game, _size(args)))))


def _size(args: argparse.Namespace) -> float | None:
    return piece_sizes.of(config.data_folder(asked_config(args)), args.game)


def asked_folder(args: argparse.Namespace) -> Path:
    """Return the piece set's folder that the arguments name, or the game's."""
    if args.pieces == "":
        raise AskedError("--pieces: it names no folder; name that of the piece set, or . for this one")
    if args.pieces is not None:
        return Path(args.pieces)
    if args.game is None:
        raise AskedError("no piece set is named; give --pieces DIR, or --game GAME for the game's own")
    return config.folders(asked_config(args)).pieces(args.game)


def asked_config(args: argparse.Namespace) -> Config:
    """Return the configuration that --config names, else the usual one, with --data in its place; each command takes
    what it declares of the two."""
    file = getattr(args, "config", None)
    return with_arguments(
        config.load(config.usual_file() if file is None else Path(file)),
        argparse.Namespace(data=getattr(args, "data", None)),
    )


def with_arguments(configured: Config, args: argparse.Namespace) -> Config:
    """Return the configuration with what the command line says in its place."""

    def given(**names: str) -> dict[str, object]:
        said = {key: getattr(args, name, None) for key, name in names.items()}
        return {key: value for key, value in said.items() if value is not None}

    return msgspec.structs.replace(
        configured,
        camera=msgspec.structs.replace(configured.camera, **given(source="camera")),
        page=msgspec.structs.replace(configured.page, **given(host="host", port="port")),
        table=msgspec.structs.replace(configured.table, **given(layout="layout")),
        **given(data="data"),
    )


def asked_faces(args: argparse.Namespace) -> Faces:
    """Return the piece set that the arguments name; raise a FacesError where it is missing or empty."""
    return faces.load_to_read(asked_folder(args))


def refuse_complete_without(faces: int, folder: Path) -> None:
    """Raise an AskedError where a set that has no face is to be declared complete."""
    if not faces:
        raise AskedError(f"{folder}: no face is taught yet, so the set can't be complete; teach its faces first")


def refuse(error: Exception | Unseen | str) -> int:
    """Print in one line what is wrong, and return the exit status for that."""
    print(" ".join(str(error).split()), file=sys.stderr)
    return 2
