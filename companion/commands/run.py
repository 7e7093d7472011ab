"""`companion run`: open what is connected, serve the page, and say in the terminal how to join."""

import argparse
import logging
import os
import shlex
import sys
import threading
import webbrowser
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from socket import socket
from urllib.parse import quote

import msgspec
import segno

from companion import config as configs
from companion.app.assembly import Prepared, real_table, simulated_folders, simulated_table
from companion.app.refusal import display_of, stand_by, why
from companion.app.service import PAGE_SILENT, Service
from companion.commands.arguments import CAMERAS, port, with_arguments
from companion.commands.terminal import not_served, read_or_not
from companion.config import Config, ConfigError, PageSection, RoomSection
from companion.game import registry
from companion.machine import memory, notify
from companion.machine.ending import on_signal
from companion.machine.mdns import Announcement, follow, is_loopback, own_address
from companion.machine.notify import Notifier
from companion.store.claim import FolderClaim
from companion.store.errors import StoreError
from companion.store.mending import mend
from companion.table.entrance import address_with
from hardware.errors import HardwareError
from vision.drawing.views import Hardness
from web.app import create_app
from web.listening import LoopWatch
from web.serving import Server

LISTEN_EVERY_S = 1.0  # Windows hears a Ctrl+C only between waits
HOTSPOT_NAME = "companion.local"  # what the own Wi-Fi resolves, whatever the page is called (systemd/hotspot.sh)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what `companion run` takes."""
    parser.add_argument("--simulated", action="store_true", help="play on the simulated table")
    parser.add_argument("--camera", help=CAMERAS)
    parser.add_argument("--layout", help="the layout.toml that was printed with the mat")
    parser.add_argument("--config", type=Path, help="the configuration file")
    parser.add_argument("--data", help="the folder for games and taught pieces")
    parser.add_argument("--host", help="the address to serve the page at")
    parser.add_argument("--port", type=port, help="the port to serve the page at")
    parser.add_argument("--open", action="store_true", help="open the page in a browser here, which is let in")
    parser.add_argument(
        "--game", choices=registry.names(), default=registry.first(), help="what the simulated table plays"
    )
    parser.add_argument("--players", type=int, default=3, help="how many play on the simulated table")
    parser.set_defaults(walk=False, taught=None)
    parser.add_argument("--light", choices=[hardness.value for hardness in Hardness], default=Hardness.NORMAL.value)


def run(args: argparse.Namespace) -> int:
    """Run until a signal ends it."""
    memory.give_back_at_once(os.environ)
    with ExitStack() as held:
        return _run(args, held)


def _run(args: argparse.Namespace, held: ExitStack) -> int:
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    system = notify.notifier(os.environ)
    file = args.config or (None if args.simulated else configs.usual_file())
    config = prepared = None
    try:
        config = with_arguments(configs.load(file), args)
        folders = configs.folders(config)
        claim = FolderClaim(simulated_folders(folders).data if args.simulated else folders.data)
        held.callback(claim.release)
        prepared = (
            simulated_table(args, folders)
            if args.simulated
            else real_table(config, folders, file or configs.writable_file())
        )
        loops = ("session", "page", *(("camera",) if prepared.leaves.watch is not None else ()))
        watchdog = notify.Watchdog(system, loops, notify.watchdog_limit_s(os.environ))
        service = Service(
            prepared.folders,
            prepared.leaves,
            replace(prepared.table, terminal=system.silent),
            language=config.language,
            beat=watchdog.beat,
            mended=mend(prepared.folders.games),
            room=_room(config),
        )
        if prepared.people is None and not args.walk:
            service.session.resume()  # before anything runs: games that can't be read are said as well
    except (ConfigError, StoreError, HardwareError) as error:
        print(error, file=sys.stderr)
        if not system.silent:
            config = config or with_arguments(configs.salvaged(file), args)
            stand_by(why(error), prepared.leaves.display if prepared else display_of(config), config, system)
        return 2
    try:
        handed = notify.handed_sockets(os.environ)
        server = _server(service, config.page, watchdog, handed)
    except OSError as error:
        print(not_served(error, config.page.host, config.page.port), file=sys.stderr)
        return 2
    host = "" if handed else config.page.reached_at
    claim.served_at(host, server.port)
    _serve(service, server, config, prepared, system, host=host, page=first_page(args), here=args.open)
    return 0


