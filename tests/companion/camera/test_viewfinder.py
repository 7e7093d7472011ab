"""The camera's picture for others: taken by the camera's thread, one picture for all who wait."""

import threading

import numpy as np
import pytest

from companion.camera.viewfinder import Viewfinder
from hardware.camera import DrawnCamera
from hardware.errors import CameraError, CameraGone


def scene():
    return np.full((64, 96, 3), 7, np.uint8)


def asked(finder, count, full=True):
    got = []

    def ask():
        try:
            got.append(finder.picture(full=full))
        except CameraError as error:
            got.append(error)

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        yield
    yield got


def served(finder, camera, count, full=True):
    for got in asked(finder, count, full):
        if got is not None:
            return got
        finder.serve(camera)
    return []


def test_whoever_asks_gets_a_picture_of_the_size_it_asked_for():
    assert [picture.shape for picture in served(Viewfinder(), DrawnCamera(scene), 1)] == [(64, 96, 3)]
    assert [picture.shape for picture in served(Viewfinder(), DrawnCamera(scene), 1, full=False)] == [(32, 48, 3)]


def test_a_camera_that_is_away_is_said_to_all_who_wait():
    class Away(DrawnCamera):
        def capture(self, full=True):  # noqa: ARG002 (protocol)
            raise CameraGone("the camera was unplugged")

    assert [str(error) for error in served(Viewfinder(), Away(scene), 2)] == ["the camera was unplugged"] * 2


def test_nobody_waits_for_ever():
    with pytest.raises(CameraError, match="is busy, or does not answer"):
        Viewfinder(wait_s=0.01).picture()


def test_without_anybody_asking_no_picture_is_taken():
    taken = []
    Viewfinder().serve(DrawnCamera(lambda: taken.append(1) or scene()))
    assert taken == []
