"""The rig's pins, as the kernel's gpio-sim lets them be pulled and looked at (make test-rig)."""

import os
import time
from pathlib import Path
from threading import Event

PINS = Path("/sys/devices/platform") / os.environ.get("DEV", "none") / os.environ.get("CHIP", "none")
CYCLES_S = 0.03  # three of the cycles in which lgpio's own thread switches a lamp
SHARE_S = 0.1
MOST_LOOKS = 100
_NEVER = Event()


def pull(pin: int, down: bool) -> None:
    """Press the key at `pin`, which connects it to ground, or let it go."""
    (PINS / f"sim_gpio{pin}" / "pull").write_text("pull-down" if down else "pull-up")


def lit(pin: int, wanted: int) -> int:
    """Return the level of a lamp's pin, 0 or 1, once it is as wanted."""
    for _ in range(MOST_LOOKS):
        _let_others_work()
        if _look(pin) == wanted:
            break
    return _look(pin)


def brightness(pin: int) -> float:
    """Return the share of looks that find a lamp's pin high, once it is the same twice: lgpio dims by switching."""
    before = _share(pin)
    for _ in range(MOST_LOOKS):
        now = _share(pin)
        if abs(now - before) < 0.05:
            return now
        before = now
    raise AssertionError(f"the lamp at GPIO {pin} flickers")


def _share(pin: int) -> float:
    _let_others_work()
    until_s = time.monotonic() + SHARE_S
    looks = [_look(pin)]
    while time.monotonic() < until_s:
        looks.append(_look(pin))
    return sum(looks) / len(looks)


def _look(pin: int) -> int:
    return int((PINS / f"sim_gpio{pin}" / "value").read_text())


def _let_others_work() -> None:
    """Leave the kernel's only processor to lgpio's thread, whose turn comes first however slow the machine is: looking
    all the time would take it from that thread, and a clock alone does not say whether it had its turn."""
    _NEVER.wait(CYCLES_S)
