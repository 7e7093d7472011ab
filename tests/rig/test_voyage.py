"""A whole ShipShape voyage over the real stack: keys pulled in the kernel, frames through picamera2, the display's
bytes rebuilt into its picture. Runs in the rig's kernel only (make test-rig)."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Condition
from typing import Any

import cv2
import pytest
from display_panels import KernelWire, panel_ssd1306

from companion import tables
from companion.commands import demo
from companion.display import screens
from companion.signals import Key, Pressed
from companion.simulation import simulated
from companion.simulation.deeds import Move, Press
from companion.snapshot import Step
from companion.watch import Sight, Watch
from hardware.camera import Frame
from hardware.display import LumaDisplay, luma_builder
from hardware.lamp import LampPattern
from hardware.pi_camera import PiCamera
from hardware.pins import BESIDE_I2C
from hardware.pods import GpioPods
from hardware.pods import Key as PodKey
from vision.views import Hardness

FRAMES = Path("/opt/frames")
SIM_PINS = Path("/sys/devices/platform") / os.environ.get("DEV", "none") / os.environ.get("CHIP", "none")
SIZE = (128, 64)
CHANGED = 8  # of 255, in a small copy: more than noise, less than a piece
pytestmark = [
    pytest.mark.skipif(
        "COMPANION_RIG" not in os.environ or not FRAMES.is_dir(),
        reason="only in the rig's kernel and tree (make test-rig)",
    ),
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),  # picamera2's own
]


def virtual_picamera() -> Any:
    """The genuine Picamera2 over libcamera's virtual camera, which has no raw stream and allocates for itself."""
    import libcamera  # noqa: PLC0415 - exists in the rig's tree only
    from picamera2 import Picamera2  # noqa: PLC0415
    from picamera2.allocators import LibcameraAllocator  # noqa: PLC0415

    def modes(self: Any) -> list[dict[str, Any]]:
        formats = self.camera.generate_configuration([libcamera.StreamRole.StillCapture]).at(0).formats
        return [
            {"format": str(pixels), "size": (size.width, size.height)}
            for pixels in formats.pixel_formats
            for size in formats.sizes(pixels)
        ]

    Picamera2._get_raw_modes = modes
    camera = Picamera2()
    camera.allocator = LibcameraAllocator(camera.camera)
    create = camera.create_video_configuration
    camera.create_video_configuration = lambda **wished: create(**{**wished, "raw": None})
    return camera


