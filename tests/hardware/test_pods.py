"""The pods, whatever they are made of: edges in, patterns out."""

import contextlib
import os
import threading
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import PodsError
from hardware.lamp import ONCE_S, LampPattern
from hardware.pins import BESIDE_I2C, PodPins
from hardware.pods import BOUNCE_S, GpioPods, PodKey, ScriptedPods


def test_there_are_six(bench: Any) -> None:
    assert bench.pods.count == 6


def test_every_key_of_every_pod_is_heard_as_itself(bench: Any) -> None:
    wanted = []
    for seat, key in product(range(6), PodKey):
        bench.press(seat, key)
        wanted.append((seat, key, True))
        assert bench.edges(len(wanted)) == wanted
        bench.release(seat, key)
        wanted.append((seat, key, False))
        assert bench.edges(len(wanted)) == wanted


def test_what_is_down_is_known_without_having_been_heard(bench: Any) -> None:
    assert bench.pods.held() == frozenset()
    bench.press(2, PodKey.OK)
    bench.press(4, PodKey.ADD)
    bench.edges(2)
    assert bench.pods.held() == {(2, PodKey.OK), (4, PodKey.ADD)}
    bench.release(2, PodKey.OK)
    bench.edges(3)
    assert bench.pods.held() == {(4, PodKey.ADD)}


def test_all_twelve_keys_at_once_lose_nothing(bench: Any) -> None:
    keys = list(product(range(6), PodKey))
    for seat, key in keys:
        bench.press(seat, key)
    assert sorted(bench.edges(12)) == sorted((seat, key, True) for seat, key in keys)
    for seat, key in reversed(keys):
        bench.release(seat, key)
    assert sorted(bench.edges(24)[12:]) == sorted((seat, key, False) for seat, key in keys)


def test_an_edge_carries_the_pods_time(bench: Any) -> None:
    bench.now_s = 123.5
    bench.press(2, PodKey.OK)
    bench.edges(1)
    assert bench.heard[0][3] == 123.5


def test_a_lamp_shows_its_pattern_at_once_and_alone(bench: Any) -> None:
    bench.pods.show(3, LampPattern.STEADY)
    assert bench.level(3) == 1
    assert [bench.level(seat) for seat in (0, 1, 2, 4, 5)] == [0] * 5


def test_the_slow_blink_is_lit_in_the_middle_of_its_period(bench: Any) -> None:
    bench.pods.show(0, LampPattern.SLOW_BLINK)
    assert bench.level(0) == 0
    bench.pods.tick(bench.now_s + 1.0)
    assert bench.level(0) == 1
    bench.pods.tick(bench.now_s + 2.0)
    assert bench.level(0) == 0


def test_a_refusal_blinks_and_returns_to_what_stands(bench: Any) -> None:
    bench.pods.show(5, LampPattern.STEADY)
    bench.pods.show(5, LampPattern.REFUSED)
    seen = []
    for step in range(24):
        bench.pods.tick(bench.now_s + step * 0.02)
        seen.append(round(bench.level(5)))
    gaps = sum(before and not after for before, after in pairwise(seen))
    assert gaps == 3
    bench.pods.tick(bench.now_s + ONCE_S[LampPattern.REFUSED] + 0.01)
    assert bench.level(5) == 1


def test_only_the_last_listener_is_told(bench: Any) -> None:
    heard: list[int] = []
    bench.pods.listen(lambda seat, *_: heard.append(seat))
    bench.press(1, PodKey.ADD)
    bench.release(1, PodKey.ADD)
    assert bench.heard == []


def test_a_key_held_while_the_pods_are_opened_is_heard_when_it_is_pressed_anew() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    told: list[tuple[int, PodKey, bool]] = []
    pods = GpioPods(BESIDE_I2C, factory=factory)
    factory.pin(BESIDE_I2C[0].ok).drive_low()  # before anybody listens
    pods.listen(lambda seat, key, pressed, _: told.append((seat, key, pressed)))
    factory.pin(BESIDE_I2C[0].ok).drive_high()
    factory.pin(BESIDE_I2C[0].ok).drive_low()
    factory.pin(BESIDE_I2C[0].ok).drive_high()
    pods.close()
    assert told == [(0, PodKey.OK, False), (0, PodKey.OK, True), (0, PodKey.OK, False)]


def test_keys_are_debounced_by_the_pins_themselves() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pods = GpioPods(BESIDE_I2C, factory=factory)
    assert {factory.pin(pod.add).bounce for pod in BESIDE_I2C} == {BOUNCE_S}
    pods.close()


def test_a_lamp_that_can_dim_is_dimmed_and_one_that_cannot_is_switched(bench: Any) -> None:
    bench.pods.show(0, LampPattern.SLOW_BLINK)
    bench.pods.tick(bench.now_s + 0.6)
    assert 0.5 < bench.level(0) <= 1


def test_closing_darkens_and_frees_the_pins() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    first = GpioPods(BESIDE_I2C, factory=factory)
    first.show(0, LampPattern.STEADY)
    first.close()
    assert factory.pin(BESIDE_I2C[0].lamp).state == 0
    GpioPods(BESIDE_I2C, factory=factory).close()


def test_lamps_are_put_out_one_by_one_the_oldest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[tuple[int, int]] = []
    set_frequency = MockPWMPin._set_frequency

    def noted(self: Any, value: Any) -> None:
        if value is None:
            ended.append((self.info.name, threading.get_ident()))
        set_frequency(self, value)

    monkeypatch.setattr(MockPWMPin, "_set_frequency", noted)
    GpioPods(BESIDE_I2C, factory=MockFactory(pin_class=MockPWMPin)).close()
    lamps = [(f"GPIO{pod.lamp}", threading.get_ident()) for pod in BESIDE_I2C]
    assert list(dict.fromkeys(ended))[: len(lamps)] == lamps  # gpiozero ends each twice


def test_a_pin_in_use_is_told_and_nothing_stays_taken() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    pins = [PodPins(4, 17, 27), PodPins(22, 23, 27)]
    with pytest.raises(PodsError, match="the pods can't be used"):
        GpioPods(pins, factory=factory)
    GpioPods(pins[:1], factory=factory).close()


@pytest.mark.skipif("COMPANION_RIG" in os.environ, reason="here are pins")
def test_without_pins_it_says_what_to_do() -> None:
    with pytest.raises(PodsError, match="elsewhere play with phones"):
        GpioPods(BESIDE_I2C)


def test_looking_for_pins_leaves_nothing_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with contextlib.suppress(PodsError):
        GpioPods(BESIDE_I2C[:1]).close()
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []


def test_scripted_pods_are_silent_after_closing() -> None:
    told: list[int] = []
    pods = ScriptedPods(2)
    pods.listen(lambda seat, *_: told.append(seat))
    pods.close()
    pods.press(0, PodKey.OK)
    assert told == []
