"""From the configuration to the devices: what `[camera]`, `[pods]` and `[display]` mean to the hardware."""

from collections.abc import Callable

from companion.config import CameraSection, Config, ConfigError, DisplaySection, PodsSection
from companion.language.message import say, say_count
from hardware.camera_discovery import FoundCamera, found_cameras
from hardware.opening import NONE, Bus, CameraConfig, DisplayConfig, PodsConfig, PodsKind
from hardware.pins import BESIDE_I2C, BESIDE_SPI, PodPins

MOST_PODS = 6


def camera_of(section: CameraSection, look: Callable[[], tuple[FoundCamera, ...]] = found_cameras) -> CameraConfig:
    """Return which camera to open; "auto" is the first that is found, or none."""
    source = section.source
    if source == "auto":
        found = look()
        source = found[0].spec if found else NONE
    return CameraConfig(source, (section.width_px, section.height_px), section.focus_mm)


def pods_of(section: PodsSection) -> PodsConfig:
    """Return which pods to open, or raise a ConfigError."""
    if not 0 <= section.count <= MOST_PODS:
        raise ConfigError(say("pods.count is {count}; there can be 0 to {most}", count=section.count, most=MOST_PODS))
    if section.count == 0:
        return PodsConfig()
    if isinstance(section.pins, str):
        maps = {"i2c": BESIDE_I2C, "spi": BESIDE_SPI}
        if section.pins not in maps:
            raise ConfigError(
                say("pods.pins is “{pins}”; write i2c, spi, or a list of [add, ok, lamp]", pins=section.pins)
            )
        pins = maps[section.pins][: section.count]
    else:
        pins = tuple(PodPins(*three) for three in section.pins)
        if len(pins) != section.count:
            raise ConfigError(
                say(
                    "pods.count is {count}, but pods.pins lists {pods}",
                    count=section.count,
                    pods=say_count("{count} pod", "{count} pods", count=len(pins)),
                )
            )
    return PodsConfig(PodsKind.GPIO, pins, section.count)


def display_of(section: DisplaySection) -> DisplayConfig:
    """Return which display to open, or raise a ConfigError."""
    if section.device == NONE:
        return DisplayConfig()
    if section.bus not in ("i2c", "spi"):
        raise ConfigError(say("display.bus is “{bus}”; write i2c or spi", bus=section.bus))
    return DisplayConfig(
        bus=Bus(section.bus),
        driver=section.device,
        size_px=(section.width_px, section.height_px),
        rotate_deg=section.rotate,
        contrast=section.contrast,
        port=section.port,
        address=section.address,
        device=section.select,
        dc=section.dc,
        reset=None if section.reset < 0 else section.reset,
    )


def devices_of(config: Config) -> tuple[CameraConfig, PodsConfig, DisplayConfig]:
    """Return what `hardware.opening.open_rig` opens for this configuration, or raise a ConfigError."""
    return camera_of(config.camera), pods_of(config.pods), display_of(config.display)
