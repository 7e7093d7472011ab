"""The first evening's steps: each is ticked by what one picture of the mat shows, and by what is taught and played."""

from functools import cache

import cv2
import numpy as np
import pytest
from support import phone_photos

from companion.game import mat_layouts, registry
from companion.language.message import untranslated
from companion.settings.first_evening import EveningProgress, seen_in, steps
from companion.simulation import simulated_table
from hardware.errors import CameraGone

MAT = mat_layouts.layout_for("shipshape", 3)


NOTHING = EveningProgress()


@cache
def bare():
    return simulated_table.bare("shipshape", 3)


def told(picture, kept=NOTHING):
    seen = None if picture is None else seen_in(picture, (MAT,), None)
    return {step.name: step for step in steps(seen, kept, untranslated)}


def states(picture, kept=NOTHING):
    return {name: step.state for name, step in told(picture, kept).items()}


def test_without_a_picture_printing_comes_first():
    assert states(None) == {
        "print": "now",
        **dict.fromkeys(("glue", "hang", "light", "lens", "teach", "play"), "later"),
    }


def test_before_it_is_printed_it_is_said_for_which_size():
    size = registry.walking("shipshape").SIZE
    text = told(None, EveningProgress(size=(size.question, 112.5)))["print"].text
    assert "How wide is a hold" in text
    assert "printed for 112.5 mm" in text
    assert "its 100 mm must be 100 mm" in text


def test_a_mat_that_was_printed_for_another_size_is_not_called_badly_glued_alone():
    larger = mat_layouts.layout_for("shipshape", 3, 130.0)
    said = {step.name: step.text for step in steps(seen_in(bare(), (larger,), None), NOTHING, untranslated)}
    assert "for another size of pieces" in said["glue"]


def test_a_camera_that_gives_no_picture_says_why():
    away = CameraGone("the camera is not there: look at its plug")
    told = {step.name: step for step in steps(None, NOTHING, untranslated, away)}
    assert told["hang"].text == "the camera is not there: look at its plug"
    assert told["hang"].state == "later"


def test_a_mat_that_lies_right_leaves_teaching_then_playing():
    shown = states(bare())
    assert [name for name, state in shown.items() if state == "done"] == ["print", "glue", "hang", "light", "lens"]
    assert shown["teach"] == "now"
    assert "0.1 mm" in told(bare())["glue"].text  # a drawn mat, whose misfit is rounded up: nothing lies within 0 mm
    assert states(bare(), EveningProgress(faces=46))["play"] == "now"
    assert set(states(bare(), EveningProgress(faces=46, played=True)).values()) == {"done"}


def test_a_camera_that_mirrors_is_no_obstacle():
    assert states(np.ascontiguousarray(bare()[:, ::-1])) == states(bare())


def test_a_mat_cut_off_or_half_covered_is_not_hung_yet_and_says_why():
    height, width = bare().shape[:2]
    cut = told(np.ascontiguousarray(bare()[:, : round(0.7 * width)]))
    assert cut["print"].state == "done"
    assert cut["hang"].state != "done"
    covered = bare().copy()
    covered[: height // 3] = 90
    assert "hidden" in told(covered)["hang"].text


def test_of_two_alike_no_sheet_is_called_askew():
    steps = told(np.hstack([bare(), bare()]))
    assert "twice" in steps["hang"].text
    assert "anew" not in steps["glue"].text
    assert "bent by" not in steps["lens"].text


def test_sheets_glued_askew_are_told():
    """The right half of the mat lies three millimetres too far down."""
    photo = phone_photos.taken(MAT, (), 1)
    seen = seen_in(photo, (MAT,), None)
    assert seen.misfit_mm < 0.5
    half = photo.shape[1] // 2
    shift = round(6 * seen.found[1].px_per_mm)
    askew = photo.copy()
    askew[shift:, half:] = photo[:-shift, half:]
    shown = told(askew)
    assert "anew" in shown["glue"].text, shown["glue"]
    assert "lay it flat" in shown["lens"].text


def test_a_dark_picture_asks_for_light():
    dark = np.asarray(bare() * 0.16, np.uint8)
    assert told(dark)["light"].state != "done"
    assert "light" in told(dark)["light"].text


@pytest.mark.parametrize("bent", [0.0, -0.15, 0.3])
def test_the_mat_itself_tells_how_the_lens_bends(bent):
    photo = phone_photos.taken(MAT, (), 1)
    height, width = photo.shape[:2]
    matrix = np.array([[0.8 * width, 0, width / 2], [0, 0.8 * width, height / 2], [0, 0, 1]])
    if bent:
        photo = np.asarray(cv2.undistort(photo, matrix, np.array([bent, 0, 0, 0, 0])), np.uint8)
    shown = told(photo)["lens"]
    assert shown.state == "done"
    assert "The mat itself tells" in shown.text
    assert told(photo, EveningProgress(lens=True))["lens"].state == "done"
