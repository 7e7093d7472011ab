"""The camera on the page: what is found in its picture, only the mat during a game, and measuring the lens."""

import base64

import cv2
import numpy as np
import pytest
from support.printed_board import POSES, photo
from support.upkept_table import Eye

from companion.settings.installation import Premises
from companion.settings.page import SettingsPage
from companion.simulation import simulated_table
from companion.teaching.shelf import Shelf
from hardware.errors import CameraGone
from vision.registration import lens as lenses


@pytest.fixture(scope="module")
def bare():
    return simulated_table.bare("shipshape", 3)


@pytest.fixture
def eye(bare):
    return Eye(lambda: bare)


@pytest.fixture
def upkeep(tmp_path, eye):
    return SettingsPage(Shelf(lambda game: tmp_path / game), eye, Premises(tmp_path, tmp_path / "camera.toml"))


def picture_of(seen):
    data = base64.b64decode(seen.picture.partition(",")[2])
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def texts(seen):
    return " | ".join(line.text for line in seen.lines)


def with_a_note(bare):
    """Somebody's card lies in the picture's corner, beside the mat."""
    noted = bare.copy()
    cv2.putText(noted, "7 8 9 secret", (20, 80), cv2.FONT_HERSHEY_SIMPLEX, 2.5, (0, 0, 0), 6)
    return noted


def detail(seen):
    """Return how much the grey varies within the squares of the coarse raster in the picture's corner."""
    grey = picture_of(seen).mean(axis=2)
    return max(float(grey[4:36, col + 4 : col + 36].std()) for col in range(0, 320, 40))


def test_the_mat_is_found_whatever_game_it_is_and_the_rest_is_said_in_words(upkeep):
    seen = upkeep.look("en", playing=False)
    assert seen.found
    assert "ShipShape, 3 docks: 8 markers are seen" in texts(seen)
    assert "sharp" in texts(seen)
    assert picture_of(seen).shape == (540, 960, 3)


def test_in_another_language(upkeep):
    assert "8 marcadores à vista" in texts(upkeep.look("pt", playing=False))


def test_what_hides_the_mat_is_said(upkeep, eye, bare):
    eye.scene = lambda: bare * 0
    seen = upkeep.look("en", playing=False)
    assert (seen.found, seen.lines[0].state) == (False, "attention")
    assert "too dark" in seen.lines[0].text


def test_nothing_beside_the_mat_can_be_read_during_a_game(upkeep, eye, bare):
    eye.scene = lambda: with_a_note(bare)
    assert detail(upkeep.look("en", playing=False)) > 15
    assert detail(upkeep.look("en", playing=True)) < 4


def test_nothing_at_all_can_be_read_during_a_game_while_no_mat_is_found(upkeep, eye):
    eye.scene = lambda: with_a_note(np.full((1296, 2304, 3), 200, np.uint8))
    seen = upkeep.look("en", playing=True)
    assert not seen.found
    assert picture_of(seen).reshape(-1, 3).astype(int).min() > 120
    assert picture_of(upkeep.look("en", playing=False)).min() < 60


def test_a_lens_that_was_measured_for_another_camera_is_said(upkeep, eye):
    eye.use(lenses.Lens((960, 960), (900.0, 900.0, 480.0, 480.0), (0.0, 0.0, 0.0, 0.0, 0.0)))
    assert "was calibrated for 960×960 pictures" in texts(upkeep.look("en", playing=False))


def test_without_a_camera_that_is_said(tmp_path, eye):
    none = SettingsPage(Shelf(lambda game: tmp_path / game), None, Premises(tmp_path, tmp_path / "camera.toml"))
    assert texts(none.look("nl", playing=False)) == "Er is geen camera"
    assert not none.do({"do": "take_board"}).ok

    def away():
        raise CameraGone("the camera was unplugged")

    eye.scene = away
    gone = SettingsPage(Shelf(lambda game: tmp_path / game), eye, Premises(tmp_path, tmp_path / "camera.toml"))
    assert texts(gone.look("en", playing=False)) == "the camera was unplugged"
    assert "unplugged" in str(gone.do({"do": "take_board"}).text)


def take_all(upkeep, eye):
    replies = []
    for pose in POSES:
        eye.scene = lambda pose=pose: photo(*pose)
        replies.append(upkeep.do({"do": "take_board"}))
    return replies


def test_the_lens_is_measured_from_pictures_of_the_board_kept_and_used(upkeep, eye, tmp_path):
    replies = take_all(upkeep, eye)
    assert [reply.ok for reply in replies] == [True] * 8
    assert str(replies[0].text) == "1 of 8 pictures"
    assert "should: good" in str(replies[-1].text)
    assert upkeep.lens("en").good
    assert upkeep.do({"do": "keep_lens"}).ok
    kept = lenses.load(tmp_path / "camera.toml")
    assert (kept.size_px, eye.lens) == ((960, 720), kept)
    assert abs(kept.matrix[0] - 900) < 20
    state = upkeep.lens("en")
    assert (state.taken, state.result) == (0, "")
    assert "good" in state.kept


def test_a_picture_without_the_board_or_like_another_does_not_count(upkeep, eye):
    assert "not seen well" in str(upkeep.do({"do": "take_board"}).text)
    eye.scene = lambda: photo(*POSES[0])
    assert upkeep.do({"do": "take_board"}).ok
    again = upkeep.do({"do": "take_board"})
    assert not again.ok
    assert "move it" in str(again.text)
    assert upkeep.lens("en").taken == 1


def test_a_board_far_from_the_edges_is_asked_for_there(upkeep, eye):
    for number in range(8):
        eye.scene = lambda number=number: photo((3 * number - 8, 2 * number - 5, 30 * number), 900)
        reply = upkeep.do({"do": "take_board"})
    assert not reply.ok
    assert "take some pictures with the board near them" in str(reply.text)
    assert not upkeep.do({"do": "keep_lens"}).ok


def test_begun_again_nothing_is_left_and_nothing_can_be_kept(upkeep, eye):
    take_all(upkeep, eye)
    assert upkeep.do({"do": "board_again"}).ok
    assert upkeep.lens("en").taken == 0
    assert not upkeep.do({"do": "keep_lens"}).ok
    assert eye.lens is None


def test_a_lens_that_can_not_be_kept_is_said(tmp_path, eye):
    upkeep = SettingsPage(Shelf(lambda game: tmp_path / game), eye, Premises(tmp_path, tmp_path / "no" / "camera.toml"))
    take_all(upkeep, eye)
    assert "can't be written" in str(upkeep.do({"do": "keep_lens"}).text)
    assert upkeep.lens("en").result


def test_the_boards_corners_are_shown_as_they_are_seen(upkeep, eye):
    eye.scene = lambda: photo(*POSES[0])
    seen = upkeep.look("en", playing=False, board=True)
    assert texts(seen) == "54 of 54 corners of the board are seen"
    assert upkeep.look("en", playing=True, board=True).found is False


def test_the_board_is_printed_for_either_paper(upkeep):
    assert upkeep.board("a4").startswith(b"%PDF")
    assert upkeep.board("a4") != upkeep.board("letter")
