"""Tries every part that the configuration names, and says how it does. Devices are opened, used once and given back."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from companion.camera import which_mat
from companion.config import Config, ConfigError, folders
from companion.display import panel
from companion.game import mat_layouts, registry
from companion.language.message import because
from companion.machine import facts, health
from companion.machine.devices import camera_of, display_of, pods_of
from companion.store.errors import StoreError
from companion.store.upkeep import look_through
from companion.table.snapshot import Health
from hardware.buses import found_displays
from hardware.camera_discovery import FoundCamera, focal_px, found_cameras
from hardware.cameras import open_camera
from hardware.errors import HardwareError
from hardware.opening import NONE, Bus, DisplayConfig, PodsKind, open_display, pod_map
from hardware.phone_camera import PHONE
from hardware.pods import GpioPods
from vision import layout
from vision.observation import Unseen
from vision.registration import exposure, lens
from vision.registration.locate import Located
from vision.registration.markers import find_either_way

GROUPS = {"pods": "gpio", "camera": "video"}  # a display's is its bus


@dataclass(frozen=True, slots=True)
class Workbench:
    """What a check-up works with; tests hand in their own."""

    factory: Any = None  # gpiozero's pins
    open_camera: Callable[..., Any] = open_camera
    open_display: Callable[..., Any] = open_display
    cameras: Callable[[], tuple[FoundCamera, ...]] = found_cameras
    in_use: bool = False  # the companion is running and holds the devices


def check(config: Config, bench: Workbench | None = None) -> tuple[Health, ...]:
    """Return how every part does, the devices first."""
    bench = bench or Workbench()
    parts: list[Health] = [*_mat(config)]
    for part, look in (("camera", _camera), ("pods", _pods), ("display", _display)):
        try:
            parts += look(config, bench)
        except (HardwareError, ConfigError, lens.LensError) as error:
            parts += [health.failed(part, error), *_group(part, config)]
    return (*parts, *health.games(registry.left_out()), *_machine(config))


def _busy(part: str) -> tuple[Health, ...]:
    return (health.fine(part, "in use by the companion that is running: its page says how it does"),)


def _group(part: str, config: Config) -> tuple[Health, ...]:
    """Return a hint where this user lacks the group that may use such a device."""
    group = GROUPS.get(part, config.display.bus)
    mine = facts.groups()
    if not mine or group in mine or "root" in mine:
        return ()
    return (health.worth(part, "this user is not in the group {group}: `sudo usermod -aG {group} $USER`", group=group),)


# ---- the mat and the camera


def _mat(config: Config) -> Iterable[Health]:
    """Return what is wrong with the printed layout; how the mat lies is told with the camera's picture."""
    try:
        if config.table.layout is not None:
            layout.load(Path(config.table.layout))
    except layout.LayoutError as error:
        return (health.failed("mat", error),)
    return ()


def _camera(config: Config, bench: Workbench) -> Iterable[Health]:
    wanted = camera_of(config.camera, bench.cameras)
    if wanted.source == NONE:
        there = tuple(found.spec for found in bench.cameras())
        if config.camera.source == NONE and there:
            return (health.worth("camera", "none is configured, but there is {cameras}", cameras=there),)
        return (health.worth("camera", "there is none: connect one, or enter the squares by hand on a phone"),)
    if wanted.source == PHONE:
        return (health.fine("camera", "phones take the table's pictures when the page asks for one"),)
    if bench.in_use:
        return _busy("camera")
    camera = bench.open_camera(wanted.source, size_px=wanted.size_px, focus_mm=wanted.focus_mm)
    try:
        picture = camera.capture().image_bgr
    finally:
        camera.close()
    model = next((found.name for found in bench.cameras() if found.spec == wanted.source == "pi"), "")
    return health.sight(seen_in(picture, config, model))


def seen_in(picture: Any, config: Config, model: str = "") -> health.PictureHealth:
    """Return what a picture (height, width, 3) shows: its light, its sharpness, the mat in it. `model` is the Pi's
    camera module, where it is one."""
    grey = np.asarray(picture[::4, ::4].mean(axis=2), np.uint8)
    why = exposure.useless(picture) or exposure.poor(picture)
    located = _located(picture, config)
    height, width = picture.shape[:2]
    return health.PictureHealth(
        size_px=(width, height),
        poor=None if why is None else because(why),
        sharpness=exposure.sharpness(grey),
        brightness=float(grey.mean()),
        markers=tuple(sorted(find_either_way(picture, thorough=True))),
        px_per_mm=None if located is None else located.px_per_mm,
        focal_px=_focal_px(config, (width, height)) or focal_px(model, width),
    )


