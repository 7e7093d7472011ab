"""What a pod's lamp says, as light over time: pure, but for `Lamps`, which remembers who shows what since when."""

import math
from collections.abc import Callable
from enum import StrEnum
from threading import Lock


class LampPattern(StrEnum):
    """A lamp's patterns. The first four stand until the next; the last two are shown once over what stands."""

    OFF = "off"
    SLOW_BLINK = "awaited"  # your bid is awaited
    STEADY = "locked"  # your bid is locked
    DOUBLE_BLINK = "take"  # take what is yours
    FLASH = "flash"  # a key was heard
    REFUSED = "refused"  # it can't be had: three fast blinks


SLOW_S = 2.0
DOUBLE_S = 1.6
DOUBLE_BLINK_S = 0.18
FAST_S = 0.16
ONCE_S = {LampPattern.FLASH: 0.12, LampPattern.REFUSED: 3 * FAST_S}


def level(pattern: LampPattern, since_s: float) -> float:
    """Return how bright the lamp is, 0 to 1, `since_s` seconds after the pattern began.

    What is shown once ends dark, so that it is seen over a steady lamp, too.
    """
    match pattern:
        case LampPattern.STEADY:
            return 1.0
        case LampPattern.SLOW_BLINK:  # it breathes where the pin can dim, and blinks where it can't
            return 0.5 - 0.5 * math.cos(2 * math.pi * since_s / SLOW_S)
        case LampPattern.DOUBLE_BLINK:
            phase_s = since_s % DOUBLE_S
            return 1.0 if phase_s < 3 * DOUBLE_BLINK_S and int(phase_s / DOUBLE_BLINK_S) != 1 else 0.0
        case LampPattern.FLASH:
            return 1.0 if since_s < ONCE_S[pattern] / 2 else 0.0
        case LampPattern.REFUSED:
            return 1.0 if since_s < ONCE_S[pattern] and since_s % FAST_S < FAST_S / 2 else 0.0
        case LampPattern.OFF:
            return 0.0


class Lamps:
    """All lamps of a table, stepped together by hand-turned time: no thread, and a pin is written only on a change."""

    def __init__(self, count: int, write: Callable[[int, float], None]) -> None:
        self._write = write
        self._standing: list[tuple[LampPattern, float]] = [(LampPattern.OFF, 0.0)] * count
        self._once: list[tuple[LampPattern, float] | None] = [None] * count
        self._levels: list[float | None] = [None] * count
        self._lock = Lock()

    def show(self, seat_index: int, pattern: LampPattern, now_s: float) -> None:
        """Begin a pattern, seen at once. One that already stands goes on without a jolt."""
        with self._lock:
            if pattern in ONCE_S:
                self._once[seat_index] = (pattern, now_s)
            elif self._standing[seat_index][0] is not pattern:
                self._standing[seat_index] = (pattern, now_s)
            self._step(seat_index, now_s)

    def tick(self, now_s: float) -> None:
        """Bring every lamp to where it should be now. One that can't be written keeps no other from it; its error is
        raised once all are done."""
        failed: Exception | None = None
        with self._lock:
            for seat_index in range(len(self._standing)):
                try:
                    self._step(seat_index, now_s)
                except Exception as error:
                    failed = error
        if failed is not None:
            raise failed

    def _step(self, seat_index: int, now_s: float) -> None:
        once = self._once[seat_index]
        if once is not None and now_s - once[1] >= ONCE_S[once[0]]:
            once = self._once[seat_index] = None
        pattern, since_s = once or self._standing[seat_index]
        wanted = round(level(pattern, now_s - since_s), 2)
        if wanted != self._levels[seat_index]:
            self._write(seat_index, wanted)
            self._levels[seat_index] = wanted  # what could not be written is tried again at the next step
