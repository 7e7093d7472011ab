"""How the running companion does, for the page's list: its camera, pods, display, disk and processor, in words."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from companion.camera.loop import AWAITED, IDLE
from companion.game import registry
from companion.language.message import because, say, say_count
from companion.machine import facts, health
from companion.machine.health import BUILT
from companion.table.snapshot import Health
from hardware.display import Display
from hardware.errors import CameraError
from vision.observation import PictureAwaited, Unseen
from vision.registration import exposure
from vision.registration.patches import Picture

ASKED_S = 600  # how often the clock is asked about
_GAMES_GONE = say(
    "The file of the games was removed or replaced: end the companion and start it again, it restores each game from "
    "its record"
)


@dataclass(frozen=True, slots=True)
class CameraState:
    """How the camera does. `there`: there has been one; else one that is plugged in is found. `problem` is why it sees
    no mat, `trouble` why it gives no picture that could show anything, `picture` what it saw last."""

    there: bool = False
    problem: Unseen | None = None
    trouble: Unseen | None = None
    picture: Picture | None = None


def vitals(
    *,
    sight: CameraState | None,
    pods: int,
    display: Display | None,
    faults: Sequence[Exception],
    disk: Sequence[Health],
    machine: Sequence[Health],
) -> tuple[Health, ...]:
    """Return every part's health; nothing is waited for. `sight` is None where no camera is even awaited; `faults` are
    devices that did not open; `disk` and `machine` are what the functions below said last."""
    there = sight is not None and sight.there
    parts = [health.failed("device", fault) for fault in faults if not (there and isinstance(fault, CameraError))]
    parts += _sight(sight)
    parts.append(
        health.fine("pods", say_count("{count} pod", "{count} pods", count=pods))
        if pods
        else health.fine("pods", "phones are the pods")
    )
    if display is not None and display.gone is not None:
        parts.append(health.failed("display", display.gone))
    else:
        parts.append(health.fine("display", "a display") if display else health.fine("display", "no display"))
    parts += disk
    parts += health.games(registry.left_out())
    parts += machine
    return tuple(parts)


def disk(folder: Path, games_there: Callable[[], bool] = lambda: True) -> tuple[Health, ...]:
    """Ask the disk that holds the games how it does, and whether the file of the games lies there. It may never
    answer."""
    where = str(folder)
    try:
        folder.stat()
        if not os.access(folder, os.W_OK):
            return (health.broken("disk", "{path} can't be written; look at its disk or card", path=where),)
        room = health.disk(facts.free_bytes(folder), where)
        return (room,) if games_there() else (room, health.broken("games", _GAMES_GONE))
    except OSError as error:
        reason = error.strerror or str(error)
        return (health.broken("disk", "{path}: {reason}; look at its disk or card", path=where, reason=reason),)


def machine() -> tuple[Health, ...]:
    """Ask the machine about its temperature and clock: a program is run for that, which may take some seconds."""
    clock = health.clock(_set_by_network(int(time.monotonic() // ASKED_S)), datetime.now(UTC).year, built=BUILT)
    return (*health.temperature(facts.temperature_celsius()), clock)


def _sight(sight: CameraState | None) -> list[Health]:
    if sight is None:
        return [health.worth("camera", "no camera: what lies there is entered by hand; the settings can name one")]
    if not sight.there:
        return [
            health.worth(
                "camera",
                "no camera yet: what lies there is entered by hand; one that is plugged in is found by itself",
            )
        ]
    if sight.trouble is not None:
        return [health.broken("camera", "The camera: {why}", why=because(sight.trouble))]
    if sight.problem == AWAITED:
        camera = health.fine("camera", "phones take the table's pictures when the page asks for one")
    elif isinstance(sight.problem, PictureAwaited):
        camera = health.fine("camera", because(sight.problem))
    elif sight.problem == IDLE:
        camera = health.fine("camera", "the camera is there; it looks for the mat once a game begins")
    elif sight.problem is not None:
        camera = Health("camera", health.ATTENTION, because(sight.problem))
    else:
        camera = health.fine("camera", "the mat is in view")
    if sight.picture is None:
        return [camera]
    return [camera, health.light(exposure.useless(sight.picture) or exposure.poor(sight.picture))]


def with_failures(parts: Sequence[Health], failures: Sequence[Health]) -> tuple[Health, ...]:
    """Return every part's health with what failed lately in place of being well, or beside what else is wrong."""
    failing = {failure.part for failure in failures}
    return (*failures, *(part for part in parts if part.state != health.OK or part.part not in failing))


@lru_cache(maxsize=1)
def _set_by_network(_turn: int) -> bool | None:
    """Return whether a network has set the clock; asked now and then, as a program must be run for it."""
    return facts.clock_synchronised()
