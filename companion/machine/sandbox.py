"""The service's sandbox from inside: `doctor` runs itself under the unit's own limits and names what is refused."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.language.message import name
from companion.machine import health
from companion.machine.facts import UNIT
from companion.table.snapshot import Health

INSIDE = "--inside"  # how doctor is told that it runs there
NODES = ("video*", "v4l-subdev*", "media*", "dma_heap/*", "gpiochip*", "i2c-*", "spidev*", "vcio")
LOOSER = "systemd/loosen.conf says how to loosen the sandbox"
_PATIENCE_S = 120
_OURS = (
    "Environment",
    "MemoryMax",
    "TasksMax",
    "NoNewPrivileges",
    "CapabilityBoundingSet",
    "AmbientCapabilities",
    "UMask",
    "LockPersonality",
    "MemoryDenyWriteExecute",
    "RemoveIPC",
    "KeyringMode",
    "SystemCall",
    "Device",
    "Protect",
    "Private",
    "Restrict",
    "ReadWritePaths",
    "StateDirectory",
    "User",
    "Group",
)
_EMPTY_IS_NONE = ("CapabilityBoundingSet", "AmbientCapabilities")  # of the other lists empty is what was before
_SCRATCH = "table-companion-doctor"  # the service's own folder in /run is not there while it rests


def properties(unit: str) -> list[str]:
    """Return what a unit's text (`systemctl cat`, drop-ins included) says of its sandbox, as KEY=VALUE in its order.
    What a drop-in empties is left out: systemd-run takes an empty list of address families for none at all."""
    section, found = "", list[str]()
    for row in unit.splitlines():
        if row.startswith("["):
            section = row.strip()
        elif section == "[Service]" and row.startswith(_OURS) and "=" in row:
            key, _, value = row.strip().partition("=")
            if not value:
                found = [one for one in found if not one.startswith(f"{key}=")]
            if value or key in _EMPTY_IS_NONE:
                found.append(row.strip())
    return found


def command(unit: str, doctor: Sequence[str]) -> list[str]:
    """Return the command that runs `doctor` as the unit would run."""
    scratch = [
        f"RuntimeDirectory={_SCRATCH}",
        f"WorkingDirectory=/run/{_SCRATCH}",
        f"Environment=LG_WD=/run/{_SCRATCH}",
    ]
    given = [part for row in (*properties(unit), *scratch) for part in ("-p", row)]
    return ["systemd-run", "--quiet", "--pipe", "--wait", "--collect", *given, *doctor]


def looked_from_inside(config: Path | None) -> tuple[Health, ...] | None:
    """Return how every part does, as seen from inside the sandbox; None where there is no service here, or whoever asks
    may not start one."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    try:
        unit = _said(["systemctl", "cat", UNIT])
        if unit is None:
            return None
        asked = [sys.argv[0], "doctor", INSIDE, "--json", *(["--config", str(config)] if config else [])]
        answer = _said(command(unit, asked), codes=(0, 1))
        parts = json.loads(answer or "")["parts"]
        return tuple(Health(part["part"], part["state"], name(part["text"])) for part in parts)
    except (OSError, ValueError, KeyError, TypeError, subprocess.SubprocessError):
        return None


def _said(asked: Sequence[str], codes: Sequence[int] = (0,)) -> str | None:
    done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=_PATIENCE_S)
    return done.stdout if done.returncode in codes else None


def refused(folders: Sequence[Path], devices: Path = Path("/dev")) -> tuple[Health, ...]:
    """Return what this process is refused of the devices that are there and of the folders that it writes. A device
    that a sandbox keeps back says that the operation is not permitted; without its group, that access is denied."""
    kept_back = [str(node) for pattern in NODES for node in sorted(devices.glob(pattern)) if _is_kept_back(node)]
    closed = [str(folder) for folder in folders if _is_closed(folder)]
    if not kept_back and not closed:
        return (health.fine("sandbox", "the service's sandbox refuses nothing that it needs"),)
    found = []
    if kept_back:
        found.append(
            health.broken(
                "sandbox", "the service may not open {devices}: {how}", devices=", ".join(kept_back), how=LOOSER
            )
        )
    if closed:
        found.append(
            health.broken(
                "sandbox", "the service may not write {folders}: {how}", folders=", ".join(closed), how=LOOSER
            )
        )
    return tuple(found)


def _is_closed(folder: Path) -> bool:
    """Whether a folder, or where it would be made, can't be written; what a sandbox hides can't even be looked at."""
    try:
        folder.stat()
    except PermissionError:
        return True
    except OSError:
        return folder != folder.parent and _is_closed(folder.parent)
    return not os.access(folder, os.W_OK)


def _is_kept_back(node: Path) -> bool:
    try:
        os.close(os.open(node, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
    except OSError as error:
        return error.errno == errno.EPERM
    return False
