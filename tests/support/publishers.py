"""A table with its publisher over a broker in memory, whose time is turned by hand."""

import threading

from support.brokers import Hub, Twin
from support.people_at_table import People

from companion.publishing import pairing
from companion.publishing.broker import Address
from companion.publishing.messages import Confirmed, Topic, read, topic, written
from companion.publishing.publisher import Manner, Publisher
from companion.table import requests
from companion.table.evening import Equipment

CODE = "abcd-efgh-jkmn"


class Stops(threading.Event):
    """Ends a publisher's loop after so many turns; each takes a second of its clock."""

    def __init__(self, rig: "Rig", turns: int) -> None:
        super().__init__()
        self.rig, self.turns = rig, turns

    def is_set(self) -> bool:
        self.turns -= 1
        self.rig.now_s += 1.0
        return self.turns < 0

    def wait(self, timeout: float | None = None) -> bool:
        self.rig.now_s += timeout or 0.0
        return self.is_set()


class Rig:
    """A table with its publisher, and a room that confirms what it is told to."""

    def __init__(self, people: People | None = None, manner: Manner | None = None) -> None:
        self.hub, self.now_s, self.manner = Hub(), 100.0, manner or Manner("Table 7")
        self.people = people or People(table=Equipment(pods=6, room=True))
        self.twin = Twin(self.hub)
        self.publisher = self.made()

    def made(self) -> Publisher:
        return Publisher(
            Address("broker"),
            self.manner,
            self.people.store,
            lambda: self.people.snapshot,
            lambda: "2026-11-20T20:00:00Z",
            lambda: self.now_s,
            lambda: self.twin,
        )

    @property
    def table(self) -> str:
        return self.publisher.table

    @property
    def key(self) -> bytes:
        return pairing.key_of(CODE, self.table)

    def run(self, turns: int = 3) -> None:
        self.publisher.run(Stops(self, turns))

    def heard(self, kind: Topic, form: type) -> list:
        return [read(payload, form) for where, payload in self.hub.wire if where == topic(self.table, kind)]

    def confirm(
        self, *ids: str, session: int = 0, last: int = 0, count: int | None = None, key: bytes | None = None
    ) -> None:
        where = topic(self.table, Topic.CONFIRMED)
        message = Confirmed(session, len(ids) if count is None else count, last, ids)
        self.hub.kept[where] = written(where, message, key or self.key)

    def said(self) -> list[str]:
        return [str(part.text) for part in self.publisher.health()]

    def play_rounds(self, count: int) -> None:
        """Finish so many rounds of a game of rounds."""
        if self.people.session.evening is None:
            assert self.people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
        for _ in range(count):
            assert self.people.ask(requests.Enter({"do": "end_round"})).ok
