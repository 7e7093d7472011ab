"""Doctor: every part is tried and judged, in words that say what to do; nothing secret leaves."""

import argparse
import io
import json
import os
import time
import zipfile
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.commands import doctor
from companion.config import CameraSection, Config, DisplaySection, PodsSection
from companion.game import mat_layouts
from companion.machine import checks, health, support_file, wiring
from companion.machine import facts as machine
from companion.machine.checks import Workbench
from companion.store import practice
from companion.store.database import Store
from companion.table.snapshot import Health
from hardware.camera import DrawnCamera
from hardware.camera_discovery import FoundCamera
from hardware.display import LumaDisplay, PictureDisplay, luma_builder
from hardware.errors import CameraError
from hardware.pods import PodKey, ScriptedPods
from vision import layout as layouts
from vision.registration.lens import Lens, dump


def mat_picture(px_per_mm: float = 4.0) -> np.ndarray:
    """A ShipShape mat for three, seen straight from above."""
    mat = mat_layouts.layout_for("shipshape", 3)
    width, height = (round(side * px_per_mm) for side in mat.size_mm)
    picture = np.full((height + 40, width + 40, 3), 225, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in mat.markers:
        side = round(marker.size_mm * px_per_mm)
        drawn = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
        x, y = (round(place * px_per_mm) + 20 for place in marker.corner_mm)
        picture[y : y + side, x : x + side] = drawn[:, :, None]
    return picture


def config(tmp_path: Path, **sections: Any) -> Config:
    return Config(data=str(tmp_path), **sections)


def state_of(parts: tuple[Health, ...], part: str) -> str:
    return next(found.state for found in parts if found.part == part)


def text_of(parts: tuple[Health, ...], part: str) -> str:
    return "; ".join(str(found.text) for found in parts if found.part == part)


def seeing(picture: np.ndarray) -> Workbench:
    return Workbench(open_camera=lambda *_, **__: DrawnCamera(lambda: picture))


def test_a_good_picture_is_measured(tmp_path: Path) -> None:
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(mat_picture()))
    assert state_of(parts, "camera") == "ok"
    assert text_of(parts, "mat") == "8 markers are seen"
    assert text_of(parts, "scale") == "a pixel is 0.25 mm of the mat"
    assert state_of(parts, "light") == "ok"


def test_a_camera_that_mirrors_sees_the_mat(tmp_path: Path) -> None:
    mirrored = np.ascontiguousarray(mat_picture()[:, ::-1])
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(mirrored))
    assert text_of(parts, "mat") == "8 markers are seen"


def test_a_mat_too_far_away_is_told(tmp_path: Path) -> None:
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(mat_picture(1.7)))
    assert state_of(parts, "scale") == "attention"
    assert "hang the camera lower" in text_of(parts, "scale")


@pytest.mark.parametrize(
    ("picture", "part", "words"),
    [
        (np.zeros((720, 1280, 3), np.uint8), "light", "too dark"),
        (np.full((720, 1280, 3), 255, np.uint8), "light", "too bright"),
        (np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8), "mat", "no marker is seen"),
    ],
)
def test_a_picture_that_shows_nothing_is_told(tmp_path: Path, picture: np.ndarray, part: str, words: str) -> None:
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(picture))
    assert words in text_of(parts, part)
    assert state_of(parts, part) == "attention"


def test_the_distance_is_told_where_the_lens_is_known() -> None:
    seen = health.PictureHealth((2304, 1296), None, 0.4, 120, (0, 1, 2, 3), 3.0, focal_px=2100)
    assert text_of(health.sight(seen), "distance") == "the camera hangs 70 cm above the mat"


@pytest.mark.parametrize(("model", "cm"), [("imx708", 38), ("imx708_wide_noir", 20), ("imx219", 41)])
def test_the_distance_of_a_camera_module_is_told_before_its_lens_is_measured(
    tmp_path: Path, model: str, cm: int
) -> None:
    picture = mat_picture()
    bench = Workbench(open_camera=seeing(picture).open_camera, cameras=lambda: (FoundCamera("pi", model),))
    parts = checks.check(config(tmp_path, camera=CameraSection("auto")), bench)
    assert text_of(parts, "distance") == f"the camera hangs {cm} cm above the mat"


def test_the_lens_that_the_page_keeps_counts_more(tmp_path: Path) -> None:
    picture = mat_picture()
    height, width = picture.shape[:2]
    kept = Lens((width, height), (1600.0, 1600.0, width / 2, height / 2), (0.0, 0.0, 0.0, 0.0, 0.0))
    (tmp_path / "camera.toml").write_text(dump(kept))
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(picture))
    assert text_of(parts, "distance") == "the camera hangs 40 cm above the mat"


