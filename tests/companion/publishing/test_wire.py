"""Secrets: what goes to the broker is the same, byte for byte, whatever people bid; no PIN or key is in it."""

import secrets
import threading
from collections.abc import Callable, Iterator

import pytest
from support.brokers import Hub, Twin
from support.people_at_table import BARE, HOST, LADEN, VOYAGE, People, still

from companion.publishing.broker import Address
from companion.publishing.publisher import SETTING, Manner, Publisher
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key
from companion.table.snapshot import Step
from vision.observation import GridSeen

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


def seated(table: Equipment) -> People:
    """Return people who have begun a game at a paired table."""
    people = People(table=table)
    people.store.set(SETTING, f'{{"table":"t","key":"{KEY}","session":0}}')
    people.store.set("pin", "735914")
    people.begin(*PLAYERS)
    return people


def told_of(people: People, acts: Iterator[Callable[[], object]], monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Return what a table sends while this happens."""
    monkeypatch.setattr(secrets, "randbelow", lambda _: 1)
    hub, clock = Hub(), [0.0]
    publisher = Publisher(
        Address("b"),
        Manner("Table", home_assistant=True),
        people.store,
        lambda: people.snapshot,
        lambda: "2026",
        lambda: clock[0],
        lambda: Twin(hub),
    )
    publisher.run(Acting(acts, clock))
    return [topic.encode() + payload for topic, payload in hub.wire]


def voyage(holds: tuple[GridSeen, ...], monkeypatch: pytest.MonkeyPatch, *, hidden: bool) -> list[bytes]:
    """Return what a table sends of a voyage after which these crates are seen, a hold for each dock."""
    people = seated(Equipment(pods=6, camera=True, room=True))
    assert people.ask(requests.HideStandings(on=hidden)).ok

    def see() -> None:
        zones = {f"dock {number}": still(seen, people.now_s) for number, seen in enumerate(holds, 1)}
        people.look(zones)
        people.wait(2.1)
        people.look(zones)

    def acts() -> Iterator[Callable[[], object]]:
        yield lambda: people.press(0, Key.OK)
        for cards in VOYAGE:
            yield lambda cards=cards: people.reveal(cards)
            yield see
        yield from [lambda: people.wait(0.5)] * 6

    return told_of(people, acts(), monkeypatch)


def wire(
    cards: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, *, reveal: bool = False
) -> tuple[list[bytes], People]:
    """Return what a table sends while its people bid these cards on their pods, up to the reveal or beyond it."""
    people = seated(Equipment(pods=6, room=True))

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

    return told_of(people, acts(), monkeypatch), people


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


def test_no_byte_tells_how_people_stand_while_that_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    ana, mia = (LADEN, BARE, BARE), (BARE, BARE, LADEN)
    sent = voyage(ana, monkeypatch, hidden=True)
    assert any(one.startswith(b"table-companion/1/t/results") for one in sent)
    assert sent == voyage(mia, monkeypatch, hidden=True)
    assert voyage(ana, monkeypatch, hidden=False) != voyage(mia, monkeypatch, hidden=False)
