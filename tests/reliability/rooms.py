"""Partitions: tables, a broker and the room's program, cut from each other, killed and set back at random; afterwards
the room has every result once, and its ranking is the one that the tables' own records make.

Tables are real publishers with real games; the broker is a Mosquitto that keeps nothing; the room is `companion room`
itself. In every other evening proxies between them cut connections or swallow what is sent; in the others each has a
network namespace of its own, whose packets get lost without anybody being told, where the system allows it.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest import mock
from urllib.request import urlopen

import msgspec
from support.mosquitto import BINARY, Mosquitto
from support.ports import free_port

from companion.game.match import Match
from companion.publishing import broker as brokers
from companion.publishing import pairing, publisher, results
from companion.publishing.broker import Address
from companion.publishing.messages import Kind, RankingPlace, TableResult
from companion.publishing.publisher import Publisher
from companion.room.book import Book
from companion.room.ranking import ranking
from companion.simulation.room_tables import Crowd, DemoTable
from reliability import namespaces
from reliability.namespaces import Branch, Network

T = TypeVar("T")
TABLES = 4
DISTURBANCES = 30
QUICK = {"FIRST_REST_S": 0.05, "LONGEST_REST_S": 0.3, "OFFERED_AGAIN_S": 0.5, "LEAST_S": 0.05, "LOOKED_S": 0.2}
KEEPALIVE_S = 1  # a broker misses whoever is silent for one and a half times that
KINDS = {
    "cut a table": 4,
    "cut the room": 4,
    "swallow": 4,
    "broker killed": 3,
    "table again": 3,
    "room killed": 1,
    "room set back": 1,
    "copy": 2,
}
"""What happens, and how often beside the others."""
HEALED_S = 60.0
ROOM = """
import sys
from companion.publishing import broker
from companion.room import hall
broker.KEEPALIVE_S, hall.LONGEST_REST_S, hall.FIRST_REST_S = int(sys.argv[1]), 0.3, 0.05
from companion.cli import main
sys.exit(main(sys.argv[2:]))
"""


def why_not() -> str:
    """Return why there can be no partitions here; "" where there can."""
    return "" if BINARY else "Mosquitto is not installed (apt-get install mosquitto)"


class Proxy:
    """A way to a port that can be cut, or swallow what is sent for a while."""

    host = "127.0.0.1"

    def __init__(self, to: int) -> None:
        self._to = to
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self.swallows = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to), 2)
                far.settimeout(None)
            except OSError:
                near.close()
                continue
            with self._lock:
                self._pairs.append((near, far))
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if not self.swallows.is_set():
                    other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def here(self, do: Callable[[], T]) -> Callable[[], T]:
        """Return what does this as whoever goes this way: it is the same machine."""
        return do

    def asked(self, do: Callable[[], T]) -> T:
        """Do something as whoever goes this way."""
        return do()

    def part(self, _rng: Random, _play: Callable[[float], None], _longest_s: float) -> None:
        """Cut every connection; it may be made anew at once."""
        self.cut()

    def swallow(self, rng: Random, play: Callable[[float], None], _longest_s: float) -> None:
        """Swallow what is sent for a while."""
        self.swallows.set()
        play(rng.uniform(0.1, 1.0))
        self.swallows.clear()
        if rng.random() < 0.7:  # else it goes on in the middle of a message, and somebody gives it up
            self.cut()

    def cut(self) -> None:
        """Cut every connection."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Let nobody through any more."""
        self._door.close()
        self.cut()


