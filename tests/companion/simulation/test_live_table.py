"""The simulated table while somebody watches: it begins at the first turn, makes room for a visitor, and waits."""

import random
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest
from support.people_at_table import LADEN, VOYAGE, People

from companion.language.message import Message
from companion.practice.people import Move
from companion.simulation import drawn_table, simulated_table
from companion.simulation.live_table import PACES, LiveTable
from companion.simulation.simulated_table import SimulatedTable
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.feed import Feed
from companion.table.seats import MACHINE
from companion.table.signals import Announced, Key
from companion.table.snapshot import Snapshot, Step
from hardware.display import PictureDisplay
from hardware.pods import PodKey, ScriptedPods
from vision.drawing.views import Hardness


class Acting:
    """The simulated people of a session, stepped until the test stops them after so many turns of their loop."""

    def __init__(self, game: str = "shipshape") -> None:
        self.people = People(Store(":memory:"), Equipment(pods=6, camera=True))
        self.pods = ScriptedPods(6)
        self.heard: list[tuple[int, PodKey, bool]] = []
        self.pods.listen(lambda pod, key, pressed, _: self.heard.append((pod, key, pressed)))
        self.bench = LiveTable(game, 3, self.pods, PictureDisplay(), Hardness.NORMAL)
        self.bench._dice = random.Random(1)
        self.people.begin("Old", "Rui")
        self.feed = Feed(self.people.published[-1])
        self.people.session._publish = self._published
        self.waited: list[float] = []

    def _published(self, published: object) -> None:
        self.people.published.append(published)  # type: ignore[arg-type]
        self.feed.put(published)  # type: ignore[arg-type]

    def submit(self, device: str, request: requests.Request) -> object:
        return self.people.ask_as(request, device)

    def run(self, turns: int, *, begin: bool, doing: Mapping[int, Callable[[], object]] = MappingProxyType({})) -> None:
        """`doing` is what a visitor does while people wait for the so many-th time."""
        acting = self

        class Stopped(threading.Event):
            def wait(self, timeout: float | None = None) -> bool:
                acting.waited.append(timeout or 0.0)
                doing.get(len(acting.waited), lambda: None)()
                return len(acting.waited) > turns

        self.bench.take_turns(self.feed, self.submit, self.tell, Stopped(), begin=begin)  # type: ignore[arg-type]

    def tell(self, text: Message) -> None:
        self.people.step(Announced(self.people.now_s, text))


def test_whoever_comes_finds_the_first_turn() -> None:
    table = Acting()
    table.run(0, begin=True)
    assert table.people.snapshot.step is Step.BIDS
    assert len(table.people.snapshot.seats) == 3


def test_paused_nobody_acts_and_slower_each_takes_longer() -> None:
    table = Acting()
    assert table.bench.set_pace("pause")
    table.run(5, begin=True)
    assert table.heard == []
    assert table.bench.set_pace("slow")
    table.waited.clear()
    table.run(1, begin=False)
    assert table.waited[0] == 0.9 * PACES["slow"]
    assert not table.bench.set_pace("backwards")
    assert table.bench.pace == "slow"


def test_a_seat_that_a_visitor_asks_for_is_given_up_even_in_a_pause() -> None:
    table = Acting()
    table.run(0, begin=True)
    assert table.people.ask(requests.Sit("Ana"), "visitor").ok
    assert table.people.snapshot.seats[0].claiming
    table.bench.set_pace("pause")
    table.waited.clear()
    table.run(4, begin=False)
    assert table.heard[:2] == [(0, PodKey.OK, True), (0, PodKey.OK, False)]
    assert {pod for pod, _, _ in table.heard} == {0}


def test_a_seat_that_a_visitor_gives_up_is_played_again() -> None:
    table = Acting()
    table.run(0, begin=True)
    table.waited.clear()
    assert table.people.ask(requests.Sit("Ana"), "visitor").ok

    def sits() -> None:
        table.people.press(0, Key.OK)  # as the pod does which the person who gets up has pressed
        assert table.people.snapshot.seats[0].device == "both"
        table.heard.clear()

    def leaves() -> None:
        assert 0 not in {pod for pod, _, _ in table.heard}
        assert table.people.ask(requests.Leave("Ana"), "visitor").ok

    table.run(60, begin=False, doing={8: sits, 30: leaves})
    assert 0 in {pod for pod, _, _ in table.heard}


def test_of_a_table_that_is_put_away_nothing_drawn_is_kept() -> None:
    table = Acting()
    drawn_table.forget()
    table.run(1, begin=True)
    assert table.people.ask(requests.NewGame("shipshape", ["Ana", "Rui"], {}), MACHINE).ok
    table.run(4, begin=False)
    assert table.bench.picture().any()
    assert len(drawn_table.MATS._kept) == 1


def test_a_visitor_who_sees_no_cards_is_told_what_lies_open_and_what_it_is_for() -> None:
    table = Acting("alcatraz")
    table.run(0, begin=True)
    for pod, seat in enumerate(simulated_table.NAMES[:3]):
        assert table.people.ask(requests.Sit(seat), "visitor").ok
        table.people.press(pod, Key.OK)
    assert not table.people.snapshot.notices
    table.waited.clear()
    table.run(20, begin=False)
    assert table.heard == []  # nobody is left who would claim by a pod
    (told,) = table.people.snapshot.notices
    assert "lie open: claim objective" in told.text.text
    table.people.press(0, Key.ADD)
    assert len(table.people.snapshot.notices) == 1


def test_nobody_is_told_what_the_simulated_people_do_themselves() -> None:
    table = Acting("alcatraz")
    table.run(20, begin=True)
    assert any(key is PodKey.ADD for _, key, _ in table.heard)
    assert not table.people.snapshot.notices


def test_whoever_draws_the_next_holds_at_once_finds_them_laid() -> None:
    table = People(Store(":memory:"), Equipment(pods=3, camera=True))
    table.begin(*simulated_table.NAMES[:3])
    dice = random.Random(1)
    captains = simulated_table.pretending("shipshape").sit_down(table.match.seats, 3, dice, True)
    assert table.ask(requests.GoOn()).ok
    captains.act(table.snapshot, dice)
    for cards in VOYAGE:
        table.reveal(cards)
        captains.act(table.snapshot, dice)
        table.see_docks(LADEN)
    assert table.snapshot.step is Step.SCORE
    assert table.ask(requests.GoOn()).ok  # before people came to look at it
    assert Move("dock 1") in captains.act(table.snapshot, dice)
    assert [truth.line for truth in captains.truths()] == [table.snapshot.chapters[0].line]
    table.reveal((1, 2, 4))
    assert captains.act(table.snapshot, dice)  # crates lie ready for the second voyage


def test_people_who_failed_play_on_in_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Acting()
    table.run(2, begin=True)
    game, act = table.people.snapshot.game.id, SimulatedTable.act

    def fails(self: SimulatedTable, snapshot: Snapshot) -> object:
        raise IndexError("pop from an empty list")

    monkeypatch.setattr(SimulatedTable, "act", fails)
    with pytest.raises(IndexError):
        table.run(8, begin=True)
    monkeypatch.setattr(SimulatedTable, "act", act)
    table.heard.clear()
    table.waited.clear()
    table.run(8, begin=True)
    assert table.people.snapshot.game.id == game
    assert table.heard
