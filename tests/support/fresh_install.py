"""The companion installed in one line into an environment that has nothing but Python."""

import re
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parents[1]
RECIPE = ROOT / "Containerfile"


def copied() -> list[str]:
    """Return what the container's recipe takes with it: no more is needed to install."""
    lines = re.findall(r"^COPY (.+) /build\S*$", RECIPE.read_text(encoding="utf-8"), re.MULTILINE)
    return [name for line in lines for name in line.split()]


def installed(folder: Path) -> Path:
    """Install into a fresh environment in `folder` from a copy that is then removed; return its `bin`. Skips loudly
    where no package index can be reached."""
    source, fresh = folder / "source", folder / "fresh"
    for name in copied():
        take = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        source.mkdir(exist_ok=True)
        take(ROOT / name, source / name)
    venv.create(fresh, with_pip=True)
    words = [fresh / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", source]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    if "Could not fetch URL" in tried.stderr or "NewConnectionError" in tried.stderr:
        pytest.skip("THE PACKAGE INDEX CAN'T BE REACHED: it was not installed into a fresh environment")
    assert tried.returncode == 0, tried.stderr
    shutil.rmtree(source)
    return fresh / "bin"
