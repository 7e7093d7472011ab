"""`companion key`: the address that lets a host in, once; on the machine only. `--card` prints it, `--forget` takes a
table back."""

import argparse
import sys
from contextlib import closing
from pathlib import Path

import segno

from companion import config as configs
from companion.commands.arguments import asked_config
from companion.config import ConfigError
from companion.machine.mdns import Announcement, own_address
from companion.prints.key_card import key_card
from companion.prints.paper import pdf
from companion.session import entering
from companion.session.games import new_key
from companion.store.claim import FolderClaim, served
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table.entrance import address_with
from companion.table.seats import Seating, game_of
from vision import durable


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion key` takes."""
    parser.add_argument("--config", type=Path, help="the configuration file")
    parser.add_argument("--data", help="the folder of the games")
    parser.add_argument(
        "--forget", action="store_true", help="forget every phone and host, and the PIN; the companion must be stopped"
    )
    parser.add_argument("--card", type=Path, metavar="FILE.pdf", help="write a card with the key, to print and cut out")


def run(args: argparse.Namespace) -> int:
    """Print the address with the machine's key, as text and as a code to scan."""
    try:
        config = asked_config(args)
        folders = configs.folders(config)
        folders.games.exists()  # raises where nobody may look: the claim would say to open the folder to them
        if args.forget:
            claim = FolderClaim(folders.data)
            try:
                with closing(Store(folders.games)) as store:
                    forget(store)
            finally:
                claim.release()
            print("Every phone is forgotten, and so is the PIN. Start the companion, then scan this:")
        key = _kept(folders.games)
    except (ConfigError, StoreError) as error:
        print(error, file=sys.stderr)
        return 2
    except PermissionError as error:
        print(f"{error.filename}: {error.strerror}; it is the service's own: `sudo companion key`", file=sys.stderr)
        return 2
    if key is None:
        print("There is no key yet: start the companion once, then try again", file=sys.stderr)
        return 1
    host, port = served(folders.data) or (config.page.reached_at, config.page.port)
    announcement = Announcement(config.page.name, port)
    if args.card is not None:
        return _written(args.card, address_with(announcement.by_name, key))
    address = address_with(announcement.by_number(own_address(host)), key)
    print(f"{address}\nThis opens the table once, for its host; then another key is made.")
    segno.make(address.upper()).terminal(compact=True)
    return 0


def _kept(games: Path) -> str | None:
    if not games.exists():
        return None
    with closing(Store(games, to_read=True)) as store:
        return store.setting(entering.KEY)


def _written(file: Path, address: str) -> int:
    """Write the card; only its owner reads it. Its address is the name's, for a number may be another tomorrow."""
    try:
        durable.write(file, pdf([key_card(address)], "the host's key"), mode=0o600)
    except OSError as error:
        print(f"{file}: {error.strerror}; name a file that can be written", file=sys.stderr)
        return 2
    print(f"{file}: print it and cut it out; once it was used, `companion key --card` makes the next one")
    return 0


def forget(store: Store) -> None:
    """Forget who was let in, who holds a seat and who is a host: the table is as new, with its games."""
    with store.together():
        store.set("seating", Seating(new=True).written(game_of(store.setting("seating")) or ""))
        store.set(entering.KEY, new_key())
        store.unset("pin")
