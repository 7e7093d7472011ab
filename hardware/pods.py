"""A seat's pod: two keys, *add* and *ok*, and a lamp. It reports edges and shows patterns, and knows no rule."""

import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from typing import Any, Protocol

from hardware.camera import Clock
from hardware.errors import PodsError, not_installed
from hardware.lamp import LampPattern, Lamps
from hardware.pin_factory import lgpio_factory
from hardware.pins import PodPins

BOUNCE_S = 0.005  # a key must lie still for this long; longer is felt between key and lamp


class PodKey(StrEnum):
    """The keys of a pod."""

    ADD = "add"
    OK = "ok"


Heard = Callable[[int, PodKey, bool, float], None]
"""What is told of each edge: the seat's index (0 to 5), the key, whether it went down, and when by the pods' clock."""


class Pods(Protocol):
    """All pods of a table. Edges are told from any thread, one after the other for one key."""

    @property
    def count(self) -> int:
        """Return how many pods there are."""
        ...

    def listen(self, heard: Heard) -> None:
        """Tell `heard` of every edge from now on; of each key first a press, then its release, and so on."""
        ...

    def held(self) -> frozenset[tuple[int, PodKey]]:
        """Return the keys that are down now, also those that were already when it began to listen."""
        ...

    def show(self, seat_index: int, pattern: LampPattern) -> None:
        """Show a pattern on a seat's lamp, at once. FLASH and REFUSED return to what stands."""
        ...

    def tick(self, now_s: float) -> None:
        """Step all lamps to this time; to be called about 50 times a second."""
        ...

    def close(self) -> None:
        """Darken the lamps and give the pins back."""
        ...


class _Told:
    """Passes edges on so that each key alternates: a key that was held at the start is not heard until pressed anew."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.down: set[tuple[int, PodKey]] = set()
        self.heard: Heard | None = None

    def edge(self, seat_index: int, key: PodKey, pressed: bool) -> None:
        if pressed == ((seat_index, key) in self.down):
            return
        (self.down.add if pressed else self.down.discard)((seat_index, key))
        if self.heard is not None:
            self.heard(seat_index, key, pressed, self._clock())


class ScriptedPods:
    """The twin for the simulated table: pressed by a method, its lamps read as numbers."""

    def __init__(self, count: int, *, clock: Clock = time.monotonic) -> None:
        self._clock, self._told = clock, _Told(clock)
        self._levels = [0.0] * count
        self._lamps = Lamps(count, self._write)

    @property
    def count(self) -> int:
        """Return how many pods there are."""
        return len(self._levels)

    @property
    def levels(self) -> tuple[float, ...]:
        """Return how bright each lamp is now, 0 to 1."""
        return tuple(self._levels)

    def listen(self, heard: Heard) -> None:
        """Tell `heard` of every edge from now on."""
        self._told.heard = heard

    def held(self) -> frozenset[tuple[int, PodKey]]:
        """Return the keys that are down now."""
        return frozenset(self._told.down)

    def show(self, seat_index: int, pattern: LampPattern) -> None:
        """Show a pattern on a seat's lamp."""
        self._lamps.show(seat_index, pattern, self._clock())

    def tick(self, now_s: float) -> None:
        """Step all lamps to this time."""
        self._lamps.tick(now_s)

    def close(self) -> None:
        """Darken the lamps; nothing is heard any more."""
        self._told.heard = None
        self._levels = [0.0] * len(self._levels)

    def press(self, seat_index: int, key: PodKey) -> None:
        """Press a key and keep it down."""
        self._told.edge(seat_index, key, True)

    def release(self, seat_index: int, key: PodKey) -> None:
        """Let a key go."""
        self._told.edge(seat_index, key, False)

    def _write(self, seat_index: int, level: float) -> None:
        self._levels[seat_index] = level


