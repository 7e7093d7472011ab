"""Who looks through the camera: what a folder of pictures is told of the table."""

from pathlib import Path

import cv2
import pytest
from support import phone_photos

from companion.app.camera_thread import Lookout
from companion.app.supervision import Supervisor
from companion.camera.play import Target, Watch
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.table.signals import Looked
from companion.table.snapshot import Snapshot, Step
from hardware.recorded_camera import FolderCamera
from web.shown import GameShown

LAYOUT = mat_layouts.layout_for("shipshape", 3)


@pytest.fixture
def lookout(tmp_path: Path) -> Lookout:
    camera = FolderCamera(tmp_path, every_s=0.001)
    watch = Watch(camera, lambda _game, _seats: Target((LAYOUT,), lambda: None))
    nothing = [].append
    return Lookout(watch, None, None, None, nothing, True, nothing, Supervisor())  # type: ignore[arg-type]


def at(lookout: Lookout, look: str) -> Looked:
    return lookout.look(
        Snapshot(1, Step.LOOK, "", GameShown("g", "shipshape", "ShipShape", ("Ana", "Rui", "Eva"), {}), look=look)
    )


def test_no_voyage_is_read_from_the_picture_of_the_one_before(lookout: Lookout, tmp_path: Path) -> None:
    photo = phone_photos.taken(LAYOUT, laying.lay(LAYOUT, {}), 2)
    cv2.imwrite(str(tmp_path / "1.jpg"), photo)
    assert "before" not in str(at(lookout, "voyage 1").problem)
    refused = at(lookout, "")
    assert "shows what was read before" in str(refused.problem)
    assert refused.zones == {} or all(look.seen is None for look in refused.zones.values())
    assert "shows what was read before" in str(at(lookout, "voyage 2").problem)
    cv2.imwrite(str(tmp_path / "2.jpg"), photo)
    assert "before" not in str(at(lookout, "voyage 2").problem)