class TableInFrontOfTheCamera:
    """What the virtual camera sees is the drawn table: another picture needs the camera opened anew."""

    def __init__(self, draw: Callable[[], Any], clock: Callable[[], float]) -> None:
        self._draw, self._clock = draw, clock
        self._shown: Any = None
        self._camera: PiCamera | None = None

    def capture(self, full: bool = True) -> Frame:
        picture = self._draw()
        small = cv2.resize(picture, (192, 108), interpolation=cv2.INTER_AREA).astype(int)
        if self._camera is None or self._shown is None or abs(small - self._shown).max() > CHANGED:
            self.close()
            cv2.imwrite(str(FRAMES / "table.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
            self._camera, self._shown = PiCamera(opener=virtual_picamera), small
        frame = self._camera.capture(full)
        return Frame(frame.image_bgr, self._clock(), frame.number)

    def settle(self) -> None:
        pass

    def close(self) -> None:
        if self._camera is not None:
            self._camera.close()
        self._camera = None


class OnTheRig(demo._Demo):
    """The demo's people at a table whose every device is the kernel's."""

    def __init__(self, players: int, faces: Any) -> None:
        super().__init__("shipshape", players, 3, Hardness.NORMAL, faces, {})
        camera = TableInFrontOfTheCamera(self.table.picture, lambda: self.now_s)
        layouts = (tables.layout_for("shipshape", players),)
        self.watch = Watch(camera, lambda *_: Sight(layouts, faces), clock=lambda: self.now_s)
        self.watch.expect("shipshape", players)
        evening = self.session.evening
        assert evening is not None
        self.watch.rebase(evening.plan)
        self.players = players
        self._changed = Condition()
        self._edges: list[tuple[int, PodKey, bool]] = []
        for seat in range(players):
            for key in PodKey:
                self._pull(seat, key, "pull-up")
        self.pods = GpioPods(BESIDE_I2C, clock=lambda: self.now_s)
        self.pods.listen(self._heard)
        self.wire = KernelWire()
        self.display = LumaDisplay(self.wire.connect, luma_builder("ssd1306", SIZE), SIZE, clock=lambda: self.now_s)
        self.compared: dict[Step, int] = {}
        self.lamps_seen: set[tuple[str, int]] = set()

    def close(self) -> None:
        self.pods.close()
        self.display.close()
        self.watch.close()

    def _pull(self, seat: int, key: PodKey, way: str) -> None:
        pin = BESIDE_I2C[seat].add if key is PodKey.ADD else BESIDE_I2C[seat].ok
        (SIM_PINS / f"sim_gpio{pin}" / "pull").write_text(way)

    def _heard(self, seat: int, key: PodKey, pressed: bool, _: float) -> None:
        with self._changed:
            self._edges.append((seat, key, pressed))
            self._changed.notify_all()

    def _do(self, deed: object) -> None:
        if not isinstance(deed, Press):
            super()._do(deed)
            self._show()
            return
        for _ in range(deed.times):
            for down in (True, False):
                self.now_s += 0.05
                self._edges.clear()
                self._pull(deed.pod, PodKey(deed.key.value), "pull-down" if down else "pull-up")
                with self._changed:
                    assert self._changed.wait_for(lambda: bool(self._edges), timeout=5), "a key was not heard"
                seat, key, pressed = self._edges[-1]
                self._step(Pressed(seat, Key(key.value), pressed, self.now_s))
        self._show()

    def _pass(self) -> None:
        super()._pass()
        self._show()

    def _show(self) -> None:
        """Bring lamps and display to where the snapshot says, and look at both."""
        snapshot = self.snapshot
        for seat in snapshot.seats:
            self.pods.show(seat.number - 1, LampPattern(seat.lamp.value))
            if seat.lamp.value in ("locked", "off"):
                pin = BESIDE_I2C[seat.number - 1].lamp
                lit = int((SIM_PINS / f"sim_gpio{pin}" / "value").read_text())
                self.lamps_seen.add((seat.lamp.value, lit))
        picture = screens.draw(snapshot, SIZE)
        self.display.show(picture)
        assert panel_ssd1306(self.wire.sent, SIZE).tobytes() == picture.tobytes(), snapshot.step
        self.wire.sent.clear()
        self.display._shown = (b"", 0.0)  # the next picture is sent whole, whatever this one was
        self.compared[snapshot.step] = self.compared.get(snapshot.step, 0) + 1

    def voyage(self) -> None:
        """Play until the first voyage is scored."""
        for _ in range(demo.MOST_LOOKS):
            deeds = self.table.act(self.snapshot)
            for deed in deeds:
                self._do(deed)
            for _ in range(demo.CALM_LOOKS if any(isinstance(deed, Move) for deed in deeds) else 0):
                self._pass()
            if self.snapshot.chapters:
                return
            self._answer()
            self._pass()
        raise AssertionError(f"the voyage does not end: {self.snapshot.line}")


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[OnTheRig]:
    subprocess.run(["mount", "-t", "tmpfs", "frames", str(FRAMES)], check=True)
    table = OnTheRig(3, simulated.teach("shipshape", tmp_path / "pieces"))
    yield table
    table.close()
    subprocess.run(["umount", str(FRAMES)], check=True)


def test_a_voyage_is_played_through_the_kernel(rig: OnTheRig) -> None:
    rig.voyage()
    evening = rig.session.evening
    assert evening is not None
    line = next(line for line in evening.match.lines if line.get("do") == "read")
    truth = rig.table.people.truths()[0]
    wrong = [
        (seat, cell, line["cells"][seat][cell], label)
        for seat, labels in truth.cells.items()
        for cell, label in enumerate(labels)
        if line["cells"][seat][cell] != label
    ]
    assert wrong == [], "no cell was sure and wrong"
    assert {Step.BIDS, Step.REVEAL} <= set(rig.compared)
    assert rig.lamps_seen == {("locked", 1), ("off", 0)}
