"""A whole ShipShape voyage over the real stack: keys pulled in the kernel, frames through picamera2, the display's
bytes rebuilt into its picture. Runs in the rig's kernel only (make test-rig)."""

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Condition
from typing import Any

import pytest
from PIL import Image
from rig.virtual_camera import FRAMES, SIZE_PX, TableInFrontOfTheCamera
from rig.voyage import GOLDEN, GOLDEN_STEPS, PLAYERS, SIZE, Voyage
from support import kernel_pins
from support.display_panels import KernelWire, panel_ssd1306

from companion.camera.play import Target, Watch
from companion.game import mat_layouts
from companion.practice.people import Press
from companion.simulation import simulated_table
from companion.table.signals import Key, Pressed
from hardware.display import LumaDisplay, luma_builder
from hardware.lamp import LampPattern
from hardware.pins import BESIDE_I2C
from hardware.pods import GpioPods, PodKey

PIECES = Path("/opt/rig/pieces/shipshape")  # taught beforehand, outside
STEADY = {"locked": 1, "off": 0}  # lamps that do not blink, and their level
pytestmark = [
    pytest.mark.skipif(
        "COMPANION_RIG" not in os.environ or not FRAMES.is_dir(),
        reason="only in the rig's kernel and tree (make test-rig)",
    ),
    pytest.mark.filterwarnings("ignore:setDaemon:DeprecationWarning"),  # picamera2's own
]


def pin_of(seat: int, key: PodKey) -> int:
    return BESIDE_I2C[seat].add if key is PodKey.ADD else BESIDE_I2C[seat].ok


class OnTheRig(Voyage):
    """The voyage's people at a table whose every device is the kernel's."""

    def __init__(self, faces: Any) -> None:
        super().__init__(faces)
        self.camera = TableInFrontOfTheCamera(self.table.picture, lambda: self.now_s)
        layouts = (mat_layouts.layout_for("shipshape", PLAYERS),)
        self.watch = Watch(self.camera, lambda *_: Target(layouts, lambda: faces), clock=lambda: self.now_s)
        self.watch.expect("shipshape", PLAYERS)
        evening = self.session.evening
        assert evening is not None
        self.watch.rebase(evening.plan)
        self._changed = Condition()
        self._edges: list[tuple[int, PodKey, bool]] = []
        for seat in range(PLAYERS):
            for key in PodKey:
                kernel_pins.pull(pin_of(seat, key), down=False)
        self.pods = GpioPods(BESIDE_I2C, clock=lambda: self.now_s)
        self.pods.listen(self._heard)
        self.wire = KernelWire()
        self.display = LumaDisplay(self.wire.connect, luma_builder("ssd1306", SIZE), SIZE, clock=lambda: self.now_s)
        self.lamps_seen: set[tuple[str, int]] = set()
        self.keys = self.pictures = 0

    def close(self) -> None:
        self.pods.close()
        self.display.close()
        super().close()

    def _heard(self, seat: int, key: PodKey, pressed: bool, _: float) -> None:
        with self._changed:
            self._edges.append((seat, key, pressed))
            self._changed.notify_all()

    def _do(self, deed: object) -> None:
        if not isinstance(deed, Press):
            super()._do(deed)
            return
        for _ in range(deed.times):
            for down in (True, False):
                self.now_s += 0.05
                seat, key, pressed = self._pulled(deed.pod, PodKey(deed.key.value), down)
                self._step(Pressed(seat, Key(key.value), pressed, self.now_s))

    def _pulled(self, seat: int, key: PodKey, down: bool) -> tuple[int, PodKey, bool]:
        """Pull a key's pin in the kernel, and return what the pods then heard."""
        with self._changed:
            self._edges.clear()
            kernel_pins.pull(pin_of(seat, key), down)
            assert self._changed.wait_for(lambda: bool(self._edges), timeout=30), "a key was not heard"
            self.keys += 1
            return self._edges[-1]

    def _show(self) -> None:
        for seat in self.snapshot.seats:
            self.pods.show(seat.number - 1, LampPattern(seat.lamp.value))
            if seat.lamp.value in STEADY:
                lamp = BESIDE_I2C[seat.number - 1].lamp
                self.lamps_seen.add((seat.lamp.value, kernel_pins.lit(lamp, STEADY[seat.lamp.value])))
        super()._show()

    def _glass(self, picture: Image.Image) -> Image.Image:
        """Send the picture, and rebuild it from the bytes that the bus carried."""
        self.display.show(picture)
        glass = panel_ssd1306(self.wire.sent, SIZE)
        assert glass.tobytes() == picture.tobytes(), self.snapshot.step
        self.wire.sent.clear()
        self.display._shown = (b"", 0.0)  # the next picture is sent whole, whatever this one was
        self.pictures += 1
        return glass


@pytest.fixture
def rig(frames: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[OnTheRig]:
    monkeypatch.setattr(simulated_table, "SIZE_PX", SIZE_PX)
    table = OnTheRig(simulated_table.teach("shipshape", PIECES))
    yield table
    table.close()


def test_a_voyage_is_played_through_the_kernel(rig: OnTheRig) -> None:
    rig.play()
    print(
        f"{rig.keys} edges of keys, {rig.pictures} pictures on the display, the camera opened {rig.camera.opened} times"
    )
    evening = rig.session.evening
    assert evening is not None
    line = next(line for line in evening.match.lines if line.get("do") == "read")
    rig.table.act(rig.snapshot)  # people see the score: what lay there is noted
    truth = rig.table.people.truths()[0]
    wrong = [
        (seat, cell, line["cells"][seat][cell], label)
        for seat, labels in truth.cells.items()
        for cell, label in enumerate(labels)
        if line["cells"][seat][cell] != label
    ]
    assert wrong == [], "no cell was sure and wrong"
    assert rig.lamps_seen == set(STEADY.items())
    for step in GOLDEN_STEPS:
        golden = Image.open(GOLDEN / f"{step.value}.png").convert("1")
        assert rig.shown[step].tobytes() == golden.tobytes(), step
