"""What is read as other cameras would have taken it is counted, each way by itself."""

import importlib
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from support.drawn_faces import drawn, taught
from support.drawn_rows import rows_of


@pytest.fixture
def cameras(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    return importlib.import_module("other_cameras")


def test_each_way_is_counted_and_an_untouched_picture_is_read(cameras: ModuleType) -> None:
    cells = taught(*((shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")), shots=3)
    rows = rows_of(cells, np.array([cell.picture == "2" for cell in cells]))
    found = cameras.counted(rows, np.arange(len(cells)), ("as it is", "mono", "light 2.2"))
    for complete in (False, True):
        assert [found[complete, "as it is", what] for what in ("n", "right", "wrong")] == [4, 4, 0]
        assert found[complete, "light 2.2", "n"] == 4
        assert found[complete, "light 2.2", "sure"] < found[complete, "as it is", "sure"]
    assert found[True, "as it is", "sure"] == 4


def test_every_way_changes_a_picture_and_the_lamp_with_each_pixel(cameras: ModuleType) -> None:
    cells = taught(("disc", drawn("disc")), ("flag", drawn("flag")))
    rows = rows_of(cells, np.ones(len(cells), bool))
    for name, way in cameras.WAYS.items():
        patches, lamps, blacks = cameras.seen(rows, np.arange(len(cells)), way)
        assert patches.dtype == np.uint8
        assert (patches == rows["patches"]).all() == (name == "as it is")
        assert lamps.shape == blacks.shape == (len(cells), 3)
    darker = cameras.seen(rows, np.arange(len(cells)), cameras.WAYS["light 0.4"])[1]
    assert darker == pytest.approx(0.4 * np.array([cell.lamp_bgr for cell in cells]))
