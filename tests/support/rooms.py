"""A room over a broker in memory, and tables that tell it what a test wants."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from support.brokers import Hub, Twin

from companion.publishing import pairing
from companion.publishing.broker import Address
from companion.publishing.messages import (
    Confirmed,
    Gone,
    Kind,
    Offer,
    RankingPlace,
    Report,
    ResultsDigest,
    Seat,
    State,
    TableResult,
    Topic,
    read,
    topic,
    written,
)
from companion.room.book import Book
from companion.room.desk import Desk
from companion.room.hall import Hall
from web.shown import Lamp, Step

NOW = "2026-11-20T20:00:00+00:00"


class Rig:
    """A room whose time is turned by hand: each `turn` takes so many seconds of it. `set_s`: by so much its machine's
    clock was set; `machine` names the machine's start, "" for another one each time."""

    def __init__(self, path: Path | str = ":memory:") -> None:
        self.hub, self.now_s, self.path = Hub(), 1000.0, path
        self.set_s, self.machine = 0, ""
        self.start()

    def now(self) -> str:
        """Return the time of day, which goes with the clock."""
        return (datetime.fromisoformat(NOW) + timedelta(seconds=int(self.now_s - 1000) + self.set_s)).isoformat()

    def start(self) -> None:
        """Start the room's program."""
        self.book = Book(self.path)
        self.twin = Twin(self.hub)
        clock, machine = lambda: self.now_s, lambda: self.machine
        self.hall = Hall(self.book, Address("broker"), self.now, clock, lambda: self.twin, machine)
        self.desk = Desk(self.book, self.hall, self.now, lambda: ["http://room.local/"], lambda: self.now_s)
        if not self.hub.down:
            self.twin.connect(Address("broker"), "room", None, self.hall._wanted())

    def stop(self) -> None:
        """End it."""
        self.twin.close()
        self.book.close()

    def turn(self, seconds: float = 1.1) -> None:
        """Let it take what has come, and make a digest."""
        self.now_s += seconds
        self.hall.turn(0.0)

    def digest(self, language: str = "en") -> dict[str, Any]:
        """Return all that walls show."""
        found: dict[str, Any] = msgspec.json.decode(self.hall.digests.whole(language)[1])
        return found


class Table:
    """A table that says what it is told to; paired where it has a code."""

    def __init__(self, rig: Rig, name: str = "t1", code: str | None = None) -> None:
        self.rig, self.name, self.session = rig, name, 1
        self.key = None if code is None else pairing.key_of(code, name)
        self.results: list[TableResult] = []

    def say(self, kind: Topic, message: msgspec.Struct, *, retain: bool = True) -> None:
        where = topic(self.name, kind)
        self.rig.hub.say(where, written(where, message, self.key), retain=retain)

    def birth(self, **state: Any) -> None:
        self.say(Topic.BIRTH, Report(self.session, 0, NOW, shown(self.name, **state)))

    def update(self, number: int, **state: Any) -> None:
        self.say(Topic.UPDATE, Report(self.session, number, NOW, shown(self.name, **state)))

    def gone(self, session: int | None = None) -> None:
        self.say(Topic.GONE, Gone(self.session if session is None else session))

    def finish(self, game: str, scores: dict[str, int], *, over: bool = True, kind: Kind = Kind.GAME) -> TableResult:
        """Finish a game, or a round of it."""
        ordered = sorted(scores.values(), reverse=True)
        places = tuple(RankingPlace(player, score, ordered.index(score) + 1) for player, score in scores.items())
        winners = tuple(place.player for place in places if place.rank == 1) if over else ()
        number = len(self.results) + 1
        one = TableResult(
            f"r{number}", number, NOW, kind, game, "alcatraz", "Alcatraz", tuple(scores), 1, over, places, winners
        )
        self.results.append(one)
        return one

    def offer(self, *results: TableResult, at: str | UnsetType = UNSET) -> None:
        """Offer these results, or all, when it is so late by the table's clock."""
        ids = tuple(one.id for one in self.results[-200:])
        self.say(Topic.DIGEST, ResultsDigest(self.session, len(self.results), ids))
        self.say(Topic.RESULTS, Offer(self.session, results or tuple(self.results[-20:]), at), retain=False)

    @property
    def confirmed(self) -> Confirmed | None:
        """What the room confirmed last."""
        payload = self.rig.hub.kept.get(topic(self.name, Topic.CONFIRMED))
        return None if payload is None else read(payload, Confirmed)


def shown(name: str, **state: Any) -> State:
    """Return a table's state."""
    seats = (Seat("Ana", "#e69f00", Lamp.OFF, 3, 1), Seat("Rui", "#56b4e9", Lamp.OFF, 1, 2))
    usual: dict[str, Any] = {
        "step": Step.TURN,
        "line": {"en": "Ana is in turn", "pt": "É a vez da Ana"},
        "seats": seats,
    }
    return State(name=name, **(usual | state))
