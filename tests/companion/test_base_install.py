"""A base install, as on a laptop: without what drives a Pi's pins and buses everything loads, and what needs a device
says in one sentence what is not installed."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parents[1]
WITHOUT_PI = """
import importlib.abc, pkgutil, sys

class Hidden(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("gpiozero", "lgpio", "luma", "smbus2", "spidev", "paho", "amqtt"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""
EVERYTHING = """
import companion, hardware, vision, web
for package in (companion, hardware, vision, web):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)

from PIL import Image
from hardware.buses import found_displays
from hardware.opening import Bus, CameraConfig, DisplayConfig, PodsConfig, PodsKind, open_rig

rig = open_rig(CameraConfig(), PodsConfig(PodsKind.SIMULATED), DisplayConfig(Bus.SIMULATED))
assert rig.faults == (), rig.faults
rig.display.show(Image.new("1", (128, 64), 1))
assert rig.display.image.getbbox() == (0, 0, 128, 64)
assert found_displays() == ()
for bus in (Bus.I2C, Bus.SPI):
    rig = open_rig(CameraConfig(), PodsConfig(PodsKind.GPIO), DisplayConfig(bus))
    print(*rig.faults, sep="\\n")
"""
COMMAND = """
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def without_pi(code: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", WITHOUT_PI + code, *arguments],
        cwd=folder,
        env=variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_everything_loads_and_a_device_says_what_is_not_installed(tmp_path: Path) -> None:
    done = without_pi(EVERYTHING, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    faults = done.stdout.splitlines()
    assert [line.partition(" ")[0] for line in faults] == ["gpiozero", "luma.oled"] * 2
    assert all("pip install '.[pi]'" in line for line in faults)


def test_doctor_and_print_need_nothing_of_it(tmp_path: Path) -> None:
    told = without_pi(COMMAND, "doctor", "--json", folder=tmp_path)
    assert told.stderr == ""
    assert "camera" in {part["part"] for part in json.loads(told.stdout)["parts"]}
    printed = without_pi(COMMAND, "print", "mat", "--game", "shipshape", "--players", "3", "-o", "mat", folder=tmp_path)
    assert printed.returncode == 0, printed.stderr
    assert (tmp_path / "mat" / "layout.toml").is_file()


@pytest.mark.slow
def test_a_game_is_taught_and_played_without_it(tmp_path: Path) -> None:
    for words in (
        ("teach", "--practice", "--game", "shipshape", "--pieces", "pieces"),
        ("demo", "--once", "--json", "--seed", "7"),
    ):
        done = without_pi(COMMAND, *words, folder=tmp_path)
        assert done.returncode == 0, done.stderr


def test_a_pi_has_what_a_room_needs_but_the_broker_of_its_demo() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pi, room = (
        {re.split(r"\W*[><=]", each)[0] for each in project["optional-dependencies"][extra]} for extra in ("pi", "room")
    )
    assert room - pi == {"amqtt"}
