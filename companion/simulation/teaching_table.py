"""The simulated table while pieces are taught: the printed set is laid sheet by sheet, each once the one before is
settled."""

import random
import threading

import numpy as np

from companion.game import mat_layouts, registry
from companion.prints.piece import Laid
from companion.simulation import drawn_table
from companion.simulation.simulated_table import SIZE_PX, evening, pretending
from companion.teaching.walk import Stage, Walk
from vision.drawing.render import render
from vision.drawing.scene import Hand
from vision.drawing.views import Hardness
from vision.layout import Layout
from vision.registration.patches import Picture


def walk_mat(game: str) -> Layout:
    """Return the mat of a game for as many as can play."""
    return mat_layouts.layout_for(game, registry.find(game).players[-1])


class WalkTable:
    """The mat of a game for as many as can play, and its set. `picture` may be called by the camera's thread."""

    def __init__(self, game: str, seed: int, hardness: Hardness = Hardness.NORMAL, seats: int | None = None) -> None:
        self.game = game
        self.layout = mat_layouts.layout_for(game, seats) if seats else walk_mat(game)
        self.sheets = pretending(game).sheets(self.layout, random.Random(seed))
        self.laid = 0  # sheets so far
        self._evening = evening(self.layout, seed, hardness)
        self._noise = np.random.default_rng(seed)
        self._lock = threading.Lock()
        self._pieces: tuple[Laid, ...] = ()
        self._hand: Hand | None = None
        self._after: str | None = None  # the sheet of the walk after which the last one was laid

    def picture(self) -> Picture:
        """Return what the camera sees (1296 × 2304 × 3, BGR)."""
        with self._lock:
            scene = drawn_table.scene(self.layout, self._pieces, self._hand, self._evening.printed)
            return render(scene, self._evening.view, SIZE_PX, self._noise)

    def wants_to_lay(self, walk: Walk) -> bool:
        """Return whether people lay the next sheet now: the one before is settled, and there is another."""
        ready = walk.stage is Stage.LAY and _sheet(walk) != self._after
        return ready and self.laid < len(self.sheets)

    def hand_over(self, over: bool) -> None:
        """Hold a hand over the mat, or take it away."""
        with self._lock:
            x_mm, y_mm = (side / 2 for side in self.layout.size_mm)
            self._hand = Hand((x_mm, y_mm), from_deg=90.0) if over else None

    def clear(self) -> None:
        """Take away what lies there."""
        with self._lock:
            self._pieces = ()

    def lay(self, walk: Walk) -> None:
        """Lay the next sheet."""
        with self._lock:
            self._after = _sheet(walk)
            self._pieces = self.sheets[self.laid][0]
            self.laid += 1


def _sheet(walk: Walk) -> str:
    return walk.sheet.name if walk.sheet is not None else ""
