"""Facts about the machine it runs on, each read where the system keeps it; None where it keeps none."""

import os
import shutil
import subprocess
from pathlib import Path

import ifaddr

ROOT = Path("/")
ANSWER_S = 5
UNIT = "companion.service"
_LINES = 500


def free_bytes(folder: Path) -> int:
    """Return how much room is left where `folder` is, or will be."""
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(there).free


def is_read_only(folder: Path) -> bool:
    """Return whether the system lets nobody write where `folder` is, as Linux does with a card that fails."""
    return hasattr(os, "statvfs") and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def available_memory_bytes(root: Path = ROOT) -> int | None:
    """Return how much memory programs may still have."""
    for line in _text(root / "proc/meminfo").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None


def temperature_celsius(root: Path = ROOT) -> float | None:
    """Return the processor's temperature."""
    text = _text(root / "sys/class/thermal/thermal_zone0/temp").strip()
    return int(text) / 1000 if text.lstrip("-").isdigit() else None


def model(root: Path = ROOT) -> str | None:
    """Return which Raspberry Pi this is."""
    return _text(root / "proc/device-tree/model").strip("\0\n ") or None


def throttled() -> int | None:
    """Return the Pi firmware's flags of low voltage and heat."""
    said = _said("vcgencmd", "get_throttled")
    try:
        return None if said is None else int(said.strip().partition("=")[2], 16)
    except ValueError:
        return None


def clock_synchronised() -> bool | None:
    """Return whether a network has set the clock."""
    said = _said("timedatectl", "show", "--property=NTPSynchronized", "--value")
    return {"yes": True, "no": False}.get((said or "").strip())


def service_state() -> str | None:
    """Return systemd's word for the service's state; None where it is not installed."""
    said = _said("systemctl", "show", "--property=LoadState,ActiveState", "--value", UNIT)
    words = (said or "").split()
    return words[1] if len(words) == 2 and words[0] == "loaded" else None


def addresses() -> tuple[str, ...]:
    """Return this machine's IPv4 addresses that others can reach."""
    found = [
        str(address.ip)
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if address.is_IPv4 and not str(address.ip).startswith(("127.", "169.254."))
    ]
    return tuple(dict.fromkeys(found))


def groups() -> frozenset[str]:
    """Return the names of the groups that this user is in."""
    try:
        import grp  # noqa: PLC0415 - Windows has none
    except ImportError:
        return frozenset()
    known = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    return frozenset(known[number] for number in os.getgroups() if number in known)


def journal() -> str:
    """Return the service's last log lines, or nothing where they can't be had."""
    return _said("journalctl", "--unit", UNIT, "--lines", str(_LINES), "--no-pager", "--output", "short-iso") or ""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _said(*command: str) -> str | None:
    """Return what a system's tool prints; None where there is none, or it refuses."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=ANSWER_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
