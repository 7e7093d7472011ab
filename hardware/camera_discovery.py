"""Which cameras are connected, so that nobody has to know a number."""

import importlib.util
import math
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

VIDEO4LINUX = Path("/sys/class/video4linux")
QUERY_CAPABILITIES = 0x80685600  # VIDIOC_QUERYCAP
CAPTURES, HAS_OWN_CAPABILITIES = 0x1, 0x80000000
# On a Pi these give raw sensor data or serve its codecs; its camera is reached through libcamera only.
NOT_FOR_PEOPLE = ("unicam", "rp1-cfe", "bcm2835-codec", "bcm2835-isp", "pispbe", "rpivid", "rpi-hevc")
ACROSS_DEG = {"imx219": 62.2, "imx708": 66.0, "imx708_wide": 102.0}  # Camera Module 2, 3, 3 Wide, as their maker says


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """A camera that is there: what to name it in the configuration, and what it calls itself."""

    spec: str
    name: str


def found_cameras(
    folder: Path = VIDEO4LINUX,
    *,
    captures: Callable[[Path], bool] | None = None,
    pi_camera: Callable[[], str | None] | None = None,
) -> tuple[FoundCamera, ...]:
    """Return the cameras that are there, a Pi camera first, then USB cameras in the order of their numbers.

    `folder` is the kernel's list; `captures` tells whether a device gives pictures and `pi_camera` names the Pi's own.
    """
    name = (pi_camera or _pi_camera)()
    found = [] if name is None else [FoundCamera("pi", name)]
    if not folder.is_dir():
        return (*found, *_guessed()) if folder == VIDEO4LINUX else tuple(found)
    for entry in sorted(folder.iterdir(), key=_number):
        device = Path("/dev") / entry.name
        name = _text(entry / "name")
        if any(name.startswith(other) for other in NOT_FOR_PEOPLE):
            continue
        if (captures or _captures)(device):
            found.append(FoundCamera(str(device), name or device.name))
    return tuple(found)


def focal_px(model: str, width_px: int) -> float | None:
    """Return the focal length of a Pi's camera module in a picture of this width; None for a model that is not known.

    A pinhole's: half the width is seen under half the angle. A measured lens knows it better.
    """
    across_deg = ACROSS_DEG.get(model.removesuffix("_noir"))
    return None if across_deg is None else width_px / 2 / math.tan(math.radians(across_deg / 2))


def _number(entry: Path) -> int:
    digits = "".join(letter for letter in entry.name if letter.isdigit())
    return int(digits or 0)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _captures(device: Path) -> bool:
    """Ask the driver: a webcam has a second device that only carries metadata."""
    import fcntl  # noqa: PLC0415 - Windows has none, and no such list either

    answer = bytearray(104)
    try:
        with device.open("rb", buffering=0) as opened:
            fcntl.ioctl(opened, QUERY_CAPABILITIES, answer)
    except OSError:
        return False
    capabilities, own = struct.unpack_from("=II", answer, 84)
    return bool((own if capabilities & HAS_OWN_CAPABILITIES else capabilities) & CAPTURES)


def _pi_camera() -> str | None:
    if importlib.util.find_spec("picamera2") is None:
        return None
    try:
        from picamera2 import Picamera2  # noqa: PLC0415 - it exists on a Pi only

        cameras = [camera for camera in Picamera2.global_camera_info() if "/usb" not in str(camera.get("Id"))]
    except Exception:  # picamera2 raises whatever its many parts raise; then there is none to be had
        return None
    return str(cameras[0].get("Model", "Pi camera")) if cameras else None


def _guessed() -> tuple[FoundCamera, ...]:
    """Return the first camera of a system that keeps no list: try it, as there is nobody to ask."""
    if sys.platform == "linux":
        return ()
    import cv2  # noqa: PLC0415

    capture = cv2.VideoCapture(0)
    there = capture.isOpened()
    capture.release()
    return (FoundCamera("0", "camera 0"),) if there else ()
