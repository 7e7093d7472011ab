"""A ZIP for whoever helps: what doctor found, the configuration and the log, without secrets, names or pictures."""

import importlib.metadata
import json
import platform
import re
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from companion.machine import facts, health
from companion.table.snapshot import Health
from hardware.network_camera import without_login
from vision.zip_member import undated

_SECRET = r"\s*[\"']?[\w.-]*(?:pin|wifi|ssid|psk|pass|secret|token|key)[\w.-]*[\"']?\s*[=:]\s*"
SECRET = re.compile(rf"^({_SECRET}).+$", re.I | re.M)
INLINE = re.compile(rf"([{{,]{_SECRET})(?:\"(?:\\.|[^\"\\])*\"|'[^']*'|[^\s,}}]+)", re.I)  # in one line with others
ADDRESS = re.compile(r"(?:https?|rtsp)://[^\s\"']+", re.I)
ENTRANCE = re.compile(r"(/in/)[a-z2-7]+", re.I)  # an address with its key
HIDDEN = r'\1"(left out)"'
PACKAGES = (
    "table-companion",
    "gpiozero",
    "lgpio",
    "luma.core",
    "luma.oled",
    "picamera2",
    "opencv-python-headless",
    "numpy",
    "pillow",
)


def write(target: Path, parts: Sequence[Health], config: Path | None) -> None:
    """Write the ZIP. Raises an OSError where it can't be written."""
    with zipfile.ZipFile(target, "w") as archive:

        def put(name: str, text: str) -> None:
            archive.writestr(undated(name), text, zipfile.ZIP_DEFLATED)

        put("doctor.json", json.dumps([health.plain(part) for part in parts], ensure_ascii=False, indent=1))
        put("machine.txt", _machine())
        put("versions.txt", "".join(f"{name} {_version(name)}\n" for name in PACKAGES))
        put("log.txt", without_secrets(facts.journal()))
        if config is not None and config.is_file():
            put("companion.toml", without_secrets(config.read_text(encoding="utf-8", errors="replace")))


def without_secrets(text: str) -> str:
    """Return the text with the value of every line that may name a PIN, a Wi-Fi or a password left out, and addresses
    without their login or the key that lets in."""
    text = INLINE.sub(HIDDEN, SECRET.sub(HIDDEN, text))
    return ENTRANCE.sub(r"\1(left out)", ADDRESS.sub(lambda found: without_login(found[0]), text))


def _machine() -> str:
    return f"{facts.model() or platform.machine()}\n{platform.platform()}\nPython {sys.version}\n"


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
