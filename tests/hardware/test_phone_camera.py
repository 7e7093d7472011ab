"""Phones' photos as a camera: each answers one asking; and a photo's file: its size before it is decoded, its turn."""

import threading

import cv2
import numpy as np
import pytest
from support.phone_photos import jpeg

from hardware import photo_file
from hardware.cameras import open_camera
from hardware.errors import CameraError, PhotoAwaited
from hardware.phone_camera import PhoneCamera, PhotoLate

PICTURE = np.full((60, 80, 3), 90, np.uint8)


def handed(camera, request, picture=PICTURE, why=None):
    """Hand a photo over from a thread of its own, as the page does, and let the camera's thread judge it."""
    said = []

    def hand():
        try:
            said.append(camera.hand_over(request, picture))
        except CameraError as error:
            said.append(error)

    page = threading.Thread(target=hand)
    page.start()
    while page.is_alive() and camera._offered is None:
        page.join(0.001)
    if camera._offered is not None:
        camera.judge(camera.capture().number, why)
    page.join()
    return said[0]


def test_a_photo_answers_one_asking_and_stands_until_something_else_is_asked():
    camera = open_camera("phone")
    with pytest.raises(PhotoAwaited):
        camera.capture()
    first = camera.ask("turn 1")
    assert handed(camera, first) is None
    frame = camera.capture()
    assert frame.photo
    assert frame.image_bgr is PICTURE
    assert camera.capture().number == frame.number
    second = camera.ask("turn 1")
    assert second != first
    camera.ask("turn 2")
    with pytest.raises(PhotoAwaited):
        camera.capture()


def test_a_late_a_repeated_and_a_foreign_photo_change_nothing_and_say_so():
    camera = PhoneCamera()
    first = camera.ask("turn 1")
    handed(camera, first)
    stands = camera.capture().number
    for wrong, words in ((first, "another picture"), ("turn 0.1", "no such picture"), ("", "no such picture")):
        with pytest.raises(PhotoLate, match=words):
            camera.check(wrong)
        assert words in str(handed(camera, wrong))
    assert camera.capture().number == stands


def test_a_photo_that_cannot_be_used_leaves_the_one_before():
    camera = PhoneCamera()
    handed(camera, camera.ask("turn 1"))
    stands = camera.capture().number
    assert handed(camera, camera.request, why="blurred") == "blurred"
    assert camera.capture().number == stands


def test_a_photo_on_its_way_when_the_table_goes_on_is_told_so():
    camera, said = PhoneCamera(), []

    def hand():
        try:
            camera.hand_over("turn 1.1", PICTURE)
        except PhotoLate as late:
            said.append(str(late))

    camera.ask("turn 1")
    page = threading.Thread(target=hand)
    page.start()
    while camera._offered is None:
        page.join(0.001)
    camera.ask("turn 2")
    page.join()
    assert "gone on" in said[0]


def test_a_photo_that_nobody_looks_at_is_not_waited_for_for_ever():
    camera = PhoneCamera(wait_s=0.01)
    with pytest.raises(CameraError, match="busy"):
        camera.hand_over(camera.ask("turn 1"), PICTURE)


def test_a_photo_is_turned_as_it_was_held():
    upright = np.zeros((60, 80, 3), np.uint8)
    upright[:20, :20] = 255
    seen = photo_file.decoded(jpeg(np.rot90(upright, 1).copy(), orientation=6))
    assert seen.shape == upright.shape
    assert seen[:15, :15].mean() > 240
    assert seen[30:, 30:].mean() < 10


@pytest.mark.parametrize("kind", [0x00, 0x01, 0xD0, 0xD9, 0x42])
def test_a_size_behind_what_a_decoder_passes_otherwise_is_not_believed(kind):
    photo = jpeg(PICTURE)
    small = bytes((0xFF, 0xC0, 0, 17, 8, 0, 60, 0, 80))
    assert photo_file.size_px(photo) == (80, 60)
    assert photo_file.size_px(photo[:2] + bytes((0xFF, kind, 0, 2)) + small + photo[2:]) is None


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_photo_is_halved_before_it_is_decoded(orientation, monkeypatch):
    monkeypatch.setattr(photo_file, "MOST_PX", 60 * 80 - 1)
    monkeypatch.setattr(photo_file, "LARGEST_PX", 4 * 60 * 80)
    flags, decode = [], cv2.imdecode
    monkeypatch.setattr(cv2, "imdecode", lambda data, flag: flags.append(flag) or decode(data, flag))
    assert sorted(photo_file.decoded(jpeg(PICTURE, orientation=orientation)).shape) == [3, 30, 40]
    assert flags == [cv2.IMREAD_REDUCED_COLOR_2]


def test_what_is_too_large_a_heic_no_jpeg_or_torn_is_told_in_words():
    header = b"\xff\xd8\xff\xe1\x00\x04ab\xff\xc0\x00\x11\x08" + (9000).to_bytes(2) + (12000).to_bytes(2)
    assert photo_file.size_px(header) == (12000, 9000)
    torn = jpeg(PICTURE)[:200]
    for data, words in (
        (header, "108 megapixels"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC"),
        (b"\x89PNG\r\n\x1a\n", "no JPEG"),
        (b"", "no JPEG"),
        (b"\xff\xd8", "no JPEG"),
        (torn, "no JPEG|breaks off"),
    ):
        with pytest.raises(CameraError, match=words):
            photo_file.decoded(data)


@pytest.mark.parametrize("progressive", [0, 1])
@pytest.mark.parametrize("part", [0.4, 0.7, 0.98])
def test_a_photo_of_which_the_end_is_missing_is_not_read_as_grey(progressive, part):
    noisy = np.random.default_rng(1).integers(0, 256, (120, 160, 3), np.uint8)
    whole = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_PROGRESSIVE, progressive])[1].tobytes()
    within = jpeg(noisy, orientation=6)
    thumbnail = b"\xff\xe1" + (2 + len(whole[:60000])).to_bytes(2) + whole[:60000]  # a whole picture within the header
    for photo in (whole, within, whole[:2] + thumbnail + whole[2:], whole + b"what a program added"):
        assert not photo_file.breaks_off(photo)
        assert photo_file.decoded(photo).shape[2] == 3
    for torn in (whole[: int(len(whole) * part)], whole[:2] + thumbnail + whole[2 : int(len(whole) * part)]):
        assert photo_file.breaks_off(torn)  # whatever the decoder makes of it
        with pytest.raises(CameraError, match="breaks off"):
            photo_file.decoded(torn)