@dataclass
class Seat:
    """A table with its games, its way to the broker and its publisher's thread. `records` are its games as they stand,
    by id."""

    table: DemoTable
    way: Proxy | Branch
    records: dict[str, Match] = field(default_factory=dict)
    stopped: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def start(self) -> None:
        """Start telling."""
        self.stopped = threading.Event()
        tell = self.way.here(partial(self.table.publisher.run, self.stopped))
        self.thread = threading.Thread(target=tell, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Stop telling."""
        self.stopped.set()
        assert self.thread is not None
        self.thread.join()

    def again(self) -> None:
        """Start the companion again, on the same store."""
        self.stop()
        before = self.table.publisher
        self.table.publisher = Publisher(
            before._address, before._manner, before._store, before._newest, before._now, before._clock
        )
        self.start()

    def play(self, rng: Random) -> None:
        """Let something happen: an event, or now and then the last one is taken back."""
        table = self.table
        if rng.random() < 0.08 and len(table._match.lines) > 1:
            self._take_back()
        else:
            table._next_s = 0.0
            table.turn(1.0)
        self.records[table._game] = table._match

    def _take_back(self) -> None:
        table = self.table
        table._match = table._match.undo()
        new = results.statement(table._game, table._match, "2026", table._told, hidden=False)
        if new is not None:
            table._told = new
            table._store.tell(table._game, os.urandom(6).hex(), results.kept(new))
        table._snapshot = table._seen()


class Rooms:
    """See the module. `folder` is a place for the rooms."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._seed, self._folder = seed, folder
        self._alone = namespaces.why_not()
        if self._alone:
            print(f"NO PACKET CAN BE LOST HERE, proxies alone part them: {self._alone}", file=sys.stderr)

    def case(self, number: int) -> tuple[Mapping[str, int], list[str]]:
        """Play an evening through so many disturbances, heal everything, and compare."""
        rng = Random(f"{self._seed}/{number}")
        quick = [mock.patch.object(publisher, name, value) for name, value in QUICK.items()]
        with TemporaryDirectory(dir=self._folder) as folder, mock.patch.object(brokers, "KEEPALIVE_S", KEEPALIVE_S):
            for one in quick:
                one.start()
            evening = _Evening(rng, Path(folder), apart=not self._alone and number % 2 == 0)
            try:
                return evening.played()
            finally:
                evening.close()
                for one in quick:
                    one.stop()


class _Evening:
    """An evening; `apart`: each in a network namespace of its own."""

    def __init__(self, rng: Random, folder: Path, *, apart: bool) -> None:
        self._rng, self._folder = rng, folder
        self._data, self._copy = folder / "room", folder / "copy"
        self._data.mkdir()
        (folder / "broker").mkdir()
        self._network = Network(TABLES + 1) if apart else None
        self._broker = Mosquitto(folder / "broker", within=self._network.command if self._network else ())
        self._way = self._new_way(TABLES)
        self._port = free_port()
        self._room: subprocess.Popen[bytes] | None = None
        people, self.counts = Crowd(6 * TABLES + 6), Counter[str]()
        self.counts["evenings in namespaces"] += apart
        self._seats = []
        with closing(Book(self._data / "room.db")) as book:
            for one in range(TABLES):
                way = self._new_way(one)
                table = DemoTable(one + 1, Address(way.host, self._port_of(way)), people, lambda: "2026")
                code = pairing.new_code()
                table.publisher.pair(code)
                book.pair(table.publisher.table, pairing.key_of(code, table.publisher.table), "2026")
                self._seats.append(Seat(table, way))
        shutil.copytree(self._data, self._copy)

    def _new_way(self, number: int) -> Proxy | Branch:
        return self._network.branches[number] if self._network else Proxy(self._broker.port)

    def _port_of(self, way: Proxy | Branch) -> int:
        return way.port if isinstance(way, Proxy) else self._broker.port

    # ---- the room's program

    def _start_room(self) -> None:
        broker = f"{self._way.host}:{self._port_of(self._way)}"
        words = ["room", "--broker", broker, "--data", str(self._data), "--host", "127.0.0.1"]
        within = self._way.command if isinstance(self._way, Branch) else []
        self._room = subprocess.Popen(
            [*within, sys.executable, "-c", ROOM, str(KEEPALIVE_S), *words, "--port", str(self._port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self._room.stdout is not None
        assert self._room.stdout.readline()  # where it is

    def _kill_room(self) -> None:
        if self._room is not None:
            self._room.kill()
            self._room.wait()
            assert self._room.stdout is not None
            self._room.stdout.close()
            self._room = None

    # ---- the evening

    def played(self) -> tuple[Mapping[str, int], list[str]]:
        """Play, disturb, heal, compare."""
        self._start_room()
        for seat in self._seats:
            seat.start()
        for _ in range(DISTURBANCES):
            self._play(self._rng.uniform(0.05, 0.4))
            self._disturb()
            self.counts["disturbances"] += 1
        self._play(0.2)
        return self.counts, self._healed()

    def _play(self, seconds: float) -> None:
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            for seat in self._seats:
                for _ in range(6):
                    seat.play(self._rng)
            self._seats[0].stopped.wait(0.01)

    def _disturb(self) -> None:
        seat = self._rng.choice(self._seats)
        (what,) = self._rng.choices([*KINDS], [*KINDS.values()])
        self.counts[what] += 1
        if what == "cut a table":
            seat.way.part(self._rng, self._play, 3 * KEEPALIVE_S)
        elif what == "cut the room":
            self._way.part(self._rng, self._play, 3 * KEEPALIVE_S)
        elif what == "swallow":
            self._rng.choice([self._way, seat.way]).swallow(self._rng, self._play, 3 * KEEPALIVE_S)
        elif what == "broker killed":
            self._broker.kill()
            self._play(self._rng.uniform(0.0, 0.3))
            self._broker.start()
        elif what == "table again":
            seat.again()
        elif what == "copy":
            self._copied()
        else:
            self._kill_room()
            if what == "room set back":
                shutil.rmtree(self._data)
                shutil.copytree(self._copy, self._data)
            self._play(self._rng.uniform(0.0, 0.5))
            self._start_room()

    def _copied(self) -> None:
        """Copy the room's folder as a copy of files would, while it is not running."""
        self._kill_room()
        shutil.rmtree(self._copy)
        shutil.copytree(self._data, self._copy)
        self._start_room()

    # ---- afterwards

    def _healed(self) -> list[str]:
        deadline_s = time.monotonic() + HEALED_S
        while time.monotonic() < deadline_s:
            wrong = self._wrong()
            if not wrong:
                self.counts["results"] += sum(len(seat.table._store.outbox()) for seat in self._seats)
                self.counts["games"] += sum(match.over for seat in self._seats for match in seat.records.values())
                return []
            self._seats[0].stopped.wait(0.2)
        return wrong

    def _wrong(self) -> list[str]:
        """Return what is not as it was promised."""
        wrong = []
        with closing(Book(self._data / "room.db")) as book:
            for seat in self._seats:
                name, rows = seat.table.publisher.table, seat.table._store.outbox()
                waiting = sum(not row.confirmed for row in rows)
                kept = book._rows("SELECT id, value FROM result WHERE source = ? ORDER BY number", name)
                told = [(row.id, msgspec.json.encode(results.result(row)).decode()) for row in rows]
                if waiting or kept != told:
                    wrong.append(f"{name}: {len(told)} told, {len(kept)} kept, {waiting} not confirmed")
        try:
            shown = self._way.asked(self._shown)
        except OSError as error:
            return [*wrong, f"the room does not answer: {error}"]
        expected = [[one.rank, one.name, one.games, one.wins, one.points] for one in self._ranking()][:100]
        if shown.get("ranking") != expected:
            wrong.append(f"the ranking is {shown.get('ranking')} and not {expected}")
        return wrong

    def _shown(self) -> dict[str, Any]:
        with urlopen(f"http://127.0.0.1:{self._port}/digest", timeout=5) as answer:
            shown: dict[str, Any] = json.load(answer)
            return shown

    def _ranking(self) -> Any:
        """Return the ranking as the tables' own records make it."""
        return ranking(
            (seat.table.publisher.table, _of(game, match))
            for seat in self._seats
            for game, match in seat.records.items()
            if match.over
        )

    def close(self) -> None:
        """End everything."""
        for seat in self._seats:
            if seat.thread is not None:
                seat.stop()
            seat.table._store.close()
        self._kill_room()
        self._broker.kill()
        for way in (self._way, *(seat.way for seat in self._seats)):
            if isinstance(way, Proxy):
                way.close()
        if self._network is not None:
            self._network.close()


def _of(game: str, match: Match) -> TableResult:
    """Return a finished game's result from its record alone."""
    places = tuple(RankingPlace(place.player, place.score, place.rank) for place in match.standings)
    winners = tuple(match.game.winners(match.state))
    players = tuple(match.lines[0]["players"])
    return TableResult("r", 1, "", Kind.GAME, game, match.game.name, "", players, 0, True, places, winners)
