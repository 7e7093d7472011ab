"""Devices for one suite: the same tests run over every twin and, on a rig that has one, over the kernel's own pins."""

from collections.abc import Callable, Iterator
from threading import Condition
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from support import kernel_pins

from hardware.pins import BESIDE_I2C
from hardware.pods import GpioPods, PodKey, Pods, ScriptedPods


class Bench:
    """Six pods, somebody's fingers, and eyes on their lamps. `clock` is turned by hand; `hear` waits for edges."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.heard: list[tuple[int, PodKey, bool, float]] = []
        self._changed = Condition()
        self.pods: Pods

    def clock(self) -> float:
        return self.now_s

    def listen(self) -> None:
        self.pods.listen(self._hear)

    def _hear(self, seat: int, key: PodKey, pressed: bool, time_s: float) -> None:
        with self._changed:
            self.heard.append((seat, key, pressed, time_s))
            self._changed.notify_all()

    def edges(self, count: int) -> list[tuple[int, PodKey, bool]]:
        """Return the edges heard, once there are `count` of them."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.heard) >= count, timeout=30), self.heard
            return [(seat, key, pressed) for seat, key, pressed, _ in self.heard]

    def press(self, seat: int, key: PodKey) -> None:
        raise NotImplementedError

    def release(self, seat: int, key: PodKey) -> None:
        raise NotImplementedError

    def level(self, seat: int) -> float:
        raise NotImplementedError


class ScriptedBench(Bench):
    def __init__(self) -> None:
        super().__init__()
        self.pods = self.scripted = ScriptedPods(6, clock=self.clock)

    def press(self, seat: int, key: PodKey) -> None:
        self.scripted.press(seat, key)

    def release(self, seat: int, key: PodKey) -> None:
        self.scripted.release(seat, key)

    def level(self, seat: int) -> float:
        return self.scripted.levels[seat]


def pin_of(seat: int, key: PodKey) -> int:
    return BESIDE_I2C[seat].add if key is PodKey.ADD else BESIDE_I2C[seat].ok


class MockBench(Bench):
    def __init__(self, pin_class: type[MockPin]) -> None:
        super().__init__()
        self.factory = MockFactory(pin_class=pin_class)
        self.pods = GpioPods(BESIDE_I2C, factory=self.factory, clock=self.clock)

    def press(self, seat: int, key: PodKey) -> None:
        self.factory.pin(pin_of(seat, key)).drive_low()

    def release(self, seat: int, key: PodKey) -> None:
        self.factory.pin(pin_of(seat, key)).drive_high()

    def level(self, seat: int) -> float:
        return float(self.factory.pin(BESIDE_I2C[seat].lamp).state)


class KernelBench(Bench):
    """gpiozero and lgpio on a real gpiochip whose pins are pulled by the kernel's gpio-sim."""

    def __init__(self) -> None:
        super().__init__()
        for seat in range(6):
            for key in PodKey:
                kernel_pins.pull(pin_of(seat, key), down=False)
        self.pods = GpioPods(BESIDE_I2C, clock=self.clock)

    def press(self, seat: int, key: PodKey) -> None:
        kernel_pins.pull(pin_of(seat, key), down=True)

    def release(self, seat: int, key: PodKey) -> None:
        kernel_pins.pull(pin_of(seat, key), down=False)

    def level(self, seat: int) -> float:
        return kernel_pins.brightness(BESIDE_I2C[seat].lamp)


BENCHES: dict[str, Callable[[], Bench]] = {
    "scripted": ScriptedBench,
    "mock pins": lambda: MockBench(MockPWMPin),
    "mock pins that can't dim": lambda: MockBench(MockPin),
    "the kernel's pins": KernelBench,
}


@pytest.fixture(params=BENCHES)
def bench(request: Any) -> Iterator[Bench]:
    if request.param == "the kernel's pins" and not kernel_pins.PINS.is_dir():
        pytest.skip("the kernel's pins are simulated on the rig only (make test-rig)")
    made = BENCHES[request.param]()
    made.listen()
    yield made
    for seat, key, pressed, _ in list(made.heard):
        if pressed:
            made.release(seat, key)  # gpiozero takes a second to close a key that is held
    made.pods.close()
