"""How the running companion does, for the page's list: its camera, pods, display, disk and processor, in words."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from companion.camera.loop import IDLE
from companion.game import registry
from companion.language.message import because, say_count
from companion.machine import facts as machine
from companion.machine import health
from companion.machine.health import BUILT
from companion.table.snapshot import Health
from hardware.errors import CameraError
from vision.observation import Unseen
from vision.registration import exposure
from vision.registration.patches import Picture

ASKED_S = 600  # how often the clock is asked about


def vitals(
    *,
    camera: bool,
    awaited: bool,
    problem: Unseen | None,
    picture: Picture | None,
    pods: int,
    display: bool,
    faults: Sequence[Exception],
    folder: Path,
) -> tuple[Health, ...]:
    """Return every part's health. `awaited`: there is no camera yet, but one that is plugged in is found. `problem`
    is what the camera said last, `picture` what it saw; `faults` are devices that did not open."""
    parts = [health.failed("device", fault) for fault in faults if not (camera and isinstance(fault, CameraError))]
    if awaited and not camera:
        parts.append(
            health.worth(
                "camera", "no camera yet: what lies there is entered by hand; one that is plugged in is found by itself"
            )
        )
    elif not camera:
        parts.append(health.worth("camera", "no camera: what lies there is entered by hand; the settings can name one"))
    elif problem == IDLE:
        parts.append(health.fine("camera", "the camera is there; it looks for the mat once a game begins"))
    elif problem is not None:
        parts.append(Health("camera", health.ATTENTION, because(problem)))
    else:
        parts.append(health.fine("camera", "the mat is in view"))
    if picture is not None:
        parts.append(health.light(exposure.useless(picture) or exposure.poor(picture)))
    parts.append(
        health.fine("pods", say_count("{count} pod", "{count} pods", count=pods))
        if pods
        else health.fine("pods", "phones are the pods")
    )
    parts.append(health.fine("display", "a display") if display else health.fine("display", "no display"))
    parts.append(health.disk(machine.free_bytes(folder), str(folder)))
    parts += health.games(registry.left_out())
    parts += health.temperature(machine.temperature_celsius())
    parts.append(health.clock(_set_by_network(int(time.monotonic() // ASKED_S)), datetime.now(UTC).year, built=BUILT))
    return tuple(parts)


def with_failures(parts: Sequence[Health], failures: Sequence[Health]) -> tuple[Health, ...]:
    """Return every part's health with what failed lately in place of being well, or beside what else is wrong."""
    failing = {failure.part for failure in failures}
    return (*failures, *(part for part in parts if part.state != health.OK or part.part not in failing))


@lru_cache(maxsize=1)
def _set_by_network(_turn: int) -> bool | None:
    """Return whether a network has set the clock; asked now and then, as a program must be run for it."""
    return machine.clock_synchronised()