def test_whoever_may_not_look_among_the_games_is_told_of_the_camera_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "camera.toml").write_text("not for everybody")

    def refuse(self: Path) -> bool:
        raise PermissionError(13, "Permission denied", self)  # as Path.is_file does in a folder that is closed

    monkeypatch.setattr(Path, "is_file", refuse)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    parts = checks.check(config(tmp_path, camera=CameraSection("0")), seeing(mat_picture()))
    assert text_of(parts, "scale") == "a pixel is 0.25 mm of the mat"
    assert text_of(parts, "distance") == ""


def test_a_camera_that_does_not_answer_is_broken_in_its_own_words(tmp_path: Path) -> None:
    def gone(*_: Any, **__: Any) -> Any:
        raise CameraError("no camera answers as /dev/video0: plug it in")

    parts = checks.check(config(tmp_path, camera=CameraSection("0")), Workbench(open_camera=gone))
    assert state_of(parts, "camera") == "broken"
    assert "plug it in" in text_of(parts, "camera")


def test_pods_are_tried_and_given_back(tmp_path: Path) -> None:
    bench = Workbench(factory=MockFactory(pin_class=MockPWMPin))
    parts = checks.check(config(tmp_path, camera=CameraSection("none"), pods=PodsSection(6)), bench)
    assert state_of(parts, "pods") == "ok"
    assert "7 24 25" in text_of(parts, "pods")
    again = checks.check(config(tmp_path, camera=CameraSection("none"), pods=PodsSection(6)), bench)
    assert state_of(again, "pods") == "ok"


def test_pins_that_clash_with_the_display_are_told_even_while_the_companion_runs(tmp_path: Path) -> None:
    parts = checks.check(
        config(tmp_path, camera=CameraSection("none"), pods=PodsSection(6, "spi"), display=DisplaySection("ssd1306")),
        Workbench(in_use=True),
    )
    assert state_of(parts, "pods") == "broken"
    assert "GPIO 2 is wanted twice: for the display's SDA (I²C) and for pod 1's add key" in text_of(parts, "pods")
    assert "in use by the companion" in text_of(parts, "display")


def test_a_display_shows_a_word_to_be_read(tmp_path: Path) -> None:
    twin = PictureDisplay()
    shown: list[bytes] = []
    twin_show = twin.show
    twin.show = lambda image: (twin_show(image), shown.append(image.tobytes()))  # type: ignore[method-assign,assignment]
    parts = checks.check(
        config(tmp_path, camera=CameraSection("none"), display=DisplaySection("ssd1306")),
        Workbench(open_display=lambda *_, **__: twin),
    )
    assert state_of(parts, "display") == "ok"
    assert any(any(data) for data in shown)


def test_a_display_that_is_silent_is_broken(tmp_path: Path) -> None:
    def silent(*_: Any, **__: Any) -> Any:
        def connect() -> Any:
            raise OSError(121, "Remote I/O error")

        return LumaDisplay(connect, luma_builder("ssd1306", (128, 64)), (128, 64))

    parts = checks.check(
        config(tmp_path, camera=CameraSection("none"), display=DisplaySection("ssd1306", port=95)),
        Workbench(open_display=silent),
    )
    assert state_of(parts, "display") == "broken"
    assert "look at its four wires" in text_of(parts, "display")


# ---- judgements


def test_room_memory_heat_and_power_are_judged() -> None:
    assert [health.disk(free * health.MIB, "/x").state for free in (10, 100, 5000)] == ["broken", "attention", "ok"]
    assert [health.memory(free * health.MIB).state for free in (20, 200)] == ["attention", "ok"]
    assert [health.temperature(degrees)[0].state for degrees in (45.2, 84.0)] == ["ok", "attention"]
    assert health.temperature(None) == ()
    assert [health.power(flags)[0].state for flags in (0, 0x50000, 0x50005, 0x8)] == [
        "ok",
        "attention",
        "broken",
        "attention",
    ]
    assert health.power(None) == ()


def test_clock_network_and_service_are_judged() -> None:
    assert health.clock(True, 2027, built=2026).state == "ok"
    assert health.clock(False, 2027, built=2026).state == "attention"
    assert "1970" in str(health.clock(None, 1970, built=2026).text)
    assert health.network((), "companion").state == "attention"
    assert str(health.network(("10.0.0.2",), "companion").text) == "phones reach it as companion.local or 10.0.0.2"
    assert [health.service(state)[0].state for state in ("active", "failed", "inactive")] == [
        "ok",
        "broken",
        "attention",
    ]
    assert health.service(None) == ()


