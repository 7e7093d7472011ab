"""What the page's list of health says of the running companion, part by part."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.camera.loop import IDLE
from companion.machine import vitals as module
from companion.machine.vitals import CameraState, vitals
from vision.observation import PictureAwaited, Unseen

rng = np.random.default_rng(1)
CLEAR = np.asarray(rng.integers(0, 255, (240, 320, 3)), np.uint8)
SIGHT = CameraState(True, None, None, CLEAR)


def told(tmp_path: Path, **more: Any) -> dict[str, tuple[str, str]]:
    known: dict[str, Any] = {
        "sight": SIGHT,
        "pods": 0,
        "display": None,
        "faults": (),
        "disk": module.disk(tmp_path),
        "machine": module.machine(),
    }
    return {part.part: (part.state, str(part.text)) for part in vitals(**(known | more))}


def test_every_part_is_told_in_words(tmp_path: Path) -> None:
    parts = told(tmp_path)
    assert {"camera", "light", "pods", "display", "disk", "clock"} <= set(parts)
    assert parts["camera"] == ("ok", "the mat is in view")
    assert parts["light"] == ("ok", "bright and sharp enough")


def test_a_camera_that_waits_for_a_game_is_well(tmp_path: Path) -> None:
    state, text = told(tmp_path, sight=replace(SIGHT, problem=IDLE))["camera"]
    assert state == "ok"
    assert "once a game begins" in text


def test_a_camera_that_waits_for_a_picture_is_well(tmp_path: Path) -> None:
    waits = PictureAwaited("“{path}” shows what lay there before: put a new picture beside it", {"path": "1.jpg"})
    state, text = told(tmp_path, sight=replace(SIGHT, problem=waits))["camera"]
    assert (state, text) == ("ok", str(waits))


def test_what_is_in_the_cameras_way_is_told_and_that_it_is_dark(tmp_path: Path) -> None:
    parts = told(
        tmp_path,
        sight=replace(SIGHT, problem=Unseen("marker {id} is hidden", {"id": 3}), picture=CLEAR // 12),
    )
    assert parts["camera"] == ("attention", "marker 3 is hidden")
    assert parts["light"] == ("attention", "too dark: put a light on, or take the cap off the lens")


def test_without_a_picture_nothing_is_said_of_light(tmp_path: Path) -> None:
    assert "light" not in told(tmp_path, sight=CameraState())


def test_the_clock_is_asked_about_now_and_then_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    module._set_by_network.cache_clear()
    monkeypatch.setattr(module.facts, "clock_synchronised", lambda: asked.append(True) or False)
    monkeypatch.setattr(module.time, "monotonic", lambda: 5.0)
    for _ in range(3):
        assert told(tmp_path)["clock"][0] == "attention"
    module._set_by_network.cache_clear()
    assert len(asked) == 1