def _located(picture: Any, config: Config) -> Located | None:
    """Return where the mat lies: the configured one, or whichever of all games' it is."""
    try:
        named = config.table.layout
        mats = mat_layouts.everywhere(folders(config).data) if named is None else [layout.load(Path(named))]
    except layout.LayoutError:
        return None
    found = which_mat.lying(picture, mats)
    return None if isinstance(found, Unseen) else found[1]


def _focal_px(config: Config, size_px: tuple[int, int]) -> float | None:
    """Return the measured lens's focal length: of the file that is named, or of the one that the page keeps, where this
    user may look into its folder."""
    file = Path(config.camera.lens) if config.camera.lens is not None else folders(config).lens
    if config.camera.lens is None and not os.access(file, os.R_OK):
        return None
    return lens.load(file).scaled(size_px).matrix[0]


# ---- pods and display


def _pods(config: Config, bench: Workbench) -> Iterable[Health]:
    pods = pods_of(config.pods)
    if pods.kind is PodsKind.NONE:
        return (health.fine("pods", "none are configured: everybody bids on a phone"),)
    pins = pod_map(pods, display_of(config.display))  # a clash is told even while the pods are in use
    if bench.in_use:
        return _busy("pods")
    GpioPods(pins, factory=bench.factory).close()
    used = tuple(f"{pod.add} {pod.ok} {pod.lamp}" for pod in pins)
    return (health.fine("pods", "{count} pods on the pins {pins}: try each with --wiring", count=len(pins), pins=used),)


def _display(config: Config, bench: Workbench) -> Iterable[Health]:
    wanted = display_of(config.display)
    if wanted.bus is Bus.NONE:
        return (health.fine("display", "none is configured: the page shows everything"),)
    if bench.in_use:
        return _busy("display")
    display = bench.open_display(wanted, factory=bench.factory)
    try:
        display.show(panel.sentence(display.size, "companion doctor")[0])
        if display.gone is None:
            return (health.fine("display", "a {driver} shows “companion doctor”: read it", driver=wanted.driver),)
        return (health.failed("display", display.gone), *_elsewhere(wanted), *_group("display", config))
    finally:
        display.close()


def _elsewhere(wanted: DisplayConfig) -> tuple[Health, ...]:
    """Return where on the bus something answers instead."""
    if wanted.bus is not Bus.I2C:
        return ()
    return tuple(
        health.worth(
            "display",
            "something answers at {address}: set display.address to it and display.device to {driver}, if it is one",
            address=hex(found.address),
            driver=found.driver,
        )
        for found in found_displays(wanted.port)
        if found.address != wanted.address
    )


# ---- the machine


def _games(file: Path) -> Health:
    """Return whether what is stored is whole."""
    try:
        if not file.exists():
            return health.fine("games", "none are stored yet")
        return health.fine("games", "{count} stored, whole", count=look_through(file))
    except PermissionError:
        return health.worth("games", "this user may not look at them: `sudo companion doctor` does")
    except (StoreError, OSError) as error:
        return health.failed("games", error)


def _disk(folder: Path) -> Health:
    """Return how much room there is, and whether anything can be kept there."""
    if facts.is_read_only(folder):
        return health.broken("disk", "{path} can't be written; look at its disk or card", path=str(folder))
    return health.disk(facts.free_bytes(folder), str(folder))


def _machine(config: Config) -> tuple[Health, ...]:
    folder = folders(config).data
    available = facts.available_memory_bytes()
    return (
        _games(folders(config).games),
        _disk(folder),
        *(() if available is None else (health.memory(available),)),
        *health.temperature(facts.temperature_celsius()),
        *health.power(facts.throttled()),
        health.clock(facts.clock_synchronised(), datetime.now(UTC).year, built=health.BUILT),
        health.network(facts.addresses(), config.page.name),
        *health.service(facts.service_state()),
    )
