"""The practice set on the page: offered while nothing is taught, taught aside, forgotten without one's own pieces."""

import errno

import numpy as np
import pytest

from companion.settings import first_evening
from companion.settings.first_evening import EveningProgress
from companion.settings.practice_set import PracticeTeaching
from companion.teaching import evening_set
from companion.teaching.shelf import Shelf
from vision import durable
from vision.pieceset import faces as piece_sets
from vision.pieceset.set_index import Exemplar, FacesError
from vision.registration.patches import PATCH_PX


def exemplar(label, picture):
    shade = 20 * len(picture)  # no two are alike
    patch = np.full((PATCH_PX, PATCH_PX, 3), shade, np.uint8)
    return Exemplar(label, patch, (200.0, 200.0, 200.0), picture=picture)


@pytest.fixture
def shelf(tmp_path):
    return Shelf(lambda game: tmp_path / game)


@pytest.fixture
def known(shelf):
    return lambda: piece_sets.load_or_new(shelf.folder_of("shipshape"))


def drawn(_game):
    return [exemplar("gold 1", "lesson-0"), exemplar("gold 2", "lesson-11")]


def test_it_is_offered_drawn_aside_and_taught(shelf, known):
    jobs, told = [], []
    shelf.changed = told.append
    practice = PracticeTeaching(shelf, drawn, jobs.append)
    assert practice.of("shipshape", known()) == "offered"
    assert practice.teach("shipshape").ok
    assert practice.teach("shipshape").ok  # tapped twice
    assert (practice.of("shipshape", known()), len(jobs), told) == ("drawn", 1, [])
    jobs[0]()
    assert (practice.of("shipshape", known()), told) == ("taught", ["shipshape"])
    assert known().labels == ("gold 1", "gold 2")
    assert known().complete
    assert not practice.teach("shipshape").ok


def test_where_something_is_taught_or_nobody_draws_it_is_not_offered(shelf, known):
    assert PracticeTeaching(shelf, None).of("shipshape", known()) == ""
    assert not PracticeTeaching(shelf, None).teach("shipshape").ok
    assert not PracticeTeaching(shelf, drawn).teach("chess").ok
    piece_sets.add(known(), [exemplar("gold 1", "own.jpg")])
    practice = PracticeTeaching(shelf, drawn, pytest.fail)
    assert practice.of("shipshape", known()) == ""
    assert "already" in str(practice.teach("shipshape").text)


def test_what_was_taught_meanwhile_stays_alone(shelf, known):
    jobs = []
    practice = PracticeTeaching(shelf, drawn, jobs.append)
    practice.teach("shipshape")
    piece_sets.add(known(), [exemplar("own", "walk 1")])
    jobs[0]()
    assert known().labels == ("own",)
    assert not known().complete


def test_a_set_that_cannot_be_drawn_says_so_and_may_be_tried_again(shelf, known):
    jobs = []
    practice = PracticeTeaching(shelf, lambda _: 1 / 0, jobs.append)
    practice.teach("shipshape")
    with pytest.raises(ZeroDivisionError):
        jobs[0]()
    assert practice.of("shipshape", known()) == "offered"
    assert "try it again" in str(practice.why_not("shipshape"))
    assert practice.why_not("stingy") is None
    practice.teach("shipshape")
    assert practice.why_not("shipshape") is None


def test_on_a_full_disk_it_says_that_it_could_not_be_taught(shelf, known, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    jobs = []
    practice = PracticeTeaching(shelf, drawn, jobs.append)
    practice.teach("shipshape")
    with monkeypatch.context() as patched:
        patched.setattr(durable, "write", full)
        with pytest.raises(FacesError):
            jobs[0]()
    told = first_evening.steps(None, EveningProgress(practice="offered", why_not=practice.why_not("shipshape")), str)
    (text,) = [step.text for step in told if step.name == "teach"]
    assert "is full: free some space" in text


def test_ones_own_pieces_stay_when_it_is_forgotten(shelf, known):
    practice = PracticeTeaching(shelf, drawn)
    own = [exemplar("gold 1", "walk 1"), exemplar("rat 1", "lesson-1.jpg")]
    piece_sets.declare(piece_sets.add(known(), [*drawn(""), *own]), complete=True)
    assert practice.of("shipshape", known()) == "taught"
    assert practice.forget("shipshape").ok
    assert sorted((one.label, one.picture) for one in known().examples) == [
        ("gold 1", "walk 1"),
        ("rat 1", "lesson-1.jpg"),
    ]
    assert not known().complete
    assert practice.of("shipshape", known()) == ""
    assert not practice.forget("chess").ok


def test_it_is_taught_and_forgotten_in_one_step_each(shelf, known, monkeypatch):
    write, written = piece_sets.durable.write, []

    def noted(path, data):
        write(path, data)
        written.append(known().complete)

    monkeypatch.setattr(piece_sets.durable, "write", noted)
    practice = PracticeTeaching(shelf, drawn, lambda job: job())
    practice.teach("shipshape")
    assert written == [True], "cut short, it would lack nothing and be asked about all the same"
    piece_sets.add(known(), [exemplar("gold 1", "walk 1")])
    practice.forget("shipshape")
    assert written[2:] == [False], "cut short, one's own first face would be all faces of the game"


def test_it_is_forgotten_with_its_damaged_pictures(shelf, known):
    made = piece_sets.add(known(), [*drawn(""), exemplar("gold 1", "walk 1")])
    (made.folder / made.examples[0].file).unlink()
    practice = PracticeTeaching(shelf, drawn)
    assert practice.forget("shipshape").ok
    assert [one.picture for one in known().entries] == ["walk 1"]
    assert practice.of("shipshape", known()) == ""


def test_a_practice_set_that_is_damaged_altogether_is_forgotten_and_taught_again(shelf, known):
    for one in piece_sets.add(known(), drawn("")).examples:
        (shelf.folder_of("shipshape") / one.file).unlink()
    practice = PracticeTeaching(shelf, drawn, lambda job: job())
    assert practice.of("shipshape", known()) == "taught"
    assert practice.forget("shipshape").ok
    assert practice.teach("shipshape").ok
    assert (known().labels, known().damaged, known().complete) == (("gold 1", "gold 2"), (), True)


def test_what_play_taught_with_it_goes_with_it(shelf, known):
    practice = PracticeTeaching(shelf, drawn)
    own, played = exemplar("gold 1", "walk 1"), exemplar("gold 2", "play/a/4")
    piece_sets.add(known(), [*drawn(""), own, played])
    piece_sets.add(evening_set.waiting(known().folder), [exemplar("gold 2", "play/b/4/0")])
    assert practice.forget("shipshape").ok
    assert [one.picture for one in known().examples] == ["walk 1"]
    assert evening_set.waiting(known().folder).examples == ()


def test_what_play_taught_of_ones_own_pieces_stays(shelf, known):
    piece_sets.add(known(), [exemplar("gold 2", "play/a/4")])
    assert PracticeTeaching(shelf, drawn).forget("shipshape").ok
    assert len(known().examples) == 1
