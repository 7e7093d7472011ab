"""What the rig's kernel shows on the display is what the companion draws today: seen without the rig, too."""

from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from rig.voyage import GOLDEN, GOLDEN_STEPS, Voyage

from companion.simulation import simulated_table


@pytest.mark.slow
def test_a_voyage_shows_the_golden_pictures(tmp_path: Path) -> None:
    with closing(Voyage(simulated_table.teach("shipshape", tmp_path))) as voyage:
        voyage.play()
    for step in GOLDEN_STEPS:
        golden = Image.open(GOLDEN / f"{step.value}.png").convert("1")
        assert voyage.shown[step].tobytes() == golden.tobytes(), step
