"""A room's worth of simulated tables: games played by chance as the rules allow, told to the broker as real ones are;
no pictures, no devices."""

import threading
import time
from collections.abc import Callable
from itertools import product
from random import Random
from uuid import uuid4

from companion.game import edition, registry
from companion.game.match import Match
from companion.game.record import Line
from companion.publishing import results
from companion.publishing.broker import Address
from companion.publishing.publisher import Manner, Publisher
from companion.showing import projection
from companion.store.database import Store
from companion.table.evening import Equipment, Evening
from companion.table.seats import Seating
from companion.table.signals import Surroundings
from companion.table.snapshot import Snapshot

FIRST = ("Ana", "Rui", "Mia", "Teo", "Eva", "Ivo", "Zoë", "Sam", "Lia", "Noa", "Bo", "Kim")
LAST = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_SEATS = 6
MOST_TABLES = len(FIRST) * len(LAST) // MOST_SEATS - 1  # for which there are names
EVENT_S = (1.5, 6.0)  # between two events of a table
END_S = 15.0  # how long an end is looked at
TURN_S = 0.2


class DemoTable:
    """One table: it plays one game after the other. `people` lends names, and takes them back."""

    def __init__(self, number: int, address: Address, people: "Crowd", now: Callable[[], str]) -> None:
        self._chance = Random(f"table {number}")
        self._people, self._now = people, now
        self._store = Store(":memory:")
        self._next_s = 0.0
        self._match, self._game = self._begun(), ""
        self._told: results.Statement | None = None
        self._snapshot = self._seen()
        self._sit()
        self.publisher = Publisher(address, Manner(f"Table {number}"), self._store, lambda: self._snapshot, now)

    def _begun(self) -> Match:
        game = self._chance.choice([name for name in registry.names() if registry.manifest(name).legal is not None])
        players = self._people.lent(self._chance.choice(registry.find(game).players), self._chance)
        legal = registry.manifest(game).legal
        header = {"record": 1, "game": game, "players": players, **edition.shipped(game).header}
        return Match.begin(Line(1, {**header, **legal.header(players, self._chance)}))

    def _sit(self) -> None:
        self._game, self._told = uuid4().hex[:12], None
        self._store.begin(self._game, self._now(), self._match.lines[0], "seed")

    def turn(self, now_s: float) -> None:
        """Let the table do what it does by now."""
        if now_s < self._next_s:
            return
        if self._match.over:
            self._people.back(self._match.lines[0]["players"])
            self._match = self._begun()
            self._sit()
        else:
            event = registry.manifest(self._match.game.name).legal.event(self._match.state, self._chance)
            self._match = self._match.play(Line(len(self._match.lines) + 1, event))
            new = results.statement(self._game, self._match, self._now(), self._told, hidden=False)
            if new is not None:
                self._told = new
                self._store.tell(self._game, uuid4().hex[:12], results.kept(new))
        self._snapshot = self._seen()
        self._next_s = now_s + (END_S if self._match.over else self._chance.uniform(*EVENT_S))

    def _seen(self) -> Snapshot:
        evening = Evening(self._game, "seed", self._match, Equipment(camera=True))
        return projection.snapshot(evening, Seating(), Surroundings(), (), False)


class Crowd:
    """Everybody in the room: who plays sits at one table."""

    def __init__(self, count: int) -> None:
        self._free = [f"{first} {last}." for last, first in product(LAST, FIRST)][: max(12, count)]

    def lent(self, count: int, chance: Random) -> list[str]:
        """Return so many who play nowhere."""
        chosen = chance.sample(self._free, count)
        self._free = [name for name in self._free if name not in chosen]
        return chosen

    def back(self, names: list[str]) -> None:
        """Take back who has played."""
        self._free += names


class DemoTables:
    """See the module. `admit` pairs a table by its id, and returns the code that did."""

    def __init__(self, count: int, address: Address, admit: Callable[[str], str], now: Callable[[], str]) -> None:
        people = Crowd(MOST_SEATS * (count + 1))
        self._tables = [DemoTable(number, address, people, now) for number in range(1, count + 1)]
        self._admit = admit

    def run(self, stopped: threading.Event) -> None:
        """Play until `stopped`."""
        threads = []
        for table in self._tables:  # one after the other, for deriving a key takes 16 MB
            if stopped.is_set():
                break
            table.publisher.pair(self._admit(table.publisher.table))
            threads.append(threading.Thread(target=table.publisher.run, args=(stopped,)))
            threads[-1].start()
        while not stopped.wait(TURN_S):
            for table in self._tables:
                table.turn(time.monotonic())
        for thread in threads:
            thread.join()
