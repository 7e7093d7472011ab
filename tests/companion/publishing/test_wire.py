"""Secrets: what goes to the broker is the same, byte for byte, whatever people bid; no PIN or key is in it."""

import secrets
import threading
from collections.abc import Callable, Iterator

import pytest
from support.brokers import Hub, Twin
from support.people_at_table import HOST, People

from companion.publishing.broker import Address
from companion.publishing.publisher import SETTING, Manner, Publisher
from companion.table.evening import Equipment
from companion.table.signals import Key
from companion.table.snapshot import Step

PLAYERS = ("Ana", "Rui", "Mia")
KEY = "ab" * 32


class Acting(threading.Event):
    """Ends the publisher's loop once everybody has acted; each turn lets the next one act."""

    def __init__(self, acts: Iterator[Callable[[], object]], clock: list[float]) -> None:
        super().__init__()
        self._acts, self._clock = acts, clock

    def is_set(self) -> bool:
        self._clock[0] += 1.0
        act = next(self._acts, None)
        if act is not None:
            act()
        return act is None

    def wait(self, timeout: float | None = None) -> bool:
        return timeout is not None


def wire(
    cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, *, reveal: bool = False
) -> tuple[list[bytes], People]:
    """Return what a table sends while its people bid these cards on their pods, up to the reveal or beyond it."""
    monkeypatch.setattr(secrets, "randbelow", lambda _: 1)
    people, hub, clock = People(table=Equipment(pods=6, room=True)), Hub(), [0.0]
    people.store.set(SETTING, f'{{"table":"t","key":"{KEY}","session":0}}')
    people.store.set("pin", "735914")
    people.begin(*PLAYERS)

    def acts() -> Iterator[Callable[[], object]]:
        yield lambda: people.press(0, Key.OK)  # the holds are drawn
        for pod, card in enumerate(cards):
            for press in range(10):
                yield (
                    lambda pod=pod, press=press, card=card: (
                        people.press(pod, Key.ADD) if press < card else people.wait(0.1)
                    )
                )
            if reveal or pod < len(cards) - 1:
                yield lambda pod=pod: people.press(pod, Key.OK)
        yield from [lambda: people.wait(0.5)] * 6

    publisher = Publisher(
        Address("b"),
        Manner("Table", home_assistant=True),
        people.store,
        lambda: people.snapshot,
        lambda: "2026",
        lambda: clock[0],
        lambda: Twin(hub),
    )
    publisher.run(Acting(acts(), clock))
    return [topic.encode() + payload for topic, payload in hub.wire], people


def test_no_byte_tells_of_a_bid_before_its_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    one, people = wire((3, 9, 5), monkeypatch)
    other, _ = wire((10, 1, 8), monkeypatch)
    assert people.snapshot.step is Step.BIDS
    assert len(one) > 4
    assert any(sent.startswith(b"homeassistant/device/") for sent in one)
    assert one == other
    shown, _ = wire((3, 9, 5), monkeypatch, reveal=True)
    assert b'"cards":{"Ana":3,"Rui":9,"Mia":5}' in b"".join(shown)


def test_neither_pin_nor_any_key_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, people = wire((3, 9, 5), monkeypatch, reveal=True)
    secret = ("735914", KEY, people.session.key, people.session._table.entrance.evening, HOST)
    assert all(secret)
    assert [one for one in secret if one.encode() in b"".join(sent)] == []
