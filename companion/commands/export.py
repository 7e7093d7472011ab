"""`companion export`: write a stored game as a record. The store is only read, for a companion may be running on it."""

import argparse
import io
import sys
from contextlib import closing
from pathlib import Path

from companion import config
from companion.commands.arguments import asked_config
from companion.store.archive import as_record
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.practice import counted
from companion.store.rows import Stored
from vision import durable


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion export` takes."""
    parser.add_argument("game", nargs="?", help="the game's id; left out, the stored games are listed")
    parser.add_argument("-o", "--output", type=Path, help="the file to write; left out, it goes to standard output")
    parser.add_argument("--data", help="the folder of games")


def run(args: argparse.Namespace) -> int:
    """Write one game, or list all."""
    try:
        games = config.Folders(config.data_folder(asked_config(args))).games
        with closing(Store(games, to_read=True)) if games.exists() else closing(Store(":memory:")) as store:
            if args.game is None:
                rows = [_row(store.game(game_id)) for game_id in counted(store)]
            else:
                data = as_record(store.game(args.game))
    except (StoreError, OSError, config.ConfigError) as error:
        print(error, file=sys.stderr)
        return 2
    if args.game is None:
        if not rows:
            print(f"{games}: no game is kept there", file=sys.stderr)
        for row in rows:
            print(row)
        return 0
    if args.output is not None:
        return _written(args.output, data)
    if isinstance(sys.stdout, io.TextIOWrapper):  # a record is UTF-8, whatever letters the terminal has
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.write(data)
    return 0


def _written(path: Path, data: str) -> int:
    try:
        durable.write(path, data.encode())
    except OSError as error:
        print(f"{path}: {error.strerror}; name a file that can be written", file=sys.stderr)
        return 2
    return 0


def _row(stored: Stored) -> str:
    players = ", ".join(stored.header["players"])
    return f"{stored.id}  {stored.begun}  {stored.header['game']}  {players}  {'over' if stored.over else 'running'}"
