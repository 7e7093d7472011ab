"""Photos taken by hand, each from elsewhere, through the camera's one loop: read like any frame, or refused."""

import threading

import cv2
import numpy as np
import pytest
from support import phone_photos

from companion.camera import photo_check
from companion.camera.loop import AWAITED
from companion.camera.play import Target, Watch
from companion.game import mat_layouts
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.table.signals import Stillness
from hardware.phone_camera import PhoneCamera
from vision.registration.lens import Lens
from vision.registration.locate import locate

LAYOUT = mat_layouts.layout_for("shipshape", 3)
DOCKS = {
    f"dock {n}": Dock(HOLDS[n], tuple(LaidCrate(CRATES[3 * n + at], quarters=at) for at in range(3))) for n in (1, 2, 3)
}
WIDE = Lens(phone_photos.SIZE_PX, (900.0, 900.0, 1007.5, 755.5), (-0.3, 0.1, 0.0, 0.0, 0.0))


@pytest.fixture(scope="module")
def photo():
    return phone_photos.taken(LAYOUT, laying.lay(LAYOUT, DOCKS), 2)


class Table:
    """A watch that looks at photos, and somebody who takes them."""

    def __init__(self, faces):
        self.camera = PhoneCamera()
        self.watch = Watch(self.camera, lambda _game, _seats: Target((LAYOUT,), lambda: faces), lens=WIDE)
        self.watch.expect("shipshape", 3)
        self.watch.rebase(1)

    def take(self, picture):
        """Take a picture for what is asked now; return what the camera sees then, and what was said of it."""
        said = []
        request = self.camera.request
        page = threading.Thread(target=lambda: said.append(self.camera.hand_over(request, picture)))
        page.start()
        while self.camera._offered is None:
            page.join(0.001)
        looked = self.watch.look()
        page.join()
        return looked, said[0]


@pytest.fixture
def table(practice_set):
    table = Table(practice_set)
    table.camera.ask("voyage 1")
    assert table.watch.look().problem == AWAITED
    return table


def test_a_photo_is_read_once_like_any_frame_and_without_the_cameras_lens(table, photo):
    looked, said = table.take(photo)
    assert said is None
    for name, look in looked.zones.items():
        readings = [reading for row in look.seen.cells for reading in row]
        assert [reading.label for reading in readings if reading.sure] == [
            label for label, reading in zip(DOCKS[name].labels, readings, strict=True) if reading.sure
        ]
        assert sum(reading.sure for reading in readings) >= 7
        assert look.picture is not None
    again = table.watch.look()
    assert {look.stillness for look in again.zones.values()} == {Stillness.STILL}
    assert {name: look.seen for name, look in again.zones.items()} == {n: x.seen for n, x in looked.zones.items()}
    table.camera.ask("voyage 2")
    assert table.watch.look().problem == AWAITED


def test_a_photo_that_is_refused_leaves_what_was_read(table, photo):
    before, _ = table.take(photo)
    looked, said = table.take(np.ascontiguousarray(photo[:, ::-1]))
    assert said == photo_check.MIRRORED
    assert {name: look.seen for name, look in looked.zones.items()} == {n: x.seen for n, x in before.zones.items()}


def test_what_cannot_be_used_is_refused_with_what_helps(table, photo):
    height, width = photo.shape[:2]
    soft = np.asarray(cv2.GaussianBlur(photo, (0, 0), 3.5), np.uint8)
    for picture, why in (
        (np.ascontiguousarray(photo[:, ::-1]), photo_check.MIRRORED),
        (np.vstack([photo, photo]), photo_check.TWO),
        (np.ascontiguousarray(photo[:, : round(0.65 * width)]), photo_check.CUT_OFF),
        (soft, photo_check.BLURRED),
        (np.asarray(cv2.GaussianBlur(photo, (0, 0), 14), np.uint8), photo_check.BLURRED),
    ):
        looked, said = table.take(picture)
        assert said == why
        assert looked.problem == AWAITED
    _, said = table.take(np.full((height, width, 3), 128, np.uint8))
    assert "one colour" in str(said)
    assert table.take(photo)[1] is None


def test_a_sharp_photo_is_far_from_being_called_blurred(photo):
    for seed in (1, 3, 5):
        picture = phone_photos.taken(LAYOUT, (), seed)
        assert photo_check.edge_mm(picture, LAYOUT, locate(picture, LAYOUT)) < 0.65 * photo_check.EDGE_MM


def test_a_look_that_fails_answers_whoever_took_the_picture(table, photo, monkeypatch):
    def fails(*_):
        raise ValueError("this picture")

    monkeypatch.setattr(photo_check, "wrong_with", fails)
    said = []
    request = table.camera.request
    page = threading.Thread(target=lambda: said.append(table.camera.hand_over(request, photo)))
    page.start()
    while table.camera._offered is None:
        page.join(0.001)
    with pytest.raises(ValueError, match="this picture"):
        table.watch.look()
    page.join()
    assert "take it again" in str(said[0])
    assert table.watch.look().problem == AWAITED
