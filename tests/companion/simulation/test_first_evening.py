"""The first evening's first ten minutes: the practice set taught as printed, the sheets of `print pieces --try` laid on
the mat, and photos of them read from a folder, each taken from elsewhere."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.game import mat_layouts
from companion.games.shipshape.practice import artwork
from companion.prints.piece import Laid
from companion.simulation import drawn_table, simulated_table
from hardware.cameras import open_camera
from vision.drawing.render import render

SIZE_PX = (2304, 1296)
DOCKS = 3


def photo(first: int, seed: int) -> np.ndarray:
    """A photo of three finished holds, from that one on, by somebody who holds the phone as they like."""
    mat = mat_layouts.layout_for("shipshape", DOCKS)
    fronts = artwork.batches()[0].fronts[first : first + DOCKS]
    middles = [(x + width / 2, y + height / 2) for x, y, width, height in (zone.rect_mm for zone in mat.zones)]
    laid = tuple(Laid(art, middle, thickness_mm=0.3) for art, middle in zip(fronts, middles, strict=True))
    look = simulated_table.evening(mat, seed)
    return render(drawn_table.scene(mat, laid, None, look.printed), look.view, SIZE_PX, np.random.default_rng(seed))


@pytest.mark.slow
def test_the_sheets_to_try_are_read_from_photos(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["teach", "--practice", "--game", "shipshape", "--data", str(tmp_path)]) == 0
    cells: list[dict[str, Any]] = []
    truths: list[str] = []
    for number, first in enumerate((0, DOCKS)):
        folder = tmp_path / f"photos {number}"
        folder.mkdir()
        file = folder / "photo.jpg"
        assert cv2.imwrite(str(file), photo(first, 60 + number))
        cv2.imwrite(str(file), open_camera(str(folder)).capture().image_bgr)  # as the folder's camera hands it over
        capsys.readouterr()
        words = ["--game", "shipshape", "--players", str(DOCKS), "--pieces", str(tmp_path / "pieces" / "shipshape")]
        assert main(["read", *words, "--json", str(file)]) == 0
        seen = json.loads(capsys.readouterr().out.splitlines()[0])
        for dock in range(DOCKS):
            cells += [cell for row in seen["zones"][f"dock {dock + 1}"]["cells"] for cell in row]
            truths += artwork.finished(first + dock)
    right = sum(cell["label"] == truth for cell, truth in zip(cells, truths, strict=True))
    wrong = sum(cell["sure"] and cell["label"] != truth for cell, truth in zip(cells, truths, strict=True))
    print(
        f"{right} of {len(cells)} right, {sum(not cell['sure'] for cell in cells)} asked about, {wrong} wrong unasked"
    )
    assert wrong == 0
    assert right >= 50
