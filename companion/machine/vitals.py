"""How the running companion does, for the page's list: its camera, pods, display, disk and processor, in words."""

from collections.abc import Sequence
from pathlib import Path

from companion.machine import facts as machine
from companion.machine import health
from companion.message import because
from companion.snapshot import Health
from hardware.errors import CameraError
from vision.observation import Unseen


def vitals(
    *,
    camera: bool,
    awaited: bool,
    problem: Unseen | None,
    pods: int,
    display: bool,
    faults: Sequence[Exception],
    folder: Path,
) -> tuple[Health, ...]:
    """Return every part's health. `awaited`: there is no camera yet, but one that is plugged in is found. `problem`
    is what the camera said last; `faults` are devices that did not open."""
    parts = [health.failed("device", fault) for fault in faults if not (camera and isinstance(fault, CameraError))]
    if awaited and not camera:
        parts.append(
            health.worth(
                "camera", "no camera yet: what lies there is entered by hand; one that is plugged in is found by itself"
            )
        )
    elif not camera:
        parts.append(health.worth("camera", "no camera: what lies there is entered by hand; the settings can name one"))
    elif problem is not None:
        parts.append(Health("camera", health.ATTENTION, because(problem)))
    else:
        parts.append(health.fine("camera", "the mat is in view"))
    parts.append(
        health.fine("pods", "{count} pods", count=pods) if pods else health.fine("pods", "phones are the pods")
    )
    parts.append(health.fine("display", "a display") if display else health.fine("display", "no display"))
    parts.append(health.disk(machine.free_bytes(folder), str(folder)))
    parts += health.temperature(machine.temperature_celsius())
    return tuple(parts)
