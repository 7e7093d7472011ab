"""A camera by its name: a Pi's own, any USB camera, an address in the network, phones' photos, a folder, a film."""

import time
from pathlib import Path

from hardware.camera import Camera, Clock
from hardware.errors import CameraError
from hardware.network_camera import NetworkCamera, is_address
from hardware.phone_camera import PHONE, PhoneCamera
from hardware.pi_camera import PiCamera
from hardware.recorded_camera import FilmCamera, FolderCamera
from hardware.usb_camera import UsbCamera


def open_camera(
    spec: str,
    *,
    size_px: tuple[int, int] = (2304, 1296),
    focus_mm: float | None = None,
    picture_every_s: float = 5.0,
    clock: Clock = time.monotonic,
) -> Camera:
    """Return the camera that `spec` names: "pi", a number ("0"), a device ("/dev/video2"), an address
    ("http://192.168.1.9:8080/video"), "phone", a folder of pictures or a film. `size_px` (width, height) is wished
    for, not forced; `focus_mm` is the mat's distance, for a Pi camera that can focus; `picture_every_s` is how long
    each picture of a folder stands. Raises CameraError."""
    if spec == "pi":
        return PiCamera(size_px=size_px, focus_mm=focus_mm, clock=clock)
    if spec == PHONE:
        return PhoneCamera(clock=clock)
    if spec.isascii() and spec.isdigit():
        return _usb(int(spec), size_px, clock)
    if is_address(spec):
        return NetworkCamera(spec, clock=clock)
    path = Path(spec)
    try:
        device, folder, film = path.is_char_device() or spec.startswith("/dev/"), path.is_dir(), path.is_file()
    except OSError as error:
        raise CameraError(
            "“{path}”: {reason}; put it where the companion may read it (on a Pi not below /home)",
            path=spec,
            reason=error.strerror,
        ) from None
    if device:
        return _usb(spec, size_px, clock)
    if folder:
        return FolderCamera(path, every_s=picture_every_s, clock=clock)
    if film:
        return FilmCamera(path, clock=clock)
    raise CameraError(
        "“{spec}” is no camera: name “pi”, a number such as 0, an address such as http://192.168.1.9:8080/video, "
        "“phone”, a folder of pictures or a film",
        spec=spec,
    )


def _usb(device: int | str, size_px: tuple[int, int], clock: Clock) -> Camera:
    return UsbCamera(device, size_px=size_px, clock=clock)
