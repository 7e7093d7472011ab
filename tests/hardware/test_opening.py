"""What a configuration names is opened, and what can't be had is told."""

from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.camera_discovery import FoundCamera, found_cameras
from hardware.errors import DisplayError, PinError
from hardware.opening import Bus, CameraConfig, DisplayConfig, PodsConfig, PodsKind, open_display, open_rig, pod_map
from hardware.pins import BESIDE_I2C, BESIDE_SPI
from hardware.pods import GpioPods, ScriptedPods

NO_CAMERA, NO_PODS, NO_DISPLAY = CameraConfig(), PodsConfig(), DisplayConfig()


def test_the_simulated_table_is_all_twins() -> None:
    rig = open_rig(
        CameraConfig("simulated"),
        PodsConfig(PodsKind.SIMULATED),
        DisplayConfig(Bus.SIMULATED, size_px=(256, 64)),
        draw=lambda: np.full((20, 30, 3), 9, np.uint8),
    )
    assert rig.faults == ()
    assert rig.camera is not None
    assert rig.camera.capture().image_bgr.shape == (20, 30, 3)
    assert isinstance(rig.pods, ScriptedPods)
    assert rig.display is not None
    rig.display.show(Image.new("1", (256, 64)))
    rig.close()


def test_nothing_configured_is_nothing_opened_and_no_fault() -> None:
    rig = open_rig(NO_CAMERA, NO_PODS, NO_DISPLAY)
    assert (rig.camera, rig.pods, rig.display, rig.faults) == (None, None, None, ())


def test_a_missing_camera_does_not_stop_the_pods() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    rig = open_rig(CameraConfig("/dev/video61"), PodsConfig(PodsKind.GPIO), NO_DISPLAY, factory=factory)
    assert rig.camera is None
    assert isinstance(rig.pods, GpioPods)
    assert [str(fault) for fault in rig.faults if "/dev/video61" in str(fault)]
    rig.close()


def test_the_default_map_fits_the_display() -> None:
    assert pod_map(PodsConfig(PodsKind.GPIO), DisplayConfig(Bus.I2C)) == BESIDE_I2C
    assert pod_map(PodsConfig(PodsKind.GPIO), DisplayConfig(Bus.SPI)) == BESIDE_SPI
    assert len(pod_map(PodsConfig(PodsKind.GPIO, count=3), NO_DISPLAY)) == 3


def test_configured_pins_that_clash_with_the_display_are_a_fault_that_names_both() -> None:
    pods = PodsConfig(PodsKind.GPIO, pins=BESIDE_SPI)
    with pytest.raises(PinError, match="the display's SDA"):
        pod_map(pods, DisplayConfig(Bus.I2C))
    rig = open_rig(NO_CAMERA, pods, DisplayConfig(Bus.SIMULATED), factory=MockFactory(pin_class=MockPWMPin))
    assert rig.faults == (), "a display that takes no pins clashes with none"
    rig.close()


def test_an_i2c_display_that_is_not_there_is_opened_and_gone() -> None:
    display = open_display(DisplayConfig(Bus.I2C, port=97))
    assert display is not None
    assert "/dev/i2c-97" in str(display.gone)
    assert open_display(DisplayConfig(Bus.I2C, port=97, rotate_deg=90)).size == (64, 128)  # type: ignore[union-attr]


def test_a_wrong_driver_is_a_fault() -> None:
    rig = open_rig(NO_CAMERA, NO_PODS, DisplayConfig(Bus.I2C, driver="ssd4711"))
    assert rig.display is None
    assert isinstance(rig.faults[0], DisplayError)


# ---- which cameras are there


def listed(tmp_path: Path, **names: str) -> Path:
    for device, name in names.items():
        (tmp_path / device).mkdir()
        (tmp_path / device / "name").write_text(name + "\n")
    return tmp_path


def test_cameras_are_found_in_the_kernels_list_without_codecs_and_metadata(tmp_path: Path) -> None:
    folder = listed(tmp_path, video10="Old cam", video0="HD Webcam", video1="HD Webcam", video2="unicam-image")
    found = found_cameras(folder, captures=lambda path: path.name != "video1", pi_camera=lambda: "imx708")
    assert found == (
        FoundCamera("pi", "imx708"),
        FoundCamera("/dev/video0", "HD Webcam"),
        FoundCamera("/dev/video10", "Old cam"),
    )


def test_no_list_no_cameras(tmp_path: Path) -> None:
    assert found_cameras(tmp_path / "nothing", pi_camera=lambda: None) == ()


def test_a_device_that_is_none_gives_no_pictures(tmp_path: Path) -> None:
    assert found_cameras(listed(tmp_path, null="Not a camera"), pi_camera=lambda: None) == ()
