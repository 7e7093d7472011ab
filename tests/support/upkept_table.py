"""What the host looks after, for tests: a small taught set, and a camera that answers at once."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from support.served_table import ServedTable

from companion.app.page import Door
from companion.machine.wiring_test import WiringTest
from companion.session import learning
from companion.settings.installation import Premises
from companion.settings.page import SettingsPage
from companion.settings.setup import Connected
from companion.simulation import simulated_table
from companion.teaching.shelf import Shelf
from hardware.buses import FoundDisplay
from hardware.camera import Picture
from hardware.camera_discovery import FoundCamera
from hardware.pods import ScriptedPods
from vision.layout import Layout
from vision.pieceset import faces
from vision.pieceset.set_index import Exemplar
from vision.registration.lens import Lens
from vision.registration.patches import PATCH_PX

FOUND = Connected(
    lambda: (FoundCamera("0", "A webcam"),),
    lambda _: (FoundDisplay(1, 0x3D, "sh1106"),),
)
FACES = ("gold 2", "gold 3", "rat 1", "empty")


class Eye:
    """Stands for the watch: its camera sees what `scene` draws."""

    def __init__(self, scene: Callable[[], Picture]) -> None:
        self.scene = scene
        self.viewfinder = self
        self.lens: Lens | None = None
        self.layout: Layout | None = None
        self.by_photo = False
        self.told: list[str] = []

    def picture(self, *, full: bool = True) -> Picture:
        """Return what the camera sees."""
        seen = self.scene()
        return seen.copy() if full else np.ascontiguousarray(seen[::2, ::2])

    def relearn(self, game: str) -> None:
        """Remember whose set changed."""
        self.told.append(game)

    def use(self, lens: Lens) -> None:
        """Look through another lens."""
        self.lens = lens


def patch(seed: int) -> np.ndarray:
    """Return a taught picture: a blot of its own, two pictures of a face much alike."""
    rng = np.random.default_rng(seed)
    image = np.full((PATCH_PX, PATCH_PX, 3), 200, np.uint8)
    image[20:76, 20:76] = rng.integers(40, 220, 3)
    return image


def taught(folder: Path, labels: tuple[str, ...] = FACES, each: int = 2) -> None:
    """Teach a small set."""
    examples = [
        Exemplar(label, patch(10 * number + n), (230.0, 230.0, 230.0), picture=f"{n}")
        for number, label in enumerate(labels)
        for n in range(each)
    ]
    faces.add(faces.load_or_new(folder), examples)


class UpkeptTable(ServedTable):
    """A served table whose host may look after things; everything is kept in `folder`."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.shelf = Shelf(lambda game: folder / "pieces" / game)
        self.eye = Eye(lambda: simulated_table.bare("shipshape", 3))
        self.premises = Premises(folder, folder / "camera.toml", file=folder / "companion.toml")
        teaches = lambda: learning.is_on(self.store, default=True)  # noqa: E731 (said once, here)
        self.pods = ScriptedPods(6)
        self.wiring = WiringTest(self.pods, lambda: self.session.evening is not None)
        self.upkeep = SettingsPage(self.shelf, self.eye, self.premises, teaches, self.store.set, FOUND, self.wiring)
        self.door = Door(self.feed, self.store, self._submitted, upkeep=self.upkeep, beside=folder)
        taught(self.shelf.folder_of("shipshape"))
