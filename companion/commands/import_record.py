"""`companion import`: take a record into the store, every line judged first."""

import argparse
import sys
from pathlib import Path

from companion import config
from companion.commands.arguments import asked_config
from companion.commands.terminal import escaped
from companion.game import GameError, record
from companion.store.archive import take_in
from companion.store.database import Store
from companion.store.errors import StoredAlreadyError, StoreError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion import` takes."""
    parser.add_argument("record", type=Path, help="the record file")
    parser.add_argument("--data", help="the folder of games")


def run(args: argparse.Namespace) -> int:
    """Import one record and print its new id, or the one under which it is stored already."""
    try:
        data = args.record.read_bytes()
        whole = record.whole_lines(data)
        if len(whole) < len(data):
            print(f"{args.record}: the last line broke off and is left out", file=sys.stderr)
        store = Store(config.folders(asked_config(args)).games)
        game = take_in(store, whole)
    except GameError as error:
        print(escaped(f"{args.record}: {error}; nothing was imported"), file=sys.stderr)
        return 1
    except StoredAlreadyError as error:
        print(f"{args.record}: {error}; nothing was imported", file=sys.stderr)
        game = error.game
    except (record.RecordError, StoreError, config.ConfigError) as error:
        print(escaped(f"{args.record}: {error}; nothing was imported"), file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{args.record}: {error.strerror}; name a file that can be read", file=sys.stderr)
        return 2
    print(game)
    return 0
