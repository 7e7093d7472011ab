"""The wiring test while the companion runs: whose keys they are, which lamp is lit, and when it ends."""

import threading

import pytest

from companion.machine.wiring_test import PATIENCE_S, WiringTest
from hardware.pods import PodKey, ScriptedPods


class House:
    """Two pods, a game that may be on the table, and a clock turned by hand."""

    def __init__(self):
        self.pods, self.playing, self.now_s = ScriptedPods(2), False, 100.0
        self.test = WiringTest(self.pods, lambda: self.playing, lambda: self.now_s)

    def press(self, pod, key):
        mine = self.test.heard(pod, key, True)
        assert self.test.heard(pod, key, False) == mine
        return mine


@pytest.fixture
def house():
    return House()


def test_before_it_is_begun_no_key_is_its_own(house):
    assert house.test.now is None
    assert not house.press(0, PodKey.ADD)


def test_each_key_is_asked_for_with_its_lamp_lit(house):
    assert house.test.begin() is None
    for pod in range(2):
        for key in (PodKey.ADD, PodKey.OK):
            assert house.test.now.asked == (pod, key)
            assert house.pods.levels == (1.0 - pod, float(pod))
            assert house.press(pod, key)
    assert house.test.now.asked is None
    assert house.pods.levels == (0.0, 0.0)


def test_a_wrong_key_is_told_and_asked_for_again(house):
    house.test.begin()
    house.press(1, PodKey.OK)
    assert str(house.test.now.wrong).startswith("That was ok of pod 2")
    assert house.test.now.asked == (0, PodKey.ADD)


def test_while_a_game_is_on_the_table_no_key_is_shown(house):
    house.playing = True
    assert "A game is on the table" in str(house.test.begin())
    assert not house.press(0, PodKey.ADD)


def test_a_game_that_begins_has_its_keys_at_once(house):
    house.test.begin()
    house.playing = True
    assert not house.press(0, PodKey.ADD)
    assert house.pods.levels == (0.0, 0.0)
    house.playing = False
    assert house.test.now is None, "and it does not come back after the game"


def test_left_alone_it_ends(house):
    house.test.begin()
    house.now_s += PATIENCE_S - 1
    assert house.press(0, PodKey.ADD)
    house.now_s += PATIENCE_S - 1
    assert house.test.now is not None
    house.now_s += 2
    assert house.test.now is None


def test_without_pods_it_says_what_to_do():
    test = WiringTest(None, lambda: False)
    assert str(test.begin()) == "There are no pods: set them up first"
    assert (test.now, test.count) == (None, 0)


def test_who_asks_how_far_it_is_waits_for_no_lamp(house, monkeypatch):
    house.test.begin()
    begun, over = threading.Event(), threading.Event()

    def show(*_):
        begun.set()
        over.wait(90)

    monkeypatch.setattr(house.pods, "show", show)
    ending = threading.Thread(target=house.test.end)
    ending.start()
    assert begun.wait(30)
    asked = []
    asking = threading.Thread(target=lambda: asked.append(house.test.now))
    asking.start()
    asking.join(30)
    assert asked != []
    over.set()
    ending.join()
    assert house.test.now is None


def test_a_lamp_that_can_not_be_written_does_not_keep_it_from_ending(house, monkeypatch):
    house.test.begin()
    monkeypatch.setattr(house.pods, "show", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        house.test.end()
    assert house.test.now is None
