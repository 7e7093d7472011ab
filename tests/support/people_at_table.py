"""People at a table, for tests of the session: they press, look and ask as the real ones do; time is turned by hand."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from companion.session import Chance, Published, Session
from companion.store.database import Store
from companion.table import requests
from companion.table.entrance import KEY_LETTERS
from companion.table.evening import Equipment
from companion.table.evidence.placement import boxes
from companion.table.signals import Key, Looked, Pressed, Reply, Signal, Stillness, Submitted, Tick, ZoneLook
from vision.layout import Grid
from vision.observation import GridSeen, Reading
from web.shown import Role

HOST = "host-device"


class People:
    """A session with its people: `now_s` moves only when they let time pass."""

    def __init__(self, store: Store | None = None, table: Equipment | None = None, *, mended: bool = False) -> None:
        self.now_s = 100.0
        self.published: list[Published] = []
        self.effects: list[Any] = []
        self.store = store or Store(":memory:")
        counter = iter(range(1, 1000))
        begun = "TABLEKEY" if store is None else "OTHERKEY"
        keys = (begun + "".join(two) for two in itertools.product(KEY_LETTERS, repeat=2))
        now = "2026-11-20T20:00:00Z"
        chance = Chance(lambda: f"game-{next(counter)}", lambda: "seed", lambda: now, lambda: next(keys))
        equipment = table or Equipment(pods=6, camera=True)
        self.session = Session(self.store, chance, equipment, self.published.append, mended=mended)

    def step(self, signal: Signal) -> Reply | None:
        effects, reply = self.session.step(signal)
        self.effects += effects
        return reply

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.1)):
            self.now_s += 0.1
            self.step(Tick(self.now_s))

    def ask(self, request: requests.Request, device: str = HOST) -> Reply:
        """Ask as a phone that was let in."""
        self.let_in(device)
        return self.ask_as(request, device)

    def let_in(self, device: str) -> None:
        """Let a device in by the evening's key, if it was not."""
        if self.session._table.seating.role(device) is Role.GUEST:
            self.step(Submitted(device, requests.ComeIn(self.session._table.entrance.evening), self.now_s))

    def ask_as(self, request: requests.Request, device: str, request_id: str = "", *, again: bool = False) -> Reply:
        """Ask as who the device is."""
        reply = self.step(Submitted(device, request, self.now_s, request_id, again))
        assert reply is not None
        return reply

    def begin(self, *players: str, **options: Any) -> None:
        reply = self.ask(requests.NewGame("shipshape", list(players), options))
        assert reply.ok, reply.text

    def press(self, pod: int, key: Key, held_s: float = 0.1) -> None:
        self.step(Pressed(pod, key, True, self.now_s))
        self.wait(held_s)
        self.step(Pressed(pod, key, False, self.now_s))

    def bid(self, pod: int, card: int) -> None:
        for _ in range(card):
            self.press(pod, Key.ADD)
        self.press(pod, Key.OK)

    def look(self, zones: Mapping[str, ZoneLook], plan: int | None = None) -> None:
        evening = self.session.evening
        assert evening is not None
        self.step(Looked(self.now_s, evening.plan if plan is None else plan, zones))

    def reveal(self, cards: Sequence[int]) -> None:
        """Everybody bids, and the cards are turned up."""
        for pod, card in enumerate(cards):
            self.bid(pod, card)
        self.wait(2.0)  # and they have seen it

    def see_docks(self, seen: GridSeen | None) -> None:
        """Every dock has changed, and is seen to lie still."""
        since = self.now_s
        zones = {f"dock {n}": still(seen, since) for n in range(1, len(self.match.seats) + 1)}
        self.look(zones)
        self.wait(2.1)
        self.look(zones)

    def play_turn(self, cards: Sequence[int], seen: GridSeen) -> None:
        """A whole turn before the camera."""
        self.reveal(cards)
        self.see_docks(seen)

    def play_unseen(self, turns: Sequence[Sequence[int]]) -> None:
        """Whole turns without a camera: somebody says that the crates lie."""
        for cards in turns:
            self.reveal(cards)
            assert self.ask(requests.GoOn()).ok

    @property
    def snapshot(self) -> Any:
        return self.published[-1].snapshot

    @property
    def match(self) -> Any:
        assert self.session.evening is not None
        return self.session.evening.match


def by_hand(seat: str, labels: Sequence[str]) -> requests.Enter:
    """Return the request that enters what lies in a seat's hold."""
    return requests.Enter({"do": "cells", "seat": seat, "labels": list(labels)})


def reading(label: str, sure: bool = True, rival: str = "gold 9") -> Reading:
    confidence = 0.999 if sure else 0.6
    return Reading(label, confidence, sure, ((label, confidence), (rival, 1 - confidence)))


def hold(*labels: str, unsure: tuple[int, ...] = ()) -> GridSeen:
    readings = [reading(label, index not in unsure) for index, label in enumerate(labels)]
    return GridSeen(tuple(tuple(readings[row : row + 3]) for row in (0, 3, 6)))


def still(seen: GridSeen | None, since_s: float, changed: bool = True, picture: bytes | None = b"jpeg") -> ZoneLook:
    whole = Grid("zone", (0, 0, 1, 1), 1, 1)
    return ZoneLook(
        Stillness.STILL, since_s, changed, seen, None, picture, boxes(whole, seen) if isinstance(seen, GridSeen) else ()
    )


VOYAGE = ((7, 5, 3), (6, 4, 2), (8, 9, 10))  # three people's bids, of which none is tied
BARE = hold("rat 1", *["empty"] * 8)
LADEN = hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6)
