"""The demo's people play one ShipShape voyage, and what the display shows first at each of its steps is kept.

`PYTHONPATH=.:tests python tests/rig/voyage.py` draws the rig's golden pictures anew; then look at them.
"""

import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from PIL import Image

from companion.commands import demo
from companion.display import screens
from companion.practice.people import Move
from companion.simulation import simulated_table
from companion.table.snapshot import Step
from vision.drawing.views import Hardness

GOLDEN = Path(__file__).parent.parent / "golden" / "rig"
GOLDEN_STEPS = (Step.BIDS, Step.REVEAL, Step.SCORE)
SIZE = (128, 64)
PLAYERS = 3
SEED = 3
CALM_LOOKS = 5  # of 0.35 s after laying something: half a second's calm and three readings


class Voyage(demo._Demo):
    """See the module. `shown` holds the pictures."""

    def __init__(self, faces: Any) -> None:
        self.shown: dict[Step, Image.Image] = {}
        super().__init__("shipshape", PLAYERS, SEED, Hardness.NORMAL, faces, {})

    def play(self) -> None:
        """Play until the first voyage is scored."""
        for _ in range(demo.MOST_LOOKS):
            deeds = self.table.act(self.snapshot)
            for deed in deeds:
                self._do(deed)
                self._show()
            for _ in range(CALM_LOOKS if any(isinstance(deed, Move) for deed in deeds) else 0):
                self._pass()
            if self.snapshot.chapters:
                return
            self._answer()
            self._pass()
        raise AssertionError(f"the voyage does not end: {self.snapshot.line}")

    def _pass(self) -> None:
        super()._pass()
        self._show()

    def _show(self) -> None:
        self.shown.setdefault(self.snapshot.step, self._glass(screens.draw(self.snapshot, SIZE)))

    def _glass(self, picture: Image.Image) -> Image.Image:
        """Return what the display's glass shows of `picture`."""
        return picture


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        voyage = Voyage(simulated_table.teach("shipshape", Path(sys.argv[1] if len(sys.argv) > 1 else folder)))
    with closing(voyage):
        voyage.play()
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for step in GOLDEN_STEPS:
        voyage.shown[step].save(GOLDEN / f"{step.value}.png", optimize=True)
