"""A timer for the whole room: begun, paused, gone on with, ended. A value; whoever shows it counts down by itself."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec


def running_s() -> float:
    """Return seconds that only go up, also while the machine sleeps, where its system counts them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def system_start() -> str:
    """Return what names this start of the machine, since which `running_s` counts; "" where nothing does."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


class RoomClock:
    """The room's clock: the time of day when the room began, and what has run since. A machine's clock that is set, as
    a Pi's is by the first network that it has, moves no timer; nor where the room begins anew with what it had `kept`,
    as long as the machine was not started meanwhile."""

    def __init__(self, now: Callable[[], str], running: Callable[[], float], start: str, kept: str | None) -> None:
        self._running, self._start = running, start
        known = msgspec.json.decode(kept, type=_Ahead) if kept else _Ahead()
        is_same = bool(start) and known.start == start
        self._ahead_s = known.seconds if is_same else datetime.fromisoformat(now()).timestamp() - running()

    @property
    def kept(self) -> str:
        """What is to be kept of it."""
        return msgspec.json.encode(_Ahead(self._start, self._ahead_s)).decode()

    def __call__(self) -> float:
        """Return the seconds since 1970 by this clock."""
        return self._running() + self._ahead_s


class _Ahead(msgspec.Struct, frozen=True):
    """How far the clock is ahead of what has run since a start of the machine."""

    start: str = ""
    seconds: float = 0.0


class Timer(msgspec.Struct, frozen=True):
    """How long is left: `left_s` while it is paused, else until `ends_s`, by the room's clock (seconds since 1970)."""

    left_s: float
    ends_s: float | None = None

    def left(self, now_s: float) -> float:
        """Return the seconds that are left, none below zero."""
        return max(0.0, self.left_s if self.ends_s is None else self.ends_s - now_s)

    def possible(self, now_s: float) -> "Timer":
        """Return it with no more left than it was begun with: the clock that it ends by may have been set back."""
        return self if self.left(now_s) <= self.left_s else Timer(self.left_s).going(now_s)

    def paused(self, now_s: float) -> "Timer":
        """Return it standing still."""
        return Timer(self.left(now_s))

    def going(self, now_s: float) -> "Timer":
        """Return it running."""
        return self if self.ends_s is not None else Timer(self.left_s, now_s + self.left_s)
