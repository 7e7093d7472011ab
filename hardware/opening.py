"""Opens what a configuration names: the camera, the pods, the display; or their twins for the simulated table.

A device that is missing does not stop the others: what went wrong is handed back beside what was opened.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hardware import buses, pins
from hardware.camera import Camera, Clock, DrawnCamera, Picture
from hardware.cameras import open_camera
from hardware.display import BRIGHT, Display, LumaDisplay, PictureDisplay, luma_builder, turned
from hardware.errors import HardwareError
from hardware.pins import BESIDE_I2C, BESIDE_SPI, PodPins
from hardware.pods import GpioPods, Pods, ScriptedPods

SIMULATED = "simulated"
NONE = "none"


@dataclass(frozen=True, slots=True)
class CameraConfig:
    """Which camera: "pi", a number, a device, an address, a folder, a film, "simulated" or "none"."""

    source: str = NONE
    size_px: tuple[int, int] = (2304, 1296)
    focus_mm: float | None = None
    picture_every_s: float = 5.0


class PodsKind(StrEnum):
    """What the pods are."""

    NONE = "none"
    GPIO = "gpio"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class PodsConfig:
    """Which pods. `pins` stays empty for the default map that fits the display."""

    kind: PodsKind = PodsKind.NONE
    pins: tuple[PodPins, ...] = ()
    count: int = 6


class Bus(StrEnum):
    """What the display hangs on."""

    NONE = "none"
    I2C = "i2c"
    SPI = "spi"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class DisplayConfig:
    """Which display. `size_px` is the panel's; `port` and `address` are the I²C bus's, `device`, `dc`, `reset` and
    `speed_hz` the SPI bus's."""

    bus: Bus = Bus.NONE
    driver: str = "ssd1306"
    size_px: tuple[int, int] = (128, 64)
    rotate_deg: int = 0
    contrast: int = BRIGHT
    port: int = 1
    address: int = 0x3C
    device: int = 0
    dc: int = 25
    reset: int | None = 7
    speed_hz: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Rig:
    """What was opened; None where the configuration names nothing or it could not be had, which `faults` tell."""

    camera: Camera | None
    pods: Pods | None
    display: Display | None
    faults: tuple[HardwareError, ...] = ()

    def close(self) -> None:
        """Close everything that was opened."""
        for device in (self.camera, self.pods, self.display):
            if device is not None:
                device.close()


def display_pins(display: DisplayConfig) -> dict[int, str]:
    """Return the pins that the display takes, with what for."""
    if display.bus is Bus.SPI:
        return pins.spi_pins(display.device, display.dc, display.reset)
    return dict(pins.I2C_PINS) if display.bus is Bus.I2C else {}


def pod_map(pods: PodsConfig, display: DisplayConfig) -> tuple[PodPins, ...]:
    """Return the pods' pins: those configured, or the default map beside this display. Raises a PinError for a clash,
    the display's own two lines included."""
    chosen = pods.pins or (BESIDE_SPI if display.bus is Bus.SPI else BESIDE_I2C)[: pods.count]
    pins.check(chosen, display_pins(display))
    return chosen


def open_rig(
    camera: CameraConfig,
    pods: PodsConfig,
    display: DisplayConfig,
    *,
    draw: Callable[[], Picture] | None = None,
    factory: Any = None,
    clock: Clock = time.monotonic,
) -> Rig:
    """Open all three. `draw` is what a simulated camera sees; `factory` is gpiozero's pin factory, None for the Pi's
    own."""
    faults: list[HardwareError] = []

    def had(open_it: Callable[[], Any]) -> Any:
        try:
            return open_it()
        except HardwareError as fault:
            faults.append(fault)
            return None

    return Rig(
        camera=had(lambda: _camera(camera, draw, clock)),
        pods=had(lambda: _pods(pods, display, factory, clock)),
        display=had(lambda: open_display(display, factory=factory, clock=clock)),
        faults=tuple(faults),
    )


def _camera(config: CameraConfig, draw: Callable[[], Picture] | None, clock: Clock) -> Camera | None:
    if config.source == NONE:
        return None
    if config.source == SIMULATED:
        if draw is None:
            raise HardwareError("a simulated camera sees nothing here; name a real one, or start the simulated table")
        return DrawnCamera(draw, clock=clock)
    return open_camera(
        config.source,
        size_px=config.size_px,
        focus_mm=config.focus_mm,
        picture_every_s=config.picture_every_s,
        clock=clock,
    )


def _pods(config: PodsConfig, display: DisplayConfig, factory: Any, clock: Clock) -> Pods | None:
    if config.kind is PodsKind.NONE:
        return None
    if config.kind is PodsKind.SIMULATED:
        return ScriptedPods(config.count, clock=clock)
    return GpioPods(pod_map(config, display), factory=factory, clock=clock)


def open_display(config: DisplayConfig, *, factory: Any = None, clock: Clock = time.monotonic) -> Display | None:
    """Open the display that the configuration names; None for none. One that does not answer is opened all the same and
    found later; a DisplayError is what can't be."""
    if config.bus is Bus.NONE:
        return None
    size = turned(config.size_px, config.rotate_deg)
    if config.bus is Bus.SIMULATED:
        return PictureDisplay(size)
    build = luma_builder(config.driver, config.size_px, config.rotate_deg)
    if config.bus is Bus.SPI:
        connect = buses.spi(0, config.device, config.dc, config.reset, speed_hz=config.speed_hz, factory=factory)
    else:
        connect = buses.i2c(config.port, config.address)
    display = LumaDisplay(connect, build, size, answers=config.bus is Bus.I2C, clock=clock)
    display.contrast(config.contrast)
    return display
