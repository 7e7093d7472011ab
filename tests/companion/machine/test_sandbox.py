"""The unit's sandbox: how exposed it leaves the machine, what it must leave open, and what doctor says from inside."""

import argparse
import errno
import json
import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.commands import doctor
from companion.machine import sandbox
from vision import durable

SYSTEMD = Path(__file__).parents[3] / "systemd"
UNIT = (SYSTEMD / "companion.service").read_text()


def given(unit: str, key: str) -> list[str]:
    return [row.partition("=")[2] for row in sandbox.properties(unit) if row.startswith(f"{key}=")]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO systemd-analyze HERE: exposure not measured")
def test_the_unit_leaves_little_of_the_machine_exposed(tmp_path: Path) -> None:
    (tmp_path / "companion.service").write_text(UNIT)
    asked = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(tmp_path / "companion.service")]
    said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    exposure = re.search(r"Overall exposure level for companion\.service: ([0-9.]+)", said)
    assert exposure is not None, said
    assert float(exposure[1]) <= 2.0, said


def test_cameras_pins_buses_and_the_network_stay_open() -> None:
    drivers = {row.split()[0] for row in given(UNIT, "DeviceAllow")}
    assert {f"char-{name}" for name in ("video4linux", "media", "dma_heap", "gpiochip", "i2c", "spi")} <= drivers
    assert set(given(UNIT, "RestrictAddressFamilies")[0].split()) == {"AF_UNIX", "AF_INET", "AF_INET6", "AF_NETLINK"}
    for closed in ("PrivateDevices", "PrivateUsers", "IPAddressDeny", "PrivateNetwork", "ProcSubset"):
        assert given(UNIT, closed) == [], f"{closed} would take devices, broker, streams or the Pi's own name away"


def test_what_doctor_runs_under_is_what_the_service_runs_under_with_its_drop_ins() -> None:
    loosened = (
        UNIT + "\n# /etc/systemd/system/companion.service.d/loose.conf\n[Service]\nDevicePolicy=auto\nDeviceAllow=\n"
    )
    asked = sandbox.command(loosened, ["companion", "doctor"])
    properties = [value for flag, value in pairwise(asked) if flag == "-p"]
    assert properties.index("DevicePolicy=auto") > properties.index("DevicePolicy=closed")
    assert not any(value.startswith("DeviceAllow=") for value in properties)
    assert "CapabilityBoundingSet=" in properties
    assert "User=companion" in properties
    assert "ProtectSystem=strict" in properties
    assert not any(value.startswith(("ExecStart", "Type", "Restart", "Watchdog", "WantedBy")) for value in properties)
    assert asked[-2:] == ["companion", "doctor"]


def test_a_device_that_the_sandbox_keeps_back_is_named_and_one_without_its_group_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for node in ("video0", "media0", "gpiochip0"):
        (tmp_path / node).touch()
    answers = {"media0": errno.EPERM, "gpiochip0": errno.EACCES}

    def opened(path: Path, _flags: int) -> int:
        if path.name in answers:
            raise OSError(answers[path.name], "refused")
        return os.dup(1)

    monkeypatch.setattr(sandbox.os, "open", opened)
    (told,) = sandbox.refused([], tmp_path)
    assert told.state == "broken"
    assert str(told.text).startswith(f"the service may not open {tmp_path / 'media0'}: ")


def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox.os, "access", lambda path, _mode: path != tmp_path)
    (told,) = sandbox.refused([tmp_path, tmp_path / "no such folder"], tmp_path)
    assert str(tmp_path) in str(told.text)
    assert sandbox.refused([tmp_path.parent], tmp_path)[0].state == "ok"


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError])
def test_a_folder_that_the_sandbox_hides_or_that_can_not_be_made_is_named(
    error: type[OSError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden, stat = tmp_path / "home" / "games", Path.stat
    (tmp_path / "home").mkdir()

    def looked_at(path: Path, **how: Any) -> os.stat_result:
        if path == hidden:
            raise error(str(path))
        return stat(path, **how)

    monkeypatch.setattr(Path, "stat", looked_at)
    monkeypatch.setattr(sandbox.os, "access", lambda path, _mode: path != tmp_path / "home")
    assert str(hidden) in str(sandbox.refused([hidden], tmp_path)[0].text)
    monkeypatch.setattr(sandbox.os, "access", lambda _path, _mode: True)
    assert sandbox.refused([hidden], tmp_path)[0].state == ("broken" if error is PermissionError else "ok")


def test_from_inside_doctor_names_the_games_folder_that_is_hidden_and_ends_in_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "home" / "games"
    config = tmp_path / "companion.toml"
    config.write_text(f'data = "{games}"\n')

    def denied(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(durable, "folder", denied)
    monkeypatch.setattr(sandbox.os, "access", lambda path, _mode: path not in (tmp_path, games))
    parser = argparse.ArgumentParser()
    doctor.arguments(parser)
    assert doctor.run(parser.parse_args([sandbox.INSIDE, "--json", "--config", str(config)])) == 1
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert [part["part"] for part in parts] == ["sandbox"]
    assert str(games) in parts[0]["text"]
    assert doctor.run(parser.parse_args(["--config", str(config)])) == 2
    assert "name a folder for the games" in capsys.readouterr().err


def test_what_the_drop_in_loosens_is_loose_for_doctor_too_and_is_given_no_empty_list() -> None:
    asked = sandbox.properties(UNIT + (SYSTEMD / "loosen.conf").read_text())
    keys = {value.partition("=")[0] for value in asked}
    assert not keys & {"DeviceAllow", "SystemCallFilter", "RestrictAddressFamilies"}
    assert {value for value in asked if value.endswith("=")} == {"CapabilityBoundingSet=", "AmbientCapabilities="}


def test_what_loosens_the_sandbox_says_how_to_open_a_folder() -> None:
    said = (SYSTEMD / "loosen.conf").read_text()
    assert "#ReadWritePaths=" in said
    assert "#ProtectHome=no" in said


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Root on a machine with the service: what is run, and an answer for it."""
    asked: list[list[str]] = []
    inside = '{"state": "broken", "parts": [{"part": "camera", "state": "broken", "text": "kept back"}]}'

    def run(command: list[str], **_how: Any) -> subprocess.CompletedProcess[str]:
        asked.append(list(command))
        answer = UNIT if command[0] == "systemctl" else inside
        return subprocess.CompletedProcess(command, 0 if command[0] == "systemctl" else 1, answer, "")

    monkeypatch.setattr(sandbox.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(sandbox.subprocess, "run", run)
    return asked


def test_root_is_told_what_is_seen_from_inside(
    as_root: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(f'data = "{tmp_path}"\n')
    parser = argparse.ArgumentParser()
    doctor.arguments(parser)
    assert doctor.run(parser.parse_args(["--config", str(config)])) == 1
    assert capsys.readouterr().out == "NO    camera  kept back\n"
    assert as_root[-1][0] == "systemd-run"
    assert as_root[-1][-5:] == ["doctor", "--inside", "--json", "--config", str(config)]


def test_without_a_service_doctor_looks_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = subprocess.CompletedProcess([], 1, "", "")
    monkeypatch.setattr(sandbox.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(sandbox.subprocess, "run", lambda *_, **__: nothing)
    assert sandbox.looked_from_inside(None) is None
    monkeypatch.setattr(sandbox.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(sandbox.subprocess, "run", lambda *_, **__: pytest.fail("it may not"))
    assert sandbox.looked_from_inside(None) is None