def _server(service: Service, page: PageSection, watchdog: notify.Watchdog, handed: list[socket]) -> Server:
    """Return what serves the page, its loop watched; raise an OSError where its port can't be had."""
    app = create_app(service.door, names=_served_as(page))
    watched = LoopWatch(
        partial(watchdog.beat, "page"),
        partial(service.supervisor.failed, "page"),
        partial(service.supervisor.awaiting, "page", PAGE_SILENT),
    )
    return Server(app, page.host, page.port, handed, page.proxy, watched)


def first_page(args: argparse.Namespace) -> str:
    """Return which page people begin with: the table, or the walk, where a game was named at that game's card."""
    if not args.walk:
        return ""
    return "teach" if args.taught is None else f"teach#teach-{args.taught}"


def _serve(
    service: Service,
    server: Server,
    config: Config,
    prepared: Prepared,
    system: Notifier,
    *,
    host: str,
    page: str,
    here: bool,
) -> None:
    stopped = threading.Event()
    on_signal(stopped)
    service.start()
    server.start()
    threading.Thread(target=server.warm, name="warm", daemon=True).start()
    announcement = Announcement(config.page.name, server.port)
    key, then = service.session.key, f"?then={quote(page, safe='')}" if page else ""
    address = partial(own_address, host)
    way_in = address_with(announcement.by_number(address()), key) + then
    with read_or_not():  # who reads no further ends no game
        _greet(way_in, next_key(prepared.folders.data), prepared.found)
        if prepared.leaves.display is None and system.silent:
            print(f"The table's PIN, for undo and settings on another phone: {service.session.pin}")
    if here:
        threading.Thread(target=opened, args=(way_in,), name="browser", daemon=True).start()

    def found(address: str) -> None:
        join = {"address": announcement.by_name, "number": announcement.by_number(address)}
        service.surround({**(join if not is_loopback(address) else {"number": ""}), "network": config.page.wifi})

    def named() -> None:
        with read_or_not():
            print(f"In this network the page is called {announcement.by_name}, too.")

    if prepared.people is not None:
        service.supervisor.run("people", partial(prepared.people, service))
    service.supervisor.run("network", lambda _: follow(announcement, found, stopped, address, named=named))
    system.ready(f"open {announcement.by_name}")
    while not stopped.wait(LISTEN_EVERY_S):
        pass
    system.stopping()
    server.close()
    if not service.stop():
        os._exit(0)  # cut off in OpenCV's own code, Python's tidying up would crash; all is on disk


def _room(config: Config) -> RoomSection | None:
    """Return the room that hears of this table, which has the page's name there if none is given."""
    room = config.room
    return room if room is None or room.name else msgspec.structs.replace(room, name=config.page.name)


def _served_as(page: PageSection) -> list[str]:
    """Return the names under which the page may be asked for."""
    return [f"{page.name}.local", HOTSPOT_NAME, *page.names]


def opened(way_in: str) -> None:
    """Open the page in a browser of this computer, which the address lets in."""
    if not webbrowser.open(way_in):
        with read_or_not():
            print("No browser was found here; open the address above.")


def next_key(data: Path) -> str:
    """Return the command that prints the next key of the games in a folder."""
    try:
        usual = configs.data_folder(configs.load(configs.usual_file()))
    except ConfigError:
        usual = None
    return "companion key" if data == usual else shlex.join(("companion", "key", "--data", str(data)))


def _greet(by_number: str, more: str, found: tuple[str, ...]) -> None:
    for line in found:
        print(line)
    print(f"\nOpen {by_number} on a phone or in a browser here.")
    print(f"It lets one device in; *Invite* there, or `{more}`, lets in the next.\n")
    # Upper case makes a smaller code, but a query must stay as it is.
    segno.make(by_number if "?" in by_number else by_number.upper()).terminal(compact=True)
    print("End with Ctrl+C; the game is kept.")