def test_facts_are_read_where_linux_keeps_them(tmp_path: Path) -> None:
    for path, text in {
        "proc/meminfo": "MemTotal: 900 kB\nMemAvailable:    2048 kB\n",
        "sys/class/thermal/thermal_zone0/temp": "48312\n",
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.2\0",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    assert machine.available_memory_bytes(tmp_path) == 2 * 1024 * 1024
    assert machine.temperature_celsius(tmp_path) == pytest.approx(48.312)
    assert machine.model(tmp_path) == "Raspberry Pi 4 Model B Rev 1.2"
    assert machine.temperature_celsius(tmp_path / "nothing") is None
    assert machine.free_bytes(tmp_path / "not" / "there" / "yet") > 0


# ---- the command


def options(**given: Any) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    doctor.arguments(parser)
    return argparse.Namespace(**{**vars(parser.parse_args([])), **given})


def toml(tmp_path: Path, more: str = "") -> Path:
    path = tmp_path / "companion.toml"
    path.write_text(f'data = "{tmp_path}"\n[camera]\nsource = "none"\n{more}')
    return path


def test_the_command_prints_a_line_a_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.run(options(config=toml(tmp_path))) == 0
    out = capsys.readouterr().out
    assert "camera" in out
    assert "none are configured: everybody bids on a phone" in out


def test_the_command_prints_json_and_its_status_says_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = toml(tmp_path, '[pods]\ncount = 6\npins = "spi"\n[display]\ndevice = "ssd1306"\n')
    assert doctor.run(options(config=path, json=True)) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["state"] == "broken"
    assert {"part", "state", "text"} == set(said["parts"][0])


def test_a_configuration_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.toml").write_text("[camera\n")
    assert doctor.run(options(config=tmp_path / "bad.toml")) == 2
    assert "bad.toml is no TOML" in capsys.readouterr().err


def test_a_support_zip_is_written_by_a_clock_that_stands_in_1970(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 100.0)
    support_file.write(tmp_path / "support.zip", (), None)
    with zipfile.ZipFile(tmp_path / "support.zip") as archive:
        assert archive.testzip() is None


def test_a_support_zip_holds_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = toml(tmp_path, '[page]\nwifi = "Grandma’s house"\nname = "kitchen"\n')
    assert doctor.run(options(config=path, zip=tmp_path / "support.zip")) == 0
    with zipfile.ZipFile(tmp_path / "support.zip") as archive:
        everything = "".join(archive.read(name).decode() for name in archive.namelist())
        assert set(archive.namelist()) == {"doctor.json", "machine.txt", "versions.txt", "log.txt", "companion.toml"}
    assert "Grandma" not in everything
    assert "kitchen" in everything
    capsys.readouterr()
    assert doctor.run(options(config=path, zip=tmp_path / "no" / "support.zip")) == 2
    assert "name a file that can be written" in capsys.readouterr().err


def test_lines_that_may_name_a_secret_lose_their_value() -> None:
    text = 'pin = "4711"\n  wifi_password: geheim\nname = "x"\nPSK=abc\nOpen http://10.0.0.7/in/abcdef2345 here\n'
    camera = 'source = "rtsp://me:word@10.0.0.9/h264?user=me"\n'
    assert support_file.without_secrets(camera) == 'source = "rtsp://10.0.0.9/h264"\n'
    room = r'room = { broker = "b", password = "a\", b", user = "u" }'
    assert support_file.without_secrets(room) == 'room = { broker = "b", password = "(left out)", user = "u" }'
    assert support_file.without_secrets(text) == (
        'pin = "(left out)"\n  wifi_password: "(left out)"\nname = "x"\nPSK="(left out)"\n'
        "Open http://10.0.0.7/in/(left out) here\n"
    )


def test_a_camera_and_a_mat_are_looked_at_without_a_configuration(tmp_path: Path, capsys: Any) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), np.full((480, 640, 3), 120, np.uint8))
    (tmp_path / "mat").mkdir()
    (tmp_path / "mat" / "layout.toml").write_text(layouts.dump(mat_layouts.layout_for("shipshape", 3)))
    words = {"camera": str(tmp_path), "layout": str(tmp_path / "mat" / "layout.toml"), "data": str(tmp_path)}
    nothing = tmp_path / "companion.toml"
    nothing.write_text("")
    doctor.run(options(config=nothing, json=True, **words))
    camera = [part["text"] for part in json.loads(capsys.readouterr().out)["parts"] if part["part"] == "camera"]
    assert any("640" in text for text in camera), camera
    doctor.run(options(config=nothing, json=True, **{**words, "layout": str(tmp_path / "no.toml")}))
    mat = [part["text"] for part in json.loads(capsys.readouterr().out)["parts"] if part["part"] == "mat"]
    assert "no.toml: there is no such file; name the layout.toml" in mat[0]
    doctor.run(options(config=nothing, json=True, **{**words, "camera": "99", "layout": str(tmp_path / "no.toml")}))
    assert "no.toml" in capsys.readouterr().out  # where there is no camera, too


