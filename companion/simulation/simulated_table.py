"""The simulated table: a drawn camera, scripted pods, and people who play by themselves.

Nothing is passed around the vision code: the table is drawn, photographed and read like a real one.
"""

import random
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from companion.game import mat_layouts, registry
from companion.practice import by_hand
from companion.practice.people import Deed, Labels, Move, Pretend, Pretending
from companion.simulation import drawn_table
from companion.simulation.drawn_table import Print
from companion.table.snapshot import Snapshot
from vision.drawing.render import CameraView, render
from vision.drawing.scene import Hand, Scene
from vision.drawing.views import Hardness, random_view
from vision.layout import Grid, Layout
from vision.observation import Unseen
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar, FacesError
from vision.registration.patches import Picture
from vision.teach import examples_of_frame

SIZE_PX = (2304, 1296)
PRINTERS = 2  # that the pieces are taught from
BARE = Layout("a bare table", (600.0, 400.0), ())
NAMES = ("Ana", "Rui", "Mia", "Teo", "Eva", "Ivo")


def pretending(game: str) -> Pretending:
    """Return the simulated people's side of a game; where it brings none, people who enter all by hand."""
    people: Pretending = registry.manifest(game).people or by_hand
    return people


def mat_for(game: str, seats: int) -> Layout:
    """Return what lies on the simulated table: the game's mat for so many seats; a bare sheet where it has none."""
    return BARE if registry.manifest(game).mat is None else mat_layouts.layout_for(game, seats)


@dataclass(frozen=True)
class Appearance:
    """How an evening looks to the camera: the view, and the printer that the pieces came from."""

    view: CameraView
    printed: Print


def evening(layout: Layout, seed: int, hardness: Hardness = Hardness.NORMAL) -> Appearance:
    """Return an evening by chance; another seed is another lamp, camera place and printer."""
    rng = np.random.default_rng(seed)
    paper = tuple(int(value) for value in rng.integers(232, 256, 3))
    ink = tuple(int(value) for value in rng.integers(8, 40, 3))
    printed = Print((paper[0], paper[1], paper[2]), (ink[0], ink[1], ink[2]), float(rng.uniform(0.85, 1.08)))
    return Appearance(random_view(rng, layout.size_mm, SIZE_PX, hardness), printed)


class SimulatedTable:
    """The table as it lies there now. `picture` may be called by the camera's thread while people act in another."""

    def __init__(
        self, game: str, seats: tuple[str, ...], people: int, seed: int, hardness: Hardness, brisk: bool
    ) -> None:
        self.layout = mat_for(game, len(seats))
        self.dice = random.Random(seed)
        self.people: Pretend = pretending(game).sit_down(seats, people, self.dice, brisk)
        self._evening = evening(self.layout, seed, hardness)
        self._noise = np.random.default_rng(seed)
        self._hand: Hand | None = None
        self._lock = threading.Lock()
        self._scene = self._drawn()

    def act(self, snapshot: Snapshot) -> list[Deed]:
        """Let the people do what they do next, and lay the pieces as they then lie."""
        with self._lock:
            deeds = self.people.act(snapshot, self.dice)
            if any(isinstance(deed, Move) for deed in deeds) or not deeds:
                self._scene = self._drawn()
            return deeds

    def hand_over(self, zone: str | None) -> None:
        """Hold a hand over a zone, or take it away."""
        with self._lock:
            self._hand = None
            if zone is not None:
                x_mm, y_mm, width, height = self.layout.zone(zone).rect_mm
                self._hand = Hand((x_mm + width / 2, y_mm + height / 2), from_deg=self.dice.uniform(60, 120))
            self._scene = self._drawn()

    def picture(self) -> Picture:
        """Return what the camera sees (1296 × 2304 × 3, BGR)."""
        with self._lock:
            return render(self._scene, self._evening.view, SIZE_PX, self._noise)

    def _drawn(self) -> Scene:
        return drawn_table.scene(self.layout, self.people.laid(self.layout), self._hand, self._evening.printed)


def bare(game: str, seats: int) -> Picture:
    """Return what the camera sees of a mat on which nothing lies yet."""
    layout = mat_for(game, seats)
    look = evening(layout, 0)
    return render(drawn_table.scene(layout, (), None, look.printed), look.view, SIZE_PX, np.random.default_rng(0))


def teach(game: str, folder: Path, seed: int = 1_000_003) -> Faces:
    """Teach a game's practice set into `folder`.

    A set that is there already is returned as it is. A PartError where the game has no practice set to be laid.
    """
    try:
        return piece_sets.load_to_read(folder)
    except FacesError:
        pass
    drawn = practice(game, seed)
    return piece_sets.add(piece_sets.load_or_new(folder), drawn, complete=True)


def practice(game: str, seed: int = 1_000_003) -> list[Exemplar]:
    """Return what a game's practice set is taught from: pictures of drawn tables, under poses, light and print of their
    own. A PartError where the game has no practice set to be laid."""
    layout = mat_layouts.layout_for(game, registry.find(game).players[-1])
    lessons = pretending(game).lessons(layout, random.Random(seed))
    if not lessons:
        raise registry.PartError(game, "practice set to be taught")
    examples: list[Exemplar] = []
    for number, (laid, shown) in enumerate(lessons):
        look, printed = evening(layout, seed + number), evening(layout, seed + number % PRINTERS).printed
        scene = drawn_table.scene(layout, laid, None, printed)
        frame = render(scene, look.view, SIZE_PX, np.random.default_rng(seed + number))
        cells = {zone.name: _rows(shown[zone.name], zone.cols) for zone in layout.zones if isinstance(zone, Grid)}
        pieces: dict[str, tuple[Any, ...]] = {name: shown[name] for name in shown if name not in cells}
        taught = examples_of_frame(frame, layout, cells, pieces, picture=f"lesson-{number}")
        if isinstance(taught, Unseen):
            raise RuntimeError(f"a drawn lesson could not be read: {taught}")
        examples += taught
    return examples


def _rows(labels: tuple[Any, ...], cols: int) -> tuple[Labels, ...]:
    return tuple(tuple(labels[start : start + cols]) for start in range(0, len(labels), cols))
