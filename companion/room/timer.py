"""A timer for the whole room: begun, paused, gone on with, ended. A value; whoever shows it counts down by itself."""

import time
from collections.abc import Callable
from datetime import datetime

import msgspec


def running_s() -> float:
    """Return seconds that only go up, also while the machine sleeps, where its system counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class RoomClock:
    """The room's clock: the time of day when the room began, and what has run since. A machine's clock that is set, as
    a Pi's is by the first network that it has, moves no timer."""

    def __init__(self, now: Callable[[], str], running: Callable[[], float]) -> None:
        self._running, self._ahead_s = running, datetime.fromisoformat(now()).timestamp() - running()

    def __call__(self) -> float:
        """Return the seconds since 1970 by this clock."""
        return self._running() + self._ahead_s


class Timer(msgspec.Struct, frozen=True):
    """How long is left: `left_s` while it is paused, else until `ends_s`, by the room's clock (seconds since 1970)."""

    left_s: float
    ends_s: float | None = None

    def left(self, now_s: float) -> float:
        """Return the seconds that are left, none below zero."""
        return max(0.0, self.left_s if self.ends_s is None else self.ends_s - now_s)

    def paused(self, now_s: float) -> "Timer":
        """Return it standing still."""
        return Timer(self.left(now_s))

    def going(self, now_s: float) -> "Timer":
        """Return it running."""
        return self if self.ends_s is not None else Timer(self.left_s, now_s + self.left_s)