# ---- the wiring test


def test_each_key_is_asked_for_in_turn() -> None:
    test = wiring.Wiring(2)
    asked = []
    while test.asked is not None:
        asked.append(test.asked)
        test = wiring.heard(test, *test.asked, True)
        test = wiring.heard(test, *asked[-1], False)
    assert asked == [(0, PodKey.ADD), (0, PodKey.OK), (1, PodKey.ADD), (1, PodKey.OK)]
    assert str(test.line) == "All 4 keys and lamps are wired as they should be"


def test_a_wrong_key_is_named_and_asked_for_again() -> None:
    test = wiring.heard(wiring.Wiring(2), 1, PodKey.OK, True)
    assert test.asked == (0, PodKey.ADD)
    assert str(test.wrong).startswith("That was ok of pod 2")
    assert wiring.heard(test, 0, PodKey.ADD, True).wrong is None


class Presser(ScriptedPods):
    """Pods that press themselves: whichever lamp is lit, add and ok; a wrong key first."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.keys = [(1, PodKey.OK), *((pod, key) for pod in range(count) for key in PodKey)]

    def tick(self, now_s: float) -> None:
        super().tick(now_s)
        if self.keys:
            pod, key = self.keys.pop(0)
            self.press(pod, key)
            self.release(pod, key)


def test_the_wiring_test_runs_through_with_display_and_lamps() -> None:
    out, display = io.StringIO(), PictureDisplay()
    assert doctor.press_each(Presser(2), display, out)
    assert "Pod 2, its lamp is lit: press ok" in out.getvalue()
    assert "That was ok of pod 2" in out.getvalue()
    assert display.image.getbbox() is not None


def test_nobody_pressing_ends_the_wiring_test() -> None:
    times = iter(range(0, 1000, 50))
    assert not doctor.press_each(ScriptedPods(1), None, io.StringIO(), clock=lambda: float(next(times)))


def test_the_stored_games_are_looked_through(tmp_path: Path) -> None:
    bench = Workbench(cameras=lambda: ())
    wanted = config(tmp_path, camera=CameraSection(source="none"))
    assert text_of(checks.check(wanted, bench), "games") == "none are stored yet"
    with closing(Store(tmp_path / "games.db")) as store:
        store.begin("a", "2026", {"record": 1}, "seed")
        assert text_of(checks.check(wanted, bench), "games") == "1 stored, whole"
        store.begin("b", "2026", {"record": 1}, "seed")
        store.set(practice.SETTING, "b")
        assert text_of(checks.check(wanted, bench), "games") == "1 stored, whole"
        store._db.execute("UPDATE game SET seed = 'another'")
    parts = checks.check(wanted, bench)
    assert (state_of(parts, "games"), "start the companion again" in text_of(parts, "games")) == ("broken", True)


def test_games_that_another_user_keeps_are_not_said_to_be_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, there = tmp_path / "games.db", Path.exists

    def exists(path: Path) -> bool:
        if path == kept:
            raise PermissionError(13, "Permission denied", str(path))  # as in a folder that is closed
        return there(path)

    monkeypatch.setattr(Path, "exists", exists)
    parts = checks.check(config(tmp_path, camera=CameraSection("none")), Workbench(cameras=lambda: ()))
    assert state_of(parts, "games") == health.ATTENTION
    assert "`sudo companion doctor`" in text_of(parts, "games")


def test_a_card_that_can_t_be_written_any_more_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = config(tmp_path, camera=CameraSection("none"))
    assert "are free in" in text_of(checks.check(wanted, Workbench()), "disk")
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    monkeypatch.setattr(machine, "free_bytes", lambda _: 2**40)
    parts = checks.check(wanted, Workbench())
    assert "can't be written" in text_of(parts, "disk")
    assert health.worst(parts) == health.BROKEN
