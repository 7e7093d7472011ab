"""A real session behind the page, played by people whose time is turned by hand: what the page shows can't drift."""

import threading
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from support.people_at_table import People, hold, still

from companion.app.page import Door
from companion.language.message import say
from companion.session import Published
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.feed import Feed
from companion.table.seats import MACHINE
from companion.table.signals import Key, Reply, Surroundings
from companion.table.snapshot import Health, Snapshot, Step

LONG = (
    "Maximiliana Albuquerque-Santos",
    "Bartholomäus von Schwarzenberg",
    "Wilhelmina van der Steenhoven",
    "Ångström Øyvind Þorláksson III",
    "Αλεξάνδρα Παπαδοπούλου-Γεωργίου"[:30],
    "千代田区丸の内一丁目の船長さんとその仲間たちのなが",
)
SIGHTS = (
    ("gold 2", "rat 3", "cannon 4", "empty", "gold 6", "contraband 5", "empty", "cannon 9", "empty"),
    ("gold 3", "cannon 2", "contraband 4", "gold 1", "gold 5", "cannon 3", "contraband 2", "cannon 1", "gold 9"),
    ("rat 1", "rat 2", "empty", "contraband 6", "cannon 3", "empty", "gold 4", "empty", "empty"),
    ("cannon 5", "cannon 4", "empty", "gold 0", "contraband 9", "rat 1", "empty", "gold 3", "empty"),
    ("contraband 3", "empty", "gold 6", "empty", "empty", "cannon 2", "rat 2", "gold 2", "cannon 6"),
    ("empty", "gold 4", "empty", "contraband 1", "cannon 0", "empty", "rat 3", "empty", "gold 5"),
)


def picture_of(labels: tuple[str, ...]) -> bytes:
    """Return a dock's photo as JPEG: nine squares in the colours of what lies there."""
    colours = {"gold": (60, 190, 235), "cannon": (150, 140, 130), "contraband": (150, 60, 110), "rat": (60, 90, 150)}
    image = np.full((240, 240, 3), (150, 180, 205), np.uint8)
    for place, label in enumerate(labels):
        row, col = divmod(place, 3)
        kind, _, number = label.partition(" ")
        if kind in colours:
            cv2.rectangle(image, (col * 80 + 4, row * 80 + 4), (col * 80 + 75, row * 80 + 75), colours[kind], -1)
            cv2.putText(image, number, (col * 80 + 24, row * 80 + 54), 0, 1.4, (255, 255, 255), 3)
    return cv2.imencode(".jpg", image)[1].tobytes()


class ServedTable(People):
    """People whose session is handed to the page. `asleep` makes the companion answer nothing at all."""

    def __init__(self, table: Equipment | None = None, store: Store | None = None) -> None:
        super().__init__(store, table or Equipment(pods=0, camera=True))
        self.turns = 0
        self._turn = threading.RLock()
        nothing = Snapshot(0, Step.JOIN, say("Nobody plays yet: begin a game on a phone"))
        self.feed: Feed[Published] = Feed(Published(nothing, {}, {}))
        self.session._publish = self._published
        self.door = Door(self.feed, self.store, self._submitted)
        join = {"address": "http://companion.local/", "number": "http://192.168.1.20/", "network": "Table"}
        self.step(Surroundings(self.now_s, join, (Health("camera", "ok", say("The camera sees the mat")),)))

    def _published(self, published: Published) -> None:
        self.published.append(published)
        self.feed.put(published)

    def _submitted(self, device: str, request: requests.Request, request_id: str = "", *, again: bool = False) -> Reply:
        with self._turn:
            return self.ask_as(request, device, request_id, again=again)

    def step(self, signal: Any) -> Reply | None:
        with self._turn:
            return super().step(signal)

    def sit(self, *devices: str) -> None:
        """Give each seat, in order, to a device."""
        for seat, device in zip(self.match.seats, devices, strict=False):
            self.ask(requests.Sit(seat), device)

    def deal(self) -> None:
        """Let the companion draw the holds."""
        self.ask(requests.GoOn(), MACHINE)

    def bid_all(self, *cards: int) -> None:
        """Every person chooses and locks; then the cards are turned up. Devices are named by seat."""
        evening = self.session.evening
        for seat, card in zip(evening.people, cards, strict=False):
            if seat in evening.bidding.people:
                phone = self.session._table.seating.held.get(seat, f"phone of {seat}")
                self.ask(requests.Sit(seat), phone)
                assert self.ask(requests.Choose(seat, card), phone).ok
                assert self.ask(requests.Lock(seat), phone).ok
        self.wait(1.7)

    def lay(
        self, sights: tuple[tuple[str, ...], ...] = SIGHTS, unsure: Mapping[int, tuple[int, ...]] | None = None
    ) -> None:
        """Every dock changes, lies still for two seconds and is seen; `unsure` are doubtful cells by dock number."""
        since = self.now_s
        doubtful = unsure or {}
        zones = {
            f"dock {n}": still(
                hold(*sights[n - 1], unsure=doubtful.get(n, ())), since, picture=picture_of(sights[n - 1])
            )
            for n in range(1, len(self.match.seats) + 1)
        }
        self.look(zones)
        self.wait(2.2)
        self.look(zones)

    def take_turns(
        self,
        count: int,
        sights: tuple[tuple[str, ...], ...] = SIGHTS,
        unsure: Mapping[int, tuple[int, ...]] | None = None,
    ) -> None:
        """Play so many turns of bids and crates without ties. A square that was `unsure` before, too, can't be settled
        by what lay there, and is asked about at the voyage's end."""
        for _ in range(count):
            people = self.session.evening.people
            self.bid_all(*((self.turns + place) % 10 + 1 for place in range(len(people))))
            self.turns += 1
            self.lay(sights, unsure)

    def voyage(self, sights: tuple[tuple[str, ...], ...] = SIGHTS) -> None:
        """Play a whole voyage."""
        self.deal()
        self.take_turns(3, sights)


__all__ = ["LONG", "SIGHTS", "Equipment", "Key", "ServedTable"]