class GpioPods:
    """Pods on a header's pins through gpiozero. `factory` is its pin factory (a MockFactory is the other twin); without
    one it is lgpio's, as on a Raspberry Pi. Lamps dim where the pins can."""

    def __init__(
        self,
        pins: Sequence[PodPins],
        *,
        factory: Any = None,
        clock: Clock = time.monotonic,
        bounce_s: float = BOUNCE_S,
    ) -> None:
        self._clock, self._told = clock, _Told(clock)
        self._keys: dict[tuple[int, PodKey], Any] = {}
        self._leds: list[Any] = []
        self._own = None if factory is not None else _pins()
        self._factory = factory or self._own
        try:
            for seat_index, pod in enumerate(pins):
                self._key(seat_index, PodKey.ADD, pod.add, bounce_s)
                self._key(seat_index, PodKey.OK, pod.ok, bounce_s)
                self._leds.append(self._led(pod.lamp))
        except Exception as error:
            self.close()
            raise PodsError(
                "the pods can't be used ({error}): is another program using the pins, and is this user in the group "
                "gpio?",
                error=error,
            ) from error
        self._lamps = Lamps(len(pins), self._write)

    @property
    def count(self) -> int:
        """Return how many pods there are."""
        return len(self._leds)

    def listen(self, heard: Heard) -> None:
        """Tell `heard` of every edge from now on."""
        self._told.heard = heard

    def held(self) -> frozenset[tuple[int, PodKey]]:
        """Return the keys whose pins say that they are down now."""
        return frozenset(which for which, button in self._keys.items() if button.is_pressed)

    def show(self, seat_index: int, pattern: LampPattern) -> None:
        """Show a pattern on a seat's lamp."""
        self._lamps.show(seat_index, pattern, self._clock())

    def tick(self, now_s: float) -> None:
        """Step all lamps to this time."""
        self._lamps.tick(now_s)

    def close(self) -> None:
        """Darken the lamps and give the pins back; nothing is heard any more."""
        self._told.heard = None
        for device in self._keys.values():
            with contextlib.suppress(Exception):  # closed already
                device.pin.when_changed = None  # else lgpio would call a key that is gone, and fall silent for good
        for led in self._leds:
            # In turn, the oldest first, and never one before: when lgpio ends the newest of several lamps its clock may
            # run backwards, and then its thread takes a whole processor for good.
            led.close()
        if self._keys:
            # All at once: each key waits a tenth of a second for gpiozero's thread behind it.
            with ThreadPoolExecutor(len(self._keys)) as pool:
                list(pool.map(lambda device: device.close(), self._keys.values()))
        if self._own is not None:
            with contextlib.suppress(Exception):  # closing twice is no error of ours
                self._own.close()

    def _key(self, seat_index: int, key: PodKey, pin: int, bounce_s: float) -> None:
        from gpiozero import Button  # noqa: PLC0415 - a vendor is imported when its device is opened

        button = Button(pin, pull_up=True, bounce_time=bounce_s, pin_factory=self._factory)
        button.when_pressed = lambda: self._told.edge(seat_index, key, True)
        button.when_released = lambda: self._told.edge(seat_index, key, False)
        self._keys[seat_index, key] = button

    def _led(self, pin: int) -> Any:
        from gpiozero import LED, PWMLED  # noqa: PLC0415
        from gpiozero.exc import PinPWMUnsupported  # noqa: PLC0415

        try:
            return PWMLED(pin, pin_factory=self._factory)
        except PinPWMUnsupported:
            return LED(pin, pin_factory=self._factory)

    def _write(self, seat_index: int, level: float) -> None:
        led = self._leds[seat_index]
        led.value = level if hasattr(led, "frequency") else round(level)


def _pins() -> Any:
    try:
        return lgpio_factory()
    except Exception as error:  # gpiozero, lgpio and the system each raise their own
        if isinstance(error, ModuleNotFoundError) and str(error.name).startswith("gpiozero"):
            raise not_installed("gpiozero", error) from None
        raise PodsError(
            "this machine's pins can't be reached ({error}): on a Raspberry Pi install python3-lgpio and put this user "
            "into the group gpio; elsewhere play with phones",
            error=str(error) or type(error).__name__,
        ) from error
