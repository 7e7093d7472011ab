"""`companion room`: listen to many tables through a broker, keep their results, serve walls and the director's page."""

import argparse
import asyncio
import json
import logging
import os
import re
import socket
import sys
import tempfile
import threading
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from companion.app.supervision import Supervisor
from companion.commands.arguments import port
from companion.commands.terminal import not_served, read_or_not
from companion.config import LAST_PORT, Config, ConfigError, data_folder
from companion.language.message import pack, say
from companion.machine.ending import on_signal
from companion.machine.mdns import Announcement, follow, own_address
from companion.publishing.broker import Address
from companion.room import copies
from companion.room.book import Book
from companion.room.desk import Desk
from companion.room.hall import Hall
from companion.simulation.room_tables import MOST_TABLES, DemoTables
from companion.store.claim import FolderClaim
from companion.store.errors import StoreError, of_disk
from vision import durable
from web.listening import LoopWatch
from web.room.app import create_app
from web.serving import Server

log = logging.getLogger("companion")
FILE = "room.db"
BROKER = re.compile(r"(?P<host>\[[^\[\]\s]+\]|[^\[\]:/\s]+)(:(?P<port>[0-9]{1,5}))?")
LISTEN_EVERY_S = 1.0
_SETTLED_S = 0.3  # the embedded broker's connections close a moment after it has ended


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion room` takes."""
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="the MQTT broker that the tables speak to")
    parser.add_argument("--user", default="", help="who this is for the broker")
    parser.add_argument("--password-file", type=Path, help="a file with the password for the broker")
    parser.add_argument("--ca", help='a file of certificates for a broker with TLS; "" for the system\'s')
    parser.add_argument("--data", help="the folder of the room's results")
    parser.add_argument("--host", default="0.0.0.0", help="the address to serve the page at")
    parser.add_argument("--port", type=port, default=8001, help="the port to serve the page at")
    parser.add_argument("--name", default="room", help="the page is announced as NAME.local")
    parser.add_argument("--demo", type=_tables, metavar="TABLES", help="so many tables play by themselves")


def _tables(text: str) -> int:
    """Return how many tables a demo is to have."""
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= MOST_TABLES):
        raise argparse.ArgumentTypeError(f"{text} tables: a demo has 1 to {MOST_TABLES}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Run until a signal ends it."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    stopped = threading.Event()
    on_signal(stopped)
    with ExitStack() as held:
        try:
            return _run(args, held, stopped)
        except (ConfigError, StoreError) as error:
            print(error, file=sys.stderr)
            return 2


def _run(args: argparse.Namespace, held: ExitStack, stopped: threading.Event) -> int:
    if args.broker is None and args.demo is None:
        raise ConfigError(say("Name the broker that the tables speak to with --broker, or try it with --demo 40"))
    folder = _folder(args, held)
    address = _address(args) if args.broker is not None else held.enter_context(EmbeddedBroker()).address
    supervisor = Supervisor()
    book = _opened(folder / FILE)
    held.callback(book.close)
    hall = Hall(book, address, now)
    own = partial(own_address, args.host)
    desk = Desk(book, hall, now, lambda: (announcement.by_name, announcement.by_number(own())))
    app = create_app(desk, names=[f"{args.name}.local"])
    try:
        server = Server(app, args.host, args.port, watched=LoopWatch(lambda: None, partial(supervisor.failed, "page")))
    except OSError as error:
        print(not_served(error, args.host, args.port), file=sys.stderr)
        return 2
    announcement = Announcement(args.name, server.port)
    supervisor.run("room", hall.run)
    supervisor.run("copies", partial(_keep_copies, folder / FILE))
    if args.demo is not None:
        supervisor.run("tables", DemoTables(args.demo, address, hall.admit, now).run)
    server.start()
    if args.demo is None:  # a demo is of this machine alone
        supervisor.run("network", lambda stopped: follow(announcement, lambda _: None, stopped, own))
    with read_or_not():  # who reads no further ends no room
        by_number = announcement.by_number(own())
        print(f"Open {by_number} on a large screen; /director there is the director's page.")
        print(f"The room's PIN: {desk.pin}; where others have tried wrong ones, its key: {desk.key}")
        print("End with Ctrl+C; every result is kept.")
    while not stopped.wait(LISTEN_EVERY_S):
        pass
    server.close()
    if not supervisor.stop(5.0):
        os._exit(0)
    return 0


def _opened(path: Path) -> Book:
    """Open the room's file, from a copy where it is damaged; the director's log says so."""
    try:
        restored = copies.restore(path)
    except StoreError:
        raise
    except OSError as error:
        raise of_disk(path, error) from None
    book = Book(path)
    if restored is not None:
        book.note(now(), "", json.dumps(pack(restored)))
        print(restored, file=sys.stderr)
    return book


def _keep_copies(path: Path, stopped: threading.Event) -> None:
    while True:
        try:
            copies.keep(path)
        except OSError as error:
            log.warning("the room's file can't be copied: %s", error)
        if stopped.wait(copies.EVERY_S):
            return


def now() -> str:
    """Return the time as it is kept."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _folder(args: argparse.Namespace, held: ExitStack) -> Path:
    """Return where the room keeps its results; a demo's are nobody's."""
    if args.demo is not None and args.data is None:
        return Path(held.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
    folder = Path(args.data) if args.data else data_folder(Config()) / "room"
    try:
        durable.folder(folder)
    except OSError as error:
        raise ConfigError(
            say(
                "{path}: {reason}; name a folder for the games with --data",
                path=str(folder),
                reason=str(error.strerror),
            )
        ) from None
    held.callback(FolderClaim(folder).release)
    return folder


def _address(args: argparse.Namespace) -> Address:
    found = BROKER.fullmatch(str(args.broker))
    host, port = (found["host"].strip("[]"), int(found["port"] or 1883)) if found is not None else ("", 0)
    if not 0 < port <= LAST_PORT:
        raise ConfigError(say("--broker {broker}: write HOST or HOST:PORT", broker=args.broker))
    password = ""
    if args.password_file is not None:
        try:
            password = args.password_file.read_text(encoding="utf-8-sig").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(
                say("{path}: {reason}; name a file that can be read", path=str(args.password_file), reason=str(error))
            ) from None
    return Address(host, port, args.user, password, args.ca)


class EmbeddedBroker:
    """A broker inside this program (amqtt), for the demo alone: at a free port of this machine."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="broker", daemon=True)
        self._broker: Any = None

    def __enter__(self) -> "EmbeddedBroker":
        try:
            from amqtt.broker import Broker  # noqa: PLC0415 - the extra `room` alone brings it
        except ModuleNotFoundError:
            raise ConfigError(
                say(
                    "amqtt is not installed: it comes with the companion's extra “room”, "
                    "`pipx install --force '.[room]'` in its folder; or name a broker with --broker"
                )
            ) from None
        for noisy in ("amqtt", "transitions"):  # a table whose connection it loses connects again
            logging.getLogger(noisy).setLevel(logging.CRITICAL)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = int(free.getsockname()[1])
        listeners = {"default": {"type": "tcp", "bind": f"127.0.0.1:{port}", "max_connections": 0}}
        plugins = {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}}
        self._loop.set_exception_handler(lambda _loop, _context: None)  # as above
        self._thread.start()

        async def begin() -> Any:
            broker = Broker({"listeners": listeners, "plugins": plugins})
            await broker.start()
            return broker

        self._broker = asyncio.run_coroutine_threadsafe(begin(), self._loop).result(10)
        self.address = Address("127.0.0.1", port)
        return self

    def __exit__(self, *_: object) -> None:
        async def end() -> None:
            await self._broker.shutdown()
            await asyncio.sleep(_SETTLED_S)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()
