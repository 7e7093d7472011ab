"""`companion import`: take a record into the store, every line judged first."""

import argparse
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from companion import config, record
from companion import match as matches
from companion.game import GameError
from companion.store import Store, StoreError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion import` takes."""
    parser.add_argument("record", type=Path, help="the record file")
    parser.add_argument("--data", help="the folder of games")


def run(args: argparse.Namespace) -> int:
    """Import one record and print its new id."""
    try:
        data = args.record.read_bytes()
        whole = record.whole_lines(data)
        if len(whole) < len(data):
            print(f"{args.record}: the last line broke off and is left out", file=sys.stderr)
        store = Store(config.folders(config.Config(data=args.data)).games)
        print(take_in(store, whole))
    except GameError as error:
        print(f"{args.record}: {error}; nothing was imported", file=sys.stderr)
        return 1
    except (record.RecordError, StoreError, config.ConfigError) as error:
        print(f"{args.record}: {error}; nothing was imported", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{args.record}: {error.strerror}; name a file that can be read", file=sys.stderr)
        return 2
    return 0


def take_in(store: Store, data: bytes) -> str:
    """Store the record in `data` and return its id; raise the error of its first bad line with nothing stored."""
    match = matches.replay(record.lines(data))
    game_id, now = uuid.uuid4().hex[:12], datetime.now(UTC).isoformat(timespec="seconds")
    store.begin(game_id, now, match.lines[0], uuid.uuid4().hex)
    for line in match.lines[1:]:
        store.play(game_id, now, line)
    store.finish(game_id, match.over, matches.final(match))
    return game_id
